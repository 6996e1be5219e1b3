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
        if view.has_forbidden() || telling(view) == 0xFF {
            rows.label_by_steps(view, y);
        } else {
            rows.label_by_media(y);
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

    /// Labels a row in which neighbours are connected if they share a medium.
    fn label_by_media(&mut self, y: usize) {
        let Rows { width, media, above, labels, parents, cells } = self;
        let (before, row) = labels.split_at_mut(y * *width);
        let row = &mut row[..*width];
        // Above the first row nothing is free.
        let row_above = if y == 0 { &row.to_vec()[..] } else { &before[(y - 1) * *width..] };
        let (mut left, mut label, mut since) = (0, NOWHERE, 0);
        for x in 0..*width {
            let (here, up) = (media[x], above[x]);
            let next = if here & up != 0 {
                let up = row_above[x];
                if here & left != 0 && label != up {
                    join(parents, label, up);
                }
                up
            } else if here & left != 0 {
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

    /// Labels a row where walls, one-way steps or squeezing diagonals matter.
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
