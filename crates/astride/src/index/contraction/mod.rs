//! Contraction of sparse graphs: the order of their nodes by importance, shortcuts, and the labels
//! of a core that is not contracted. Hierarchies and hub labels are made of it.

pub(super) mod contract;
pub(super) mod core;
mod dense;
pub(super) mod dynamic;
mod graph;
pub(super) mod options;
mod prune;
mod samples;
mod thin;
pub(super) mod witness;

pub use graph::{GraphError, SparseGraph};
pub use options::{BuildError, HubOptions, Progress, Stage};

use crate::base::{PartsError, check};

/// The name of the table of nodes by importance.
pub(super) const ORDER: &str = "order";

/// The rank of each node, if `order` contains each of `nodes` nodes once.
pub(super) fn ranks_of(order: &[u32], nodes: u32) -> Result<Vec<u32>, PartsError> {
    check(order.len() == nodes as usize, ORDER, order.len(), "as many numbers as nodes")?;
    let mut rank = vec![u32::MAX; order.len()];
    for (at, &node) in order.iter().enumerate() {
        let place = rank.get_mut(node as usize).filter(|rank| **rank == u32::MAX);
        let damaged = PartsError::Damaged { part: ORDER, at, expected: "each node once" };
        *place.ok_or(damaged)? = at as u32;
    }
    Ok(rank)
}

/// Scatters ties over the graph, so that rounds are large.
fn scatter(node: u32) -> u32 {
    let mixed = node.wrapping_mul(0x9e37_79b1);
    (mixed ^ mixed >> 15).wrapping_mul(0x85eb_ca77)
}
