//! Dynamic worlds: an explorer in the fog, requests over frames, and what edits cost the indexes.

use std::sync::atomic::AtomicBool;

use serde_json::json;

use crate::session::explorer::Explorer;
use crate::session::history::Patch;
use crate::session::limits::Bounds;
use crate::session::message::{Explore, Rush, Walk, Watch, Work};
use crate::session::names::shown_as;
use crate::session::queue::Queue;
use crate::session::wire::{Refusal, Replies};
use crate::session::{Done, Session};

impl Session {
    /// An explorer walks by the rules of panel a, and is one square in size.
    pub(super) fn explore(
        &mut self,
        message: &Explore,
        replies: &mut Replies,
        stop: &AtomicBool,
    ) -> Done {
        if !message.on {
            self.explorer = None;
            replies.text("explorer", json!({ "on": false }));
            return Ok(());
        }
        let bounds = Bounds { limits: &self.limits, stop };
        let (board, mover) = (&self.board, self.panels[0].mover());
        self.explorer = Some(Explorer::new(board, mover, message.radius, bounds)?);
        self.tell_explorer(replies);
        Ok(())
    }

    pub(super) fn walk(&mut self, walk: &Walk, replies: &mut Replies, stop: &AtomicBool) -> Done {
        let bounds = Bounds { limits: &self.limits, stop };
        let none = || Refusal::value("there is no explorer, expected explore first");
        let explorer = self.explorer.as_mut().ok_or_else(none)?;
        explorer.walk(&self.board, self.panels[0].mover(), walk.steps, bounds)?;
        self.tell_explorer(replies);
        Ok(())
    }

    /// Puts many requests into a queue of a navigator of the map as it is.
    pub(super) fn rush(&mut self, rush: &Rush, replies: &mut Replies, stop: &AtomicBool) -> Done {
        let bounds = Bounds { limits: &self.limits, stop };
        let queue = Queue::new(&self.board, self.panels[0].mover(), rush, bounds)?;
        self.queue = Some(queue);
        replies.text("rush", json!({ "asked": rush.count }));
        Ok(())
    }

    pub(super) fn work(&mut self, work: &Work, replies: &mut Replies, stop: &AtomicBool) -> Done {
        let bounds = Bounds { limits: &self.limits, stop };
        let none = || Refusal::value("nothing was asked, expected rush first");
        let queue = self.queue.as_mut().ok_or_else(none)?;
        replies.text("worked", queue.work(&self.board, work.budget, bounds));
        Ok(())
    }

    /// From now on every edit reports what it made the indexes do.
    pub(super) fn watch(
        &mut self,
        watch: &Watch,
        replies: &mut Replies,
        stop: &AtomicBool,
    ) -> Done {
        if watch.on {
            self.board.tiling.only_squares("watching edits")?;
        }
        self.watches = watch.on;
        if watch.on {
            self.tell_repairs(0, replies, stop);
        }
        Ok(())
    }

    /// After an edit: the explorer looks around, and the indexes follow.
    pub(super) fn live_on(&mut self, patches: &[Patch], replies: &mut Replies, stop: &AtomicBool) {
        if self.watches && self.board.tiling.is_squares() {
            let cells = patches.iter().map(Patch::cell_count).sum();
            self.tell_repairs(cells, replies, stop);
        }
        if let Some(queue) = &mut self.queue {
            queue.follow(patches);
        }
        let bounds = Bounds { limits: &self.limits, stop };
        if let Some(explorer) = &mut self.explorer {
            explorer.look(&self.board, self.panels[0].mover(), bounds);
            self.tell_explorer(replies);
        }
    }

    fn tell_repairs(&mut self, cells: usize, replies: &mut Replies, stop: &AtomicBool) {
        let bounds = Bounds { limits: &self.limits, stop };
        let parts = self.panels[0].repair(&self.board, bounds);
        replies.text("repaired", json!({ "cells": cells, "parts": parts }));
    }

    fn tell_explorer(&mut self, replies: &mut Replies) {
        let scale = self.panels[0].settings().scale();
        if let Some(explorer) = &mut self.explorer {
            let body = explorer.json(&self.board, shown_as(scale));
            let frame = explorer.news_frame(replies.re());
            replies.text("explorer", body);
            replies.binary(frame);
        }
    }
}
