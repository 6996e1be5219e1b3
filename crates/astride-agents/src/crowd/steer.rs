//! One movement of a freely walking unit: its wish, as far as the law allows it.

use astride::base::Vec2;

use super::body::{MOST_RADIUS, Unit};
use super::law::Bound;
use super::plan::{HalfPlane, choose};
use super::plane::{CELL, Point, in_cells, times, way};
use super::wish::Sight;
use super::{Crowd, Mode};

/// The number of other units that a unit avoids: the nearest ones.
const MOST_SEEN: usize = 8;

/// How far it sees them, in cells.
const SIGHT_CELLS: i32 = 2;

/// The fraction of a wish that is added to the right, so that two units that meet head on pass each
/// other on that side.
const TO_THE_RIGHT: f64 = 1.0 / 32.0;

/// Half-planes are tightened by this many parts, so that rounding a movement to integers rarely
/// violates the law.
const MARGIN: i64 = 2;

/// Working memory for one movement.
#[derive(Clone, Debug, Default)]
pub(super) struct Desk {
    bounds: Vec<Bound>,
    planes: Vec<HalfPlane>,
    spare: Vec<HalfPlane>,
    seen: Seen,
    /// The number of units steered since it was last asked for.
    steered: usize,
}

/// The nearest units in sight, by distance and number.
#[derive(Clone, Debug, Default)]
struct Seen {
    /// The square of each distance, at most 2³⁴, and the number of the unit in the bits below.
    keys: [u64; MOST_SEEN],
    /// The numbers of their discs.
    discs: [u32; MOST_SEEN],
    count: usize,
}

/// Which units a unit avoids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manners {
    /// All nearby ones, in time.
    Polite,
    /// None, apart from the law.
    Straight,
}

impl Crowd {
    /// Notes the cells of units that move.
    pub(super) fn stir(&mut self) {
        self.stirred.clear(&self.ground);
        let moving = self.positions.iter().zip(&self.velocities).filter(|of| *of.1 != [0, 0]);
        for (&at, _) in moving {
            self.stirred.insert(self.ground.cell_index(at));
        }
    }

    /// Records where all units are, for those that look round.
    pub(super) fn look_at_all(&mut self) {
        let (positions, velocities) = (&self.positions, &self.velocities);
        self.discs.update(&self.ground, &self.near, &self.units, positions, velocities);
    }

    /// Whether a unit stands where it wants to be and no unit in sight moves: then it stays, without
    /// looking at the others.
    pub(super) fn is_at_rest(&self, id: u32) -> bool {
        let (unit, at) = (&self.units[id as usize], self.positions[id as usize]);
        unit.aim == at
            && unit.wish.is_none()
            && !self.stirred.has_near(&self.ground, at, SIGHT_CELLS)
    }

    /// The movement of a unit towards `aim` in a tick of `seconds`.
    pub(super) fn steer(
        &self,
        desk: &mut Desk,
        id: u32,
        aim: Point,
        seconds: f64,
        manners: Manners,
    ) -> Point {
        desk.steered += 1;
        debug_assert!(self.mode == Mode::Free, "on a lattice no unit looks round");
        let unit = &self.units[id as usize];
        let at = self.positions[id as usize];
        self.look_round(desk, id, seconds);
        let line = way(at, aim);
        let mut wish = in_cells(line).times(1.0 / seconds);
        let length = wish.length();
        let is_last = length <= unit.pace;
        let whole = if is_last { line.map(|side| side as i32) } else { [0, 0] };
        if !is_last {
            wish = wish.times(unit.pace / length);
        }
        let is_alone = desk.bounds.is_empty() && desk.seen.count == 0;
        if is_alone && is_last {
            return whole;
        }
        if desk.seen.count > 0 && !is_last {
            wish = wish.plus(Vec2::new(-wish.y, wish.x).times(TO_THE_RIGHT));
        }
        let hard = desk.law_planes(seconds);
        if manners == Manners::Polite {
            self.wish_planes(desk, id, unit);
        }
        let Some(velocity) = choose(&desk.planes, hard, unit.speed, wish, &mut desk.spare) else {
            return [0, 0];
        };
        if is_last && velocity == wish && desk.allows(whole) {
            return whole;
        }
        desk.keep(velocity.times(seconds))
    }

    /// Finds all units affected by the law, and the nearest of those in sight.
    fn look_round(&self, desk: &mut Desk, id: u32, seconds: f64) {
        let at = self.positions[id as usize];
        let unit = &self.units[id as usize];
        desk.bounds.clear();
        desk.seen.count = 0;
        self.ground.for_each_wall(at, |wall| {
            desk.bounds.push(Bound::before_wall(at, wall, unit.radius));
        });
        let sight = i64::from(SIGHT_CELLS * CELL);
        let both = ((unit.speed + self.fastest) * seconds * f64::from(CELL)) as i64 + 4;
        let farthest = i64::from(unit.radius + MOST_RADIUS) + both;
        self.discs.for_each(&self.near, &self.ground, at, SIGHT_CELLS, |disc, other| {
            let line = way(at, other.at);
            let square = times(line, line);
            if square > sight * sight || other.unit == id {
                return;
            }
            // Few are so near that their radius counts.
            if square < farthest * farthest {
                let apart = unit.radius + other.radius;
                let reach = i64::from(apart) + both;
                if square < reach * reach {
                    desk.bounds.push(Bound::between(at, other.at, apart));
                }
            }
            desk.seen.add(square, other.unit, disc);
        });
    }

    fn wish_planes(&self, desk: &mut Desk, id: u32, unit: &Unit) {
        let at = self.positions[id as usize];
        let velocity = self.velocity_in_cells(id);
        let horizon = f64::from(SIGHT_CELLS) / unit.speed;
        for &disc in &desk.seen.discs[..desk.seen.count] {
            let other = self.discs.get(disc);
            let sight = Sight {
                way: in_cells(way(at, other.at)),
                closing: velocity.minus(in_cells(other.velocity.map(i64::from))),
                apart: f64::from(unit.radius + other.radius) / f64::from(CELL),
            };
            desk.planes.extend(sight.give_way(velocity, horizon));
        }
    }

    pub(super) fn velocity_in_cells(&self, id: u32) -> Vec2 {
        in_cells(self.velocities[id as usize].map(i64::from))
    }
}

impl Seen {
    /// The bits below the square of a distance. A crowd of 2²⁹ units would take 100 GB.
    const UNIT_BITS: u32 = 29;

    /// Adds another unit if it is one of the nearest.
    #[inline(always)]
    fn add(&mut self, square: i64, unit: u32, disc: u32) {
        let key = (square as u64) << Self::UNIT_BITS | u64::from(unit);
        let mut at = self.count;
        if at < MOST_SEEN {
            self.count += 1;
        } else {
            at -= 1;
            if self.keys[at] < key {
                return;
            }
        }
        while at > 0 && key < self.keys[at - 1] {
            self.keys[at] = self.keys[at - 1];
            self.discs[at] = self.discs[at - 1];
            at -= 1;
        }
        (self.keys[at], self.discs[at]) = (key, disc);
    }
}

impl Desk {
    pub(super) fn take_steered(&mut self) -> usize {
        std::mem::take(&mut self.steered)
    }

    /// Adds the law to the planes, slightly tightened; returns their number.
    fn law_planes(&mut self, seconds: f64) -> usize {
        self.planes.clear();
        for bound in &self.bounds {
            let toward = in_cells(bound.toward);
            let length = toward.length();
            if length > 0.0 {
                let parts = f64::from(CELL);
                let most =
                    (bound.most as f64 / (parts * parts) / length - MARGIN as f64 / parts).max(0.0);
                let normal = toward.times(1.0 / length);
                self.planes.push(HalfPlane { normal, most: most / seconds });
            }
        }
        self.planes.len()
    }

    /// An integer movement that the law allows: this one, or one slightly shorter, or none.
    fn keep(&self, movement: Vec2) -> Point {
        let parts = |part: f64| {
            let part = part * f64::from(CELL);
            [(movement.x * part) as i32, (movement.y * part) as i32]
        };
        let tries = [1.0, 0.875, 0.5, 0.125];
        tries.into_iter().map(parts).find(|&movement| self.allows(movement)).unwrap_or_default()
    }

    fn allows(&self, movement: Point) -> bool {
        self.bounds.iter().all(|bound| bound.allows(movement))
    }
}
