//! The way to the nearest place where there is no way to the goal.

use super::state::State;
use super::{Ask, Asked, Navigable, Navigator, NavigatorError, Snapshot};
use crate::base::Budget;
use crate::path::Path;
use crate::search::{Outcome, Scratch, Why};

impl<S: Navigable> State<S> {
    /// As [`path`](Self::path), to the nearest place where there is no path.
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
    /// As [`route`](Self::route), and where there is no path, finds the one to the nearest place that
    /// can be reached, in [`Unreachable::nearest`](crate::search::Unreachable::nearest): the one
    /// with the least guess to the goal by geometry; among equals the one that is cheaper to reach,
    /// then the one whose node is smaller: of cells, the one with the smaller `y`, then `x`. There is
    /// none if the start is blocked.
    ///
    /// With the components of a mover on squares the nearest cell is looked for from the goal outward.
    /// Without them, or while what a faction believes waits for maintenance, A* has to look at all
    /// that can be reached.
    ///
    /// # Errors
    ///
    /// As [`route`](Self::route).
    pub fn route_or_nearest(
        &self,
        ask: &Ask<S::Place>,
        budget: &mut Budget<'_>,
    ) -> Asked<Outcome, S> {
        S::route_or_nearest(&self.state, ask, &mut self.idle.lend(), budget)
    }

    /// A cheapest path, or where there is none the one to the nearest place that can be reached, as
    /// [`route_or_nearest`](Self::route_or_nearest) finds it. [`Path::goal`] says where it ends.
    ///
    /// # Errors
    ///
    /// As [`find`](Self::find); that there is no path only if the start is blocked.
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
    /// As there.
    pub fn route_or_nearest(
        &self,
        ask: &Ask<S::Place>,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Asked<Outcome, S> {
        S::route_or_nearest(&self.state, ask, scratch, budget)
    }
}
