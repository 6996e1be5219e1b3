//! Obstacles that are placed, moved and removed by handle; when they leave, what was below them is
//! restored.

mod saved;

use crate::base::{Cell, CellRect, NodeId};
use crate::shapes::square::painted::Painted;
use crate::shapes::square::{Edit, Grid};
use crate::shapes::{ObstacleError, ObstacleId, Outline, Placed, Repainted, Tracker};

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
    all: Tracker<Outline>,
}

impl Obstacles {
    /// No obstacles yet; those without a class of their own will have the class `class`.
    pub fn new(grid: &Grid, class: u8) -> Self {
        Obstacles { class, bounds: grid.bounds(), all: Tracker::new() }
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
    pub fn iter(&self) -> impl Iterator<Item = (ObstacleId, &Outline)> {
        self.all.iter()
    }

    /// The outline of an obstacle, if it exists.
    pub fn outline(&self, id: ObstacleId) -> Option<&Outline> {
        self.all.outline(id)
    }

    /// The class of an obstacle, if it exists.
    pub fn class(&self, id: ObstacleId) -> Option<u8> {
        self.all.class(id)
    }

    /// The obstacles on a cell; the last one lies on top. O(log covered cells + their number).
    pub fn at(&self, cell: impl Into<Cell>) -> impl DoubleEndedIterator<Item = ObstacleId> {
        self.node(cell.into()).into_iter().flat_map(|node| self.all.at(node))
    }

    /// The number of obstacles that cover a cell. O(log covered cells + their number).
    pub fn count_at(&self, cell: impl Into<Cell>) -> u32 {
        self.at(cell).count() as u32
    }

    /// The class of the ground below all obstacles on a cell; `None` if there are none.
    pub fn under(&self, cell: impl Into<Cell>) -> Option<u8> {
        self.all.layers.ground(self.node(cell.into())?)
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
        let (placed, bounds) = (Placed { outline: outline.into(), class }, self.bounds);
        let covered = |outline: &Outline| nodes_of(outline, bounds);
        let (id, painted) = self.all.place(placed, covered, |node| grid.class_at(node))?;
        Ok((id, batch(grid, painted)))
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
        let bounds = self.bounds;
        let covered = |outline: &Outline| nodes_of(outline, bounds);
        let painted = self.all.change_all(changes, covered, |node| grid.class_at(node))?;
        Ok(batch(grid, painted))
    }

    /// Removes an obstacle; returns the batch to apply.
    ///
    /// # Errors
    ///
    /// If there is no such obstacle, or if the size of the grid differs.
    pub fn remove(&mut self, grid: &Grid, id: ObstacleId) -> Result<Edit, ObstacleError> {
        self.check(grid)?;
        let bounds = self.bounds;
        let covered = |outline: &Outline| nodes_of(outline, bounds);
        let painted = self.all.remove(id, covered, |node| grid.class_at(node))?;
        Ok(batch(grid, painted))
    }

    fn node(&self, cell: Cell) -> Option<NodeId> {
        node_in(self.bounds, cell)
    }

    fn check(&self, grid: &Grid) -> Result<(), ObstacleError> {
        let (width, height) = (grid.width(), grid.height());
        let other = ObstacleError::OtherGrid { width, height };
        if grid.bounds() == self.bounds { Ok(()) } else { Err(other) }
    }
}

fn node_in(bounds: CellRect, cell: Cell) -> Option<NodeId> {
    bounds.contains(cell).then(|| NodeId::new(cell.y * bounds.width + cell.x))
}

/// The nodes of the cells that an outline covers, row by row.
fn nodes_of(outline: &Outline, bounds: CellRect) -> Result<Vec<NodeId>, ObstacleError> {
    first_nodes_of(outline, bounds, usize::MAX)
}

/// The first `most` of them.
fn first_nodes_of(
    outline: &Outline,
    bounds: CellRect,
    most: usize,
) -> Result<Vec<NodeId>, ObstacleError> {
    let cells = outline.cells(bounds, most)?.into_iter();
    Ok(cells.filter_map(|cell| node_in(bounds, cell)).collect())
}

/// What is painted, as few fills.
fn batch(grid: &Grid, painted: Repainted) -> Edit {
    let mut edit = Painted::default();
    painted.into_iter().for_each(|(node, class)| edit.add(grid.cell(node), class));
    edit.edit()
}
