//! The cheapest walk of one agent under bans: A* over places and timesteps.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::super::task::{Task, Walk};
use super::bans::{Bans, FOREVER};
use super::traffic::Traffic;
use crate::fields::FAR;
use crate::roadmap::Place;

/// Least total first, then fewest meetings, then latest, in one word, with the number of the state.
type Open = BinaryHeap<Reverse<(u64, u32)>>;

/// The last timestep, the largest total and the most meetings that are told apart.
const TIMESTEPS: u32 = (1 << 22) - 1;
const MEETINGS: u32 = (1 << 20) - 1;

fn key(total: u32, meetings: u32, timestep: u32) -> u64 {
    let later = TIMESTEPS - timestep.min(TIMESTEPS);
    u64::from(total.min(TIMESTEPS)) << 42
        | u64::from(meetings.min(MEETINGS)) << 22
        | u64::from(later)
}

/// Memory for searches.
#[derive(Default)]
pub(super) struct SpaceTime {
    states: Vec<State>,
    open: Open,
    /// The search that has closed each place at each timestep.
    closed: Vec<u32>,
    /// The search in which something is banned on each place.
    banned: Vec<u32>,
    search: u32,
}

#[derive(Clone, Copy)]
struct State {
    place: Place,
    timestep: u32,
    meetings: u32,
    parent: u32,
}

impl SpaceTime {
    /// How many states the last search has made.
    pub(super) fn state_count(&self) -> usize {
        self.states.len()
    }

    /// Finds a walk of an agent with the earliest arrival, among those one that meets few others;
    /// `None` if there is none.
    pub(super) fn find(
        &mut self,
        task: &mut Task<'_>,
        agent: u32,
        bans: &Bans,
        traffic: &Traffic,
    ) -> Option<Walk> {
        let instance = task.instance;
        let (roadmap, goal) = (instance.roadmap(), instance.goals()[agent as usize]);
        let start = instance.starts()[agent as usize];
        let stays_from = bans.stays_from(goal);
        self.begin(roadmap.place_count(), bans);
        if stays_from == FOREVER || !bans.allow(start, start, 0) {
            return None;
        }
        let total = task.distance(agent, start).max(stays_from);
        self.states.push(State { place: start, timestep: 0, meetings: 0, parent: u32::MAX });
        self.open.push(Reverse((key(total, 0, 0), 0)));
        while let Some(Reverse((_, parent))) = self.open.pop() {
            let State { place, timestep, meetings, .. } = self.states[parent as usize];
            // Where nothing changes any more, all timesteps are alike.
            let layer = timestep.min(bans.alike_from) as usize;
            let cell = &mut self.closed[layer * roadmap.place_count() + place as usize];
            if std::mem::replace(cell, self.search) == self.search {
                continue;
            }
            if place == goal && timestep >= stays_from {
                let step = |state: usize| (self.states[state].place, self.states[state].parent);
                return Some(walk_to(parent, step));
            }
            let timestep = timestep + 1;
            for &to in roadmap.neighbours(place).iter().chain([&place]) {
                let distance = task.distance(agent, to);
                let total = (timestep + distance).max(stays_from);
                let is_in_time = distance < u32::from(FAR) && total <= bans.latest;
                let is_banned =
                    self.banned[to as usize] == self.search && !bans.allow(place, to, timestep);
                if !is_in_time || is_banned {
                    continue;
                }
                let meetings = meetings + traffic.at(to, timestep);
                let id = self.states.len() as u32;
                self.states.push(State { place: to, timestep, meetings, parent });
                self.open.push(Reverse((key(total, meetings, timestep), id)));
            }
        }
        None
    }

    fn begin(&mut self, places: usize, bans: &Bans) {
        self.states.clear();
        self.open.clear();
        self.search += 1;
        let cells = places * (bans.alike_from as usize + 1);
        if self.closed.len() < cells {
            self.closed.resize(cells, 0);
        }
        self.banned.resize(places, 0);
        for place in bans.places() {
            self.banned[place as usize] = self.search;
        }
    }
}

/// The places up to a state; `step` says where a state is, and which is before it or [`u32::MAX`].
pub(super) fn walk_to(last: u32, step: impl Fn(usize) -> (Place, u32)) -> Walk {
    let (mut walk, mut id) = (Walk::new(), last);
    while id != u32::MAX {
        let (place, parent) = step(id as usize);
        walk.push(place);
        id = parent;
    }
    walk.reverse();
    walk
}
