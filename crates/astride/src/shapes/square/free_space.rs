//! Where a round body may be: points, legs and convex shapes that keep its radius from blocked
//! cells and from walls between cells.

use crate::base::{Cell, Dir, Vec2};
use crate::path::{LineError, Space, TOLERANCE, is_apart, range};
use crate::shapes::square::{Grid, GridView};

/// The free space of a map for a round body, in cell widths; cell (x, y) is the square from (x, y)
/// to (x + 1, y + 1). Everything off the map is blocked.
///
/// A body is in one medium at a time, as a step is: to a walker on land, water is an obstacle. A
/// side of a cell that may not be crossed in one of the two directions (a wall, a fence, a one-way
/// step) is an obstacle without width, and so is a corner past which a diagonal step is forbidden.
///
/// # Examples
///
/// ```
/// use astride::base::Vec2;
/// use astride::shapes::square::FreeSpace;
/// use astride::prelude::*;
/// let grid = Grid::from_classes(3, 2, b".@....")?;
/// let space = FreeSpace::new(&grid.seen_by(&Mover::walker()), 0.3)?;
/// assert!(space.is_clear(Vec2::new(0.5, 1.5), Vec2::new(2.5, 1.5)));
/// assert!(!space.is_clear(Vec2::new(0.5, 1.2), Vec2::new(2.5, 1.2)), "it would scrape the cell");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct FreeSpace<'a> {
    grid: &'a Grid,
    /// The media of each terrain class; 0 if the mover cannot stand on it.
    media: [u8; 256],
    /// The media to try, one bit each: a shape that fits in any medium fits in one of these.
    tried: u8,
    radius: f64,
}

impl Space for FreeSpace<'_> {
    fn holds(&self, corners: &[Vec2]) -> bool {
        let reach = self.radius - TOLERANCE;
        let inside = |at: &Vec2| {
            (reach..=f64::from(self.grid.width()) - reach).contains(&at.x)
                && (reach..=f64::from(self.grid.height()) - reach).contains(&at.y)
        };
        if !(1..=4).contains(&corners.len()) || !corners.iter().all(inside) {
            return false;
        }
        let mut media = (0..8).map(|bit| 1 << bit).filter(|medium| self.tried & medium != 0);
        media.any(|medium| self.holds_in(medium, corners))
    }
}

impl<'a> FreeSpace<'a> {
    /// The free space for a body with a radius of `radius` cell widths; 0 is a point.
    ///
    /// Terrain costs do not matter, and links are ignored.
    ///
    /// # Errors
    ///
    /// If `radius` is negative or NaN.
    pub fn new(view: &GridView<'a>, radius: f64) -> Result<Self, LineError> {
        LineError::check_radius(radius)?;
        let grid = view.grid();
        let on_map = view.media.iter().zip(grid.histogram()).filter(|&(_, &count)| count > 0);
        let sets = on_map.map(|(&bits, _)| bits).filter(|&bits| bits != 0);
        let (all, shared) =
            sets.fold((0, u8::MAX), |(all, shared), bits| (all | bits, shared & bits));
        let shared = all & shared;
        // A medium of all passable cells admits whatever any other admits.
        let tried = if shared == 0 { all } else { shared & shared.wrapping_neg() };
        Ok(FreeSpace { grid, media: view.media, tried, radius })
    }

    /// The radius of the body, in cell widths.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// Whether the body can move along the straight line between two points: no blocked cell and no
    /// wall is nearer to it than its radius, up to [`TOLERANCE`].
    ///
    /// A body that is a point may touch blocked cells, but neither walls nor cells of another medium. It
    /// may neither pass through nor touch a point where two blocked cells meet only at a corner, nor
    /// pass between two that share a side. Lines with NaN coordinates are not clear.
    ///
    /// # Complexity
    ///
    /// O(rows and cells near the line).
    pub fn is_clear(&self, from: Vec2, to: Vec2) -> bool {
        self.holds(&[from, to])
    }

    /// Whether the body fits at every point of a convex shape that is well within the map, without
    /// leaving `medium`.
    fn holds_in(&self, medium: u8, corners: &[Vec2]) -> bool {
        let near = self.radius + TOLERANCE;
        let has_walls = !self.grid.forbidden().is_empty();
        let (top, bottom) = range(corners.iter().map(|at| at.y));
        for y in self.lines_near(top - near, bottom + near, self.grid.height()) {
            let Some((left, right)) = part_between(corners, y as f64 - near, y as f64 + 1.0 + near)
            else {
                continue;
            };
            for x in self.lines_near(left - near, right + near, self.grid.width()) {
                let is_met =
                    self.is_blocked(medium, x, y) && !self.keeps_off(medium, corners, x, y);
                if is_met || (has_walls && self.meets_wall(corners, x, y)) {
                    return false;
                }
            }
        }
        true
    }

    /// The columns or rows that intersect an interval, including one beyond the map.
    fn lines_near(&self, from: f64, to: f64, count: u32) -> std::ops::RangeInclusive<i64> {
        (from.floor() as i64).max(-1)..=(to.floor() as i64).min(i64::from(count))
    }

    fn is_blocked(&self, medium: u8, x: i64, y: i64) -> bool {
        let class = cell_at(x, y).and_then(|cell| self.grid.class(cell));
        class.is_none_or(|class| self.media[usize::from(class)] & medium == 0)
    }

    /// Whether a shape comes too near to a side or corner across which the step out of a cell is
    /// forbidden. A point must not touch it, or it could end on it and go on beyond.
    fn meets_wall(&self, shape: &[Vec2], x: i64, y: i64) -> bool {
        let forbidden = cell_at(x, y).map_or(0, |cell| self.grid.forbidden_steps(cell));
        let reach = (self.radius - TOLERANCE).max(TOLERANCE);
        forbidden != 0
            && Dir::ALL.into_iter().filter(|dir| forbidden & dir.bit() != 0).any(|dir| {
                let (dx, dy) = dir.offset();
                let half = |steps: i32| f64::from(steps) / 2.0;
                let middle = Vec2::new(x as f64 + 0.5 + half(dx), y as f64 + 0.5 + half(dy));
                // Across a corner there is no side, but a point.
                let along =
                    if dir.is_diagonal() { Vec2::default() } else { Vec2::new(half(dy), half(dx)) };
                !is_apart(shape, &[middle.plus(along), middle.minus(along)], reach)
            })
    }

    /// Whether a shape keeps the radius from a blocked cell.
    fn keeps_off(&self, medium: u8, shape: &[Vec2], x: i64, y: i64) -> bool {
        let square = |width: i64, height: i64| {
            [(0, 0), (width, 0), (0, height), (width, height)]
                .map(|(dx, dy)| Vec2::new((x + dx) as f64, (y + dy) as f64))
        };
        // A point that touched a cell of another medium could go on in there.
        let is_elsewhere = !self.is_blocked(self.tried, x, y);
        if self.radius > TOLERANCE || is_elsewhere {
            let reach = (self.radius - TOLERANCE).max(TOLERANCE);
            return is_apart(shape, &square(1, 1), reach);
        }
        // A point could slide between two cells without entering either, so neighbours are tested
        // as one shape.
        let [beside, below, across] =
            [(1, 0), (0, 1), (1, 1)].map(|(dx, dy)| self.is_blocked(medium, x + dx, y + dy));
        let reach = -TOLERANCE;
        let size = if beside && below && across { 2 } else { 1 };
        is_apart(shape, &square(size, size), reach)
            && (!beside || is_apart(shape, &square(2, 1), reach))
            && (!below || is_apart(shape, &square(1, 2), reach))
            && !self.touches_pinch(medium, shape, x, y)
    }

    /// Whether a shape touches the lower left or lower right corner of a blocked cell at which it
    /// meets another one only at this corner.
    fn touches_pinch(&self, medium: u8, shape: &[Vec2], x: i64, y: i64) -> bool {
        [(x - 1, x), (x + 1, x + 1)].into_iter().any(|(other, corner)| {
            self.is_blocked(medium, other, y + 1)
                && !self.is_blocked(medium, x, y + 1)
                && !self.is_blocked(medium, other, y)
                && !is_apart(shape, &[Vec2::new(corner as f64, (y + 1) as f64)], TOLERANCE)
        })
    }
}

fn cell_at(x: i64, y: i64) -> Option<Cell> {
    Some(Cell::new(u32::try_from(x).ok()?, u32::try_from(y).ok()?))
}

/// The range of columns that a convex shape covers between two heights.
fn part_between(corners: &[Vec2], top: f64, bottom: f64) -> Option<(f64, f64)> {
    let mut part = (f64::INFINITY, f64::NEG_INFINITY);
    let mut add = |x: f64| part = (part.0.min(x), part.1.max(x));
    for (index, &a) in corners.iter().enumerate() {
        if (top..=bottom).contains(&a.y) {
            add(a.x);
        }
        for &b in &corners[..index] {
            for y in [top, bottom] {
                if (a.y < y) != (b.y < y) {
                    add(a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y)));
                }
            }
        }
    }
    (part.0 <= part.1).then_some(part)
}

crate::base::debug_by!([] FreeSpace['_]: grid, radius);
