//! Contraction of sparse graphs: the order of their nodes by importance, shortcuts, and the labels of a
//! core that is not contracted. Hierarchies and hub labels are made of it.

pub(super) mod contract;
pub(super) mod core;
pub(super) mod dense;
pub(super) mod dynamic;
pub(super) mod graph;
pub(super) mod label;
pub(super) mod names;
pub(super) mod options;
mod prune;
mod samples;
mod thin;
pub(super) mod witness;

pub use graph::{GraphError, SparseGraph};
pub use options::{BuildError, HubOptions, Progress, Stage};

use crate::base::PartsError;
use names::ORDER;

/// The rank of each node, if `order` contains each of `nodes` nodes once.
pub(in crate::index) fn ranks_of(order: &[u32], nodes: u32) -> Result<Vec<u32>, PartsError> {
    let damaged = |at, expected| PartsError::Damaged { part: ORDER, at, expected };
    if order.len() != nodes as usize {
        return Err(damaged(order.len(), "as many numbers as nodes"));
    }
    let mut rank = vec![u32::MAX; order.len()];
    for (at, &node) in order.iter().enumerate() {
        let place = rank.get_mut(node as usize).filter(|rank| **rank == u32::MAX);
        *place.ok_or(damaged(at, "each node once"))? = at as u32;
    }
    Ok(rank)
}
