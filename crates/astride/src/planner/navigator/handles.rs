//! The handles of everything a navigator holds, in the order in which they were issued.

use super::ask::Handle;
use super::{Asked, MoverId, Navigable, Navigator, OverlayId};

impl<S: Navigable> Navigator<S> {
    /// All movers, in the order in which they were added; the first is
    /// [`first_mover`](Self::first_mover). This is how to get handles after
    /// [`load`](Navigator::load).
    pub fn movers(&self) -> impl ExactSizeIterator<Item = MoverId> + use<S> {
        self.handles(self.state.walkers.len()).map(MoverId)
    }

    /// All overlays, in the order in which they were added.
    pub fn overlays(&self) -> impl ExactSizeIterator<Item = OverlayId> + use<S> {
        self.handles(self.state.overlays.len()).map(OverlayId)
    }

    /// What the terrain means for a mover, and how it steps.
    ///
    /// # Errors
    ///
    /// If the mover does not belong to this navigator.
    pub fn mover(&self, mover: MoverId) -> Asked<&S::Mover, S> {
        Ok(S::mover_of(&self.state.walkers[self.state.walker_place(Some(mover))?]))
    }

    pub(super) fn handles(&self, count: usize) -> impl ExactSizeIterator<Item = Handle> + use<S> {
        let owner = self.state.owner;
        (0..count as u32).map(move |number| Handle { owner, number })
    }
}
