//! Answering: by what is ready for this state of the grid, or by a search.

use std::sync::Arc as Shared;
use std::sync::atomic::Ordering;

use super::choice::{COST_ALONE, saved_by_labels};
use super::{Guide, GuideError, Index, Stamp};
use crate::base::{Budget, Cell, Cost, NodeId};
use crate::planner::{Method, Question, solve};
use crate::search::{
    DistanceField, Effort, Heuristic, OutOfBudget, Outcome, Promise, Query, Scratch,
};
use crate::shapes::square::{
    Grid, GridHeuristic, GridView, JumpMap, JumpScratch, JumpSearch, JumpTable, Labels,
    LabelsScratch, Metric, Neighbours,
};

/// The memory of one running question: keep one per thread and lend it to every call. It grows to
/// what the methods that were used need, and is then reused.
#[derive(Default)]
pub struct GuideScratch {
    pub(in crate::planner) search: Scratch,
    pub(in crate::planner) jumps: JumpScratch,
    /// Half a megabyte, so only where there are labels.
    labels: Option<Box<LabelsScratch>>,
    pub(in crate::planner) field: DistanceField,
}

impl GuideScratch {
    /// Memory that has answered nothing yet.
    pub fn new() -> Self {
        GuideScratch::default()
    }

    pub(in crate::planner) fn labels(&mut self) -> &mut LabelsScratch {
        self.labels.get_or_insert_default()
    }
}

/// Who answers a question.
pub(in crate::planner) enum Engine<'a> {
    Search(Method),
    Planes(&'a JumpMap),
    Table(&'a JumpTable),
    Labels(&'a Labels),
}

impl Guide {
    /// Finds a path, by what is ready for this state of the grid.
    ///
    /// Labels count as one expansion of the budget however long they take, which is microseconds.
    ///
    /// # Errors
    ///
    /// If a cell is off the map, or the method was asked for by name and what it needs is not
    /// prepared for this state of the grid.
    pub fn route(
        &self,
        grid: &Grid,
        from: Cell,
        to: Cell,
        scratch: &mut GuideScratch,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, GuideError> {
        let outcome = self.answer(grid, (from, to), scratch, budget);
        self.note(std::slice::from_ref(&outcome));
        outcome
    }

    /// The cost of the path that [`route`](Self::route) would find, in ticks; `None` if there is
    /// none. With jump points or labels no path is made.
    ///
    /// # Errors
    ///
    /// As [`route`](Self::route).
    pub fn cost(
        &self,
        grid: &Grid,
        from: Cell,
        to: Cell,
        scratch: &mut GuideScratch,
    ) -> Result<Option<Cost>, GuideError> {
        self.note_costs(1);
        self.cost_of(grid, (from, to), scratch)
    }

    /// Counts answers, for [`Method::Auto`] to choose by.
    pub(super) fn note(&self, outcomes: &[Result<Outcome, GuideError>]) {
        self.note_all(outcomes.len() as u64, outcomes.iter().flatten());
    }

    /// Counts one answer that was found in slices.
    pub(in crate::planner) fn note_one(&self, outcome: &Outcome) {
        self.note_all(1, std::iter::once(outcome));
    }

    fn note_all<'o>(&self, count: u64, outcomes: impl Iterator<Item = &'o Outcome>) {
        self.asked.fetch_add(count, Ordering::Relaxed);
        if self.method == Method::Auto && !matches!(self.index, Index::Labels(_)) {
            let (mut all, mut saved) = (0, 0);
            for outcome in outcomes {
                let expanded = outcome.effort().expanded;
                all += expanded;
                saved += saved_by_labels(expanded);
            }
            self.expanded.fetch_add(all, Ordering::Relaxed);
            self.saved.fetch_add(saved, Ordering::Relaxed);
        }
    }

    /// Counts questions for costs alone, whose effort is not known.
    pub(super) fn note_costs(&self, count: u64) {
        self.asked.fetch_add(count, Ordering::Relaxed);
        if self.method == Method::Auto && !matches!(self.index, Index::Labels(_)) {
            self.expanded.fetch_add(count.saturating_mul(COST_ALONE), Ordering::Relaxed);
            let saved = count.saturating_mul(saved_by_labels(COST_ALONE));
            self.saved.fetch_add(saved, Ordering::Relaxed);
        }
    }

    pub(super) fn answer(
        &self,
        grid: &Grid,
        (from, to): (Cell, Cell),
        scratch: &mut GuideScratch,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, GuideError> {
        let ends = (node_of(grid, from)?, node_of(grid, to)?);
        Ok(match self.engine(grid)? {
            Engine::Planes(map) => JumpSearch::new(map, from, to, &mut scratch.jumps).run(budget),
            Engine::Table(table) => table.search(from, to, &mut scratch.jumps).run(budget),
            Engine::Labels(labels) => match budget.take() {
                None => labels.path(from, to, scratch.labels()),
                Some(spent) => {
                    let effort = Effort::default();
                    Outcome::OutOfBudget(OutOfBudget {
                        spent,
                        lower_bound: 0,
                        nearest: None,
                        effort,
                    })
                }
            },
            Engine::Search(method) => {
                let view = self.view(grid);
                let question = Question { method, metric: metric_for(&view) };
                let query = Query::new(ends.0, ends.1).canonical();
                solve(&view, question, &query, &mut scratch.search, budget, &mut ())
                    .map_err(GuideError::Query)?
            }
        })
    }

    pub(super) fn cost_of(
        &self,
        grid: &Grid,
        (from, to): (Cell, Cell),
        scratch: &mut GuideScratch,
    ) -> Result<Option<Cost>, GuideError> {
        node_of(grid, from)?;
        node_of(grid, to)?;
        Ok(match self.engine(grid)? {
            Engine::Planes(map) => JumpSearch::new(map, from, to, &mut scratch.jumps).cost(),
            Engine::Table(table) => table.search(from, to, &mut scratch.jumps).cost(),
            Engine::Labels(labels) => labels.cost(from, to, scratch.labels()),
            Engine::Search(_) => {
                let budget = &mut Budget::unlimited();
                self.answer(grid, (from, to), scratch, budget)?.cost()
            }
        })
    }

    /// Who answers about this state of the grid.
    pub(in crate::planner) fn engine(&self, grid: &Grid) -> Result<Engine<'_>, GuideError> {
        if self.is_ready_for(grid) {
            match &self.index {
                Index::Planes(map) => return Ok(Engine::Planes(map)),
                Index::Table(table) => return Ok(Engine::Table(table)),
                Index::Labels(labels) => return Ok(Engine::Labels(labels)),
                Index::Nothing | Index::Steps(_) => {}
            }
        }
        match (self.method, &self.index, self.stamp) {
            (Method::Auto, ..) => Ok(Engine::Search(Method::AStar)),
            (method, ..) if !method.has_index() => Ok(Engine::Search(method)),
            (method, Index::Nothing, _) | (method, _, None) => Err(GuideError::NotPrepared(method)),
            (_, _, Some(stamp)) => {
                Err(GuideError::Stale { index: stamp.revision, grid: grid.revision() })
            }
        }
    }

    /// Whether what it has built is of this state of the grid.
    pub(in crate::planner) fn is_ready_for(&self, grid: &Grid) -> bool {
        self.stamp == Some(Stamp::of(grid))
    }

    /// The grid as the mover sees it, with its steps worked out if that has been done.
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

pub(super) fn node_of(grid: &Grid, cell: Cell) -> Result<NodeId, GuideError> {
    let (width, height) = (grid.width(), grid.height());
    grid.node(cell).ok_or(GuideError::OffMap { cell, width, height })
}

/// The nearest guess that never exceeds the cost.
pub(in crate::planner) fn metric_for(view: &GridView<'_>) -> Metric {
    let is_exact = || GridHeuristic::manhattan(view).promise() == Promise::Consistent;
    match view.neighbours() {
        Neighbours::Four if is_exact() => Metric::Manhattan,
        _ => Metric::Octile,
    }
}
