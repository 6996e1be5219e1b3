//! The memory of a running any-angle search.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use crate::search::Part;
use crate::shapes::square::any_angle::{cone::Wedge, corner::Turn, spot::Spot};

/// No parent: the start itself.
pub(super) const START: u32 = u32::MAX;

/// The memory of one running any-angle search.
///
/// Keep one per thread and lend it to every call. It holds 16 bytes per node of the largest world
/// queried so far (for [`anya`](crate::shapes::square::anya), per corner at which paths turn), plus
/// the open list; after the first queries only paths are allocated.
#[derive(Clone, Debug, Default)]
pub(crate) struct AnyAngleMemory {
    records: Vec<Record>,
    stamp: u32,
    pub(super) open: BinaryHeap<Open>,
    /// Cones and corners in the open list, by their number there.
    pub(super) pending: Vec<Pending>,
    /// Free numbers of `pending`.
    pub(super) spare: Vec<u32>,
}

/// An entry on the open list.
#[derive(Clone, Copy, Debug)]
pub(super) enum Pending {
    /// A root that sees the goal.
    Goal { root: u32 },
    /// A corner where the path turns.
    Corner { corner: u32, turn: Turn },
    /// A row of free cells, entered from the previous one.
    Cone { root: u32, cone: Cone },
}

/// What a root sees of the free cells around `column` of `row`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cone {
    pub(super) at: Root,
    pub(super) wedge: Wedge,
    pub(super) row: i64,
    pub(super) column: i64,
    /// −1 upwards, 1 downwards.
    pub(super) down: i64,
}

/// The position of a root, in half cells, and the length of the path to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Root {
    pub(super) x: i64,
    pub(super) y: i64,
    pub(super) g: f64,
}

impl Root {
    pub(super) fn at(spot: Spot, g: f64) -> Self {
        Root { x: i64::from(spot.x), y: i64::from(spot.y), g }
    }
}

/// What is known about a node or corner.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record {
    pub(super) g: f64,
    pub(super) parent: u32,
    /// The stamp in the upper 28 bits, and the flags of the search below it.
    mark: u32,
}

const NOTES: u32 = 4;

/// An entry of the open list: least `f` first, then greatest `g`, then first in, first out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    pub(super) f: f64,
    pub(super) g: f64,
    pub(super) order: u64,
    pub(super) what: u32,
}

impl AnyAngleMemory {
    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.records.capacity() * size_of::<Record>()
            + self.open.capacity() * size_of::<Open>()
            + self.pending.capacity() * size_of::<Pending>()
            + self.spare.capacity() * size_of::<u32>()
    }

    /// The number of bytes for records of this many nodes.
    pub(super) fn bytes_for(nodes: u32) -> usize {
        nodes as usize * size_of::<Record>()
    }

    /// Forgets the previous search.
    pub(super) fn begin(&mut self, nodes: u32) {
        let unknown = Record { g: f64::INFINITY, parent: START, mark: 0 };
        if self.records.len() < nodes as usize {
            self.records.resize(nodes as usize, unknown);
        }
        self.stamp += 1;
        if self.stamp == 1 << (32 - NOTES) {
            self.records.fill(unknown);
            self.stamp = 1;
        }
        self.open.clear();
        self.pending.clear();
        self.spare.clear();
    }

    /// The least length known so far; infinite if there is none.
    #[inline(always)]
    pub(super) fn g(&self, node: u32) -> f64 {
        self.known(node).map_or(f64::INFINITY, |record| record.g)
    }

    /// The record of a node that this search has reached.
    #[inline(always)]
    pub(super) fn known(&self, node: u32) -> Option<Record> {
        let record = self.records.get(node as usize)?;
        (record.mark >> NOTES == self.stamp).then_some(*record)
    }

    /// The flags of a node; 0 if the search has not reached it.
    #[inline(always)]
    pub(super) fn note(&self, node: u32) -> u32 {
        self.known(node).map_or(0, |record| record.mark & ((1 << NOTES) - 1))
    }

    /// Records how a node is reached, with at most four bits of flags.
    #[inline(always)]
    pub(super) fn set(&mut self, node: u32, g: f64, parent: u32, note: u32) {
        self.records[node as usize] = Record { g, parent, mark: self.stamp << NOTES | note };
    }

    /// Sets the stamp as if `stamp` searches had been made, so that tests reach the wrap-around.
    #[cfg(test)]
    pub(super) fn age_to(&mut self, stamp: u32) {
        self.stamp = stamp;
    }
}

impl PartialEq for Open {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Open {}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Open {
    /// The greatest entry is served first.
    #[inline(always)]
    fn cmp(&self, other: &Self) -> Ordering {
        other
            .f
            .total_cmp(&self.f)
            .then(self.g.total_cmp(&other.g))
            .then(other.order.cmp(&self.order))
    }
}

impl Part for AnyAngleMemory {
    fn bytes(&self) -> usize {
        AnyAngleMemory::bytes(self)
    }
}
