//! Boards that were open before: opening a map drops nothing, and undoing goes back to them.

use std::mem::{replace, swap};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use astride_agents::guided::Work;
use serde_json::json;

use crate::session::board::Board;
use crate::session::bodies::Bodies;
use crate::session::history::Turned;
use crate::session::lying::Lying;
use crate::session::message::Side;
use crate::session::settings::Settings;
use crate::session::wire::Replies;
use crate::session::{Done, Session};

/// The most boards that wait on one side.
const MOST: usize = 8;

/// How many steps can be undone and redone, openings among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Steps {
    pub(super) undo: usize,
    pub(super) redo: usize,
}

/// A board that is not shown, with everything that was on it.
struct Shelved {
    board: Board,
    bodies: Bodies,
    /// The settings of that time, if the next board brought its own.
    settings: Option<[Settings; 2]>,
}

/// Boards before the current one and after it, in both cases with the nearest last.
#[derive(Default)]
pub(super) struct Shelf {
    earlier: Vec<Shelved>,
    later: Vec<Shelved>,
    /// Whether something was opened or done: the board that a session begins with, untouched, is
    /// not worth going back to.
    is_begun: bool,
}

impl Session {
    pub(super) fn steps(&self) -> Steps {
        let (history, Shelf { earlier, later, .. }) = (&self.board.history, &self.shelf);
        // Opening a board was a step, and each board has steps of its own.
        let undo = |shelved: &Shelved| 1 + shelved.board.history.undo_count();
        let redo = |shelved: &Shelved| 1 + shelved.board.history.redo_count();
        Steps {
            undo: history.undo_count() + earlier.iter().map(undo).sum::<usize>(),
            redo: history.redo_count() + later.iter().map(redo).sum::<usize>(),
        }
    }

    /// Puts another board in the place of the current one, which waits so that undoing can bring it
    /// back. The oldest are dropped when there are too many, or when they hold more cells or steps
    /// than one map may.
    pub(super) fn shelve(&mut self, board: Board, bodies: Bodies, settings: Option<[Settings; 2]>) {
        let board = replace(&mut self.board, board);
        let bodies = replace(&mut self.bodies, bodies);
        let was_begun = self.shelf.is_begun;
        self.stepped();
        if !was_begun {
            return;
        }
        let earlier = &mut self.shelf.earlier;
        earlier.push(Shelved { board, bodies, settings });
        if let Some(last) = earlier.last_mut() {
            last.board.history.forget_redo();
        }
        let cells = |shelved: &Shelved| u64::from(shelved.board.grid.cell_count());
        let bytes = |shelved: &Shelved| shelved.board.history.bytes();
        while earlier.len() > MOST
            || earlier.iter().map(cells).sum::<u64>() > u64::from(self.limits.max_cells)
            || earlier.iter().map(bytes).sum::<usize>() > self.limits.max_undo_bytes
        {
            earlier.remove(0);
        }
    }

    /// Whether something was opened or done.
    pub(super) fn is_begun(&self) -> bool {
        self.shelf.is_begun
    }

    /// Before anything is done.
    pub(super) fn begin(&mut self) {
        self.shelf = Shelf::default();
    }

    /// Notes a move, to be undone with the rest of its group; a move that changes nothing is not a
    /// step.
    pub(super) fn moved(&mut self, before: Lying, group: Option<u32>) {
        if before != self.board.lying() {
            self.board.history.moved(before, group);
            self.stepped();
        }
    }

    /// After a step of its own nothing later can be redone.
    pub(super) fn stepped(&mut self) {
        self.shelf.is_begun = true;
        self.shelf.later.clear();
    }

    pub(super) fn undo(&mut self, back: bool, replies: &mut Replies, stop: &AtomicBool) -> Done {
        let Board { history, .. } = &self.board;
        let (count, shelf) = match back {
            true => (history.undo_count(), &mut self.shelf.earlier),
            false => (history.redo_count(), &mut self.shelf.later),
        };
        if count == 0
            && let Some(shelved) = shelf.pop()
        {
            self.swap_board(shelved, back, replies, stop);
            return Ok(());
        }
        let before = *self.board.grid.histogram();
        let lying = self.board.lying();
        let Board { history, grid, .. } = &mut self.board;
        let turned = if back { history.undo(grid, lying)? } else { history.redo(grid, lying)? };
        match turned {
            Turned::Cells(patches) => self.edited(&patches, &before, replies, stop),
            Turned::Places(then) => {
                let goals = self.board.goals().len();
                let was = self.board.plan.clone();
                let turns = self.board.lay(then)?;
                if was.map(|plan| Arc::as_ptr(&plan)) != self.board.plan.as_ref().map(Arc::as_ptr) {
                    self.tell_plan(replies);
                }
                if turns {
                    replies.text("danger", self.board.danger_json(self.steps()));
                    self.facts(replies);
                }
                self.placed(goals, replies, stop);
            }
        }
        Ok(())
    }

    /// Shows a board from the shelf, and puts the current one on its other side.
    fn swap_board(
        &mut self,
        shelved: Shelved,
        back: bool,
        replies: &mut Replies,
        stop: &AtomicBool,
    ) {
        let Shelved { mut board, mut bodies, mut settings } = shelved;
        swap(&mut self.board, &mut board);
        swap(&mut self.bodies, &mut bodies);
        for (side, settings) in [Side::A, Side::B].into_iter().zip(settings.iter_mut().flatten()) {
            let panel = &mut self.panels[side.index()];
            let before = panel.settings().clone();
            panel.set(replace(settings, before));
            replies.text("settings", panel.settings().json(side));
        }
        // While the bodies waited, the rules by which they walk may have changed.
        self.bodies.rules_changed(&self.board);
        let other = if back { &mut self.shelf.later } else { &mut self.shelf.earlier };
        other.push(Shelved { board, bodies, settings });
        self.tell_board(replies, stop);
        if self.bodies.count() > 0 {
            replies.text("units", json!({ "count": self.bodies.count() }));
            replies.binary(self.bodies.frame(replies.re(), Work::default()));
        }
    }
}
