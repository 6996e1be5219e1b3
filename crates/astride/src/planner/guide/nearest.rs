//! Places near those that were asked for: the way to the nearest one where there is no way to the
//! goal, and the nearest one to stand on.

use super::answer::{Engine, metric_for, node_of};
use super::{Guide, GuideError};
use crate::base::{Budget, Cell, NodeId};
use crate::search::{Outcome, PathQuery, Scratch, Search, Why};
use crate::shapes::square::{
    Components, Grid, GridHeuristic, GridView, Instead, Near, snap, sum, with_effort,
};

/// Up to this many equally near places are tried one by one where there are jump points or labels:
/// with eight neighbours there are hardly ever more, and each takes less than a search over cells.
const TRIED: usize = 8;

impl Guide {
    /// Keeps [`Components`], too, so that [`route_or_nearest`](Self::route_or_nearest) and
    /// [`snap`](Self::snap) know what can be reached: 4 bytes per cell, and some milliseconds per
    /// million cells when it is prepared first. They follow edits when it is prepared again.
    #[must_use]
    pub fn keep_components(mut self) -> Self {
        self.keeps_components = true;
        self
    }

    /// As [`route`](Self::route), and where there is no path, finds the one to the nearest cell that
    /// can be reached, in [`Unreachable::nearest`](crate::search::Unreachable::nearest): the one with the least guess to the goal by
    /// geometry; among equals the one that is cheaper to reach, then the one with the smaller `y`,
    /// then `x`. There is none if the start is blocked.
    ///
    /// With [components](Self::keep_components) it is looked for from the goal outward, and the way
    /// there is found as any other; the budget counts what that takes. Where nothing but a search or
    /// clusters are ready, that is A*. Without components, or until they are prepared again after an
    /// edit, A* has to look at all that can be reached.
    ///
    /// # Errors
    ///
    /// As [`route`](Self::route).
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::planner::Guide;
    /// use astride::prelude::*;
    /// let mut grid = Grid::new(300, 300, b'.')?;
    /// grid.apply(Edit::new().fill(CellRect::new(200, 200, 20, 20), b'@'))?;
    /// let mut guide = Guide::new(Mover::walker()).keep_components();
    /// guide.prepare(&grid)?;
    /// let (from, to) = (Cell::new(10, 10), Cell::new(217, 205));
    /// let (mut scratch, mut budget) = (Scratch::new(), Budget::unlimited());
    /// let outcome = guide.route_or_nearest(&grid, from, to, &mut scratch, &mut budget)?;
    /// let nearest = outcome.nearest().unwrap();
    /// assert_eq!(grid.cell(nearest.goal()), guide.snap(&grid, to)?);
    /// assert!(outcome.effort().expanded < 10);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn route_or_nearest(
        &self,
        grid: &Grid,
        from: Cell,
        to: Cell,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, GuideError> {
        let components = self.current_components(grid);
        let ends = (node_of(grid, from)?, node_of(grid, to)?);
        let outcome = self.answer_or_nearest(grid, components, ends, scratch, budget);
        self.note(std::slice::from_ref(&outcome));
        outcome
    }

    /// The nearest cell on which the mover can stand, as `near` says.
    ///
    /// # Errors
    ///
    /// As [`index::snap`](snap).
    ///
    /// # Complexity
    ///
    /// As of [`Components::snap`] with [components](Self::keep_components), else as of
    /// [`index::snap`](snap).
    pub fn snap(&self, grid: &Grid, near: impl Into<Near>) -> Result<Cell, GuideError> {
        let view = grid.seen_by(&self.mover);
        let place = match self.current_components(grid) {
            Some(components) => components.snap(&view, near),
            None => snap(&view, near),
        };
        Ok(place?)
    }

    /// Brings the components up to date, if they are kept.
    pub(super) fn follow_components(&mut self, view: &GridView<'_>) {
        match &mut self.components {
            Some(components) => _ = components.update(view),
            None if self.keeps_components => self.components = Some(Components::build(view)),
            None => {}
        }
    }

    fn current_components(&self, grid: &Grid) -> Option<&Components> {
        let view = grid.seen_by(&self.mover);
        self.components.as_ref().filter(|components| components.is_of(&view))
    }

    /// The answer to [`route_or_nearest`](Self::route_or_nearest), by components that are kept
    /// anywhere.
    pub(in crate::planner) fn answer_or_nearest(
        &self,
        grid: &Grid,
        components: Option<&Components>,
        ends: (NodeId, NodeId),
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, GuideError> {
        let view = self.view(grid);
        let query = PathQuery::new(ends.0, ends.1);
        let Some(components) = components else {
            return match self.ask(grid, &query, scratch, budget, &mut ())? {
                Outcome::Unreachable(none) if none.why != Why::StartBlocked => {
                    let outcome = flood(&view, ends, scratch, budget);
                    let effort = sum(none.effort, outcome.effort());
                    Ok(with_effort(outcome, effort))
                }
                outcome => Ok(outcome),
            };
        };
        let Some(instead) = self.instead(grid, components, ends)? else {
            return self.ask(grid, &query, scratch, budget, &mut ());
        };
        // Ways over clusters do not tell which of several places is the cheapest to reach.
        let is_search = matches!(self.engine(grid)?, Engine::Search(_) | Engine::Clusters(_));
        let guess = GridHeuristic::new(&view, metric_for(&view));
        instead.find(|instead| match instead.targets() {
            &[place] if !is_search => {
                self.ask(grid, &PathQuery::new(ends.0, place), scratch, budget, &mut ())
            }
            _ => {
                let query = instead.query(ends.0);
                Ok(Search::astar(&view, &guess, &query, scratch).run(budget, &mut ()))
            }
        })
    }

    /// What is left to search for where the goal cannot be reached; `None` if it can be.
    pub(in crate::planner) fn instead(
        &self,
        grid: &Grid,
        components: &Components,
        ends: (NodeId, NodeId),
    ) -> Result<Option<Instead>, GuideError> {
        let tried = match self.engine(grid)? {
            Engine::Search(_) | Engine::Clusters(_) => 0,
            _ => TRIED,
        };
        let view = self.view(grid);
        let guess = GridHeuristic::new(&view, metric_for(&view));
        Ok(Instead::of(&view, components, ends, &guess, tried))
    }
}

/// A* that looks at all that can be reached.
fn flood(
    view: &GridView<'_>,
    (start, goal): (NodeId, NodeId),
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
) -> Outcome {
    let query = PathQuery::new(start, goal).canonical().or_nearest();
    let guess = GridHeuristic::new(view, metric_for(view));
    Search::astar(view, &guess, &query, scratch).run(budget, &mut ())
}
