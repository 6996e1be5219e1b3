//! The turning points of all paths, in one store.
//!
//! An agent owns a range of it and consumes it from the front. When the store is full, ranges still
//! in use are compacted, so memory grows only with what is in use at once.

use crate::agents::crowd::agent::Agent;

#[derive(Clone, Debug, Default)]
pub(super) struct Legs {
    nodes: Vec<u32>,
    spare: Vec<u32>,
}

/// The minimum capacity.
const LEAST: usize = 1024;

impl Legs {
    /// Replaces the turning points of agent `id`.
    pub(super) fn give(&mut self, agents: &mut [Agent], id: usize, turns: &[u32]) {
        agents[id].len = 0;
        if self.nodes.len() + turns.len() > self.nodes.capacity() {
            self.move_together(agents, turns.len());
        }
        let agent = &mut agents[id];
        (agent.first, agent.len) = (self.nodes.len() as u32, turns.len() as u32);
        self.nodes.extend_from_slice(turns);
    }

    /// The remaining turning points of an agent.
    pub(super) fn of(&self, agent: &Agent) -> &[u32] {
        &self.nodes[agent.first as usize..(agent.first + agent.len) as usize]
    }

    /// Bytes held.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> usize {
        (self.nodes.capacity() + self.spare.capacity()) * size_of::<u32>()
    }

    fn move_together(&mut self, agents: &mut [Agent], more: usize) {
        let owned: usize = agents.iter().map(|agent| agent.len as usize).sum();
        // Twice what is needed, so that the next compaction is far off.
        let room = (2 * (owned + more)).next_power_of_two().max(LEAST);
        self.spare.clear();
        self.spare.reserve(room.max(self.nodes.capacity()));
        for agent in agents {
            let first = self.spare.len() as u32;
            let owned = agent.first as usize..(agent.first + agent.len) as usize;
            self.spare.extend_from_slice(&self.nodes[owned]);
            agent.first = first;
        }
        std::mem::swap(&mut self.nodes, &mut self.spare);
    }
}
