//! The open list of a search over a few hundred cells.
//!
//! If steps have similar costs, it is a ring of buckets as wide as the cheapest step: nothing in a
//! bucket can improve anything else in it, so their order does not matter. Otherwise it is a heap.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::base::Cost;

const BUCKETS: usize = 128;
const END: u32 = u32::MAX;

#[derive(Clone, Debug, Default)]
pub(super) struct Queue {
    heads: Vec<u32>,
    entries: Vec<Entry>,
    heap: BinaryHeap<Reverse<(Cost, Reverse<u32>, Cost)>>,
    /// Ticks per bucket; 0 where the heap is used.
    width: Cost,
    /// The bucket being served, counted from cost 0.
    at: Cost,
    waiting: usize,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    node: u32,
    next: u32,
    g: Cost,
}

/// The next entry; its `f` is at least `least`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Popped {
    pub(super) least: Cost,
    pub(super) node: u32,
    pub(super) g: Cost,
}

impl Queue {
    /// Empties the list, for steps that raise `f` by at most twice `most`, of at least `least`
    /// ticks each, starting at `first`.
    pub(super) fn begin(&mut self, first: Cost, least: Cost, most: Cost) {
        let is_even = 2 * most / least.max(1) + 2 < BUCKETS as Cost;
        self.width = if is_even { least } else { 0 };
        self.heads.clear();
        self.heads.resize(BUCKETS, END);
        self.entries.clear();
        self.heap.clear();
        self.waiting = 0;
        self.at = first.checked_div(self.width).unwrap_or(0);
    }

    #[inline(always)]
    pub(super) fn push(&mut self, f: Cost, node: u32, g: Cost) {
        if self.width == 0 {
            self.heap.push(Reverse((f, Reverse(node), g)));
            return;
        }
        let bucket = (f / self.width).max(self.at) as usize % BUCKETS;
        let place = self.entries.len() as u32;
        self.entries.push(Entry { node, next: self.heads[bucket], g });
        self.heads[bucket] = place;
        self.waiting += 1;
    }

    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<Popped> {
        if self.width == 0 {
            let Reverse((least, Reverse(node), g)) = self.heap.pop()?;
            return Some(Popped { least, node, g });
        }
        if self.waiting == 0 {
            return None;
        }
        while self.heads[self.at as usize % BUCKETS] == END {
            self.at += 1;
        }
        let head = &mut self.heads[self.at as usize % BUCKETS];
        let entry = self.entries[*head as usize];
        *head = entry.next;
        self.waiting -= 1;
        Some(Popped { least: self.at * self.width, node: entry.node, g: entry.g })
    }
}
