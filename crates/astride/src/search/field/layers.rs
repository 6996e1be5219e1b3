//! Fields where every arc has the same cost: cells are processed layer by layer, with no priority
//! queue.
//!
//! Moore, "The shortest path through a maze", 1959. All cells of a layer have the same distance, so
//! two arrays, each as long as a layer, are the whole queue. The loop over the neighbours is
//! branch-free: a missing neighbour is replaced by the cell itself, and the end of the next layer
//! moves by 1 or 0. On maps of rooms, where the branches are hard to predict, they would cost 6 ns
//! per cell.

use super::distances::Stored;
use super::stop::{End, Stop};
use crate::base::Budget;
use crate::world::Stencil;

/// The layer being served and the next one.
#[derive(Clone, Debug, Default)]
pub(super) struct Layers {
    current: Vec<u32>,
    /// The number of cells in the current layer, and how many of them are served.
    len: usize,
    served: usize,
    next: Vec<u32>,
    next_len: usize,
    /// The distance of the current layer, and the step to the next one, in ticks.
    distance: u64,
    cost: u32,
    /// Id offsets of the steps in the stencil, and their bits in a mask.
    offsets: [i32; 8],
    bits: [u8; 8],
    sides: usize,
}

impl Layers {
    /// Begins with an empty first layer at `distance` ticks.
    pub(super) fn begin(&mut self, stencil: &Stencil, cost: u32, distance: u64) {
        // Bit 7, which stands in for a missing side, is never set in a mask of fewer than eight
        // sides.
        (self.offsets, self.bits, self.sides) = ([0; 8], [7; 8], 0);
        for code in (0..8).filter(|&code| stencil.costs[code] > 0) {
            (self.offsets[self.sides], self.bits[self.sides]) = (stencil.offsets[code], code as u8);
            self.sides += 1;
        }
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

    pub(super) fn run<D: Stored>(
        &mut self,
        steps: &[u8],
        distances: &mut [D],
        stop: &mut Stop,
        settled: &mut u64,
        budget: &mut Budget<'_>,
    ) -> End {
        match self.sides {
            0..=4 => self.run_sides::<D, 4>(steps, distances, stop, settled, budget),
            _ => self.run_sides::<D, 8>(steps, distances, stop, settled, budget),
        }
    }

    #[inline(never)]
    fn run_sides<D: Stored, const SIDES: usize>(
        &mut self,
        steps: &[u8],
        distances: &mut [D],
        stop: &mut Stop,
        settled: &mut u64,
        budget: &mut Budget<'_>,
    ) -> End {
        while self.len > 0 {
            // No cell outside the next layer is nearer than it.
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
                        self.serve::<D, SIDES>(granted as usize, steps, distances, stored);
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
    fn serve<D: Stored, const SIDES: usize>(
        &mut self,
        count: usize,
        steps: &[u8],
        distances: &mut [D],
        further: D,
    ) {
        // Every neighbour is written past the end of the layer, even if it is not kept.
        let most = self.next_len + SIDES * count + 1;
        if self.next.len() < most {
            self.next.resize(most, 0);
            // As long as the other: which of them comes first next time is not known.
            self.current.resize(most.max(self.current.len()), 0);
        }
        let mut end = self.next_len;
        for &at in &self.current[self.served..self.served + count] {
            let steps = steps[at as usize];
            for (&offset, &bit) in self.offsets[..SIDES].iter().zip(&self.bits[..SIDES]) {
                // All ones if the step is allowed; the compiler turns any plainer form into a
                // branch.
                let open = i32::from(steps >> (bit & 7) & 1).wrapping_neg();
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
