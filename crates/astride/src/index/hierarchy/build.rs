//! Building the hierarchy of a graph.

use super::Hierarchy;
use crate::base::SmallSort;
use crate::index::contraction::contract::{UpArcs, contract};
use crate::index::contraction::dynamic::DIRECT;
use crate::index::contraction::{BuildError, HubOptions, Progress, SparseGraph};

impl Hierarchy {
    /// Builds the hierarchy of a graph. The same graph gives the same hierarchy, whatever the
    /// enabled features and the number of threads.
    ///
    /// # Complexity
    ///
    /// Depends on how small the separators of the graph are: some 20 microseconds per node for most
    /// road networks, hundreds where many arcs are equally good, and 12 bytes for each arc and
    /// shortcut.
    ///
    /// # Errors
    ///
    /// [`BuildError`]: the graph is too dense, or a distance does not fit 32 bits.
    pub fn build(graph: &SparseGraph) -> Result<Hierarchy, BuildError> {
        Hierarchy::build_with(graph, &mut |_| true)
    }

    /// As [`build`](Self::build). `tell` receives the progress between short pieces of work and
    /// cancels the build by returning `false`.
    ///
    /// # Errors
    ///
    /// As for [`build`](Self::build), or [`BuildError::Cancelled`].
    pub fn build_with(
        graph: &SparseGraph,
        tell: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<Hierarchy, BuildError> {
        Hierarchy::build_within(graph, &HubOptions::default(), tell)
    }

    /// As [`build_with`](Self::build_with), within the work of the options.
    pub(in crate::index) fn build_within(
        graph: &SparseGraph,
        options: &HubOptions,
        tell: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<Hierarchy, BuildError> {
        let contracted = contract(graph, &options.without_core(), tell)?;
        let sides = match graph.is_symmetric() {
            true => vec![&contracted.out],
            false => vec![&contracted.out, &contracted.back],
        };
        let places = lay_out(&sides, contracted.order.len());
        let mut number = vec![0; places.len()];
        for (at, &rank) in (0..).zip(&places) {
            number[rank as usize] = at;
        }
        let order: Vec<u32> = places.iter().map(|&at| contracted.order[at as usize]).collect();
        let mut rank = vec![0; order.len()];
        for (at, &node) in (0..).zip(&order) {
            rank[node as usize] = at;
        }
        let (mut starts, mut arcs, mut middles) = (vec![0], Vec::new(), Vec::new());
        let mut row = Vec::new();
        for &at in &places {
            for up in &sides {
                let here = up.row(at);
                let ends = here.map(|arc| (number[up.heads[arc] as usize], arc));
                row.clear();
                row.extend(ends);
                row.sort_small();
                for &(head, arc) in &row {
                    let middle = number.get(up.middles[arc] as usize).copied();
                    arcs.push((head, up.costs[arc]));
                    middles.push(middle.unwrap_or(DIRECT));
                }
                starts.push(arcs.len() as u32);
            }
        }
        let (symmetric, free) = (graph.is_symmetric(), graph.has_free_arcs());
        Ok(Hierarchy { order, rank, starts, arcs, middles, symmetric, free })
    }
}

/// This many nodes are visited by nearly every query, so they are stored next to each other.
const TOP: usize = 1 << 10;

/// The ranks in the order in which their rows are stored: each after all to which its arcs lead,
/// the most important ones first, then each as soon as possible. A climb from an unimportant node,
/// the part of a query that is in no cache, thus finds its next nodes nearby.
fn lay_out(sides: &[&UpArcs], count: usize) -> Vec<u32> {
    let top = count.min(TOP);
    let mut below = vec![Vec::new(); count];
    let mut waits = vec![0_u32; count];
    for up in sides {
        for (rank, waits) in (0..).zip(&mut waits).skip(top) {
            let heads = up.heads[up.row(rank)].iter().map(|&head| head as usize);
            for head in heads.filter(|&head| head >= top) {
                below[head].push(rank);
                *waits += 1;
            }
        }
    }
    let mut places: Vec<u32> = (0..top as u32).collect();
    let mut ready: Vec<u32> =
        (top as u32..count as u32).rev().filter(|&rank| waits[rank as usize] == 0).collect();
    while let Some(rank) = ready.pop() {
        places.push(rank);
        for &tail in &below[rank as usize] {
            waits[tail as usize] -= 1;
            if waits[tail as usize] == 0 {
                ready.push(tail);
            }
        }
    }
    places
}
