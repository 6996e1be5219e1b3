//! Obstacles by handle on floors, hexagons and triangles.

use super::{ObstacleError, ObstacleId, Outline, Placed, TileMap, Tracker};
use crate::base::NodeId;
use crate::world::Extent;

/// What an obstacle on a [`TileMap`] covers; what is off the map does not count.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Footprint<P> {
    /// These places.
    Places(Vec<P>),
    /// The places [under](TileMap::places_under) an outline.
    Under(Outline),
}

impl<P> From<Vec<P>> for Footprint<P> {
    fn from(places: Vec<P>) -> Self {
        Footprint::Places(places)
    }
}

impl<P> From<Outline> for Footprint<P> {
    fn from(outline: Outline) -> Self {
        Footprint::Under(outline)
    }
}

/// Obstacles on a map of floors, hexagons or triangles, as
/// [`square::Obstacles`](crate::shapes::square::Obstacles) on squares: each has a [`Footprint`] and a
/// terrain class, and a handle by which it is moved and removed.
///
/// It does not own the map. Each change returns a batch, to be applied at once to the map that was
/// passed, by its `apply` or by [`Navigator::apply`](crate::planner::Navigator::apply).
///
/// Where obstacles overlap, the one that was placed last lies on top, and places have its class; an
/// obstacle that moves keeps its place in this order. When the top one leaves, the next one shows, and
/// when the last one leaves, the class of the ground comes back. All obstacles of a map belong in one
/// tracker. What happens if other code edits a covered place, and how to try an obstacle before it is
/// built, is the same as on squares.
///
/// # Memory
///
/// O(covered places + Σ covered places of each obstacle), 20 to 40 bytes for each.
///
/// # Examples
///
/// ```
/// use astride::planner::{Ask, Navigator};
/// use astride::shapes::{Outline, TileObstacles};
/// use astride::shapes::hex::{Hex, HexLayout, HexMap};
/// let mut nav = Navigator::new(HexMap::rectangle(HexLayout::Pointy, 9, 3, b'.')?);
/// let mut obstacles = TileObstacles::new(nav.map(), b'#');
///
/// // A wall with a gap, and a boulder in the gap.
/// let wall = vec![Hex::new(4, 0), Hex::new(3, 2)];
/// let (_, batch) = obstacles.place(nav.map(), wall)?;
/// nav.apply(&batch)?;
/// let gap = Hex::new(4, 1).middle(HexLayout::Pointy);
/// let (boulder, batch) = obstacles.place(nav.map(), Outline::circle(gap.x, gap.y, 0.4))?;
/// nav.apply(&batch)?;
/// let ask = Ask::new((0, 1), (8, 1));
/// assert_eq!(nav.cost(&ask)?, None);
///
/// nav.apply(&obstacles.change(nav.map(), boulder, vec![Hex::new(0, 0)])?)?;
/// assert_eq!(nav.cost(&ask)?, Some(8 * 13_860));
/// nav.apply(&obstacles.remove(nav.map(), boulder)?)?;
/// assert_eq!(nav.map().class((0, 0)), Some(b'.'));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TileObstacles<S: TileMap> {
    class: u8,
    extent: Extent,
    all: Tracker<Footprint<S::Place>>,
}

impl<S: TileMap> TileObstacles<S> {
    /// No obstacles yet; those without a class of their own will have the class `class`.
    pub fn new(map: &S, class: u8) -> Self {
        TileObstacles { class, extent: map.extent(), all: Tracker::new() }
    }

    /// The number of obstacles.
    pub fn len(&self) -> usize {
        self.all.placed.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.placed.is_empty()
    }

    /// All obstacles, in the order in which they were placed.
    pub fn iter(&self) -> impl Iterator<Item = (ObstacleId, &Footprint<S::Place>)> {
        self.all.iter()
    }

    /// The footprint of an obstacle, if it exists.
    pub fn footprint(&self, id: ObstacleId) -> Option<&Footprint<S::Place>> {
        self.all.outline(id)
    }

    /// The class of an obstacle, if it exists.
    pub fn class(&self, id: ObstacleId) -> Option<u8> {
        self.all.class(id)
    }

    /// The obstacles on a node of the map; the last one lies on top. O(log covered places + their
    /// number).
    pub fn at(&self, node: NodeId) -> impl DoubleEndedIterator<Item = ObstacleId> {
        self.all.at(node)
    }

    /// The class of the ground below all obstacles on a node of the map; `None` if there are none.
    pub fn under(&self, node: NodeId) -> Option<u8> {
        self.all.layers.ground(node)
    }

    /// Places another obstacle of the class given to [`new`](Self::new), on top of all others; returns
    /// its handle, and the batch to apply.
    ///
    /// # Errors
    ///
    /// As for [`TileMap::places_under`], or if the size of the map differs. Nothing has changed in that
    /// case.
    ///
    /// # Complexity
    ///
    /// O(places around the outline), times the number of corners for a polygon, and O(log covered
    /// places + obstacles there) for each covered place.
    pub fn place(
        &mut self,
        map: &S,
        footprint: impl Into<Footprint<S::Place>>,
    ) -> Result<(ObstacleId, S::Edit), ObstacleError> {
        self.place_as(map, footprint, self.class)
    }

    /// Places another obstacle of any class, as [`place`](Self::place) does.
    ///
    /// # Errors
    ///
    /// As for [`place`](Self::place).
    pub fn place_as(
        &mut self,
        map: &S,
        footprint: impl Into<Footprint<S::Place>>,
        class: u8,
    ) -> Result<(ObstacleId, S::Edit), ObstacleError> {
        self.check(map)?;
        let placed = Placed { outline: footprint.into(), class };
        let (id, painted) = self.all.place(placed, |it| covered(map, it), class_on(map))?;
        Ok((id, map.painted(painted)))
    }

    /// Moves, resizes or reshapes an obstacle, which keeps its class and stays above and below the same
    /// others; returns the batch to apply. Places that it covers before and after are not edited, unless
    /// other code has edited them.
    ///
    /// # Errors
    ///
    /// As for [`place`](Self::place), or if there is no such obstacle.
    ///
    /// # Complexity
    ///
    /// That of [`place`](Self::place), for both footprints.
    pub fn change(
        &mut self,
        map: &S,
        id: ObstacleId,
        footprint: impl Into<Footprint<S::Place>>,
    ) -> Result<S::Edit, ObstacleError> {
        self.change_all(map, [(id, footprint.into())])
    }

    /// Changes many obstacles in one batch, as [`change`](Self::change) does; if an obstacle is named
    /// more than once, the last footprint counts.
    ///
    /// # Errors
    ///
    /// As for [`change`](Self::change); none has changed in that case.
    pub fn change_all(
        &mut self,
        map: &S,
        changes: impl IntoIterator<Item = (ObstacleId, Footprint<S::Place>)>,
    ) -> Result<S::Edit, ObstacleError> {
        self.check(map)?;
        let painted = self.all.change_all(changes, |it| covered(map, it), class_on(map))?;
        Ok(map.painted(painted))
    }

    /// Removes an obstacle; returns the batch to apply.
    ///
    /// # Errors
    ///
    /// If there is no such obstacle, or if the size of the map differs.
    pub fn remove(&mut self, map: &S, id: ObstacleId) -> Result<S::Edit, ObstacleError> {
        self.check(map)?;
        let painted = self.all.remove(id, |it| covered(map, it), class_on(map))?;
        Ok(map.painted(painted))
    }

    fn check(&self, map: &S) -> Result<(), ObstacleError> {
        let Extent { width, height } = map.extent();
        let other = ObstacleError::OtherGrid { width, height };
        if map.extent() == self.extent { Ok(()) } else { Err(other) }
    }
}

/// The nodes that an obstacle covers.
fn covered<S: TileMap>(
    map: &S,
    footprint: &Footprint<S::Place>,
) -> Result<Vec<NodeId>, ObstacleError> {
    match footprint {
        Footprint::Places(places) => {
            let mut nodes: Vec<NodeId> =
                places.iter().filter_map(|&place| map.node_of(place)).collect();
            nodes.sort_unstable();
            nodes.dedup();
            Ok(nodes)
        }
        Footprint::Under(outline) => map.nodes_under(outline),
    }
}

fn class_on<S: TileMap>(map: &S) -> impl Fn(NodeId) -> u8 {
    |node| map.terrain().class_at(node)
}
