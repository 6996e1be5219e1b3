//! Which coordinates and faces a mesh accepts.

use crate::base::Vec2;

/// The most corners of a face that is not convex: finding its ears takes time in proportion to the cube
/// of their number.
pub(super) const MOST_CORNERS: usize = 64;

/// No coordinate may be farther from 0: products then stay far from overflow.
pub(super) const FARTHEST: f64 = 1e12;

/// Coordinates nearer to 0 than this count as 0: products then stay far from underflow.
const NEAREST: f64 = 1e-100;

/// A point whose side of any line can be decided exactly; `None` if it is not a number or too far away.
pub(super) fn tidy(point: Vec2) -> Option<Vec2> {
    let is_right = point.x.abs() <= FARTHEST && point.y.abs() <= FARTHEST;
    is_right.then(|| tidied(point))
}

/// The point without coordinates that would underflow.
pub(super) fn tidied(point: Vec2) -> Vec2 {
    let number = |x: f64| if x.abs() < NEAREST { 0.0 } else { x };
    Vec2::new(number(point.x), number(point.y))
}
