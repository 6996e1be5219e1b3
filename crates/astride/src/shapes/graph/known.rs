//! A graph as believed by an observer who has seen some of its places.

use std::collections::{BTreeMap, BTreeSet};

use super::Graph;
use super::edit::Row;
use crate::base::NodeId;
use crate::shapes::Unseen;
use crate::world::{Changes, Way, World};

impl Graph {
    /// The same places, with the current arcs or without any, at revision 0.
    pub(super) fn all_of(&self, assumed: Unseen) -> Graph {
        let mut graph = match assumed {
            Unseen::Free => self.clone(),
            // Missing arcs cannot be invalid.
            Unseen::Blocked => self.with_arcs(&[]).unwrap_or_else(|_| self.clone()),
        };
        graph.log = Changes::default();
        graph
    }

    /// Updates the arcs that leave or enter some places to what they are on `truth`.
    pub(super) fn see_nodes(&mut self, truth: &Graph, nodes: &[NodeId]) {
        let is_seen = |node: NodeId| nodes.binary_search(&node).is_ok();
        let mut from: BTreeSet<NodeId> = nodes.iter().copied().collect();
        for &node in nodes {
            for graph in [truth, &*self] {
                from.extend(graph.arcs(node, Way::Backward).iter().map(|arc| arc.node));
            }
        }
        let (mut rows, mut differ) = (BTreeMap::new(), BTreeSet::new());
        for from in from {
            let row = |graph: &Graph| graph.row(from);
            let (old, wanted) = (row(self), row(truth));
            let is_known = |to: u32| is_seen(from) || is_seen(NodeId::new(to));
            let mut new: Row = old.iter().copied().filter(|arc| !is_known(arc.0)).collect();
            new.extend(wanted.into_iter().filter(|arc| is_known(arc.0)));
            // If only the order differs, nothing was discovered.
            if sorted(&new) != sorted(&old) {
                differ.insert(from);
                differ.extend(old.iter().chain(&new).map(|arc| NodeId::new(arc.0)));
                rows.insert(from.get(), new);
            }
        }
        if self.write_rows(&rows).is_err() {
            // Believed arcs together with seen ones may exceed the limit of a place; then no belief
            // is kept.
            *self = Graph { log: self.log.clone(), ..truth.clone() };
            differ.extend(truth.nodes());
        }
        let width = self.node_count();
        self.log.note_nodes(&Vec::from_iter(differ), width);
    }
}

fn sorted(row: &Row) -> Row {
    let mut row = row.clone();
    row.sort_unstable();
    row
}
