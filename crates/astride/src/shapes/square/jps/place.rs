//! Places of cells on a map with a rim, and positions on the lines through them.

use crate::base::Dir;
use crate::base::bits::around;
use crate::shapes::square::jps::{lines::WALL, planes::JumpMap};

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

impl JumpMap {
    #[inline(always)]
    pub(super) fn row_place(&self, at: Place) -> usize {
        usize::from(at.y) * self.rows.bits_per_line + usize::from(at.x)
    }

    #[inline(always)]
    pub(super) fn column_place(&self, at: Place) -> usize {
        usize::from(at.x) * self.columns.bits_per_line + usize::from(at.y)
    }

    /// The position of `at` on its rising diagonal.
    #[inline(always)]
    pub(super) fn rising_place(&self, at: Place) -> usize {
        let lines = self.height + 2;
        let line = self.wraps[usize::from(at.x)] + u32::from(at.y);
        let line = if line >= lines { line - lines } else { line };
        line as usize * self.rows.bits_per_line + usize::from(at.x)
    }

    /// The position of `at` on its falling diagonal.
    #[inline(always)]
    pub(super) fn falling_place(&self, at: Place) -> usize {
        let lines = self.height + 2;
        let (wrap, y) = (self.wraps[usize::from(at.x)], u32::from(at.y));
        let line = if wrap >= y { wrap - y } else { wrap + lines - y };
        line as usize * self.rows.bits_per_line + usize::from(at.x)
    }

    /// The index of the place among all places except those of the rim, row by row.
    #[inline(always)]
    pub(super) fn index(&self, at: Place) -> usize {
        ((u32::from(at.y) - 1) * self.width + u32::from(at.x) - 1) as usize
    }

    /// The free neighbours of a place on the map.
    #[inline(always)]
    pub(super) fn free_around(&self, at: Place) -> u8 {
        let place = self.row_place(at) - 1;
        let three = |place: usize| {
            let (word, shift) = (place / 64, place % 64);
            let low = self.rows.words[word][WALL] >> shift;
            let high = if shift > 61 { self.rows.words[word + 1][WALL] << (64 - shift) } else { 0 };
            (!(low | high) & 7) as u8
        };
        let bits = self.rows.bits_per_line;
        around(three(place - bits), three(place), three(place + bits))
    }
}
