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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crowd::plane::CELL;
    use astride::base::Random;
    use astride::shapes::square::{Grid, Mover};

    #[test]
    fn cells_are_near_points_that_are_few_columns_and_rows_away() {
        let mut dice = Random::new(2);
        let mut around = Around::default();
        for _ in 0..300 {
            let [width, height] = [1 + dice.below(90), 1 + dice.below(9)];
            let grid = Grid::new(width, height, b'.').unwrap();
            let ground = Ground::new(&grid.seen_by(&Mover::walker())).unwrap();
            let reach = dice.below(32) as i32;
            around.clear(&ground);
            let cells: Vec<[i32; 2]> = (0..dice.below(4))
                .map(|_| [width, height].map(|side| dice.below(side) as i32))
                .collect();
            cells.iter().for_each(|cell| around.add(&ground, cell.map(|side| side * CELL), reach));
            for (x, y) in (0..height as i32).flat_map(|y| (0..width as i32).map(move |x| (x, y))) {
                let is_near = |at: &[i32; 2]| (at[0] - x).abs().max((at[1] - y).abs()) <= reach;
                let index = ground.cell_index([x * CELL, y * CELL]);
                assert_eq!(around.has(index), cells.iter().any(is_near), "{x},{y}: {cells:?}");
            }
        }
    }
}
