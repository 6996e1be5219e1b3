//! Alternatives near the goal, by components if these are kept: the path to the nearest reachable
//! place if there is no path to the goal, and the nearest passable place.

use super::seen::Seen;
use crate::base::{Budget, Cell, NodeId};
use crate::planner::navigator::state::State;
use crate::planner::{Ask, FactionId, MoverId, Navigator, NavigatorError, Snapshot};
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

    /// The nearest place for a mover, as far as a faction knows.
    fn snap(
        &self,
        mover: Option<MoverId>,
        faction: Option<FactionId>,
        near: Near,
    ) -> Result<Cell, NavigatorError> {
        // Only who asks and by whose knowledge counts.
        let ask = Ask { mover, faction, ..Ask::new((0, 0), (0, 0)) };
        let seen = self.seen(&ask)?;
        let view = seen.view();
        let place = match seen.components() {
            Some(components) => components.snap(&view, near),
            None => near.find_in(&seen.world(&view), &view),
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

impl Navigator {
    /// The nearest cell on which the first mover can stand, subject to the conditions of `near`.
    ///
    /// # Errors
    ///
    /// If a cell is off the map, if the mover cannot stand on the cell from which the place must be
    /// reachable, or if there is no such cell.
    ///
    /// # Complexity
    ///
    /// That of [`Components::snap`](crate::shapes::square::Components::snap); O(cells) if the place
    /// must be reachable and the components are not up to date.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::shapes::square::Near;
    /// use astride::planner::Navigator;
    /// use astride::prelude::*;
    /// let mut nav = Navigator::new(Grid::new(40, 30, b'.')?);
    /// nav.edit(|batch| {
    ///     batch.fill(CellRect::new(20, 0, 2, 30), b'@');
    /// })?;
    /// assert_eq!(nav.snap((21, 5))?, Cell::new(22, 5));
    /// let unit = (2, 3);
    /// assert_eq!(nav.snap(Near::new((21, 5)).reached_from(unit))?, Cell::new(19, 5));
    /// let ogre = nav.add_mover_sized(Mover::walker(), 4)?;
    /// assert_eq!(nav.snap_for(ogre, (19, 29))?, Cell::new(16, 26));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn snap(&self, near: impl Into<Near>) -> Result<Cell, NavigatorError> {
        self.state.snap(None, None, near.into())
    }

    /// As [`snap`](Self::snap), for any mover. A large one is located by its top left cell.
    ///
    /// # Errors
    ///
    /// As for [`snap`](Self::snap), or if the mover does not belong to this navigator.
    pub fn snap_for(&self, mover: MoverId, near: impl Into<Near>) -> Result<Cell, NavigatorError> {
        self.state.snap(Some(mover), None, near.into())
    }

    /// As [`snap_for`](Self::snap_for), on the map as a faction believes it to be.
    ///
    /// # Errors
    ///
    /// As for [`snap`](Self::snap), or if a handle does not belong to this navigator.
    ///
    /// # Complexity
    ///
    /// That of [`snap`](Self::snap), with the components of the faction's belief.
    pub fn snap_known(
        &self,
        mover: MoverId,
        faction: FactionId,
        near: impl Into<Near>,
    ) -> Result<Cell, NavigatorError> {
        self.state.snap(Some(mover), Some(faction), near.into())
    }
}

impl Snapshot {
    /// As [`Navigator::snap_for`].
    ///
    /// # Errors
    ///
    /// As for that method.
    pub fn snap_for(&self, mover: MoverId, near: impl Into<Near>) -> Result<Cell, NavigatorError> {
        self.state.snap(Some(mover), None, near.into())
    }
}
