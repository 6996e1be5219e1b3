//! Checking that external tables use only arcs of a graph, at their true costs.
//!
//! The cost of each label entry has to be that of its successor plus the arc between them, and the
//! cost of each shortcut the sum of its halves. Then every path that a query can find is a path of
//! the graph, with its true cost.

use super::label::LabelSet;
use super::names::{BACK, Names, OUT, SHAPE};
use super::store::{Climb, View};
use super::{Form, HubLabels};
use crate::base::PartsError;
use crate::index::contraction::SparseGraph;
use crate::index::contraction::dynamic::DIRECT;

impl HubLabels {
    /// Checks that all paths in the index are paths of `graph` with the same cost. Whether they are
    /// cheapest is not checked.
    ///
    /// # Errors
    ///
    /// If the number of nodes differs, or if there is an arc that the graph does not have.
    ///
    /// # Complexity
    ///
    /// O(table sizes + different steps · log arcs of a node).
    pub fn check_arcs(&self, graph: &SparseGraph) -> Result<(), PartsError> {
        match &self.0 {
            Form::Narrow(tables) => tables.view().check_arcs(graph),
            Form::Wide(wide) => wide.check_arcs(graph),
        }
    }
}

impl View<'_> {
    fn check_arcs(&self, graph: &SparseGraph) -> Result<(), PartsError> {
        let wrong = |part, at, expected| PartsError::Damaged { part, at, expected };
        if self.order.len() != graph.node_count() as usize {
            return Err(wrong(SHAPE, 0, "as many nodes as the graph has"));
        }
        if self.symmetric != graph.is_symmetric() {
            return Err(wrong(SHAPE, 2, "1 for a graph that is symmetric, else 0"));
        }
        let sides: [(&Names, _, _); 2] =
            [(&OUT, self.labels_out, self.climb_out), (&BACK, self.labels_back, self.climb_back)];
        for (side, (names, labels, climb)) in sides.into_iter().enumerate() {
            let is_out = side == 0;
            for row in 0..climb.offsets.len().saturating_sub(1) {
                let first = climb.offsets[row] as usize;
                for (at, (head, cost)) in (first..).zip(climb.arcs(row)) {
                    let node = row as u32 + self.stored;
                    let [from, to] = if is_out { [node, head] } else { [head, node] };
                    let real = match climb.middles[at] {
                        DIRECT => self.direct(graph, from, to),
                        middle => self.over(from, middle, to),
                    };
                    if real != Some(cost.into()) {
                        return Err(wrong(names.climb_arcs, 2 * at + 1, "the cost of the way"));
                    }
                }
            }
            let step = |node: u32, next: u32| {
                let [from, to] = if is_out { [node, next] } else { [next, node] };
                self.cost_between(graph, from, to)
            };
            if let Some(at) = first_wrong_entry(labels, step) {
                return Err(wrong(names.dists, at, "an arc more than the entry it leads to"));
            }
        }
        Ok(())
    }

    /// The cost of an arc of the graph, by ranks.
    fn direct(&self, graph: &SparseGraph, from: u32, to: u32) -> Option<u64> {
        let [from, to] = [from, to].map(|rank| self.order[rank as usize]);
        graph.arc(from, to).map(u64::from)
    }

    /// The cost of a shortcut through a less important node.
    fn over(&self, from: u32, middle: u32, to: u32) -> Option<u64> {
        let row = middle.checked_sub(self.stored)? as usize;
        let cost = |climb: Climb<&[u32]>, head: u32| {
            let at = climb.position(row, head)?;
            Some(u64::from(climb.arcs[2 * at + 1]))
        };
        Some(cost(self.climb_back(), from)? + cost(self.climb_out(), to)?)
    }

    /// The cost of the arc between two nodes with labels.
    fn cost_between(&self, graph: &SparseGraph, from: u32, to: u32) -> Option<u64> {
        match self.is_all_stored() {
            true => self.direct(graph, from, to),
            false => match self.middle(from, to) {
                Some(middle) => self.over(from, middle, to),
                None => self.direct(graph, from, to),
            },
        }
    }
}

/// An entry of a label, and the node to which the label belongs.
#[derive(Clone, Copy, Default)]
struct Entry {
    node: u16,
    hub: u16,
    dist: u32,
    at: u32,
}

/// The first entry whose cost is not its successor's cost plus the arc between them. All paths are
/// known to terminate.
///
/// Entries are sorted by successor, so that each label is expanded once, and an arc is looked up
/// once for all entries that use it.
fn first_wrong_entry(
    labels: LabelSet<&[u32], &[u16]>,
    mut step: impl FnMut(u32, u32) -> Option<u64>,
) -> Option<usize> {
    let stored = labels.offsets.len().saturating_sub(1);
    let mut ends = vec![0_u32; stored + 1];
    labels.next.iter().for_each(|&next| ends[usize::from(next) + 1] += 1);
    for node in 0..stored {
        ends[node + 1] += ends[node];
    }
    let mut sorted = vec![Entry::default(); labels.hubs.len()];
    for node in 0..stored {
        for at in labels.row(node) {
            let place = &mut ends[usize::from(labels.next[at])];
            let (hub, dist) = (labels.hubs[at], labels.dists[at]);
            sorted[*place as usize] = Entry { node: node as u16, hub, dist, at: at as u32 };
            *place += 1;
        }
    }
    let mut held = vec![0_u32; stored];
    let mut first = 0;
    // The last number is left over from counting.
    for (next, &end) in ends[..stored].iter().enumerate() {
        for at in labels.row(next) {
            held[usize::from(labels.hubs[at])] = labels.dists[at];
        }
        let end = end as usize;
        for leading in sorted[first..end].chunk_by(|a, b| a.node == b.node) {
            let node = usize::from(leading[0].node);
            if node == next {
                // The entry of the node itself, whose cost is 0.
                continue;
            }
            let cost = step(node as u32, next as u32);
            let is_wrong = |entry: &&Entry| {
                let nearer = u64::from(held[usize::from(entry.hub)]);
                cost.is_none_or(|cost| nearer + cost != u64::from(entry.dist))
            };
            if let Some(entry) = leading.iter().find(is_wrong) {
                return Some(entry.at as usize);
            }
        }
        first = end;
    }
    None
}
