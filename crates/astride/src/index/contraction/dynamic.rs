//! The graph during contraction: links between neighbours that come and go.

use super::graph::SparseGraph;
use super::thin::thin;

/// Marks a missing arc in place of a cost.
pub(super) const NO_ARC: u32 = u32::MAX;

/// Marks an original arc, which is not a shortcut, in place of a middle node.
pub(in crate::index) const DIRECT: u32 = u32::MAX;

/// The arcs between a node and one neighbour, in both directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Link {
    pub(super) to: u32,
    /// The cost of the arc to the neighbour.
    pub(super) out: u32,
    /// The cost of the arc from the neighbour.
    pub(super) back: u32,
}

/// The middle nodes of the two arcs of a link, if they are shortcuts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Middles {
    pub(super) out: u32,
    pub(super) back: u32,
}

/// An arc that replaces two: `from` to `via` to `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shortcut {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) cost: u32,
    pub(super) via: u32,
}

/// For each node its neighbours, in an order that depends only on the graph and the contractions.
pub(super) struct DynamicGraph {
    links: Vec<Vec<Link>>,
    middles: Vec<Vec<Middles>>,
    symmetric: bool,
    /// The number of links, each counted at both ends.
    link_count: usize,
}

impl DynamicGraph {
    pub(super) fn new(graph: &SparseGraph) -> Self {
        let count = graph.node_count() as usize;
        let mut dynamic = DynamicGraph {
            links: vec![Vec::new(); count],
            middles: vec![Vec::new(); count],
            symmetric: graph.is_symmetric(),
            link_count: 0,
        };
        for (from, to, cost) in thin(graph) {
            dynamic.add(Shortcut { from, to, cost, via: DIRECT });
        }
        dynamic
    }

    pub(super) fn node_count(&self) -> usize {
        self.links.len()
    }

    pub(super) fn is_symmetric(&self) -> bool {
        self.symmetric
    }

    pub(super) fn link_count(&self) -> usize {
        self.link_count
    }

    pub(super) fn links(&self, node: u32) -> &[Link] {
        &self.links[node as usize]
    }

    /// Removes a node and returns its links as they were.
    pub(super) fn take(&mut self, node: u32) -> (Vec<Link>, Vec<Middles>) {
        let links = std::mem::take(&mut self.links[node as usize]);
        let middles = std::mem::take(&mut self.middles[node as usize]);
        for link in &links {
            let neighbour = &mut self.links[link.to as usize];
            if let Some(at) = neighbour.iter().position(|link| link.to == node) {
                neighbour.swap_remove(at);
                self.middles[link.to as usize].swap_remove(at);
                self.link_count -= 1;
            }
        }
        self.link_count -= links.len();
        (links, middles)
    }

    /// Adds a shortcut, or lowers the cost of an existing arc.
    pub(super) fn add(&mut self, shortcut: Shortcut) {
        let Shortcut { from, to, cost, via } = shortcut;
        let both = if self.symmetric { cost } else { NO_ARC };
        self.improve(from, to, cost, both, via);
        self.improve(to, from, both, cost, via);
    }

    fn improve(&mut self, node: u32, to: u32, out: u32, back: u32, via: u32) {
        let links = &mut self.links[node as usize];
        let middles = &mut self.middles[node as usize];
        let at = links.iter().position(|link| link.to == to).unwrap_or_else(|| {
            links.push(Link { to, out: NO_ARC, back: NO_ARC });
            middles.push(Middles { out: DIRECT, back: DIRECT });
            self.link_count += 1;
            links.len() - 1
        });
        if out < links[at].out {
            links[at].out = out;
            middles[at].out = via;
        }
        if back < links[at].back {
            links[at].back = back;
            middles[at].back = via;
        }
    }
}
