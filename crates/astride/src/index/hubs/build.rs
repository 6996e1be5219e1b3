//! The door to building an index: options, progress, errors.

use super::contract::contract;
use super::graph::SparseGraph;
use super::label::label;
use super::{HubLabels, store};

/// Nodes with this many neighbours on average are a core that is labelled without contraction.
const CORE_DEGREE: usize = 8;

/// A degree that no graph has on average: the whole graph is contracted.
const NO_CORE: usize = 1 << 31;

/// How many arcs may be looked at to contract a dense graph after all: some two seconds.
const RETRY_WORK: u64 = 400_000_000;

/// How many times as many where there are few nodes: then that mostly is enough for all of them.
const RETRY_TIMES_SMALL: u64 = 4;

/// The most nodes that are few.
const SMALL: u32 = 1 << 12;

/// Limits of a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HubOptions {
    pub(super) bytes: usize,
    pub(super) most_stored: u32,
    pub(super) work: u64,
    pub(super) core_degree: usize,
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
    /// How large the index should be at most, in bytes; no limit by default.
    ///
    /// Labels are stored for the most important nodes, for as many as fit in. The part without
    /// which no question could be answered is kept even if it is larger than this. Where nodes have
    /// eight neighbours or more on average, at first or while others are contracted, labels of all
    /// that are left must fit in; else the build is refused.
    #[must_use]
    pub fn bytes(mut self, most: usize) -> Self {
        self.bytes = most;
        self
    }

    /// For how many nodes labels are stored at most; never for more than 65 536.
    #[must_use]
    pub fn most_stored(mut self, most: u32) -> Self {
        self.most_stored = most;
        self
    }

    /// How many arcs contraction may look at, and how many arcs and entries the labels, before the
    /// graph counts as too dense; 4·10⁹ by default, up to half a minute each.
    #[must_use]
    pub fn work(mut self, most: u64) -> Self {
        self.work = most;
        self
    }
}

impl HubOptions {
    /// The same, with every node contracted: there is no part that is labelled as it is.
    pub(in crate::index) fn without_core(self) -> Self {
        HubOptions { core_degree: NO_CORE, ..self }
    }
}

/// Which part of a build is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stage {
    /// Nodes are put in order and contracted.
    Contract,
    /// Labels are made, for the most important nodes first.
    Label,
}

/// How far a build has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The part that is under way.
    pub stage: Stage,
    /// Nodes done in this part.
    pub done: u64,
    /// Nodes to do in this part; the labels may end sooner, when their room is full.
    pub total: u64,
}

/// Why no index was built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildError {
    /// Contraction made more arcs or took more work than the options allow: the graph is not
    /// sparse enough for this index.
    TooDense {
        /// Nodes that were not contracted yet, or have no label yet.
        nodes_left: u32,
        /// Arcs between them, or entries of the labels made so far.
        arcs: u64,
        /// Arcs or entries that could be looked at by the options.
        work: u64,
    },
    /// The labels of a dense part of the graph, which are all needed, take more than the bytes that
    /// the options allow.
    TooLarge {
        /// Nodes of this part that were no hubs yet when the bytes were used up.
        nodes_left: u32,
        /// Bytes allowed by the options.
        bytes: usize,
    },
    /// A distance does not fit 32 bits.
    TooFar,
    /// An arc costs nothing, and labels need costs of 1 or more.
    FreeArc,
    /// The callback said no.
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
    FreeArc => ("labels-free-arc", "an arc costs nothing, expected 1 tick or more for labels"),
    Cancelled => ("labels-cancelled", "the build was cancelled"),
}

impl HubLabels {
    /// Builds the index of a graph; the same graph and options give the same index whatever the
    /// features and the number of threads.
    ///
    /// # Complexity
    ///
    /// Depends on how well small sets of nodes separate the graph: for the turning points of game
    /// maps labels have 10 to 80 entries on average, and building takes between 2 and 200
    /// microseconds per node, the more the denser the graph. Labels take 8 bytes per entry, and 16
    /// where the graph is not symmetric.
    ///
    /// # Errors
    ///
    /// [`BuildError`]: an arc costs nothing, the graph is too dense, the labels of its dense part are
    /// too large, or a distance does not fit 32 bits.
    pub fn build(graph: &SparseGraph, options: &HubOptions) -> Result<HubLabels, BuildError> {
        HubLabels::build_with(graph, options, &mut |_| true)
    }

    /// As [`build`](Self::build); `tell` hears of progress between short pieces of work and cancels
    /// by returning `false`.
    ///
    /// # Errors
    ///
    /// As [`build`](Self::build), or [`BuildError::Cancelled`].
    pub fn build_with(
        graph: &SparseGraph,
        options: &HubOptions,
        tell: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<HubLabels, BuildError> {
        if graph.has_free_arcs() {
            return Err(BuildError::FreeArc);
        }
        match build_within(graph, options, tell) {
            // The labels of the dense part are all or none. Contracted to the end, the graph can do
            // with fewer, if that is not too much work.
            Err(BuildError::TooLarge { nodes_left, bytes }) => {
                let times = if graph.node_count() <= SMALL { RETRY_TIMES_SMALL } else { 1 };
                let work = options.work.min(RETRY_WORK * times);
                let options = HubOptions { work, ..*options }.without_core();
                build_within(graph, &options, tell).map_err(|error| match error {
                    BuildError::TooDense { .. } => BuildError::TooLarge { nodes_left, bytes },
                    error => error,
                })
            }
            built => built,
        }
    }
}

pub(super) fn build_within(
    graph: &SparseGraph,
    options: &HubOptions,
    tell: &mut dyn FnMut(Progress) -> bool,
) -> Result<HubLabels, BuildError> {
    let hierarchy = contract(graph, options, tell)?;
    let labels = label(&hierarchy, graph.is_symmetric(), options, tell)?;
    Ok(store::assemble(graph, hierarchy, labels))
}
