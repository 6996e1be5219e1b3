//! Step heights: which steps of a grid lead too high or too low.

use super::{Edit, Grid};
use crate::base::{Cell, CellRect, Dir};
use crate::world::Side;

/// How far up and down one step may lead on a grid whose cells have heights.
///
/// A step that leads too far is forbidden in the grid, for every mover: a straight one counts as a wall
/// in its direction, so the corner rules apply, and diagonal steps are measured as well. Where movers
/// differ, a step too high for some can be a [fence](Edit::fence) instead, which those who climb that
/// high [cross](crate::shapes::square::Mover::crosses).
///
/// Heights may have any unit.
///
/// # Examples
///
/// ```
/// use astride::planner::find_path;
/// use astride::prelude::*;
/// use astride::shapes::square::StepRule;
/// const LEDGE: u8 = 1;
/// let heights = [0, 1, 4, 1, 0];
/// let mut grid = Grid::new(5, 1, b'.')?;
/// // One unit up and two down for everyone; three up for climbers.
/// let rule = StepRule::new(1, 2).or_fence(LEDGE, 3, 3);
/// grid.apply(&rule.edit(&grid, grid.bounds(), |cell| Some(heights[cell.x as usize])))?;
///
/// let (from, to) = (Cell::new(0, 0), Cell::new(4, 0));
/// let goat = Mover::walker().crosses(LEDGE, 0)?;
/// assert_eq!(find_path(&grid, &goat, from, to)?.cost(), Some(4 * 13_860));
/// assert_eq!(find_path(&grid, &Mover::walker(), from, to)?.cost(), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepRule {
    open: Limits,
    fences: Vec<(u8, Limits)>,
}

/// How far up and down a step may lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Limits {
    up: u32,
    down: u32,
}

impl Limits {
    fn allow(self, rise: i64) -> bool {
        (-i64::from(self.down)..=i64::from(self.up)).contains(&rise)
    }
}

impl StepRule {
    /// Steps of at most `up` units up and `down` units down are open to everyone.
    pub fn new(up: u32, down: u32) -> Self {
        StepRule { open: Limits { up, down }, fences: Vec::new() }
    }

    /// Straight steps that are forbidden so far, but lead at most `up` units up and `down` units down,
    /// are fences of this class. Of several calls the first that allows a step decides.
    #[must_use]
    pub fn or_fence(mut self, class: u8, up: u32, down: u32) -> Self {
        self.fences.push((class, Limits { up, down }));
        self
    }

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
                    let wanted = self.side(dir, i64::from(height) - i64::from(here));
                    if grid.side(cell, dir) != wanted {
                        edit.side_as(cell, dir, wanted);
                    }
                }
            }
        }
        edit
    }

    /// What is in the way of a step that leads this far up.
    fn side(&self, dir: Dir, rise: i64) -> Side {
        if self.open.allow(rise) {
            return Side::Open;
        }
        let mut fences = self.fences.iter().filter(|_| !dir.is_diagonal());
        let fence = fences.find(|(_, limits)| limits.allow(rise));
        fence.map_or(Side::Shut, |&(class, _)| Side::Fenced(class))
    }
}

/// The columns or rows of a side of a rectangle and those next to it.
fn around(start: u32, length: u32) -> std::ops::Range<u32> {
    match length {
        0 => 0..0,
        length => start.saturating_sub(1)..start.saturating_add(length).saturating_add(1),
    }
}
