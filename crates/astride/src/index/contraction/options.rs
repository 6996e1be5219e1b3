//! Limits of a build, its progress, and why it may fail.

/// When nodes have this many neighbours on average, the rest of the graph is a core that is
/// labelled without contraction.
const CORE_DEGREE: usize = 8;

/// A degree that no graph has on average, so that the whole graph is contracted.
const NO_CORE: usize = 1 << 31;

/// In graphs of at most this many nodes, and where not all nodes have labels, hubs are stored in 16
/// bits.
pub(in crate::index) const MOST_STORED: usize = 1 << 16;

/// Limits of a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HubOptions {
    pub(in crate::index) bytes: usize,
    pub(in crate::index) most_stored: u32,
    pub(in crate::index) work: u64,
    pub(in crate::index) core_degree: usize,
}

impl Default for HubOptions {
    fn default() -> Self {
        HubOptions {
            bytes: usize::MAX,
            most_stored: u32::MAX,
            work: 4_000_000_000,
            core_degree: CORE_DEGREE,
        }
    }
}

impl HubOptions {
    /// The maximum size of the index, in bytes; unlimited by default.
    ///
    /// Labels are stored for as many of the most important nodes as fit: for all, or for at most
    /// 65 536. The part that every query needs is kept even if it is larger than this. If nodes have
    /// eight or more neighbours on average, initially or during contraction, the labels of all
    /// remaining nodes must fit; otherwise the build is refused. It is also refused if an arc costs
    /// nothing and the labels of all nodes do not fit.
    #[must_use]
    pub fn bytes(mut self, most: usize) -> Self {
        self.bytes = most;
        self
    }

    /// The maximum number of nodes for which labels are stored; unlimited by default. With fewer than
    /// all nodes it is never more than 65 536, and zero-cost arcs are refused.
    #[must_use]
    pub fn most_stored(mut self, most: u32) -> Self {
        self.most_stored = most;
        self
    }

    /// How many arcs contraction may examine, and how many arcs and entries labelling may, before
    /// the graph counts as too dense. The default is 4·10⁹, up to half a minute each.
    #[must_use]
    pub fn work(mut self, most: u64) -> Self {
        self.work = most;
        self
    }
}

impl HubOptions {
    /// The same, but with every node contracted: no core is labelled directly.
    pub(in crate::index) fn without_core(self) -> Self {
        HubOptions { core_degree: NO_CORE, ..self }
    }
}

/// The current phase of a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stage {
    /// Nodes are ordered and, if there are many, contracted.
    Contract,
    /// Labels are computed, for the most important nodes first.
    Label,
    /// Boxes of a jump table are made, jump point after jump point.
    Box,
    /// Costs from and to landmarks are computed, flood after flood.
    Landmark,
    /// What the corners of a mesh see is found.
    Look,
    /// The ground of a mesh is cut into pieces.
    Cut,
    /// Clusters of squares are made, level after level.
    Cluster,
}

/// How far a build has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The current phase.
    pub stage: Stage,
    /// Nodes done in this phase: also jump points, floods, corners or pieces.
    pub done: u64,
    /// Total nodes of this phase; labelling may end earlier, when its memory limit is reached.
    pub total: u64,
}

/// Why no index was built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildError {
    /// Contraction created more arcs or took more work than the options allow: the graph is not
    /// sparse enough for this index.
    TooDense {
        /// Nodes not yet contracted or not yet labelled.
        nodes_left: u32,
        /// Arcs between them, or entries of the labels so far.
        arcs: u64,
        /// The number of arcs or entries that the options allow to examine.
        work: u64,
    },
    /// The labels of the dense part of the graph, all of which are needed, take more bytes than the
    /// options allow.
    TooLarge {
        /// Nodes of this part that were not yet hubs when the limit was reached.
        nodes_left: u32,
        /// The limit in bytes.
        bytes: usize,
    },
    /// A distance does not fit into 32 bits.
    TooFar,
    /// An arc costs 0, which only labels of all nodes allow.
    FreeArc,
    /// The callback cancelled the build.
    Cancelled,
}

errors! { enum BuildError:
    TooDense { nodes_left, arcs, work } => ("labels-too-dense",
        "the graph is too dense: {arcs} arcs or label entries with {nodes_left} nodes left, or \
        more than {work} to look at, expected a sparse graph such as turning points on a map"),
    TooLarge { nodes_left, bytes } => ("labels-too-large",
        "the labels take more than {bytes} bytes, with {nodes_left} nodes still to be covered, \
        expected a sparser graph or a higher limit"),
    TooFar => ("labels-too-far", "a distance is 4294967295 ticks or more, expected less"),
    FreeArc => ("labels-free-arc",
        "an arc costs nothing, expected 1 tick or more, or labels of all nodes"),
    Cancelled => ("labels-cancelled", "the build was cancelled"),
}
