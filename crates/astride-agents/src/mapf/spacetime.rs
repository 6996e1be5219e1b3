//! The cheapest walk of one agent under constraints: A* over places and timesteps.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::task::{Task, Walk};
use crate::fields::FAR;
use crate::roadmap::Place;

/// What one agent must not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Ban {
    /// To be on a place at a timestep.
    Visit {
        /// The place.
        place: Place,
        /// When.
        timestep: u32,
    },
    /// To come from one place to another at a timestep.
    Step {
        /// The place it leaves.
        from: Place,
        /// The place it comes to.
        to: Place,
        /// When it is there.
        timestep: u32,
    },
}

impl Ban {
    pub(super) fn timestep(self) -> u32 {
        match self {
            Ban::Visit { timestep, .. } | Ban::Step { timestep, .. } => timestep,
        }
    }
}

/// The bans of one agent, in order.
#[derive(Default)]
pub(super) struct Bans {
    bans: Vec<Ban>,
    /// From when on nothing is banned.
    free_from: u32,
}

impl Bans {
    pub(super) fn new(bans: impl IntoIterator<Item = Ban>) -> Self {
        let mut bans: Vec<Ban> = bans.into_iter().collect();
        bans.sort_unstable();
        let free_from = bans.iter().map(|ban| ban.timestep() + 1).max().unwrap_or(0);
        Bans { bans, free_from }
    }

    pub(super) fn allow(&self, from: Place, to: Place, timestep: u32) -> bool {
        let is_banned = |ban| self.bans.binary_search(&ban).is_ok();
        timestep >= self.free_from
            || !(is_banned(Ban::Visit { place: to, timestep })
                || is_banned(Ban::Step { from, to, timestep }))
    }

    /// The first timestep from which an agent may stay on a place for ever.
    fn stays_from(&self, place: Place) -> u32 {
        let of_place = |ban: &&Ban| matches!(ban, Ban::Visit { place: at, .. } if *at == place);
        self.bans.iter().filter(of_place).map(|ban| ban.timestep() + 1).max().unwrap_or(0)
    }
}

/// How many others are on each place at each timestep of some span; who has arrived is counted up
/// to its end and after it.
pub(super) struct Traffic {
    counts: Vec<u16>,
    places: usize,
    span: usize,
}

impl Traffic {
    pub(super) fn new(places: usize) -> Self {
        Traffic { counts: Vec::new(), places, span: 0 }
    }

    /// Counts these walks.
    pub(super) fn count<'a>(&mut self, walks: impl Iterator<Item = &'a Walk> + Clone) {
        self.span = walks.clone().map(Vec::len).max().unwrap_or(1);
        self.counts.clear();
        self.counts.resize(self.span * self.places, 0);
        for walk in walks {
            for timestep in 0..self.span {
                let place = walk[timestep.min(walk.len() - 1)] as usize;
                self.counts[timestep * self.places + place] += 1;
            }
        }
    }

    fn at(&self, place: Place, timestep: u32) -> u32 {
        let timestep = (timestep as usize).min(self.span - 1);
        self.counts[timestep * self.places + place as usize].into()
    }
}

/// Least total first, then fewest meetings, then latest; the number of the state.
type Open = BinaryHeap<(Reverse<(u32, u32)>, u32, Reverse<u32>)>;

/// Memory for searches.
#[derive(Default)]
pub(super) struct SpaceTime {
    states: Vec<State>,
    open: Open,
    /// The search that has closed each place at each timestep.
    closed: Vec<u32>,
    search: u32,
}

struct State {
    place: Place,
    parent: u32,
}

impl SpaceTime {
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
        self.begin(roadmap.place_count() * (bans.free_from as usize + 1));
        self.states.push(State { place: start, parent: u32::MAX });
        self.open.push((Reverse((task.distance(agent, start), 0)), 0, Reverse(0)));
        while let Some((Reverse((_, meetings)), timestep, Reverse(parent))) = self.open.pop() {
            let place = self.states[parent as usize].place;
            // Where nothing is banned any more, all timesteps are alike.
            let layer = timestep.min(bans.free_from) as usize;
            let cell = &mut self.closed[layer * roadmap.place_count() + place as usize];
            if std::mem::replace(cell, self.search) == self.search {
                continue;
            }
            if place == goal && timestep >= stays_from {
                return Some(self.walk(parent));
            }
            for &to in roadmap.neighbours(place).iter().chain([&place]) {
                let distance = task.distance(agent, to);
                if distance >= u32::from(FAR) || !bans.allow(place, to, timestep + 1) {
                    continue;
                }
                let meetings = meetings + traffic.at(to, timestep + 1);
                let total = timestep + 1 + distance;
                let id = self.states.len() as u32;
                self.states.push(State { place: to, parent });
                self.open.push((Reverse((total, meetings)), timestep + 1, Reverse(id)));
            }
        }
        None
    }

    fn begin(&mut self, cells: usize) {
        self.states.clear();
        self.open.clear();
        self.search += 1;
        if self.closed.len() < cells {
            self.closed.resize(cells, 0);
        }
    }

    fn walk(&self, last: u32) -> Walk {
        let mut walk = Walk::new();
        let mut id = last;
        while id != u32::MAX {
            let State { place, parent } = self.states[id as usize];
            walk.push(place);
            id = parent;
        }
        walk.reverse();
        walk
    }
}

/// For each timestep of a walk, whether every walk that arrives as early is on its place then.
pub(super) fn narrows(task: &mut Task<'_>, agent: u32, bans: &Bans, walk: &[Place]) -> Vec<bool> {
    let roadmap = task.instance.roadmap();
    let arrival = walk.len() as u32 - 1;
    let mut layers: Vec<Vec<Place>> = vec![vec![walk[0]]];
    for timestep in 1..=arrival {
        let mut layer = Vec::new();
        for &from in &layers[timestep as usize - 1] {
            for &to in roadmap.neighbours(from).iter().chain([&from]) {
                let is_in_time = timestep + task.distance(agent, to) <= arrival;
                if is_in_time && bans.allow(from, to, timestep) {
                    layer.push(to);
                }
            }
        }
        layer.sort_unstable();
        layer.dedup();
        layers.push(layer);
    }
    // Back again: only what leads on to the goal counts.
    layers[arrival as usize] = vec![walk[arrival as usize]];
    for timestep in (0..arrival).rev() {
        let (before, behind) = layers.split_at_mut(timestep as usize + 1);
        before[timestep as usize].retain(|&from| {
            let mut ways = roadmap.neighbours(from).iter().chain([&from]);
            ways.any(|&to| {
                behind[0].binary_search(&to).is_ok() && bans.allow(from, to, timestep + 1)
            })
        });
    }
    layers.iter().map(|layer| layer.len() == 1).collect()
}
