//! The cheapest walk of one agent under bans: A* over places and timesteps.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::super::task::{Task, Walk};
use super::bans::Bans;
use super::journey::{Journey, Marks, walk_to};
use super::traffic::Traffic;
use crate::roadmap::Place;

/// In one word: least total first, then fewest meetings, then latest; and the number of the state.
type Open = BinaryHeap<Reverse<(u64, u32)>>;

/// The last timestep, the largest total and the most meetings that are distinguished.
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
    marks: Marks,
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
        let SpaceTime { states, open, marks } = self;
        states.clear();
        open.clear();
        marks.begin(task.instance.roadmap().place_count(), bans);
        let journey = Journey::new(task, agent, bans)?;
        let total = journey.total(task, journey.start, 0)?;
        states.push(State { place: journey.start, timestep: 0, meetings: 0, parent: u32::MAX });
        open.push(Reverse((key(total, 0, 0), 0)));
        while let Some(Reverse((_, parent))) = open.pop() {
            let State { place, timestep, meetings, .. } = states[parent as usize];
            if !marks.close(&journey, place, timestep) {
                continue;
            }
            if journey.ends_at(place, timestep) {
                return Some(walk_to(parent, |id| (states[id].place, states[id].parent)));
            }
            for (to, total) in marks.steps(task, &journey, place, timestep) {
                let timestep = timestep + 1;
                let meetings = meetings + traffic.at(to, timestep);
                let id = states.len() as u32;
                states.push(State { place: to, timestep, meetings, parent });
                open.push(Reverse((key(total, meetings, timestep), id)));
            }
        }
        None
    }
}
