//! How fast units in lockstep walk.
//!
//! The pace of a beat is set by the fastest unit that has right of way and is not at rest at its goal:
//! it is that of the slowest one that sets out and is at least half as fast, or its own if there is
//! none. So no unit waits long for the slow ones. A slower unit takes several beats for a step. Until
//! it is there, both cells are its own: others plan around it as around a unit that stands in both.
//! Two units that walk along such lines from centre to centre, with no cell in common, are at least
//! a whole cell apart.
//!
//! At most one unit is leaving a cell: another that comes to the centre of the cell sets out only
//! when the first has left it. A unit that walks into the cell that another leaves is never farther
//! along its step than that one, so the two are never closer than half the diagonal of a cell. It
//! walks more slowly if it must.
//!
//! If that would cost it more than half of its way in this beat, it waits instead, but only where the
//! one ahead comes nearer to its own goal. A unit that is pushed or makes room, as where two change
//! places in a corridor, is followed at its pace: if none came after it, it would return, and the
//! same would happen again. A ring of units that follow each other always walks at the pace of the
//! slowest, because none can go first.
//!
//! A beat may end at any time, with units in the middle of their steps. It does when a unit that is
//! more than twice as fast gets right of way or somewhere to go.

use super::Crowd;
use super::beat::{Beat, steps};
use super::body::Unit;
use super::ground::Ground;
use super::near::Near;
use super::plane::CELL;
use crate::roadmap::Place;

/// A unit that walks in a beat.
struct Walker {
    agent: usize,
    /// The cell that it leaves, unless that has become a wall.
    from: Option<Place>,
    /// How much of its step it has walked at the beginning of the beat, and at its end.
    begin: i32,
    end: i32,
    state: State,
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    Open,
    /// Its place in the line that is being looked at.
    InLine(usize),
    Goes,
    Stays,
}

impl Crowd {
    /// Sets the pace of a beat and how far each unit walks in it. A unit that waits for a much slower
    /// one ahead stays.
    pub(super) fn set_pace(&mut self, beat: &mut Beat) {
        let pace = self.pace_of(beat);
        (self.right_of_way.pace, self.right_of_way.is_hurried) = (pace, false);
        let mut is_even = true;
        for agent in 0..beat.real {
            let unit = &mut self.units[beat.ids[agent] as usize];
            if !beat.is_midway[agent] {
                unit.walk = [0, CELL];
            }
            let walks = beat.is_midway[agent] || beat.next[agent] != beat.now[agent];
            is_even &= !walks || (!beat.is_midway[agent] && unit.speed >= pace);
        }
        if is_even {
            return;
        }
        let mut walkers = self.walkers(beat, pace);
        self.line_up(beat, &mut walkers);
        for walker in &walkers {
            let unit = &mut self.units[beat.ids[walker.agent] as usize];
            if walker.state == State::Stays {
                beat.next[walker.agent] = beat.now[walker.agent];
            } else {
                unit.walk = [walker.begin, walker.end];
            }
        }
    }

    /// Ends the beat with the next tick if a unit on its way is more than twice as fast as its pace.
    pub(super) fn hurry(&mut self, id: u32) {
        let is_quick = self.units[id as usize].speed > 2.0 * self.right_of_way.pace;
        self.right_of_way.is_hurried |= is_quick && self.is_on_its_way(id);
    }

    /// Whether a unit has right of way, and is steered or does not stand at its goal.
    fn is_on_its_way(&self, id: u32) -> bool {
        let unit = &self.units[id as usize];
        unit.promise.is_some_and(|promise| {
            let is_between = promise.step.is_none() || unit.is_midway();
            is_between || unit.wish.is_some() || !self.is_home(id, unit)
        })
    }

    /// Ends the beat; the steps of those that walk go on in the next one.
    pub(super) fn end_beat(&mut self) {
        let walked = self.right_of_way.walked;
        if walked < CELL {
            for unit in &mut self.units {
                unit.walk[1] = unit.walked(walked);
            }
        }
        (self.right_of_way.walked, self.right_of_way.is_hurried) = (CELL, false);
    }

    /// In cells per second.
    fn pace_of(&self, beat: &Beat) -> f64 {
        let speed = |agent: usize| self.units[beat.ids[agent] as usize].speed;
        let is_on_its_way = |&agent: &usize| self.is_on_its_way(beat.ids[agent]);
        let fastest = (0..beat.real).filter(is_on_its_way).map(speed).fold(0.0, f64::max);
        if fastest == 0.0 {
            // All are at rest.
            return (0..beat.real).map(speed).fold(f64::INFINITY, f64::min);
        }
        let sets_out = |&agent: &usize| beat.next[agent] != beat.now[agent];
        let speeds = (0..beat.real).filter(sets_out).map(speed);
        speeds.filter(|&speed| 2.0 * speed >= fastest).fold(fastest, f64::min)
    }

    /// Those that walk, sorted by the cells that they leave: each spreads the rest of its step evenly
    /// over as few beats as its own speed allows.
    fn walkers(&self, beat: &Beat, pace: f64) -> Vec<Walker> {
        let mut walkers: Vec<Walker> = Vec::new();
        for agent in 0..beat.real {
            let unit = &self.units[beat.ids[agent] as usize];
            let (from, begin) = if beat.is_midway[agent] {
                (unit.leaves(&self.ground), unit.walk[1])
            } else if beat.next[agent] != beat.now[agent] {
                (Some(beat.now[agent]), 0)
            } else {
                continue;
            };
            let left = CELL - begin;
            let beats = (f64::from(left) * pace / (unit.speed * f64::from(CELL))).ceil();
            let part = (f64::from(left) / beats.max(1.0)).ceil() as i32;
            walkers.push(Walker { agent, from, begin, end: begin + part, state: State::Open });
        }
        walkers.sort_by_key(|walker| walker.from);
        walkers
    }

    /// Keeps each unit from walking ahead of the one that it follows.
    fn line_up(&mut self, beat: &Beat, walkers: &mut [Walker]) {
        let mut line = Vec::new();
        for first in 0..walkers.len() {
            let mut next = Some(first);
            while let Some(at) = next.filter(|&at| walkers[at].state == State::Open) {
                walkers[at].state = State::InLine(line.len());
                line.push(at);
                next = leader(beat, walkers, at);
            }
            // A ring keeps together.
            if let Some(State::InLine(begin)) = next.map(|at| walkers[at].state) {
                let ring = line.split_off(begin);
                let end = ring.iter().map(|&at| walkers[at].end).min().unwrap_or(CELL);
                for at in ring {
                    (walkers[at].end, walkers[at].state) = (end, State::Goes);
                }
            }
            while let Some(at) = line.pop() {
                let Walker { agent, end, .. } = walkers[at];
                walkers[at].state = State::Goes;
                let Some(ahead) = leader(beat, walkers, at).map(|ahead| &walkers[ahead]) else {
                    continue;
                };
                let waits = ahead.state == State::Stays
                    || (2 * ahead.end < end && self.comes_nearer(beat, ahead));
                let most = ahead.end;
                if waits && !beat.is_midway[agent] {
                    walkers[at].state = State::Stays;
                } else {
                    walkers[at].end = end.min(most);
                }
            }
        }
    }

    /// Whether the step of a walker shortens its path.
    fn comes_nearer(&mut self, beat: &Beat, walker: &Walker) -> bool {
        let target = beat.targets[walker.agent];
        let mut left = |place| steps(&self.ground, &mut self.ways, target, place);
        let after = left(beat.next[walker.agent]);
        walker.from.is_some_and(|from| after < left(from))
    }
}

/// The walker that leaves the cell to which another one walks.
fn leader(beat: &Beat, walkers: &[Walker], at: usize) -> Option<usize> {
    let to = Some(beat.next[walkers[at].agent]);
    walkers.binary_search_by_key(&to, |walker| walker.from).ok()
}

/// The unit that is leaving a place in a step of several beats.
pub(super) fn left_by(ground: &Ground, near: &Near, units: &[Unit], place: Place) -> Option<u32> {
    let mut found = None;
    near.any(ground, ground.middle(place), 1, |other| {
        let is_left = units[other as usize].leaves(ground) == Some(place);
        found = is_left.then_some(other);
        is_left
    });
    found
}

#[cfg(test)]
mod tests {
    use astride::base::Vec2;
    use astride::shapes::square::{Grid, Mover};

    use super::super::right_of_way::Promise;
    use super::super::{Body, Mode, Scene, overlaps};
    use super::*;

    /// A unit has come to the middle of a cell that a small one is still leaving, as happens to one
    /// that was stopped and went there by itself. A fast one wants to follow the small one.
    #[test]
    fn nobody_sets_out_from_a_cell_that_another_is_leaving() {
        let grid = Grid::new(12, 12, b'.').unwrap();
        let mut crowd = Crowd::new(&grid.seen_by(&Mover::walker()), Mode::Free).unwrap();
        let [small, wide] = [0.1, 0.35];
        let bodies = [(2.5, 1.5, wide, 0.19), (3.07, 1.5, small, 0.1), (1.5, 1.5, wide, 8.0)];
        for (x, y, radius, speed) in bodies {
            crowd.spawn(Vec2::new(x, y), Body { radius, speed }).unwrap();
        }
        let promises = [([2, 1], [0, 0]), ([3, 1], [1, 0]), ([1, 1], [0, 0])];
        for (unit, ([x, y], step)) in (0..).zip(promises) {
            let middle = [x * CELL + CELL / 2, y * CELL + CELL / 2];
            let place = crowd.ground.place_at(middle).unwrap();
            crowd.right_of_way.holders[place as usize] = unit;
            let step = Some(step);
            crowd.units[unit as usize].promise = Some(Promise { place, step });
            crowd.units[unit as usize].held_until = 1000;
        }
        crowd.units[1].walk = [0, crowd.positions[1][0] - crowd.positions[0][0]];
        for (unit, x, y) in [(0, 2.5, 9.5), (1, 9.5, 1.5), (2, 7.5, 1.5)] {
            crowd.order(&[unit], Vec2::new(x, y)).unwrap();
        }
        let radii: Vec<i32> = crowd.radii().collect();
        for tick in 0..2000 {
            let before = crowd.positions().to_vec();
            crowd.tick(1.0 / 32.0).unwrap();
            assert_eq!(overlaps(&radii, &before, crowd.positions()), [], "tick {tick}");
        }
    }

    /// A fast one has right of way and stands in its place while a slow one walks elsewhere.
    #[test]
    fn a_unit_that_is_steered_does_not_wait_for_the_end_of_a_slow_beat() {
        let grid = Grid::new(12, 4, b'.').unwrap();
        let mut crowd = Crowd::new(&grid.seen_by(&Mover::walker()), Mode::Free).unwrap();
        for (x, speed) in [(1.5, 0.1), (9.5, 4.0)] {
            crowd.spawn(Vec2::new(x, 1.5), Body { radius: 0.3, speed }).unwrap();
        }
        let stand = |crowd: &mut Crowd, unit: u32| {
            let place = crowd.units[unit as usize].target.place;
            crowd.right_of_way.holders[place as usize] = unit;
            crowd.units[unit as usize].promise = Some(Promise { place, step: Some([0, 0]) });
        };
        stand(&mut crowd, 0);
        crowd.units[0].held_until = 1000;
        crowd.order(&[0], Vec2::new(5.5, 1.5)).unwrap();
        crowd.tick(0.1).unwrap();
        stand(&mut crowd, 1);
        let before = crowd.positions[1];
        crowd.wish(1, [0, CELL]).unwrap();
        crowd.tick(0.1).unwrap();
        assert!(crowd.positions[1][1] > before[1], "it has been released");
    }

    #[test]
    fn a_halted_unit_stays_in_the_cell_that_it_is_entering() {
        let body = Body { radius: 0.35, speed: 2.0 };
        let mut crowd = Scene::FourWay.build(60, Mode::Free, &[body], 1).unwrap();
        let mut halted = 0;
        for _ in 0..2000 {
            crowd.tick(1.0 / 30.0).unwrap();
            let walks = |unit: &Unit| {
                let promise = unit.promise.filter(|promise| promise.step.is_some())?;
                (promise.step != Some([0, 0])).then_some(promise.place)
            };
            let walking = (0..).zip(&crowd.units).find_map(|(id, unit)| Some((id, walks(unit)?)));
            let Some((id, place)) = walking else { continue };
            halted += 1;
            let mut other = crowd.clone();
            other.halt(&[id]).unwrap();
            assert_eq!(other.units[id as usize].goal, other.ground.middle(place));
        }
        assert!(halted > 20, "{halted}");
    }
}
