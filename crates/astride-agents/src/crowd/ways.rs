//! Paths to goals: the remaining distance, and the next point to walk to in a straight line.

use super::body::{Target, Unit};
use super::ground::Ground;
use super::plane::{Point, in_cells, times, way};
use crate::fields::{FAR, Fields};
use crate::roadmap::Place;

/// Memory for distance fields unless a crowd says otherwise; the least recently used ones are
/// evicted.
pub(super) const FIELD_BYTES: usize = 512 << 20;

/// More than any number of steps.
const OUTSIDE: u32 = 1 << 20;

/// The number of cells of a path that are examined for a straight line.
const LOOK_AHEAD: usize = 12;

/// The number of ticks after which an aim is looked at again.
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

    /// The target at a place that shares distances with others near `lead`.
    pub(super) fn target(&mut self, ground: &Ground, place: Place, lead: Place) -> Target {
        let steps = self.steps(ground, Target::single(lead), place).map(u16::try_from);
        match steps {
            Some(Ok(steps)) if steps < FAR / 4 => Target { place, lead, zone: steps + 2 },
            _ => Target::single(place),
        }
    }

    /// The number of steps over four neighbours from `place` to the goal of a unit, or `None` if
    /// there is no path.
    ///
    /// Targets with the same lead share its field, so fields of their own need not grow beyond
    /// their zones. Outside the zone, distances are those to the lead, and greater than anywhere in
    /// it. Whoever follows decreasing distances arrives: all shortest paths from within the zone stay
    /// in it, and the lead itself lies in it.
    pub(super) fn steps(&mut self, ground: &Ground, to: Target, place: Place) -> Option<u32> {
        if let Some(steps) = ground.steps_in_the_open(to.place, place) {
            return Some(steps);
        }
        if to.lead == to.place {
            return self.steps_within(ground, to.place, place, FAR);
        }
        // Nothing is nearer to the place than to the lead by more than the zone.
        let lead = ground
            .steps_in_the_open(to.lead, place)
            .or_else(|| self.steps_within(ground, to.lead, place, FAR))?;
        let is_near = lead <= 2 * u32::from(to.zone);
        let own = is_near.then(|| self.steps_within(ground, to.place, place, to.zone));
        Some(own.flatten().unwrap_or(OUTSIDE + lead))
    }

    fn steps_within(
        &mut self,
        ground: &Ground,
        goal: Place,
        place: Place,
        most: u16,
    ) -> Option<u32> {
        let steps = self.fields.distance_within(&ground.roadmap, goal, place, most);
        (steps != FAR).then_some(u32::from(steps))
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
    /// path: when it has come half of the way there, has come no nearer, or has lost sight of it.
    ///
    /// Units look in turns, by number, so that no tick has to look for all of them.
    pub(super) fn look(&mut self, ground: &Ground, id: u32, unit: &mut Unit, at: Point, tick: u64) {
        if ground.is_open {
            unit.aim = unit.goal;
            return;
        }
        let has_come = at == unit.aim && unit.aim != unit.goal;
        if tick < unit.aim_until && !has_come {
            return;
        }
        let left = square(at, unit.aim);
        let is_on_its_way = unit.aim_until != 0 && (unit.aim_half..unit.aim_left).contains(&left);
        if is_on_its_way && ground.is_clear(at, unit.aim, unit.radius) {
            unit.aim_left = left;
        } else {
            unit.aim = self.aim(ground, unit, at);
            unit.aim_left = square(at, unit.aim);
            unit.aim_half = if unit.aim == unit.goal { 0 } else { unit.aim_left / 4 };
        }
        unit.aim_until = tick + AIM_TICKS - (tick + u64::from(id)) % AIM_TICKS;
    }

    /// The farthest point on the path of a unit to which it can walk in a straight line.
    fn aim(&mut self, ground: &Ground, unit: &Unit, at: Point) -> Point {
        let Some(mut place) = ground.place_at(at) else { return at };
        let is_straight = ground.steps_in_the_open(unit.target.place, place).is_some();
        if is_straight && ground.is_clear(at, unit.goal, unit.radius) {
            return unit.goal;
        }
        let mut ahead = [place; LOOK_AHEAD];
        let mut count = 0;
        let Some(mut left) = self.steps(ground, unit.target, place) else { return at };
        while count < LOOK_AHEAD && left > 0 {
            let Some(next) = self.next(ground, unit.target, place, left) else { break };
            (left, place) = next;
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

    /// The neighbour with the least distance below `left`: the first with one step less, if any.
    fn next(
        &mut self,
        ground: &Ground,
        to: Target,
        place: Place,
        left: u32,
    ) -> Option<(u32, Place)> {
        let mut nearest = (left, place);
        for &next in ground.roadmap.neighbours(place) {
            match self.steps(ground, to, next) {
                Some(steps) if steps + 1 == left => return Some((steps, next)),
                Some(steps) if steps < nearest.0 => nearest = (steps, next),
                _ => {}
            }
        }
        (nearest.0 < left).then_some(nearest)
    }
}

fn square(from: Point, to: Point) -> i64 {
    let line = way(from, to);
    times(line, line)
}
