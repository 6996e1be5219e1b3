//! Grids: made, read, edited, written.

use std::ffi::c_char;

use astride::base::{Cell, NodeId};
use astride::io::{Drawing, read_map, write_map_as};
use astride::planner::NavigatorError;
use astride::shapes::square::Grid;

use crate::bytes::AstrideBytes;
use crate::cell::{AstrideCell, byte};
use crate::edit::AstrideEdit;
use crate::status::{Answer, AstrideStatus, Fault};

/// A map of square cells, each of a terrain class from 0 to 255, with walls between cells, one-way
/// steps and links. What a class means is up to the mover. Freed with `astride_grid_free`.
#[derive(Debug)]
pub struct AstrideGrid {
    _private: [u8; 0],
}

opaque!(AstrideGrid: Grid, b"A*grid..", "grid");

/// Columns and rows of a grid, by which its nodes are numbered: row by row from the top left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) width: u32,
    pub(crate) height: u32,
}

impl Size {
    pub(crate) fn of(grid: &Grid) -> Self {
        Size { width: grid.width(), height: grid.height() }
    }

    /// The cell of a node, which must be on the grid.
    #[cfg(any(feature = "teams", feature = "whole"))]
    pub(crate) fn cell(self, node: NodeId) -> AstrideCell {
        AstrideCell { x: node.get() % self.width, y: node.get() / self.width }
    }

    /// The node of a cell.
    pub(crate) fn node(self, cell: AstrideCell) -> Answer<NodeId> {
        let is_on_map = cell.x < self.width && cell.y < self.height;
        is_on_map
            .then(|| NodeId::new(cell.y * self.width + cell.x))
            .ok_or_else(|| self.off_map(cell))
    }

    fn off_map(self, cell: AstrideCell) -> Fault {
        let Size { width, height } = self;
        NavigatorError::<Cell>::OffMap { cell: cell.into(), width, height }.into()
    }
}

/// The status of a cell that is not on the map.
pub(crate) fn off_map(grid: &Grid, cell: AstrideCell) -> Fault {
    Size::of(grid).off_map(cell)
}

/// The node of a cell.
pub(crate) fn node_of(grid: &Grid, cell: AstrideCell) -> Answer<NodeId> {
    Size::of(grid).node(cell)
}

/// Makes a grid of `width` columns and `height` rows, all of one terrain class, such as `'.'`.
/// `*grid` must be freed by you; it is null if the call fails.
///
/// Errors: `BAD_ARGUMENT` if a side is 0 or there are more than 2^30 cells; `FULL` if there is no
/// memory for them. Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_grid_new(
    width: u32,
    height: u32,
    class_: u32,
    grid: *mut *mut AstrideGrid,
) -> AstrideStatus {
    border!(|caller| caller.give(grid, || Ok(Grid::new(width, height, byte(class_, "class")?)?)))
}

/// Makes a grid of the classes of all cells, row by row from the top left: `count` must be
/// `width * height`. They are copied. `*grid` must be freed by you; it is null if the call fails.
///
/// Errors: as `astride_grid_new`, and `BAD_ARGUMENT` for another count. Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_grid_from_classes(
    width: u32,
    height: u32,
    classes: *const u8,
    count: usize,
    grid: *mut *mut AstrideGrid,
) -> AstrideStatus {
    border!(|caller| caller.give(grid, || {
        let classes = caller.list(classes, count, "classes")?;
        Ok(Grid::from_classes(width, height, classes)?)
    }))
}

/// Reads a grid that is drawn as text that ends with 0: a letter per cell, a line per row, `#` for
/// walls, `A` and `B` for the start and the goal. Rows that are shorter than the longest are filled up
/// with `#`, which is of class 35; worlds that are drawn have `@`, 64, in its place. `start` and `goal`
/// may be null; where a letter is not drawn exactly once, asking for it fails. `*grid` is to be freed
/// by you; it is null if the call fails.
///
/// Errors: `BAD_DATA`, with line and column in the text. Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_grid_from_text(
    text: *const c_char,
    start: *mut AstrideCell,
    goal: *mut AstrideCell,
    grid: *mut *mut AstrideGrid,
) -> AstrideStatus {
    border!(|caller| caller.give(grid, || {
        let drawing = Drawing::parse(caller.text(text, "text")?)?;
        if !start.is_null() {
            caller.put(start, drawing.start()?.into(), "start")?;
        }
        if !goal.is_null() {
            caller.put(goal, drawing.goal()?.into(), "goal")?;
        }
        Ok(drawing.grid)
    }))
}

/// Reads a grid from the bytes of a MovingAI `.map` file. `*grid` must be freed by you; it is null
/// if the call fails.
///
/// Errors: `BAD_DATA`, with the line in the text. Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_grid_from_map(
    data: *const u8,
    count: usize,
    grid: *mut *mut AstrideGrid,
) -> AstrideStatus {
    border!(|caller| caller.give(grid, || Ok(read_map(caller.list(data, count, "data")?)?)))
}

/// Writes a grid as a MovingAI `.map` file. The `#` of drawings is written as `@`, the wall of such
/// files, and reads back as that. `*bytes` must be freed by you.
///
/// Errors: `UNSUPPORTED` if the grid has something that such a file cannot hold. Threads: any number at
/// once, while nobody edits the grid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_grid_to_map(
    grid: *const AstrideGrid,
    bytes: *mut *mut AstrideBytes,
) -> AstrideStatus {
    let letter = |class| if class == b'#' { b'@' } else { class };
    border!(|caller| caller.give(bytes, || Ok(write_map_as(&*caller.share(grid)?, letter)?)))
}

/// How many columns and rows there are. Either place may be null.
///
/// Errors: `BAD_HANDLE`. Threads: any number at once, while nobody edits the grid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_grid_size(
    grid: *const AstrideGrid,
    width: *mut u32,
    height: *mut u32,
) -> AstrideStatus {
    border!(|caller| {
        let grid = caller.share(grid)?;
        caller.put_if(width, grid.width(), "width")?;
        caller.put_if(height, grid.height(), "height")?;
        Ok(AstrideStatus::Ok)
    })
}

/// The terrain class of a cell.
///
/// Errors: `OFF_MAP`. Threads: any number at once, while nobody edits the grid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_grid_class(
    grid: *const AstrideGrid,
    cell: AstrideCell,
    class_: *mut u8,
) -> AstrideStatus {
    border!(|caller| {
        let grid = caller.share(grid)?;
        let found = grid.class(cell).ok_or_else(|| off_map(&grid, cell))?;
        caller.put(class_, found, "class")?;
        Ok(AstrideStatus::Ok)
    })
}

/// Copies the classes of all cells, row by row from the top left, into `count` places, which must
/// be as many as there are cells.
///
/// Errors: `BAD_SIZE` for another count. Threads: any number at once, while nobody edits the grid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_grid_classes(
    grid: *const AstrideGrid,
    classes: *mut u8,
    count: usize,
) -> AstrideStatus {
    border!(|caller| {
        let grid = caller.share(grid)?;
        let all = (0..grid.cell_count()).map(|at| grid.class_at(NodeId::new(at)));
        caller.put_all(classes, count, all, "classes")?;
        Ok(AstrideStatus::Ok)
    })
}

/// How often the grid was edited: 0 at first, and one more with each batch of edits.
///
/// Errors: `BAD_HANDLE`. Threads: any number at once, while nobody edits the grid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_grid_revision(
    grid: *const AstrideGrid,
    revision: *mut u64,
) -> AstrideStatus {
    border!(|caller| {
        caller.put(revision, caller.share(grid)?.revision(), "revision")?;
        Ok(AstrideStatus::Ok)
    })
}

/// Makes all changes of a batch, or none if one of them is refused. `revision` may be null. The
/// batch stays as it is.
///
/// Errors: `OFF_MAP`, `BAD_ARGUMENT`, with the change in the text. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_grid_apply(
    grid: *mut AstrideGrid,
    edit: *const AstrideEdit,
    revision: *mut u64,
) -> AstrideStatus {
    border!(|caller| {
        let edit = caller.share(edit)?;
        let mut grid = caller.change(grid)?;
        let tell = caller.place_if(revision, "revision")?;
        tell(grid.apply(&edit)?);
        Ok(AstrideStatus::Ok)
    })
}

/// Makes another grid like this one, at its revision. `*copy` must be freed by you.
///
/// Errors: `BAD_HANDLE`. Threads: any number at once, while nobody edits the grid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_grid_copy(
    grid: *const AstrideGrid,
    copy: *mut *mut AstrideGrid,
) -> AstrideStatus {
    border!(|caller| caller.give(copy, || Ok(Grid::clone(&*caller.share(grid)?))))
}

/// Frees a grid; null is ignored. The handle must not be used again.
///
/// Errors: `BAD_HANDLE`, `BUSY` if another thread reads it. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_grid_free(grid: *mut AstrideGrid) -> AstrideStatus {
    border!(|caller| caller.free(grid))
}
