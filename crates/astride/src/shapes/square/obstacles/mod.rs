//! Obstacles that are placed, moved and removed by handle; when they leave, what was below them is
//! restored.

mod error;
mod layers;
mod outline;
mod saved;

pub use error::ObstacleError;
pub use outline::Outline;

use std::collections::BTreeMap;

use crate::base::{Cell, CellRect, NodeId};
use crate::shapes::square::{Edit, Grid};
use layers::{GROUND, Layer, Layers};

/// The handle of an obstacle of one [`Obstacles`]. None is issued twice, and later ones are larger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ObstacleId(u64);

/// Obstacles on a grid: carts, doors, buildings, swamps that drift, each with an [`Outline`] and a
/// terrain class.
///
/// It does not own the grid. Each change returns a batch of edits, to be applied at once to the
/// grid that was passed, by [`Grid::apply`] or
/// [`Navigator::apply`](crate::planner::Navigator::apply), so that all indexes follow as after any
/// other edit.
///
/// Where obstacles overlap, the one that was placed last lies on top, and cells have its class; an
/// obstacle that moves keeps its place in this order. When the top one leaves, the next one shows,
/// and when the last one leaves, the class of the ground comes back. All obstacles of a map belong in
/// one tracker: a second one would take those of the first for ground.
///
/// If other code edits a covered cell, the new class stays as long as no change touches the cell;
/// an obstacle that arrives or stays there in a later change stands on that class. An edit to the class
/// of the ground or of an obstacle on that cell is not noticed.
///
/// # What if
///
/// An obstacle that is placed and removed again leaves all others and the ground as they were, even if
/// neither batch is applied. So the batch of [`place`](Self::place) can be tried first, with
/// [`would_part`](crate::planner::Navigator::would_part) or
/// [`apply_if`](crate::planner::Navigator::apply_if), and if it is unwanted, [`remove`](Self::remove)
/// takes the obstacle back; its batch is then empty. Batches of [`change`](Self::change) and `remove`
/// must be applied, because what lies below cells without obstacles is forgotten; try them with a
/// clone.
///
/// # Memory
///
/// O(covered cells + Σ covered cells of each obstacle), 20 to 40 bytes for each.
///
/// # Examples
///
/// ```
/// use astride::planner::Navigator;
/// use astride::prelude::*;
/// use astride::shapes::square::{Obstacles, Outline};
/// let mut nav = Navigator::new(Grid::new(20, 10, b'.')?);
/// let mut obstacles = Obstacles::new(nav.grid(), b'@');
///
/// let (wall, batch) = obstacles.place(nav.grid(), CellRect::new(10, 0, 1, 9))?;
/// nav.apply(&batch)?;
/// let (cart, batch) = obstacles.place(nav.grid(), Outline::circle(10.5, 9.5, 1.2))?;
/// nav.apply(&batch)?;
/// assert!(nav.path((0, 5), (19, 5)).is_err(), "the cart stands in the gap");
///
/// nav.apply(&obstacles.change(nav.grid(), cart, Outline::circle(4.5, 7.5, 1.2))?)?;
/// assert!(nav.path((0, 5), (19, 5)).is_ok());
/// nav.apply(&obstacles.remove(nav.grid(), wall)?)?;
/// assert_eq!(nav.path((0, 5), (19, 5))?.step_count(), 19);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Obstacles {
    class: u8,
    bounds: CellRect,
    placed: BTreeMap<ObstacleId, Placed>,
    layers: Layers,
    next: u64,
}

#[derive(Clone, Debug)]
struct Placed {
    outline: Outline,
    class: u8,
}

impl Obstacles {
    /// No obstacles yet; those without a class of their own will have the class `class`.
    pub fn new(grid: &Grid, class: u8) -> Self {
        let (placed, layers) = (BTreeMap::new(), Layers::default());
        Obstacles { class, bounds: grid.bounds(), placed, layers, next: GROUND.0 + 1 }
    }

    /// The number of obstacles.
    pub fn len(&self) -> usize {
        self.placed.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.placed.is_empty()
    }

    /// All obstacles, in the order in which they were placed.
    pub fn iter(&self) -> impl Iterator<Item = (ObstacleId, &Outline)> {
        self.placed.iter().map(|(&id, placed)| (id, &placed.outline))
    }

    /// The outline of an obstacle, if it exists.
    pub fn outline(&self, id: ObstacleId) -> Option<&Outline> {
        self.placed.get(&id).map(|placed| &placed.outline)
    }

    /// The class of an obstacle, if it exists.
    pub fn class(&self, id: ObstacleId) -> Option<u8> {
        self.placed.get(&id).map(|placed| placed.class)
    }

    /// The obstacles on a cell; the last one lies on top. O(log covered cells + their number).
    pub fn at(&self, cell: impl Into<Cell>) -> impl DoubleEndedIterator<Item = ObstacleId> {
        let layers = self.node(cell.into()).into_iter().flat_map(|node| self.layers.at(node));
        layers.map(|(id, _)| id).filter(|&id| id != GROUND)
    }

    /// The number of obstacles that cover a cell. O(log covered cells + their number).
    pub fn count_at(&self, cell: impl Into<Cell>) -> u32 {
        self.at(cell).count() as u32
    }

    /// The class of the ground below all obstacles on a cell; `None` if there are none.
    pub fn under(&self, cell: impl Into<Cell>) -> Option<u8> {
        self.layers.ground(self.node(cell.into())?)
    }

    /// Places another obstacle of the class given to [`new`](Self::new), on top of all others;
    /// returns its handle, and the batch to apply.
    ///
    /// # Errors
    ///
    /// If a coordinate is NaN or beyond 2³⁰, if a radius is not above 0, if a polygon has fewer
    /// than three corners, or if the size of the grid differs. Nothing has changed in that case.
    ///
    /// # Complexity
    ///
    /// O(cells around the outline), times the number of corners for a polygon, and O(log covered
    /// cells + obstacles there) for each covered cell.
    pub fn place(
        &mut self,
        grid: &Grid,
        outline: impl Into<Outline>,
    ) -> Result<(ObstacleId, Edit), ObstacleError> {
        self.place_as(grid, outline, self.class)
    }

    /// Places another obstacle of any class, as [`place`](Self::place) does.
    ///
    /// # Errors
    ///
    /// As for [`place`](Self::place).
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::{Cell, CellRect};
    /// use astride::shapes::square::{Grid, Obstacles};
    /// let mut grid = Grid::new(10, 1, b'.')?;
    /// let mut obstacles = Obstacles::new(&grid, b'T');
    /// let row = |grid: &Grid| (0..10).filter_map(|x| grid.class((x, 0))).collect::<Vec<u8>>();
    /// let (swamp, batch) = obstacles.place_as(&grid, CellRect::new(2, 0, 3, 1), b'3')?;
    /// grid.apply(&batch)?;
    /// let (tower, batch) = obstacles.place(&grid, CellRect::new(4, 0, 2, 1))?;
    /// grid.apply(&batch)?;
    /// assert_eq!(row(&grid), b"..33TT....");
    ///
    /// grid.apply(&obstacles.change(&grid, swamp, CellRect::new(3, 0, 3, 1))?)?;
    /// assert_eq!(row(&grid), b"...3TT....", "the tower was placed last");
    /// assert_eq!(obstacles.at((4, 0)).collect::<Vec<_>>(), [swamp, tower]);
    /// grid.apply(&obstacles.remove(&grid, tower)?)?;
    /// assert_eq!(row(&grid), b"...333....");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn place_as(
        &mut self,
        grid: &Grid,
        outline: impl Into<Outline>,
        class: u8,
    ) -> Result<(ObstacleId, Edit), ObstacleError> {
        self.check(grid)?;
        let (id, outline) = (ObstacleId(self.next), outline.into());
        let layers = self.layers_of(id, &outline)?;
        self.next += 1;
        self.placed.insert(id, Placed { outline, class });
        Ok((id, self.exchange(grid, &[], &layers)))
    }

    /// Moves, resizes or reshapes an obstacle, which keeps its class and stays above and below the
    /// same others; returns the batch to apply. Cells that it covers before and after are not edited,
    /// unless other code has edited them.
    ///
    /// # Errors
    ///
    /// As for [`place`](Self::place), or if there is no such obstacle.
    ///
    /// # Complexity
    ///
    /// That of [`place`](Self::place), for both outlines.
    pub fn change(
        &mut self,
        grid: &Grid,
        id: ObstacleId,
        outline: impl Into<Outline>,
    ) -> Result<Edit, ObstacleError> {
        self.change_all(grid, [(id, outline.into())])
    }

    /// Changes many obstacles in one batch, as [`change`](Self::change) does; if an obstacle is
    /// named more than once, the last outline counts.
    ///
    /// # Errors
    ///
    /// As for [`change`](Self::change); none has changed in that case.
    pub fn change_all(
        &mut self,
        grid: &Grid,
        changes: impl IntoIterator<Item = (ObstacleId, Outline)>,
    ) -> Result<Edit, ObstacleError> {
        self.check(grid)?;
        let changes: BTreeMap<ObstacleId, Outline> = changes.into_iter().collect();
        let (mut left, mut entered) = (Vec::new(), Vec::new());
        for (&id, outline) in &changes {
            let before = self.outline(id).ok_or(ObstacleError::Unknown)?;
            left.extend(self.layers_of(id, before)?);
            entered.extend(self.layers_of(id, outline)?);
        }
        for (id, outline) in changes {
            if let Some(placed) = self.placed.get_mut(&id) {
                placed.outline = outline;
            }
        }
        Ok(self.exchange(grid, &left, &entered))
    }

    /// Removes an obstacle; returns the batch to apply.
    ///
    /// # Errors
    ///
    /// If there is no such obstacle, or if the size of the grid differs.
    pub fn remove(&mut self, grid: &Grid, id: ObstacleId) -> Result<Edit, ObstacleError> {
        self.check(grid)?;
        let outline = self.outline(id).ok_or(ObstacleError::Unknown)?;
        let layers = self.layers_of(id, outline)?;
        self.placed.remove(&id);
        Ok(self.exchange(grid, &layers, &[]))
    }

    fn node(&self, cell: Cell) -> Option<NodeId> {
        self.bounds.contains(cell).then(|| NodeId::new(cell.y * self.bounds.width + cell.x))
    }

    fn check(&self, grid: &Grid) -> Result<(), ObstacleError> {
        let (width, height) = (grid.width(), grid.height());
        let other = ObstacleError::OtherGrid { width, height };
        if grid.bounds() == self.bounds { Ok(()) } else { Err(other) }
    }

    /// The cells that an obstacle with this outline covers, row by row.
    fn layers_of(&self, id: ObstacleId, outline: &Outline) -> Result<Vec<Layer>, ObstacleError> {
        self.first_layers_of(id, outline, usize::MAX)
    }

    /// The first `most` of them.
    fn first_layers_of(
        &self,
        id: ObstacleId,
        outline: &Outline,
        most: usize,
    ) -> Result<Vec<Layer>, ObstacleError> {
        let cells = outline.cells(self.bounds, most)?.into_iter();
        Ok(cells.filter_map(|cell| Some((self.node(cell)?, id))).collect())
    }

    fn exchange(&mut self, grid: &Grid, left: &[Layer], entered: &[Layer]) -> Edit {
        let class_of = |id| self.placed.get(&id).map_or(self.class, |placed| placed.class);
        self.layers.exchange(grid, left, entered, class_of)
    }
}
