//! Labels: new ones, joined ones, and unused ones.
//!
//! Joining two labels leaves the cells of one with a label that represents the other. Whenever
//! labels are assigned, some cells are relabelled to their root. Once all cells have had their
//! turn, the labels that had been joined to others when the round began are unused and can be
//! assigned again. The whole map therefore never has to be relabelled for lack of labels.

use super::{Components, NONE};

/// The number of cells that are relabelled to their root for each new label.
const SWEPT_PER_LABEL: usize = 64;

/// The sweep over all cells that frees labels.
#[derive(Clone, Debug, Default)]
pub(super) struct Sweep {
    /// The next cell of the round.
    next: usize,
    /// Labels that will be unused when the round is over.
    freed_by_round: Vec<u32>,
    /// Unused labels.
    free: Vec<u32>,
}

impl Sweep {
    pub(super) fn bytes(&self) -> usize {
        4 * (self.freed_by_round.capacity() + self.free.capacity())
    }
}

impl Components {
    /// An unused label.
    pub(super) fn fresh_label(&mut self) -> u32 {
        self.sweep(SWEPT_PER_LABEL);
        self.has_same_pieces = false;
        if let Some(label) = self.sweep.free.pop() {
            return label;
        }
        let label = self.parents.len() as u32;
        self.parents.push(label);
        self.cells.push(0);
        self.table.push(NONE);
        label
    }

    /// Joins two labels under the root of the smaller one, and returns that.
    pub(super) fn join(&mut self, a: u32, b: u32) -> u32 {
        let (a, b) = (self.root(a), self.root(b));
        let (low, high) = (a.min(b), a.max(b));
        if low != high {
            self.parents[high as usize] = low;
            self.cells[low as usize] += std::mem::take(&mut self.cells[high as usize]);
            self.has_same_pieces = false;
        }
        low
    }

    /// Continues the sweep by this many cells.
    fn sweep(&mut self, cells: usize) {
        if self.sweep.next == 0 {
            let is_unused = |&label: &u32| {
                self.parents[label as usize] != label || self.cells[label as usize] == 0
            };
            let labels = 1..self.parents.len() as u32;
            let mut is_free = vec![false; self.parents.len()];
            self.sweep.free.iter().for_each(|&label| is_free[label as usize] = true);
            let unused = labels.filter(|label| !is_free[*label as usize] && is_unused(label));
            self.sweep.freed_by_round = unused.collect();
        }
        let end = self.labels.len().min(self.sweep.next + cells);
        for at in self.sweep.next..end {
            self.labels[at] = self.root(self.labels[at]);
        }
        self.sweep.next = end;
        if end == self.labels.len() {
            self.sweep.next = 0;
            for label in std::mem::take(&mut self.sweep.freed_by_round) {
                self.parents[label as usize] = label;
                self.cells[label as usize] = 0;
                self.table[label as usize] = NONE;
                self.sweep.free.push(label);
            }
        }
    }
}
