//! Alternatives near the goal, by components if these are kept: the path to the nearest reachable
//! place if there is no path to the goal, and the nearest place to stand on.

use super::seen::Seen;
use crate::base::{Budget, Cell, NodeId};
use crate::planner::navigator::state::State;
use crate::planner::{Ask, NavigatorError};
use crate::search::{Guessed, Outcome, PathQuery, Scratch, Search};
use crate::shapes::square::{Instead, Near, Searched};

impl State {
    /// As [`route`](Self::route), with the path to the nearest place if there is no path.
    pub(super) fn route_or_nearest(
        &self,
        ask: &Ask,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, NavigatorError> {
        // Within a budget as well, components tell where to go instead.
        if !budget.is_unlimited()
            && let Some(ends) = self.ends(ask)?.single()
        {
            return self.seen(ask)?.route_or_nearest(ends, scratch, budget);
        }
        self.route(&ask.or_nearest(), scratch, budget)
    }

    /// The remaining searches if components know that the goal cannot be reached.
    pub(super) fn instead(&self, ask: &Ask) -> Result<Option<Instead>, NavigatorError> {
        let (ends, seen) = (self.only_ends(ask)?, self.seen(ask)?);
        let Some(components) = seen.telling_components() else { return Ok(None) };
        if let Some((walker, ground)) = seen.guided() {
            return Ok(walker.guide.instead(ground, components, ends)?);
        }
        let view = seen.view();
        Ok(Instead::of(&view, components, ends, &seen.world(&view).guess(), 0))
    }

    /// As [`Navigator::snap_for`](crate::planner::Navigator::snap_for): squares around the cell are
    /// looked through, one around the other.
    pub(super) fn snap_by_rings(
        &self,
        ask: &Ask,
        near: Near,
        budget: &mut Budget<'_>,
    ) -> Result<Cell, NavigatorError> {
        let seen = self.seen(ask)?;
        let view = seen.view();
        let place = match seen.telling_components() {
            Some(components) => components.snap_within(&view, near, budget),
            None => {
                let is_taken = |node| seen.pile.is_taken(node);
                near.find_on(&view, &seen.world(&view), is_taken, budget)
            }
        };
        Ok(place?)
    }
}

impl Seen<'_> {
    /// As [`State::route_or_nearest`].
    pub(super) fn route_or_nearest(
        &self,
        [start, goal]: [NodeId; 2],
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, NavigatorError> {
        let components = self.telling_components();
        if let Some((walker, ground)) = self.guided() {
            let (guide, ends) = (&walker.guide, (start, goal));
            let outcome = guide.answer_or_nearest(ground, components, ends, scratch, budget)?;
            guide.note_one(&outcome);
            return Ok(outcome);
        }
        let view = self.view();
        let world = &self.world(&view);
        let guess = &world.guess();
        let Some(components) = components else {
            let query = PathQuery::new(start, goal).or_nearest();
            return Ok(Search::astar(world, guess, &query, scratch).run(budget, &mut ()));
        };
        let searched = Searched { world, guess, scratch };
        Ok(searched.route_or_nearest(&view, components, (start, goal), budget))
    }
}
