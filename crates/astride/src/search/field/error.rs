//! Why a field cannot be repaired or followed on a world.

use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Forgotten { field: u64, world: u64 },
    Revision { field: u64, world: u64 },
    Unfinished { settled_below: u64 },
    Nodes { field: usize, world: usize },
}

/// A field and a world that do not fit together; the message says what would be right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldError(pub(super) Kind);

impl FieldError {
    /// Whether the world has been edited past what can be made up for: the field has to be
    /// computed again, or repaired first.
    pub fn is_stale(&self) -> bool {
        matches!(self.0, Kind::Forgotten { .. } | Kind::Revision { .. })
    }

    /// Whether the field was stopped before it was complete.
    pub fn is_unfinished(&self) -> bool {
        matches!(self.0, Kind::Unfinished { .. })
    }
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Kind::Forgotten { field, world } => write!(
                f,
                "the field is of revision {field} and the grid of {world}, but its log of changes \
                 does not reach back so far; compute the field again"
            ),
            Kind::Revision { field, world } => write!(
                f,
                "the field is of revision {field}, expected {world} as the world; repair it or \
                 compute it again"
            ),
            Kind::Unfinished { settled_below } => write!(
                f,
                "the field is final only below {settled_below} ticks, expected a complete one; \
                 resume it"
            ),
            Kind::Nodes { field, world } => {
                write!(f, "the field has {field} nodes, expected {world} as the world")
            }
        }
    }
}

impl std::error::Error for FieldError {}
