//! A guide for one mover: it keeps the index that fits the map and its edits, and answers from it.

mod answer;
mod batch;
mod build;
mod choice;
mod error;
mod matrix;
mod nearest;
mod sample;

pub(in crate::planner) use answer::{Engine, metric_for};
pub use choice::{Reason, Report};
pub use error::GuideError;
pub use matrix::CostMatrix;

use crate::base::FileBytes;
use crate::search::Scratch;
use std::fmt;
use std::sync::Arc as Shared;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::index::hubs::Progress;
use crate::planner::Method;
use crate::planner::pool::Pool;
use crate::planner::watch::span;
use crate::shapes::square::{
    Components, Grid, GridView, IndexOptions, JumpMap, JumpTableError, Labels, LabelsError,
    LabelsOptions, LoadError, Mover, SquareIndex,
};
use build::steps_of;
use choice::{FIRST_TRY, STEPS_FROM, Usual};
use sample::Near;

/// Answers queries about one grid for one mover, by a method chosen by name or automatically.
///
/// [`prepare`](Self::prepare) builds what the method needs for the current revision of the grid.
/// Call it after every edit, and from time to time between edits so that [`Method::Auto`] can
/// switch to a better index. Queries only read, and any number of threads may run them at once,
/// each with its own [`Scratch`].
///
/// A query is never answered from an index of another revision: a method chosen by name refuses
/// with [`GuideError::Stale`], and [`Method::Auto`] searches with A* until it is prepared again. A
/// guide belongs to one grid, whose edits planes and tables follow. A map of another size is
/// detected; *another* grid of the same size is mistaken for the same one, edited. The
/// [`Navigator`](crate::planner::Navigator) owns its grid and keeps a guide for each mover.
///
/// # Examples
///
/// ```
/// use astride::planner::{Guide, Method};
/// use astride::prelude::*;
/// let mut grid = Grid::new(40, 30, b'.')?;
/// let mut guide = Guide::new(Mover::walker());
/// assert_eq!(guide.prepare(&grid)?.tier, Method::Jps);
/// let (from, to) = (Cell::new(2, 3), Cell::new(37, 20));
/// let (mut scratch, mut budget) = (Scratch::new(), Budget::unlimited());
/// let outcome = guide.route(&grid, from, to, &mut scratch, &mut budget)?;
/// assert_eq!(outcome.path().unwrap().step_count(), 35);
///
/// grid.apply(Edit::new().fill(CellRect::new(20, 0, 1, 30), b'@'))?;
/// guide.prepare(&grid)?;
/// assert_eq!(guide.cost(&grid, from, to, &mut scratch)?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Guide {
    mover: Mover,
    method: Method,
    options: IndexOptions,
    index: Option<SquareIndex>,
    /// The allowed steps of all cells, for searches, if there is no index.
    steps: Option<Shared<[u8]>>,
    /// What answers in place of labels or landmarks where both ends are near each other; nothing if
    /// the method was chosen by name.
    near: Near,
    /// Reachability, if it is kept.
    components: Option<Components>,
    keeps_components: bool,
    /// The state from which `index` or `steps` were built, and to which the counts of queries refer.
    stamp: Option<Stamp>,
    asked: AtomicU64,
    /// How many of these were for costs alone.
    costs: AtomicU64,
    /// The nodes they expanded.
    expanded: AtomicU64,
    /// Those queries for which a lookup in labels would have taken the place of expansions, and how
    /// many expansions these were, in time that one takes without landmarks.
    looked: AtomicU64,
    weighed: AtomicU64,
    promised: u64,
    /// The number of saved expansions from which on labels are attempted.
    next_try: u64,
    /// The expansions that take as long as a lookup in labels on this state of the map, once that
    /// matters.
    lookup: Option<u64>,
    /// What drawn queries show on this state of the map, once it was looked at.
    drawn: Option<Option<Usual>>,
    /// What was attempted for this state of the map and failed; it is not attempted again.
    no_table: Option<JumpTableError>,
    /// The number of jump points, if there are too many.
    dense: Option<u64>,
    no_labels: Option<LabelsError>,
    report: Report,
    /// Scratch memories kept between batches.
    idle: Pool<Scratch>,
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

    /// Whether edits may lead from this state to the other.
    fn is_before(self, later: Stamp) -> bool {
        (self.width, self.height) == (later.width, later.height) && self.revision < later.revision
    }
}

impl Guide {
    /// A guide for `mover` that chooses its method automatically and has prepared nothing yet.
    pub fn new(mover: Mover) -> Self {
        Guide {
            mover,
            method: Method::Auto,
            options: IndexOptions::default(),
            index: None,
            steps: None,
            near: Near::default(),
            components: None,
            keeps_components: false,
            stamp: None,
            asked: AtomicU64::new(0),
            costs: AtomicU64::new(0),
            expanded: AtomicU64::new(0),
            looked: AtomicU64::new(0),
            weighed: AtomicU64::new(0),
            promised: 0,
            next_try: FIRST_TRY,
            lookup: None,
            drawn: None,
            no_table: None,
            dense: None,
            no_labels: None,
            report: Report::nothing(),
            idle: Pool::default(),
        }
    }

    /// Uses only this method; nothing is prepared afterwards.
    ///
    /// Searches use the heuristic that fits the mover's neighbours, and canonical arcs if the map
    /// allows them.
    #[must_use]
    pub fn method(mut self, method: Method) -> Self {
        self.method = method;
        self.forget_index();
        self.report = Report::nothing();
        self
    }

    /// Limits the build of labels.
    #[must_use]
    pub fn labels(mut self, options: LabelsOptions) -> Self {
        self.options.labels = options;
        self
    }

    /// Sets sizes and limits of all indexes.
    #[must_use]
    pub fn options(mut self, options: IndexOptions) -> Self {
        self.options = options;
        self
    }

    /// Switches to another mover, for which the classes on the map have the same meaning as long as
    /// the grid stays the same.
    pub(in crate::planner) fn set_mover(&mut self, mover: &Mover) {
        if self.mover != *mover {
            self.mover = mover.clone();
        }
    }

    /// The revision of its index, or of the last attempt to build one.
    pub(in crate::planner) fn revision(&self) -> Option<u64> {
        self.stamp.map(|stamp| stamp.revision)
    }

    /// Whether it searches cell by cell, and has had enough queries to precompute the steps.
    pub(in crate::planner) fn wants_steps(&self) -> bool {
        let is_often = self.asked.load(Ordering::Relaxed) >= STEPS_FROM;
        is_often && self.index.is_none() && self.steps.is_none()
    }

    /// Precomputes the steps of all cells of the grid for which it is ready.
    pub(in crate::planner) fn take_steps(&mut self, view: &GridView<'_>) {
        (self.index, self.near, self.steps) = (None, Near::default(), steps_of(view));
    }

    /// Whether it has jump points whose jumps can be precomputed, as far as is known.
    pub(in crate::planner) fn could_have_table(&self) -> bool {
        let has_planes = matches!(self.index, Some(SquareIndex::Planes(_)));
        self.no_table.is_none() && has_planes && !self.has_landmarks()
    }

    /// Precomputes the jumps on the grid for which it is ready, if that is possible.
    pub(in crate::planner) fn take_table(&mut self, view: &GridView<'_>) {
        let _ = self.ensure_table(view);
    }

    /// Takes labels that were built elsewhere for this state of `grid`.
    pub(in crate::planner) fn take_labels(&mut self, grid: &Grid, labels: Box<Labels>) {
        self.begin(grid);
        self.keep_labels(&grid.seen_by(&self.mover.clone()), labels);
    }

    /// Takes jump points with landmarks that were built elsewhere for this state of `grid`.
    pub(in crate::planner) fn take_marked(&mut self, grid: &Grid, map: JumpMap) {
        self.begin(grid);
        self.keep_marked(&grid.seen_by(&self.mover.clone()), map);
    }

    /// Follows edits up to this state of `grid`.
    fn begin(&mut self, grid: &Grid) -> Stamp {
        let stamp = Stamp::of(grid);
        if self.stamp != Some(stamp) {
            self.renew(grid, stamp);
        }
        stamp
    }

    /// Its labels, if it has any.
    pub(in crate::planner) fn kept_labels(&self) -> Option<&Labels> {
        if let Some(SquareIndex::Labels(labels)) = &self.index { Some(labels) } else { None }
    }

    /// Drops everything it has built.
    pub(in crate::planner) fn forget(&mut self) {
        self.forget_index();
        self.components = None;
    }

    fn forget_index(&mut self) {
        (self.index, self.steps) = (None, None);
        (self.near, self.stamp) = (Near::default(), None);
    }

    /// The mover for which it answers.
    pub fn mover(&self) -> &Mover {
        &self.mover
    }

    /// The index and the reason for it, as of the latest call of `prepare`.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// Builds or updates what the method needs for the current state of `grid`; cheap if there is
    /// nothing to do. The choice of [`Method::Auto`] depends on the work of the queries since the
    /// latest edit.
    ///
    /// # Errors
    ///
    /// If a method chosen by name is not possible on this map for this mover. `Auto` does not fail:
    /// it uses A* if jump points are not valid, and the report says why.
    ///
    /// # Complexity
    ///
    /// That of [`SquareIndex::build`], and of [`SquareIndex::follow`] after an edit. Under `Auto`, at
    /// most about as long as the queries since the latest edit took.
    pub fn prepare(&mut self, grid: &Grid) -> Result<&Report, GuideError> {
        self.prepare_with(grid, 0, &mut |_| true)
    }

    /// As [`prepare`](Self::prepare), announcing that there will be `queries` queries before the
    /// next edit. If they are many, but there were hardly any yet, [`Method::Auto`] first answers 64
    /// queries between random cells, to learn what landmarks or labels would save.
    ///
    /// # Errors
    ///
    /// As for [`prepare`](Self::prepare).
    pub fn prepare_for(&mut self, grid: &Grid, queries: u64) -> Result<&Report, GuideError> {
        self.prepare_with(grid, queries, &mut |_| true)
    }

    /// As [`prepare_for`](Self::prepare_for). `tell` receives the progress of a build and cancels it
    /// by returning `false`; `Auto` then keeps what it had. Builds of jump points and tables cannot
    /// be cancelled.
    ///
    /// # Errors
    ///
    /// As for [`prepare`](Self::prepare), or if a build chosen by name was cancelled.
    pub fn prepare_with(
        &mut self,
        grid: &Grid,
        queries: u64,
        tell: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<&Report, GuideError> {
        let span = span!("astride.prepare", queries, bytes);
        let stamp = self.begin(grid);
        self.promised = self.promised.max(queries);
        let view = grid.seen_by(&self.mover);
        self.follow_components(&view);
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
            jump_points: self.points().or(self.dense),
            queries,
            expanded,
            bytes: self.bytes(),
        };
        span.record("queries", queries);
        span.record("bytes", self.report.bytes);
        Ok(&self.report)
    }

    /// Loads the saved index of the chosen method, and answers by it until the grid is edited. After
    /// that, the method is prepared as usual. Labels are loaded unless landmarks or clusters were
    /// chosen by name; another method chosen by name becomes labels.
    ///
    /// # Errors
    ///
    /// If the bytes hold no such index of this grid for this mover; the guide is then unchanged.
    ///
    /// # Complexity
    ///
    /// That of `load` of the index.
    pub fn load_index<'a>(
        &mut self,
        grid: &Grid,
        file: impl Into<FileBytes<'a>>,
    ) -> Result<&Report, LoadError> {
        self.load_file(grid, file.into())
    }

    fn load_file(&mut self, grid: &Grid, file: FileBytes<'_>) -> Result<&Report, LoadError> {
        let index = SquareIndex::load(file, self.method, &grid.seen_by(&self.mover))?;
        let stamp = self.begin(grid);
        if self.method != Method::Auto {
            self.method = index.method();
        }
        match index {
            SquareIndex::Labels(labels) => {
                self.keep_labels(&grid.seen_by(&self.mover.clone()), labels);
            }
            index => self.keep(index),
        }
        self.report = Report {
            tier: self.tier(),
            reason: Reason::Loaded,
            revision: stamp.revision,
            cells: u64::from(grid.cell_count()),
            jump_points: self.points(),
            queries: self.queries(),
            expanded: *self.expanded.get_mut(),
            bytes: self.bytes(),
        };
        Ok(&self.report)
    }

    /// Bytes of the index.
    pub(in crate::planner) fn bytes(&self) -> usize {
        let index = self.index.as_ref().map_or(0, SquareIndex::bytes);
        let steps = self.steps.as_ref().map_or(0, |steps| steps.len());
        index + steps + self.near.bytes() + self.components.as_ref().map_or(0, Components::bytes)
    }

    /// Queries on the current state of the map, or the number announced if that is larger.
    fn queries(&mut self) -> u64 {
        self.promised.max(*self.asked.get_mut())
    }
}

/// A copy has the same index and the same counts, but its own scratch memories.
impl Clone for Guide {
    fn clone(&self) -> Self {
        let count = |count: &AtomicU64| AtomicU64::new(count.load(Ordering::Relaxed));
        Guide {
            mover: self.mover.clone(),
            method: self.method,
            options: self.options,
            index: self.index.clone(),
            steps: self.steps.clone(),
            near: self.near.clone(),
            components: self.components.clone(),
            keeps_components: self.keeps_components,
            stamp: self.stamp,
            asked: count(&self.asked),
            costs: count(&self.costs),
            expanded: count(&self.expanded),
            looked: count(&self.looked),
            weighed: count(&self.weighed),
            promised: self.promised,
            next_try: self.next_try,
            lookup: self.lookup,
            drawn: self.drawn,
            no_table: self.no_table,
            dense: self.dense,
            no_labels: self.no_labels.clone(),
            report: self.report.clone(),
            idle: Pool::default(),
        }
    }
}

impl fmt::Debug for Guide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Guide {{ {}, {} }}", self.method, self.report)
    }
}
