//! Step heights: which steps of a map lead too high or too low.

use super::Side;

/// How far up and down one step may lead on a map whose places have heights: with
/// [`edit`](Self::edit) on squares, with
/// [`TileMap::step_heights`](crate::shapes::TileMap::step_heights) on floors, hexagons and triangles.
///
/// A step that leads too far is forbidden on the map, for every mover: a straight one counts as a wall
/// in its direction, so the corner rules apply, and on squares diagonal steps are measured as well. Where
/// movers differ, a step too high for some can be a [fence](crate::world::Fence) instead, which those who
/// climb that high [cross](crate::world::Mover::crosses).
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

    /// What is in the way of a step that leads this far up.
    pub(crate) fn side(&self, is_straight: bool, rise: i64) -> Side {
        if self.open.allow(rise) {
            return Side::Open;
        }
        let mut fences = self.fences.iter().filter(|_| is_straight);
        let fence = fences.find(|(_, limits)| limits.allow(rise));
        fence.map_or(Side::Shut, |&(class, _)| Side::Fenced(class))
    }
}
