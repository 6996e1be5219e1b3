//! A cheapest path. The route says first whether there is one at all, which a search in the cells
//! learns only by seeing everything it can reach.
//!
//! Its cost bounds that of a cheapest path, but no search that follows a consistent guess expands
//! anything that costs more, so the bound is not asked for: it made A* slower.

use super::{Clusters, RouteError};
use crate::base::{Budget, Cell};
use crate::search::{Found, Heuristic, Outcome, PathQuery, Scratch, Search};
use crate::shapes::square::{GridHeuristic, GridView, JumpMap, JumpSearch};
use crate::world::World;

impl Clusters {
    /// Finds a cheapest path by A* in the cells, its guess by geometry. Where there is no way, that
    /// is known without searching the cells.
    ///
    /// The budget counts both searches; one that runs out is not continued.
    ///
    /// # Errors
    ///
    /// As [`route`](Self::route).
    ///
    /// # Complexity
    ///
    /// That of A*, and of a route before it.
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

    /// As [`cheapest`](Self::cheapest), with another guess: the better it is, the fewer cells are
    /// looked at. The path is a cheapest one if the guess promises that.
    ///
    /// # Errors
    ///
    /// As [`route`](Self::route).
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

    /// As [`cheapest`](Self::cheapest), by jump points, which are far fewer than cells.
    ///
    /// # Errors
    ///
    /// As [`route`](Self::route), and if the jump map is of another map or mover, or of another
    /// revision.
    ///
    /// # Complexity
    ///
    /// That of a jump point search, and of a route before it.
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
            Ok(JumpSearch::new(jumps, None, ends, scratch.part()).run(budget, &mut ()))
        })
    }
}
