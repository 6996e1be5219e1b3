//! Alternatives near the goal: the path to the nearest reachable cell if there is no path to the
//! goal, and the nearest passable cell.

use super::answer::{metric_for, node_of};
use super::{Guide, GuideError};
use crate::base::{Budget, Cell, NodeId};
use crate::search::{Outcome, PathQuery, Scratch, Search, Why};
use crate::shapes::square::{
    Components, Grid, GridHeuristic, GridView, Instead, Near, SquareIndex, snap,
};

/// Up to this many equally near places are tried one by one if there are jump points or labels:
/// with eight neighbours there are hardly ever more, and each takes less time than a search over
/// cells.
const TRIED: usize = 8;

impl Guide {
    /// Also keeps [`Components`], so that [`route_or_nearest`](Self::route_or_nearest) and
    /// [`snap`](Self::snap) know what is reachable. This takes 4 bytes per cell, and some
    /// milliseconds per million cells at the first `prepare`. They follow edits when the guide is
    /// prepared again.
    #[must_use]
    pub fn keep_components(mut self) -> Self {
        self.keeps_components = true;
        self
    }

    /// As [`route`](Self::route). If there is no path, finds the path to the nearest reachable
    /// cell, in [`Unreachable::nearest`](crate::search::Unreachable::nearest): the cell with the
    /// lowest geometric estimate to the goal. Ties go to the cell that is cheaper to reach, then to
    /// the smaller `y`, then to the smaller `x`. There is none if the start is blocked.
    ///
    /// With [components](Self::keep_components) it is searched from the goal outwards, and the path
    /// there is found like any other; the budget counts the work. If only a search or clusters are
    /// ready, that is A*. Without components, or until they are prepared again after an edit, A*
    /// has to visit everything reachable.
    ///
    /// # Errors
    ///
    /// As for [`route`](Self::route).
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

    /// The nearest cell on which the mover can stand, subject to the conditions of `near`.
    ///
    /// # Errors
    ///
    /// As for [`index::snap`](snap).
    ///
    /// # Complexity
    ///
    /// That of [`Components::snap`] with [components](Self::keep_components), otherwise that of
    /// [`index::snap`](snap).
    pub fn snap(&self, grid: &Grid, near: impl Into<Near>) -> Result<Cell, GuideError> {
        let view = grid.seen_by(&self.mover);
        let place = match self.current_components(grid) {
            Some(components) => components.snap(&view, near),
            None => snap(&view, near),
        };
        Ok(place?)
    }

    /// Updates the components, if they are kept.
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

    /// The answer to [`route_or_nearest`](Self::route_or_nearest), using components kept elsewhere.
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
            return match self.ask(grid, &query, scratch, budget, None)? {
                Outcome::Unreachable(none) if none.why != Why::StartBlocked => {
                    let outcome = flood(&view, ends, scratch, budget);
                    let mut effort = none.effort;
                    effort += outcome.effort();
                    Ok(outcome.with_effort(effort))
                }
                outcome => Ok(outcome),
            };
        };
        let Some(instead) = self.instead(grid, components, ends)? else {
            return self.ask(grid, &query, scratch, budget, None);
        };
        // Paths over clusters do not tell which of several places is cheapest to reach.
        let is_search = matches!(self.index_for(grid)?, None | Some(SquareIndex::Clusters(_)));
        let guess = GridHeuristic::new(&view, metric_for(&view));
        instead.find(|instead| match instead.targets() {
            &[place] if !is_search => {
                self.ask(grid, &PathQuery::new(ends.0, place), scratch, budget, None)
            }
            _ => {
                let query = instead.query(ends.0);
                Ok(Search::astar(&view, &guess, &query, scratch).run(budget, &mut ()))
            }
        })
    }

    /// The remaining searches if the goal cannot be reached; `None` if it can.
    pub(in crate::planner) fn instead(
        &self,
        grid: &Grid,
        components: &Components,
        ends: (NodeId, NodeId),
    ) -> Result<Option<Instead>, GuideError> {
        let tried = match self.index_for(grid)? {
            None | Some(SquareIndex::Clusters(_)) => 0,
            Some(_) => TRIED,
        };
        let view = self.view(grid);
        let guess = GridHeuristic::new(&view, metric_for(&view));
        Ok(Instead::of(&view, components, ends, &guess, tried))
    }
}

/// A* that visits everything reachable.
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
