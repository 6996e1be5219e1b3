//! Where a body may be, independent of the shape of the world.

use super::line::{Kind, LineError};
use crate::base::Vec2;

/// A body may be nearer to an obstacle than its radius by this many units, to allow for rounding, and the
/// nearest points of two legs of a line count as equally near up to as much.
pub const TOLERANCE: f64 = 1e-9;

/// The points where a body may be. Every function that bends a line consults it, so that the result
/// can be walked: [`FreeSpace`](crate::shapes::square::FreeSpace) implements it for grids,
/// [`MeshSpace`](crate::shapes::mesh::MeshSpace) for meshes.
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

/// The least and the greatest of some values.
pub(crate) fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let none = (f64::INFINITY, f64::NEG_INFINITY);
    values.fold(none, |(least, most), value| (least.min(value), most.max(value)))
}

/// Whether some direction proves that two convex shapes are at least `reach` apart.
///
/// Two convex shapes are at least that far apart if and only if they are so along some direction, and
/// it suffices to test the normals of their sides and the directions between their corners. Of the
/// sides of `b` only those along the axes are tested.
pub(crate) fn is_apart(a: &[Vec2], b: &[Vec2], reach: f64) -> bool {
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
