//! Answering from one state of squares, either the navigator's own or that of a snapshot.

use super::believed::Facts;
use super::seen::{Seen, Stand};
use super::walker::Walker;
use crate::base::{Budget, Cost, NodeId};
use crate::planner::navigator::stamp::Stamp;
use crate::planner::navigator::state::State;
use crate::planner::{Ask, MoverId, NavigatorError};
use crate::search::{Enclosure, Guessed, Outcome, PathQuery, Scratch, Search, Why, enclosure};
use crate::shapes::square::{Components, JumpSearch, OverSearch, OverState};
use crate::world::World;

impl State {
    pub(super) fn walker(&self, mover: Option<MoverId>) -> Result<&Walker, NavigatorError> {
        self.walkers[self.walker_place(mover)?].usable()
    }

    /// What the belief of a faction follows.
    pub(super) fn facts(&self, faction: usize) -> Facts<'_> {
        let knowledge = &*self.factions[faction];
        Facts { grid: &self.map, knowledge, walkers: &self.walkers }
    }

    /// The mover and the map of a question: the only place that decides what answers a question in
    /// this state.
    pub(super) fn seen(&self, ask: &Ask) -> Result<Seen<'_>, NavigatorError> {
        let place = self.walker_place(ask.mover)?;
        let named = self.pile(ask)?;
        let (pile, zones) = self.pile_for(place, named.set());
        let pile = pile.closing(named.closed());
        let as_is = |walker| Stand::AsIs { walker, grid: &self.map };
        let Some(faction) = ask.faction else {
            let walker = self.walkers[place].usable()?;
            let guides = self.guides(place, pile.set());
            return Ok(Seen { stand: as_is(walker), knowledge: None, pile, zones, guides });
        };
        let faction = self.faction_place(faction)?;
        let facts = self.facts(faction);
        Ok(match self.kept.beliefs[faction].believer(facts, place, self.kept.upkeep)? {
            Some(believer) => {
                let stand = Stand::Believed(believer);
                Seen { stand, knowledge: None, pile, zones, guides: None }
            }
            None => {
                let stand = as_is(self.walkers[place].usable()?);
                Seen { stand, knowledge: Some(facts.knowledge), pile, zones, guides: None }
            }
        })
    }

    /// The state of everything on which the answer to a question depends.
    pub(super) fn stamp(&self, ask: &Ask) -> Result<Stamp, NavigatorError> {
        let place = self.walker_place(ask.mover)?;
        let world = self.world_stamp(ask)?;
        let faction = ask.faction.map(|faction| self.faction_place(faction)).transpose()?;
        let guided = match faction {
            None => self.walkers[place].guided,
            Some(at) => self.kept.beliefs[at].guided(self.facts(at), place, self.kept.upkeep),
        };
        let knowledge = faction.map_or(0, |at| self.factions[at].revision());
        Ok(Stamp { knowledge, guided, ..world })
    }

    /// Finds a path by the fastest valid method: components report at once if there is none, an
    /// index answers on the actual map or on a belief, jump points answer under overlays if little
    /// of the map has extra cost or landmarks are kept, and A* answers the rest, with landmarks if
    /// they are kept.
    pub(super) fn route(
        &self,
        ask: &Ask,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, NavigatorError> {
        let (nodes, seen) = (self.ends(ask)?, self.seen(ask)?);
        if let Some(none) = seen.known_beforehand(ask, nodes) {
            return Ok(none);
        }
        if ask.nearest && budget.is_unlimited() {
            return seen.route_or_nearest(nodes, scratch, budget);
        }
        if !ask.nearest {
            if let Some((walker, ground)) = seen.guided() {
                let query = PathQuery::new(nodes.0, nodes.1);
                return Ok(walker.guide.answer(ground, &query, scratch, budget, &mut ())?);
            }
            if let Some((map, over)) = seen.overlaid() {
                let ends = [nodes.0, nodes.1];
                if over.has_landmarks() {
                    // Their estimates are so good that a search without overlays would save
                    // nothing.
                    let state = OverState::default();
                    return Ok(OverSearch::new(map, &over, ends, scratch.part(), state).run(budget));
                }
                let mut plain = JumpSearch::new(map, None, ends, scratch.part());
                // Overlays only add cost, so a path that pays nothing extra is cheapest.
                return Ok(match plain.run_where(budget, |nodes| over.paid(nodes)) {
                    Ok(outcome) => outcome,
                    Err(plain) => {
                        let state = OverState::after(plain.effort, plain.cost);
                        OverSearch::new(map, &over, ends, scratch.part(), state).run(budget)
                    }
                });
            }
        }
        let view = seen.view();
        let world = seen.world(&view);
        let query = seen.query(ask, nodes);
        Ok(Search::astar(&world, &world.guess(), &query, scratch).run(budget, &mut ()))
    }

    pub(super) fn cost(
        &self,
        ask: &Ask,
        scratch: &mut Scratch,
    ) -> Result<Option<Cost>, NavigatorError> {
        let ((start, goal), seen) = (self.ends(ask)?, self.seen(ask)?);
        if seen.why_not(start, goal).is_some() {
            return Ok(None);
        }
        if let Some((walker, ground)) = seen.guided() {
            return Ok(walker.guide.cost(ground, ask.from, ask.to, scratch)?);
        }
        Ok(self.route(ask, scratch, &mut Budget::unlimited())?.cost())
    }

    /// The answer that there is no path, as [`Seen::known_beforehand`].
    pub(super) fn known_beforehand(&self, ask: &Ask) -> Result<Option<Outcome>, NavigatorError> {
        let ends = self.first_ends(ask)?;
        Ok(self.seen(ask)?.known_beforehand(ask, ends))
    }

    /// Whether nothing known beforehand rules a path out.
    pub(super) fn may_have_path(&self, ask: &Ask) -> bool {
        let seen = self.seen(ask).ok().zip(self.ends(ask).ok());
        seen.is_some_and(|(seen, (from, to))| seen.why_not(from, to).is_none())
    }

    /// Which end is enclosed, found by a search.
    pub(super) fn which_end(
        &self,
        ask: &Ask,
        scratch: &mut Scratch,
    ) -> Result<Option<Why>, NavigatorError> {
        let ((from, to), seen) = (self.ends(ask)?, self.seen(ask)?);
        let budget = &mut Budget::unlimited();
        let view = seen.view();
        Ok(match enclosure(&seen.world(&view), from, to, scratch, budget) {
            Ok(Enclosure::Start(cells)) => Some(Why::StartEnclosed { cells }),
            Ok(Enclosure::Goal(cells)) => Some(Why::GoalEnclosed { cells }),
            _ => None,
        })
    }
}

impl Seen<'_> {
    /// The query of a search. Which arcs are canonical is known only where indexes answer.
    pub(super) fn query(&self, ask: &Ask, (start, goal): (NodeId, NodeId)) -> PathQuery<'static> {
        let canonical = self.guided().is_some();
        PathQuery { nearest: ask.nearest, canonical, ..PathQuery::new(start, goal) }
    }

    /// The answer that there is no path, if that is known beforehand and is all that is asked:
    /// nothing is searched.
    pub(super) fn known_beforehand(
        &self,
        ask: &Ask,
        (from, to): (NodeId, NodeId),
    ) -> Option<Outcome> {
        ask.none(self.why_not(from, to).filter(|_| ask.or_to.is_none()))
    }

    /// Why there is no path, if that is known beforehand. O(1), as
    /// [`Components::verdict`](crate::shapes::square::Components::verdict).
    pub(super) fn why_not(&self, from: NodeId, to: NodeId) -> Option<Why> {
        if self.pile.bars(to) && self.world(&self.view()).is_passable(from) {
            return Some(Why::GoalBlocked);
        }
        self.components().and_then(|components| components.verdict(from, to).why())
    }

    /// The components that apply to the question. Overlays block nothing, but a faction may believe
    /// in walls and doors that do not exist.
    pub(super) fn components(&self) -> Option<&Components> {
        let (walker, ground) = self.walker_and_ground();
        walker.components_of(ground).filter(|_| self.knowledge.is_none())
    }
}
