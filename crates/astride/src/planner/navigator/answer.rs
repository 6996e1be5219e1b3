//! Answering from one state, be it the navigator's own or a snapshot's.

use super::seen::Seen;
use super::state::State;
use super::{Ask, NavigatorError, NavigatorScratch};
use crate::base::{Budget, Cost, NodeId};
use crate::index::Verdict;
use crate::path::Path;
use crate::search::{
    Effort, Enclosure, JumpSearch, Outcome, OverSearch, OverState, Query, Search, Unreachable, Why,
    enclosure,
};

impl State {
    /// Finds a path by the quickest that is right: components say at once where there is none, an
    /// index answers about the map as it is or is believed to be, and A* under overlays.
    pub(super) fn route(
        &self,
        ask: &Ask,
        scratch: &mut NavigatorScratch,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, NavigatorError> {
        let (start, goal) = (self.node(ask.from)?, self.node(ask.to)?);
        let seen = self.seen(ask)?;
        if let Some(none) = seen.known_beforehand(start, goal) {
            return Ok(none);
        }
        let scratch = &mut scratch.guide;
        if let Some((walker, ground)) = seen.guided() {
            return Ok(walker.guide.route(ground, ask.from, ask.to, scratch, budget)?);
        }
        if let Some((map, over)) = seen.overlaid() {
            let plain = JumpSearch::new(map, ask.from, ask.to, &mut scratch.jumps).run(budget);
            return Ok(match plain.path() {
                // Overlays only add cost, so what pays nothing extra is cheapest.
                Some(path) if !over.is_free(path) => {
                    let state = OverState::after(plain.effort());
                    let ends = (ask.from, ask.to);
                    OverSearch::new(map, &over, ends, &mut scratch.jumps, state).run(budget)
                }
                _ => plain,
            });
        }
        let view = seen.view();
        let world = seen.world(&view);
        let query = Query::new(start, goal);
        let search = &mut scratch.search;
        Ok(Search::astar(&world, &world.heuristic(), &query, search).run(budget, &mut ()))
    }

    pub(super) fn cost(
        &self,
        ask: &Ask,
        scratch: &mut NavigatorScratch,
    ) -> Result<Option<Cost>, NavigatorError> {
        let (start, goal) = (self.node(ask.from)?, self.node(ask.to)?);
        let seen = self.seen(ask)?;
        if seen.why_not(start, goal).is_some() {
            return Ok(None);
        }
        if let Some((walker, ground)) = seen.guided() {
            return Ok(walker.guide.cost(ground, ask.from, ask.to, &mut scratch.guide)?);
        }
        Ok(self.route(ask, scratch, &mut Budget::unlimited())?.cost())
    }

    /// As [`route`](Self::route), where the lack of a path is an error that says which end is
    /// enclosed.
    pub(super) fn path(
        &self,
        ask: &Ask,
        scratch: &mut NavigatorScratch,
    ) -> Result<Path, NavigatorError> {
        let why = match self.route(ask, scratch, &mut Budget::unlimited())? {
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

    /// Whether nothing known beforehand rules a path out.
    pub(super) fn may_have_path(&self, ask: &Ask) -> bool {
        let ends = self.node(ask.from).ok().zip(self.node(ask.to).ok());
        let seen = self.seen(ask).ok().zip(ends);
        seen.is_some_and(|(seen, (from, to))| seen.why_not(from, to).is_none())
    }

    /// Which end is enclosed, found by looking.
    fn which_end(
        &self,
        ask: &Ask,
        scratch: &mut NavigatorScratch,
    ) -> Result<Option<Why>, NavigatorError> {
        let seen = self.seen(ask)?;
        let (from, to) = (self.node(ask.from)?, self.node(ask.to)?);
        let (scratch, budget) = (&mut scratch.guide.search, &mut Budget::unlimited());
        let view = seen.view();
        Ok(match enclosure(&seen.world(&view), from, to, scratch, budget) {
            Ok(Enclosure::Start(cells)) => Some(Why::StartEnclosed { cells }),
            Ok(Enclosure::Goal(cells)) => Some(Why::GoalEnclosed { cells }),
            _ => None,
        })
    }
}

impl Seen<'_> {
    /// The answer that there is no path, if that is known beforehand: nothing is searched.
    pub(super) fn known_beforehand(&self, from: NodeId, to: NodeId) -> Option<Outcome> {
        let none = |why| {
            let effort = Effort::default();
            Outcome::Unreachable(Unreachable { why, nearest: None, effort })
        };
        self.why_not(from, to).map(none)
    }

    /// Why there is no path, if that is known beforehand. O(1), as
    /// [`Components::verdict`](crate::index::Components::verdict).
    pub(super) fn why_not(&self, from: NodeId, to: NodeId) -> Option<Why> {
        let (walker, ground) = self.walker_and_ground();
        // Overlays block nothing, but a faction may believe in walls and doors that are not there.
        let components = walker.components_of(ground).filter(|_| self.knowledge.is_none())?;
        match components.verdict(from, to) {
            Verdict::Reachable => None,
            Verdict::StartBlocked => Some(Why::StartBlocked),
            Verdict::GoalBlocked => Some(Why::GoalBlocked),
            Verdict::StartEnclosed { cells } => Some(Why::StartEnclosed { cells: cells.into() }),
            Verdict::GoalEnclosed { cells } => Some(Why::GoalEnclosed { cells: cells.into() }),
            Verdict::Apart => Some(Why::Apart),
        }
    }
}
