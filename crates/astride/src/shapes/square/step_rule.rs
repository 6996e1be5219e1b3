//! Step heights on squares.

use super::{Edit, Grid, StepRule};
use crate::base::{Cell, CellRect, Dir};

impl StepRule {
    /// The batch that makes all steps into, out of and within the cells of `rect` what this rule says,
    /// where `height` returns the height of a cell, or `None` to leave its steps as they are. Cells off
    /// the map do not count.
    ///
    /// It contains only what is different on `grid`. Where heights allow a step, a wall or fence in its way
    /// is removed, so other walls must be built after it. After a change of heights, the batch for the
    /// cells that have changed brings the grid up to date.
    ///
    /// # Complexity
    ///
    /// O(cells of `rect`), with at most 9 calls of `height` for each of them and each of their
    /// neighbours.
    pub fn edit(&self, grid: &Grid, rect: CellRect, height: impl Fn(Cell) -> Option<i32>) -> Edit {
        let mut edit = Edit::new();
        let (columns, rows) = (around(rect.x, rect.width), around(rect.y, rect.height));
        let columns = columns.start..columns.end.min(grid.width());
        for y in rows.start..rows.end.min(grid.height()) {
            for cell in columns.clone().map(|x| Cell::new(x, y)) {
                let Some(here) = height(cell) else { continue };
                for dir in Dir::ALL {
                    let Some(there) = cell.step(dir).filter(|&there| grid.node(there).is_some())
                    else {
                        continue;
                    };
                    if !rect.contains(cell) && !rect.contains(there) {
                        continue;
                    }
                    let Some(height) = height(there) else { continue };
                    let wanted = self.side(!dir.is_diagonal(), i64::from(height) - i64::from(here));
                    if grid.side(cell, dir) != wanted {
                        edit.side_as(cell, dir, wanted);
                    }
                }
            }
        }
        edit
    }
}

/// The columns or rows of a side of a rectangle and those next to it.
fn around(start: u32, length: u32) -> std::ops::Range<u32> {
    match length {
        0 => 0..0,
        length => start.saturating_sub(1)..start.saturating_add(length).saturating_add(1),
    }
}
