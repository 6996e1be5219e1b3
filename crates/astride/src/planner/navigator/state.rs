//! What a navigator owns and its snapshots share.

use std::sync::Arc as Shared;

use super::ask::{Ask, FactionId, Handle, MoverId, OverlayId, Overlays, PlacesId, SuppositionId};
use super::cache::Key;
use super::fields::Fields;
use super::pile::Pile;
use super::places::{Closed, Places};
use super::stamp::Stamp;
use super::supposed::{Basis, Supposition};
use super::{Asked, Navigable, NavigatorError};
use crate::base::{Budget, NodeId, SmallSort};
use crate::path::Path;
use crate::planner::watch::span;
use crate::search::{Outcome, PathQuery, Scratch, Why};
use crate::shapes::square::Grid;
use crate::world::{Listed, Overlay, World};

/// Map, movers, overlays and their indexes at one moment. A copy shares all of them; what changes
/// afterwards is copied first, and only if it is still shared.
#[expect(missing_debug_implementations, reason = "nobody outside can name it")]
#[derive(Clone)]
pub struct State<S: Navigable = Grid> {
    /// The navigator whose handles are valid here.
    pub(super) owner: u32,
    /// The number of the attempt, for a tentative world; 0 for the navigator's own.
    pub(super) trial: u64,
    pub(super) map: Shared<S>,
    pub(super) walkers: Vec<Shared<S::Walker>>,
    pub(super) overlays: Vec<Shared<Overlay>>,
    /// How often each overlay was borrowed to be changed.
    pub(super) epochs: Vec<u64>,
    /// Sets of places.
    pub(super) places: Vec<Shared<Places>>,
    /// Edits that questions may suppose.
    pub(super) suppositions: Vec<Shared<Supposition<S>>>,
    /// What each faction knows.
    pub(super) factions: Vec<Shared<S::Faction>>,
    /// What this kind of map keeps in addition.
    pub(super) kept: S::Kept,
    /// The fields of the navigator, which are those of several states.
    pub(super) fields: Shared<Fields<S::Place>>,
}

/// Where a question begins, and where it may end.
pub(super) struct Ends {
    pub(super) start: NodeId,
    /// The goal that it names itself.
    goal: NodeId,
    /// All goals, in order and each once, if a set is named as well.
    several: Vec<NodeId>,
}

impl Ends {
    /// All goals; never empty.
    pub(super) fn goals(&self) -> &[NodeId] {
        if self.several.is_empty() { std::slice::from_ref(&self.goal) } else { &self.several }
    }

    /// Whether what is closed in `pile` bars all goals to a mover that can stand at the start: then
    /// that is why there is no path.
    pub(super) fn are_barred(&self, pile: Pile<'_>, world: &impl World) -> bool {
        self.goals().iter().all(|&goal| pile.bars(goal)) && world.is_passable(self.start)
    }

    /// Start and goal, if there is one goal.
    pub(super) fn single(&self) -> Option<[NodeId; 2]> {
        match self.goals() {
            &[goal] => Some([self.start, goal]),
            _ => None,
        }
    }

    /// Leaves out goals that `may_be_reached` denies, unless it denies all.
    pub(super) fn keep_goals(&mut self, may_be_reached: impl Fn(NodeId) -> bool) {
        if self.several.iter().any(|&goal| may_be_reached(goal)) {
            self.several.retain(|&goal| may_be_reached(goal));
        }
    }

    /// The query of a search.
    pub(super) fn query(&self) -> PathQuery<'_> {
        match self.single() {
            Some([start, goal]) => PathQuery::new(start, goal),
            None => PathQuery::to_nearest(self.start, &self.several),
        }
    }
}

impl<S: Navigable> State<S> {
    /// The mover of questions that name none.
    pub(super) fn first_mover(&self) -> MoverId {
        MoverId(Handle { owner: self.owner, number: 0 })
    }

    pub(super) fn walker_place(&self, mover: Option<MoverId>) -> Asked<usize, S> {
        let place = mover.map_or(Some(0), |mover| mover.0.place(self.owner));
        place.filter(|&place| place < self.walkers.len()).ok_or(NavigatorError::UnknownMover)
    }

    pub(super) fn overlay_place(&self, overlay: OverlayId) -> Asked<usize, S> {
        let place = overlay.0.place(self.owner).filter(|&place| place < self.overlays.len());
        place.ok_or(NavigatorError::UnknownOverlay)
    }

    pub(super) fn faction_place(&self, faction: FactionId) -> Asked<usize, S> {
        let place = faction.0.place(self.owner).filter(|&place| place < self.factions.len());
        place.ok_or(NavigatorError::UnknownFaction)
    }

    /// Where a question begins, and all nodes where it may end.
    pub(super) fn ends(&self, ask: &Ask<S::Place>) -> Asked<Ends, S> {
        let (start, goal) = self.first_ends(ask)?;
        Ok(Ends { start, goal, several: self.several_goals(ask)? })
    }

    /// Start and goal of a question that has one goal.
    pub(super) fn only_ends(&self, ask: &Ask<S::Place>) -> Asked<(NodeId, NodeId), S> {
        match ask.or_to {
            None => self.first_ends(ask),
            Some(_) => Err(NavigatorError::SeveralGoals),
        }
    }

    /// The start of a question, and the goal that it names itself.
    pub(super) fn first_ends(&self, ask: &Ask<S::Place>) -> Asked<(NodeId, NodeId), S> {
        Ok((self.node(ask.from)?, self.node(ask.to)?))
    }

    /// The goals of a question and some others, in order and each once.
    pub(super) fn goals(&self, ask: &Ask<S::Place>, others: &[S::Place]) -> Asked<Vec<NodeId>, S> {
        let mut goals = self.set(ask.or_to)?.map_or(Vec::new(), |set| set.nodes().to_vec());
        goals.push(self.node(ask.to)?);
        for &other in others {
            goals.push(self.node(other)?);
        }
        // This is fast if most are in order already, and those of a set are.
        goals.sort_small();
        goals.dedup();
        Ok(goals)
    }

    /// The goals of a question that has several, otherwise none.
    pub(super) fn several_goals(&self, ask: &Ask<S::Place>) -> Asked<Vec<NodeId>, S> {
        if ask.or_to.is_some() { self.goals(ask, &[]) } else { Ok(Vec::new()) }
    }

    /// Whether a node is a goal of a question.
    pub(super) fn is_goal(&self, ask: &Ask<S::Place>, node: NodeId) -> Asked<bool, S> {
        Ok(self.node(ask.to)? == node || self.set(ask.or_to)?.is_some_and(|set| set.has(node)))
    }

    pub(super) fn node(&self, place: S::Place) -> Asked<NodeId, S> {
        self.map.node_of(place).ok_or_else(|| S::off_map(&self.map, place))
    }

    /// One bit for each overlay of a question. A snapshot may be older than some of them.
    fn overlay_set(&self, ask: &Ask<S::Place>) -> Asked<u64, S> {
        let set = ask.overlays.of(self.owner).ok_or(NavigatorError::UnknownOverlay)?;
        let is_known = self.overlays.len() == Overlays::MOST || set >> self.overlays.len() == 0;
        if is_known { Ok(set) } else { Err(NavigatorError::UnknownOverlay) }
    }

    pub(super) fn places_place(&self, set: PlacesId) -> Asked<usize, S> {
        let place = set.0.place(self.owner).filter(|&place| place < self.places.len());
        place.ok_or(NavigatorError::UnknownPlaces)
    }

    /// A set of places, if one is named.
    pub(super) fn set(&self, set: Option<PlacesId>) -> Asked<Option<&Shared<Places>>, S> {
        set.map(|set| Ok(&self.places[self.places_place(set)?])).transpose()
    }

    pub(super) fn supposition_place(&self, edits: SuppositionId) -> Asked<usize, S> {
        let place = edits.0.place(self.owner).filter(|&place| place < self.suppositions.len());
        place.ok_or(NavigatorError::UnknownSupposition)
    }

    /// The edits that a question supposes, if any.
    pub(super) fn supposition(&self, ask: &Ask<S::Place>) -> Asked<Option<&Supposition<S>>, S> {
        let place = ask.supposing.map(|edits| self.supposition_place(edits)).transpose()?;
        Ok(place.map(|place| &*self.suppositions[place]))
    }

    /// The world after the edits that a question supposes; `None` if it supposes none. `make` makes
    /// it from them and the map, or the one in which the faction believes, for the mover with this
    /// index and what is kept for it.
    pub(super) fn supposed(
        &self,
        ask: &Ask<S::Place>,
        (mover, kept): (usize, u8),
        knowledge: u64,
        make: impl FnOnce(&S::Edit) -> Asked<S::Supposed, S>,
    ) -> Asked<Option<S::Supposed>, S> {
        let Some(supposition) = self.supposition(ask)? else { return Ok(None) };
        let faction = ask.faction.map(|faction| self.faction_place(faction)).transpose()?;
        let map = S::revision_of(&self.map);
        let stamp = Stamp { trial: self.trial, map, knowledge, ..Stamp::default() };
        supposition.world(Basis { who: (faction, mover), stamp, kept }, make).map(Some)
    }

    /// The nodes closed to a question.
    pub(super) fn closed(&self, ask: &Ask<S::Place>) -> Asked<Option<Closed<'_>>, S> {
        let Some(set) = self.set(ask.around)? else { return Ok(None) };
        let walker = &self.walkers[self.walker_place(ask.mover)?];
        Ok(Some(Closed::new(set, S::cover(&self.map, walker), self.node(ask.from)?)))
    }

    /// Whether no field answers a question, whatever its start.
    pub(super) fn is_apart(&self, ask: &Ask<S::Place>) -> bool {
        ask.around.is_some()
            && self.closed(ask).is_ok_and(|closed| closed.is_some_and(|it| !it.has_fields()))
    }

    /// The overlays of a question, and what is closed to it.
    pub(super) fn pile(&self, ask: &Ask<S::Place>) -> Asked<Pile<'_>, S> {
        let set = self.overlay_set(ask)?;
        let extent = self.map.extent();
        for (place, overlay) in self.overlays.iter().enumerate() {
            let size = overlay.bounds();
            if set >> place & 1 == 1 && (size.width, size.height) != (extent.width, extent.height) {
                let (width, height) = (size.width, size.height);
                return Err(NavigatorError::OverlaySize { width, height });
            }
        }
        Ok(Pile::new(Listed::All(&self.overlays), set).closing(self.closed(ask)?))
    }

    /// The state of map, overlays and places named by a question.
    pub(super) fn world_stamp(&self, ask: &Ask<S::Place>) -> Asked<Stamp, S> {
        let set = self.overlay_set(ask)?;
        let revision = |set| self.set(set).map(|set| set.map_or(0, |set| set.revision));
        let of_set = self.epochs.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1);
        Ok(Stamp {
            trial: self.trial,
            map: S::revision_of(&self.map),
            overlays: of_set.map(|(_, epoch)| epoch).sum(),
            places: revision(ask.around)? + revision(ask.or_to)?,
            supposed: self.supposition(ask)?.map_or(0, |supposed| supposed.revision()),
            ..Stamp::default()
        })
    }

    /// The key of an answer in the cache.
    pub(super) fn key(&self, ask: &Ask<S::Place>) -> Asked<Key<S::Place>, S> {
        let place = self.walker_place(ask.mover)?;
        let ask = Ask { mover: Some(ask.mover.unwrap_or(self.first_mover())), ..*ask };
        let version = S::version(&self.walkers[place]);
        Ok(Key { ask, stamp: S::stamp(self, &ask)?, version })
    }

    /// A cheapest path; if there is none, the error says which end is enclosed.
    pub(super) fn path(&self, ask: &Ask<S::Place>, scratch: &mut Scratch) -> Asked<Path, S> {
        let span = span!("astride.find", expanded);
        let outcome = S::route(self, ask, scratch, &mut Budget::unlimited())?;
        span.record("expanded", outcome.effort().expanded);
        let why = match outcome {
            Outcome::Found(found) => return Ok(found.path),
            Outcome::Unreachable(none) => none.why,
            // There is no limit to run out of.
            Outcome::OutOfBudget(_) => Why::Enclosed { seen: 0 },
        };
        let why = match why {
            Why::Enclosed { .. } => self.which_end(ask, scratch)?.unwrap_or(why),
            why => why,
        };
        Err(NavigatorError::NoPath { from: ask.from, to: ask.to, why })
    }
}
