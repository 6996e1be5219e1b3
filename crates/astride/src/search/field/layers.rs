//! Fields where every arc costs the same: one layer of cells after another, without any order.
//!
//! Moore, "The shortest path through a maze", 1959. All cells of a layer have one distance, so two
//! arrays are all the queue there is, each a layer long. The loop over the four neighbours has no
//! branch: a neighbour that is not there is the cell itself, and the end of the next layer moves by
//! 1 or 0. Branches on it cost 6 ns per cell on maps of rooms, where they are hard to guess.

use super::distances::Stored;
use super::stop::{End, Stop};
use crate::base::Budget;
use crate::world::GridView;

/// The layer being served and the next one.
#[derive(Clone, Debug, Default)]
pub(super) struct Layers {
    current: Vec<u32>,
    /// How many cells the current layer has, and how many of them are served.
    len: usize,
    served: usize,
    next: Vec<u32>,
    next_len: usize,
    /// Ticks of the current layer, and from one layer to the next.
    distance: u64,
    cost: u32,
    /// Id differences of north, east, south and west.
    offsets: [i32; 4],
}

impl Layers {
    /// Begins with an empty first layer at `distance` ticks.
    pub(super) fn begin(&mut self, view: &GridView<'_>, cost: u32, distance: u64) {
        let [north, _, east, _, south, _, west, _] = view.offsets();
        self.offsets = [north, east, south, west];
        (self.cost, self.distance) = (cost, distance);
        (self.len, self.served, self.next_len) = (0, 0, 0);
    }

    /// Adds a source to the first layer.
    pub(super) fn push(&mut self, node: u32) {
        self.current.truncate(self.len);
        self.current.push(node);
        self.len += 1;
    }

    pub(super) fn bytes(&self) -> usize {
        (self.current.capacity() + self.next.capacity()) * 4
    }

    #[inline(never)]
    pub(super) fn run<D: Stored>(
        &mut self,
        steps: &[u8],
        distances: &mut [D],
        stop: &mut Stop,
        settled: &mut u64,
        budget: &mut Budget<'_>,
    ) -> End {
        while self.len > 0 {
            // No cell beyond the next layer is nearer than it.
            let further = self.distance + u64::from(self.cost);
            if stop.is_due(distances, further) {
                return End::Stopped { settled_below: further };
            }
            let Some(stored) = D::of(further) else { return End::TooWide };
            while self.served < self.len {
                let settled_below = self.distance;
                match budget.take_up_to((self.len - self.served) as u64) {
                    Ok(granted) => {
                        *settled += granted;
                        self.serve(granted as usize, steps, distances, stored);
                    }
                    Err(spent) => return End::Spent { settled_below, spent },
                }
            }
            std::mem::swap(&mut self.current, &mut self.next);
            (self.len, self.served, self.next_len) = (self.next_len, 0, 0);
            self.distance = further;
        }
        End::Complete
    }

    /// Expands the next `count` cells of the current layer.
    #[inline(always)]
    fn serve<D: Stored>(&mut self, count: usize, steps: &[u8], distances: &mut [D], further: D) {
        // Every neighbour is written at the end of the layer, also those that do not stay.
        let most = self.next_len + 4 * count + 1;
        if self.next.len() < most {
            self.next.resize(most, 0);
        }
        let mut end = self.next_len;
        for &at in &self.current[self.served..self.served + count] {
            let steps = steps[at as usize];
            for (side, offset) in self.offsets.into_iter().enumerate() {
                // All ones if the step is allowed; the compiler makes a branch of anything plainer.
                let open = i32::from(steps >> (2 * side) & 1).wrapping_neg();
                let there = at.wrapping_add_signed(offset & open);
                let known = &mut distances[there as usize];
                let is_new = further < *known;
                *known = further.min(*known);
                self.next[end] = there;
                end += usize::from(is_new);
            }
        }
        self.next_len = end;
        self.served += count;
    }
}
