//! Obstacles that come, move and go, by handle: what they stand on comes back when they leave.

mod error;
mod outline;

pub use error::ObstacleError;
pub use outline::Outline;

use std::collections::BTreeMap;

use crate::base::{Cell, CellRect, NodeId};
use crate::shapes::square::{Edit, Grid};

/// Names an obstacle of one [`Obstacles`]. None is given twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObstacleId(u64);

/// Obstacles on a grid: carts, doors, buildings, each with an [`Outline`].
///
/// It owns no grid. Each change gives a batch of edits, to be applied at once to the grid that was
/// given, by [`Grid::apply`] or [`Navigator::apply`](crate::planner::Navigator::apply), so what is
/// kept of the map follows as after any other edit. Cells where several obstacles stand are free when
/// the last of them has left; then they are of the class that they had before.
///
/// A covered cell that is edited by somebody else keeps what it was given for as long as no change
/// touches it; an obstacle that comes or stays there in a later change stands on what it was given.
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
    /// The class of what they stand on.
    under: u8,
}

impl Obstacles {
    /// No obstacles yet; cells that some will cover are of `class`.
    pub fn new(grid: &Grid, class: u8) -> Self {
        let (outlines, covered) = (BTreeMap::new(), BTreeMap::new());
        Obstacles { class, bounds: grid.bounds(), outlines, covered, next: 0 }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.outlines.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.outlines.is_empty()
    }

    /// All of them, in the order in which they were placed.
    pub fn iter(&self) -> impl Iterator<Item = (ObstacleId, &Outline)> {
        self.outlines.iter().map(|(&id, outline)| (id, outline))
    }

    /// Where an obstacle is, if it is there.
    pub fn outline(&self, id: ObstacleId) -> Option<&Outline> {
        self.outlines.get(&id)
    }

    /// How many obstacles cover a cell. O(log covered cells).
    pub fn count_at(&self, cell: impl Into<Cell>) -> u32 {
        let covered = self.node(cell.into()).and_then(|node| self.covered.get(&node));
        covered.map_or(0, |covered| covered.count)
    }

    /// The class of what the obstacles on a cell stand on; `None` where there are none.
    pub fn under(&self, cell: impl Into<Cell>) -> Option<u8> {
        let node = self.node(cell.into())?;
        self.covered.get(&node).map(|covered| covered.under)
    }

    /// Places another obstacle: its handle, and the batch to be applied.
    ///
    /// # Errors
    ///
    /// If a coordinate is no number or beyond 2³⁰, a radius is not above 0, a polygon has fewer than
    /// three corners, or the grid is of another size. Nothing has changed then.
    ///
    /// # Complexity
    ///
    /// O(cells around the outline), times its corners for a polygon, and O(log covered cells) for each
    /// cell that is covered.
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

    /// Gives an obstacle another place, size or form: the batch to be applied. Cells that it covers
    /// before and after are not touched.
    ///
    /// # Errors
    ///
    /// As [`place`](Self::place), or if there is no such obstacle.
    ///
    /// # Complexity
    ///
    /// As of [`place`](Self::place), for both outlines.
    pub fn change(
        &mut self,
        grid: &Grid,
        id: ObstacleId,
        outline: impl Into<Outline>,
    ) -> Result<Edit, ObstacleError> {
        self.change_all(grid, [(id, outline.into())])
    }

    /// Gives many obstacles other places in one batch, as [`change`](Self::change) does; of an obstacle
    /// that is named more than once the last place counts.
    ///
    /// # Errors
    ///
    /// As [`change`](Self::change); then none has changed.
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

    /// Takes an obstacle away: the batch to be applied.
    ///
    /// # Errors
    ///
    /// If there is no such obstacle, or the grid is of another size.
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

    /// Counts obstacles off some cells and onto others, and says what that changes on the grid.
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
                // Somebody else has given it another class meanwhile.
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

/// Cells that get another class, row by row, as few rectangles.
#[derive(Default)]
pub(super) struct Painted {
    rects: Vec<(CellRect, u8)>,
    /// The part of a row that grows.
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

    /// Puts a part of a row below the rectangle that it continues, if there is one.
    fn finish(&mut self, run: Option<(CellRect, u8)>) {
        let Some((run, class)) = run else { return };
        let continued = |(rect, same): &&mut (CellRect, u8)| {
            let is_below =
                (rect.x, rect.width) == (run.x, run.width) && rect.y + rect.height == run.y;
            is_below && *same == class
        };
        // Those of the row before are among the last ones.
        match self.rects.iter_mut().rev().take(Self::LOOKED_AT).find(continued) {
            Some((rect, _)) => rect.height += 1,
            None => self.rects.push((run, class)),
        }
    }

    /// How many rectangles are looked at for one that goes on.
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
