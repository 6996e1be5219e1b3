//! Walking: where the crowd takes each unit next, and which units have arrived.

use astride::base::{Cell, NodeId};
use astride::shapes::square::GridView;

use super::cells::{before, heading_of, off_middle, square, steps_between};
use super::requests::NO_FIELD;
use super::{GuidedCrowd, NONE, State, Walker};
use crate::crowd::CELL;

/// How many steps ahead a unit is led.
const AHEAD: u32 = 8;

/// Within this many steps of such a point a unit is led on to the next one; a turning point it has to
/// reach except for one step.
const LED_ON: u32 = 3;

/// A unit this close to the centre of its last cell has arrived.
const ARRIVED: i64 = CELL as i64 / 8;

/// A unit this many steps from its destination is next to it.
const NEXT_TO: u32 = 2;

/// After this many ticks without headway a unit requests another path.
const PATIENCE: u32 = 600;

/// The maximum change of heading per tick, where 65 536 is a full turn.
const TURN: i32 = 2000;

impl GuidedCrowd {
    /// Leads each unit on.
    pub(super) fn guide(&mut self, view: &GridView<'_>) {
        let cell_of = |node: u32| view.grid().cell(NodeId::new(node));
        for id in 0..self.walkers.len() {
            let walker = &self.walkers[id];
            if !walker.walks() {
                continue;
            }
            let is_late = self.time.wrapping_sub(walker.since) >= PATIENCE;
            if walker.led != NONE {
                let left = steps_between(self.cell_at(id), cell_of(walker.led));
                let next = walker.turns.last().copied();
                let is_last = walker.turns.len() == 1 && next == Some(walker.led);
                let is_turn = next.is_none_or(|next| next == walker.led);
                let near = if is_turn { 1 } else { LED_ON };
                if !is_late && (is_last || left > near) {
                    continue;
                }
            }
            let was = self.walkers[id].led;
            let next = match self.walkers[id].field {
                NO_FIELD => Some(self.next_by_path(view, id)),
                _ => self.next_by_field(view, id, AHEAD),
            };
            let Some(next) = next.filter(|next| was == NONE || next.get() != was || is_late) else {
                continue;
            };
            if is_late && was != NONE && self.walkers[id].field == NO_FIELD {
                self.work.replans += 1;
                self.ask_again(id);
                continue;
            }
            (self.walkers[id].led, self.walkers[id].since) = (next.get(), self.time);
            if !self.crowd.lead_to(id as u32, view.grid().cell(next)) {
                self.get_stuck(id);
            }
        }
    }

    /// The next node to lead a unit to on its own path.
    fn next_by_path(&mut self, view: &GridView<'_>, id: usize) -> NodeId {
        let here = self.cell_at(id);
        let walker = &mut self.walkers[id];
        let cell_of = |node: u32| view.grid().cell(NodeId::new(node));
        while let [.., _, turn] = walker.turns[..]
            && steps_between(here, cell_of(turn)) <= 1
        {
            (walker.from, _) = (turn, walker.turns.pop());
        }
        let turn = walker.turns.last().map_or(here, |&turn| cell_of(turn));
        let left = steps_between(here, turn);
        let from = cell_of(walker.from);
        let cell = |steps: u32| before(from, turn, left.saturating_sub(steps));
        // A path by what a faction has seen may lead into what it has not: a unit that stops there
        // sees no more. So a nearer cell, if that one is blocked.
        let mut ahead = (1..=AHEAD).rev().map(cell);
        let next = ahead.find(|&cell| view.is_free(cell)).unwrap_or(cell(AHEAD));
        view.grid().node(next).expect("between two cells of the map")
    }

    /// What comes after the movement of a tick: arrivals and headings.
    pub(super) fn look_after(&mut self) {
        for id in 0..self.walkers.len() {
            let [x, y] = self.crowd.velocities()[id];
            self.walkers[id].turn_to([x, y]);
            let walker = &self.walkers[id];
            if !walker.walks() || walker.field != NO_FIELD || walker.turns.len() != 1 {
                continue;
            }
            let [width, _] = self.crowd.size();
            let end = walker.turns[0];
            let end = Cell::new(end % width, end / width);
            let here = self.cell_at(id);
            let is_next_to = steps_between(here, end) <= NEXT_TO;
            let walker = &mut self.walkers[id];
            walker.near = if is_next_to { walker.near + 1 } else { 0 };
            let is_there = square(off_middle(end, self.crowd.positions()[id])) <= ARRIVED * ARRIVED;
            if is_there || walker.near > walker.patience {
                self.arrive(id, is_there);
            }
        }
    }

    fn arrive(&mut self, id: usize, is_there: bool) {
        let walker = &mut self.walkers[id];
        walker.turns.clear();
        self.work.arrived += u32::from(walker.goal != NONE);
        (walker.goal, walker.led) = (NONE, NONE);
        if !is_there {
            self.crowd.stay(id as u32);
        }
        self.change(id, State::Idle);
        self.ended.push(id as u32);
    }

    pub(super) fn cell_at(&self, id: usize) -> Cell {
        let [x, y] = self.crowd.positions()[id].map(|side| (side >> 16) as u32);
        Cell::new(x, y)
    }
}

impl Walker {
    /// Turns the heading part of the way towards the direction of a velocity, unless that is hardly
    /// any.
    fn turn_to(&mut self, velocity: [i32; 2]) {
        if velocity.iter().all(|side| side.abs() < CELL / 16) {
            return;
        }
        let Some(heading) = heading_of(velocity) else { return };
        let by = i32::from(heading.wrapping_sub(self.heading) as i16).clamp(-TURN, TURN);
        self.heading = self.heading.wrapping_add(by as u16);
    }
}
