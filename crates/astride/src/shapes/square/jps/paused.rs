//! A jump point search put aside.

use crate::base::Cost;
use crate::search::Effort;
use crate::search::paused::Stamp;

/// A jump point search that was put aside by [`JumpSearch::pause`](crate::shapes::square::JumpSearch::pause).
///
/// The open list and the records stay in the scratch: it must not serve another search before this
/// one is resumed.
#[derive(Debug)]
#[must_use]
pub struct PausedJumps {
    pub(super) stamp: Stamp,
    pub(super) best: Option<(Cost, u32)>,
    pub(super) effort: Effort,
    pub(super) is_begun: bool,
    pub(super) is_done: bool,
}

impl PausedJumps {
    /// What the search took so far.
    pub fn effort(&self) -> Effort {
        self.effort
    }

    /// The revision of the map it was begun on.
    pub fn revision(&self) -> u64 {
        self.stamp.world.revision
    }
}
