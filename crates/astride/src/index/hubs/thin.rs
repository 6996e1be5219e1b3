//! Leaves out arcs that two other arcs replace at no more cost.
//!
//! Points that see each other along many others have an arc to each; a cheapest path needs only
//! those to the next. All such arcs may go at once: what replaces one is cheaper, so by induction
//! over the costs each distance is kept by arcs that stay.

use super::crew::Crew;
use super::graph::SparseGraph;

/// How many pairs of arcs may be looked at for each node; what is denser keeps its other arcs.
const MOST_PAIRS: usize = 1 << 16;

/// The arcs that stay, as a list of (from, to, cost).
pub(super) fn thin(graph: &SparseGraph) -> Vec<(u32, u32, u32)> {
    let count = graph.node_count() as usize;
    let nodes: Vec<u32> = (0..graph.node_count()).collect();
    // Per node: the stamp above, the cost of the arc to it below.
    let mut crew = Crew::new(|| (vec![0_u64; count], 0_u64));
    let rows = crew.map(&nodes, |(cost_to, stamp), &from| {
        *stamp += 1;
        for (to, cost) in graph.arcs(from) {
            cost_to[to as usize] = *stamp << 32 | u64::from(cost);
        }
        let mut pairs = 0;
        for (via, first) in graph.arcs(from) {
            for (to, second) in graph.arcs(via) {
                let direct = &mut cost_to[to as usize];
                let both = u64::from(first) + u64::from(second);
                let is_kept = first.min(second) == 0;
                if *direct >> 32 == *stamp && both <= *direct & 0xffff_ffff && !is_kept {
                    *direct = 0;
                }
                pairs += 1;
            }
            if pairs > MOST_PAIRS {
                break;
            }
        }
        let stays = |&(to, _): &(u32, u32)| cost_to[to as usize] >> 32 == *stamp;
        graph.arcs(from).filter(stays).map(|(to, cost)| (from, to, cost)).collect::<Vec<_>>()
    });
    rows.concat()
}
