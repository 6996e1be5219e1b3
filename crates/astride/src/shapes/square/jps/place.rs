//! Places of cells on a map with a rim, and jump points.

use crate::base::Dir;

/// A place on a map with a rim: both coordinates are one more than those of the cell, and on the
/// [layers](super::layers) below the first the row is further down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) x: u16,
    pub(crate) y: u16,
}

impl Place {
    #[inline(always)]
    pub(crate) fn moved(self, dir: Dir, steps: usize) -> Self {
        let (x, y) = dir.offset();
        let steps = steps as i32;
        Place {
            x: (i32::from(self.x) + x * steps) as u16,
            y: (i32::from(self.y) + y * steps) as u16,
        }
    }

    /// The distance between two places in columns and rows.
    #[inline(always)]
    pub(crate) fn apart(self, other: Place) -> [u32; 2] {
        [u32::from(self.x.abs_diff(other.x)), u32::from(self.y.abs_diff(other.y))]
    }
}

/// A jump point: its place, and which of its neighbours are free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Point {
    pub(super) at: Place,
    pub(super) around: u8,
    /// The directions of arrival that terrain of another cost allows to turn, or forces to stop.
    pub(super) stops: u8,
}
