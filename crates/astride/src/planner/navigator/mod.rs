//! The one door: it keeps what fits the map and its edits, and answers from that.

mod batch;
mod choice;
mod error;
mod matrix;
mod spread;

pub use choice::{Reason, Report};
pub use error::NavigatorError;
pub use matrix::CostMatrix;

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc as Shared, Mutex};

use crate::base::{Budget, Cell, Cost, NodeId};
use crate::index::hubs::{BuildError, Progress};
use crate::index::{
    JumpTable, JumpTableError, Labels, LabelsError, LabelsOptions, LabelsScratch, LoadError,
};
use crate::planner::{Method, Question, solve};
use crate::search::{
    DistanceField, Effort, GridHeuristic, Heuristic, JumpMap, JumpMapError, JumpScratch,
    JumpSearch, Metric, OutOfBudget, Outcome, Promise, Query, Scratch,
};
use crate::world::{Grid, GridView, Mover, Neighbours};
use choice::{COST_ALONE, FIRST_TRY, Facts, STEPS_FROM, is_dense, saved_by_labels};

/// Answers questions about one grid for one mover, by a method asked for by name or by whichever
/// fits.
///
/// [`prepare`](Self::prepare) builds what the method needs for the present revision of the grid;
/// call it after every edit, and now and then between edits so that [`Method::Auto`] can take to
/// something better. Questions only read, and any number of threads may ask at once, each with a
/// [`NavigatorScratch`].
///
/// Nothing is ever answered from an index of another revision: a method asked for by name refuses
/// with [`NavigatorError::Stale`], and [`Method::Auto`] searches with A* until it is prepared again.
/// A navigator belongs to one grid. A map of another size is noticed; *another* grid of the same
/// size and revision is not.
///
/// # Examples
///
/// ```
/// use astride::planner::{Method, Navigator, NavigatorScratch};
/// use astride::prelude::*;
/// let mut grid = Grid::new(40, 30, b'.')?;
/// let mut navigator = Navigator::new(Mover::walker());
/// assert_eq!(navigator.prepare(&grid)?.tier, Method::Jps);
/// let (from, to) = (Cell::new(2, 3), Cell::new(37, 20));
/// let (mut scratch, mut budget) = (NavigatorScratch::new(), Budget::unlimited());
/// let outcome = navigator.route(&grid, from, to, &mut scratch, &mut budget)?;
/// assert_eq!(outcome.path().unwrap().step_count(), 35);
///
/// grid.apply(Edit::new().fill(Rect::new(20, 0, 1, 30), b'@'))?;
/// navigator.prepare(&grid)?;
/// assert_eq!(navigator.cost(&grid, from, to, &mut scratch)?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Navigator {
    mover: Mover,
    method: Method,
    options: LabelsOptions,
    index: Index,
    /// What `index` was built from, and what `asked` counts questions about.
    stamp: Option<Stamp>,
    asked: AtomicU64,
    /// What these expanded, and what labels would have saved of that.
    expanded: AtomicU64,
    saved: AtomicU64,
    promised: u64,
    /// From how many expansions saved on labels are tried.
    next_try: u64,
    /// What was tried for this state of the map and failed: it is not tried again.
    no_table: Option<JumpTableError>,
    /// How many jump points there are, if they are too many.
    dense: Option<u64>,
    no_labels: Option<LabelsError>,
    report: Report,
    /// Memories of batches between calls.
    idle: Mutex<Vec<NavigatorScratch>>,
}

/// What has been built.
enum Index {
    Nothing,
    /// The allowed steps of all cells, for searches.
    Steps(Shared<[u8]>),
    Planes(JumpMap),
    Table(JumpTable),
    Labels(Box<Labels>),
}

/// One state of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stamp {
    revision: u64,
    width: u32,
    height: u32,
}

impl Stamp {
    fn of(grid: &Grid) -> Self {
        Stamp { revision: grid.revision(), width: grid.width(), height: grid.height() }
    }
}

/// The memory of one running question: keep one per thread and lend it to every call. It grows to
/// what the methods that were used need, and is then reused.
#[derive(Default)]
pub struct NavigatorScratch {
    search: Scratch,
    jumps: JumpScratch,
    /// Half a megabyte, so only where there are labels.
    labels: Option<Box<LabelsScratch>>,
    field: DistanceField,
}

impl NavigatorScratch {
    /// Memory that has answered nothing yet.
    pub fn new() -> Self {
        NavigatorScratch::default()
    }

    fn labels(&mut self) -> &mut LabelsScratch {
        self.labels.get_or_insert_default()
    }
}

/// Who answers a question.
enum Engine<'a> {
    Search(Method),
    Planes(&'a JumpMap),
    Table(&'a JumpTable),
    Labels(&'a Labels),
}

impl Navigator {
    /// A navigator for `mover` that chooses its method by itself and has prepared nothing yet.
    pub fn new(mover: Mover) -> Self {
        Navigator {
            mover,
            method: Method::Auto,
            options: LabelsOptions::default(),
            index: Index::Nothing,
            stamp: None,
            asked: AtomicU64::new(0),
            expanded: AtomicU64::new(0),
            saved: AtomicU64::new(0),
            promised: 0,
            next_try: FIRST_TRY,
            no_table: None,
            dense: None,
            no_labels: None,
            report: Report::nothing(),
            idle: Mutex::default(),
        }
    }

    /// Answers by this method and no other; nothing is prepared afterwards.
    ///
    /// Searches use the guess that fits the mover's neighbours, and canonical arcs where the map
    /// allows them.
    #[must_use]
    pub fn method(mut self, method: Method) -> Self {
        self.method = method;
        (self.index, self.stamp, self.report) = (Index::Nothing, None, Report::nothing());
        self
    }

    /// Limits the building of labels.
    #[must_use]
    pub fn labels(mut self, options: LabelsOptions) -> Self {
        self.options = options;
        self
    }

    /// For whom it answers.
    pub fn mover(&self) -> &Mover {
        &self.mover
    }

    /// What it has ready and why, as of the latest call of `prepare`.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// Builds or renews what the method needs for the present state of `grid`; cheap if there is
    /// nothing to do. [`Method::Auto`] goes by what the questions took that were asked since the latest edit.
    ///
    /// # Errors
    ///
    /// If a method asked for by name is not possible on this map for this mover. `Auto` does not
    /// fail: it takes A* where jump points would not be right, and the report says why.
    ///
    /// # Complexity
    ///
    /// As of [`JumpMap::new`], [`JumpTable::new`] or [`Labels::new`]. Under `Auto` about as long as
    /// the questions took that were asked since the latest edit, at most.
    pub fn prepare(&mut self, grid: &Grid) -> Result<&Report, NavigatorError> {
        self.prepare_with(grid, 0, &mut |_| true)
    }

    /// As [`prepare`](Self::prepare), with the promise that `queries` questions will be asked before
    /// the next edit.
    ///
    /// # Errors
    ///
    /// As [`prepare`](Self::prepare).
    pub fn prepare_for(&mut self, grid: &Grid, queries: u64) -> Result<&Report, NavigatorError> {
        self.prepare_with(grid, queries, &mut |_| true)
    }

    /// As [`prepare_for`](Self::prepare_for); `tell` hears of progress while labels are built, and
    /// cancels by returning `false`. `Auto` then keeps what it had.
    ///
    /// # Errors
    ///
    /// As [`prepare`](Self::prepare), or if labels asked for by name were cancelled.
    pub fn prepare_with(
        &mut self,
        grid: &Grid,
        queries: u64,
        tell: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<&Report, NavigatorError> {
        let stamp = Stamp::of(grid);
        if self.stamp != Some(stamp) {
            self.renew(grid, stamp);
        }
        self.promised = self.promised.max(queries);
        let view = grid.seen_by(&self.mover);
        let reason = match self.method {
            Method::Auto => Ok(self.choose(&view, tell)),
            _ => self.build_named(&view, tell).map(|()| Reason::Named),
        };
        let (queries, expanded) = (self.queries(), *self.expanded.get_mut());
        let cells = u64::from(grid.cell_count());
        let reason = match reason {
            Ok(reason) => reason,
            Err(error) => {
                self.report = Report { revision: stamp.revision, cells, ..Report::nothing() };
                return Err(error);
            }
        };
        self.report = Report {
            tier: self.tier(),
            reason,
            revision: stamp.revision,
            cells,
            jump_points: self.index.points().or(self.dense),
            queries,
            expanded,
            bytes: self.index.bytes(),
        };
        Ok(&self.report)
    }

    /// Takes labels that were saved by [`Labels::save`], and answers by them until the grid is
    /// edited. What is prepared afterwards is as asked for: a method asked for by name other than
    /// labels becomes labels.
    ///
    /// # Errors
    ///
    /// If the bytes are no labels of this grid for this mover; the navigator is then as it was.
    ///
    /// # Complexity
    ///
    /// As of [`Labels::load`].
    pub fn load_labels(&mut self, grid: &Grid, bytes: &[u8]) -> Result<&Report, LoadError> {
        let labels = Labels::load(bytes, &grid.seen_by(&self.mover))?;
        let stamp = Stamp::of(grid);
        if self.stamp != Some(stamp) {
            self.renew(grid, stamp);
        }
        if self.method != Method::Auto {
            self.method = Method::Labels;
        }
        self.index = Index::Labels(Box::new(labels));
        self.report = Report {
            tier: Method::Labels,
            reason: Reason::Loaded,
            revision: stamp.revision,
            cells: u64::from(grid.cell_count()),
            jump_points: self.index.points(),
            queries: self.queries(),
            expanded: *self.expanded.get_mut(),
            bytes: self.index.bytes(),
        };
        Ok(&self.report)
    }

    /// Questions about the present state of the map: asked, or promised if that is more.
    fn queries(&mut self) -> u64 {
        self.promised.max(*self.asked.get_mut())
    }

    /// Follows an edit: brings planes and tables up to date, and drops what cannot be.
    ///
    /// The one place that knows how an index follows edits: as yet, all are built anew.
    fn renew(&mut self, _: &Grid, stamp: Stamp) {
        self.index = Index::Nothing;
        self.stamp = Some(stamp);
        for count in [&mut self.asked, &mut self.expanded, &mut self.saved] {
            *count.get_mut() = 0;
        }
        (self.promised, self.next_try) = (0, FIRST_TRY);
        (self.no_table, self.no_labels, self.dense) = (None, None, None);
    }

    fn build_named(
        &mut self,
        view: &GridView<'_>,
        tell: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<(), NavigatorError> {
        if !matches!(self.index, Index::Nothing) {
            return Ok(());
        }
        let planes = || JumpMap::new(view).map_err(NavigatorError::Map);
        self.index = match self.method {
            Method::Jps => Index::Planes(planes()?),
            Method::JumpTable => {
                Index::Table(JumpTable::new(planes()?).map_err(NavigatorError::Table)?)
            }
            Method::Labels => {
                let labels = Labels::new(view, &self.options, tell);
                Index::Labels(Box::new(labels.map_err(|error| match error {
                    LabelsError::Map(error) => NavigatorError::Map(error),
                    error => NavigatorError::Labels(error),
                })?))
            }
            _ => steps_of(view),
        };
        Ok(())
    }

    /// Takes what fits the map and the number of questions, for [`Method::Auto`].
    fn choose(&mut self, view: &GridView<'_>, tell: &mut dyn FnMut(Progress) -> bool) -> Reason {
        if let Index::Labels(_) = self.index {
            return Reason::Fits;
        }
        if self.dense.is_none()
            && let Err(error) = self.ensure_planes(view)
        {
            self.ensure_steps(view);
            return Reason::NoJumpPoints(error);
        }
        let points = self.dense.or(self.index.points()).unwrap_or(0);
        if is_dense(view, points) && self.dense.is_none() {
            (self.dense, self.index) = (Some(points), Index::Nothing);
        }
        let facts = Facts {
            promised: self.promised,
            expanded: *self.expanded.get_mut(),
            saved: *self.saved.get_mut(),
            points,
        };
        let mut reason = Reason::Fits;
        if let Some(work) = facts.labels_work(self.next_try, self.options.work) {
            match self.try_labels(view, work, tell) {
                Ok(()) => return reason,
                Err(error) => reason = Reason::NoLabels(error),
            }
        }
        if self.dense.is_some() {
            self.ensure_steps(view);
            return if reason == Reason::Fits { Reason::Dense { points } } else { reason };
        }
        if facts.want_table()
            && let Err(error) = self.ensure_table(view)
        {
            reason = Reason::NoTable(error);
        }
        reason
    }

    /// Works out the steps of all cells for A*, once that pays.
    fn ensure_steps(&mut self, view: &GridView<'_>) {
        if self.queries() >= STEPS_FROM && matches!(self.index, Index::Nothing) {
            self.index = steps_of(view);
        }
    }

    /// Makes the planes, unless they or something better are there.
    fn ensure_planes(&mut self, view: &GridView<'_>) -> Result<(), JumpMapError> {
        if let Index::Nothing | Index::Steps(_) = self.index {
            self.index = Index::Planes(JumpMap::new(view)?);
        }
        Ok(())
    }

    /// Turns planes into a table.
    fn ensure_table(&mut self, view: &GridView<'_>) -> Result<(), JumpTableError> {
        if let Some(error) = self.no_table {
            return Err(error);
        }
        match std::mem::replace(&mut self.index, Index::Nothing) {
            Index::Planes(map) => match JumpTable::new(map) {
                Ok(table) => self.index = Index::Table(table),
                Err(error) => {
                    self.no_table = Some(error);
                    // The planes went into the attempt; they were possible, so they still are.
                    self.index = JumpMap::new(view).map_or(Index::Nothing, Index::Planes);
                    return Err(error);
                }
            },
            other => self.index = other,
        }
        Ok(())
    }

    fn try_labels(
        &mut self,
        view: &GridView<'_>,
        work: u64,
        tell: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<(), LabelsError> {
        if let Some(error) = &self.no_labels {
            return Err(error.clone());
        }
        let error = match Labels::new(view, &LabelsOptions { work, ..self.options }, tell) {
            Ok(labels) => {
                self.index = Index::Labels(Box::new(labels));
                return Ok(());
            }
            Err(error) => error,
        };
        match &error {
            // Who cancels may have more time the next time.
            LabelsError::Build(BuildError::Cancelled) => {}
            LabelsError::Build(BuildError::TooDense { .. }) if work < self.options.work => {
                self.next_try = self.saved.get_mut().saturating_mul(2);
            }
            _ => self.no_labels = Some(error.clone()),
        }
        Err(error)
    }

    /// What answers now.
    fn tier(&self) -> Method {
        match (&self.index, self.method) {
            (Index::Planes(_), _) => Method::Jps,
            (Index::Table(_), _) => Method::JumpTable,
            (Index::Labels(_), _) => Method::Labels,
            (Index::Nothing | Index::Steps(_), Method::Auto) => Method::AStar,
            (Index::Nothing | Index::Steps(_), method) => method,
        }
    }

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
        scratch: &mut NavigatorScratch,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, NavigatorError> {
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
        scratch: &mut NavigatorScratch,
    ) -> Result<Option<Cost>, NavigatorError> {
        self.note_costs(1);
        self.cost_of(grid, (from, to), scratch)
    }

    /// Counts answers, for [`Method::Auto`] to choose by.
    fn note(&self, outcomes: &[Result<Outcome, NavigatorError>]) {
        self.asked.fetch_add(outcomes.len() as u64, Ordering::Relaxed);
        if self.method == Method::Auto && !matches!(self.index, Index::Labels(_)) {
            let (mut all, mut saved) = (0, 0);
            for outcome in outcomes.iter().flatten() {
                let expanded = outcome.effort().expanded;
                all += expanded;
                saved += saved_by_labels(expanded);
            }
            self.expanded.fetch_add(all, Ordering::Relaxed);
            self.saved.fetch_add(saved, Ordering::Relaxed);
        }
    }

    /// Counts questions for costs alone, whose effort is not known.
    fn note_costs(&self, count: u64) {
        self.asked.fetch_add(count, Ordering::Relaxed);
        if self.method == Method::Auto && !matches!(self.index, Index::Labels(_)) {
            self.expanded.fetch_add(count.saturating_mul(COST_ALONE), Ordering::Relaxed);
            let saved = count.saturating_mul(saved_by_labels(COST_ALONE));
            self.saved.fetch_add(saved, Ordering::Relaxed);
        }
    }

    fn answer(
        &self,
        grid: &Grid,
        (from, to): (Cell, Cell),
        scratch: &mut NavigatorScratch,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, NavigatorError> {
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
                    .map_err(NavigatorError::Query)?
            }
        })
    }

    fn cost_of(
        &self,
        grid: &Grid,
        (from, to): (Cell, Cell),
        scratch: &mut NavigatorScratch,
    ) -> Result<Option<Cost>, NavigatorError> {
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
    fn engine(&self, grid: &Grid) -> Result<Engine<'_>, NavigatorError> {
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
            (method, Index::Nothing, _) | (method, _, None) => {
                Err(NavigatorError::NotPrepared(method))
            }
            (_, _, Some(stamp)) => {
                Err(NavigatorError::Stale { index: stamp.revision, grid: grid.revision() })
            }
        }
    }

    fn is_ready_for(&self, grid: &Grid) -> bool {
        self.stamp == Some(Stamp::of(grid))
    }

    /// The grid as the mover sees it, with its steps worked out if that has been done.
    fn view<'a>(&self, grid: &'a Grid) -> GridView<'a> {
        let view = grid.seen_by(&self.mover);
        match &self.index {
            Index::Steps(steps) if self.is_ready_for(grid) => {
                view.with_step_table(Shared::clone(steps))
            }
            _ => view,
        }
    }
}

impl Index {
    fn points(&self) -> Option<u64> {
        match self {
            Index::Nothing | Index::Steps(_) => None,
            Index::Planes(map) => Some(map.point_count() as u64),
            Index::Table(table) => Some(table.map().point_count() as u64),
            Index::Labels(labels) => Some(labels.summary().nodes.into()),
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Index::Nothing => 0,
            Index::Steps(steps) => steps.len(),
            Index::Planes(map) => map.bytes(),
            Index::Table(table) => table.bytes(),
            Index::Labels(labels) => labels.bytes(),
        }
    }
}

impl fmt::Debug for Navigator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Navigator {{ {}, {} }}", self.method, self.report)
    }
}

fn steps_of(view: &GridView<'_>) -> Index {
    let prepared = view.clone().prepared();
    prepared.step_table().map_or(Index::Nothing, |steps| Index::Steps(Shared::clone(steps)))
}

fn node_of(grid: &Grid, cell: Cell) -> Result<NodeId, NavigatorError> {
    let (width, height) = (grid.width(), grid.height());
    grid.node(cell).ok_or(NavigatorError::OffMap { cell, width, height })
}

/// The nearest guess that never exceeds the cost.
fn metric_for(view: &GridView<'_>) -> Metric {
    let is_exact = || GridHeuristic::manhattan(view).promise() == Promise::Consistent;
    match view.neighbours() {
        Neighbours::Four if is_exact() => Metric::Manhattan,
        _ => Metric::Octile,
    }
}
