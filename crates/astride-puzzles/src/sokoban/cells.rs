//! The cells of states by their features, and whose turn it is.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// How many boxes are packed, into how many areas the floor is divided, and how many boxes are in
/// the way of the next one.
pub(super) type Kind = [u16; 3];

/// The weight of a node with its next move, a guess of the pushes left, and the node.
type Entry = (u32, u32, u32);

/// Cells by features, of which the first is how many boxes are packed.
#[derive(Default)]
pub(super) struct Cells {
    names: BTreeMap<Kind, usize>,
    open: Vec<BinaryHeap<Reverse<Entry>>>,
    /// By boxes packed, the cells and whose turn it is.
    levels: BTreeMap<u16, (Vec<usize>, usize)>,
    turn: u64,
    /// Entries in all cells.
    waiting: usize,
    /// Whose turn it is of all cells.
    all: usize,
}

impl Cells {
    /// Lets a node wait in a cell.
    pub(super) fn add(&mut self, cell: usize, weight: u32, guess: u32, node: u32) {
        self.open[cell].push(Reverse((weight, guess, node)));
        self.waiting += 1;
    }

    /// The number of the cell of a kind.
    pub(super) fn cell(&mut self, kind: Kind) -> usize {
        let next = self.open.len();
        let cell = *self.names.entry(kind).or_insert(next);
        if cell == next {
            self.open.push(BinaryHeap::new());
            self.levels.entry(kind[0]).or_default().0.push(cell);
        }
        cell
    }

    /// The next cell that has something, and the best in it. Every second turn goes round all cells;
    /// of the others every second is for the most boxes packed, every fourth for one less, and so on.
    pub(super) fn next(&mut self) -> Option<(usize, u32)> {
        if self.waiting == 0 {
            return None;
        }
        self.waiting -= 1;
        self.turn += 1;
        if self.turn.is_multiple_of(2) {
            loop {
                self.all = (self.all + 1) % self.open.len();
                if let Some(Reverse((_, _, node))) = self.open[self.all].pop() {
                    return Some((self.all, node));
                }
            }
        }
        let mut level = (self.turn / 2 + 1).trailing_zeros() as usize;
        loop {
            level %= self.levels.len();
            let found = self.levels.values_mut().rev().nth(level).and_then(|(cells, turn)| {
                (0..cells.len()).find_map(|_| {
                    *turn = (*turn + 1) % cells.len();
                    let Reverse((_, _, node)) = self.open[cells[*turn]].pop()?;
                    Some((cells[*turn], node))
                })
            });
            if found.is_some() {
                return found;
            }
            level += 1;
        }
    }

    /// About the bytes of what waits.
    pub(super) fn bytes(&self) -> usize {
        self.waiting * 2 * size_of::<Entry>() + self.open.len() * 128
    }
}
