//! How fast units in lockstep walk.
//!
//! The pace of a beat is that of the slowest unit that sets out in it, but at least half that of the
//! fastest with right of way, so that nobody waits long for the slow ones. A slower unit takes
//! several beats for a step. Until it is there, both cells are its own: others plan around it as
//! around a unit that stands in both. Lines between the centres of cells that have no cell in common
//! are a whole cell apart, so units on them never meet.
//!
//! A unit that walks into the cell that another leaves is at no time farther on its way than that
//! one, and then the two are never closer than half the diagonal of a cell. It walks more slowly if
//! it must, and rather waits if that would cost it more than half its speed. Only a ring of units
//! that follow each other walks at the pace of the slowest of them in any case: where there is no
//! empty cell, there is no other step.
//!
//! A beat may end at any time, with all that walk in the middle of their steps. It does when a unit
//! gets right of way that is more than twice as fast.

use super::Crowd;
use super::beat::Beat;
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
    /// Sets the pace of a beat and how far each unit walks in it. A unit that would have to follow a
    /// much slower one stays.
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
        line_up(beat, &mut walkers);
        for walker in &walkers {
            let unit = &mut self.units[beat.ids[walker.agent] as usize];
            if walker.state == State::Stays {
                beat.next[walker.agent] = beat.now[walker.agent];
            } else {
                unit.walk = [walker.begin, walker.end];
            }
        }
    }

    /// Ends the beat soon if a unit that has right of way is more than twice as fast as its pace.
    pub(super) fn hurry(&mut self, id: u32) {
        let unit = &self.units[id as usize];
        self.right_of_way.is_hurried |=
            unit.promise.is_some() && unit.speed > 2.0 * self.right_of_way.pace;
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
        let fastest = (0..beat.real).map(speed).fold(0.0, f64::max);
        let sets_out = |&agent: &usize| beat.next[agent] != beat.now[agent];
        let speeds = (0..beat.real).filter(sets_out).map(speed);
        speeds.filter(|&speed| 2.0 * speed >= fastest).fold(fastest, f64::min)
    }

    /// Those that walk, each as far as its own speed takes it, by the cells that they leave.
    fn walkers(&self, beat: &Beat, pace: f64) -> Vec<Walker> {
        let mut walkers: Vec<Walker> = Vec::new();
        for agent in 0..beat.real {
            let unit = &self.units[beat.ids[agent] as usize];
            let (from, begin) = match unit.midway() {
                Some((place, step)) if beat.is_midway[agent] => {
                    (self.ground.before(place, step), unit.walk[1])
                }
                _ if beat.next[agent] != beat.now[agent] => (Some(beat.now[agent]), 0),
                _ => continue,
            };
            let left = CELL - begin;
            let beats = (f64::from(left) * pace / (unit.speed * f64::from(CELL))).ceil();
            let part = (f64::from(left) / beats.max(1.0)).ceil() as i32;
            walkers.push(Walker { agent, from, begin, end: begin + part, state: State::Open });
        }
        walkers.sort_by_key(|walker| walker.from);
        walkers
    }
}

/// Lets nobody walk ahead of the one that it follows.
fn line_up(beat: &Beat, walkers: &mut [Walker]) {
    let leader = |walkers: &[Walker], at: usize| {
        let to = Some(beat.next[walkers[at].agent]);
        walkers.binary_search_by_key(&to, |walker| walker.from).ok()
    };
    let mut line = Vec::new();
    for first in 0..walkers.len() {
        let mut next = Some(first);
        while let Some(at) = next.filter(|&at| walkers[at].state == State::Open) {
            walkers[at].state = State::InLine(line.len());
            line.push(at);
            next = leader(walkers, at);
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
            let ahead = leader(walkers, at).map(|ahead| (walkers[ahead].state, walkers[ahead].end));
            let walker = &mut walkers[at];
            walker.state = State::Goes;
            let Some((state, end)) = ahead else { continue };
            let sets_out = !beat.is_midway[walker.agent];
            if sets_out && (state == State::Stays || 2 * end < walker.end) {
                walker.state = State::Stays;
            } else {
                walker.end = walker.end.min(end);
            }
        }
    }
}

/// The unit that is leaving a place in a step of several beats.
pub(super) fn left_by(ground: &Ground, near: &Near, units: &[Unit], place: Place) -> Option<u32> {
    let mut found = None;
    near.any(ground, ground.middle(place), 1, |other| {
        let step = units[other as usize].midway();
        let is_left = step.is_some_and(|(to, step)| ground.before(to, step) == Some(place));
        found = is_left.then_some(other);
        is_left
    });
    found
}
