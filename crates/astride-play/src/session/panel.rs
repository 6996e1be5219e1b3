//! One panel: how it asks, and the indexes it keeps while the map does not change.

use std::sync::atomic::AtomicBool;

use astride::base::{Budget, NodeId};
use astride::index::hubs::Progress;
use astride::index::{JumpTable, Labels, LabelsOptions, LabelsScratch};
use astride::planner::{Guide, GuideScratch, Method, Question, solve};
use astride::search::{JumpMap, JumpScratch, JumpSearch, Observer, Outcome, Query, Scratch};
use astride::world::{Grid, GridView, Mover};

use crate::session::board::Board;
use crate::session::limits::Limits;
use crate::session::settings::Settings;

/// The most work for labels that are built on demand: about a second.
const LABELS_WORK: u64 = 400_000_000;

/// Memory of running searches, shared by both panels.
#[derive(Default)]
pub(super) struct Memory {
    search: Scratch,
    jumps: JumpScratch,
    labels: LabelsScratch,
    guide: GuideScratch,
}

/// What ends a search early: counts, and a flag that the transport raises.
#[derive(Clone, Copy)]
pub(super) struct Bounds<'a> {
    pub(super) limits: &'a Limits,
    pub(super) stop: &'a AtomicBool,
}

impl<'a> Bounds<'a> {
    /// The budget of one answer, with at most `wanted` expansions if that is said.
    pub(super) fn budget(&self, wanted: Option<u64>) -> Budget<'a> {
        let most = self.limits.max_expansions;
        Budget::unlimited()
            .expansions(wanted.unwrap_or(most).min(most))
            .bytes(self.limits.max_search_bytes)
            .cancel(self.stop)
    }
}

/// An answer, and which method gave it where the panel left the choice.
pub(super) struct Answer {
    pub(super) outcome: Outcome,
    pub(super) tier: Option<Method>,
}

/// How one panel asks, and what it keeps ready.
pub(super) struct Panel {
    settings: Settings,
    mover: Mover,
    ready: Ready,
}

/// Indexes; each belongs to the mover of the panel, and to a revision of the grid.
#[derive(Default)]
struct Ready {
    planes: Option<JumpMap>,
    table: Option<JumpTable>,
    labels: Option<Labels>,
    /// The revision for which labels could not be built, and why.
    no_labels: Option<(u64, String)>,
    guide: Option<Guide>,
}

impl Default for Panel {
    fn default() -> Self {
        Panel::new(Settings::default())
    }
}

impl Panel {
    pub(super) fn new(settings: Settings) -> Self {
        Panel { mover: settings.mover(), settings, ready: Ready::default() }
    }

    pub(super) fn settings(&self) -> &Settings {
        &self.settings
    }

    pub(super) fn mover(&self) -> &Mover {
        &self.mover
    }

    /// Takes new settings; indexes stay if they are for the same mover.
    pub(super) fn set(&mut self, settings: Settings) {
        let mover = settings.mover();
        if mover != self.mover {
            self.forget();
        }
        (self.settings, self.mover) = (settings, mover);
    }

    /// Forgets all indexes: another grid was opened.
    pub(super) fn forget(&mut self) {
        self.ready = Ready::default();
    }

    /// Answers from the start of the board to the nearest of its goals. `Err` says why the method
    /// cannot.
    pub(super) fn ask(
        &mut self,
        board: &Board,
        memory: &mut Memory,
        bounds: Bounds<'_>,
        observer: &mut impl Observer,
    ) -> Result<Answer, String> {
        let goals = board.goal_nodes();
        self.ask_from(board, (board.node(board.start()), &goals), memory, bounds, observer)
    }

    /// As [`ask`](Self::ask), from any node to the nearest of any nodes.
    pub(super) fn ask_from(
        &mut self,
        board: &Board,
        (start, goals): (NodeId, &[NodeId]),
        memory: &mut Memory,
        bounds: Bounds<'_>,
        observer: &mut impl Observer,
    ) -> Result<Answer, String> {
        let grid = &board.grid;
        let budget = &mut bounds.budget(self.settings.budget());
        let question = self.settings.question();
        let query = query(start, goals, &self.settings);
        // A way to the nearest cell is worth a look at everything only if a goal can be stood on.
        let is_possible = goals.iter().any(|&node| self.mover.is_passable(grid.class_at(node)));
        let query = Query { nearest: query.nearest && is_possible, ..query };
        let plain = |outcome| Answer { outcome, tier: None };
        let is_single = goals.len() == 1;
        if question.method.has_index() && !is_single {
            return Err(not_for_several(&self.mover, grid, &query, memory));
        }
        match question.method {
            Method::Jps => {
                let map = self.ready.planes(&grid.seen_by(&self.mover))?;
                let (from, to) = (grid.cell(start), grid.cell(goals[0]));
                Ok(plain(
                    JumpSearch::new(map, from, to, &mut memory.jumps).run_watched(budget, observer),
                ))
            }
            Method::JumpTable => {
                let table = self.ready.table(&grid.seen_by(&self.mover))?;
                let (from, to) = (grid.cell(start), grid.cell(goals[0]));
                Ok(plain(table.search(from, to, &mut memory.jumps).run_watched(budget, observer)))
            }
            Method::Labels => {
                let labels = self.ready.labels(&grid.seen_by(&self.mover), bounds)?;
                let (from, to) = (grid.cell(start), grid.cell(goals[0]));
                Ok(plain(labels.path(from, to, &mut memory.labels)))
            }
            // What is watched, and what has several goals, is searched over cells.
            Method::Auto if is_single && !watches(observer) => {
                let guide = self.ready.guide(&self.mover);
                guide.prepare(grid).map_err(|error| error.to_string())?;
                let (from, to) = (grid.cell(start), grid.cell(goals[0]));
                let outcome = guide.route(grid, from, to, &mut memory.guide, budget);
                let tier = Some(guide.report().tier);
                Ok(Answer { outcome: outcome.map_err(|error| error.to_string())?, tier })
            }
            method => {
                let view = grid.seen_by(&self.mover);
                let outcome = solve(&view, question, &query, &mut memory.search, budget, observer);
                let tier = (method == Method::Auto).then_some(Method::AStar);
                Ok(Answer { outcome: outcome.map_err(|error| error.to_string())?, tier })
            }
        }
    }

    /// Why `method` does not apply to the board, if it does not.
    pub(super) fn refusal(
        &mut self,
        method: Method,
        board: &Board,
        memory: &mut Memory,
        limits: &Limits,
    ) -> Option<String> {
        let view = board.grid.seen_by(&self.mover);
        let goals = board.goal_nodes();
        let settings = self.settings.with_method(method);
        let query = query(board.node(board.start()), &goals, &settings);
        if !method.has_index() {
            let budget = &mut Budget::unlimited().expansions(0);
            let question = Question { method, ..settings.question() };
            return solve(&view, question, &query, &mut memory.search, budget, &mut ())
                .err()
                .map(|error| error.to_string());
        }
        if goals.len() != 1 {
            return Some(not_for_several(&self.mover, &board.grid, &query, memory));
        }
        if let Err(why) = self.ready.planes(&view) {
            return Some(why);
        }
        if method != Method::Labels {
            return None;
        }
        let known = self.ready.no_labels.as_ref();
        known
            .filter(|(revision, _)| *revision == board.grid.revision())
            .map(|(_, why)| why.clone())
            .or_else(|| too_large_for_labels(&board.grid, limits))
    }
}

impl Ready {
    /// Planes of bits for the present revision.
    fn planes(&mut self, view: &GridView<'_>) -> Result<&mut JumpMap, String> {
        match &mut self.planes {
            Some(map) => {
                if let Err(error) = map.update(view) {
                    self.planes = None;
                    return Err(error.to_string());
                }
            }
            none => *none = Some(JumpMap::new(view).map_err(|error| error.to_string())?),
        }
        self.planes.as_mut().ok_or_else(String::new)
    }

    fn table(&mut self, view: &GridView<'_>) -> Result<&mut JumpTable, String> {
        match &mut self.table {
            Some(table) => {
                if let Err(error) = table.update(view) {
                    self.table = None;
                    return Err(error.to_string());
                }
            }
            none => {
                let map = JumpMap::new(view).map_err(|error| error.to_string())?;
                *none = Some(JumpTable::new(map).map_err(|error| error.to_string())?);
            }
        }
        self.table.as_mut().ok_or_else(String::new)
    }

    fn labels(&mut self, view: &GridView<'_>, bounds: Bounds<'_>) -> Result<&Labels, String> {
        let revision = view.grid().revision();
        if self.labels.as_ref().is_none_or(|labels| labels.revision() != revision) {
            if let Some((_, why)) = self.no_labels.as_ref().filter(|(at, _)| *at == revision) {
                return Err(why.clone());
            }
            self.labels = None;
            match build_labels(view, bounds) {
                Ok(labels) => self.labels = Some(labels),
                Err(why) => {
                    // Who stopped it may have more time the next time.
                    if !bounds.stop.load(std::sync::atomic::Ordering::Relaxed) {
                        self.no_labels = Some((revision, why.clone()));
                    }
                    return Err(why);
                }
            }
        }
        self.labels.as_ref().ok_or_else(String::new)
    }

    fn guide(&mut self, mover: &Mover) -> &mut Guide {
        let options = LabelsOptions { work: LABELS_WORK, ..LabelsOptions::default() };
        self.guide.get_or_insert_with(|| Guide::new(mover.clone()).labels(options))
    }
}

fn build_labels(view: &GridView<'_>, bounds: Bounds<'_>) -> Result<Labels, String> {
    if let Some(why) = too_large_for_labels(view.grid(), bounds.limits) {
        return Err(why);
    }
    let options = LabelsOptions { work: LABELS_WORK, ..LabelsOptions::default() };
    let mut tell = |_: Progress| !bounds.stop.load(std::sync::atomic::Ordering::Relaxed);
    Labels::new(view, &options, &mut tell).map_err(|error| error.to_string())
}

fn too_large_for_labels(grid: &Grid, limits: &Limits) -> Option<String> {
    let (cells, most) = (grid.cell_count(), limits.max_label_cells);
    (cells > most).then(|| {
        format!(
            "labels take seconds to build, so here they are built for maps of at most {most} \
             cells; this one has {cells}"
        )
    })
}

/// What the engine says of many goals.
fn not_for_several(mover: &Mover, grid: &Grid, query: &Query<'_>, memory: &mut Memory) -> String {
    let question = Question { method: Method::Jps, ..Question::default() };
    let budget = &mut Budget::unlimited().expansions(0);
    match solve(&grid.seen_by(mover), question, query, &mut memory.search, budget, &mut ()) {
        Err(error) => error.to_string(),
        Ok(_) => "this method goes to one goal, astar to the nearest of many".into(),
    }
}

fn query<'a>(start: NodeId, goals: &'a [NodeId], settings: &Settings) -> Query<'a> {
    let query = match goals {
        [goal] => Query::new(start, *goal),
        _ => Query::to_nearest(start, goals),
    };
    let query = query.ties(settings.ties());
    let method = settings.method();
    let is_blind = method.has_index() || matches!(method, Method::Bidirectional | Method::IdaStar);
    if is_blind { query } else { query.or_nearest() }
}

fn watches<O: Observer>(_: &O) -> bool {
    O::WATCHES
}
