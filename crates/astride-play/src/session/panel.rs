//! One panel: its settings, and the indexes it keeps while the map does not change.

use std::slice::from_ref;

use astride::base::{Budget, Cost, NodeId};
use astride::planner::{Method, solve};
use astride::search::{Event, Goals, Outcome, PathQuery, Scratch, SearchObserver, Starts};
use astride::shapes::square::{GridHeuristic, Mover};

use crate::session::board::Board;
use crate::session::body::{Body, Footing};
use crate::session::danger::Priced;
use crate::session::landmarks::{self, Kept};
use crate::session::legs::{LegObserver, Legs};
use crate::session::limits::{Bounds, Limits};
use crate::session::over::{does_not_see_danger, solve_over};
use crate::session::ready::{Ready, too_large_for_labels};
use crate::session::settings::Settings;
use crate::session::survey::Survey;
use crate::session::tiling::{Tiled, Tiles};

/// An answer, and which method gave it where the panel left the choice.
pub(super) struct Answer {
    pub(super) outcome: Outcome,
    pub(super) tier: Option<Method>,
    /// The cost of each leg that was found, where there are stops on the way.
    pub(super) legs: Vec<Cost>,
}

/// How one panel asks, and what it keeps ready.
pub(super) struct Panel {
    settings: Settings,
    mover: Mover,
    body: Body,
    danger: Priced,
    ready: Ready,
    survey: Survey,
    tiles: Tiles,
    landmarks: Kept,
}

impl Default for Panel {
    fn default() -> Self {
        Panel::new(Settings::default())
    }
}

impl Panel {
    pub(super) fn new(settings: Settings) -> Self {
        Panel {
            mover: settings.mover(),
            settings,
            body: Body::default(),
            danger: Priced::default(),
            ready: Ready::default(),
            survey: Survey::default(),
            tiles: Tiles::default(),
            landmarks: Kept::default(),
        }
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
        if mover != self.mover || settings.size() != self.settings.size() {
            self.forget();
        }
        (self.settings, self.mover) = (settings, mover);
    }

    /// Forgets all indexes: another grid was opened.
    pub(super) fn forget(&mut self) {
        self.body = Body::default();
        self.danger = Priced::default();
        self.ready = Ready::default();
        self.survey = Survey::default();
        self.tiles = Tiles::default();
        self.landmarks = Kept::default();
    }

    /// The map in its shape, which is not that of squares.
    pub(super) fn tiles(&mut self, board: &Board) -> Result<&mut Tiled, String> {
        self.tiles.of(board)
    }

    /// Follows the edits of the map, and the danger on it if that counts. `Err` says why there is no
    /// place for the body.
    pub(super) fn follow(&mut self, board: &Board) -> Result<(), String> {
        let view = board.grid.seen_by(&self.mover);
        self.body.follow(&view, self.settings.size())?;
        if self.settings.minds_danger() {
            self.danger.follow(&board.danger, &view, self.body.places());
        }
        Ok(())
    }

    /// Whether there is danger and it counts.
    fn minds_danger_of(&self, board: &Board) -> bool {
        self.settings.minds_danger() && !board.danger.is_empty()
    }

    /// What the searches walk on, after [`follow`](Self::follow).
    pub(super) fn footing<'a>(&'a self, board: &'a Board) -> Footing<'a> {
        self.body.footing(&board.grid, &self.mover)
    }

    /// The body, for questions about room.
    pub(super) fn body(&mut self) -> (&mut Body, &Mover) {
        (&mut self.body, &self.mover)
    }

    /// What is known about the map besides the path, and the map as it is walked on.
    pub(super) fn survey<'a>(
        &'a mut self,
        board: &'a Board,
    ) -> Result<(&'a mut Survey, Footing<'a>), String> {
        self.follow(board)?;
        let Panel { body, mover, survey, .. } = self;
        Ok((survey, body.footing(&board.grid, mover)))
    }

    /// All indexes, and the map as it is walked on, after [`follow`](Self::follow).
    pub(super) fn indexes<'a>(
        &'a mut self,
        board: &'a Board,
    ) -> (&'a mut Survey, &'a mut Ready, Footing<'a>) {
        let Panel { body, mover, survey, ready, .. } = self;
        (survey, ready, body.footing(&board.grid, mover))
    }

    /// Answers from the start of the board over its stops, in their order, to the nearest of its
    /// goals. Each leg is answered separately, all of them within one budget. `Err` says why the method
    /// cannot do this.
    pub(super) fn ask(
        &mut self,
        board: &Board,
        memory: &mut Scratch,
        bounds: Bounds<'_>,
        observer: &mut impl LegObserver,
    ) -> Result<Answer, String> {
        let (starts, goals) = (board.leg_starts(), board.goal_nodes());
        let last = starts.len() - 1;
        if last > 0 {
            // Checked before the first leg is answered: the last one may be more than the method
            // can do.
            let query = query(starts[last], &goals, &self.settings);
            self.settings.method().can_answer(&query).map_err(told)?;
        }
        let mut budget = bounds.budget(self.settings.budget());
        let (mut legs, mut tier) = (Legs::default(), None);
        let mut number = 0;
        loop {
            let goals = starts.get(number + 1).map_or(&goals[..], from_ref);
            let ends = (starts[number], goals);
            let leg = self.leg(board, ends, memory, bounds, &mut budget, observer)?;
            if last == 0 {
                return Ok(leg);
            }
            tier = if number == 0 { leg.tier } else { tier.filter(|&tier| leg.tier == Some(tier)) };
            let outcome = legs.add(leg.outcome);
            if number == last || outcome.path().is_none() {
                return Ok(Answer { outcome, tier, legs: legs.into_costs() });
            }
            number += 1;
            observer.begin_leg();
        }
    }

    /// As [`ask`](Self::ask), from any node to the nearest of any nodes, without stops.
    pub(super) fn ask_from(
        &mut self,
        board: &Board,
        (start, goals): (NodeId, &[NodeId]),
        memory: &mut Scratch,
        bounds: Bounds<'_>,
        observer: &mut impl SearchObserver,
    ) -> Result<Answer, String> {
        let mut budget = bounds.budget(self.settings.budget());
        self.leg(board, (start, goals), memory, bounds, &mut budget, observer)
    }

    /// Answers from a node to the nearest of these.
    fn leg(
        &mut self,
        board: &Board,
        (start, goals): (NodeId, &[NodeId]),
        memory: &mut Scratch,
        bounds: Bounds<'_>,
        budget: &mut Budget<'_>,
        observer: &mut impl SearchObserver,
    ) -> Result<Answer, String> {
        if !board.tiling.is_squares() {
            if let Some(why) = too_large_tiles(self.settings.method(), board, bounds.limits) {
                return Err(why);
            }
            return self.leg_on_tiles(board, (start, goals), memory, budget, observer);
        }
        self.follow(board)?;
        let question = self.settings.question();
        let query = query(start, goals, &self.settings);
        let Footing { grid, mover } = self.body.footing(&board.grid, &self.mover);
        // A path to the nearest cell is worth examining everything only if a mover can stand on a goal.
        let is_possible = goals.iter().any(|&node| mover.is_passable(grid.class_at(node)));
        let query = PathQuery { nearest: query.nearest && is_possible, ..query };
        let answer = |outcome, tier| Answer { outcome, tier, legs: Vec::new() };
        let plain = |outcome| answer(outcome, None);
        let is_single = goals.len() == 1;
        question.method.can_answer(&query).map_err(told)?;
        let minds_danger = self.minds_danger_of(board);
        let asks_landmarks = self.settings.asks_landmarks();
        if let Some(why) = landmarks::refusal(board).filter(|_| asks_landmarks) {
            return Err(why);
        }
        if asks_landmarks && !board.landmarks().is_empty() {
            let notice = &mut |event| observer.notice(event);
            let outcome = self.by_landmarks(board, &query, memory, bounds, budget, notice)?;
            let tier = (question.method == Method::Auto).then_some(Method::AStar);
            return Ok(answer(outcome, tier));
        }
        if let Some(overlay) = self.danger.overlay().filter(|_| minds_danger) {
            let view = grid.seen_by(mover);
            let world = overlay.over(&view);
            let guess = GridHeuristic::new(&view, question.metric);
            let search = memory;
            let outcome = solve_over(&world, &guess, question, &query, search, budget, observer)?;
            let tier = (question.method == Method::Auto).then_some(Method::AStar);
            return Ok(answer(outcome, tier));
        }
        if let Some(outcome) = self.by_index(board, &query, memory, bounds, budget, observer)? {
            return Ok(plain(outcome));
        }
        let Footing { grid, mover } = self.body.footing(&board.grid, &self.mover);
        // Searches that are watched or have several goals go over cells.
        if question.method == Method::Auto && is_single && !watches(observer) {
            let guide = self.ready.guide(mover);
            let tell = &mut |_| !bounds.is_stopped();
            guide.prepare_with(grid, 0, tell).map_err(told)?;
            let query = PathQuery::new(start, goals[0]);
            let outcome = guide.answer(grid, &query, memory, budget, observer);
            let tier = Some(guide.report().tier);
            return Ok(answer(outcome.map_err(told)?, tier));
        }
        let outcome = solve(&grid.seen_by(mover), question, &query, memory, budget, observer);
        let tier = (question.method == Method::Auto).then_some(Method::AStar);
        Ok(answer(outcome.map_err(told)?, tier))
    }

    /// Answers by the index of the method; `None` if it has none of its own here.
    fn by_index(
        &mut self,
        board: &Board,
        query: &PathQuery<'_>,
        memory: &mut Scratch,
        bounds: Bounds<'_>,
        budget: &mut Budget<'_>,
        observer: &mut impl SearchObserver,
    ) -> Result<Option<Outcome>, String> {
        let Panel { body, mover, survey, ready, settings, .. } = self;
        let Footing { grid, mover } = body.footing(&board.grid, mover);
        let view = grid.seen_by(mover);
        match settings.method() {
            Method::Clusters => {
                let (Starts::One(start), Goals::One(goal)) = (query.starts, query.goals) else {
                    return Ok(None);
                };
                let clusters = survey.clusters(&view, bounds).map_err(|refusal| refusal.text)?;
                let [from, to] = [start, goal].map(|node| grid.cell(node));
                clusters.path(&view, from, to, memory, budget).map(Some).map_err(told)
            }
            method if method.has_index() => {
                let index = ready.index(&view, method, bounds)?;
                let outcome = index.answer(&view, query, memory, budget, observer);
                outcome.map(Some).map_err(told)
            }
            _ => Ok(None),
        }
    }

    /// As [`leg`](Self::leg), where tiles are not squares.
    fn leg_on_tiles(
        &mut self,
        board: &Board,
        (start, goals): (NodeId, &[NodeId]),
        memory: &mut Scratch,
        budget: &mut Budget<'_>,
        observer: &mut impl SearchObserver,
    ) -> Result<Answer, String> {
        let query = query(start, goals, &self.settings);
        let tiles = self.tiles.of(board)?;
        let is_possible = goals.iter().any(|&node| tiles.is_passable(node));
        let query = PathQuery { nearest: query.nearest && is_possible, ..query };
        let (method, ends) = (self.settings.method(), (start, goals));
        let (outcome, tier) = tiles.answer(method, &query, ends, (memory, budget), observer)?;
        Ok(Answer { outcome, tier, legs: Vec::new() })
    }

    /// Answers by what the landmarks on the board prove. The watcher is called dynamically: for
    /// each type of observer all searches would be compiled again.
    fn by_landmarks(
        &mut self,
        board: &Board,
        query: &PathQuery<'_>,
        search: &mut Scratch,
        bounds: Bounds<'_>,
        budget: &mut Budget<'_>,
        mut observer: &mut dyn FnMut(Event),
    ) -> Result<Outcome, String> {
        let observer = &mut observer;
        let (question, minds_danger) = (self.settings.question(), self.minds_danger_of(board));
        let view = self.body.footing(&board.grid, &self.mover).view();
        let nodes: Vec<_> = board.landmarks().iter().map(|&cell| board.node(cell)).collect();
        let guess = self.landmarks.at(&view, &nodes, bounds)?.heuristic(&view).map_err(told)?;
        match self.danger.overlay().filter(|_| minds_danger).map(|overlay| overlay.over(&view)) {
            Some(world) => solve_over(&world, &guess, question, query, search, budget, observer),
            None => solve_over(&view, &guess, question, query, search, budget, observer),
        }
    }

    /// Why `method` does not apply to the board, if it does not.
    pub(super) fn refusal(
        &mut self,
        method: Method,
        board: &Board,
        limits: &Limits,
    ) -> Option<String> {
        if method == Method::Polyanya {
            let goals = board.goals().len();
            return (goals > 1).then(|| format!("it goes to one goal, here are {goals}"));
        }
        if !board.tiling.is_squares() {
            let goals = board.goal_nodes();
            let settings = self.settings.with_method(method);
            let query = query(board.node(board.start()), &goals, &settings);
            let unfit = method.can_answer(&query).err().map(told);
            return unfit.or_else(|| too_large_tiles(method, board, limits));
        }
        if let Err(why) = self.follow(board) {
            return Some(why);
        }
        if self.minds_danger_of(board) && method.has_index() {
            return Some(does_not_see_danger(method));
        }
        let Footing { grid, mover } = self.body.footing(&board.grid, &self.mover);
        let view = grid.seen_by(mover);
        let goals = board.goal_nodes();
        let settings = self.settings.with_method(method);
        let query = query(board.node(board.start()), &goals, &settings);
        if let Err(error) = method.can_answer(&query) {
            return Some(told(error));
        }
        if !method.has_index() { None } else { self.ready.refusal(&view, method, limits) }
    }
}

/// Why a map of other tiles than squares is too large for `method`, if it is.
fn too_large_tiles(method: Method, board: &Board, limits: &Limits) -> Option<String> {
    (method == Method::Labels).then(|| too_large_for_labels(&board.grid, limits)).flatten()
}

/// The message of an error.
fn told(error: impl std::error::Error) -> String {
    error.to_string()
}

fn query<'a>(start: NodeId, goals: &'a [NodeId], settings: &Settings) -> PathQuery<'a> {
    let query = match goals {
        [goal] => PathQuery::new(start, *goal),
        _ => PathQuery::to_nearest(start, goals),
    };
    let query = query.ties(settings.ties());
    if settings.method().names_nearest() { query.or_nearest() } else { query }
}

fn watches<O: SearchObserver>(_: &O) -> bool {
    O::WATCHES
}
