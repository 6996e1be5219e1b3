//! Where a body may be, independent of the shape of the world.

use super::line::{Kind, LineError};
use crate::base::Vec2;

/// A body may be nearer to an obstacle than its radius by this many units, to allow for rounding, and the
/// nearest points of two legs of a line count as equally near up to as much.
pub const TOLERANCE: f64 = 1e-9;

/// The points where a body may be. Every function that bends a line consults it, so that the result
/// can be walked: [`FreeSpace`](crate::shapes::square::FreeSpace) implements it for grids.
pub trait Space {
    /// Whether the body fits at every point of the convex hull of `corners`, of which there must be
    /// one to four; `false` for any other number of them, and for NaN coordinates.
    fn holds(&self, corners: &[Vec2]) -> bool;
}

/// Checks that all legs of a line are clear.
///
/// # Errors
///
/// The first leg that is not clear; for a line of one point, leg 0.
pub(super) fn check_clear(points: &[Vec2], space: &impl Space) -> Result<(), LineError> {
    let unclear = |leg, from, to| LineError(Kind::NotClear { leg, from, to });
    if let [only] = *points
        && !space.holds(points)
    {
        return Err(unclear(0, only, only));
    }
    let mut legs = points.windows(2).enumerate();
    match legs.find(|(_, leg)| !space.holds(leg)) {
        Some((index, leg)) => Err(unclear(index, leg[0], leg[1])),
        None => Ok(()),
    }
}
