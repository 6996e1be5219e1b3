//! The cells of states by their features, and whose turn it is.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// How many boxes are packed, into how many areas the floor is divided, and how many boxes are in
/// the way of the next one.
pub(super) type Kind = [u16; 3];

/// A node that waits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Waiting {
    pub(super) node: u32,
    /// The moves that it had left; with another number of them it waits no more.
    pub(super) left: u32,
}

/// What is least comes first; of equal entries the earliest node.
type Entry = (u32, u32, u32, u32);

/// The nodes of one cell: by weight with the next move, then by the pushes left, and if cells are
/// coarse, also by these alone. Each order that has something has every second turn.
#[derive(Default)]
struct Cell {
    open: [BinaryHeap<Reverse<Entry>>; 2],
    turn: usize,
}

impl Cell {
    /// Takes the best entry in the order whose turn it is.
    fn pop(&mut self) -> Option<Waiting> {
        self.turn += 1;
        let first = self.open[self.turn % 2].pop();
        let Reverse((_, _, node, left)) = first.or_else(|| self.open[1 - self.turn % 2].pop())?;
        Some(Waiting { node, left })
    }
}

/// Cells by features, of which the first is how many boxes are packed.
#[derive(Default)]
pub(super) struct Cells {
    /// Whether nodes are sorted by the boxes packed alone.
    pub(super) is_coarse: bool,
    names: BTreeMap<Kind, usize>,
    open: Vec<Cell>,
    /// By boxes packed, the cells and whose turn it is.
    levels: BTreeMap<u16, (Vec<usize>, usize)>,
    turn: u64,
    /// Entries in all cells.
    waiting: usize,
    /// Whose turn it is of all cells.
    all: usize,
}

impl Cells {
    /// Cells that tell states apart by the boxes packed alone.
    pub(super) fn coarse() -> Cells {
        Cells { is_coarse: true, ..Cells::default() }
    }

    /// Lets a node wait in a cell.
    pub(super) fn add(&mut self, cell: usize, weight: u32, guess: u32, next: Waiting) {
        let Waiting { node, left } = next;
        self.open[cell].open[0].push(Reverse((weight, guess, node, left)));
        self.waiting += 1;
        if self.is_coarse {
            self.open[cell].open[1].push(Reverse((guess, 0, node, left)));
            self.waiting += 1;
        }
    }

    /// The number of the cell of a kind.
    pub(super) fn cell(&mut self, kind: Kind) -> usize {
        let kind = if self.is_coarse { [kind[0], 0, 0] } else { kind };
        let next = self.open.len();
        let cell = *self.names.entry(kind).or_insert(next);
        if cell == next {
            self.open.push(Cell::default());
            self.levels.entry(kind[0]).or_default().0.push(cell);
        }
        cell
    }

    /// The next cell that has something, and the best in it. Every second turn goes round all cells;
    /// of the others every second is for the most boxes packed, every fourth for one less, and so on.
    pub(super) fn next(&mut self) -> Option<(usize, Waiting)> {
        if self.waiting == 0 {
            return None;
        }
        self.waiting -= 1;
        self.turn += 1;
        if self.turn.is_multiple_of(2) {
            loop {
                self.all = (self.all + 1) % self.open.len();
                if let Some(next) = self.open[self.all].pop() {
                    return Some((self.all, next));
                }
            }
        }
        let mut level = (self.turn / 2 + 1).trailing_zeros() as usize;
        loop {
            level %= self.levels.len();
            let found = self.levels.values_mut().rev().nth(level).and_then(|(cells, turn)| {
                (0..cells.len()).find_map(|_| {
                    *turn = (*turn + 1) % cells.len();
                    let next = self.open[cells[*turn]].pop()?;
                    Some((cells[*turn], next))
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
        self.waiting * 2 * size_of::<Entry>() + self.open.len() * 192
    }
}
