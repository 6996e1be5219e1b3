//! The effects of edits on units: crossed paths, and cells that are blocked.

use astride::base::NodeId;
use astride::shapes::square::GridView;

use super::cells::crosses;
use super::requests::NO_FIELD;
use super::{GuidedCrowd, NONE, State};
use crate::crowd::CrowdError;

impl GuidedCrowd {
    /// Follows all edits since the last call.
    pub(crate) fn follow(&mut self, view: &GridView<'_>) -> Result<(), CrowdError> {
        let grid = view.grid();
        if [grid.width(), grid.height()] != self.crowd.size() {
            let (width, height) = (grid.width(), grid.height());
            return Err(CrowdError::Size { width, height });
        }
        if self.revision != grid.revision() {
            let known = self.revision.min(grid.revision());
            match grid.changes().since(known).filter(|_| known == self.revision) {
                Some(rects) => self.changed.extend(rects),
                None => self.changed.push(grid.bounds()),
            }
            self.revision = grid.revision();
        } else if self.changed.is_empty() {
            return Ok(());
        }
        self.is_news = true;
        let mut in_walls = self.crowd.follow_moving(view)?.into_iter().peekable();
        self.requests.follow(view, &mut self.work);
        for id in 0..self.walkers.len() {
            let is_moved = in_walls.next_if_eq(&(id as u32)).is_some();
            self.look_around(view, id, is_moved);
        }
        self.changed.clear();
        Ok(())
    }

    fn look_around(&mut self, view: &GridView<'_>, id: usize, is_moved: bool) {
        let here = self.cell_at(id);
        if is_moved {
            if !view.is_free(here) {
                self.get_stuck(id);
                return;
            }
            self.work.rescued += 1;
        }
        let walker = &mut self.walkers[id];
        if walker.field != NO_FIELD {
            walker.led = NONE;
        } else if walker.walks() {
            let cell_of = |node: &u32| view.grid().cell(NodeId::new(*node));
            let turns = || walker.turns.iter().rev().map(cell_of);
            if is_moved || self.changed.iter().any(|&rect| crosses(here, turns(), rect)) {
                self.work.replans += 1;
                self.ask_again(id);
            }
        } else if walker.state == State::Stuck {
            // There may be a path now.
            self.ask_again(id);
        }
    }
}
