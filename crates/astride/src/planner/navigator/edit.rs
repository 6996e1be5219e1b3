//! Changing what a navigator owns.

use std::sync::Arc as Shared;

use super::navigable::Changed;
use super::{Navigable, Navigator, NavigatorError, OverlayId};
use crate::world::Overlay;

impl<S: Navigable> Navigator<S> {
    /// Changes the map by a batch of edits, all or none, and returns the new revision. What is kept
    /// for squares follows at once, or under [`Upkeep::ByHand`](super::Upkeep::ByHand) later.
    ///
    /// # Errors
    ///
    /// If any edit of the batch is impossible; nothing is changed then.
    ///
    /// # Complexity
    ///
    /// As of the `apply` of the map and the updates of indexes. If a snapshot is
    /// held that shares them, they are copied first.
    pub fn edit(&mut self, change: impl FnOnce(&mut S::Edit)) -> Result<u64, S::EditError> {
        let mut batch = S::Edit::default();
        change(&mut batch);
        self.apply(&batch)
    }

    /// As [`edit`](Self::edit), for a batch that is there already. An empty one changes nothing.
    ///
    /// # Errors
    ///
    /// As [`edit`](Self::edit).
    pub fn apply(&mut self, batch: &S::Edit) -> Result<u64, S::EditError> {
        if S::is_nothing(batch) {
            return Ok(self.revision());
        }
        let state = Shared::make_mut(&mut self.state);
        let revision = S::change(Shared::make_mut(&mut state.map), batch)?;
        S::follow(state, Changed::Map);
        Ok(revision)
    }

    /// An overlay, to be changed. O(1), but while a snapshot is held that shares it: then it is
    /// copied first.
    ///
    /// # Errors
    ///
    /// If the overlay is not of this navigator.
    pub fn overlay_mut(
        &mut self,
        overlay: OverlayId,
    ) -> Result<&mut Overlay, NavigatorError<S::Place>> {
        let place = self.state.overlay_place(overlay)?;
        let state = Shared::make_mut(&mut self.state);
        // The borrower may put another one in its place, so revisions of overlays tell nothing.
        state.epochs[place] += 1;
        S::follow(state, Changed::Overlay(place));
        Ok(Shared::make_mut(&mut state.overlays[place]))
    }
}
