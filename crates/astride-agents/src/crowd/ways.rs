//! Paths to goals: the remaining distance, and the next point to walk to in a straight line.

use super::body::{Target, Unit};
use super::ground::Ground;
use super::plane::{Point, in_cells, way};
use crate::fields::{FAR, Fields};
use crate::roadmap::Place;

/// Memory for distance fields unless a crowd says otherwise; the least recently used ones are
/// evicted.
pub(super) const FIELD_BYTES: usize = 512 << 20;

/// More than any number of steps.
const OUTSIDE: u32 = 1 << 20;

/// The number of cells of a path that are examined for a straight line.
const LOOK_AHEAD: usize = 12;

/// The number of ticks for which an aim is kept.
const AIM_TICKS: u64 = 8;

/// Distances to goals, shared by all units with the same goal cell.
#[derive(Clone, Debug)]
pub(super) struct Ways {
    fields: Fields,
    bytes: usize,
}

impl Ways {
    pub(super) fn new(ground: &Ground, bytes: usize) -> Self {
        Ways { fields: Fields::new(&ground.roadmap, bytes), bytes }
    }

    /// The same on another ground.
    pub(super) fn on(&self, ground: &Ground) -> Self {
        Ways::new(ground, self.bytes)
    }

    /// The number of steps over four neighbours from `place` to the goal of a unit, or `None` if
    /// there is no path.
    ///
    /// A group shares one field up to its zone, where each unit searches for its own place; outside
    /// the zone, distances are greater than anywhere in it.
    pub(super) fn steps(&mut self, ground: &Ground, to: Target, place: Place) -> Option<u32> {
        if !ground.is_open && to.lead != to.place {
            let lead = self.exact(ground, to.lead, place)?;
            if lead > to.zone {
                return Some(OUTSIDE + lead);
            }
        }
        self.exact(ground, to.place, place)
    }

    fn exact(&mut self, ground: &Ground, goal: Place, place: Place) -> Option<u32> {
        ground.steps_in_the_open(goal, place).or_else(|| {
            let steps = self.fields.distance(&ground.roadmap, goal, place);
            (steps != FAR).then_some(u32::from(steps))
        })
    }

    /// How far a unit has to go, in cells: straight in the open and in the cell of its goal,
    /// otherwise in steps.
    pub(super) fn left(&mut self, ground: &Ground, unit: &Unit, at: Point) -> f64 {
        let steps = match ground.place_at(at) {
            Some(place) if !ground.is_open => self.steps(ground, unit.target, place),
            _ => None,
        };
        match steps.unwrap_or(0) {
            0 => in_cells(way(at, unit.goal)).length(),
            steps => f64::from(steps),
        }
    }

    /// Updates, from time to time, the point to which the unit can walk in a straight line on its
    /// path.
    pub(super) fn look(&mut self, ground: &Ground, unit: &mut Unit, at: Point, tick: u64) {
        if ground.is_open {
            unit.aim = unit.goal;
        } else if tick >= unit.aim_until || at == unit.aim {
            unit.aim = self.aim(ground, unit, at);
            unit.aim_until = tick + AIM_TICKS;
        }
    }

    fn aim(&mut self, ground: &Ground, unit: &Unit, at: Point) -> Point {
        let Some(mut place) = ground.place_at(at) else { return at };
        let mut ahead = [place; LOOK_AHEAD];
        let mut count = 0;
        let Some(mut left) = self.steps(ground, unit.target, place) else { return at };
        while count < LOOK_AHEAD && left > 0 {
            let steps =
                |next: Place| self.steps(ground, unit.target, next).map(|left| (left, next));
            let nearest = ground.roadmap.neighbours(place).iter().copied().filter_map(steps).min();
            match nearest.filter(|nearest| nearest.0 < left) {
                Some(nearest) => (left, place) = nearest,
                None => break,
            }
            ahead[count] = place;
            count += 1;
        }
        if left == 0 && ground.is_clear(at, unit.goal, unit.radius) {
            return unit.goal;
        }
        // The farthest of 12, 6, 3 and 1 cells that is in sight; the centre of its own cell always
        // is.
        while count > 0 {
            let middle = ground.middle(ahead[count - 1]);
            if ground.is_clear(at, middle, unit.radius) {
                return middle;
            }
            count /= 2;
        }
        ground.place_at(at).map_or(at, |own| ground.middle(own))
    }
}
