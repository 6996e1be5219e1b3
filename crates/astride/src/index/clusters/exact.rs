//! A cheapest path, with the path of the route as what it may cost at most.

use crate::base::{Budget, Cell};
use crate::index::clusters::{Clusters, ClustersScratch, RouteError, RouteOutcome};
use crate::search::{GridHeuristic, Outcome, Query, Scratch, Search};
use crate::world::GridView;

impl Clusters {
    /// Finds a cheapest path: a route first, then A* in the cells that leaves out whatever costs
    /// more. Where there is no way, that is known without searching the cells.
    ///
    /// The budget counts both searches; one that runs out is not continued.
    ///
    /// # Errors
    ///
    /// As [`route`](Self::route).
    ///
    /// # Complexity
    ///
    /// That of A*.
    pub fn cheapest(
        &self,
        view: &GridView<'_>,
        from: impl Into<Cell>,
        to: impl Into<Cell>,
        (scratch, cells): (&mut ClustersScratch, &mut Scratch),
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, RouteError> {
        let route = match self.route(view, from, to, scratch, budget)? {
            RouteOutcome::Unreachable(unreachable) => return Ok(Outcome::Unreachable(unreachable)),
            RouteOutcome::OutOfBudget(out) => return Ok(Outcome::OutOfBudget(out)),
            RouteOutcome::Found(route) => route,
        };
        let query = Query::new(route.start(), route.goal());
        let most = route.finish(self, view, scratch)?.path.cost();
        let query = query.within(most).canonical();
        let octile = GridHeuristic::octile(view);
        Ok(Search::astar(view, &octile, &query, cells).run(budget, &mut ()))
    }
}
