//! The knowledge of factions on squares: what they see and learn by rectangles, sight and edits.

use std::sync::Arc as Shared;

use super::believed::Belief;
use crate::base::{Cell, CellRect};
use crate::planner::navigator::{FactionId, Navigator, NavigatorError};
use crate::shapes::square::Knowledge;

impl Navigator {
    /// Registers a faction that knows nothing about the map yet and assumes it to have class
    /// `assumed`.
    ///
    /// # Complexity
    ///
    /// O(cells / 64). The first question by its knowledge takes O(cells), plus the time of
    /// [`new`](Self::new) for each mover asked about; later ones follow what was edited or learned
    /// in between, as [`JumpMap::update`](crate::shapes::square::JumpMap::update) does. Under
    /// [`Upkeep::ByHand`](crate::planner::Upkeep::ByHand) [`maintain`](Self::maintain) does both
    /// instead.
    pub fn add_faction(&mut self, assumed: u8) -> FactionId {
        Shared::make_mut(&mut self.state).kept.beliefs.push(Belief::default());
        self.push_faction(|grid| Knowledge::new(grid, assumed))
    }

    /// Reveals the cells of a rectangle to a faction as they are now; cells off the map are
    /// ignored. Returns how many became known.
    ///
    /// # Errors
    ///
    /// If the faction does not belong to this navigator.
    pub fn reveal(&mut self, faction: FactionId, rect: CellRect) -> Result<u32, NavigatorError> {
        self.learn(faction, |knowledge, grid| knowledge.reveal(grid, rect, &mut Vec::new()))
    }

    /// Reveals what is in sight from `eye`, up to `radius` cells away, as
    /// [`Knowledge::reveal_around`] does. Returns how many cells became known.
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

    /// Call this before an edit that a faction does not see: it keeps its belief about the cells of
    /// `rect` that it knows, and about walls, fences and one-way steps of which it sees neither cell,
    /// until they are revealed again. Without this it learns of the edit at once. For a wall, name
    /// both of its cells in `rect`.
    ///
    /// # Errors
    ///
    /// If the faction does not belong to this navigator.
    pub fn remember(&mut self, faction: FactionId, rect: CellRect) -> Result<(), NavigatorError> {
        self.learn(faction, |knowledge, grid| knowledge.remember(grid, rect))
    }
}
