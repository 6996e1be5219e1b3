//! What a replanner is asked, and what it reports about its work.

use crate::base::NodeId;

/// A query to a [`Replanner`](super::Replanner): start and goal, and what has changed since the
/// last query.
#[derive(Clone, Copy, Debug)]
pub struct Replan<'a> {
    pub(super) start: NodeId,
    pub(super) goal: NodeId,
    pub(super) touched: &'a [NodeId],
}

impl<'a> Replan<'a> {
    /// From `start` to `goal`, on a world whose arcs are the same as for the last query.
    pub fn new(start: NodeId, goal: NodeId) -> Self {
        Replan { start, goal, touched: &[] }
    }

    /// Names the nodes at which an outgoing arc appeared, vanished or changed its cost since the
    /// last query; extra nodes do no harm.
    #[must_use]
    pub fn touched(mut self, nodes: &'a [NodeId]) -> Self {
        self.touched = nodes;
        self
    }
}

/// What the last call of a [`Replanner`](super::Replanner) did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Replanned {
    /// Nodes expanded by the search, earlier slices included; 0 if no search was needed.
    pub expanded: u64,
    /// Estimates lowered because of edits.
    pub lowered: u64,
    /// Whether everything learned was forgotten first.
    pub from_scratch: bool,
    /// Whether the previous path was kept although a cheaper one may exist, as
    /// [`Replanner::keep_within`](super::Replanner::keep_within) allows.
    pub kept: bool,
}
