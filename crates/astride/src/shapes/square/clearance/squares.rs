//! The largest free square at each cell, computed from the squares to the right, below and
//! diagonally.

use super::Layer;
use crate::base::CellRect;
use crate::shapes::square::GridView;

impl Layer {
    /// Recomputes the squares of the cells in `rect`, and of those above and to the left as far as
    /// anything changes. Returns the number of cells examined.
    pub(super) fn update_squares(&mut self, view: &GridView<'_>, rect: CellRect) -> usize {
        let mut looked = 0;
        // The changed part of the row below: from the first position up to but not including the
        // last.
        let mut below = (0, 0);
        for y in (0..(rect.y + rect.height) as usize).rev() {
            let mut must = below;
            if y >= rect.y as usize {
                let (left, right) = (rect.x as usize, (rect.x + rect.width) as usize);
                must = if below.0 == below.1 {
                    (left, right)
                } else {
                    (left.min(below.0), right.max(below.1))
                };
            } else if must.0 == must.1 {
                break;
            }
            let mut changed = (0, 0);
            for x in (0..must.1).rev() {
                let (at, before) = (y * self.width + x, self.squares[y * self.width + x]);
                self.squares[at] = self.square(view, x, at);
                looked += 1;
                if self.squares[at] != before {
                    changed = (x, if changed.1 == 0 { x + 1 } else { changed.1 });
                } else if x < must.0 {
                    break;
                }
            }
            // A square extends right and down, so a change here also matters one cell further left;
            // a row is left at the first cell there that does not change.
            below = changed;
        }
        looked
    }

    fn square(&self, view: &GridView<'_>, x: usize, at: usize) -> u16 {
        if !self.is_free(view, at) {
            return 0;
        }
        let below = at + self.width;
        if x + 1 == self.width || below >= self.squares.len() {
            return 1;
        }
        let [right, down, between] = [at + 1, below, below + 1].map(|other| self.squares[other]);
        right.min(down).min(between).saturating_add(1)
    }
}
