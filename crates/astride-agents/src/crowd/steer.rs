//! One movement of a freely walking unit: its wish, as far as the law allows it.

use astride::base::Vec2;

use super::Crowd;
use super::body::{MOST_RADIUS, Unit};
use super::law::Bound;
use super::plan::{HalfPlane, choose};
use super::plane::{CELL, Point, in_cells, way};
use super::wish::Sight;

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
    seen: Vec<Seen>,
}

#[derive(Clone, Copy, Debug)]
struct Seen {
    square: i64,
    unit: u32,
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
    /// Marks the cells from which a unit that moves is in sight.
    pub(super) fn stir(&mut self) {
        self.stirred.clear(&self.ground);
        let moving = self.positions.iter().zip(&self.velocities).filter(|of| *of.1 != [0, 0]);
        for (&at, _) in moving {
            self.stirred.add(&self.ground, at, SIGHT_CELLS);
        }
    }

    /// Whether a unit stands where it wants to be and nobody in sight moves: then it stays, without
    /// looking at anybody.
    pub(super) fn is_at_rest(&self, id: u32) -> bool {
        let (unit, at) = (&self.units[id as usize], self.positions[id as usize]);
        unit.aim == at && unit.wish.is_none() && !self.stirred.has(self.ground.cell_index(at))
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
        let is_alone = desk.bounds.is_empty() && desk.seen.is_empty();
        if is_alone && is_last {
            return whole;
        }
        if !desk.seen.is_empty() && !is_last {
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
        desk.seen.clear();
        self.ground.for_each_wall(at, |wall| {
            desk.bounds.push(Bound::before_wall(at, wall, unit.radius));
        });
        let sight = i64::from(SIGHT_CELLS * CELL);
        let both = ((unit.speed + self.fastest) * seconds * f64::from(CELL)) as i64 + 4;
        let farthest = i64::from(unit.radius + MOST_RADIUS) + both;
        self.near.for_each(&self.ground, at, SIGHT_CELLS, |other| {
            let line = way(at, self.positions[other as usize]);
            let square = line[0] * line[0] + line[1] * line[1];
            if other == id || square > sight * sight {
                return;
            }
            // Few are so near that their radius counts.
            if square < farthest * farthest {
                let apart = unit.radius + self.units[other as usize].radius;
                let reach = i64::from(apart) + both;
                if square < reach * reach {
                    desk.bounds.push(Bound::between(at, self.positions[other as usize], apart));
                }
            }
            desk.see(Seen { square, unit: other });
        });
    }

    fn wish_planes(&self, desk: &mut Desk, id: u32, unit: &Unit) {
        let velocity = self.velocity_in_cells(id);
        let horizon = f64::from(SIGHT_CELLS) / unit.speed;
        for seen in &desk.seen {
            let other = seen.unit;
            let sight = Sight {
                way: in_cells(way(self.positions[id as usize], self.positions[other as usize])),
                closing: velocity.minus(self.velocity_in_cells(other)),
                apart: f64::from(unit.radius + self.units[other as usize].radius) / f64::from(CELL),
            };
            desk.planes.extend(sight.give_way(velocity, horizon));
        }
    }

    pub(super) fn velocity_in_cells(&self, id: u32) -> Vec2 {
        in_cells(self.velocities[id as usize].map(i64::from))
    }
}

impl Desk {
    /// Keeps the nearest few, by distance and number.
    fn see(&mut self, new: Seen) {
        let key = |seen: &Seen| (seen.square, seen.unit);
        if self.seen.len() == MOST_SEEN {
            if key(&self.seen[MOST_SEEN - 1]) < key(&new) {
                return;
            }
            self.seen.pop();
        }
        let at = self.seen.iter().position(|seen| key(&new) < key(seen));
        self.seen.insert(at.unwrap_or(self.seen.len()), new);
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
