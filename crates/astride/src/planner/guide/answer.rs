//! Answering queries, by an index that matches this state of the grid, or by a search.

use std::sync::Arc as Shared;
use std::sync::atomic::Ordering;

use super::choice::{COST_ALONE, LANDMARKS_WEIGHT, saved_by_labels};
use super::sample::apart;
use super::{Guide, GuideError, Index, Stamp};
use crate::base::{Budget, Cell, Cost, NodeId};
use crate::index::Landmarks;
use crate::planner::{Method, search};
use crate::search::observer::{Watcher, by_watcher, watched};
use crate::search::{Outcome, PathQuery, Scratch, SearchObserver};
use crate::shapes::square::{
    Clusters, Grid, GridHeuristic, GridView, JumpMap, JumpTable, Labels, Metric, Neighbours,
};

/// The engine that answers a query.
pub(in crate::planner) enum Engine<'a> {
    Search(Method),
    Planes(&'a JumpMap),
    Table(&'a JumpTable),
    Labels(&'a Labels),
    Landmarks(&'a Landmarks),
    Clusters(&'a Clusters),
}

impl Engine<'_> {
    /// Whether it answers in much less time than a search over cells, at the least cost.
    pub(in crate::planner) fn is_quick(&self) -> bool {
        matches!(self, Engine::Planes(_) | Engine::Table(_) | Engine::Labels(_))
    }
}

impl Guide {
    /// Finds a path, by an index that matches this state of the grid if there is one.
    ///
    /// A lookup in labels counts as one expansion of the budget, whatever it takes, which is
    /// microseconds. If the guide chooses the method, cells so near each other that jump points
    /// answer sooner are left to those.
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
        if self.method == Method::Auto && !matches!(self.index, Index::Labels { .. }) {
            let weight = if self.index.has_landmarks() { LANDMARKS_WEIGHT } else { 1 };
            let (mut all, mut saved) = (0, 0);
            for outcome in outcomes {
                let expanded = outcome.effort().expanded;
                all += expanded;
                saved += saved_by_labels(expanded.saturating_mul(weight));
            }
            self.expanded.fetch_add(all, Ordering::Relaxed);
            self.saved.fetch_add(saved, Ordering::Relaxed);
        }
    }

    /// Counts queries for costs alone, whose effort is not known.
    pub(super) fn note_costs(&self, count: u64) {
        self.asked.fetch_add(count, Ordering::Relaxed);
        self.costs.fetch_add(count, Ordering::Relaxed);
        if self.method == Method::Auto && !matches!(self.index, Index::Labels { .. }) {
            self.expanded.fetch_add(count.saturating_mul(COST_ALONE), Ordering::Relaxed);
            let saved = i64::try_from(count).unwrap_or(i64::MAX);
            let saved = saved.saturating_mul(saved_by_labels(COST_ALONE));
            self.saved.fetch_add(saved, Ordering::Relaxed);
        }
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
            Engine::Planes(map) => map.search(query, scratch)?.run_watched(budget, observer),
            Engine::Table(table) => table.search(query, scratch)?.run_watched(budget, observer),
            Engine::Labels(labels) => labels.search(query, scratch)?.run_watched(budget, observer),
            Engine::Landmarks(landmarks) => {
                let (view, query) = (self.view(grid), query.canonical());
                let outcome = by_watcher!(observer => {
                    landmarks.search(&view, &query, scratch, budget, observer)
                });
                outcome.map_err(|_| self.stale(grid))?
            }
            Engine::Clusters(clusters) => {
                Method::Clusters.can_answer(query)?;
                let [from, to] = query.ends()?.map(|node| grid.cell(node));
                let outcome = clusters.path(&self.view(grid), from, to, scratch, budget);
                outcome.map_err(|_| self.stale(grid))?
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
            Engine::Planes(map) => map.search(query, scratch)?.cost(),
            Engine::Table(table) => table.search(query, scratch)?.cost(),
            Engine::Labels(labels) => labels.search(query, scratch)?.cost(),
            Engine::Search(_) | Engine::Landmarks(_) | Engine::Clusters(_) => {
                self.ask(grid, query, scratch, &mut Budget::unlimited(), None)?.cost()
            }
        })
    }

    /// The engine for a query on this state of the grid.
    fn engine_for(&self, grid: &Grid, query: &PathQuery<'_>) -> Result<Engine<'_>, GuideError> {
        let engine = self.engine(grid)?;
        if self.method != Method::Auto || matches!(engine, Engine::Search(_)) {
            return Ok(engine);
        }
        Ok(match query.ends() {
            Ok(ends) => self.sooner(engine, grid, ends),
            Err(_) => Engine::Search(Method::AStar),
        })
    }

    /// The engine for a query between two nodes on this state of the grid.
    pub(in crate::planner) fn engine_between(
        &self,
        grid: &Grid,
        ends: [NodeId; 2],
    ) -> Result<Engine<'_>, GuideError> {
        Ok(self.sooner(self.engine(grid)?, grid, ends))
    }

    /// Jump points instead of labels for two nodes that are near each other.
    #[inline]
    fn sooner<'a>(&'a self, engine: Engine<'a>, grid: &Grid, ends: [NodeId; 2]) -> Engine<'a> {
        match (engine, &self.index) {
            (Engine::Labels(labels), &Index::Labels { from, .. }) if apart(grid, ends) < from => {
                Engine::Planes(labels.map())
            }
            (engine, _) => engine,
        }
    }

    /// The engine for this state of the grid.
    pub(in crate::planner) fn engine(&self, grid: &Grid) -> Result<Engine<'_>, GuideError> {
        if self.is_ready_for(grid) {
            match &self.index {
                Index::Planes(map) => return Ok(Engine::Planes(map)),
                Index::Table(table) => return Ok(Engine::Table(table)),
                Index::Labels { labels, .. } => return Ok(Engine::Labels(labels)),
                Index::Landmarks(landmarks) => return Ok(Engine::Landmarks(landmarks)),
                Index::Clusters(clusters) => return Ok(Engine::Clusters(clusters)),
                Index::Nothing | Index::Steps(_) => {}
            }
        }
        match (self.method, &self.index, self.stamp) {
            (Method::Auto, ..) => Ok(Engine::Search(Method::AStar)),
            (method, ..) if !method.has_index() => Ok(Engine::Search(method)),
            (method, Index::Nothing, _) | (method, _, None) => Err(GuideError::NotPrepared(method)),
            (_, _, Some(_)) => Err(self.stale(grid)),
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
        match &self.index {
            Index::Steps(steps) if self.is_ready_for(grid) => {
                view.with_step_table(Shared::clone(steps))
            }
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
