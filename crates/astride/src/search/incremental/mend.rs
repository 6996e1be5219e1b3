//! After edits, estimates that have become too high are lowered until all are consistent again.
//!
//! Arcs that became more expensive or vanished need no work: the estimates are still not too high.
//! Where an arc became cheaper, the estimate at its start may drop, and then those of its
//! predecessors. This is Dijkstra's search against the arcs, restricted to estimates that do drop.

use super::chains::guess;
use super::guesses::Guesses;
use crate::base::{Cost, Entry, NodeId, OpenList};
use crate::search::Estimate;
use crate::world::{Way, World};

/// Lowers the estimates at `touched` and at their predecessors, smallest first, and counts them in
/// `lowered`. Returns `false` if more than `most` would have to be lowered; some are then still too
/// high.
pub(super) fn mend(
    world: &impl World,
    estimate: &impl Estimate,
    guesses: &mut Guesses,
    open: &mut OpenList,
    touched: &[NodeId],
    most: usize,
    lowered: &mut u64,
) -> bool {
    open.begin(0, u64::from(world.max_arc_cost()));
    for &node in touched {
        let mut least = Cost::MAX;
        world.visit_arcs(node, None, Way::Forward, &mut |arc| {
            let onward = guess(guesses, estimate, arc.node);
            least = least.min(onward.saturating_add(Cost::from(arc.cost)));
        });
        lower(guesses, estimate, open, node, least);
    }
    let mut left = most;
    while let Some(Entry { f, node, .. }) = open.pop() {
        let node = NodeId::new(node);
        if guess(guesses, estimate, node) != f {
            continue; // lowered again since
        }
        if left == 0 {
            return false;
        }
        left -= 1;
        *lowered += 1;
        world.visit_arcs(node, None, Way::Backward, &mut |arc| {
            let through = f + Cost::from(arc.cost);
            lower(guesses, estimate, open, arc.node, through);
        });
    }
    true
}

/// Lowers one estimate if it exceeds `through`, and queues its predecessors for a check.
fn lower(
    guesses: &mut Guesses,
    estimate: &impl Estimate,
    open: &mut OpenList,
    node: NodeId,
    through: Cost,
) {
    if guess(guesses, estimate, node) > through {
        guesses.set(node, through);
        let f = guess(guesses, estimate, node);
        open.push(Entry { f, tie: u64::from(node.get()), node: node.get() });
    }
}
