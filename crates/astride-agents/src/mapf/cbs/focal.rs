//! A walk of one agent under bans that arrives almost as early as it can and meets few others: focal
//! search over places and timesteps.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use astride::base::Weight;

use super::super::task::{Task, Walk};
use super::bans::{Bans, FOREVER};
use super::search::is_within;
use super::spacetime::walk_to;
use super::traffic::Traffic;
use crate::fields::FAR;
use crate::roadmap::Place;

/// Memory for searches.
#[derive(Default)]
pub(super) struct Focal {
    states: Vec<State>,
    /// States that may be expanded now: fewest meetings, then least total, then the number.
    near: BinaryHeap<Reverse<(u32, u32, Reverse<u32>)>>,
    /// States whose total is too large as yet, by total.
    far: Vec<Vec<u32>>,
    /// How many states of each total are open.
    open: Vec<u32>,
    /// The search that has closed each place at each timestep.
    closed: Vec<u32>,
    /// When a place was closed at a timestep from which on all are alike.
    since: Vec<u32>,
    search: u32,
}

#[derive(Clone, Copy)]
struct State {
    place: Place,
    timestep: u32,
    meetings: u32,
    total: u32,
    parent: u32,
}

impl Focal {
    /// How many states the last search has made.
    pub(super) fn state_count(&self) -> usize {
        self.states.len()
    }

    /// Finds the earliest arrival that is possible, at least, and a walk that arrives at most
    /// `weight` times as late and meets few others; `None` if there is none.
    pub(super) fn find(
        &mut self,
        task: &mut Task<'_>,
        agent: u32,
        bans: &Bans,
        traffic: &Traffic,
        weight: Weight,
    ) -> Option<(u32, Walk)> {
        let instance = task.instance;
        let (roadmap, goal) = (instance.roadmap(), instance.goals()[agent as usize]);
        let start = instance.starts()[agent as usize];
        let stays_from = bans.stays_from(goal);
        self.begin(roadmap.place_count(), bans);
        if stays_from == FOREVER || !bans.allow(start, start, 0) {
            return None;
        }
        let first = task.distance(agent, start).max(stays_from);
        let (mut least, mut reach) = (first, first);
        while is_within(u64::from(reach) + 1, weight, least.into()) {
            reach += 1;
        }
        let state =
            State { place: start, timestep: 0, meetings: 0, total: first, parent: u32::MAX };
        self.add(state, first, reach);
        loop {
            // The least total that is open, and what is near it.
            while self.open.get((least - first) as usize) == Some(&0) {
                least += 1;
                while is_within(u64::from(reach) + 1, weight, least.into()) {
                    reach += 1;
                    let nearer = self.far.get_mut((reach - first) as usize);
                    for id in nearer.map(std::mem::take).unwrap_or_default() {
                        let State { meetings, total, .. } = self.states[id as usize];
                        self.near.push(Reverse((meetings, total, Reverse(id))));
                    }
                }
            }
            let Reverse((meetings, total, Reverse(parent))) = self.near.pop()?;
            self.open[(total - first) as usize] -= 1;
            let State { place, timestep, .. } = self.states[parent as usize];
            if place == goal && timestep >= stays_from {
                let step = |state: usize| (self.states[state].place, self.states[state].parent);
                return Some((least, walk_to(parent, step)));
            }
            if !self.close(roadmap.place_count(), place, timestep, bans) {
                continue;
            }
            let timestep = timestep + 1;
            for &to in roadmap.neighbours(place).iter().chain([&place]) {
                let distance = task.distance(agent, to);
                let total = (timestep + distance).max(stays_from);
                let is_in_time = distance < u32::from(FAR) && total <= bans.latest;
                if !is_in_time || !bans.allow(place, to, timestep) {
                    continue;
                }
                let meetings = meetings + traffic.at(to, timestep);
                self.add(State { place: to, timestep, meetings, total, parent }, first, reach);
            }
        }
    }

    fn begin(&mut self, places: usize, bans: &Bans) {
        self.states.clear();
        self.near.clear();
        self.far.iter_mut().for_each(Vec::clear);
        self.open.clear();
        self.search += 1;
        let cells = places * (bans.alike_from as usize + 1);
        if self.closed.len() < cells {
            self.closed.resize(cells, 0);
        }
        self.since.resize(places, 0);
    }

    fn add(&mut self, state: State, first: u32, reach: u32) {
        let id = self.states.len() as u32;
        self.states.push(state);
        let at = (state.total - first) as usize;
        if self.open.len() <= at {
            self.open.resize(at + 1, 0);
        }
        self.open[at] += 1;
        if state.total <= reach {
            self.near.push(Reverse((state.meetings, state.total, Reverse(id))));
        } else {
            if self.far.len() <= at {
                self.far.resize_with(at + 1, Vec::new);
            }
            self.far[at].push(id);
        }
    }

    /// Closes a place at a timestep; false if it was closed. Where nothing changes any more, all
    /// timesteps are alike, except that sooner is better.
    fn close(&mut self, places: usize, place: Place, timestep: u32, bans: &Bans) -> bool {
        let layer = timestep.min(bans.alike_from);
        let cell = &mut self.closed[layer as usize * places + place as usize];
        let is_closed = std::mem::replace(cell, self.search) == self.search;
        if layer < bans.alike_from {
            return !is_closed;
        }
        let since = &mut self.since[place as usize];
        if is_closed && *since <= timestep {
            return false;
        }
        *since = timestep;
        true
    }
}
