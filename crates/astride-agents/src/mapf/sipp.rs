//! The earliest arrival of one agent among others whose walks are fixed: safe intervals.
//!
//! Phillips & Likhachev, "SIPP: Safe Interval Path Planning for Dynamic Environments", ICRA 2011.

use super::met::Met;
use super::table::{FOREVER, Table, Visit};
use super::task::{Task, Walk};
use crate::fields::FAR;
use crate::roadmap::Place;

/// No state.
pub(super) const NONE: u32 = u32::MAX;

/// Memory for searches on one roadmap.
pub(super) struct Sipp {
    states: Vec<State>,
    /// States by arrival plus distance, from the least of the search on.
    open: Vec<Vec<u32>>,
    /// The places that were met, and where their safe intervals begin in `arrivals`.
    met: Met,
    first: Vec<u32>,
    /// The earliest arrival known in each safe interval.
    arrivals: Vec<u32>,
}

/// The walk to be found.
#[derive(Clone, Copy)]
pub(super) struct Quest {
    pub(super) agent: u32,
    /// Where the agent is at timestep 0.
    pub(super) from: Place,
    /// When it has to be at its goal; [`FOREVER`] if that does not matter.
    pub(super) latest: u32,
    /// The timestep from which on others are ignored: a walk may end wherever it is best to be
    /// then. [`FOREVER`] for walks to the goal.
    pub(super) window: u32,
}

/// An agent in a safe interval of a place.
#[derive(Clone, Copy)]
struct State {
    place: Place,
    /// The arrival in the interval, and its last timestep.
    timestep: u32,
    until: u32,
    /// The number of the interval: that of the visit behind it.
    interval: u32,
    parent: u32,
}

impl Sipp {
    pub(super) fn new(places: usize) -> Self {
        Sipp {
            states: Vec::new(),
            open: Vec::new(),
            met: Met::new(places),
            first: vec![0; places],
            arrivals: Vec::new(),
        }
    }

    /// How many states the last search has made.
    pub(super) fn state_count(&self) -> usize {
        self.states.len()
    }

    /// Finds the walk with the earliest arrival after which the agent can stay at its goal, as far
    /// as its window shows, if there is one, and writes it into `walk`.
    pub(super) fn find(
        &mut self,
        task: &mut Task<'_>,
        table: &Table,
        quest: Quest,
        walk: &mut Walk,
    ) -> bool {
        let Quest { agent, from, latest, window } = quest;
        let goal = task.instance.goals()[agent as usize];
        self.begin();
        let least = task.distance(agent, from);
        let until = match table.at(from).first() {
            Some(visit) if visit.since == 0 => return false,
            Some(visit) => visit.since - 1,
            None => FOREVER,
        };
        if least > latest || least >= u32::from(FAR) {
            return false;
        }
        let first = State { place: from, timestep: 0, until, interval: 0, parent: NONE };
        self.add(table, first, 0);
        let mut least_open = 0;
        while let Some(id) = self.pop(&mut least_open) {
            let state = self.states[id as usize];
            if self.arrivals[self.slot(&state)] < state.timestep {
                continue;
            }
            let is_there = state.place == goal && state.until == FOREVER;
            if is_there || state.timestep >= window {
                write(walk, id, |id| {
                    let State { place, timestep, parent, .. } = self.states[id as usize];
                    (place, timestep, parent)
                });
                return true;
            }
            self.expand(task, table, quest, id, least);
        }
        false
    }

    fn begin(&mut self) {
        self.met.begin();
        self.states.clear();
        self.arrivals.clear();
        self.open.iter_mut().for_each(Vec::clear);
    }

    fn pop(&mut self, least: &mut usize) -> Option<u32> {
        while let Some(bucket) = self.open.get_mut(*least) {
            match bucket.pop() {
                None => *least += 1,
                state => return state,
            }
        }
        None
    }

    fn slot(&self, state: &State) -> usize {
        (self.first[state.place as usize] + state.interval) as usize
    }

    fn add(&mut self, table: &Table, state: State, bucket: usize) {
        let place = state.place as usize;
        if self.met.is_first(place) {
            self.first[place] = self.arrivals.len() as u32;
            let intervals = table.at(state.place).len() + 1;
            self.arrivals.resize(self.arrivals.len() + intervals, FOREVER);
        }
        let slot = self.slot(&state);
        if self.arrivals[slot] <= state.timestep {
            return;
        }
        self.arrivals[slot] = state.timestep;
        if self.open.len() <= bucket {
            self.open.resize_with(bucket + 1, Vec::new);
        }
        self.open[bucket].push(self.states.len() as u32);
        self.states.push(state);
    }

    fn expand(&mut self, task: &mut Task<'_>, table: &Table, quest: Quest, id: u32, least: u32) {
        let from = self.states[id as usize];
        let earliest = from.timestep + 1;
        let last = from.until.saturating_add(1);
        let comer = table.at(from.place).get(from.interval as usize);
        for &place in task.instance.roadmap().neighbours(from.place) {
            let distance = task.distance(quest.agent, place);
            if distance >= u32::from(FAR) {
                continue;
            }
            let visits = table.at(place);
            let first = visits.partition_point(|visit| visit.until < earliest);
            for interval in first..=visits.len() {
                let Some((since, until)) = safe_interval(visits, interval) else { continue };
                let timestep = earliest.max(since);
                if timestep > last || timestep.saturating_add(distance) > quest.latest {
                    break;
                }
                let goer = interval.checked_sub(1).map(|before| &visits[before]);
                if timestep > until || (timestep == last && is_swap(comer, goer, timestep)) {
                    continue;
                }
                let interval = interval as u32;
                let state = State { place, timestep, until, interval, parent: id };
                self.add(table, state, (timestep + distance - least) as usize);
            }
        }
    }
}

/// Writes the walk that ends in a state; `state` tells the place of one, when it begins, and its parent.
pub(super) fn write(walk: &mut Walk, last: u32, state: impl Fn(u32) -> (Place, u32, u32)) {
    walk.clear();
    let (mut id, mut end) = (last, state(last).1 as usize + 1);
    walk.resize(end, 0);
    while id != NONE {
        let (place, since, parent) = state(id);
        walk[since as usize..end].fill(place);
        (id, end) = (parent, since as usize);
    }
}

/// The timesteps between the visit before an interval and the one behind it, if there are any.
fn safe_interval(visits: &[Visit], interval: usize) -> Option<(u32, u32)> {
    let since = match interval.checked_sub(1) {
        None => 0,
        Some(before) => visits[before].until.checked_add(1)?,
    };
    let until = match visits.get(interval) {
        None => FOREVER,
        Some(behind) => behind.since.checked_sub(1)?,
    };
    (since <= until).then_some((since, until))
}

/// Whether the agent that enters the place that we leave is the one that has just left the place
/// that we enter.
fn is_swap(comer: Option<&Visit>, goer: Option<&Visit>, timestep: u32) -> bool {
    match (comer, goer) {
        (Some(comer), Some(goer)) => {
            comer.agent == goer.agent && comer.since == timestep && goer.until == timestep - 1
        }
        _ => false,
    }
}
