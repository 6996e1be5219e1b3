//! Customisable contraction hierarchies: the slow part is done without knowing any costs.
//!
//! A [`Skeleton`] consists of the contraction order and of all arcs that any costs may need; it is
//! slow to build. [`Skeleton::customise`] computes the costs of these arcs for given costs of the
//! graph in a small fraction of that time. Several movers or times of day can share one skeleton,
//! and a [`Customised`] can be changed in place when a traffic jam occurs.
//!
//! Dibbelt, Strasser & Wagner, "Customizable Contraction Hierarchies", ACM Journal of Experimental
//! Algorithmics 21(1), 2016. A query climbs the elimination tree and needs no queue.

mod build;
mod customise;
mod cut;
mod follow;
mod order;
mod query;
pub(crate) mod saved;
mod unpack;

use std::borrow::Cow;

pub use customise::CustomiseError;
use query::CustomisedMemory;

/// Nodes in contraction order, and the arcs that any costs may need.
///
/// Internally nodes are identified by their rank, where 0 is contracted first, and arcs lead up to
/// higher ranks.
///
/// # Examples
///
/// ```
/// use astride::index::customisable::Skeleton;
/// use astride::index::hubs::SparseGraph;
/// use astride::search::Scratch;
/// let at_night = SparseGraph::from_arcs(4, &[(0, 1, 5), (1, 2, 7), (2, 0, 1), (0, 3, 2), (3, 2, 40)])?;
/// let skeleton = Skeleton::build(&at_night);
/// let mut roads = skeleton.customise(&at_night)?;
/// let mut scratch = Scratch::new();
/// assert_eq!(roads.distance(0, 2, &mut scratch), Some(5 + 7));
/// // There is a traffic jam between 1 and 2.
/// roads.update(&[(1, 2, 100)])?;
/// let mut nodes = Vec::new();
/// assert_eq!(roads.path(0, 2, &mut scratch, &mut nodes), Some(2 + 40));
/// assert_eq!(nodes, [0, 3, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skeleton {
    /// `order[rank]` is a node of the graph, and `rank` is the inverse.
    order: Vec<u32>,
    rank: Vec<u32>,
    /// For each rank, where the arcs up from it begin; they are sorted by their heads.
    starts: Vec<u32>,
    heads: Vec<u32>,
    /// For each rank, where the arcs up to it begin in `below`, as `(tail, arc)` with increasing
    /// tails.
    below_starts: Vec<u32>,
    below: Vec<(u32, u32)>,
}

/// A skeleton with costs: can be read by any number of threads, and changed by
/// [`Customised::update`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Customised<'a> {
    skeleton: Cow<'a, Skeleton>,
    /// The costs of the arcs of the graph, and of the cheapest paths that never climb above the
    /// lower end of an arc.
    own: Vec<Costs>,
    costs: Vec<Costs>,
}

/// Ticks up an arc and down it; [`NO_WAY`] where that direction does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Costs {
    up: u32,
    down: u32,
}

/// More than the cost of any path; twice this value still fits.
const NO_WAY: u32 = u32::MAX / 2;

impl Skeleton {
    /// The number of nodes of the graph.
    pub fn node_count(&self) -> u32 {
        self.order.len() as u32
    }

    /// The number of arcs, each of which serves both directions.
    pub fn arc_count(&self) -> usize {
        self.heads.len()
    }

    /// The number of arcs that a query examines when it climbs from a node: the sum over all nodes
    /// above it in the elimination tree. O(nodes above it).
    ///
    /// # Panics
    ///
    /// If there is no such node.
    pub fn climb(&self, node: u32) -> u64 {
        let mut here = Some(self.rank[node as usize]);
        let mut arcs = 0;
        while let Some(rank) = here {
            arcs += self.row(rank).len() as u64;
            here = self.parent(rank);
        }
        arcs
    }

    /// Bytes of all tables; costs take 16 for each arc.
    pub fn bytes(&self) -> usize {
        4 * (4 * self.order.len() + 3 * self.heads.len())
    }

    #[inline(always)]
    fn row(&self, rank: u32) -> std::ops::Range<usize> {
        self.starts[rank as usize] as usize..self.starts[rank as usize + 1] as usize
    }

    /// The arcs up to a rank, with their tails.
    #[inline(always)]
    fn below(&self, rank: u32) -> &[(u32, u32)] {
        let starts = &self.below_starts;
        &self.below[starts[rank as usize] as usize..starts[rank as usize + 1] as usize]
    }

    /// The lowest rank to which an arc leads up; every climb from here passes through it.
    #[inline(always)]
    fn parent(&self, rank: u32) -> Option<u32> {
        self.heads[self.row(rank)].first().copied()
    }

    /// The lower end of an arc. O(log nodes).
    fn tail(&self, arc: usize) -> u32 {
        self.starts.partition_point(|&start| start as usize <= arc) as u32 - 1
    }

    /// The arc between two ranks, if there is one.
    fn arc(&self, low: u32, high: u32) -> Option<usize> {
        let row = self.row(low);
        let at = self.heads[row.clone()].binary_search(&high).ok()?;
        Some(row.start + at)
    }
}
