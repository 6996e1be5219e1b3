//! What place is wanted near another one, and why there is none.

use std::fmt::{self, Debug, Display};

use crate::base::{Budget, CELLS_PER_EXPANSION, Cell, NodeId, Spent};
use crate::search::{DistanceField, FieldStatus};
use crate::world::{Extent, Way, World};

/// What to find: the nearest place on which the mover can stand.
///
/// On squares, ties go to the smaller `y`, then to the smaller `x`. For places of other shapes,
/// [`Navigator::snap`](crate::planner::Navigator::snap) says what is nearest.
///
/// # Examples
///
/// ```
/// use astride::shapes::square::{Near, snap};
/// use astride::prelude::*;
/// let grid = Grid::from_classes(7, 2, b"..@@@.....@@@@")?;
/// let mover = Mover::walker();
/// let view = grid.seen_by(&mover);
/// assert_eq!(snap(&view, (3, 1))?, Cell::new(2, 1));
/// assert_eq!(snap(&view, (1, 0))?, Cell::new(1, 0), "it can stand there");
/// // A unit in the upper right cannot cross the wall.
/// assert_eq!(snap(&view, Near::new((3, 1)).reached_from((6, 0)))?, Cell::new(5, 0));
/// let error = snap(&view, Near::new((3, 1)).reached_from((6, 0)).within(1)).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "no place within 1 cell of (3, 1) can be reached from (6, 0), expected a larger radius",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Near<P = Cell> {
    place: P,
    pub(in crate::shapes) radius: u32,
    pub(in crate::shapes) side: Side<P>,
}

/// On which side of a start the place must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::shapes) enum Side<P> {
    Anywhere,
    ReachedFrom(P),
    ConnectedTo(P),
}

impl Near {
    /// The nearest place to `cell`, at any distance.
    pub fn new(cell: impl Into<Cell>) -> Self {
        Near::from(cell.into())
    }

    /// Limits the distance to this many columns and rows.
    #[must_use]
    pub fn within(mut self, cells: u32) -> Self {
        self.radius = cells;
        self
    }
}

impl<P: Copy> Near<P> {
    /// Requires that the mover can get there from `start`.
    #[must_use]
    pub fn reached_from(mut self, start: impl Into<P>) -> Self {
        self.side = Side::ReachedFrom(start.into());
        self
    }

    /// Requires that the mover can get there from `other` and back.
    #[must_use]
    pub fn connected_to(mut self, other: impl Into<P>) -> Self {
        self.side = Side::ConnectedTo(other.into());
        self
    }

    pub(crate) fn place(&self) -> P {
        self.place
    }

    /// The place from which it must be reachable, if there is one.
    pub(crate) fn start(&self) -> Option<P> {
        match self.side {
            Side::Anywhere => None,
            Side::ReachedFrom(start) | Side::ConnectedTo(start) => Some(start),
        }
    }

    /// Whether a node is as near as it has to be, in columns and rows of a map of this extent.
    pub(crate) fn is_in_range(&self, extent: Extent, node: NodeId) -> impl Fn(NodeId) -> bool {
        let (width, radius) = (extent.width, self.radius);
        let split = move |node: NodeId| (node.get() % width, node.get() / width);
        move |other| {
            radius == u32::MAX || {
                let ((x, y), (far_x, far_y)) = (split(node), split(other));
                x.abs_diff(far_x).max(y.abs_diff(far_y)) <= radius
            }
        }
    }

    /// The place in `world`, by floods if it must be reachable from the node `start`; anywhere, it
    /// must not be taken. `nearest` finds the nearest of the nodes that it is told to look for, and
    /// pays for its looks.
    pub(crate) fn find_in(
        &self,
        world: &impl World,
        start: Option<NodeId>,
        is_taken: impl Fn(NodeId) -> bool,
        budget: &mut Budget<'_>,
        nearest: impl FnOnce(&dyn Fn(NodeId) -> bool, Looks<'_, '_>) -> Result<Option<NodeId>, Spent>,
    ) -> Result<NodeId, SnapError<P>> {
        let flood = |start, way, budget: &mut Budget<'_>| {
            let mut field = DistanceField::default();
            match field.compute(world, &[(start, 0)], way, budget) {
                FieldStatus::Partial { spent, .. } => Err(spent),
                _ => Ok(field),
            }
        };
        let found = match (start, self.side) {
            (Some(start), Side::ReachedFrom(place) | Side::ConnectedTo(place)) => {
                if !world.is_passable(start) {
                    return Err(SnapError::StartBlocked { place });
                }
                let is_round_trip = matches!(self.side, Side::ConnectedTo(_));
                let reached = flood(start, Way::Forward, budget)?;
                let leading = match is_round_trip {
                    true => Some(flood(start, Way::Backward, budget)?),
                    false => None,
                };
                let is_wanted = |node| {
                    let leads = |field: &DistanceField| field.distance(node).is_some();
                    leads(&reached) && leading.as_ref().is_none_or(leads)
                };
                nearest(&is_wanted, Looks::new(budget))
            }
            _ => nearest(&|node| world.is_passable(node) && !is_taken(node), Looks::new(budget)),
        };
        found?.ok_or(SnapError::Nothing { near: *self })
    }
}

/// Pays for places that are looked at without a search.
pub(crate) struct Looks<'a, 'b> {
    budget: &'a mut Budget<'b>,
    /// The places that are not paid for yet, fewer than an expansion is worth.
    owed: u64,
}

impl<'a, 'b> Looks<'a, 'b> {
    pub(crate) fn new(budget: &'a mut Budget<'b>) -> Self {
        Looks { budget, owed: 0 }
    }

    /// Pays for places that were looked at.
    pub(crate) fn pay(&mut self, places: u64) -> Result<(), Spent> {
        self.owed += places;
        let mut due = self.owed / CELLS_PER_EXPANSION;
        self.owed %= CELLS_PER_EXPANSION;
        while due > 0 {
            due -= self.budget.take_up_to(due)?;
        }
        Ok(())
    }
}

impl<P> From<P> for Near<P> {
    fn from(place: P) -> Self {
        Near { place, radius: u32::MAX, side: Side::Anywhere }
    }
}

impl From<(u32, u32)> for Near {
    fn from(cell: (u32, u32)) -> Self {
        Near::new(cell)
    }
}

/// Describes the conditions, as the continuation of "no place".
impl<P: Display> Display for Near<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.radius {
            u32::MAX => write!(f, "near {}", self.place)?,
            1 => write!(f, "within 1 cell of {}", self.place)?,
            radius => write!(f, "within {radius} cells of {}", self.place)?,
        }
        match &self.side {
            Side::Anywhere => f.write_str(" can be stood on"),
            Side::ReachedFrom(start) => write!(f, " can be reached from {start}"),
            Side::ConnectedTo(other) => write!(f, " can be reached from {other} and back"),
        }
    }
}

/// No place was found; the message says what is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SnapError<P = Cell> {
    /// A cell is not on the map of squares.
    OffMap {
        /// The cell.
        cell: Cell,
        /// The number of columns of the map.
        width: u32,
        /// The number of rows of the map.
        height: u32,
    },
    /// The mover cannot stand on the place from which the other must be reached.
    StartBlocked {
        /// That place.
        place: P,
    },
    /// No place meets the conditions.
    Nothing {
        /// The conditions.
        near: Near<P>,
    },
    /// A limit was reached before there was an answer.
    Spent(Spent),
    /// The components have another revision, or belong to another mover or a map of another size.
    Stale {
        /// The revision that they describe.
        components: u64,
        /// The revision of the grid.
        grid: u64,
    },
}

impl<P> From<Spent> for SnapError<P> {
    fn from(spent: Spent) -> Self {
        SnapError::Spent(spent)
    }
}

errors! { enum SnapError<P> where [P: Debug + Display + Send + Sync + 'static]:
    OffMap { cell, width, height } => ("cell-off-map",
        "cell {cell} is off the map of {width}x{height} cells"),
    StartBlocked { place } => ("snap-from-blocked",
        "the mover cannot stand on {place}, so nothing is reached from there, expected a place on \
        which it can"),
    Nothing { near } => ("no-place-near",
        "no place {near}, expected {}",
        if near.radius < u32::MAX { "a larger radius" } else { "another map" }),
    Spent(spent) => ("budget-spent", "the budget ran out: {spent}"),
    Stale { components, grid } if components == grid => ("components-of-other-map",
        "the components are of another mover or of a map of another size, expected those of the \
        view"),
    Stale { components, grid } => ("components-stale",
        "the components are of revision {components}, expected {grid} as the grid; update them"),
}
