//! Which indexes are kept for a mover.

/// When the indexes of a [`Navigator`](crate::planner::Navigator) follow edits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Upkeep {
    /// At once with the edit, all of them except labels.
    #[default]
    AtOnce,
    /// When [`Navigator::maintain`](crate::planner::Navigator::maintain) is called, as far as its
    /// budget allows. Until then questions are answered without the index.
    ByHand,
}

/// An index that can be kept for a mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Keep {
    /// [`Components`](crate::shapes::square::Components): report at once that there is no path. Kept unless dropped.
    Components,
    /// Jump points, or the steps of all cells if jump points are not possible. Kept unless dropped.
    JumpMap,
    /// A [`JumpTable`](crate::shapes::square::JumpTable) of the jump points.
    Table,
    /// [`Clusters`](crate::shapes::square::Clusters), for coarse routes.
    Clusters,
    /// [`Labels`](crate::shapes::square::Labels) of the jump points: built by
    /// [`Navigator::pending`](crate::planner::Navigator::pending) only, and dropped by the next edit.
    /// On maps where they are not possible, landmarks of the jump points take their place.
    Labels,
    /// Landmarks for questions under overlays, as described at
    /// [`Navigator::keep_landmarks`](crate::planner::Navigator::keep_landmarks). Kept only by this
    /// name, they are those of the map without overlays.
    Landmarks,
}

impl Keep {
    /// The indexes updated by edits and budgets, in this order if all have waited equally long.
    pub(super) const REPAIRED: [Keep; 4] =
        [Keep::Components, Keep::JumpMap, Keep::Table, Keep::Clusters];

    pub(super) fn bit(self) -> u8 {
        1 << self as u8
    }
}
