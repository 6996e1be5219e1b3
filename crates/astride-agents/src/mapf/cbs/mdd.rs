//! All walks of one agent that arrive as early as it can: a diagram of decisions, level by level.
//!
//! Sharon, Stern, Goldenberg & Felner, "The Increasing Cost Tree Search for Optimal Multi-Agent
//! Pathfinding", Artificial Intelligence 195, 2013.

use super::super::task::Task;
use super::bans::Bans;
use crate::roadmap::Place;

/// Where an agent can be at each timestep up to its arrival, and where it can go on from there.
#[derive(Debug, Default)]
pub(super) struct Mdd {
    /// Where the places of each level begin, and the end of the last.
    levels: Vec<u32>,
    /// The places, level by level.
    places: Vec<Place>,
    /// Where the onward ways of each place begin, and the end of the last.
    first: Vec<u32>,
    /// Onward ways, as positions in the next level.
    ways: Vec<u32>,
}

impl Mdd {
    /// The diagram of an agent that arrives at `arrival` and not earlier.
    pub(super) fn new(task: &mut Task<'_>, agent: u32, bans: &Bans, arrival: u32) -> Self {
        let (start, goal) =
            (task.instance.starts()[agent as usize], task.instance.goals()[agent as usize]);
        let roadmap = task.instance.roadmap();
        // Forward: where it can come in time.
        let mut layers: Vec<Vec<Place>> = vec![vec![start]];
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
        // Backward: only what leads on to the goal counts.
        layers[arrival as usize] = vec![goal];
        let leads_on = |from: Place, to: Place, timestep: u32, next: &[Place]| {
            next.binary_search(&to).is_ok() && bans.allow(from, to, timestep + 1)
        };
        for timestep in (0..arrival).rev() {
            let (before, behind) = layers.split_at_mut(timestep as usize + 1);
            before[timestep as usize].retain(|&from| {
                let mut ways = roadmap.neighbours(from).iter().chain([&from]);
                ways.any(|&to| leads_on(from, to, timestep, &behind[0]))
            });
        }
        task.owe(layers.iter().map(Vec::len).sum::<usize>());
        let mut mdd = Mdd { levels: vec![0], first: vec![0], ..Mdd::default() };
        for (timestep, layer) in layers.iter().enumerate() {
            let next = layers.get(timestep + 1).map_or(&[][..], |next| next);
            for &from in layer {
                for to in roadmap.neighbours(from).iter().chain([&from]) {
                    let at = next.binary_search(to);
                    if let Ok(at) = at.as_ref().copied()
                        && bans.allow(from, *to, timestep as u32 + 1)
                    {
                        mdd.ways.push(at as u32);
                    }
                }
                mdd.first.push(mdd.ways.len() as u32);
            }
            mdd.places.extend_from_slice(layer);
            mdd.levels.push(mdd.places.len() as u32);
        }
        mdd
    }

    /// About how many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        let numbers = [&self.levels, &self.places, &self.first, &self.ways];
        numbers.iter().map(|numbers| size_of_val(&numbers[..])).sum()
    }

    /// When the agent arrives.
    pub(super) fn arrival(&self) -> u32 {
        self.levels.len() as u32 - 2
    }

    /// Where it can be at a timestep; after its arrival it stays.
    pub(super) fn level(&self, timestep: u32) -> &[Place] {
        let level = timestep.min(self.arrival()) as usize;
        &self.places[self.levels[level] as usize..self.levels[level + 1] as usize]
    }

    /// Where it can go on to from a position of a level, as positions of the next one.
    pub(super) fn ways(&self, timestep: u32, position: usize) -> &[u32] {
        if timestep >= self.arrival() {
            return &[0];
        }
        let node = self.levels[timestep as usize] as usize + position;
        &self.ways[self.first[node] as usize..self.first[node + 1] as usize]
    }

    /// Whether it can only be on one place at a timestep.
    pub(super) fn is_narrow(&self, timestep: u32) -> bool {
        self.level(timestep).len() == 1
    }
}
