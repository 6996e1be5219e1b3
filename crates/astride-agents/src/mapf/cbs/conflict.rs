//! Where agents collide if each walks as if it were alone.

use super::super::task::Walk;
use super::bans::Ban;
use crate::roadmap::{NOWHERE, Place};

/// Two agents meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Conflict {
    /// The two, the lesser first.
    pub(super) agents: [u32; 2],
    pub(super) timestep: u32,
    /// Where each of them comes to; the same place, or they exchange places.
    pub(super) to: [Place; 2],
}

impl Conflict {
    /// Whether the two exchange places.
    pub(super) fn is_swap(&self) -> bool {
        self.to[0] != self.to[1]
    }

    /// What each of them must not do, so that the other can do it.
    pub(super) fn bans(&self) -> [Ban; 2] {
        let Conflict { timestep, to: [first, second], .. } = *self;
        if self.is_swap() {
            let step = |from, to| Ban::Step { from, to, timestep };
            [step(second, first), step(first, second)]
        } else {
            [Ban::visit(first, timestep); 2]
        }
    }
}

/// Memory for finding conflicts.
pub(super) struct Meetings {
    /// The agent on each place, now and a timestep before.
    on: [Vec<u32>; 2],
}

impl Meetings {
    pub(super) fn new(places: usize) -> Self {
        Meetings { on: [vec![NOWHERE; places], vec![NOWHERE; places]] }
    }

    /// Reports the conflicts between walks, those of earlier timesteps first. O(agents × timesteps).
    pub(super) fn find(&mut self, walks: &[&Walk], mut found: impl FnMut(Conflict)) {
        let end = walks.iter().map(|walk| walk.len()).max().unwrap_or(0);
        let place = |agent: usize, timestep: usize| {
            let walk = walks[agent];
            walk[timestep.min(walk.len() - 1)]
        };
        for timestep in 0..end {
            let [on, before] = &mut self.on;
            let mut tell = |other: u32, agent: usize, to: [Place; 2]| {
                let (agents, timestep) = ([other, agent as u32], timestep as u32);
                let [agents, to] = if other < agents[1] {
                    [agents, to]
                } else {
                    [[agents[1], other], [to[1], to[0]]]
                };
                found(Conflict { agents, timestep, to });
            };
            for agent in 0..walks.len() {
                let at = place(agent, timestep);
                let other = std::mem::replace(&mut on[at as usize], agent as u32);
                if other != NOWHERE {
                    tell(other, agent, [at, at]);
                }
                // The one that was there comes here.
                let from = place(agent, timestep.saturating_sub(1));
                let comer = before[at as usize];
                let is_swap = comer != NOWHERE
                    && (comer as usize) < agent
                    && from != at
                    && place(comer as usize, timestep) == from;
                if is_swap {
                    tell(comer, agent, [from, at]);
                }
            }
            if timestep > 0 {
                for agent in 0..walks.len() {
                    before[place(agent, timestep - 1) as usize] = NOWHERE;
                }
            }
            self.on.swap(0, 1);
        }
        for agent in 0..walks.len() {
            self.on[1][place(agent, end.saturating_sub(1)) as usize] = NOWHERE;
        }
    }
}
