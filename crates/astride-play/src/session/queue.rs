//! A rush of requests to a navigator, answered within the budget of each call.

use astride::base::{Budget, Cell, NodeId};
use astride::planner::{Ask, Navigator};
use astride::shapes::square::{Edit, Mover};
use astride::world::World;
use serde_json::{Value, json};

use crate::session::answer::points_of;
use crate::session::board::Board;
use crate::session::history::Patch;
use crate::session::limits::Bounds;
use crate::session::message::Rush;
use crate::session::random::Rng;
use crate::session::wire::Refusal;

/// The most requests of a rush.
const MOST: u32 = 2000;

/// Expansions of one call if the page does not state them.
const BUDGET: u64 = 2000;

/// Answers of one call that are reported.
const TOLD: usize = 100;

/// Points of paths after which a call reports no more answers.
const TOLD_POINTS: usize = 4000;

/// A navigator of the map as it is, and its requests.
pub(super) struct Queue {
    navigator: Navigator,
    asked: u32,
    answered: usize,
    /// Calls that the slowest answer took.
    longest: u64,
}

impl Queue {
    /// Asks for paths between free cells drawn from the seed, or from such cells to the first goal.
    /// Priorities are drawn as well.
    pub(super) fn new(
        board: &Board,
        mover: &Mover,
        rush: &Rush,
        bounds: Bounds<'_>,
    ) -> Result<Self, Refusal> {
        if !(1..=MOST).contains(&rush.count) {
            let text = format!("a rush of {}, expected 1 to {MOST}", rush.count);
            return Err(Refusal::value(text));
        }
        let (cells, most) = (board.grid.cell_count(), bounds.limits.max_explored_cells);
        if cells > most {
            let text = format!("a map of {cells} cells, expected at most {most} for a rush");
            return Err(Refusal::size(text));
        }
        let mut navigator = Navigator::with_mover(board.grid.clone(), mover.clone());
        let mut rng = Rng::new(rush.seed);
        for _ in 0..rush.count {
            let from = free(board, mover, &mut rng);
            let to = if rush.one_goal { board.goals()[0] } else { free(board, mover, &mut rng) };
            let priority = rng.below(8) as u8;
            navigator.request(&Ask::new(from, to), priority).map_err(Refusal::value)?;
        }
        Ok(Queue { navigator, asked: rush.count, answered: 0, longest: 0 })
    }

    /// Works on requests within a budget, and reports the results.
    pub(super) fn work(&mut self, board: &Board, budget: Option<u64>, bounds: Bounds<'_>) -> Value {
        let most = budget.unwrap_or(BUDGET).clamp(1, bounds.limits.max_expansions);
        let budget = &mut Budget::unlimited().expansions(most).cancel(bounds.stop);
        let report = self.navigator.work(budget);
        let (mut done, mut points) = (Vec::new(), 0);
        for delivery in self.navigator.take_done() {
            self.answered += 1;
            self.longest = self.longest.max(delivery.frames);
            if done.len() >= TOLD || points >= TOLD_POINTS {
                continue;
            }
            let answer = delivery.answer.ok();
            let path = answer.as_ref().and_then(|outcome| outcome.path());
            let line = match path {
                Some(path) => points_of(path, board),
                None => {
                    let ends = [delivery.ask.from(), delivery.ask.to()];
                    ends.map(|end| board.node(end).get()).to_vec()
                }
            };
            points += line.len();
            done.push(json!([line, delivery.frames, path.is_some()]));
        }
        json!({
            "expansions": report.expansions,
            "served": report.served,
            "running": report.running,
            "waiting": report.waiting,
            "asked": self.asked,
            "answered": self.answered,
            "longest": self.longest,
            "done": done,
        })
    }

    /// Makes the same edit as on the board. Requests in progress go on, and start again if their
    /// path is touched.
    pub(super) fn follow(&mut self, patches: &[Patch]) {
        let width = self.navigator.grid().width();
        let mut batch = Edit::new();
        patches.iter().for_each(|patch| patch.write(width, &mut batch));
        // The board has accepted the edit, so this grid of the same size accepts it, too.
        let _ = self.navigator.apply(&batch);
    }
}

/// A cell that the mover can stand on; where hardly any is free, any cell will do.
fn free(board: &Board, mover: &Mover, rng: &mut Rng) -> Cell {
    let view = board.grid.seen_by(mover);
    let mut draw = || NodeId::new(rng.below(board.grid.cell_count()));
    let first = draw();
    let node = (0..1000).map(|_| draw()).find(|&node| view.is_passable(node));
    board.grid.cell(node.unwrap_or(first))
}
