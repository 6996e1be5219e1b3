//! The handles of all that a navigator holds, in the order in which they were given.

use super::ask::Handle;
use super::{Asked, MoverId, Navigable, Navigator, OverlayId};

impl<S: Navigable> Navigator<S> {
    /// All movers, in the order in which they were added; the first is
    /// [`first_mover`](Self::first_mover). So the handles are had again after
    /// [`load`](Navigator::load).
    pub fn movers(&self) -> impl ExactSizeIterator<Item = MoverId> + use<S> {
        self.handles(self.state.walkers.len()).map(MoverId)
    }

    /// All overlays, in the order in which they were added.
    pub fn overlays(&self) -> impl ExactSizeIterator<Item = OverlayId> + use<S> {
        self.handles(self.state.overlays.len()).map(OverlayId)
    }

    /// What a mover makes of the terrain, and how it steps.
    ///
    /// # Errors
    ///
    /// If the mover is not of this navigator.
    pub fn mover(&self, mover: MoverId) -> Asked<&S::Mover, S> {
        Ok(S::mover_of(&self.state.walkers[self.state.walker_place(Some(mover))?]))
    }

    pub(super) fn handles(&self, count: usize) -> impl ExactSizeIterator<Item = Handle> + use<S> {
        let owner = self.state.owner;
        (0..count as u32).map(move |number| Handle { owner, number })
    }
}
