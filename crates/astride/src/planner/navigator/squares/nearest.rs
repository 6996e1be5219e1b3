//! Alternatives near the goal, by components if these are kept: the path to the nearest reachable
//! place if there is no path to the goal, and the nearest place to stand on.

use super::seen::Seen;
use crate::base::{Budget, Cell, CellRect, NodeId};
use crate::planner::navigator::ask::Overlays;
use crate::planner::navigator::state::State;
use crate::planner::{Ask, Navigator, NavigatorError};
use crate::search::{Guessed, Outcome, PathQuery, Scratch, Search};
use crate::shapes::square::{Instead, Near, Searched};

impl Navigator {
    /// The cells from which the mover of a question touches the sides of a rectangle from outside, by
    /// what its faction believes, and after the edits that it supposes: where a unit stands to enter a
    /// building, to work on it or to attack it. Ends, overlays and blockers are ignored.
    ///
    /// Make them a [set of places](Self::set_places), and ask for a path [to the nearest of
    /// them](Ask::or_to): around blockers it ends where nobody stands.
    ///
    /// # Errors
    ///
    /// If the mover or the faction does not belong to this navigator, or if there is currently no world
    /// for the body of the mover.
    ///
    /// # Complexity
    ///
    /// O(n log n) for sides of n cells, with a faction after what [`believed`](Self::believed) takes.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::planner::{Ask, Navigator};
    /// use astride::prelude::*;
    /// let mut nav = Navigator::new(Grid::new(30, 20, b'.')?);
    /// let castle = CellRect::new(15, 8, 4, 3);
    /// nav.edit(|batch| _ = batch.fill(castle, b'@'))?;
    /// let ogre = nav.add_mover_sized(Mover::walker(), 2)?;
    /// let beside = nav.add_places();
    ///
    /// let places = nav.places_beside(&Ask::new((3, 9), (3, 9)).mover(ogre), castle)?;
    /// let ask = Ask::new((3, 9), places[0]).mover(ogre).or_to(beside);
    /// nav.set_places(beside, places)?;
    /// assert_eq!(nav.grid().cell(nav.find(&ask)?.goal()), Cell::new(13, 9), "it is two cells wide");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn places_beside(&self, ask: &Ask, rect: CellRect) -> Result<Vec<Cell>, NavigatorError> {
        let mover = ask.mover.unwrap_or(self.first_mover());
        let side = self.side(mover)?;
        let bare = Ask { overlays: Overlays::default(), around: None, ..*ask };
        // The belief as a map, also while questions are answered without one.
        let nodes = match ask.faction {
            _ if ask.supposing.is_some() => {
                self.state.seen(&bare)?.view().places_beside(rect, side)
            }
            Some(faction) => self.believed(faction, mover)?.view().places_beside(rect, side),
            None => self.view(mover)?.places_beside(rect, side),
        };
        Ok(nodes.into_iter().map(|node| self.grid().cell(node)).collect())
    }
}

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
