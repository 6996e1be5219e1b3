//! Removing points of a line within a tolerance.
//!
//! Ramer, "An iterative procedure for the polygonal approximation of plane curves", Computer Graphics
//! and Image Processing 1(3), 1972; Douglas & Peucker, "Algorithms for the reduction of the number of
//! points required to represent a digitized line or its caricature", Cartographica 10(2), 1973.
//! We also keep a point where the leg without it would not be clear.

use super::space::Space;
use crate::base::Vec2;
use crate::path::line::{FARTHEST, LineError, check_number, check_points, distance_to_leg};

/// Removes points from a line: every removed point is within `tolerance` of the leg that replaces
/// it, and every new leg is clear in `space`. Both ends are kept. Unchanged legs are not checked,
/// so a line that is clear stays clear.
///
/// # Errors
///
/// If the line is empty, if a coordinate is NaN or beyond 10¹², or if `tolerance` is negative or
/// NaN.
///
/// # Complexity
///
/// O(n²) for n points in the worst case, usually O(n log n).
///
/// # Examples
///
/// ```
/// use astride::base::Vec2;
/// use astride::path::reduce;
/// use astride::shapes::square::FreeSpace;
/// use astride::prelude::*;
/// let grid = Grid::new(9, 9, b'.')?;
/// let space = FreeSpace::new(&grid.seen_by(&Mover::walker()), 0.5)?;
/// let line = [(1.0, 1.0), (3.0, 1.1), (5.0, 0.9), (7.0, 1.0), (7.0, 8.0)].map(|(x, y)| Vec2::new(x, y));
/// assert_eq!(reduce(&line, 0.2, &space)?, [line[0], line[3], line[4]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn reduce(points: &[Vec2], tolerance: f64, space: &impl Space) -> Result<Vec<Vec2>, LineError> {
    check_points(points)?;
    check_number("tolerance", tolerance, 0.0, FARTHEST)?;
    let mut kept = vec![points[0]];
    let mut waiting = vec![(0, points.len() - 1)];
    while let Some((from, to)) = waiting.pop() {
        let (start, end) = (points[from], points[to]);
        let between = points.iter().enumerate().take(to).skip(from + 1);
        let mut farthest = (0.0, from);
        for (index, &point) in between {
            let off = distance_to_leg(point, start, end);
            if off > farthest.0 {
                farthest = (off, index);
            }
        }
        if to <= from + 1 || (farthest.0 <= tolerance && space.holds(&[start, end])) {
            if to > from {
                kept.push(end);
            }
            continue;
        }
        // Where all points lie exactly on a leg that is not clear, it is split in the middle.
        let split = if farthest.1 > from { farthest.1 } else { from.midpoint(to) };
        waiting.push((split, to));
        waiting.push((from, split));
    }
    Ok(kept)
}
