//! What a navigator owns and its snapshots share.

use std::sync::Arc as Shared;

use super::ask::{Ask, Handle, MoverId, Overlays};
use super::cache::Key;
use super::seen::{Pile, Seen};
use super::{NavigatorError, Walker};
use crate::base::{Cell, NodeId};
use crate::world::{Grid, Knowledge, Overlay};

/// World, indexes, knowledge and overlays at one moment. A copy shares all of them; what is changed
/// afterwards is copied first, and only if somebody else still holds it.
#[derive(Clone)]
pub(in crate::planner) struct State {
    /// Whose handles are good here.
    pub(super) owner: u32,
    pub(super) grid: Shared<Grid>,
    pub(super) walkers: Vec<Shared<Walker>>,
    pub(super) factions: Vec<Shared<Knowledge>>,
    pub(super) overlays: Vec<Shared<Overlay>>,
    /// How often each overlay was lent to be changed.
    pub(super) epochs: Vec<u64>,
}

/// The state of all that the answer to a question depends on, as of
/// [`Navigator::stamp`](super::Navigator::stamp): for one question, equal stamps mean equal answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stamp {
    grid: u64,
    knowledge: u64,
    overlays: u64,
    /// Of that which answers about the map as it is; else 0.
    guided: u64,
}

impl Stamp {
    /// The revision of the grid.
    pub fn revision(&self) -> u64 {
        self.grid
    }

    /// The state of the world alone: it does not tell apart which index answers, so of equal paths
    /// another one may be found.
    #[must_use]
    pub fn of_world(self) -> Stamp {
        Stamp { guided: 0, ..self }
    }

    /// All of it in one number, for hashing.
    pub(super) fn word(&self) -> u64 {
        let Stamp { grid, knowledge, overlays, guided } = *self;
        let words = [grid, knowledge, overlays, guided];
        words.into_iter().fold(0, |word, next| u64::rotate_left(word, 16) ^ next)
    }
}

impl State {
    pub(super) fn walker(&self, mover: Option<MoverId>) -> Result<&Walker, NavigatorError> {
        self.walkers[self.walker_place(mover)?].usable()
    }

    pub(super) fn walker_place(&self, mover: Option<MoverId>) -> Result<usize, NavigatorError> {
        let place = mover.map_or(Some(0), |mover| mover.0.place(self.owner));
        place.filter(|&place| place < self.walkers.len()).ok_or(NavigatorError::UnknownMover)
    }

    fn knowledge(&self, ask: &Ask) -> Result<Option<&Knowledge>, NavigatorError> {
        Ok(self.shared_knowledge(ask)?.map(|known| &**known))
    }

    pub(super) fn shared_knowledge(
        &self,
        ask: &Ask,
    ) -> Result<Option<&Shared<Knowledge>>, NavigatorError> {
        let Some(faction) = ask.faction else { return Ok(None) };
        let place = faction.0.place(self.owner).ok_or(NavigatorError::UnknownFaction)?;
        self.factions.get(place).map(Some).ok_or(NavigatorError::UnknownFaction)
    }

    /// One bit for each overlay of a question. A snapshot may be older than some of them.
    fn overlay_set(&self, ask: &Ask) -> Result<u64, NavigatorError> {
        let set = ask.overlays.of(self.owner)?;
        let is_known = self.overlays.len() == Overlays::MOST || set >> self.overlays.len() == 0;
        if is_known { Ok(set) } else { Err(NavigatorError::UnknownOverlay) }
    }

    fn pile(&self, ask: &Ask) -> Result<Pile<'_>, NavigatorError> {
        let set = self.overlay_set(ask)?;
        let bounds = self.grid.bounds();
        for (place, overlay) in self.overlays.iter().enumerate() {
            let size = overlay.bounds();
            if set >> place & 1 == 1 && size != bounds {
                let (width, height) = (size.width, size.height);
                return Err(NavigatorError::OverlaySize { width, height });
            }
        }
        Ok(Pile { overlays: &self.overlays, set })
    }

    /// The world of a question.
    pub(in crate::planner) fn seen(&self, ask: &Ask) -> Result<Seen<'_>, NavigatorError> {
        let walker = self.walker(ask.mover)?;
        let knowledge = self.knowledge(ask)?;
        if knowledge.is_some() && walker.body.is_some() {
            return Err(NavigatorError::BodyInFog);
        }
        let view = walker.view(&self.grid);
        Ok(Seen { view, knowledge, pile: self.pile(ask)? })
    }

    /// What the answer to a question depends on, as numbers that rise.
    pub(super) fn stamp(&self, ask: &Ask) -> Result<Stamp, NavigatorError> {
        let walker = &self.walkers[self.walker_place(ask.mover)?];
        let set = self.overlay_set(ask)?;
        let of_set = self.epochs.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1);
        Ok(Stamp {
            grid: self.grid.revision(),
            knowledge: self.knowledge(ask)?.map_or(0, Knowledge::revision),
            overlays: of_set.map(|(_, epoch)| epoch).sum(),
            guided: if ask.is_plain() { walker.guided } else { 0 },
        })
    }

    /// What an answer is kept under.
    pub(super) fn key(&self, ask: &Ask) -> Result<Key, NavigatorError> {
        let place = self.walker_place(ask.mover)?;
        let first = MoverId(Handle { owner: self.owner, number: 0 });
        let ask = Ask { mover: Some(ask.mover.unwrap_or(first)), ..*ask };
        Ok(Key { ask, stamp: self.stamp(&ask)?, version: self.walkers[place].version })
    }

    pub(super) fn node(&self, cell: Cell) -> Result<NodeId, NavigatorError> {
        let (width, height) = (self.grid.width(), self.grid.height());
        self.grid.node(cell).ok_or(NavigatorError::OffMap { cell, width, height })
    }
}
