//! Answering queries, by an index that matches this state of the grid, or by a search.

use std::sync::Arc as Shared;
use std::sync::atomic::Ordering;

use super::choice::{COST_ALONE, LANDMARKS_WEIGHT};
use super::{Guide, GuideError, Stamp};
use crate::base::{Budget, Cell, Cost, NodeId};
use crate::planner::{Method, search};
use crate::search::observer::{Watcher, by_watcher, watched};
use crate::search::{Outcome, PathQuery, Scratch, SearchObserver};
use crate::shapes::square::{
    Grid, GridHeuristic, GridView, Jumps, Metric, Neighbours, SquareIndex,
};

/// What answers a query between two nodes.
pub(in crate::planner) enum Engine<'a> {
    Search(Method),
    Index(&'a SquareIndex),
    /// The jump points of an index, without its labels or landmarks, for nodes that are near each
    /// other.
    Near(Jumps<'a>),
}

impl Engine<'_> {
    /// Whether it answers in much less time than a search over cells, at the least cost.
    pub(in crate::planner) fn is_quick(&self) -> bool {
        match self {
            Engine::Search(_) => false,
            Engine::Index(index) => index.jump_points().is_some(),
            Engine::Near(_) => true,
        }
    }
}

impl Guide {
    /// Finds a path, by an index that matches this state of the grid if there is one.
    ///
    /// A lookup in labels counts as one expansion of the budget, whatever it takes, which is
    /// microseconds. If the guide chooses the method, cells so near each other that jump points
    /// answer sooner than labels or landmarks are left to those.
    ///
    /// # Errors
    ///
    /// If a cell is off the map, or if the method was chosen by name and what it needs is not
    /// prepared for this state of the grid.
    pub fn route(
        &self,
        grid: &Grid,
        from: Cell,
        to: Cell,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, GuideError> {
        let query = query_of(grid, (from, to))?;
        self.answer(grid, &query, scratch, budget, &mut ())
    }

    /// As [`route`](Self::route), for any query, and reports events to `observer`. If the guide
    /// chooses the method, queries that its index does not support are answered by a search.
    ///
    /// # Errors
    ///
    /// As for [`route`](Self::route), or if the method chosen by name does not support the query.
    ///
    /// # Panics
    ///
    /// If the query names a node outside the grid.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::prelude::*;
    /// use astride::search::Why;
    /// let grid = Grid::new(40, 30, b'.')?;
    /// let mut guide = Guide::new(Mover::walker()).method(Method::Jps);
    /// guide.prepare(&grid)?;
    /// let [start, goal] = [(2, 3), (37, 20)].map(|cell| grid.node(cell).unwrap());
    /// let query = PathQuery::new(start, goal).within(10 * 13_860);
    /// let (mut scratch, mut budget) = (Scratch::new(), Budget::unlimited());
    /// let outcome = guide.answer(&grid, &query, &mut scratch, &mut budget, &mut ())?;
    /// assert!(matches!(outcome, Outcome::Unreachable(none) if none.why == Why::TooCostly));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn answer<O: SearchObserver>(
        &self,
        grid: &Grid,
        query: &PathQuery<'_>,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
        observer: &mut O,
    ) -> Result<Outcome, GuideError> {
        let outcome =
            watched(observer, |observer| self.ask(grid, query, scratch, budget, observer));
        self.note(std::slice::from_ref(&outcome));
        outcome
    }

    /// The cost of the path that [`route`](Self::route) would find, in ticks; `None` if there is
    /// none. With jump points or labels no path is constructed.
    ///
    /// # Errors
    ///
    /// As for [`route`](Self::route).
    pub fn cost(
        &self,
        grid: &Grid,
        from: Cell,
        to: Cell,
        scratch: &mut Scratch,
    ) -> Result<Option<Cost>, GuideError> {
        self.note_costs(1);
        self.cost_of(grid, &query_of(grid, (from, to))?, scratch)
    }

    /// Counts answers, as a basis for the choice of [`Method::Auto`].
    pub(super) fn note(&self, outcomes: &[Result<Outcome, GuideError>]) {
        self.note_all(outcomes.len() as u64, outcomes.iter().flatten());
    }

    /// Counts one answer that was found in slices.
    pub(in crate::planner) fn note_one(&self, outcome: &Outcome) {
        self.note_all(1, std::iter::once(outcome));
    }

    fn note_all<'o>(&self, count: u64, outcomes: impl Iterator<Item = &'o Outcome>) {
        self.asked.fetch_add(count, Ordering::Relaxed);
        if self.method == Method::Auto && self.kept_labels().is_none() {
            let weight = if self.has_landmarks() { LANDMARKS_WEIGHT } else { 1 };
            let (mut all, mut looked) = (0, 0);
            for outcome in outcomes {
                let expanded = outcome.effort().expanded;
                all += expanded;
                // If an end is blocked or both see each other, labels do the same.
                looked += u64::from(expanded > 0);
            }
            self.note_work(all, looked, all.saturating_mul(weight));
        }
    }

    /// Counts queries for costs alone, whose effort is not known.
    pub(super) fn note_costs(&self, count: u64) {
        self.asked.fetch_add(count, Ordering::Relaxed);
        self.costs.fetch_add(count, Ordering::Relaxed);
        if self.method == Method::Auto && self.kept_labels().is_none() {
            let all = count.saturating_mul(COST_ALONE);
            self.note_work(all, count, all);
        }
    }

    fn note_work(&self, expanded: u64, looked: u64, weighed: u64) {
        self.expanded.fetch_add(expanded, Ordering::Relaxed);
        self.looked.fetch_add(looked, Ordering::Relaxed);
        self.weighed.fetch_add(weighed, Ordering::Relaxed);
    }

    /// As [`answer`](Self::answer), without counting it.
    pub(super) fn ask(
        &self,
        grid: &Grid,
        query: &PathQuery<'_>,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
        observer: Watcher<'_>,
    ) -> Result<Outcome, GuideError> {
        Ok(match self.engine_for(grid, query)? {
            Engine::Near(jumps) => jumps.search(query, scratch)?.run_watched(budget, observer),
            Engine::Index(index @ SquareIndex::Landmarks(_)) => {
                index.ask(&|| self.view(grid), &query.canonical(), scratch, budget, observer)?
            }
            Engine::Index(index) => {
                index.ask(&|| self.view(grid), query, scratch, budget, observer)?
            }
            Engine::Search(method) => {
                let view = self.view(grid);
                let guess = GridHeuristic::new(&view, metric_for(&view));
                let query = query.canonical();
                by_watcher!(observer => {
                    search(&view, &guess, method, &query, scratch, budget, observer)
                })?
            }
        })
    }

    pub(super) fn cost_of(
        &self,
        grid: &Grid,
        query: &PathQuery<'_>,
        scratch: &mut Scratch,
    ) -> Result<Option<Cost>, GuideError> {
        Ok(match self.engine_for(grid, query)? {
            Engine::Near(jumps) => jumps.search(query, scratch)?.cost(),
            Engine::Index(index) if index.jump_points().is_some() => {
                index.cost_of(&|| self.view(grid), query, scratch)?
            }
            Engine::Search(_) | Engine::Index(_) => {
                self.ask(grid, query, scratch, &mut Budget::unlimited(), None)?.cost()
            }
        })
    }

    /// The engine for a query on this state of the grid.
    fn engine_for(&self, grid: &Grid, query: &PathQuery<'_>) -> Result<Engine<'_>, GuideError> {
        Ok(match self.index_for(grid)? {
            None => Engine::Search(self.searched()),
            Some(index) if self.method != Method::Auto => Engine::Index(index),
            Some(index) => match query.ends() {
                Ok(ends) => self.sooner(index, grid, ends),
                Err(_) => Engine::Search(Method::AStar),
            },
        })
    }

    /// The engine for a query between two nodes on this state of the grid.
    pub(in crate::planner) fn engine_between(
        &self,
        grid: &Grid,
        ends: [NodeId; 2],
    ) -> Result<Engine<'_>, GuideError> {
        let index = self.index_for(grid)?;
        Ok(index.map_or(Engine::Search(self.searched()), |index| self.sooner(index, grid, ends)))
    }

    /// The index, or only its jump points for two nodes that are near each other.
    #[inline]
    fn sooner<'a>(&'a self, index: &'a SquareIndex, grid: &Grid, ends: [NodeId; 2]) -> Engine<'a> {
        match index.jump_points() {
            Some(map) if self.near.holds(grid, ends) => Engine::Near(self.near.jumps(map)),
            _ => Engine::Index(index),
        }
    }

    /// The method of searches where there is no index.
    fn searched(&self) -> Method {
        if self.method == Method::Auto { Method::AStar } else { self.method }
    }

    /// The index for this state of the grid, or `None` if a search answers.
    pub(in crate::planner) fn index_for(
        &self,
        grid: &Grid,
    ) -> Result<Option<&SquareIndex>, GuideError> {
        match &self.index {
            Some(index) if self.is_ready_for(grid) => Ok(Some(index)),
            _ if !self.method.has_index() => Ok(None),
            Some(_) if self.stamp.is_some() => Err(self.stale(grid)),
            _ => Err(GuideError::NotPrepared(self.method)),
        }
    }

    /// The error that the index belongs to another state of the grid.
    fn stale(&self, grid: &Grid) -> GuideError {
        let index = self.stamp.map_or(0, |stamp| stamp.revision);
        GuideError::Stale { index, grid: grid.revision() }
    }

    /// Whether the index belongs to this state of the grid.
    pub(in crate::planner) fn is_ready_for(&self, grid: &Grid) -> bool {
        self.stamp == Some(Stamp::of(grid))
    }

    /// The grid as the mover sees it, with precomputed steps if they are available.
    pub(in crate::planner) fn view<'a>(&self, grid: &'a Grid) -> GridView<'a> {
        let view = grid.seen_by(&self.mover);
        match &self.steps {
            Some(steps) if self.is_ready_for(grid) => view.with_step_table(Shared::clone(steps)),
            _ => view,
        }
    }
}

/// The query between two cells.
pub(super) fn query_of(
    grid: &Grid,
    (from, to): (Cell, Cell),
) -> Result<PathQuery<'static>, GuideError> {
    Ok(PathQuery::new(node_of(grid, from)?, node_of(grid, to)?))
}

pub(super) fn node_of(grid: &Grid, cell: Cell) -> Result<NodeId, GuideError> {
    let (width, height) = (grid.width(), grid.height());
    grid.node(cell).ok_or(GuideError::OffMap { cell, width, height })
}

/// The largest metric that never exceeds the cost.
pub(in crate::planner) fn metric_for(view: &GridView<'_>) -> Metric {
    match view.neighbours() {
        Neighbours::Four => Metric::Manhattan,
        Neighbours::Eight => Metric::Octile,
    }
}
