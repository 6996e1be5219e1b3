//! Ways to goals: how far it is, and where to walk in a straight line next.

use super::body::{Target, Unit};
use super::ground::Ground;
use super::plane::{Point, in_cells, way};
use crate::fields::{FAR, Fields};
use crate::roadmap::Place;

/// Memory for distance fields; those that were not asked for longest make room.
const FIELD_BYTES: usize = 512 << 20;

/// More than any number of steps.
const OUTSIDE: u32 = 1 << 20;

/// How many cells of a way are looked at for a straight line.
const LOOK_AHEAD: usize = 12;

/// For how many ticks an aim is kept.
const AIM_TICKS: u64 = 8;

/// Distances to goals, shared by all units that go to one cell.
#[derive(Clone, Debug)]
pub(super) struct Ways {
    fields: Fields,
}

impl Ways {
    pub(super) fn new(ground: &Ground) -> Self {
        Ways { fields: Fields::new(&ground.roadmap, FIELD_BYTES) }
    }

    /// Steps over four neighbours from `place` to where a unit goes, or `None` if there is no way.
    ///
    /// A group shares one field up to its zone, where each looks for its own place; what is outside
    /// of the zone is farther than all in it.
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

    /// How far a unit has to go, in cells: straight in the open and in the cell of its goal, else in
    /// steps.
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

    /// Looks, now and then, where the unit can walk to in a straight line on its way.
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
        // The farthest of 12, 6, 3 and 1 cells that is in sight; the middle of the own cell always is.
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
