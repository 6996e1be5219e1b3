//! Entry point for building an index.

use super::label::label;
use super::wide::Wide;
use super::{Form, HubLabels, store};
use crate::index::contraction::contract::contract;
use crate::index::contraction::options::MOST_STORED;
use crate::index::contraction::{BuildError, HubOptions, Progress, SparseGraph};

/// How many arcs may be examined to contract a dense graph after all: about two seconds.
const RETRY_WORK: u64 = 400_000_000;

/// The multiple of this for small graphs, where it is usually enough for all nodes.
const RETRY_TIMES_SMALL: u64 = 4;

/// The maximum number of nodes of a small graph.
const SMALL: u32 = 1 << 12;

impl HubLabels {
    /// Builds the index of a graph. The same graph and options give the same index, whatever the
    /// enabled features and the number of threads.
    ///
    /// # Complexity
    ///
    /// Depends on how small the separators of the graph are. For the turning points of game maps,
    /// labels have 10 to 80 entries on average, and building takes between 2 and 200 microseconds
    /// per node, more for denser graphs. Labels take 8 bytes per entry, or 16 if the graph is not
    /// symmetric; in graphs of more than 65 536 nodes or with zero-cost arcs 4 or 8 in each
    /// direction, and a [`Hierarchy`](crate::index::hierarchy::Hierarchy) beside them.
    ///
    /// # Errors
    ///
    /// [`BuildError`]: an arc costs nothing and not all nodes are to have labels, the graph is too
    /// dense, the labels of its dense part are too large, or a distance does not fit 32 bits.
    pub fn build(graph: &SparseGraph, options: &HubOptions) -> Result<HubLabels, BuildError> {
        HubLabels::build_with(graph, options, &mut |_| true)
    }

    /// As [`build`](Self::build). `tell` receives the progress between short pieces of work and
    /// cancels the build by returning `false`.
    ///
    /// # Errors
    ///
    /// As for [`build`](Self::build), or [`BuildError::Cancelled`].
    pub fn build_with(
        graph: &SparseGraph,
        options: &HubOptions,
        tell: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<HubLabels, BuildError> {
        let (count, is_free) = (graph.node_count() as usize, graph.has_free_arcs());
        let are_all_wanted = options.most_stored as usize >= count;
        if is_free && !are_all_wanted {
            return Err(BuildError::FreeArc);
        }
        if is_free || (count > MOST_STORED && are_all_wanted) {
            match Wide::build(graph, options, tell) {
                // The most important nodes may have labels at least.
                Err(BuildError::TooDense { .. } | BuildError::TooLarge { .. }) if !is_free => {}
                built => return built.map(|wide| HubLabels(Form::Wide(wide))),
            }
        }
        match build_within(graph, options, tell) {
            // The labels of the dense part are all or nothing. If contracted completely, the graph
            // may need fewer, provided that is not too much work.
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
