//! From a graph to its hierarchy.

use super::Hierarchy;
use crate::index::hubs::contract::{UpArcs, contract};
use crate::index::hubs::{BuildError, HubOptions, Progress, SparseGraph};

impl Hierarchy {
    /// Builds the hierarchy of a graph; the same graph gives the same hierarchy whatever the features
    /// and the number of threads.
    ///
    /// `tell` hears of progress between short pieces of work and cancels by returning `false`.
    ///
    /// # Complexity
    ///
    /// Depends on how well small sets of nodes separate the graph: some 15 microseconds per node of a
    /// road network, and 12 bytes for each arc and shortcut.
    ///
    /// # Errors
    ///
    /// [`BuildError`]: the graph is too dense, a distance does not fit 32 bits, or `tell` returned
    /// `false`.
    pub fn build(
        graph: &SparseGraph,
        tell: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<Hierarchy, BuildError> {
        let contracted = contract(graph, &HubOptions::default().without_core(), tell)?;
        let (out, back) = (&contracted.out, &contracted.back);
        let symmetric = graph.is_symmetric();
        let mut rank = vec![0; contracted.order.len()];
        for (at, &node) in (0..).zip(&contracted.order) {
            rank[node as usize] = at;
        }
        let (mut starts, mut arcs, mut middles) = (vec![0], Vec::new(), Vec::new());
        for at in 0..contracted.order.len() as u32 {
            let mut push = |up: &UpArcs| {
                let row = up.row(at);
                let costs = up.costs[row.clone()].iter().copied();
                arcs.extend(up.heads[row.clone()].iter().copied().zip(costs));
                middles.extend_from_slice(&up.middles[row]);
                starts.push(arcs.len() as u32);
            };
            push(out);
            if !symmetric {
                push(back);
            }
        }
        let (order, free) = (contracted.order, graph.has_free_arcs());
        Ok(Hierarchy { order, rank, starts, arcs, middles, symmetric, free })
    }
}
