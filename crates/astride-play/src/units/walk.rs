//! Walking: one tick of movement along ways that are known.
//!
//! A body walks towards the middle of its next cell and turns to the one after it as soon as it has
//! entered it. A movement that would enter another cell is made only if that is a step the mover may
//! take, and if the next cell can still be stepped to from there; else it is made without the push
//! of the crowd, else towards the middle of the own cell, from where every step of the way is free.

use astride::base::{Cell, Dir, NodeId};
use astride::shapes::square::{Corners, GridView, Neighbours};

use crate::units::body::{Body, CELL, NO_FIELD, NONE, State, middle};
use crate::units::{Units, Work};

/// So near the middle of its last cell a body has arrived.
const ARRIVED: i32 = CELL / 8;

/// After so many refused steps in a row it asks for another way.
const MOST_REFUSED: u8 = 60;

/// Parts of a turn that a heading changes by per tick.
const TURN: i32 = 2000;

impl Units {
    /// Moves everybody by one tick.
    pub(super) fn walk(&mut self, view: &GridView<'_>, work: &mut Work) {
        for id in 0..self.bodies.len() {
            let push = self.crowd.push_on(id);
            let body = &mut self.bodies[id];
            if body.on == NONE {
                push_inside(body, push);
                continue;
            }
            let from = body.cell();
            if !step(view, body, push) {
                body.refused += 1;
                if body.refused >= MOST_REFUSED {
                    work.replans += 1;
                    self.ask_again(id);
                }
                continue;
            }
            if body.cell() != from {
                body.refused = 0;
                self.go_on(view, id);
            } else {
                self.arrive(view, id, work);
            }
        }
    }

    /// Turns to the next cell, once the body stands on the one it walked to.
    pub(super) fn go_on(&mut self, view: &GridView<'_>, id: usize) {
        let width = view.grid().width();
        if self.bodies[id].field != NO_FIELD {
            self.lead(view, id);
            return;
        }
        let body = &mut self.bodies[id];
        let here = body.node(width);
        while body.on == here && body.len > 0 {
            let turn = self.legs.of(body)[0];
            if turn == here {
                (body.first, body.len) = (body.first + 1, body.len - 1);
            } else {
                let (at, turn) = (body.cell(), view.grid().cell(NodeId::new(turn)));
                body.on = towards(at.y, turn.y) * width + towards(at.x, turn.x);
            }
        }
    }

    /// Ends the way, if the body is near enough to the middle of its last cell.
    fn arrive(&mut self, view: &GridView<'_>, id: usize, work: &mut Work) {
        let body = &mut self.bodies[id];
        if body.len > 0 || body.field != NO_FIELD || body.node(view.grid().width()) != body.on {
            return;
        }
        let [x, y] = middle(body.cell());
        let near = ARRIVED.max(body.speed());
        if (body.x - x).abs() <= near && (body.y - y).abs() <= near {
            work.arrived += u32::from(body.goal != NONE);
            body.stop(State::Idle);
            self.settle(id);
        }
    }
}

/// The number beside `at` on the way to `end`.
fn towards(at: u32, end: u32) -> u32 {
    match at.cmp(&end) {
        std::cmp::Ordering::Less => at + 1,
        std::cmp::Ordering::Equal => at,
        std::cmp::Ordering::Greater => at - 1,
    }
}

/// Moves a body that is under way. `false` if the step to the next cell was refused.
fn step(view: &GridView<'_>, body: &mut Body, push: [i32; 2]) -> bool {
    let next = view.grid().cell(NodeId::new(body.on));
    let here = body.cell();
    let home = middle(here);
    let speed = body.speed();
    let is_tight = is_tight(view, here, next);
    let mut aim = middle(next);
    // Between two corners only the exact diagonal is free: it begins in the middle.
    if is_tight && (aim[0] - body.x).abs() != (aim[1] - body.y).abs() {
        aim = home;
    }
    let way = capped(aim, body, speed);
    if !is_tight && push != [0, 0] {
        let push = aside(push, way).map(|push| push.clamp(-speed / 2, speed / 2));
        if moved(view, body, [way[0] + push[0], way[1] + push[1]], next) {
            return true;
        }
    }
    if moved(view, body, way, next) {
        return true;
    }
    let back = capped(home, body, speed);
    moved(view, body, back, next);
    false
}

/// A push without the part of it that goes against the way: who meets somebody steps aside.
fn aside(push: [i32; 2], way: [i32; 2]) -> [i32; 2] {
    let times = |a: i32, b: i32| i64::from(a) * i64::from(b);
    let against = times(push[0], way[0]) + times(push[1], way[1]);
    let square = times(way[0], way[0]) + times(way[1], way[1]);
    if against >= 0 || square == 0 {
        return push;
    }
    [0, 1].map(|i| push[i] - (i64::from(way[i]) * against / square) as i32)
}

/// Whether a step is a diagonal beside something that it may touch but not enter.
fn is_tight(view: &GridView<'_>, here: Cell, next: Cell) -> bool {
    let is_loose = view.corners() == Corners::Never && view.neighbours() == Neighbours::Eight;
    if is_loose || here.x == next.x || here.y == next.y {
        return false;
    }
    let sides = [Cell::new(next.x, here.y), Cell::new(here.x, next.y)];
    !sides.iter().all(|&side| may_step(view, here, side) && may_step(view, side, next))
}

fn may_step(view: &GridView<'_>, from: Cell, to: Cell) -> bool {
    from == to || from.direction_to(to).is_some_and(|dir| view.may_step(from, dir))
}

/// The way to a point, at most `speed` long.
fn capped(aim: [i32; 2], body: &Body, speed: i32) -> [i32; 2] {
    let way = [aim[0] - body.x, aim[1] - body.y];
    let square = |side: i32| i64::from(side) * i64::from(side);
    let length = (square(way[0]) + square(way[1])).unsigned_abs().isqrt() as i64;
    if length <= i64::from(speed) {
        return way;
    }
    way.map(|side| (i64::from(side) * i64::from(speed) / length) as i32)
}

/// Moves by `way`, if that stays in the cell or is a step from which `next` can be reached.
fn moved(view: &GridView<'_>, body: &mut Body, way: [i32; 2], next: Cell) -> bool {
    let (x, y) = (body.x + way[0], body.y + way[1]);
    if x < 0 || y < 0 {
        return false;
    }
    let here = body.cell();
    let there = Cell::new((x >> 16) as u32, (y >> 16) as u32);
    if there != here {
        let leads_on = body.field != NO_FIELD || may_step(view, there, next);
        if !may_step(view, here, there) || !leads_on {
            return false;
        }
    }
    (body.x, body.y) = (x, y);
    turn(body, way);
    true
}

/// A body that rests gives way, but stays in its cell.
fn push_inside(body: &mut Body, push: [i32; 2]) {
    let inside = |at: i32, push: i32| (at + push).clamp(at & !(CELL - 1), at | (CELL - 1));
    (body.x, body.y) = (inside(body.x, push[0]), inside(body.y, push[1]));
}

/// Turns a part of the way to the direction of a movement.
fn turn(body: &mut Body, way: [i32; 2]) {
    let Some(heading) = heading_of(way) else { return };
    let by = i32::from(heading.wrapping_sub(body.heading) as i16).clamp(-TURN, TURN);
    body.heading = body.heading.wrapping_add(by as u16);
}

/// The direction of a vector, 65 536 for a full turn, 0 east and a quarter south: right to 1/1300 of
/// a turn. `None` for no movement.
fn heading_of([x, y]: [i32; 2]) -> Option<u16> {
    let (wide, high) = (i64::from(x.abs()), i64::from(y.abs()));
    let (short, long) = (wide.min(high), wide.max(high));
    if long == 0 {
        return None;
    }
    let part = short * 4096 / long;
    // atan t ≈ t (π/4 + 0.273 (1 − t)) for t from 0 to 1.
    let eighth = (part * 8192 + part * (4096 - part) / 4096 * 2847) / 4096;
    let quarter = if wide >= high { eighth } else { 16_384 - eighth };
    let angle = match (x >= 0, y >= 0) {
        (true, true) => quarter,
        (false, true) => 32_768 - quarter,
        (false, false) => 32_768 + quarter,
        (true, false) => 65_536 - quarter,
    };
    Some(angle as u16)
}

/// The direction nearest to that of a vector.
pub(super) fn dir_along(way: [i64; 2]) -> Dir {
    let clamped = way.map(|side| side.clamp(-(1 << 30), 1 << 30) as i32);
    let heading = heading_of(clamped).unwrap_or(0);
    // Eighths from east, and directions begin north.
    Dir::from_code(((u32::from(heading) + 4096) / 8192 + 2) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_those_of_the_arc_tangent() {
        for degrees in 0..360 {
            let (sin, cos) = f64::from(degrees).to_radians().sin_cos();
            let way = [(cos * 10_000.0).round() as i32, (sin * 10_000.0).round() as i32];
            let expected = (f64::from(degrees) / 360.0 * 65_536.0).round() as i32;
            let off = heading_of(way).map(|found| (i32::from(found) - expected) as i16);
            assert!(off.is_some_and(|off| off.abs() < 60), "{degrees}: {off:?}");
        }
        assert_eq!(heading_of([0, 0]), None);
    }

    #[test]
    fn directions_are_clockwise_from_north() {
        for dir in Dir::ALL {
            let (x, y) = dir.offset();
            assert_eq!(dir_along([i64::from(x) * 70_000, i64::from(y) * 70_000]), dir);
        }
    }
}
