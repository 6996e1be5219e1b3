//! The effects of edits on agents: crossed paths, and blocked cells.

use std::iter::once;

use crate::agents::crowd::agent::{NO_FIELD, NONE, State};
use crate::agents::square::{cell_at, crosses, middle, nearest_free};
use crate::agents::{Crowd, Work};
use crate::base::CellRect;
use crate::shapes::square::GridView;

impl Crowd {
    /// Processes all edits since the last call.
    pub(super) fn follow_edits(&mut self, view: &GridView<'_>, work: &mut Work) {
        let grid = view.grid();
        if self.revision != grid.revision() {
            let known = self.revision.min(grid.revision());
            match grid.changes().since(known).filter(|_| known == self.revision) {
                Some(rects) => self.changed.extend(rects),
                None => self.changed.push(grid.bounds()),
            }
            self.revision = grid.revision();
        } else if self.changed.is_empty() {
            return;
        }
        self.requests.follow_edits(view, work);
        let mut changed = std::mem::take(&mut self.changed);
        for id in 0..self.agents.len() {
            self.look_around(view, id, &changed, work);
        }
        changed.clear();
        self.changed = changed;
    }

    fn look_around(
        &mut self,
        view: &GridView<'_>,
        id: usize,
        changed: &[CellRect],
        work: &mut Work,
    ) {
        let agent = &mut self.agents[id];
        let here = cell_at(self.positions[id]);
        let is_blocked = !view.is_free(here);
        if is_blocked {
            match nearest_free(view, here) {
                Some(cell) => {
                    self.positions[id] = middle(cell);
                    work.rescued += 1;
                }
                None => {
                    agent.get_stuck();
                    return;
                }
            }
        }
        if agent.field != NO_FIELD {
            self.lead(view, id);
        } else if agent.on != NONE {
            let here = cell_at(self.positions[id]);
            let turns = || once(agent.on).chain(self.legs.of(agent).iter().copied());
            if is_blocked || changed.iter().any(|&rect| crosses(view, here, turns(), rect)) {
                work.replans += 1;
                self.ask_again(id);
            }
        } else if agent.state == State::Stuck {
            // There may be a path now.
            self.ask_again(id);
        }
    }

    /// Drops the path and requests another one to the same place; a fleeing agent just stops.
    pub(super) fn ask_again(&mut self, id: usize) {
        let agent = &mut self.agents[id];
        match agent.goal {
            NONE => agent.stop(State::Idle),
            goal => {
                let purpose = agent.purpose;
                self.send(id, goal, purpose);
            }
        }
    }
}
