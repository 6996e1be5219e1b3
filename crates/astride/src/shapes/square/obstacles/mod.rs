//! Obstacles that are placed, moved and removed by handle; when they leave, the terrain below them
//! is restored.

mod error;
mod outline;

pub use error::ObstacleError;
pub use outline::Outline;

use std::collections::BTreeMap;

use crate::base::{Cell, CellRect, NodeId};
use crate::shapes::square::{Edit, Grid};

/// The handle of an obstacle of one [`Obstacles`]. None is issued twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObstacleId(u64);

/// Obstacles on a grid: carts, doors, buildings, each with an [`Outline`].
///
/// It does not own the grid. Each change returns a batch of edits, to be applied at once to the
/// grid that was passed, by [`Grid::apply`] or
/// [`Navigator::apply`](crate::planner::Navigator::apply), so that all indexes follow as after any
/// other edit. Cells with several obstacles become free when the last of them has left; they then
/// get their original class back.
///
/// If other code edits a covered cell, the new class stays as long as no change touches the cell;
/// an obstacle that arrives or stays there in a later change stands on that class.
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
    outlines: BTreeMap<ObstacleId, Outline>,
    covered: BTreeMap<NodeId, Covered>,
    next: u64,
}

/// A cell with obstacles on it.
#[derive(Clone, Copy, Debug)]
struct Covered {
    count: u32,
    /// The class of the terrain below them.
    under: u8,
}

impl Obstacles {
    /// No obstacles yet; covered cells will get the class `class`.
    pub fn new(grid: &Grid, class: u8) -> Self {
        let (outlines, covered) = (BTreeMap::new(), BTreeMap::new());
        Obstacles { class, bounds: grid.bounds(), outlines, covered, next: 0 }
    }

    /// The number of obstacles.
    pub fn len(&self) -> usize {
        self.outlines.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.outlines.is_empty()
    }

    /// All obstacles, in the order in which they were placed.
    pub fn iter(&self) -> impl Iterator<Item = (ObstacleId, &Outline)> {
        self.outlines.iter().map(|(&id, outline)| (id, outline))
    }

    /// The outline of an obstacle, if it exists.
    pub fn outline(&self, id: ObstacleId) -> Option<&Outline> {
        self.outlines.get(&id)
    }

    /// The number of obstacles that cover a cell. O(log covered cells).
    pub fn count_at(&self, cell: impl Into<Cell>) -> u32 {
        let covered = self.node(cell.into()).and_then(|node| self.covered.get(&node));
        covered.map_or(0, |covered| covered.count)
    }

    /// The class of the terrain below the obstacles on a cell; `None` if there are none.
    pub fn under(&self, cell: impl Into<Cell>) -> Option<u8> {
        let node = self.node(cell.into())?;
        self.covered.get(&node).map(|covered| covered.under)
    }

    /// Places another obstacle; returns its handle, and the batch to apply.
    ///
    /// # Errors
    ///
    /// If a coordinate is NaN or beyond 2³⁰, if a radius is not above 0, if a polygon has fewer
    /// than three corners, or if the size of the grid differs. Nothing has changed in that case.
    ///
    /// # Complexity
    ///
    /// O(cells around the outline), times the number of corners for a polygon, and O(log covered
    /// cells) for each covered cell.
    pub fn place(
        &mut self,
        grid: &Grid,
        outline: impl Into<Outline>,
    ) -> Result<(ObstacleId, Edit), ObstacleError> {
        let (id, outline) = (ObstacleId(self.next), outline.into());
        let cells = self.cells(grid, &outline)?;
        self.next += 1;
        self.outlines.insert(id, outline);
        Ok((id, self.exchange(grid, &[], &cells)))
    }

    /// Moves, resizes or reshapes an obstacle; returns the batch to apply. Cells that it covers
    /// before and after are not touched.
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
        let changes: BTreeMap<ObstacleId, Outline> = changes.into_iter().collect();
        let (mut left, mut entered) = (Vec::new(), Vec::new());
        for (id, outline) in &changes {
            let before = self.outlines.get(id).ok_or(ObstacleError::Unknown)?;
            left.extend(self.cells(grid, before)?);
            entered.extend(self.cells(grid, outline)?);
        }
        self.outlines.extend(changes);
        Ok(self.exchange(grid, &left, &entered))
    }

    /// Removes an obstacle; returns the batch to apply.
    ///
    /// # Errors
    ///
    /// If there is no such obstacle, or if the size of the grid differs.
    pub fn remove(&mut self, grid: &Grid, id: ObstacleId) -> Result<Edit, ObstacleError> {
        let outline = self.outlines.get(&id).ok_or(ObstacleError::Unknown)?;
        let cells = self.cells(grid, outline)?;
        self.outlines.remove(&id);
        Ok(self.exchange(grid, &cells, &[]))
    }

    fn node(&self, cell: Cell) -> Option<NodeId> {
        self.bounds.contains(cell).then(|| NodeId::new(cell.y * self.bounds.width + cell.x))
    }

    fn cells(&self, grid: &Grid, outline: &Outline) -> Result<Vec<Cell>, ObstacleError> {
        if grid.bounds() != self.bounds {
            let (width, height) = (grid.width(), grid.height());
            return Err(ObstacleError::OtherGrid { width, height });
        }
        outline.cells(self.bounds)
    }

    /// Removes counts from some cells and adds them to others, and returns what that changes on the
    /// grid.
    fn exchange(&mut self, grid: &Grid, left: &[Cell], entered: &[Cell]) -> Edit {
        let mut touched: BTreeMap<NodeId, u32> = BTreeMap::new();
        let class_at = |node: NodeId| grid.class(grid.cell(node)).unwrap_or(self.class);
        let nodes = |cells: &[Cell]| -> Vec<NodeId> {
            cells.iter().filter_map(|&cell| grid.node(cell)).collect()
        };
        for node in nodes(entered) {
            let fresh = Covered { count: 0, under: class_at(node) };
            let covered = self.covered.entry(node).or_insert(fresh);
            touched.entry(node).or_insert(covered.count);
            covered.count += 1;
        }
        for node in nodes(left) {
            let Some(covered) = self.covered.get_mut(&node) else { continue };
            touched.entry(node).or_insert(covered.count);
            covered.count -= 1;
        }
        let mut painted = Painted::default();
        for (node, before) in touched {
            let Some(covered) = self.covered.get_mut(&node) else { continue };
            let (present, is_covered) = (class_at(node), covered.count > 0);
            if before > 0 && present != self.class {
                // Other code has changed its class in the meantime.
                covered.under = present;
            }
            let class = if is_covered { self.class } else { covered.under };
            if class != present {
                painted.add(grid.cell(node), class);
            }
            if !is_covered {
                self.covered.remove(&node);
            }
        }
        painted.edit()
    }
}

/// Cells with a new class, row by row, combined to few rectangles.
#[derive(Default)]
pub(super) struct Painted {
    rects: Vec<(CellRect, u8)>,
    /// The current run within a row.
    run: Option<(CellRect, u8)>,
}

impl Painted {
    pub(super) fn add(&mut self, cell: Cell, class: u8) {
        match &mut self.run {
            Some((run, same))
                if *same == class && run.y == cell.y && run.x + run.width == cell.x =>
            {
                run.width += 1;
            }
            run => {
                let done = run.replace((CellRect::of(cell), class));
                self.finish(done);
            }
        }
    }

    /// Appends a run to the rectangle above that it continues, if there is one.
    fn finish(&mut self, run: Option<(CellRect, u8)>) {
        let Some((run, class)) = run else { return };
        let continued = |(rect, same): &&mut (CellRect, u8)| {
            let is_below =
                (rect.x, rect.width) == (run.x, run.width) && rect.y + rect.height == run.y;
            is_below && *same == class
        };
        // Those of the previous row are among the last ones.
        match self.rects.iter_mut().rev().take(Self::LOOKED_AT).find(continued) {
            Some((rect, _)) => rect.height += 1,
            None => self.rects.push((run, class)),
        }
    }

    /// How many rectangles are examined for one to continue.
    const LOOKED_AT: usize = 8;

    pub(super) fn edit(mut self) -> Edit {
        let last = self.run.take();
        self.finish(last);
        let mut edit = Edit::new();
        for (rect, class) in self.rects {
            edit.fill(rect, class);
        }
        edit
    }
}
