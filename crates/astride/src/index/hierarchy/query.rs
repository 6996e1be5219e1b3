//! A question: a search from each end that only climbs.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{Hierarchy, Side};
use crate::base::Cost;

/// The memory of a running question: one per thread, to be lent to every call and every hierarchy.
#[derive(Default)]
pub struct HierarchyScratch {
    pub(super) sides: [Climb; 2],
    /// How many nodes the latest question looked around from.
    pub(super) expanded: u64,
    /// Memory of unpacking.
    pub(super) chain: Vec<u32>,
    pub(super) stack: Vec<(u32, u32)>,
    pub(super) places: Vec<(u32, u32)>,
}

impl HierarchyScratch {
    /// Memory that has answered nothing yet.
    pub fn new() -> Self {
        HierarchyScratch::default()
    }

    /// How many nodes the latest question looked around from, on both sides.
    pub fn expanded(&self) -> u64 {
        self.expanded
    }
}

/// What a node has been reached with.
#[derive(Clone, Copy, Default)]
struct Reached {
    cost: Cost,
    stamp: u32,
    /// From where, by rank; itself at the end of a question.
    parent: u32,
}

/// Ranks take this many bits of an entry of the open list, and the ticks of a climb all others.
const RANK_BITS: u32 = 30;

/// No question is on this side, or nothing is left to do.
const DONE: Cost = Cost::MAX;

/// The search from one end.
#[derive(Default)]
pub(super) struct Climb {
    reached: Vec<Reached>,
    stamp: u32,
    /// Ticks above, rank below.
    open: BinaryHeap<Reverse<u64>>,
}

impl Climb {
    pub(super) fn begin(&mut self, count: usize, from: u32) {
        if self.reached.len() < count {
            self.reached.resize(count, Reached::default());
        }
        if self.stamp == u32::MAX {
            self.reached.fill(Reached::default());
            self.stamp = 0;
        }
        self.stamp += 1;
        self.open.clear();
        self.reach(from, 0, from);
    }

    #[inline(always)]
    fn reach(&mut self, node: u32, cost: Cost, parent: u32) {
        let reached = &mut self.reached[node as usize];
        if reached.stamp != self.stamp || cost < reached.cost {
            *reached = Reached { cost, stamp: self.stamp, parent };
            self.open.push(Reverse(cost << RANK_BITS | u64::from(node)));
        }
    }

    /// What a node was reached with, if it was.
    #[inline(always)]
    fn cost(&self, node: u32) -> Option<Cost> {
        let reached = &self.reached[node as usize];
        (reached.stamp == self.stamp).then_some(reached.cost)
    }

    /// From where a node was reached.
    pub(super) fn parent(&self, node: u32) -> u32 {
        self.reached[node as usize].parent
    }

    /// Whether no node waits any more.
    pub(super) fn is_done(&self) -> bool {
        self.open.is_empty()
    }

    /// The least ticks that any node still waits with.
    #[inline(always)]
    fn least(&self) -> Cost {
        self.open.peek().map_or(DONE, |&Reverse(entry)| entry >> RANK_BITS)
    }

    /// Takes the next node and looks around from it; `None` if it has been reached for less, or if a
    /// more important node shows a cheaper way to it.
    pub(super) fn step(&mut self, hierarchy: &Hierarchy, side: Side) -> Option<(u32, Cost)> {
        let Reverse(entry) = self.open.pop()?;
        let (node, cost) = (entry as u32 & ((1 << RANK_BITS) - 1), entry >> RANK_BITS);
        if self.reached[node as usize].cost != cost {
            return None;
        }
        for &(above, step) in &hierarchy.arcs[hierarchy.row(node, side.other())] {
            if self.cost(above).is_some_and(|least| least + u64::from(step) < cost) {
                return None;
            }
        }
        for &(above, step) in &hierarchy.arcs[hierarchy.row(node, side)] {
            self.reach(above, cost + u64::from(step), node);
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
        let ends = [from, to].map(|node| self.rank[node as usize]);
        let [up, down] = &mut scratch.sides;
        up.begin(self.order.len(), ends[0]);
        down.begin(self.order.len(), ends[1]);
        scratch.expanded = 0;
        let mut best = (DONE, 0);
        loop {
            let (least_up, least_down) = (up.least(), down.least());
            if least_up.min(least_down) >= best.0 {
                return (best.0 != DONE).then_some(best);
            }
            let (side, here, there) = match least_up <= least_down {
                true => (Side::Up, &mut *up, &*down),
                false => (Side::Down, &mut *down, &*up),
            };
            if let Some((node, cost)) = here.step(self, side) {
                scratch.expanded += 1;
                if let Some(rest) = there.cost(node)
                    && cost + rest < best.0
                {
                    best = (cost + rest, node);
                }
            }
        }
    }
}
