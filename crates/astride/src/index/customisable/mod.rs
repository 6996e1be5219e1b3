//! Customisable contraction hierarchies: what takes long is done without knowing any cost.
//!
//! A [`Skeleton`] is the order in which nodes are contracted and all arcs that any costs may need,
//! and takes long. [`Skeleton::customise`] works out what these arcs cost for the costs of the day
//! in a small part of that time; several movers or hours of the day share one skeleton, and a jam
//! changes a [`Customised`] in place.
//!
//! Dibbelt, Strasser & Wagner, "Customizable Contraction Hierarchies", ACM Journal of Experimental
//! Algorithmics 21(1), 2016. A question climbs the elimination tree and has no queue.

mod build;
mod customise;
mod cut;
mod follow;
mod order;
mod query;
mod unpack;

pub use customise::CustomiseError;
pub use query::CustomisedScratch;

/// Nodes in the order of their contraction, and the arcs that any costs may need.
///
/// Inside, nodes go by their rank, 0 the first to be contracted, and arcs lead up to higher ranks.
///
/// # Examples
///
/// ```
/// use astride::index::customisable::{CustomisedScratch, Skeleton};
/// use astride::index::hubs::SparseGraph;
/// let at_night = SparseGraph::from_arcs(4, &[(0, 1, 5), (1, 2, 7), (2, 0, 1), (0, 3, 2), (3, 2, 40)])?;
/// let skeleton = Skeleton::build(&at_night);
/// let mut roads = skeleton.customise(&at_night)?;
/// let mut scratch = CustomisedScratch::new();
/// assert_eq!(roads.distance(0, 2, &mut scratch), Some(5 + 7));
/// // There is a jam between 1 and 2.
/// roads.follow(&[(1, 2, 100)])?;
/// let mut nodes = Vec::new();
/// assert_eq!(roads.path(0, 2, &mut scratch, &mut nodes), Some(2 + 40));
/// assert_eq!(nodes, [0, 3, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skeleton {
    /// `order[rank]` is a node of the graph, and `rank` the other way round.
    order: Vec<u32>,
    rank: Vec<u32>,
    /// By rank, where the arcs up from there begin; they are sorted by their heads.
    starts: Vec<u32>,
    heads: Vec<u32>,
    /// By rank, where the arcs up to there begin in `below`, as `(tail, arc)` by rising tails.
    below_starts: Vec<u32>,
    below: Vec<(u32, u32)>,
}

/// A skeleton with costs: read by any number of threads, changed by [`Customised::follow`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Customised<'a> {
    skeleton: &'a Skeleton,
    /// What the arcs of the graph cost, and what the cheapest ways cost that never climb above the
    /// lower end of an arc.
    own: Vec<Costs>,
    costs: Vec<Costs>,
}

/// Ticks up an arc and down it; [`NO_WAY`] where that cannot be gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Costs {
    up: u32,
    down: u32,
}

/// More than any way costs; twice of it still fits.
const NO_WAY: u32 = u32::MAX / 2;

impl Skeleton {
    /// How many nodes the graph has.
    pub fn node_count(&self) -> u32 {
        self.order.len() as u32
    }

    /// How many arcs there are, each of which serves both ways.
    pub fn arc_count(&self) -> usize {
        self.heads.len()
    }

    /// How many arcs a question looks at when it climbs from a node: the sum over all that lie above
    /// it in the elimination tree. O(nodes above it).
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

    /// Bytes of all tables; those of costs are 16 for each arc.
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

    /// The lowest rank to which an arc leads up, which lies on every climb from here.
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
