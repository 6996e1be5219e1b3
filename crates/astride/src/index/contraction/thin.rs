//! Removes arcs that two other arcs replace at no greater cost.
//!
//! Points that see each other along a line of others have an arc to each of these; a cheapest path
//! needs only the arcs to the next point. All such arcs may be removed at once: the arcs that
//! replace one are cheaper, so by induction over the costs each distance is preserved by arcs that
//! stay.

use super::graph::SparseGraph;
use crate::base::Crew;

/// The maximum number of pairs of arcs examined for each node; beyond that, a node keeps its
/// remaining arcs.
const MOST_PAIRS: usize = 1 << 16;

/// The remaining arcs, as a list of (from, to, cost).
pub(super) fn thin(graph: &SparseGraph) -> Vec<(u32, u32, u32)> {
    let count = graph.node_count() as usize;
    let nodes: Vec<u32> = (0..graph.node_count()).collect();
    // For each node: the stamp in the upper bits, the cost of the arc to it in the lower bits.
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
