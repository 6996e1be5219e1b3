//! Hub labels: distances and cheapest paths in a sparse graph, by merging two short lists.
//!
//! Each node has a label: some important nodes, its hubs, and the cost to each. Labels are chosen
//! so that any two nodes share a hub on a cheapest path between them (Cohen, Halperin, Kaplan &
//! Zwick, "Reachability and Distance Queries via 2-Hop Labels", SODA 2002; Abraham, Delling,
//! Goldberg & Werneck, "Hierarchical Hub Labelings for Shortest Paths", ESA 2012). Importance comes
//! from a contraction hierarchy and, in a dense core that is not contracted, from samples of
//! cheapest paths. If labels of all nodes would take too much memory, only the most important nodes
//! keep theirs, and queries climb the hierarchy from the other nodes to these.

mod build;
mod label;
mod many;
mod names;
mod parts;
mod query;
mod real;
pub(crate) mod saved;
mod store;
#[cfg(test)]
mod tests;
mod unpack;
mod validate;
mod wide;

pub use crate::base::PartsError;
pub use crate::index::contraction::{
    BuildError, GraphError, HubOptions, Progress, SparseGraph, Stage,
};
pub(crate) use query::HubMemory;
pub use query::{Access, Meeting};

use store::Tables;
use wide::Wide;

/// The index of one [`SparseGraph`]: read-only, and shared by any number of threads.
///
/// # Examples
///
/// See [`HubLabels::distance`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HubLabels(Form);

/// How labels are stored.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "an index has one, which its queries read at once")]
enum Form {
    /// Of at most 65 536 nodes, from which each path is read off node by node; the other nodes climb
    /// to these. Each arc costs something.
    Narrow(Tables),
    /// Of all nodes of any graph, beside its hierarchy.
    Wide(Wide),
}

/// The composition of an index, as counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Summary {
    /// Nodes of the graph.
    pub nodes: u32,
    /// Arcs of the graph.
    pub arcs: u64,
    /// Shortcuts of the hierarchy.
    pub shortcuts: u64,
    /// Nodes whose labels are stored.
    pub stored: u32,
    /// Entries of all stored labels.
    pub entries: u64,
    /// Entries of the longest label.
    pub largest: u32,
    /// Arcs up out of nodes without a label.
    pub climb_arcs: u64,
    /// Bytes of all tables, those in a shared file included.
    pub bytes: usize,
    /// Whether one set of labels serves both directions.
    pub symmetric: bool,
}

impl Summary {
    /// The average number of entries of a stored label.
    pub fn mean(&self) -> f64 {
        let sets = if self.symmetric { 1.0 } else { 2.0 };
        self.entries as f64 / (f64::from(self.stored) * sets).max(1.0)
    }
}

impl HubLabels {
    /// The number of nodes of the graph.
    pub fn node_count(&self) -> u32 {
        match &self.0 {
            Form::Narrow(tables) => tables.order.len() as u32,
            Form::Wide(wide) => wide.node_count(),
        }
    }
}
