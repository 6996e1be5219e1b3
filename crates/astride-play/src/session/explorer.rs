//! A unit that walks through fog: it plans with what it has seen, and plans again as it learns.

use std::collections::BTreeSet;

use astride::base::{Cost, NodeId};
use astride::path::Path;
use astride::search::{PathQuery, Replanner, Scratch, Search};
use astride::shapes::square::{GridHeuristic, GridView, Knowledge, Mover, compress};
use astride::world::World;
use serde_json::{Value, json};

use crate::session::board::Board;
use crate::session::limits::Bounds;
use crate::session::wire::{Frame, Refusal, kind, xy};

/// How far it may see, in cells. At 2 it sees all squares around its own.
const LEAST_RADIUS: u32 = 2;
const MOST_RADIUS: u32 = 32;

/// The most steps of one message.
const MOST_STEPS: u32 = 64;

/// What it assumes unknown squares to be.
const ASSUMED: u8 = b'.';

/// What an explorer is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Walking,
    Arrived,
    /// There is no way through what it knows, or the search was stopped.
    Stuck(&'static str),
}

/// One unit with what it knows.
pub(super) struct Explorer {
    knowledge: Knowledge,
    replanner: Replanner,
    radius: u32,
    start: NodeId,
    at: NodeId,
    goal: NodeId,
    state: State,
    /// The path that it is going to walk, from where it stands.
    plan: Option<Path>,
    walked: Cost,
    steps: u64,
    /// Nodes expanded by all its searches, and how many of these had anything to do.
    expanded: u64,
    searches: u64,
    /// The cost from the start for a unit that knows everything, and for which goal and revision.
    best: Option<Cost>,
    best_of: Option<(NodeId, u64)>,
    /// Squares that it has walked over and squares that it has come to know since the last report.
    trail: Vec<NodeId>,
    news: BTreeSet<u32>,
}

impl Explorer {
    /// Puts a unit on the start, on its way to the first goal. It knows nothing but what it sees.
    pub(super) fn new(
        board: &Board,
        mover: &Mover,
        radius: u32,
        bounds: Bounds<'_>,
    ) -> Result<Self, Refusal> {
        if !(LEAST_RADIUS..=MOST_RADIUS).contains(&radius) {
            let text = format!("a sight of {radius}, expected {LEAST_RADIUS} to {MOST_RADIUS}");
            return Err(Refusal::value(text));
        }
        let (cells, most) = (board.grid.cell_count(), bounds.limits.max_explored_cells);
        if cells > most {
            let text = format!("a map of {cells} cells, expected at most {most} to explore");
            return Err(Refusal::size(text));
        }
        let start = board.node(board.start());
        let mut explorer = Explorer {
            knowledge: Knowledge::new(&board.grid, ASSUMED),
            replanner: Replanner::new(),
            radius,
            start,
            at: start,
            goal: start,
            state: State::Walking,
            plan: None,
            walked: 0,
            steps: 0,
            expanded: 0,
            searches: 0,
            best: None,
            best_of: None,
            trail: vec![start],
            news: BTreeSet::new(),
        };
        explorer.look(board, mover, bounds);
        Ok(explorer)
    }

    /// Walks this many steps, each planned from scratch.
    pub(super) fn walk(
        &mut self,
        board: &Board,
        mover: &Mover,
        steps: u32,
        bounds: Bounds<'_>,
    ) -> Result<(), Refusal> {
        if !(1..=MOST_STEPS).contains(&steps) {
            return Err(Refusal::value(format!("{steps} steps, expected 1 to {MOST_STEPS}")));
        }
        // The goal may have been moved, or the way may be free again.
        self.look(board, mover, bounds);
        let view = board.grid.seen_by(mover);
        for _ in 0..steps {
            let Some(next) = self.next() else { break };
            match view.arc_cost(self.at, next) {
                Some(cost) => {
                    (self.at, self.walked) = (next, self.walked + Cost::from(cost));
                    self.steps += 1;
                    self.trail.push(next);
                }
                // It could not see round a corner; now it knows what is there.
                None => self.bump(board, next),
            }
            self.look(board, mover, bounds);
        }
        Ok(())
    }

    /// Looks around and plans.
    pub(super) fn look(&mut self, board: &Board, mover: &Mover, bounds: Bounds<'_>) {
        self.goal = board.node(board.goals()[0]);
        let view = board.grid.seen_by(mover);
        self.see(board, mover);
        self.know_best(board, &view, bounds);
        let known = self.knowledge.view(&view);
        let budget = &mut bounds.budget(None);
        let outcome = self.replanner.replan_over(&known, self.at, self.goal, budget, &mut ());
        let last = self.replanner.last();
        self.expanded += last.expanded;
        self.searches += u64::from(last.expanded > 1);
        self.state = match () {
            () if outcome.path().is_none() && !outcome.is_final() => {
                State::Stuck("the search was stopped")
            }
            () if outcome.path().is_none() => State::Stuck("no way through what it knows"),
            () if self.at == self.goal => State::Arrived,
            () => State::Walking,
        };
        self.plan = outcome.path().cloned();
    }

    /// Its report, which contains what is new since the last one.
    pub(super) fn json(&mut self, board: &Board, (divide, decimals): (u32, u32)) -> Value {
        let digits = decimals as usize;
        let shown = |cost: Cost| format!("{:.digits$}", cost as f64 / f64::from(divide));
        let cell = |&node: &NodeId| xy(board.grid.cell(node));
        let plan = self.plan.as_ref().map(|plan| {
            let points = compress(plan, &board.grid);
            points.iter().map(|point| xy(point.cell)).collect::<Vec<_>>()
        });
        let (state, why) = match self.state {
            State::Walking => ("walking", None),
            State::Arrived => ("arrived", None),
            State::Stuck(why) => ("stuck", Some(why)),
        };
        let last = self.replanner.last();
        let trail: Vec<Value> = std::mem::take(&mut self.trail).iter().map(cell).collect();
        json!({
            "on": true,
            "state": state,
            "why": why,
            "radius": self.radius,
            "at": cell(&self.at),
            "goal": cell(&self.goal),
            "walked": self.walked,
            "walked_shown": shown(self.walked),
            "steps": self.steps,
            "best": self.best,
            "best_shown": self.best.map(shown),
            "known": self.knowledge.known_count(),
            "expanded": self.expanded,
            "searches": self.searches,
            "last": { "expanded": last.expanded, "lowered": last.lowered, "again": last.from_scratch },
            "plan": plan,
            "trail": trail,
        })
    }

    /// The squares that it has come to know since the last report, as runs.
    pub(super) fn news_frame(&mut self, re: u32) -> Frame {
        let mut runs: Vec<(u32, u32)> = Vec::new();
        for node in std::mem::take(&mut self.news) {
            match runs.last_mut() {
                Some((start, length)) if *start + *length == node => *length += 1,
                _ => runs.push((node, 1)),
            }
        }
        let mut frame = Frame::new(kind::KNOWN, re, [runs.len() as u32, 0, 0, 0], 8 * runs.len());
        runs.iter().for_each(|run| frame.u32(run.0));
        runs.iter().for_each(|run| frame.u32(run.1));
        frame
    }

    /// The step that it is about to take.
    fn next(&self) -> Option<NodeId> {
        let plan = self.plan.as_ref().filter(|_| self.state == State::Walking)?;
        plan.nodes().get(1).copied()
    }

    /// Takes in what is seen from where it stands. What nobody can stand on hides what is behind.
    fn see(&mut self, board: &Board, mover: &Mover) {
        let (grid, eye) = (&board.grid, board.grid.cell(self.at));
        let reach = |at: u32, size: u32| {
            at.saturating_sub(self.radius)..=at.saturating_add(self.radius).min(size - 1)
        };
        let (columns, rows) = (reach(eye.x, grid.width()), reach(eye.y, grid.height()));
        let around = rows.flat_map(|y| columns.clone().map(move |x| (x, y)));
        let unknown: Vec<(u32, u32)> =
            around.filter(|&cell| !self.knowledge.is_known(cell)).collect();
        let is_opaque = |class: u8| !mover.is_passable(class);
        self.knowledge.reveal_around(grid, eye, self.radius, is_opaque, &mut Vec::new());
        let seen = unknown.into_iter().filter(|&cell| self.knowledge.is_known(cell));
        self.news.extend(seen.map(|(x, y)| y * grid.width() + x));
    }

    /// Learns what is on one square.
    fn bump(&mut self, board: &Board, node: NodeId) {
        let rect = astride::base::CellRect::of(board.grid.cell(node));
        self.knowledge.reveal(&board.grid, rect, &mut Vec::new());
        self.news.insert(node.get());
    }

    /// The cost for a unit that knows the map as it is now.
    fn know_best(&mut self, board: &Board, view: &GridView<'_>, bounds: Bounds<'_>) {
        let of = Some((self.goal, board.grid.revision()));
        if self.best_of == of {
            return;
        }
        let query = PathQuery::new(self.start, self.goal);
        let (guess, mut scratch) = (GridHeuristic::octile(view), Scratch::new());
        let mut search = Search::astar(view, &guess, &query, &mut scratch);
        self.best = search.run(&mut bounds.budget(None), &mut ()).cost();
        self.best_of = of;
    }
}
