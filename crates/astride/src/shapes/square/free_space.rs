//! Where a round body may be: points, legs and convex shapes that keep its radius from blocked
//! cells.
//!
//! Two convex shapes are at least `r` apart if and only if they are so along some direction, and it
//! suffices to test the normals of their sides and the directions between their corners.

use crate::base::Vec2;
use crate::path::{LineError, Space, TOLERANCE};
use crate::shapes::square::{Grid, GridView};

/// The free space of a map for a round body, in cell widths; cell (x, y) is the square from (x, y)
/// to (x + 1, y + 1). Everything off the map is blocked.
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
    /// For each terrain class, 1 if the mover can stand on it.
    free_classes: [u8; 256],
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
        let near = self.radius + TOLERANCE;
        let (top, bottom) = range(corners.iter().map(|at| at.y));
        for y in self.lines_near(top - near, bottom + near, self.grid.height()) {
            let Some((left, right)) = part_between(corners, y as f64 - near, y as f64 + 1.0 + near)
            else {
                continue;
            };
            for x in self.lines_near(left - near, right + near, self.grid.width()) {
                if self.is_blocked(x, y) && !self.keeps_off(corners, x, y) {
                    return false;
                }
            }
        }
        true
    }
}

impl<'a> FreeSpace<'a> {
    /// The free space for a body with a radius of `radius` cell widths; 0 is a point.
    ///
    /// Only blocked cells count: terrain costs do not matter, and links are ignored.
    ///
    /// # Errors
    ///
    /// If `radius` is negative or NaN, or if there are walls between cells or terrain of several
    /// media.
    pub fn new(view: &GridView<'a>, radius: f64) -> Result<Self, LineError> {
        LineError::check_radius(radius)?;
        if !view.is_only_blocked_by_cells() {
            let why = "there are walls between cells or terrain of several media";
            return Err(LineError::no_space(why));
        }
        Ok(FreeSpace { grid: view.grid(), free_classes: view.free_classes(), radius })
    }

    /// The radius of the body, in cell widths.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// Whether the body can move along the straight line between two points: no blocked cell is
    /// nearer to it than its radius, up to [`TOLERANCE`].
    ///
    /// A body that is a point may touch blocked cells, but may neither pass through nor touch a
    /// point where two of them meet only at a corner, nor pass between two that share a side. Lines
    /// with NaN coordinates are not clear.
    ///
    /// # Complexity
    ///
    /// O(rows and cells near the line).
    pub fn is_clear(&self, from: Vec2, to: Vec2) -> bool {
        self.holds(&[from, to])
    }

    /// The columns or rows that intersect an interval, including one beyond the map.
    fn lines_near(&self, from: f64, to: f64, count: u32) -> std::ops::RangeInclusive<i64> {
        (from.floor() as i64).max(-1)..=(to.floor() as i64).min(i64::from(count))
    }

    fn is_blocked(&self, x: i64, y: i64) -> bool {
        let cell = u32::try_from(x).ok().zip(u32::try_from(y).ok());
        let class = cell.and_then(|cell| self.grid.class(cell));
        class.is_none_or(|class| self.free_classes[usize::from(class)] == 0)
    }

    /// Whether a shape keeps the radius from a blocked cell.
    fn keeps_off(&self, shape: &[Vec2], x: i64, y: i64) -> bool {
        let square = |width: i64, height: i64| {
            [(0, 0), (width, 0), (0, height), (width, height)]
                .map(|(dx, dy)| Vec2::new((x + dx) as f64, (y + dy) as f64))
        };
        if self.radius > TOLERANCE {
            return is_apart(shape, &square(1, 1), self.radius - TOLERANCE);
        }
        // A point could slide between two cells without entering either, so neighbours are tested
        // as one shape.
        let [beside, below, across] =
            [(1, 0), (0, 1), (1, 1)].map(|(dx, dy)| self.is_blocked(x + dx, y + dy));
        let reach = -TOLERANCE;
        let size = if beside && below && across { 2 } else { 1 };
        is_apart(shape, &square(size, size), reach)
            && (!beside || is_apart(shape, &square(2, 1), reach))
            && (!below || is_apart(shape, &square(1, 2), reach))
            && !self.touches_pinch(shape, x, y)
    }

    /// Whether a shape touches the lower left or lower right corner of a blocked cell at which it
    /// meets another one only at this corner.
    fn touches_pinch(&self, shape: &[Vec2], x: i64, y: i64) -> bool {
        [(x - 1, x), (x + 1, x + 1)].into_iter().any(|(other, corner)| {
            self.is_blocked(other, y + 1)
                && !self.is_blocked(x, y + 1)
                && !self.is_blocked(other, y)
                && !is_apart(shape, &[Vec2::new(corner as f64, (y + 1) as f64)], TOLERANCE)
        })
    }
}

fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let none = (f64::INFINITY, f64::NEG_INFINITY);
    values.fold(none, |(least, most), value| (least.min(value), most.max(value)))
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

/// Whether some direction proves that two convex shapes are at least `reach` apart.
fn is_apart(a: &[Vec2], b: &[Vec2], reach: f64) -> bool {
    let splits = |axis: Vec2| {
        let along = |shape: &[Vec2]| range(shape.iter().map(|&corner| corner.dot(axis)));
        let ((a_least, a_most), (b_least, b_most)) = (along(a), along(b));
        (a_least - b_most).max(b_least - a_most) >= reach * axis.length()
    };
    let axes = [Vec2::new(1.0, 0.0), Vec2::new(0.0, 1.0)];
    let is_split_by_side = || {
        let pairs = a.iter().enumerate().flat_map(|(at, &p)| a[..at].iter().map(move |&q| (p, q)));
        pairs
            .map(|(p, q)| Vec2::new(p.y - q.y, q.x - p.x))
            .any(|axis| is_axis(axis) && splits(axis))
    };
    let is_split_by_corner = || {
        let pairs = a.iter().flat_map(|&p| b.iter().map(move |&q| q.minus(p)));
        pairs.filter(|&axis| is_axis(axis)).any(splits)
    };
    axes.into_iter().any(splits) || is_split_by_side() || (reach > 0.0 && is_split_by_corner())
}

fn is_axis(axis: Vec2) -> bool {
    axis.length() > 0.0
}

crate::base::debug_by!([] FreeSpace['_]: grid, radius);
