//! The handles of all that a navigator holds, in the order in which they were given.

use super::ask::Handle;
use super::{FactionId, MoverId, Navigator, NavigatorError, OverlayId};
use crate::shapes::square::Mover;

impl Navigator {
    /// All movers, in the order in which they were added; the first is
    /// [`first_mover`](Self::first_mover). So the handles are had again after
    /// [`load`](Self::load).
    pub fn movers(&self) -> impl ExactSizeIterator<Item = MoverId> + use<> {
        self.handles(self.state.walkers.len()).map(MoverId)
    }

    /// All factions, in the order in which they were added.
    pub fn factions(&self) -> impl ExactSizeIterator<Item = FactionId> + use<> {
        self.handles(self.state.factions.len()).map(FactionId)
    }

    /// All overlays, in the order in which they were added.
    pub fn overlays(&self) -> impl ExactSizeIterator<Item = OverlayId> + use<> {
        self.handles(self.state.overlays.len()).map(OverlayId)
    }

    /// What a mover makes of the terrain, and how it steps.
    ///
    /// # Errors
    ///
    /// If the mover is not of this navigator.
    pub fn mover(&self, mover: MoverId) -> Result<&Mover, NavigatorError> {
        Ok(&self.state.walkers[self.state.walker_place(Some(mover))?].mover)
    }

    /// Cells a side of the body of a mover.
    ///
    /// # Errors
    ///
    /// If the mover is not of this navigator.
    pub fn side(&self, mover: MoverId) -> Result<u32, NavigatorError> {
        Ok(self.state.walkers[self.state.walker_place(Some(mover))?].side().unwrap_or(1))
    }

    fn handles(&self, count: usize) -> impl ExactSizeIterator<Item = Handle> + use<> {
        let owner = self.state.owner;
        (0..count as u32).map(move |number| Handle { owner, number })
    }
}
