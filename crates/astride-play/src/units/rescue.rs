//! What edits mean for bodies: ways that are crossed, cells that are blocked.

use astride::base::{Cell, Dir, NodeId, Rect};
use astride::shapes::square::GridView;

use crate::units::body::{Body, NO_FIELD, NONE, State};
use crate::units::legs::Legs;
use crate::units::{Units, Work, size_of_map};

impl Units {
    /// Takes note of all edits since the last call.
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
        let changed = std::mem::take(&mut self.changed);
        for id in 0..self.bodies.len() {
            self.look_around(view, id, &changed, work);
        }
        self.changed = changed;
        self.changed.clear();
    }

    fn look_around(&mut self, view: &GridView<'_>, id: usize, changed: &[Rect], work: &mut Work) {
        let body = &mut self.bodies[id];
        let here = body.cell();
        let is_blocked = !view.is_free(here);
        if is_blocked {
            match nearest_free(view, here) {
                Some(cell) => {
                    body.put_on(cell);
                    work.rescued += 1;
                }
                None => {
                    body.get_stuck();
                    return;
                }
            }
        }
        if body.field != NO_FIELD {
            self.lead(view, id);
        } else if body.on != NONE {
            if is_blocked || changed.iter().any(|&rect| crosses(view, &self.legs, body, rect)) {
                work.replans += 1;
                self.ask_again(id);
            }
        } else if body.state == State::Stuck {
            // Perhaps there is a way now.
            self.ask_again(id);
        }
    }

    /// Gives up the way and asks for another one to the same place; who flees just stops.
    pub(super) fn ask_again(&mut self, id: usize) {
        let body = &mut self.bodies[id];
        let (goal, purpose) = (body.goal, body.purpose);
        if goal == NONE {
            body.stop(State::Idle);
            return;
        }
        body.stop(State::Waiting);
        (body.goal, body.purpose) = (goal, purpose);
        self.requests.ask(body, id as u32);
    }
}

/// Whether what is left of a way passes through a rectangle or beside it.
fn crosses(view: &GridView<'_>, legs: &Legs, body: &Body, rect: Rect) -> bool {
    if rect.is_empty() {
        return false;
    }
    // A blocked cell closes the diagonals beside it.
    let (left, top) = (rect.x.saturating_sub(1), rect.y.saturating_sub(1));
    let (right, bottom) = (rect.x.saturating_add(rect.width), rect.y.saturating_add(rect.height));
    let cell_of = |node| view.grid().cell(NodeId::new(node));
    let mut from = body.cell();
    let cells = std::iter::once(body.on).chain(legs.of(body).iter().copied()).map(cell_of);
    for to in cells {
        let is_beside = from.x.max(to.x) < left
            || from.x.min(to.x) > right
            || from.y.max(to.y) < top
            || from.y.min(to.y) > bottom;
        if !is_beside {
            return true;
        }
        from = to;
    }
    false
}

/// The cell itself if it is free, else the nearest free one along the eight directions, by steps;
/// among equals the first clockwise from north. `None` if there is none.
pub(super) fn nearest_free(view: &GridView<'_>, cell: Cell) -> Option<Cell> {
    if view.is_free(cell) {
        return Some(cell);
    }
    let mut ends = Dir::ALL.map(|dir| cell.step(dir));
    let [width, height] = size_of_map(view);
    for _ in 0..width.max(height) {
        for (end, dir) in ends.iter_mut().zip(Dir::ALL) {
            let Some(here) = *end else { continue };
            if view.is_free(here) {
                return Some(here);
            }
            *end = here.step(dir).filter(|next| next.x < width && next.y < height);
        }
    }
    None
}
