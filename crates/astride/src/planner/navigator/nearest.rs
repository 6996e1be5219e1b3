//! The path to the nearest place if there is no path to the goal.

use super::state::State;
use super::{Ask, Asked, Navigable, Navigator, NavigatorError, Snapshot};
use crate::base::Budget;
use crate::path::Path;
use crate::search::{Outcome, Scratch, Why};

impl<S: Navigable> State<S> {
    /// As [`path`](Self::path), but to the nearest place if there is no path.
    fn path_or_nearest(&self, ask: &Ask<S::Place>, scratch: &mut Scratch) -> Asked<Path, S> {
        let outcome = S::route_or_nearest(self, ask, scratch, &mut Budget::unlimited())?;
        let why = match outcome {
            Outcome::Found(found) => return Ok(found.path),
            Outcome::Unreachable(none) => match none.nearest {
                Some(path) => return Ok(path),
                None => none.why,
            },
            // There is no limit to run out of.
            Outcome::OutOfBudget(_) => Why::Enclosed { seen: 0 },
        };
        Err(NavigatorError::NoPath { from: ask.from, to: ask.to, why })
    }
}

impl<S: Navigable> Navigator<S> {
    /// As [`route`](Self::route). If there is no path, finds the path to the nearest reachable
    /// place, in [`Unreachable::nearest`](crate::search::Unreachable::nearest): the one with the
    /// lowest geometric estimate to the goal. Ties go to the place that is cheaper to reach, then
    /// to the smaller node: for cells, to the smaller `y`, then to the smaller `x`. There is none
    /// if the start is blocked.
    ///
    /// With the components of a mover on squares, the nearest cell is searched from the goal
    /// outwards. Without them, for [several goals](Ask::or_to), around blockers if no path leads
    /// around them, or while the belief of a faction waits for maintenance, A* has to visit
    /// everything reachable.
    ///
    /// # Errors
    ///
    /// As for [`route`](Self::route).
    pub fn route_or_nearest(
        &self,
        ask: &Ask<S::Place>,
        budget: &mut Budget<'_>,
    ) -> Asked<Outcome, S> {
        S::route_or_nearest(&self.state, ask, &mut self.idle.lend(), budget)
    }

    /// A cheapest path, or if there is none, the path to the nearest reachable place, as found by
    /// [`route_or_nearest`](Self::route_or_nearest). [`Path::goal`] says where it ends.
    ///
    /// # Errors
    ///
    /// As for [`find`](Self::find), except that having no path is an error only if the start is
    /// blocked.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::planner::{Ask, Navigator};
    /// use astride::prelude::*;
    /// let mut nav = Navigator::new(Grid::new(40, 30, b'.')?);
    /// nav.edit(|batch| {
    ///     batch.fill(CellRect::new(20, 10, 8, 8), b'@');
    /// })?;
    /// let path = nav.path_or_nearest(&Ask::new((2, 3), (22, 13)))?;
    /// assert_eq!(nav.grid().cell(path.goal()), Cell::new(19, 13));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn path_or_nearest(&self, ask: &Ask<S::Place>) -> Asked<Path, S> {
        self.state.path_or_nearest(ask, &mut self.idle.lend())
    }
}

impl<S: Navigable> Snapshot<S> {
    /// As [`Navigator::route_or_nearest`].
    ///
    /// # Errors
    ///
    /// As for that method.
    pub fn route_or_nearest(
        &self,
        ask: &Ask<S::Place>,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Asked<Outcome, S> {
        S::route_or_nearest(&self.state, ask, scratch, budget)
    }
}
