//! Fields over canonical arcs of a grid with eight neighbours, from a table of allowed steps.
//!
//! The arcs and their order are those that the view itself offers; what is gained is that the loop
//! sees nothing but arrays. An arc is written down before it is known to be wanted, and the end of
//! its bucket moves by 1 or 0, because on maps with many corners nobody can guess which.

use super::buckets::{Buckets, Serve, packed};
use super::distances::Stored;
use super::stop::End;
use crate::base::{Budget, Dir};
use crate::world::{GridView, Way, canonical_steps};

/// Entries served between two looks at the memory of the buckets.
const BATCH: usize = 256;

/// A view whose arcs are canonical, with the allowed steps of every cell at hand. Such a view is
/// the same both ways.
pub(super) struct Octile<'a> {
    steps: &'a [u8],
    costs: [u32; 2],
    offsets: [i32; 8],
    /// Backward, the slot names the way back.
    turn: u8,
}

impl<'a> Octile<'a> {
    /// `None` if the arcs of the view are not canonical.
    pub(super) fn of(view: &GridView<'_>, steps: &'a [u8], way: Way) -> Option<Self> {
        let turn = if way == Way::Forward { 0 } else { 4 };
        let costs = view.canonical_costs()?;
        Some(Octile { steps, costs, offsets: view.offsets(), turn })
    }

    /// Expands all of a batch and returns how many that were.
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
            // Nothing is added to the one being served, whose memory is elsewhere now.
            if at != being_served {
                bucket.reserve(8 * BATCH);
            }
        }
        let mut expanded = 0;
        for &entry in batch {
            let (node, arrival) = (entry as u32, (entry >> 32) as u16);
            let distance = distances[node as usize];
            if distance.ticks() < settled_below {
                continue; // it moved to an earlier bucket and was served there
            }
            expanded += 1;
            let steps = self.steps[node as usize];
            let mut left = match arrival {
                code @ 0..8 => canonical_steps(steps, Dir::from_code(code as u8 + self.turn)),
                _ => steps,
            };
            while left != 0 {
                let code = left.trailing_zeros();
                left &= left - 1;
                let other = node.wrapping_add_signed(self.offsets[code as usize & 7]);
                let through = distance.plus(self.costs[code as usize & 1]);
                let known = &mut distances[other as usize];
                let is_better = through < *known;
                *known = through.min(*known);
                let bucket = &mut ring[(through.ticks() >> shift) as usize & mask];
                let slot = (code as u16 + u16::from(self.turn)) & 7;
                bucket.entries[bucket.len] = packed(other, slot);
                bucket.len += usize::from(is_better);
            }
        }
        expanded
    }
}

impl Serve for Octile<'_> {
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
        // No distance of this bucket is as large as that of the next one.
        let ceiling = settled_below + (1 << buckets.shift) + u64::from(self.costs[1]);
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
