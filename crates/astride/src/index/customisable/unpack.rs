//! Unpacking a meeting to the nodes of the path.

use super::{Customised, CustomisedMemory};
use crate::base::Cost;
use crate::index::hierarchy::{chain_of, cut_circles};
use crate::search::Scratch;

impl Customised<'_> {
    /// Writes the nodes of a cheapest path, both ends included, to `out` (which is cleared first)
    /// and returns its cost in ticks; `None` if there is no path.
    ///
    /// Consecutive nodes are connected by an arc of the graph, and no node occurs twice. Which of
    /// several cheapest paths is returned depends only on the skeleton, the costs and the two
    /// nodes.
    ///
    /// # Complexity
    ///
    /// That of [`Customised::distance`], plus O(triangles) for each step of the path.
    ///
    /// # Panics
    ///
    /// If a node is not below [`Skeleton::node_count`](super::Skeleton::node_count).
    pub fn path(
        &self,
        from: u32,
        to: u32,
        scratch: &mut Scratch,
        out: &mut Vec<u32>,
    ) -> Option<Cost> {
        out.clear();
        let scratch: &mut CustomisedMemory = scratch.part();
        let (cost, top) = self.meet(from, to, scratch)?;
        let mut chain = std::mem::take(&mut scratch.chain);
        chain_of(top, |side, rank| scratch.parent(side, rank), &mut chain);
        out.push(self.skeleton.order[chain[0] as usize]);
        let is_free = self.unpack(&chain, &mut scratch.stack, out);
        scratch.chain = chain;
        if is_free {
            cut_circles(out, &mut scratch.places);
        }
        Some(cost)
    }

    /// Appends the nodes of a path between ranks, without the first, and returns whether it
    /// contains a zero-cost arc.
    fn unpack(&self, chain: &[u32], stack: &mut Vec<(u32, u32)>, out: &mut Vec<u32>) -> bool {
        let mut is_free = false;
        stack.clear();
        stack.extend(chain.windows(2).rev().map(|pair| (pair[0], pair[1])));
        while let Some((from, to)) = stack.pop() {
            let (low, high) = (from.min(to), from.max(to));
            let arc = self.skeleton.arc(low, high).expect("ranks of a climb are joined");
            let ticks = |costs: super::Costs| if from < to { costs.up } else { costs.down };
            let cost = ticks(self.costs[arc]);
            if ticks(self.own[arc]) == cost {
                is_free |= cost == 0;
                out.push(self.skeleton.order[to as usize]);
                continue;
            }
            let middle = self.skeleton.triangles(low, high).find_map(|(to_low, to_high)| {
                let (low, high) = (self.costs[to_low], self.costs[to_high]);
                let sum = if from < to { low.down + high.up } else { high.down + low.up };
                (sum == cost).then_some(to_low)
            });
            let middle = middle.expect("an arc costs what it does on its own or over a lower rank");
            let tail = self.skeleton.tail(middle);
            stack.extend([(tail, to), (from, tail)]);
        }
        is_free
    }
}
