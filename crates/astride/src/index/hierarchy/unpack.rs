//! Unpacking a meeting to the nodes of the path.

use super::{Hierarchy, HierarchyMemory, Side};
use crate::base::{Cost, SmallSort};
use crate::index::contraction::dynamic::DIRECT;
use crate::search::Scratch;

impl Hierarchy {
    /// Writes the nodes of a cheapest path, both ends included, to `out` (which is cleared first)
    /// and returns its cost in ticks; `None` if there is no path.
    ///
    /// Consecutive nodes are connected by an arc of the graph, and no node occurs twice. Which of
    /// several cheapest paths is returned depends only on the graph and the two nodes.
    ///
    /// # Complexity
    ///
    /// That of [`Hierarchy::distance`], plus O(nodes of the path).
    ///
    /// # Panics
    ///
    /// If a node is not below [`Hierarchy::node_count`].
    pub fn path(
        &self,
        from: u32,
        to: u32,
        scratch: &mut Scratch,
        out: &mut Vec<u32>,
    ) -> Option<Cost> {
        let scratch: &mut HierarchyMemory = scratch.part();
        out.clear();
        let (cost, top) = self.meet(from, to, scratch)?;
        let mut chain = std::mem::take(&mut scratch.chain);
        chain_of(top, |side, node| scratch.parent(side, node), &mut chain);
        self.spell(&chain, &mut scratch.stack, &mut scratch.places, out);
        scratch.chain = chain;
        Some(cost)
    }

    /// Writes the nodes of a chain of ranks that arcs of the hierarchy connect to `out`, none of them
    /// twice if the chain is a cheapest path.
    pub(in crate::index) fn spell(
        &self,
        chain: &[u32],
        stack: &mut Vec<(u32, u32)>,
        places: &mut Vec<(u32, u32)>,
        out: &mut Vec<u32>,
    ) {
        out.clear();
        out.push(self.order[chain[0] as usize]);
        for pair in chain.windows(2) {
            self.expand(pair[0], pair[1], stack, out);
        }
        if self.free {
            cut_circles(out, places);
        }
    }

    /// Appends the nodes of the arc between two ranks, without the first.
    fn expand(&self, from: u32, to: u32, stack: &mut Vec<(u32, u32)>, out: &mut Vec<u32>) {
        stack.clear();
        stack.push((from, to));
        while let Some((from, to)) = stack.pop() {
            match self.middle(from, to) {
                DIRECT => out.push(self.order[to as usize]),
                middle => stack.extend([(middle, to), (from, middle)]),
            }
        }
    }

    /// The middle node of an arc of the hierarchy, or `DIRECT`.
    fn middle(&self, from: u32, to: u32) -> u32 {
        let (low, high, side) =
            if from > to { (from, to, Side::Up) } else { (to, from, Side::Down) };
        let at = self.position(low, high, side).expect("an arc of this hierarchy");
        self.middles[at]
    }

    /// Where the arc between a node and a more important one is stored.
    pub(super) fn position(&self, low: u32, high: u32, side: Side) -> Option<usize> {
        let row = self.row(low, side);
        let at = self.arcs[row.clone()].binary_search_by_key(&high, |&(above, _)| above).ok()?;
        Some(row.start + at)
    }
}

/// Writes the nodes of two climbs that meet at `top` to `chain` (which is cleared first), from the
/// start of the upward climb to the start of the downward one; the start of a climb is its own
/// parent.
pub(in crate::index) fn chain_of(
    top: u32,
    parent: impl Fn(Side, u32) -> u32,
    chain: &mut Vec<u32>,
) {
    chain.clear();
    chain.push(top);
    for side in [Side::Up, Side::Down] {
        let mut node = top;
        while parent(side, node) != node {
            node = parent(side, node);
            chain.push(node);
        }
        if side == Side::Up {
            chain.reverse();
        }
    }
}

/// Removes everything between two visits of the same node. On a cheapest path only zero-cost arcs
/// can cause that.
pub(in crate::index) fn cut_circles(nodes: &mut Vec<u32>, places: &mut Vec<(u32, u32)>) {
    // Each node with its last position in the list.
    places.clear();
    places.extend(nodes.iter().copied().zip(0..));
    places.sort_small_by_key(|&(node, at)| (node, std::cmp::Reverse(at)));
    places.dedup_by_key(|&mut (node, _)| node);
    let last = |node: u32| places[places.partition_point(|&(other, _)| other < node)].1 as usize;
    let (mut kept, mut at) = (0, 0);
    while at < nodes.len() {
        let node = nodes[at];
        nodes[kept] = node;
        kept += 1;
        at = last(node) + 1;
    }
    nodes.truncate(kept);
}
