//! Where a body may be, whatever the shape of the world.

use super::line::{Kind, LineError};
use crate::base::Vec2;

/// A body may be nearer to what is blocked than its radius by this many units, which is room for
/// rounding.
pub const TOLERANCE: f64 = 1e-9;

/// The points where a body may be. Everything that bends a line asks it, so that what comes out can
/// be walked: [`FreeSpace`](crate::shapes::square::FreeSpace) is that of a grid.
pub trait Space {
    /// Whether the body can be at every point of the smallest convex shape around `corners`, of
    /// which there are one to four; `false` for any other number of them, and for coordinates that
    /// are no numbers.
    fn holds(&self, corners: &[Vec2]) -> bool;
}

/// Whether all legs of a line are clear.
///
/// # Errors
///
/// The first leg that is not; for a line of one point, leg 0.
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
