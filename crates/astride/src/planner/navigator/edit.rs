//! Changing what a navigator owns.

use std::sync::{Arc as Shared, OnceLock};

use super::{FactionId, Navigator, NavigatorError, OverlayId, Upkeep};
use crate::base::{Cell, Rect};
use crate::shapes::square::{Edit, GridError, Knowledge};
use crate::world::Overlay;

impl Navigator {
    /// Changes the map by a batch of edits, all or none, and returns the new revision. Indexes
    /// follow at once, or under [`Upkeep::ByHand`] later.
    ///
    /// # Errors
    ///
    /// If any edit of the batch is impossible; nothing is changed then.
    ///
    /// # Complexity
    ///
    /// As [`Grid::apply`](crate::shapes::square::Grid::apply) and the updates of indexes. If a snapshot is
    /// held that shares them, they are copied first.
    pub fn edit(&mut self, change: impl FnOnce(&mut Edit)) -> Result<u64, GridError> {
        let mut batch = Edit::new();
        change(&mut batch);
        self.apply(&batch)
    }

    /// As [`edit`](Self::edit), for a batch that is there already. An empty one changes nothing.
    ///
    /// # Errors
    ///
    /// As [`edit`](Self::edit).
    pub fn apply(&mut self, batch: &Edit) -> Result<u64, GridError> {
        if batch.is_empty() {
            return Ok(self.revision());
        }
        let state = Shared::make_mut(&mut self.state);
        let revision = Shared::make_mut(&mut state.grid).apply(batch)?;
        for walker in &mut state.walkers {
            if state.upkeep == Upkeep::AtOnce {
                let walker = Shared::make_mut(walker);
                walker.follow_body(&state.grid);
                walker.repair_all(&state.grid);
            } else if walker.body.is_some() {
                Shared::make_mut(walker).follow_body(&state.grid);
            }
        }
        Ok(revision)
    }

    /// An overlay, to be changed. O(1), but while a snapshot is held that shares it: then it is
    /// copied first.
    ///
    /// # Errors
    ///
    /// If the overlay is not of this navigator.
    pub fn overlay_mut(&mut self, overlay: OverlayId) -> Result<&mut Overlay, NavigatorError> {
        let place = overlay.0.place(self.state.owner).filter(|&at| at < self.state.overlays.len());
        let place = place.ok_or(NavigatorError::UnknownOverlay)?;
        let state = Shared::make_mut(&mut self.state);
        // Whoever has it may put another one in its place, so revisions of overlays tell nothing.
        state.epochs[place] += 1;
        state.zones[place] = OnceLock::new();
        for (walker, hold) in state.walkers.iter().zip(&mut state.landmarks_hold) {
            if walker.under >> place & 1 == 1 {
                *hold = OnceLock::new();
            }
        }
        Ok(Shared::make_mut(&mut state.overlays[place]))
    }

    /// A faction sees the cells of a rectangle as they are now; what lies off the map is left out.
    /// Returns how many cells became known.
    ///
    /// # Errors
    ///
    /// If the faction is not of this navigator.
    pub fn reveal(&mut self, faction: FactionId, rect: Rect) -> Result<u32, NavigatorError> {
        self.learn(faction, |knowledge, grid| knowledge.reveal(grid, rect, &mut Vec::new()))
    }

    /// A faction sees what is in sight from `eye`, up to `radius` cells away, as
    /// [`Knowledge::reveal_around`]. Returns how many cells became known.
    ///
    /// # Errors
    ///
    /// If the faction is not of this navigator.
    pub fn reveal_around(
        &mut self,
        faction: FactionId,
        eye: impl Into<Cell>,
        radius: u32,
        is_opaque: impl Fn(u8) -> bool,
    ) -> Result<u32, NavigatorError> {
        let eye = eye.into();
        self.learn(faction, |knowledge, grid| {
            knowledge.reveal_around(grid, eye, radius, is_opaque, &mut Vec::new())
        })
    }

    /// Before an edit that a faction does not see: it goes on taking the cells of `rect` that it
    /// knows for what they are now, until they are revealed again. Without this it learns of the
    /// edit at once.
    ///
    /// # Errors
    ///
    /// If the faction is not of this navigator.
    pub fn remember(&mut self, faction: FactionId, rect: Rect) -> Result<(), NavigatorError> {
        self.learn(faction, |knowledge, grid| knowledge.remember(grid, rect))
    }

    pub(super) fn learn<R>(
        &mut self,
        faction: FactionId,
        learn: impl FnOnce(&mut Knowledge, &crate::shapes::square::Grid) -> R,
    ) -> Result<R, NavigatorError> {
        let place = faction.0.place(self.state.owner).filter(|&at| at < self.state.factions.len());
        let place = place.ok_or(NavigatorError::UnknownFaction)?;
        let state = Shared::make_mut(&mut self.state);
        Ok(learn(Shared::make_mut(&mut state.factions[place]), &state.grid))
    }
}
