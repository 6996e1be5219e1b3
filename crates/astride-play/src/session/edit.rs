//! Drawing, undoing and placing, and the replies to them.

use std::sync::atomic::AtomicBool;

use crate::session::board::Board;
use crate::session::history::Patch;
use crate::session::open::check_class;
use crate::session::wire::{Refusal, Replies};
use crate::session::{Done, Session, message, tools};

impl Session {
    pub(super) fn stroke(
        &mut self,
        stroke: &message::Stroke,
        replies: &mut Replies,
        stop: &AtomicBool,
    ) -> Done {
        if !(1..=tools::MAX_SIZE).contains(&stroke.size) {
            let most = tools::MAX_SIZE;
            return Err(Refusal::value(format!(
                "a brush of {}, expected 1 to {most}",
                stroke.size
            )));
        }
        check_class(stroke.class)?;
        if matches!(stroke.tool, message::Tool::Fill) {
            self.board.tiling.only_squares("the bucket")?;
        }
        let is_dot = stroke.size == 1 && stroke.to.is_none_or(|to| to == stroke.from);
        let is_one = matches!(stroke.tool, message::Tool::Brush) && is_dot;
        if !self.board.tiling.has_tiles() && !is_one && !matches!(stroke.tool, message::Tool::Walls)
        {
            self.board.tiling.only_squares("a stroke over more than one thing")?;
        }
        let [x, y] = stroke.from;
        let from = self.board.cell(x, y)?;
        let [x, y] = stroke.to.unwrap_or(stroke.from);
        let to = self.board.cell(x, y)?;
        let (tool, class, size, shape) = (stroke.tool, stroke.class, stroke.size, stroke.shape);
        let draft = tools::Draft { tool, class, size, shape, from, to };
        let patch = Patch::of(tools::cells_of(&draft, &self.board.grid), class);
        let before = *self.board.grid.histogram();
        self.board.history.stroke(&mut self.board.grid, &patch, stroke.group)?;
        if !patch.is_empty() {
            self.stepped();
        }
        self.edited(&[patch], &before, replies, stop);
        Ok(())
    }

    /// Reports an edit. Facts are sent again when a class appears or disappears, since that may change
    /// what applies.
    pub(super) fn edited(
        &mut self,
        patches: &[Patch],
        before: &[u32; 256],
        replies: &mut Replies,
        stop: &AtomicBool,
    ) {
        if patches.iter().any(|patch| !patch.is_empty()) {
            self.board.forget_row();
        }
        patches.iter().for_each(|patch| replies.binary(patch.frame(replies.re())));
        replies.text("edited", self.board.edited_json(self.steps()));
        // Before the answers, which would bring indexes up to date without a report.
        self.live_on(patches, replies, stop);
        let now = self.board.grid.histogram();
        if before.iter().zip(now).any(|(&before, &now)| (before == 0) != (now == 0)) {
            self.facts(replies);
        }
        self.answers(replies, stop);
    }

    pub(super) fn place(
        &mut self,
        place: &message::PlaceAt,
        replies: &mut Replies,
        stop: &AtomicBool,
    ) -> Done {
        let (before, goals) = (self.board.lying(), self.board.goals().len());
        self.board.place(place)?;
        self.moved(before, place.group);
        if place.what == message::Place::Node {
            self.tell_plan(replies);
        }
        self.placed(goals, replies, stop);
        Ok(())
    }

    pub(super) fn unplace(
        &mut self,
        unplace: &message::Unplace,
        replies: &mut Replies,
        stop: &AtomicBool,
    ) -> Done {
        let (before, goals) = (self.board.lying(), self.board.goals().len());
        self.board.unplace(unplace.what, unplace.index)?;
        self.moved(before, None);
        self.placed(goals, replies, stop);
        Ok(())
    }

    pub(super) fn danger(
        &mut self,
        message: &message::Danger,
        replies: &mut Replies,
        stop: &AtomicBool,
    ) -> Done {
        let cell_of = |board: &Board, change: &message::SourceChange| {
            change.cell.map(|[x, y]| board.cell(x, y)).transpose()
        };
        let board = &mut self.board;
        let before = board.lying();
        let was_empty = board.danger.is_empty();
        match (&message.add, &message.change, &message.remove) {
            (Some(change), None, None) => {
                let cell = cell_of(board, change)?;
                let cell = cell.ok_or_else(|| Refusal::value("expected the cell of the source"))?;
                board.danger.add(&board.grid, cell, change)?;
            }
            (None, Some(change), None) => {
                let cell = cell_of(board, change)?;
                board.danger.change(&board.grid, cell, change)?;
            }
            (None, None, Some(message::One::Index(index))) => board.danger.remove(Some(*index))?,
            (None, None, Some(message::One::All(all))) if all == "all" => {
                board.danger.remove(None)?;
            }
            _ => return Err(Refusal::value("expected one of add, change and remove")),
        }
        self.moved(before, message.group);
        replies.text("danger", self.board.danger_json(self.steps()));
        let turns = was_empty != self.board.danger.is_empty();
        for &side in self.sides() {
            if self.panels[side.index()].settings().minds_danger() {
                if turns {
                    self.facts_of(side, replies);
                }
                self.answer(side, replies, stop);
            }
        }
        Ok(())
    }

    /// Reports a new place. The number of goals decides which methods apply.
    pub(super) fn placed(&mut self, goals_before: usize, replies: &mut Replies, stop: &AtomicBool) {
        replies.text("places", self.board.places_json(self.steps()));
        if (goals_before == 1) != (self.board.goals().len() == 1) {
            self.facts(replies);
        }
        self.answers(replies, stop);
    }
}
