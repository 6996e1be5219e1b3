//! Walking: one timestep of movement along known paths.
//!
//! An agent walks towards the centre of its next cell and turns to the one after it as soon as it
//! has entered it. A movement that would enter another cell is made only if that is a step the
//! mover may take and if the next cell can still be reached by a step from there. Otherwise it is
//! made without the push of others, and if that fails, towards the centre of its own cell, from
//! where every step of the path is free.

use crate::agents::crowd::agent::{Agent, NO_FIELD, NONE, State};
use crate::agents::plane::{CELL, Point, heading_of, length_of, square_of, times, way_to};
use crate::agents::square::{
    cell_at, is_corner, is_tight, may_step, middle, moved_inside, node_at, towards,
};
use crate::agents::{Crowd, Work};
use crate::base::{Cell, NodeId};
use crate::shapes::square::GridView;

/// An agent this close to the centre of its last cell has arrived.
const ARRIVED: i32 = CELL / 8;

/// After this many consecutive refused steps it requests another path.
const MOST_REFUSED: u8 = 60;

/// The maximum change of heading per timestep, where 65 536 is a full turn.
const TURN: i32 = 2000;

impl Crowd {
    /// Moves all agents by one timestep.
    pub(super) fn walk(&mut self, view: &GridView<'_>, work: &mut Work) {
        for id in 0..self.agents.len() {
            let before = self.positions[id];
            self.walk_one(view, id, work);
            self.velocities[id] = way_to(self.positions[id], before);
        }
    }

    fn walk_one(&mut self, view: &GridView<'_>, id: usize, work: &mut Work) {
        let (push, agent) = (self.pushes.on(id), &mut self.agents[id]);
        let at = &mut self.positions[id];
        if agent.on == NONE {
            // A resting agent gives way, but stays in its cell.
            *at = moved_inside(*at, push);
            return;
        }
        let from = cell_at(*at);
        if !step(view, at, agent, push) {
            agent.refused += 1;
            if agent.refused >= MOST_REFUSED {
                work.replans += 1;
                self.ask_again(id);
            }
        } else if cell_at(*at) != from {
            agent.refused = 0;
            self.go_on(view, id);
        } else {
            self.arrive(view, id, work);
        }
    }

    /// Turns to the next cell, once the agent is on the one it walked to.
    pub(super) fn go_on(&mut self, view: &GridView<'_>, id: usize) {
        if self.agents[id].field != NO_FIELD {
            self.lead(view, id);
            return;
        }
        let (at, agent) = (self.positions[id], &mut self.agents[id]);
        let here = node_at(at, view.grid().width());
        while agent.on == here && agent.len > 0 {
            let turn = self.legs.of(agent)[0];
            if turn == here {
                (agent.first, agent.len) = (agent.first + 1, agent.len - 1);
            } else {
                agent.on = towards(view, cell_at(at), turn);
            }
        }
    }

    /// Ends the path, if the agent is close enough to the centre of its last cell.
    fn arrive(&mut self, view: &GridView<'_>, id: usize, work: &mut Work) {
        let (at, agent) = (self.positions[id], &mut self.agents[id]);
        let is_last = agent.len == 0 && agent.field == NO_FIELD;
        if !is_last || node_at(at, view.grid().width()) != agent.on {
            return;
        }
        let near = ARRIVED.max(agent.speed());
        if way_to(middle(cell_at(at)), at).iter().all(|side| side.abs() <= near) {
            work.arrived += u32::from(agent.goal != NONE);
            agent.stop(State::Idle);
            self.ended.push(id as u32);
        }
    }
}

/// Moves an agent along its path. Returns `false` if the step to the next cell was refused.
fn step(view: &GridView<'_>, at: &mut Point, agent: &mut Agent, push: Point) -> bool {
    let next = view.grid().cell(NodeId::new(agent.on));
    let here = cell_at(*at);
    let home = middle(here);
    let speed = agent.speed();
    let is_tight = is_tight(view, here, next);
    let mut aim = way_to(middle(next), *at);
    // Between two blocked corners only the exact diagonal is free, and it begins at the centre.
    if is_tight && aim[0].abs() != aim[1].abs() {
        aim = way_to(home, *at);
    }
    let mut way = capped(aim, speed);
    // The corner point itself belongs to a third cell: a diagonal move that would end there stops
    // short of it.
    if is_tight && is_corner([at[0] + way[0], at[1] + way[1]]) {
        way = way.map(|side| side - side.signum());
    }
    if !is_tight && push != [0, 0] {
        let push = aside(push, way).map(|push| push.clamp(-speed / 2, speed / 2));
        if moved(view, at, agent, [way[0] + push[0], way[1] + push[1]], next) {
            return true;
        }
    }
    if moved(view, at, agent, way, next) {
        return true;
    }
    let back = capped(way_to(home, *at), speed);
    moved(view, at, agent, back, next);
    false
}

/// A push without its component against the path: an agent that meets another steps aside.
fn aside(push: Point, way: Point) -> Point {
    let (against, square) = (times(push, way), square_of(way));
    if against >= 0 || square == 0 {
        return push;
    }
    [0, 1].map(|i| push[i] - (i64::from(way[i]) * against / square) as i32)
}

/// A movement, limited to length `speed`.
fn capped(way: Point, speed: i32) -> Point {
    let length = length_of(way);
    if length <= i64::from(speed) {
        return way;
    }
    way.map(|side| (i64::from(side) * i64::from(speed) / length) as i32)
}

/// Moves by `way`, if that stays in the cell or is a step from which `next` can be reached.
fn moved(view: &GridView<'_>, at: &mut Point, agent: &mut Agent, way: Point, next: Cell) -> bool {
    let end = [at[0] + way[0], at[1] + way[1]];
    if end[0] < 0 || end[1] < 0 {
        return false;
    }
    let (here, there) = (cell_at(*at), cell_at(end));
    if there != here {
        let leads_on = agent.field != NO_FIELD || may_step(view, there, next);
        if !may_step(view, here, there) || !leads_on {
            return false;
        }
    }
    *at = end;
    turn(agent, way);
    true
}

/// Turns the heading part of the way towards the direction of a movement.
fn turn(agent: &mut Agent, way: Point) {
    let Some(heading) = heading_of(way) else { return };
    let by = i32::from(heading.wrapping_sub(agent.heading) as i16).clamp(-TURN, TURN);
    agent.heading = agent.heading.wrapping_add(by as u16);
}
