//! Contraction hierarchies: cheapest paths that go up to ever more important nodes, and down again.
//!
//! Nodes are taken out one after the other, the least important first, and where a cheapest path led
//! through such a node, a shortcut joins its neighbours. Afterwards every two nodes have a cheapest
//! path that first only climbs in importance and then only falls, so a search from each end that
//! never looks down sees a few hundred nodes of a road network and no more.
//!
//! Geisberger, Sanders, Schultes & Delling, "Contraction Hierarchies: Faster and Simpler
//! Hierarchical Routing in Road Networks", WEA 2008. Nodes are put in order and contracted as for
//! [hub labels](crate::index::hubs), which answer sooner and take more memory.

mod build;
mod many;
mod query;
mod saved;
mod unpack;

pub use query::HierarchyScratch;
pub(super) use unpack::{chain_of, cut_circles};

/// The hierarchy of one graph: read only, and shared by any number of threads.
///
/// Inside, nodes go by a number, their rank, that falls along every climb; the most important ones
/// come first, so that what nearly every question sees lies side by side in memory.
///
/// # Examples
///
/// ```
/// use astride::index::hierarchy::{Hierarchy, HierarchyScratch};
/// use astride::index::hubs::SparseGraph;
/// let graph = SparseGraph::from_arcs(4, &[(0, 1, 5), (1, 2, 7), (2, 0, 1), (3, 0, 2)])?;
/// let hierarchy = Hierarchy::build(&graph)?;
/// let mut scratch = HierarchyScratch::new();
/// assert_eq!(hierarchy.distance(3, 2, &mut scratch), Some(2 + 5 + 7));
/// let mut nodes = Vec::new();
/// assert_eq!(hierarchy.path(3, 2, &mut scratch, &mut nodes), Some(14));
/// assert_eq!(nodes, [3, 0, 1, 2]);
/// assert_eq!(hierarchy.distance(0, 3, &mut scratch), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hierarchy {
    /// `order[rank]` is a node of the graph, and `rank` the other way round.
    order: Vec<u32>,
    rank: Vec<u32>,
    /// Where the arcs of a node begin and end: up out of it, then down into it. A symmetric graph
    /// has one row for both.
    starts: Vec<u32>,
    /// The more important end of an arc, and its ticks.
    arcs: Vec<(u32, u32)>,
    /// By arc, the node that a shortcut leads over, else `DIRECT`.
    middles: Vec<u32>,
    symmetric: bool,
    /// Whether an arc of the graph costs nothing.
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
    /// How many nodes the graph has.
    pub fn node_count(&self) -> u32 {
        self.order.len() as u32
    }

    /// How many arcs are kept, shortcuts included; one that serves both ways counts once.
    pub fn arc_count(&self) -> usize {
        self.arcs.len()
    }

    /// How many of them are shortcuts.
    pub fn shortcut_count(&self) -> usize {
        self.middles.iter().filter(|&&middle| middle != super::hubs::dynamic::DIRECT).count()
    }

    /// Bytes of all tables.
    pub fn bytes(&self) -> usize {
        4 * (2 * self.order.len() + self.starts.len() + 3 * self.arcs.len())
    }

    /// Where the arcs of a node to more important ones stand.
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
