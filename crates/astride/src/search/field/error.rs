//! Why a field cannot be repaired or followed on a world.

use crate::base::NodeId;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Forgotten { field: u64, world: u64 },
    Revision { field: u64, world: u64 },
    Unfinished { settled_below: u64 },
    Unsettled { node: NodeId, settled_below: u64 },
    Unexplained { node: NodeId },
    Nodes { field: usize, world: usize },
}

/// A mismatch of a field and a world; the message says how to correct it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldError(pub(super) Kind);

impl FieldError {
    /// Whether the world has been edited further than can be made up for: the field must be
    /// repaired or computed again.
    pub fn is_stale(&self) -> bool {
        matches!(self.0, Kind::Forgotten { .. } | Kind::Revision { .. })
    }

    /// Whether the field was stopped before the requested distances were final: resume it.
    pub fn is_unfinished(&self) -> bool {
        matches!(self.0, Kind::Unfinished { .. } | Kind::Unsettled { .. })
    }

    /// Whether the field belongs to another world: it must be computed on this one.
    pub fn is_wrong_world(&self) -> bool {
        matches!(self.0, Kind::Nodes { .. } | Kind::Unexplained { .. })
    }
}

errors! { FieldError(Kind):
    Forgotten { field, world } => ("field-too-old",
        "the field is of revision {field} and the grid of {world}, but its log of changes does not \
        reach back so far; compute the field again"),
    Revision { field, world } => ("field-stale",
        "the field is of revision {field}, expected {world} as the world with its overlays; repair \
        it or compute it again"),
    Unfinished { settled_below } => ("field-unfinished",
        "the field is final only below {settled_below} ticks, expected a complete one; resume it"),
    Unsettled { node, settled_below } => ("field-unsettled",
        "the field is final only below {settled_below} ticks, which node {node} is not; resume it"),
    Unexplained { node } => ("field-unexplained",
        "no arc and no source explains the distance of node {node}, expected the world that the \
        field was computed on"),
    Nodes { field, world } => ("field-other-size",
        "the field has {field} nodes, expected {world} as the world"),
}
