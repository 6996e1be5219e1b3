//! What a navigator owns and its snapshots share.

use std::sync::{Arc as Shared, OnceLock};

use super::ask::{Ask, Handle, MoverId, Overlays};
use super::believed::{Belief, Facts};
use super::cache::Key;
use super::seen::{Pile, Seen, Stand};
use super::{FactionId, NavigatorError, Upkeep, Walker};
use crate::base::{Cell, NodeId};
use crate::shapes::square::{Grid, JumpMap, Knowledge, Zone};
use crate::world::Overlay;

/// World, indexes, knowledge and overlays at one moment. A copy shares all of them; what is changed
/// afterwards is copied first, and only if somebody else still holds it.
#[derive(Clone)]
pub(in crate::planner) struct State {
    /// Whose handles are good here.
    pub(super) owner: u32,
    pub(super) grid: Shared<Grid>,
    pub(super) walkers: Vec<Shared<Walker>>,
    pub(super) factions: Vec<Shared<Knowledge>>,
    /// What each faction believes, as far as it was asked about.
    pub(super) beliefs: Vec<Belief>,
    /// Whether beliefs follow when they are asked about.
    pub(super) upkeep: Upkeep,
    pub(super) overlays: Vec<Shared<Overlay>>,
    /// How often each overlay was lent to be changed.
    pub(super) epochs: Vec<u64>,
    /// Where each overlay has extra cost, from the first question that names it since it was lent.
    pub(super) zones: Vec<OnceLock<Shared<Zone>>>,
    /// Of each mover, a place for jumps that end where there is extra cost, if no cell has less of it
    /// than when its landmarks were made; not known before it is asked about after a change.
    pub(super) landmarks_hold: Vec<OnceLock<Option<Shared<OnceLock<JumpMap>>>>>,
}

/// The state of all that the answer to a question depends on, as of
/// [`Navigator::stamp`](super::Navigator::stamp): for one question, equal stamps mean equal answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stamp {
    grid: u64,
    knowledge: u64,
    overlays: u64,
    /// Of the indexes that answer.
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

    pub(super) fn faction_place(&self, faction: FactionId) -> Result<usize, NavigatorError> {
        let place = faction.0.place(self.owner).filter(|&place| place < self.factions.len());
        place.ok_or(NavigatorError::UnknownFaction)
    }

    /// Start and goal of a question.
    pub(super) fn ends(&self, ask: &Ask) -> Result<(NodeId, NodeId), NavigatorError> {
        Ok((self.node(ask.from)?, self.node(ask.to)?))
    }

    /// What the belief of a faction follows.
    pub(super) fn facts(&self, faction: usize) -> Facts<'_> {
        let knowledge = &*self.factions[faction];
        Facts { grid: &self.grid, knowledge, walkers: &self.walkers }
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
        Ok(Pile { overlays: &self.overlays, zones: &self.zones, set })
    }

    /// Who is asked about, and where: the one place that says what answers a question in this state.
    pub(in crate::planner) fn seen(&self, ask: &Ask) -> Result<Seen<'_>, NavigatorError> {
        let place = self.walker_place(ask.mover)?;
        let pile = self.pile(ask)?;
        let as_is = |walker| Stand::AsIs { walker, grid: &self.grid };
        let Some(faction) = ask.faction else {
            let walker = self.walkers[place].usable()?;
            let guides = self.guides(place, pile.set);
            return Ok(Seen { stand: as_is(walker), knowledge: None, pile, guides });
        };
        let faction = self.faction_place(faction)?;
        let facts = self.facts(faction);
        Ok(match self.beliefs[faction].believer(facts, place, self.upkeep)? {
            Some(believer) => {
                let stand = Stand::Believed(believer);
                Seen { stand, knowledge: None, pile, guides: None }
            }
            None => {
                let stand = as_is(self.walkers[place].usable()?);
                Seen { stand, knowledge: Some(facts.knowledge), pile, guides: None }
            }
        })
    }

    /// What the answer to a question depends on, as numbers.
    pub(super) fn stamp(&self, ask: &Ask) -> Result<Stamp, NavigatorError> {
        let place = self.walker_place(ask.mover)?;
        let set = self.overlay_set(ask)?;
        let of_set = self.epochs.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1);
        let faction = ask.faction.map(|faction| self.faction_place(faction)).transpose()?;
        let guided = match faction {
            None => self.walkers[place].guided,
            Some(at) => self.beliefs[at].guided(self.facts(at), place, self.upkeep),
        };
        Ok(Stamp {
            grid: self.grid.revision(),
            knowledge: faction.map_or(0, |at| self.factions[at].revision()),
            overlays: of_set.map(|(_, epoch)| epoch).sum(),
            guided,
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
