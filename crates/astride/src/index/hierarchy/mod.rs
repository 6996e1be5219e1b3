//! Contraction hierarchies: cheapest paths that first climb to ever more important nodes and then
//! descend.
//!
//! Nodes are contracted one after the other, least important first; where a cheapest path led
//! through such a node, a shortcut connects its neighbours. Afterwards any two connected nodes have
//! a cheapest path that first only climbs in importance and then only descends. An upward search
//! from each end therefore visits only a few hundred nodes of a road network.
//!
//! Geisberger, Sanders, Schultes & Delling, "Contraction Hierarchies: Faster and Simpler
//! Hierarchical Routing in Road Networks", WEA 2008. Nodes are ordered and contracted as for [hub
//! labels](crate::index::hubs), which answer faster and take more memory.

mod build;
mod many;
mod query;
pub(crate) mod saved;
mod unpack;

pub(crate) use query::HierarchyMemory;
pub(super) use unpack::{chain_of, cut_circles};

use crate::index::contraction::dynamic::DIRECT;

/// The hierarchy of one graph: read-only, and shared by any number of threads.
///
/// Internally nodes are identified by their rank, which decreases along every climb. The most
/// important ones come first, so that what nearly every query visits lies next to each other in
/// memory.
///
/// # Examples
///
/// ```
/// use astride::index::hierarchy::Hierarchy;
/// use astride::index::hubs::SparseGraph;
/// use astride::search::Scratch;
/// let graph = SparseGraph::from_arcs(4, &[(0, 1, 5), (1, 2, 7), (2, 0, 1), (3, 0, 2)])?;
/// let hierarchy = Hierarchy::build(&graph)?;
/// let mut scratch = Scratch::new();
/// assert_eq!(hierarchy.distance(3, 2, &mut scratch), Some(2 + 5 + 7));
/// let mut nodes = Vec::new();
/// assert_eq!(hierarchy.path(3, 2, &mut scratch, &mut nodes), Some(14));
/// assert_eq!(nodes, [3, 0, 1, 2]);
/// assert_eq!(hierarchy.distance(0, 3, &mut scratch), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hierarchy {
    /// `order[rank]` is a node of the graph, and `rank` is the inverse.
    order: Vec<u32>,
    rank: Vec<u32>,
    /// Where the arcs of a node begin and end: first those up out of it, then those down into it.
    /// In a symmetric graph one row serves both.
    starts: Vec<u32>,
    /// The more important end of an arc, and its cost in ticks.
    arcs: Vec<(u32, u32)>,
    /// For each arc, the middle node of a shortcut, or `DIRECT`.
    middles: Vec<u32>,
    symmetric: bool,
    /// Whether the graph has zero-cost arcs.
    free: bool,
}

/// A direction in which the hierarchy is climbed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// From the start along arcs.
    Up,
    /// From the goal against arcs.
    Down,
}

impl Side {
    fn other(self) -> Side {
        match self {
            Side::Up => Side::Down,
            Side::Down => Side::Up,
        }
    }
}

impl Hierarchy {
    /// The number of nodes of the graph.
    pub fn node_count(&self) -> u32 {
        self.order.len() as u32
    }

    /// The number of arcs stored, including shortcuts; one that serves both directions counts once.
    pub fn arc_count(&self) -> usize {
        self.arcs.len()
    }

    /// The number of shortcuts among them.
    pub fn shortcut_count(&self) -> usize {
        self.middles.iter().filter(|&&middle| middle != DIRECT).count()
    }

    /// Bytes of all tables.
    pub fn bytes(&self) -> usize {
        4 * (2 * self.order.len() + self.starts.len() + 3 * self.arcs.len())
    }

    /// Whether one set of arcs serves both directions.
    pub(super) fn is_symmetric(&self) -> bool {
        self.symmetric
    }

    /// The rank of a node.
    #[inline(always)]
    pub(super) fn rank_of(&self, node: u32) -> u32 {
        self.rank[node as usize]
    }

    /// The more important ends of the arcs of a rank, and their costs.
    #[inline(always)]
    pub(super) fn arcs_above(&self, rank: u32, side: Side) -> &[(u32, u32)] {
        &self.arcs[self.row(rank, side)]
    }

    /// The positions of the arcs from a node to more important ones.
    #[inline(always)]
    fn row(&self, rank: u32, side: Side) -> std::ops::Range<usize> {
        let at = match (self.symmetric, side) {
            (true, _) => rank as usize,
            (false, Side::Up) => 2 * rank as usize,
            (false, Side::Down) => 2 * rank as usize + 1,
        };
        self.starts[at] as usize..self.starts[at + 1] as usize
    }
}
