//! Cheapest paths. The route first decides whether a path exists at all, which a search over the
//! cells learns only by visiting everything it can reach.
//!
//! The cost of the route is an upper bound, but a search with a consistent heuristic never expands
//! anything more expensive than the goal, so the bound is not used: it made A* slower.

use super::{Clusters, RouteError};
use crate::base::{Budget, Cell};
use crate::search::{Found, Heuristic, Outcome, PathQuery, Scratch, Search};
use crate::shapes::square::{GridHeuristic, GridView, JumpMap, JumpSearch, Jumps};
use crate::world::World;

impl Clusters {
    /// Finds a cheapest path by A* over the cells, with a geometric heuristic. If there is no path,
    /// that is determined without searching the cells.
    ///
    /// The budget covers both searches; a search that runs out cannot be continued.
    ///
    /// # Errors
    ///
    /// As for [`route`](Self::route).
    ///
    /// # Complexity
    ///
    /// That of A*, plus that of a route.
    pub fn cheapest(
        &self,
        view: &GridView<'_>,
        from: impl Into<Cell>,
        to: impl Into<Cell>,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, RouteError> {
        let ends = (from.into(), to.into());
        self.cheapest_guided(view, &GridHeuristic::octile(view), ends, scratch, budget)
    }

    /// As [`cheapest`](Self::cheapest), with another heuristic: the better it is, the fewer cells
    /// are expanded. The path is a cheapest one if the heuristic guarantees that.
    ///
    /// # Errors
    ///
    /// As for [`route`](Self::route).
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::index::{Landmarks, Selection};
    /// use astride::shapes::square::{Clusters, ClustersOptions};
    /// use astride::prelude::*;
    /// let grid = Grid::new(60, 40, b'.')?;
    /// let mover = Mover::walker();
    /// let view = grid.seen_by(&mover);
    /// let clusters = Clusters::build(&view, &ClustersOptions::default())?;
    /// let budget = &mut Budget::unlimited();
    /// let landmarks = Landmarks::build(&view, 4, Selection::default(), budget)?;
    /// let guess = landmarks.heuristic(&view)?.over(GridHeuristic::octile(&view));
    /// let (ends, scratch) = ((Cell::new(1, 1), Cell::new(50, 1)), &mut Scratch::new());
    /// let found = clusters.cheapest_guided(&view, &guess, ends, scratch, budget)?;
    /// assert_eq!(found.cost(), Some(49 * 13_860));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cheapest_guided(
        &self,
        view: &GridView<'_>,
        guess: &impl Heuristic,
        (from, to): (Cell, Cell),
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, RouteError> {
        self.route(view, from, to, scratch, budget)?.and_then(|Found { path, .. }| {
            let query = PathQuery::new(path.start(), path.goal()).canonical();
            Ok(Search::astar(view, guess, &query, scratch).run(budget, &mut ()))
        })
    }

    /// As [`cheapest`](Self::cheapest), over jump points, which are far fewer than cells.
    ///
    /// # Errors
    ///
    /// As for [`route`](Self::route), and if the jump map belongs to another map, mover or
    /// revision.
    ///
    /// # Complexity
    ///
    /// That of a jump point search, plus that of a route.
    pub fn cheapest_by_jumps(
        &self,
        view: &GridView<'_>,
        jumps: &JumpMap,
        (from, to): (Cell, Cell),
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, RouteError> {
        if !jumps.is_made_from(view) {
            return Err(RouteError::WrongWorld);
        }
        let (found, expected) = (view.revision(), jumps.revision());
        if found != expected {
            return Err(RouteError::Stale { found, expected });
        }
        self.route(view, from, to, scratch, budget)?.and_then(|Found { path, .. }| {
            let ends = [path.start(), path.goal()];
            Ok(JumpSearch::new(Jumps::new(jumps, None), ends, scratch.part()).run(budget, &mut ()))
        })
    }
}
