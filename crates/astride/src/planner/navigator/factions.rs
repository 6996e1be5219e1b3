//! The list of factions, the same for all shapes; what their knowledge consists of is up to `squares`
//! and `plain`.

use std::sync::Arc as Shared;

use super::ask::Handle;
use super::{Asked, FactionId, Navigable, Navigator};

impl<S: Navigable> Navigator<S> {
    /// What a faction knows.
    ///
    /// # Errors
    ///
    /// If the faction does not belong to this navigator.
    pub fn knowledge(&self, faction: FactionId) -> Asked<&S::Faction, S> {
        Ok(&self.state.factions[self.state.faction_place(faction)?])
    }

    /// All factions, in the order in which they were added.
    pub fn factions(&self) -> impl ExactSizeIterator<Item = FactionId> + use<S> {
        self.handles(self.state.factions.len()).map(FactionId)
    }

    /// Registers a faction.
    pub(super) fn push_faction(&mut self, know: impl FnOnce(&S) -> S::Faction) -> FactionId {
        let state = Shared::make_mut(&mut self.state);
        state.factions.push(Shared::new(know(&state.map)));
        FactionId(Handle { owner: state.owner, number: state.factions.len() as u32 - 1 })
    }

    /// Extends the knowledge of a faction.
    pub(super) fn learn<R>(
        &mut self,
        faction: FactionId,
        learn: impl FnOnce(&mut S::Faction, &S) -> R,
    ) -> Asked<R, S> {
        let place = self.state.faction_place(faction)?;
        let state = Shared::make_mut(&mut self.state);
        Ok(learn(Shared::make_mut(&mut state.factions[place]), &state.map))
    }
}
