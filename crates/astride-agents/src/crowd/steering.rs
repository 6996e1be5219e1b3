//! Named steering behaviours: wishes for the next moment, each a function of what a unit sees.
//!
//! After Reynolds, "Steering Behaviors for Autonomous Characters", Game Developers
//! Conference, 1999. Everything is in integers: points in parts of a cell, velocities in parts per
//! second. A wish is a velocity; [`blend`] adds wishes up, and [`Crowd::wish`] follows one as
//! closely as the law allows, so units that use them never overlap either.

use astride::base::Random;

use super::body::Target;
use super::plane::{CELL, Point, times, way};
use super::{Crowd, CrowdError, Mode};

/// A unit as others see it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Motion {
    /// Its centre, in parts.
    pub at: Point,
    /// Its velocity, in parts per second.
    pub velocity: Point,
    /// Its maximum speed, in parts per second.
    pub speed: i32,
}

impl Crowd {
    /// Steers a unit at a velocity in parts per second, as closely as the law, others and its
    /// maximum speed allow, until it is steered again or given an order. Until then it has no goal
    /// but its own position.
    ///
    /// # Errors
    ///
    /// If there is no such unit, or if the crowd is on a lattice.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::Vec2;
    /// use astride::shapes::square::{Grid, Mover};
    /// use astride_agents::crowd::{Body, CELL, Crowd, Mode, steering};
    ///
    /// let grid = Grid::new(30, 10, b'.')?;
    /// let mut crowd = Crowd::new(&grid.seen_by(&Mover::walker()), Mode::Free)?;
    /// crowd.spawn(Vec2::new(5.0, 5.0), Body::default())?;
    /// for _ in 0..900 {
    ///     let me = crowd.motion(0).expect("there is one");
    ///     crowd.wish(0, steering::arrive(&me, [20 * CELL, 5 * CELL], 2 * CELL))?;
    ///     crowd.tick(1.0 / 60.0)?;
    /// }
    /// let [x, _] = crowd.positions()[0];
    /// assert!((x - 20 * CELL).abs() < CELL / 64);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn wish(&mut self, unit: u32, velocity: Point) -> Result<(), CrowdError> {
        self.known(unit)?;
        if self.mode == Mode::Lattice {
            return Err(CrowdError::OnLattice { unit });
        }
        let at = self.positions[unit as usize];
        let place = self.ground.place_at(at).expect("units stand on free cells");
        self.send(unit, at, Target::single(place));
        let body = &mut self.units[unit as usize];
        let speed = (body.speed * f64::from(CELL)) as i32;
        body.wish = Some(within(velocity.map(i64::from), speed));
        self.hurry(unit);
        Ok(())
    }

    /// A unit as steering sees it.
    pub fn motion(&self, unit: u32) -> Option<Motion> {
        let (at, body) = (unit as usize, self.units.get(unit as usize)?);
        let speed = (body.speed * f64::from(CELL)) as i32;
        Some(Motion { at: self.positions[at], velocity: self.velocities[at], speed })
    }

    /// All other units whose centres are within this many cells of a unit; none if there is no such
    /// unit. O(units and cells in the square around it).
    pub fn motions_near(&self, unit: u32, cells: u16) -> Vec<Motion> {
        let Some(me) = self.motion(unit) else { return Vec::new() };
        let reach = i64::from(cells) * i64::from(CELL);
        let mut near = Vec::new();
        self.near.for_each(&self.ground, me.at, cells.into(), |other| {
            let line = way(me.at, self.positions[other as usize]);
            if other != unit && times(line, line) <= reach * reach {
                near.push(other);
            }
        });
        near.sort_unstable();
        near.into_iter().filter_map(|other| self.motion(other)).collect()
    }
}

/// Straight to a point at maximum speed; zero if it is there.
pub fn seek(me: &Motion, point: Point) -> Point {
    scaled(way(me.at, point), me.speed)
}

/// To a point, slowing down in proportion once it is within `slowing` parts of it, so that it stops
/// there.
pub fn arrive(me: &Motion, point: Point, slowing: i32) -> Point {
    let line = way(me.at, point);
    let far = length(line);
    let slowing = i64::from(slowing.max(1));
    scaled(line, (i64::from(me.speed) * far.min(slowing) / slowing) as i32)
}

/// Straight away from a point; to the right if it stands on it.
pub fn flee(me: &Motion, point: Point) -> Point {
    match way(point, me.at) {
        [0, 0] => [me.speed, 0],
        line => scaled(line, me.speed),
    }
}

/// To the predicted position of `other` when it could be reached, if it keeps its velocity.
pub fn pursue(me: &Motion, other: &Motion) -> Point {
    seek(me, after(other, reach_millis(me, other)))
}

/// Away from the predicted position of `other` when it could be here, if it keeps its velocity.
pub fn evade(me: &Motion, other: &Motion) -> Point {
    let millis = reach_millis(other, me);
    flee(me, after(other, millis))
}

/// Wandering: a direction that turns slightly from `tick` to `tick` and depends only on that and
/// `seed`. Half the maximum speed.
pub fn wander(me: &Motion, seed: u64, tick: u64) -> Point {
    const TURN: u64 = 64;
    let lot = |turn: u64| {
        let mut dice = Random::new(seed ^ turn.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut side = || i64::from(dice.below(2 * CELL as u32 + 1)) - i64::from(CELL);
        [side(), side()]
    };
    // Between two random directions.
    let (turn, part) = (tick / TURN, (tick % TURN) as i64);
    let (from, to) = (lot(turn), lot(turn + 1));
    let side = |i: usize| from[i] * (TURN as i64 - part) + to[i] * part;
    scaled([side(0), side(1)], me.speed / 2)
}

/// Away from those within `reach` parts, the more so the nearer they are.
pub fn separate(me: &Motion, others: &[Motion], reach: i32) -> Point {
    let reach = i64::from(reach);
    let push = others.iter().fold([0, 0], |sum, other| {
        let line = way(other.at, me.at);
        let far = length(line);
        let is_near = far > 0 && far < reach;
        if is_near { plus(sum, line.map(|side| side * (reach - far) / far)) } else { sum }
    });
    let strength = length(push).min(reach) * i64::from(me.speed) / reach.max(1);
    scaled(push, strength as i32)
}

/// To the centroid of all `others`.
pub fn cohere(me: &Motion, others: &[Motion]) -> Point {
    match mean(others, |other| other.at) {
        Some(middle) => arrive(me, middle, CELL),
        None => [0, 0],
    }
}

/// The average velocity of all `others`, limited to the maximum speed.
pub fn align(me: &Motion, others: &[Motion]) -> Point {
    match mean(others, |other| other.velocity) {
        Some(velocity) => within(velocity.map(i64::from), me.speed),
        None => [0, 0],
    }
}

/// Along a line of points: to the point of the line that is `ahead` parts past the nearest one, and
/// finally to the last.
pub fn follow_path(me: &Motion, path: &[Point], ahead: i32) -> Point {
    let Some((&first, &last)) = path.first().zip(path.last()) else { return [0, 0] };
    let legs = path.windows(2).map(|leg| (leg[0], leg[1]));
    let square = |point: Point| product(way(me.at, point), way(me.at, point));
    let nearest = legs
        .enumerate()
        .map(|(leg, (from, to))| (leg, foot(me.at, from, to)))
        .min_by_key(|&(leg, point)| (square(point), std::cmp::Reverse(leg)));
    let Some((leg, mut at)) = nearest else { return arrive(me, first, CELL) };
    let mut left = i64::from(ahead.max(1));
    for &next in &path[leg + 1..] {
        let line = way(at, next);
        let far = length(line);
        if far >= left {
            return seek(me, beyond(at, scaled(line, left as i32).map(i64::from)));
        }
        (left, at) = (left - far, next);
    }
    arrive(me, last, CELL)
}

/// To the point `behind` parts behind a leader, and sideways if it stands within the same distance
/// in front of it.
pub fn follow_leader(me: &Motion, leader: &Motion, behind: i32) -> Point {
    let forward = leader.velocity.map(i64::from);
    let back = scaled(forward.map(|side| -side), behind);
    let line = way(leader.at, me.at);
    let is_before = product(line, forward) > 0 && length(line) < i64::from(behind);
    if is_before && forward != [0, 0] {
        let right = [-forward[1], forward[0]];
        let side = if product(line, right) < 0 { right.map(|side| -side) } else { right };
        return scaled(side, me.speed);
    }
    arrive(me, beyond(leader.at, back.map(i64::from)), CELL)
}

/// Away from walls that it will reach within `ahead` parts: `is_wall` takes columns and rows. Zero
/// if there are none.
pub fn avoid_walls(me: &Motion, ahead: i32, is_wall: impl Fn(i32, i32) -> bool) -> Point {
    let step = scaled(me.velocity.map(i64::from), CELL / 4).map(i64::from);
    for count in 1..=i64::from(ahead / (CELL / 4)) {
        let there = beyond(me.at, step.map(|side| side * count));
        let [x, y] = there.map(|side| side.div_euclid(CELL));
        if is_wall(x, y) {
            let [column, row] = me.at.map(|side| side.div_euclid(CELL));
            // Away from the sides that are hit; backwards at a corner.
            let side =
                |hit: bool, velocity: i32| if hit { -i64::from(velocity.signum()) } else { 0 };
            let away = match [is_wall(x, row), is_wall(column, y)] {
                [false, false] => me.velocity.map(|side| -i64::from(side)),
                [across, along] => [side(across, me.velocity[0]), side(along, me.velocity[1])],
            };
            return scaled(away, me.speed);
        }
    }
    [0, 0]
}

/// Sideways, away from the first unit that it will approach to less than `apart` parts, if the
/// closest approach is within `millis` milliseconds; zero if there is none.
pub fn avoid_others(me: &Motion, others: &[Motion], apart: i32, millis: i32) -> Point {
    let mut first = None;
    for other in others {
        let line = way(me.at, other.at);
        let closing = way(other.velocity, me.velocity);
        let (along, square) = (product(line, closing), product(closing, closing));
        if along <= 0 {
            continue;
        }
        let time = along * 1000 / square;
        if time > i128::from(millis) {
            continue;
        }
        let then = [0, 1].map(|i| line[i] - (i128::from(closing[i]) * time / 1000) as i64);
        if length(then) < i64::from(apart) {
            first = first.min(Some((time, then))).or(Some((time, then)));
        }
    }
    let Some((_, then)) = first else { return [0, 0] };
    // Head on neither side is better: choose the right.
    let forward = me.velocity.map(i64::from);
    let right = [-forward[1], forward[0]];
    let is_right = product(then, right) > 0;
    scaled(if is_right { right.map(|side| -side) } else { right }, me.speed)
}

/// The sum of all wishes, each with its weight out of 256, limited to `speed`.
pub fn blend(wishes: &[(Point, i32)], speed: i32) -> Point {
    let sum = wishes.iter().fold([0, 0], |sum, &(wish, weight)| {
        plus(sum, wish.map(|side| i64::from(side) * i64::from(weight)))
    });
    within(sum.map(|side| side / 256), speed)
}

/// The time `me` needs to the current position of `other`, at most eight seconds.
fn reach_millis(me: &Motion, other: &Motion) -> i64 {
    let millis = length(way(me.at, other.at)) * 1000 / i64::from(me.speed.max(1));
    millis.min(8000)
}

/// The predicted position after some milliseconds.
fn after(other: &Motion, millis: i64) -> Point {
    beyond(other.at, other.velocity.map(|side| i64::from(side) * millis / 1000))
}

/// The point at the end of a vector, clamped to the range of the coordinates.
fn beyond(at: Point, line: [i64; 2]) -> Point {
    let side =
        |i: usize| (i64::from(at[i]) + line[i]).clamp(i32::MIN.into(), i32::MAX.into()) as i32;
    [side(0), side(1)]
}

/// The point between `from` and `to` that is nearest to `at`.
fn foot(at: Point, from: Point, to: Point) -> Point {
    let (line, seen) = (way(from, to), way(from, at));
    let (square, along) = (product(line, line), product(line, seen));
    if along <= 0 || square == 0 {
        return from;
    }
    if along >= square {
        return to;
    }
    beyond(from, line.map(|side| (i128::from(side) * along / square) as i64))
}

fn mean(others: &[Motion], of: impl Fn(&Motion) -> Point) -> Option<Point> {
    let sum = others.iter().fold([0, 0], |sum, other| plus(sum, of(other).map(i64::from)));
    (!others.is_empty()).then(|| sum.map(|side| (side / others.len() as i64) as i32))
}

fn plus(a: [i64; 2], b: [i64; 2]) -> [i64; 2] {
    [a[0].saturating_add(b[0]), a[1].saturating_add(b[1])]
}

/// The dot product of two vectors of any length.
fn product(a: [i64; 2], b: [i64; 2]) -> i128 {
    i128::from(a[0]) * i128::from(b[0]) + i128::from(a[1]) * i128::from(b[1])
}

/// The length of a vector, rounded down.
fn length(line: [i64; 2]) -> i64 {
    product(line, line).isqrt() as i64
}

/// A vector in the same direction with length `long`, or slightly less; zero if it has no
/// direction.
fn scaled(line: [i64; 2], long: i32) -> Point {
    let far = i128::from(length(line)) + 1;
    let side = |side: i64| (i128::from(side) * i128::from(long) / far) as i32;
    if line == [0, 0] { [0, 0] } else { line.map(side) }
}

/// The same velocity, limited to `speed`.
fn within(velocity: [i64; 2], speed: i32) -> Point {
    if length(velocity) < i64::from(speed) {
        velocity.map(|side| side as i32)
    } else {
        scaled(velocity, speed)
    }
}
