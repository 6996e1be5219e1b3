//! Pieces: cells connected by steps in both directions, labelled row by row.

use super::{NOWHERE, telling};
use crate::base::{Dir, NodeId};
use crate::shapes::square::GridView;

/// The label of every cell, and the number of cells with each label.
pub(super) struct Pieces {
    pub labels: Vec<u32>,
    /// `cells[label]`; label 0 is for impassable cells, and its count is 0.
    pub cells: Vec<u32>,
}

/// Labels the pieces of `view` from 1 on, in the order of their first cells.
pub(super) fn label(view: &GridView<'_>) -> Pieces {
    let mut rows = Rows::new(view);
    let classes = (0..view.grid().height()).filter_map(|y| view.grid().row(y));
    for (y, classes) in classes.enumerate() {
        for (media, &class) in rows.media.iter_mut().zip(classes) {
            *media = view.meanings().0[usize::from(class)];
        }
        match (telling(view), view.has_forbidden()) {
            (0xFF, _) => rows.label_by_steps(view, y),
            (_, true) => rows.label_by_media(y, |x| shut_back(view, x, y)),
            (_, false) => rows.label_by_media(y, |_| 0),
        }
        std::mem::swap(&mut rows.media, &mut rows.above);
    }
    rows.finish()
}

/// The rows labelled so far.
struct Rows {
    width: usize,
    /// Media of this row and of the one above.
    media: Vec<u8>,
    above: Vec<u8>,
    labels: Vec<u32>,
    /// Labels assigned so far; a label points to a smaller one of the same piece or to itself.
    parents: Vec<u32>,
    cells: Vec<u32>,
}

impl Rows {
    fn new(view: &GridView<'_>) -> Self {
        let width = view.grid().width() as usize;
        let cells = view.grid().cell_count() as usize;
        Rows {
            width,
            media: vec![0; width],
            above: vec![0; width],
            labels: vec![NOWHERE; cells],
            parents: vec![NOWHERE],
            cells: vec![0],
        }
    }

    /// Labels a row in which neighbours are connected if they share a medium, and if neither of the
    /// two steps between them is among those that `shut(x)` returns, one bit per direction.
    #[inline(always)]
    fn label_by_media(&mut self, y: usize, shut: impl Fn(usize) -> u8) {
        let Rows { width, media, above, labels, parents, cells } = self;
        let (before, row) = labels.split_at_mut(y * *width);
        let row = &mut row[..*width];
        // Above the first row nothing is free.
        let row_above = if y == 0 { &row.to_vec()[..] } else { &before[(y - 1) * *width..] };
        let (mut left, mut label, mut since) = (0, NOWHERE, 0);
        for x in 0..*width {
            let (here, shut) = (media[x], shut(x));
            let is_joined_up = here & above[x] != 0 && shut & Dir::N.bit() == 0;
            let is_joined_left = here & left != 0 && shut & Dir::W.bit() == 0;
            let next = if is_joined_up {
                let up = row_above[x];
                if is_joined_left && label != up {
                    join(parents, label, up);
                }
                up
            } else if is_joined_left {
                label
            } else if here != 0 {
                fresh(parents, cells)
            } else {
                NOWHERE
            };
            if next != label {
                cells[label as usize] += (x - since) as u32;
                (label, since) = (next, x);
            }
            row[x] = next;
            left = here;
        }
        cells[label as usize] += (*width - since) as u32;
    }

    /// Labels a row where diagonals squeeze between cells.
    fn label_by_steps(&mut self, view: &GridView<'_>, y: usize) {
        const BACK: u8 = Dir::W.bit() | Dir::NW.bit() | Dir::N.bit() | Dir::NE.bit();
        for x in 0..self.width {
            if self.media[x] == 0 {
                continue;
            }
            let at = y * self.width + x;
            let mut back = super::two_way_steps(view, NodeId::new(at as u32)) & BACK;
            let mut label = NOWHERE;
            while back != 0 {
                let code = back.trailing_zeros() as usize;
                back &= back - 1;
                let other = self.labels[at.wrapping_add_signed(view.offsets()[code] as isize)];
                if label != NOWHERE && label != other {
                    join(&mut self.parents, label, other);
                }
                label = other;
            }
            if label == NOWHERE {
                label = fresh(&mut self.parents, &mut self.cells);
            }
            self.labels[at] = label;
            self.cells[label as usize] += 1;
        }
    }

    /// Numbers the pieces without gaps.
    fn finish(self) -> Pieces {
        let Rows { mut labels, mut parents, cells, .. } = self;
        let mut sums = vec![0];
        for label in 1..parents.len() {
            let parent = parents[label] as usize;
            // Smaller labels are already numbered.
            parents[label] = if parent == label {
                sums.push(0);
                sums.len() as u32 - 1
            } else {
                parents[parent]
            };
            sums[parents[label] as usize] += cells[label];
        }
        if sums.len() < parents.len() {
            labels.iter_mut().for_each(|label| *label = parents[*label as usize]);
        }
        Pieces { labels, cells: sums }
    }
}

/// The straight steps between a cell and those before and above it that are forbidden, one way at
/// least.
#[inline(always)]
fn shut_back(view: &GridView<'_>, x: usize, y: usize) -> u8 {
    let node = NodeId::new((y * view.grid().width() as usize + x) as u32);
    let mut shut = view.grid().forbidden()[node.index()];
    for (dir, is_inside) in [(Dir::W, x > 0), (Dir::N, y > 0)] {
        if is_inside && view.is_shut_into(node, dir) {
            shut |= dir.bit();
        }
    }
    shut
}

fn fresh(parents: &mut Vec<u32>, cells: &mut Vec<u32>) -> u32 {
    let label = parents.len() as u32;
    parents.push(label);
    cells.push(0);
    label
}

fn join(parents: &mut [u32], a: u32, b: u32) {
    let (a, b) = (find(parents, a), find(parents, b));
    parents[a.max(b) as usize] = a.min(b);
}

/// The root of `label`, with path halving.
fn find(parents: &mut [u32], mut label: u32) -> u32 {
    while parents[label as usize] != label {
        let parent = parents[label as usize];
        parents[label as usize] = parents[parent as usize];
        label = parents[label as usize];
    }
    label
}
