//! Which cells are near some points.

use super::ground::{Ground, cell_of};
use super::plane::Point;

/// A bit for each cell: whether one of the points is at most some columns and rows away.
#[derive(Clone, Debug, Default)]
pub(super) struct Around {
    bits: Vec<u64>,
}

impl Around {
    /// Removes all points. O(cells / 64).
    pub(super) fn clear(&mut self, ground: &Ground) {
        self.bits.clear();
        self.bits.resize(ground.cell_count().div_ceil(64), 0);
    }

    /// Adds a point with all cells at most `reach` columns and rows away, up to 31.
    pub(super) fn add(&mut self, ground: &Ground, point: Point, reach: i32) {
        let [x, y] = cell_of(point);
        let [width, height] = ground.size().map(|side| side as i32);
        let columns = (x - reach).max(0)..(x + reach + 1).min(width);
        // At most 63 bits, in one word or two.
        let bits = (1u128 << columns.len()) - 1;
        for row in (y - reach).max(0)..(y + reach + 1).min(height) {
            let first = (row * width + columns.start) as usize;
            let bits = bits << (first % 64);
            self.bits[first / 64] |= bits as u64;
            if let Some(next) = self.bits.get_mut(first / 64 + 1) {
                *next |= (bits >> 64) as u64;
            }
        }
    }

    /// Whether one of the points is near this cell.
    #[inline]
    pub(super) fn has(&self, cell: usize) -> bool {
        self.bits[cell / 64] >> (cell % 64) & 1 != 0
    }
}
