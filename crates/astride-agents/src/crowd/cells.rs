//! Sets of cells, looked at row by row around a point.

use super::ground::{Ground, cell_of};
use super::plane::Point;

/// A bit for each cell.
#[derive(Clone, Debug, Default)]
pub(super) struct Cells {
    /// One word more than there are cells for, so that behind each there is another.
    bits: Vec<u64>,
}

impl Cells {
    /// Removes all cells. O(cells of the map / 64).
    pub(super) fn clear(&mut self, ground: &Ground) {
        self.bits.clear();
        self.bits.resize(ground.cell_count() / 64 + 2, 0);
    }

    #[inline]
    pub(super) fn insert(&mut self, cell: usize) {
        self.bits[cell / 64] |= 1 << (cell % 64);
    }

    /// Adds all cells at most `reach` columns and rows away from that of a point, up to 31. This suits
    /// few points and many queries; for many points and few queries, see
    /// [`has_near`](Self::has_near).
    pub(super) fn insert_around(&mut self, ground: &Ground, point: Point, reach: i32) {
        let [x, y] = cell_of(point);
        let [width, height] = ground.size().map(|side| side as i32);
        let columns = (x - reach).max(0)..(x + reach + 1).min(width);
        // At most 63 bits, in one word or two.
        let bits = (1u128 << columns.len()) - 1;
        for row in (y - reach).max(0)..(y + reach + 1).min(height) {
            let first = (row * width + columns.start) as usize;
            let bits = bits << (first % 64);
            self.bits[first / 64] |= bits as u64;
            self.bits[first / 64 + 1] |= (bits >> 64) as u64;
        }
    }

    #[inline]
    pub(super) fn has(&self, cell: usize) -> bool {
        self.bits[cell / 64] >> (cell % 64) & 1 != 0
    }

    #[inline]
    pub(super) fn remove(&mut self, cell: usize) {
        self.bits[cell / 64] &= !(1 << (cell % 64));
    }

    /// All of them, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> {
        let words = self.bits.iter().enumerate();
        words.flat_map(|(word, &bits)| ones(bits).map(move |bit| 64 * word + bit))
    }

    /// Whether one of the cells is at most `reach` columns and rows away from that of `point`.
    #[inline]
    pub(super) fn has_near(&self, ground: &Ground, point: Point, reach: i32) -> bool {
        self.any_row(ground, point, reach, |_, _| true)
    }

    /// Whether a part of a row with cells that are as near satisfies `is_wanted`; then asks no further.
    /// It receives the first of up to 64 columns of the row, and a bit for each that says whether
    /// the cell is in the set. At least one bit is set.
    #[inline(always)]
    pub(super) fn any_row(
        &self,
        ground: &Ground,
        point: Point,
        reach: i32,
        mut is_wanted: impl FnMut(usize, u64) -> bool,
    ) -> bool {
        let [x, y] = cell_of(point);
        let [width, height] = ground.size().map(|side| side as i32);
        let (left, right) = ((x - reach).max(0), (x + reach + 1).min(width));
        for row in (y - reach).max(0)..(y + reach + 1).min(height) {
            let (mut from, mut left) = ((row * width + left) as usize, left);
            while left < right {
                let bits = self.bits_from(from) & u64::MAX >> (64 - (right - left).min(64));
                if bits != 0 && is_wanted(from, bits) {
                    return true;
                }
                (from, left) = (from + 64, left + 64);
            }
        }
        false
    }

    /// The bits of 64 cells from this one on.
    #[inline(always)]
    fn bits_from(&self, cell: usize) -> u64 {
        let (word, shift) = (cell / 64, cell % 64);
        let words = &self.bits[word..word + 2];
        // Never shifted by 64 bits, which is not a valid shift.
        words[0] >> shift | words[1] << 1 << (63 - shift)
    }
}

/// The positions of the bits that are set, from the lowest.
#[inline(always)]
pub(super) fn ones(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = (bits != 0).then(|| bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        at
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crowd::plane::CELL;
    use astride::base::Random;
    use astride::shapes::square::{Grid, Mover};

    #[test]
    fn cells_are_near_points_that_are_few_columns_and_rows_away() {
        let mut dice = Random::new(2);
        let [mut cells, mut around] = [Cells::default(), Cells::default()];
        for _ in 0..300 {
            let [width, height] = [1 + dice.below(150), 1 + dice.below(9)];
            let grid = Grid::new(width, height, b'.').unwrap();
            let ground = Ground::new(&grid.seen_by(&Mover::walker())).unwrap();
            let reach = dice.below(90) as i32;
            let point = |cell: [i32; 2]| cell.map(|side| side * CELL);
            let index = |cell: [i32; 2]| ground.cell_index(point(cell));
            let mut expected: Vec<[i32; 2]> = (0..dice.below(5))
                .map(|_| [width, height].map(|side| dice.below(side) as i32))
                .collect();
            cells.clear(&ground);
            expected.iter().for_each(|&cell| cells.insert(index(cell)));
            if let Some(gone) = expected.pop() {
                cells.remove(index(gone));
                expected.retain(|&cell| cell != gone);
            }
            expected.sort_by_key(|&cell| index(cell));
            expected.dedup();
            assert!(cells.iter().eq(expected.iter().map(|&cell| index(cell))));
            around.clear(&ground);
            for &cell in expected.iter().filter(|_| reach < 32) {
                around.insert_around(&ground, point(cell), reach);
            }
            for (x, y) in (0..height as i32).flat_map(|y| (0..width as i32).map(move |x| (x, y))) {
                let is_near = |at: &[i32; 2]| (at[0] - x).abs().max((at[1] - y).abs()) <= reach;
                let is_expected = expected.iter().any(is_near);
                assert_eq!(cells.has(index([x, y])), expected.contains(&[x, y]));
                assert_eq!(cells.has_near(&ground, point([x, y]), reach), is_expected);
                if reach < 32 {
                    assert_eq!(around.has(index([x, y])), is_expected, "{x},{y}: {expected:?}");
                }
            }
        }
    }
}
