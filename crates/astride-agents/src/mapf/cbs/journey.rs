//! What the two searches for the walk of one agent share: which steps it may take, and which places
//! are done with at which timesteps.

use super::super::task::{Task, Walk};
use super::bans::{Bans, FOREVER};
use crate::fields::FAR;
use crate::roadmap::{Place, Roadmap};

/// One agent, from its start to its goal, under bans.
pub(super) struct Journey<'a> {
    agent: u32,
    pub(super) start: Place,
    goal: Place,
    bans: &'a Bans,
    /// The timestep from which on it may stay at its goal.
    stays_from: u32,
    roadmap: &'a Roadmap,
}

impl<'a> Journey<'a> {
    /// `None` if bans forbid the start, or forbid staying at the goal at any time.
    pub(super) fn new(task: &Task<'a>, agent: u32, bans: &'a Bans) -> Option<Self> {
        let instance = task.instance;
        let [start, goal] = [instance.starts(), instance.goals()].map(|of| of[agent as usize]);
        let stays_from = bans.stays_from(goal);
        if stays_from == FOREVER || !bans.allow(start, start, 0) {
            return None;
        }
        Some(Journey { agent, start, goal, bans, stays_from, roadmap: instance.roadmap() })
    }

    /// Its earliest arrival from a place at a timestep; `None` if that is too late or never.
    pub(super) fn total(&self, task: &mut Task<'_>, place: Place, timestep: u32) -> Option<u32> {
        let distance = task.distance(self.agent, place);
        let total = timestep.saturating_add(distance).max(self.stays_from);
        (distance < u32::from(FAR) && total <= self.bans.latest).then_some(total)
    }

    pub(super) fn ends_at(&self, place: Place, timestep: u32) -> bool {
        place == self.goal && timestep >= self.stays_from
    }
}

/// Memory for journeys, one after the other.
#[derive(Default)]
pub(super) struct Marks {
    /// The journey that last closed each place at each timestep.
    closed: Vec<u32>,
    /// The journey in which something is banned on each place.
    banned: Vec<u32>,
    journey: u32,
}

impl Marks {
    pub(super) fn begin(&mut self, places: usize, bans: &Bans) {
        self.journey += 1;
        let cells = places * (bans.alike_from as usize + 1);
        if self.closed.len() < cells {
            self.closed.resize(cells, 0);
        }
        self.banned.resize(places, 0);
        for place in bans.places() {
            self.banned[place as usize] = self.journey;
        }
    }

    /// Closes a place at a timestep; returns `false` if it was closed already. Timesteps after
    /// which nothing changes count as one.
    pub(super) fn close(&mut self, journey: &Journey<'_>, place: Place, timestep: u32) -> bool {
        let layer = timestep.min(journey.bans.alike_from) as usize;
        let cell = &mut self.closed[layer * journey.roadmap.place_count() + place as usize];
        std::mem::replace(cell, self.journey) != self.journey
    }

    /// Where an agent may be at the timestep after this one, and its earliest arrival from there.
    #[inline]
    pub(super) fn steps<'b>(
        &'b self,
        task: &'b mut Task<'_>,
        journey: &'b Journey<'_>,
        place: Place,
        timestep: u32,
    ) -> impl Iterator<Item = (Place, u32)> + 'b {
        let ways = journey.roadmap.neighbours(place).iter().copied().chain([place]);
        ways.filter_map(move |to| {
            let total = journey.total(task, to, timestep + 1)?;
            let is_free = self.banned[to as usize] != self.journey
                || journey.bans.allow(place, to, timestep + 1);
            is_free.then_some((to, total))
        })
    }
}

/// The places up to a state; `step` returns the place of a state and the state before it, or
/// [`u32::MAX`].
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
