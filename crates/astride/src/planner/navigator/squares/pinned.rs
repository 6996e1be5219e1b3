//! The world of an answer in progress: it stays as it was when the work began, whatever changes.

use std::sync::{Arc as Shared, OnceLock};

use super::believed::{Believer, Supposer};
use super::landmarks::Guides;
use super::seen::{Seen, Stand};
use super::walker::Walker;
use crate::base::NodeId;
use crate::planner::navigator::pile::Pile;
use crate::planner::navigator::places::{Closed, Held};
use crate::planner::navigator::state::{Ends, State};
use crate::planner::{Ask, Company, NavigatorError, Task};
use crate::search::{PathQuery, Starts};
use crate::shapes::square::{Grid, Knowledge, Zone};
use crate::world::Overlay;

/// What one question reads of a state, and no more. An edit copies what it changes and is held
/// here.
pub(super) struct Pinned {
    ground: HeldStand,
    knowledge: Option<Shared<Knowledge>>,
    named: Named,
    closed: Option<Held>,
    /// Its ends when the work began. Those who are answered together have other starts.
    ends: Ends,
    guides: Option<Guides>,
    /// Whether it is searched cell by cell, so that the nearest place is always known: it is
    /// requested, and components do not tell it, or there may be no time to get there.
    pub(super) is_searched: bool,
    /// Whether the answer without blockers is tried first, if there are any.
    pub(super) tries_without_blockers: bool,
}

/// The mover that is asked about, and the map it moves on.
enum HeldStand {
    AsIs { walker: Shared<Walker>, grid: Shared<Grid> },
    Believed(Believer),
    Supposed(Supposer),
}

/// The overlays named by a question, each with the places where it has extra cost.
#[derive(Default)]
pub(super) struct Named {
    overlays: Vec<Shared<Overlay>>,
    zones: Vec<OnceLock<Shared<Zone>>>,
}

impl Pinned {
    /// What a question reads of `state`; `named` is memory for its overlays.
    pub(super) fn new(
        state: &State,
        task: &Task<Ask>,
        mut named: Named,
    ) -> Result<Self, NavigatorError> {
        let (ask, is_limited) = (&task.ask, task.limit.is_some());
        let (mut ends, seen) = (state.ends(ask)?, state.seen(ask)?);
        // Data needed for overlays is computed here, if at all, so that all holders of the state
        // share it.
        let _ = seen.overlaid();
        if let Some(single) = ends.single() {
            let _ = seen.without_blockers(single)?;
        }
        for (place, overlay) in seen.pile.each() {
            named.overlays.push(Shared::clone(overlay));
            named.zones.push(seen.zones[place].clone());
        }
        let guides = seen.guides.clone();
        let closed = seen.pile.closed().map(Closed::hold);
        let is_told = !is_limited
            && match ask.or_to {
                None => seen.telling_components().is_some(),
                // Which place is nearest to any of several goals, components do not tell.
                Some(_) => seen.surely_reaches(&ends),
            };
        let is_searched = ask.nearest && !is_told;
        if task.company == Company::Alone && !is_searched {
            seen.keep_reachable(&mut ends);
        }
        let faction = ask.faction.filter(|_| seen.knowledge.is_some());
        let faction = faction.map(|faction| state.faction_place(faction)).transpose()?;
        let ground = match seen.stand {
            Stand::Believed(believer) => HeldStand::Believed(believer),
            Stand::Supposed(supposer) => HeldStand::Supposed(supposer),
            Stand::AsIs { .. } => HeldStand::AsIs {
                walker: Shared::clone(&state.walkers[state.walker_place(ask.mover)?]),
                grid: Shared::clone(&state.map),
            },
        };
        Ok(Pinned {
            ground,
            knowledge: faction.map(|place| Shared::clone(&state.factions[place])),
            named,
            closed,
            ends,
            guides,
            is_searched,
            tries_without_blockers: !ask.nearest || !is_limited,
        })
    }

    /// The memory for overlays, emptied.
    pub(super) fn into_memory(mut self) -> Named {
        self.named.overlays.clear();
        self.named.zones.clear();
        self.named
    }

    /// The query of a search in the world of a question, from its start.
    pub(super) fn query(&self, seen: &Seen<'_>, start: NodeId) -> PathQuery<'_> {
        PathQuery { starts: Starts::One(start), ..seen.query(&self.ends, self.is_searched) }
    }

    /// Start and goal, if there is one goal.
    pub(super) fn single(&self) -> Option<[NodeId; 2]> {
        self.ends.single()
    }

    /// The world of the question, for a mover that starts at a node.
    pub(super) fn seen(&self, start: NodeId) -> Seen<'_> {
        let Named { overlays, zones } = &self.named;
        Seen {
            stand: match &self.ground {
                HeldStand::AsIs { walker, grid } => Stand::AsIs { walker, grid },
                HeldStand::Believed(believer) => Stand::Believed(believer.clone()),
                HeldStand::Supposed(supposer) => Stand::Supposed(supposer.clone()),
            },
            knowledge: self.knowledge.as_deref(),
            pile: Pile::of_all(overlays).closing(self.closed.as_ref().map(|it| it.closed(start))),
            zones,
            guides: self.guides.clone(),
        }
    }
}
