//! Queries: an upward search from each end.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{Hierarchy, Side};
use crate::base::Cost;
use crate::search::{Part, Scratch};

/// The memory of a running query.
#[derive(Clone, Debug, Default)]
pub(crate) struct HierarchyMemory {
    /// For each rank, both sides together: the search from one end soon reads what the other has
    /// reached.
    reached: Vec<[Reached; 2]>,
    stamp: u32,
    /// Ticks above, rank below.
    open: [BinaryHeap<Reverse<u64>>; 2],
    expanded: u64,
    /// Memory for unpacking.
    pub(super) chain: Vec<u32>,
    pub(super) stack: Vec<(u32, u32)>,
    pub(super) places: Vec<(u32, u32)>,
}

/// How a node has been reached.
#[derive(Clone, Copy, Debug, Default)]
struct Reached {
    cost: Cost,
    stamp: u32,
    /// The predecessor, by rank; the node itself at an end of the query.
    parent: u32,
}

/// Ranks take this many bits of an entry of the open list, and the ticks of a climb the rest.
const RANK_BITS: u32 = 30;

/// Not reached, or nothing left to do.
const NONE: Cost = Cost::MAX;

impl Part for HierarchyMemory {
    fn bytes(&self) -> usize {
        let pairs = self.stack.capacity() + self.places.capacity();
        self.reached.capacity() * size_of::<[Reached; 2]>()
            + self.open.iter().map(|open| open.capacity() * size_of::<u64>()).sum::<usize>()
            + self.chain.capacity() * size_of::<u32>()
            + pairs * size_of::<(u32, u32)>()
    }
}

impl HierarchyMemory {
    /// The number of nodes the last query expanded, on both sides.
    pub(crate) fn expanded(&self) -> u64 {
        self.expanded
    }

    /// Forgets the previous query.
    pub(super) fn begin(&mut self, hierarchy: &Hierarchy) {
        if self.reached.len() < hierarchy.order.len() {
            self.reached.resize(hierarchy.order.len(), [Reached::default(); 2]);
        }
        if self.stamp == u32::MAX {
            self.reached.fill([Reached::default(); 2]);
            self.stamp = 0;
        }
        self.stamp += 1;
        self.open.iter_mut().for_each(BinaryHeap::clear);
        self.expanded = 0;
    }

    #[inline(always)]
    pub(super) fn reach(&mut self, side: Side, node: u32, cost: Cost, parent: u32) {
        let reached = &mut self.reached[node as usize][side as usize];
        if reached.stamp != self.stamp || cost < reached.cost {
            *reached = Reached { cost, stamp: self.stamp, parent };
            self.open[side as usize].push(Reverse(cost << RANK_BITS | u64::from(node)));
        }
    }

    /// The cost at which a node was reached, if it was.
    #[inline(always)]
    fn cost(&self, side: Side, node: u32) -> Cost {
        let reached = &self.reached[node as usize][side as usize];
        if reached.stamp == self.stamp { reached.cost } else { NONE }
    }

    /// The predecessor of a node.
    pub(super) fn parent(&self, side: Side, node: u32) -> u32 {
        self.reached[node as usize][side as usize].parent
    }

    /// The least cost of any node in the open list.
    #[inline(always)]
    pub(super) fn least(&self, side: Side) -> Cost {
        self.open[side as usize].peek().map_or(NONE, |&Reverse(entry)| entry >> RANK_BITS)
    }

    /// Takes the next node of a side and relaxes its arcs, as long as costs stay below `most`.
    /// Returns `None` if the entry is outdated, or if a more important node gives a cheaper path to
    /// it.
    #[inline(always)]
    pub(super) fn step(
        &mut self,
        hierarchy: &Hierarchy,
        side: Side,
        most: Cost,
    ) -> Option<(u32, Cost)> {
        let Reverse(entry) = self.open[side as usize].pop()?;
        let (node, cost) = (entry as u32 & ((1 << RANK_BITS) - 1), entry >> RANK_BITS);
        if self.reached[node as usize][side as usize].cost != cost {
            return None;
        }
        for &(above, step) in &hierarchy.arcs[hierarchy.row(node, side.other())] {
            if self.cost(side, above).saturating_add(step.into()) < cost {
                return None;
            }
        }
        self.expanded += 1;
        for &(above, step) in &hierarchy.arcs[hierarchy.row(node, side)] {
            let next = cost + u64::from(step);
            if next < most {
                self.reach(side, above, next, node);
            }
        }
        Some((node, cost))
    }
}

impl Hierarchy {
    /// The cost of a cheapest path between two nodes, in ticks; `None` if there is none.
    ///
    /// # Complexity
    ///
    /// At most O(nodes above both ends · log of these), some hundreds of nodes in a road network.
    ///
    /// # Panics
    ///
    /// If a node is not below [`Hierarchy::node_count`].
    pub fn distance(&self, from: u32, to: u32, scratch: &mut Scratch) -> Option<Cost> {
        self.meet(from, to, scratch.part()).map(|(cost, _)| cost)
    }

    /// The cost of a cheapest path and its most important node, by rank.
    pub(super) fn meet(
        &self,
        from: u32,
        to: u32,
        scratch: &mut HierarchyMemory,
    ) -> Option<(Cost, u32)> {
        scratch.begin(self);
        for (side, node) in [(Side::Up, from), (Side::Down, to)] {
            let rank = self.rank[node as usize];
            scratch.reach(side, rank, 0, rank);
        }
        let mut best = (NONE, 0);
        loop {
            let least = [scratch.least(Side::Up), scratch.least(Side::Down)];
            if least[0].min(least[1]) >= best.0 {
                return (best.0 != NONE).then_some(best);
            }
            let side = if least[0] <= least[1] { Side::Up } else { Side::Down };
            if let Some((node, cost)) = scratch.step(self, side, best.0) {
                let total = scratch.cost(side.other(), node).saturating_add(cost);
                if total < best.0 {
                    best = (total, node);
                }
            }
        }
    }
}
