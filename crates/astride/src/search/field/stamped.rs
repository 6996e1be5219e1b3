//! Fields over tiles, computed from a stencil and a table of masks.
//!
//! The arcs and their order are the same as those the world itself offers, but the loop touches
//! only arrays. An arc is written before it is known whether it is needed, and the end of its
//! bucket moves by 1 or 0, because on maps with many corners that branch is unpredictable.

use super::buckets::{Buckets, Serve, packed};
use super::distances::Stored;
use super::stop::End;
use crate::base::Budget;
use crate::world::Stencil;

/// Entries served between two checks of the memory of the buckets.
const BATCH: usize = 256;

/// A stencil together with the masks of all tiles.
pub(super) struct Stamped<'a> {
    masks: &'a [u8],
    stencil: Stencil,
    most: u32,
}

impl<'a> Stamped<'a> {
    pub(super) fn new(stencil: Stencil, masks: &'a [u8]) -> Self {
        let most = stencil.costs.into_iter().max().unwrap_or(0);
        Stamped { masks, stencil, most }
    }

    /// Expands a whole batch and returns its length.
    #[inline(always)]
    fn expand<D: Stored>(
        &self,
        batch: &[u64],
        buckets: &mut Buckets,
        distances: &mut [D],
        settled_below: u64,
    ) -> u64 {
        let mask = buckets.ring.len() - 1;
        let shift = buckets.shift;
        let being_served = buckets.current as usize & mask;
        let ring = &mut buckets.ring[..];
        for (at, bucket) in ring.iter_mut().enumerate() {
            // Nothing is added to the bucket being served, whose memory is elsewhere now.
            if at != being_served {
                bucket.reserve(8 * BATCH);
            }
        }
        let mut expanded = 0;
        for &entry in batch {
            let (node, arrival) = (entry as u32, (entry >> 32) as u16);
            let distance = distances[node as usize];
            if distance.ticks() < settled_below {
                continue; // it moved to an earlier bucket and was expanded there
            }
            expanded += 1;
            let steps = self.masks[node as usize];
            let mut left = match arrival {
                slot @ 0..8 => self.stencil.onward[slot as usize][steps as usize],
                _ => steps,
            };
            while left != 0 {
                let code = left.trailing_zeros();
                left &= left - 1;
                let other = node.wrapping_add_signed(self.stencil.offsets[code as usize & 7]);
                let through = distance.plus(self.stencil.costs[code as usize & 7]);
                let known = &mut distances[other as usize];
                let is_better = through < *known;
                *known = through.min(*known);
                let bucket = &mut ring[(through.ticks() >> shift) as usize & mask];
                let slot = self.stencil.slots[code as usize & 7];
                bucket.entries[bucket.len] = packed(other, u16::from(slot));
                bucket.len += usize::from(is_better);
            }
        }
        expanded
    }
}

impl Serve for Stamped<'_> {
    #[inline(always)]
    fn serve<D: Stored>(
        &self,
        entries: &[u64],
        buckets: &mut Buckets,
        distances: &mut [D],
        settled: &mut u64,
        budget: &mut Budget<'_>,
    ) -> (usize, Option<End>) {
        let settled_below = buckets.current << buckets.shift;
        // Every distance in this bucket is smaller than any in the next one.
        let ceiling = settled_below + (1 << buckets.shift) + u64::from(self.most);
        if D::of(ceiling).is_none() {
            return (0, Some(End::TooWide));
        }
        let mut served = 0;
        while served < entries.len() {
            let wanted = (entries.len() - served).min(BATCH);
            let granted = match budget.take_up_to(wanted as u64) {
                Ok(granted) => granted,
                Err(spent) => return (served, Some(End::Spent { settled_below, spent })),
            };
            let batch = &entries[served..served + granted as usize];
            let expanded = self.expand(batch, buckets, distances, settled_below);
            budget.give_back(granted - expanded);
            *settled += expanded;
            served += batch.len();
        }
        (entries.len(), None)
    }
}
