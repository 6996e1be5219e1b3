//! Answering from one state, be it the navigator's own or a snapshot's.

use super::state::State;
use super::{Ask, NavigatorError, NavigatorScratch};
use crate::base::{Budget, Cost};
use crate::path::Path;
use crate::search::{Effort, Enclosure, Outcome, Search, Unreachable, Why, enclosure};

impl State {
    /// Finds a path by the quickest that is right: components say at once where there is none, an
    /// index answers about the map as it is, and A* about knowledge and overlays.
    pub(super) fn route(
        &self,
        ask: &Ask,
        scratch: &mut NavigatorScratch,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, NavigatorError> {
        if let Some(none) = self.known_beforehand(ask)? {
            return Ok(none);
        }
        if ask.nearest && budget.is_unlimited() {
            return self.route_or_nearest(ask, scratch, budget);
        }
        if ask.is_plain() && !ask.nearest {
            let walker = self.walker(ask.mover)?;
            let ground = walker.ground(&self.grid);
            let scratch = &mut scratch.guide;
            return Ok(walker.guide.route(ground, ask.from, ask.to, scratch, budget)?);
        }
        let seen = self.seen(ask)?;
        let world = seen.world();
        let query = ask.query(self.node(ask.from)?, self.node(ask.to)?);
        let scratch = &mut scratch.guide.search;
        Ok(Search::astar(&world, &world.heuristic(), &query, scratch).run(budget, &mut ()))
    }

    pub(super) fn cost(
        &self,
        ask: &Ask,
        scratch: &mut NavigatorScratch,
    ) -> Result<Option<Cost>, NavigatorError> {
        if self.why_not(ask)?.is_some() {
            return Ok(None);
        }
        if ask.is_plain() {
            let walker = self.walker(ask.mover)?;
            let ground = walker.ground(&self.grid);
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

    /// The answer that there is no path, if that is known beforehand and all that is asked: nothing is
    /// searched.
    pub(super) fn known_beforehand(&self, ask: &Ask) -> Result<Option<Outcome>, NavigatorError> {
        let none = |why| {
            let effort = Effort::default();
            Outcome::Unreachable(Unreachable { why, nearest: None, effort })
        };
        Ok(self.why_not(ask)?.filter(|_| !ask.nearest).map(none))
    }

    /// Why there is no path, if that is known beforehand. O(1), as
    /// [`Components::verdict`](crate::index::Components::verdict).
    pub(super) fn why_not(&self, ask: &Ask) -> Result<Option<Why>, NavigatorError> {
        let components = self.components_for(ask)?;
        let (from, to) = (self.node(ask.from)?, self.node(ask.to)?);
        Ok(components.and_then(|components| components.verdict(from, to).why()))
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
        Ok(match enclosure(&seen.world(), from, to, scratch, budget) {
            Ok(Enclosure::Start(cells)) => Some(Why::StartEnclosed { cells }),
            Ok(Enclosure::Goal(cells)) => Some(Why::GoalEnclosed { cells }),
            _ => None,
        })
    }
}
