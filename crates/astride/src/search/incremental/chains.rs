//! Paths found earlier: for each node on one of them, its successor.

use super::guesses::Guesses;
use crate::base::{Cost, NodeId};
use crate::search::Estimate;
use crate::world::{Arc, Offers, Way, World};

/// The estimated cost to the goal: the higher of what was learned and what the heuristic says.
/// `Cost::MAX` if no path leads there.
#[inline(always)]
pub(super) fn guess(guesses: &Guesses, estimate: &impl Estimate, node: NodeId) -> Cost {
    guesses.get(node).max(estimate.estimate(node))
}

/// For each node that was on a path, the node after it.
///
/// Nothing stored here needs to be correct. A stored chain is used only if every arc exists today
/// and costs exactly the difference of the estimates at its two ends; then no path is cheaper.
#[derive(Clone, Debug, Default)]
pub(super) struct Chains {
    next: Vec<Option<NodeId>>,
}

impl Chains {
    pub(super) fn fit(&mut self, node_count: u32) {
        if self.next.len() != node_count as usize {
            self.next = Vec::new();
            self.next = vec![None; node_count as usize];
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.next.capacity() * size_of::<Option<NodeId>>()
    }

    /// Stores a path.
    pub(super) fn lay(&mut self, nodes: &[NodeId]) {
        for pair in nodes.windows(2) {
            self.next[pair[0].index()] = Some(pair[1]);
        }
    }

    /// The node after `node` on the path found last.
    pub(super) fn after(&self, node: NodeId) -> Option<NodeId> {
        self.next[node.index()]
    }

    /// Whether the chain from `node` is a cheapest path to `goal`. A chain that is not is
    /// forgotten, so that in total each stored link is examined in vain at most a few times.
    pub(super) fn leads_home(
        &mut self,
        world: &impl World,
        guess: impl Fn(NodeId) -> Cost,
        node: NodeId,
        goal: NodeId,
    ) -> bool {
        let mut at = node;
        // Links stored for different goals may form a cycle, and where arcs cost nothing every link
        // of it is tight. Returning to the node where the last power of two of them ended reveals
        // it.
        let (mut mark, mut walked) = (node, 0_usize);
        while at != goal {
            let is_tight = |&to: &NodeId| {
                let mut arc = OneArc { to, least: u32::MAX };
                world.offer_arcs(at, Way::Forward, &mut arc);
                let (cost, onward) = (arc.least, guess(to));
                cost != u32::MAX && onward != Cost::MAX && guess(at) == Cost::from(cost) + onward
            };
            match self.after(at).filter(|&to| to != mark).filter(is_tight) {
                Some(to) => at = to,
                None => {
                    self.cut(node, at);
                    return false;
                }
            }
            walked += 1;
            if walked.is_power_of_two() {
                mark = at;
            }
        }
        true
    }

    fn cut(&mut self, from: NodeId, end: NodeId) {
        let mut at = from;
        while at != end {
            match self.next[at.index()].take() {
                Some(to) => at = to,
                None => return,
            }
        }
        self.next[end.index()] = None;
    }
}

/// Collects the cheapest arc to one node; a world that asks for the target first need not list the
/// other arcs.
struct OneArc {
    to: NodeId,
    /// Greater than the cost of any arc if there is none.
    least: u32,
}

impl Offers for OneArc {
    #[inline(always)]
    fn wants(&self, index: usize, _cost: u32) -> bool {
        index == self.to.index()
    }

    #[inline(always)]
    fn take(&mut self, arc: Arc) {
        if arc.node == self.to {
            self.least = self.least.min(arc.cost);
        }
    }
}
