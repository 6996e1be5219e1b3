//! A question: a search from each end that only climbs.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{Hierarchy, Side};
use crate::base::Cost;

/// The memory of a running question: one per thread, to be lent to every call and every hierarchy.
#[derive(Clone, Debug, Default)]
pub struct HierarchyScratch {
    /// By rank, on both sides: the search from one end soon looks at what the other has seen.
    reached: Vec<[Reached; 2]>,
    stamp: u32,
    /// Ticks above, rank below.
    open: [BinaryHeap<Reverse<u64>>; 2],
    expanded: u64,
    /// Memory of unpacking.
    pub(super) chain: Vec<u32>,
    pub(super) stack: Vec<(u32, u32)>,
    pub(super) places: Vec<(u32, u32)>,
}

/// What a node has been reached with.
#[derive(Clone, Copy, Debug, Default)]
struct Reached {
    cost: Cost,
    stamp: u32,
    /// From where, by rank; itself at the end of a question.
    parent: u32,
}

/// Ranks take this many bits of an entry of the open list, and the ticks of a climb all others.
const RANK_BITS: u32 = 30;

/// Nothing is known, or nothing left to do.
const NONE: Cost = Cost::MAX;

impl HierarchyScratch {
    /// Memory that has answered nothing yet.
    pub fn new() -> Self {
        HierarchyScratch::default()
    }

    /// How many nodes the latest question looked around from, on both sides.
    pub fn expanded(&self) -> u64 {
        self.expanded
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let pairs = self.stack.capacity() + self.places.capacity();
        self.reached.capacity() * size_of::<[Reached; 2]>()
            + self.open.iter().map(|open| open.capacity() * size_of::<u64>()).sum::<usize>()
            + self.chain.capacity() * size_of::<u32>()
            + pairs * size_of::<(u32, u32)>()
    }

    /// Forgets the question before.
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

    /// What a node was reached with, if it was.
    #[inline(always)]
    fn cost(&self, side: Side, node: u32) -> Cost {
        let reached = &self.reached[node as usize][side as usize];
        if reached.stamp == self.stamp { reached.cost } else { NONE }
    }

    /// From where a node was reached.
    pub(super) fn parent(&self, side: Side, node: u32) -> u32 {
        self.reached[node as usize][side as usize].parent
    }

    /// The least ticks that any node still waits with.
    #[inline(always)]
    pub(super) fn least(&self, side: Side) -> Cost {
        self.open[side as usize].peek().map_or(NONE, |&Reverse(entry)| entry >> RANK_BITS)
    }

    /// Takes the next node of a side and looks around from it, as far as costs below `most`; `None`
    /// if it has been reached for less, or if a more important node shows a cheaper way to it.
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
    /// What the cheapest way between two nodes costs, in ticks; `None` if there is none.
    ///
    /// # Complexity
    ///
    /// O(nodes above both ends · log of these) at most, some hundred in a road network.
    ///
    /// # Panics
    ///
    /// If a node is not below [`Hierarchy::node_count`].
    pub fn distance(&self, from: u32, to: u32, scratch: &mut HierarchyScratch) -> Option<Cost> {
        self.meet(from, to, scratch).map(|(cost, _)| cost)
    }

    /// The cost of the cheapest way and the most important node of it, by rank.
    pub(super) fn meet(
        &self,
        from: u32,
        to: u32,
        scratch: &mut HierarchyScratch,
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
