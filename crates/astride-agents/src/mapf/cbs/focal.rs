//! A walk of one agent under bans that arrives almost as early as it can and meets few others: focal
//! search over places and timesteps.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use astride::base::Weight;

use super::super::task::{Task, Walk};
use super::bans::Bans;
use super::journey::{Journey, Marks, walk_to};
use super::traffic::Traffic;
use crate::roadmap::Place;

/// Memory for searches.
#[derive(Default)]
pub(super) struct Focal {
    queue: Queue,
    marks: Marks,
    /// The timestep at which each place was closed, once all timesteps are alike.
    since: Vec<u32>,
}

/// States, and those that are open by their total.
#[derive(Default)]
struct Queue {
    states: Vec<State>,
    /// States that may be expanded now: fewest meetings, then least total, then the number.
    near: BinaryHeap<Reverse<(u32, u32, Reverse<u32>)>>,
    /// States whose total is still too large, by how much it exceeds that of the first.
    far: Vec<Vec<u32>>,
    /// How many states of each total are open.
    open: Vec<u32>,
    /// The total of the first state, the least one of those that are open, and the largest that may
    /// be expanded now.
    first: u32,
    least: u32,
    reach: u32,
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
        self.queue.states.len()
    }

    /// Finds a lower bound on the arrival, and a walk that arrives at most `weight` times as late and
    /// meets few others; `None` if there is none.
    pub(super) fn find(
        &mut self,
        task: &mut Task<'_>,
        agent: u32,
        bans: &Bans,
        traffic: &Traffic,
        weight: Weight,
    ) -> Option<(u32, Walk)> {
        let places = task.instance.roadmap().place_count();
        let Focal { queue, marks, since } = self;
        queue.clear();
        marks.begin(places, bans);
        since.resize(places, 0);
        let journey = Journey::new(task, agent, bans)?;
        let total = journey.total(task, journey.start, 0)?;
        (queue.first, queue.least, queue.reach) = (total, total, total);
        let place = journey.start;
        queue.push(State { place, timestep: 0, meetings: 0, total, parent: u32::MAX });
        while let Some(parent) = queue.pop(weight) {
            let State { place, timestep, meetings, .. } = queue.states[parent as usize];
            if journey.ends_at(place, timestep) {
                let states = &queue.states;
                let step = |id: usize| (states[id].place, states[id].parent);
                return Some((queue.least, walk_to(parent, step)));
            }
            // Where all timesteps are alike, earlier is better, and the earliest need not come
            // first here.
            let is_new = marks.close(&journey, place, timestep);
            if timestep >= bans.alike_from {
                let since = &mut since[place as usize];
                if !is_new && *since <= timestep {
                    continue;
                }
                *since = timestep;
            } else if !is_new {
                continue;
            }
            for (to, total) in marks.steps(task, &journey, place, timestep) {
                let timestep = timestep + 1;
                let meetings = meetings + traffic.at(to, timestep);
                queue.push(State { place: to, timestep, meetings, total, parent });
            }
        }
        None
    }
}

impl Queue {
    fn clear(&mut self) {
        self.states.clear();
        self.near.clear();
        self.far.iter_mut().for_each(Vec::clear);
        self.open.clear();
    }

    fn push(&mut self, state: State) {
        let id = self.states.len() as u32;
        self.states.push(state);
        let at = (state.total - self.first) as usize;
        if self.open.len() <= at {
            self.open.resize(at + 1, 0);
        }
        self.open[at] += 1;
        if state.total <= self.reach {
            self.near.push(Reverse((state.meetings, state.total, Reverse(id))));
        } else {
            if self.far.len() <= at {
                self.far.resize_with(at + 1, Vec::new);
            }
            self.far[at].push(id);
        }
    }

    /// The state to expand now: among those whose total is at most `weight` times the least that is
    /// open, one that meets the fewest.
    fn pop(&mut self, weight: Weight) -> Option<u32> {
        loop {
            while is_within(u64::from(self.reach) + 1, weight, self.least.into()) {
                self.reach += 1;
                let nearer = self.far.get_mut((self.reach - self.first) as usize);
                for id in nearer.map(std::mem::take).unwrap_or_default() {
                    let State { meetings, total, .. } = self.states[id as usize];
                    self.near.push(Reverse((meetings, total, Reverse(id))));
                }
            }
            if self.open.get((self.least - self.first) as usize) != Some(&0) {
                break;
            }
            self.least += 1;
        }
        let Reverse((_, total, Reverse(id))) = self.near.pop()?;
        self.open[(total - self.first) as usize] -= 1;
        Some(id)
    }
}

/// Whether something costs at most `weight` times `least`.
pub(in super::super) fn is_within(cost: u64, weight: Weight, least: u64) -> bool {
    let (numerator, denominator) = weight.parts();
    cost.saturating_mul(denominator.into()) <= least.saturating_mul(numerator.into())
}
