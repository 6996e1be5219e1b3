//! The turning points of all paths, in one store.
//!
//! A body owns a range of it and eats it up from the front. When the store is full what is still
//! owned is moved together, so memory grows only with what is in use at once.

use crate::units::body::Body;

#[derive(Clone, Debug, Default)]
pub(super) struct Legs {
    nodes: Vec<u32>,
    spare: Vec<u32>,
}

/// The least room that is taken.
const LEAST: usize = 1024;

impl Legs {
    /// Gives body `id` other turning points.
    pub(super) fn give(&mut self, bodies: &mut [Body], id: usize, turns: &[u32]) {
        bodies[id].len = 0;
        if self.nodes.len() + turns.len() > self.nodes.capacity() {
            self.move_together(bodies, turns.len());
        }
        let body = &mut bodies[id];
        (body.first, body.len) = (self.nodes.len() as u32, turns.len() as u32);
        self.nodes.extend_from_slice(turns);
    }

    /// The turning points that a body has left.
    pub(super) fn of(&self, body: &Body) -> &[u32] {
        &self.nodes[body.first as usize..(body.first + body.len) as usize]
    }

    /// Bytes held.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> usize {
        (self.nodes.capacity() + self.spare.capacity()) * size_of::<u32>()
    }

    fn move_together(&mut self, bodies: &mut [Body], more: usize) {
        let owned: usize = bodies.iter().map(|body| body.len as usize).sum();
        // Twice what is needed, so that the next time is far off.
        let room = (2 * (owned + more)).next_power_of_two().max(LEAST);
        self.spare.clear();
        self.spare.reserve(room.max(self.nodes.capacity()));
        for body in bodies {
            let first = self.spare.len() as u32;
            let owned = body.first as usize..(body.first + body.len) as usize;
            self.spare.extend_from_slice(&self.nodes[owned]);
            body.first = first;
        }
        std::mem::swap(&mut self.nodes, &mut self.spare);
    }
}
