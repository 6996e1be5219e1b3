//! Answering from one state of squares, either the navigator's own or that of a snapshot.

use super::believed::Facts;
use super::seen::{Seen, Stand};
use super::walker::{Walker, kept_by};
use crate::base::{Budget, Cost, NodeId};
use crate::planner::navigator::stamp::Stamp;
use crate::planner::navigator::state::{Ends, State};
use crate::planner::navigator::tried::Tried;
use crate::planner::{Ask, MoverId, NavigatorError};
use crate::search::{Guessed, Outcome, PathQuery, Scratch, Search, Why};
use crate::shapes::square::{Components, JumpSearch, Jumps, OverSearch, OverState};

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
        self.after_supposed(ask, self.seen_without_edits(ask)?)
    }

    /// The same without the edits that it supposes.
    fn seen_without_edits(&self, ask: &Ask) -> Result<Seen<'_>, NavigatorError> {
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
        let believer = match ask.supposing {
            None => self.kept.beliefs[faction].believer(facts, place, self.kept.upkeep)?,
            // Whatever the upkeep, for edits need a map.
            Some(_) => Some(self.kept.beliefs[faction].world(facts, place)?),
        };
        Ok(match believer {
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

    /// Makes what the first question like this would make: the belief of its faction with indexes for
    /// its mover, and where its overlays and blockers are.
    pub(super) fn prepare(&self, ask: &Ask) -> Result<(), NavigatorError> {
        let (start, seen) = (self.node(ask.from)?, self.seen_for_sure(ask)?);
        let _ = seen.overlaid();
        // Not to the goal: nothing is looked at if a blocker stands there.
        let _ = seen.without_blockers([start; 2])?;
        Ok(())
    }

    /// The state of everything on which the answer to a question depends.
    pub(super) fn stamp(&self, ask: &Ask) -> Result<Stamp, NavigatorError> {
        let place = self.walker_place(ask.mover)?;
        let world = self.world_stamp(ask)?;
        let faction = ask.faction.map(|faction| self.faction_place(faction)).transpose()?;
        let guided = match faction {
            _ if ask.supposing.is_some() => u64::from(kept_by(&self.walkers[place])),
            None => self.walkers[place].guided,
            Some(at) => self.kept.beliefs[at].guided(self.facts(at), place, self.kept.upkeep),
        };
        let knowledge = self.knowledge_of(ask)?;
        Ok(Stamp { knowledge, guided, ..world })
    }

    /// The revision of what the faction of a question knows.
    pub(super) fn knowledge_of(&self, ask: &Ask) -> Result<u64, NavigatorError> {
        let faction = ask.faction.map(|faction| self.faction_place(faction)).transpose()?;
        Ok(faction.map_or(0, |at| self.factions[at].revision()))
    }

    /// Finds a path by the fastest valid method: components report at once if there is none, an
    /// index answers on the actual map or on a belief, jump points answer under overlays if little
    /// of the map has extra cost or landmarks are kept, and A* answers the rest, with landmarks if
    /// they are kept. Around blockers, the answer without them is tried first.
    pub(super) fn route(
        &self,
        ask: &Ask,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, NavigatorError> {
        let (mut ends, seen) = (self.ends(ask)?, self.seen(ask)?);
        if let Some(none) = seen.known_beforehand(ask, &ends) {
            return Ok(none);
        }
        let wants_nearest = ask.nearest && !(budget.is_unlimited() && seen.surely_reaches(&ends));
        if !wants_nearest {
            seen.keep_reachable(&mut ends);
        }
        let Some(single) = ends.single() else {
            return Ok(seen.search(&ends, wants_nearest, scratch, budget));
        };
        let mut tried = Tried::default();
        if (!wants_nearest || budget.is_unlimited())
            && let Some(open) = seen.without_blockers(single)?
            && let Some(outcome) = open.by_index(single, scratch, budget)?
        {
            match tried.judge(outcome, seen.pile, wants_nearest) {
                Ok(answer) => return Ok(answer),
                Err(other) => tried = other,
            }
        }
        // Nearly always a path leads around them, which jumps find sooner than a search that would
        // tell the nearest place as well.
        if wants_nearest
            && tried.leads()
            && let Some(outcome) = seen.by_index(single, scratch, budget)?
        {
            match tried.judge(outcome, seen.pile, wants_nearest) {
                Ok(answer) => return Ok(answer),
                Err(other) => tried = other,
            }
        }
        if wants_nearest && budget.is_unlimited() {
            return Ok(tried.and(seen.route_or_nearest(single, scratch, budget)?));
        }
        if !wants_nearest && let Some(outcome) = seen.by_index(single, scratch, budget)? {
            if seen.guided().is_some() {
                return Ok(tried.and(outcome));
            }
            match tried.judge(outcome, seen.pile, false) {
                Ok(answer) => return Ok(answer),
                Err(other) => tried = other,
            }
        }
        Ok(tried.and(seen.search(&ends, wants_nearest, scratch, budget)))
    }

    pub(super) fn cost(
        &self,
        ask: &Ask,
        scratch: &mut Scratch,
    ) -> Result<Option<Cost>, NavigatorError> {
        let (ends, seen) = (self.ends(ask)?, self.seen(ask)?);
        if seen.why_not(&ends).is_some() {
            return Ok(None);
        }
        if let (Some(_), Some((walker, ground))) = (ends.single(), seen.guided()) {
            return Ok(walker.guide.cost(ground, ask.from, ask.to, scratch)?);
        }
        Ok(self.route(ask, scratch, &mut Budget::unlimited())?.cost())
    }

    /// The answer that there is no path, as [`Seen::known_beforehand`].
    pub(super) fn known_beforehand(&self, ask: &Ask) -> Result<Option<Outcome>, NavigatorError> {
        Ok(self.seen(ask)?.known_beforehand(ask, &self.ends(ask)?))
    }

    /// Whether a question has one goal, and nothing known beforehand rules a path out.
    pub(super) fn may_have_path(&self, ask: &Ask) -> bool {
        let known = || Ok::<_, NavigatorError>(self.seen(ask)?.why_not(&self.ends(ask)?));
        ask.or_to.is_none() && matches!(known(), Ok(None))
    }
}

impl Seen<'_> {
    /// The query of a search. Which arcs are canonical is known only where indexes answer.
    pub(super) fn query<'e>(&self, ends: &'e Ends, wants_nearest: bool) -> PathQuery<'e> {
        let canonical = self.guided().is_some();
        PathQuery { nearest: wants_nearest, canonical, ..ends.query() }
    }

    /// The answer by A*.
    fn search(
        &self,
        ends: &Ends,
        wants_nearest: bool,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Outcome {
        let view = self.view();
        let world = self.world(&view);
        let query = self.query(ends, wants_nearest);
        Search::astar(&world, &world.guess(), &query, scratch).run(budget, &mut ())
    }

    /// The answer by an index, or by the search that the mover's guide chooses; `None` if this
    /// world can only be searched by its arcs. Where it runs out of bytes, such a search may need fewer.
    fn by_index(
        &self,
        ends: [NodeId; 2],
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Outcome>, NavigatorError> {
        if let Some((walker, ground)) = self.guided() {
            let query = PathQuery::new(ends[0], ends[1]);
            return Ok(Some(walker.guide.answer(ground, &query, scratch, budget, &mut ())?));
        }
        let Some((map, over)) = self.overlaid() else { return Ok(None) };
        if over.has_landmarks() || over.is_around() {
            // The estimates of landmarks are so good that a search without overlays would save
            // nothing, and the one without blockers was made before.
            let state = OverState::default();
            let outcome = OverSearch::new(map, &over, ends, scratch.part(), state).run(budget);
            return Ok(Some(outcome));
        }
        let mut plain = JumpSearch::new(Jumps::new(map, None), ends, scratch.part());
        // Overlays only add cost, so a path that pays nothing extra is cheapest.
        Ok(match plain.run_where(budget, |nodes| over.paid(nodes)) {
            Ok(outcome) => Some(outcome),
            Err(plain) => {
                let state = OverState::after(plain.effort, plain.cost);
                Some(OverSearch::new(map, &over, ends, scratch.part(), state).run(budget))
            }
        })
    }

    /// The answer that there is no path, if that is known beforehand and is all that is asked:
    /// nothing is searched.
    pub(super) fn known_beforehand(&self, ask: &Ask, ends: &Ends) -> Option<Outcome> {
        ask.none(self.why_not(ends))
    }

    /// Why there is no path to any goal, if that is known beforehand. For each goal O(1), as
    /// [`Components::verdict`](crate::shapes::square::Components::verdict).
    pub(super) fn why_not(&self, ends: &Ends) -> Option<Why> {
        if ends.are_barred(self.pile, &self.world(&self.view())) {
            return Some(Why::GoalBlocked);
        }
        let goals = || ends.goals().iter().copied();
        let components = self.components()?;
        let verdict = match ends.single() {
            Some([start, goal]) => components.verdict(start, goal),
            None => components.verdict_of_any(ends.start, goals()),
        };
        verdict.why().or_else(|| {
            // Blockers may stand on all goals that could be reached.
            self.pile.closed()?;
            let is_lost = |goal| self.pile.bars(goal) || !components.reaches(ends.start, goal);
            goals().all(is_lost).then_some(Why::GoalBlocked)
        })
    }

    /// Whether components tell that a goal can be reached.
    pub(super) fn surely_reaches(&self, ends: &Ends) -> bool {
        let components = self.telling_components();
        let is_reached = |components: &Components| {
            ends.goals().iter().any(|&goal| components.reaches(ends.start, goal))
        };
        components.is_some_and(is_reached)
    }

    /// Leaves out goals of which components tell that they cannot be reached, unless all are such.
    pub(super) fn keep_reachable(&self, ends: &mut Ends) {
        let start = ends.start;
        if let Some(components) = self.components() {
            ends.keep_goals(|goal| components.reaches(start, goal));
        }
    }

    /// The components that apply to the question. Overlays block nothing, but a faction may believe
    /// in walls and doors that do not exist.
    pub(super) fn components(&self) -> Option<&Components> {
        let (walker, ground) = self.walker_and_ground();
        walker.components_of(ground).filter(|_| self.knowledge.is_none())
    }
}
