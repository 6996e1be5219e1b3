//! The world of a running answer: it stays as it was when the work began, whatever is changed.

use std::sync::Arc as Shared;

use crate::planner::navigator::seen::{Pile, Seen};
use crate::planner::navigator::state::State;
use crate::planner::navigator::walker::Walker;
use crate::planner::{Ask, NavigatorError};
use crate::world::{Grid, Knowledge, Overlay};

/// What one question reads of a state, and no more. An edit copies what it changes and is held here.
pub(super) struct Pinned {
    grid: Shared<Grid>,
    pub(super) walker: Shared<Walker>,
    knowledge: Option<Shared<Knowledge>>,
    overlays: Vec<Shared<Overlay>>,
    /// Whether it is searched cell by cell, so that the nearest place is known in any case: it is
    /// asked for, and components do not tell it, or there may be no time to get there.
    pub(super) is_searched: bool,
}

impl Pinned {
    /// What `ask` reads of `state`; `overlays` is memory for it.
    pub(super) fn new(
        state: &State,
        ask: &Ask,
        limit: Option<u64>,
        mut overlays: Vec<Shared<Overlay>>,
    ) -> Result<Self, NavigatorError> {
        let set = state.seen(ask)?.pile.set;
        let named = state.overlays.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1);
        overlays.extend(named.map(|(_, overlay)| Shared::clone(overlay)));
        let is_told = limit.is_none() && state.components_for(ask)?.is_some();
        Ok(Pinned {
            grid: Shared::clone(&state.grid),
            walker: Shared::clone(&state.walkers[state.walker_place(ask.mover)?]),
            knowledge: state.shared_knowledge(ask)?.map(Shared::clone),
            overlays,
            is_searched: ask.nearest && !is_told,
        })
    }

    /// The memory for overlays, which holds none.
    pub(super) fn into_memory(mut self) -> Vec<Shared<Overlay>> {
        self.overlays.clear();
        self.overlays
    }

    /// The grid whose cells are the places where the mover stands.
    pub(super) fn ground(&self) -> &Grid {
        self.walker.ground(&self.grid)
    }

    /// The world of the question.
    pub(super) fn seen(&self) -> Seen<'_> {
        let others = u64::BITS - self.overlays.len() as u32;
        Seen {
            view: self.walker.view(&self.grid),
            knowledge: self.knowledge.as_deref(),
            pile: Pile { overlays: &self.overlays, set: u64::MAX.checked_shr(others).unwrap_or(0) },
        }
    }
}
