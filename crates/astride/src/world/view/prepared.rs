//! Views with the allowed steps of every cell worked out beforehand.

use crate::base::NodeId;
use crate::base::bits::around;
use crate::world::{Grid, GridView};

impl GridView<'_> {
    /// The same view with the allowed steps of every cell worked out beforehand: one byte per cell,
    /// and searches no longer look at terrain and walls. Worth it from a handful of queries, or for
    /// one distance field.
    ///
    /// # Complexity
    ///
    /// O(cells): a few milliseconds per million, or some tens where there are walls between cells
    /// or several media.
    #[must_use]
    pub fn prepared(mut self) -> Self {
        self.table = None;
        let steps: Vec<u8> = if self.is_one_medium && !self.has_forbidden {
            self.steps_by_rows()
        } else {
            (0..self.grid.cell_count()).map(|node| self.steps_from(NodeId::new(node))).collect()
        };
        self.table = Some(steps.into());
        self
    }

    /// The steps of all cells when only terrain of one medium matters: three rows of bits at a
    /// time, so that the neighbours of a cell are nine bits next to each other.
    fn steps_by_rows(&self) -> Vec<u8> {
        let grid = self.grid;
        let mut steps = Vec::with_capacity(grid.cell_count() as usize);
        let words = grid.width() as usize / 64 + 2;
        let blocked = vec![0; words];
        let mut above = blocked.clone();
        let mut here = self.free_bits(grid, 0, words);
        for y in 0..grid.height() {
            let below = if y + 1 < grid.height() {
                self.free_bits(grid, y + 1, words)
            } else {
                blocked.clone()
            };
            for x in 0..grid.width() as usize {
                let (up, mid, down) = (window(&above, x), window(&here, x), window(&below, x));
                let free = around(up, mid, down);
                let can_stand = mid >> 1 & 1 == 1;
                steps.push(if can_stand { self.allowed[usize::from(free)] } else { 0 });
            }
            (above, here) = (here, below);
        }
        steps
    }

    /// The passable cells of a row, one bit each; bit `x + 1` stands for column `x`, so that
    /// columns off the map on both sides read as blocked.
    fn free_bits(&self, grid: &Grid, y: u32, words: usize) -> Vec<u64> {
        let mut bits = vec![0; words];
        for (x, &class) in grid.row(y).unwrap_or_default().iter().enumerate() {
            let is_free = u64::from(self.media[class as usize] != 0);
            bits[(x + 1) / 64] |= is_free << ((x + 1) % 64);
        }
        bits
    }
}

/// Columns `x − 1`, `x` and `x + 1` of a row of bits, as the lowest three.
#[inline(always)]
fn window(bits: &[u64], x: usize) -> u8 {
    let (word, shift) = (x / 64, x % 64);
    let low = bits[word] >> shift;
    let high = if shift > 61 { bits[word + 1] << (64 - shift) } else { 0 };
    ((low | high) & 7) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Cell, Dir};
    use crate::world::{Corners, Edit, Mover, Neighbours};

    /// Every cell of a map has the same steps with and without preparation.
    fn check(grid: &Grid, mover: &Mover) {
        let plain = grid.seen_by(mover);
        let prepared = grid.seen_by(mover).prepared();
        for y in 0..grid.height() {
            for x in 0..grid.width() {
                for dir in Dir::ALL {
                    let cell = Cell::new(x, y);
                    assert_eq!(plain.may_step(cell, dir), prepared.may_step(cell, dir), "{cell}");
                }
            }
        }
    }

    #[test]
    fn preparing_changes_no_step() {
        for (width, height) in
            [(1, 1), (1, 9), (9, 1), (61, 5), (62, 5), (63, 5), (64, 5), (130, 7)]
        {
            let letter = |i: u32| b"....@W3."[(i.wrapping_mul(2_654_435_761) >> 29) as usize];
            let classes: Vec<u8> = (0..width * height).map(letter).collect();
            let mut grid = Grid::from_classes(width, height, &classes).unwrap();
            for corners in [Corners::Never, Corners::OneFree, Corners::Always] {
                let walker = Mover::walker().corners(corners);
                check(&grid, &walker);
                check(&grid, &walker.clone().impassable(b'W'));
                check(&grid, &walker.impassable(b'W').neighbours(Neighbours::Four));
            }
            if width > 2 {
                grid.apply(Edit::new().wall((1, 0), Dir::E)).unwrap();
                check(&grid, &Mover::walker());
            }
        }
    }
}
