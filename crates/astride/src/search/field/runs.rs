//! Fields over open ground, where a straight path goes on for many tiles without a turn.
//!
//! Tiles of a straight line that have all steps, and that a canonical path only crosses, do not
//! wait in a bucket: a run writes their distances one after another, and only the last of them is
//! queued. Until its time comes, such a distance is the cost of some path, not of the cheapest one;
//! a cheaper path that comes later writes and queues the tile again.

use super::buckets::{Buckets, Serve, packed};
use super::distances::Stored;
use super::stop::End;
use crate::base::{Budget, Slot};
use crate::world::Stencil;

/// Tiles after the first that a run writes at most. Longer runs save little, and more of their tiles
/// turn out to be nearer to something else.
const LONGEST: u64 = 16;

/// The same where all runs go along rows. Others touch a line of the cache for each tile, which their
/// neighbours use again unless long runs have meanwhile taken its place.
const LONGEST_IN_ROWS: u64 = 64;

/// Tiles that a run passes over at a time.
const AT_ONCE: usize = 8;

/// How many tiles are looked at to learn whether a map is open.
const SAMPLE: usize = 512;

/// A stencil together with the masks of all tiles, most of which have all steps.
pub(super) struct Runs<'a> {
    masks: &'a [u8],
    stencil: Stencil,
    full: u8,
    /// The steps after which a canonical path goes straight on, if that tile and the one before have
    /// all steps.
    straight: u8,
    /// Whether all runs go along rows.
    in_rows: bool,
}

impl<'a> Runs<'a> {
    pub(super) fn new(stencil: Stencil, masks: &'a [u8]) -> Self {
        let full = full_mask(&stencil);
        let mut runs = Runs { masks, stencil, full, straight: 0, in_rows: false };
        let paid = || stencil.costs.into_iter().filter(|&cost| cost > 0).map(u64::from);
        // Where a diagonal step costs as much as two straight ones, a tile can be reached at the same
        // cost by steps that go on differently. Served in order of cost, the diagonal arrives first,
        // which is right; a run would be ahead of it.
        if paid().max() >= paid().min().map(|least| 2 * least) {
            return runs;
        }
        for code in (0..8).filter(|code| full >> code & 1 != 0) {
            runs.straight |= u8::from(runs.onward(code, full, full) == 1 << code) << code;
        }
        let is_in_row =
            |code: usize| runs.straight >> code & 1 == 0 || stencil.offsets[code].abs() == 1;
        runs.in_rows = (0..8).all(is_in_row);
        runs
    }

    /// Whether runs are worth while: some step has them, and at least three quarters of the
    /// passable tiles looked at have all steps. Where fewer have, most runs end at once.
    pub(super) fn pay(&self) -> bool {
        let sample = || self.masks.iter().step_by((self.masks.len() / SAMPLE) | 1);
        let full = sample().filter(|&&mask| mask == self.full).count();
        let passable = sample().filter(|&&mask| mask != 0).count();
        self.straight != 0 && passable > 0 && 4 * full >= 3 * passable
    }

    /// The most that a run can add to a distance.
    pub(super) fn longest(&self) -> u64 {
        (self.longest_run() + 1) * u64::from(self.stencil.costs.into_iter().max().unwrap_or(0))
    }

    /// Tiles after the first that a run writes at most.
    fn longest_run(&self) -> u64 {
        if self.in_rows { LONGEST_IN_ROWS } else { LONGEST }
    }

    /// The steps that a canonical path may take after step `code` from a tile of mask `before` to
    /// one of mask `there`.
    #[inline(always)]
    fn onward(&self, code: usize, before: u8, there: u8) -> u8 {
        let slot = usize::from(self.stencil.slots[code & 7] & 7);
        self.stencil.onward[slot][usize::from(there)] & !(before & self.stencil.beside[code & 7])
    }

    /// Expands entries, which hold the steps to take and the mask of their tile where others hold the
    /// arc of arrival, until `most` tiles are expanded; returns how many entries were served, and
    /// how many tiles were expanded, at most `most`.
    #[inline(always)]
    fn expand<D: Stored, const IN_ROWS: bool>(
        &self,
        entries: &[u64],
        buckets: &mut Buckets,
        distances: &mut [D],
        settled_below: u64,
        most: u64,
    ) -> (usize, u64) {
        let mut left = most;
        for (served, &entry) in entries.iter().enumerate() {
            if left == 0 {
                return (served, most);
            }
            let (node, arrival) = (entry as u32, (entry >> 32) as u16);
            let distance = distances[node as usize];
            if distance.ticks() < settled_below {
                continue; // it moved to an earlier bucket and was expanded there
            }
            left -= 1;
            let [mut steps, here] = if arrival == Slot::NONE.code() {
                [self.masks[node as usize]; 2]
            } else {
                arrival.to_le_bytes()
            };
            while steps != 0 {
                let code = steps.trailing_zeros() as usize & 7;
                steps &= steps - 1;
                let from = (node, distance, here);
                left -= self.run::<D, IN_ROWS>(code, from, buckets, distances, left);
            }
        }
        (entries.len(), most - left)
    }

    /// Steps to a neighbour, and straight on over at most `most` tiles. Queues the last tile unless
    /// it was known to be as near, and returns how many were passed over, which count as expanded.
    #[inline(always)]
    fn run<D: Stored, const IN_ROWS: bool>(
        &self,
        code: usize,
        (mut node, mut distance, mut before): (u32, D, u8),
        buckets: &mut Buckets,
        distances: &mut [D],
        most: u64,
    ) -> u64 {
        let (offset, cost) = (self.stencil.offsets[code], self.stencil.costs[code]);
        let longest = if IN_ROWS { LONGEST_IN_ROWS } else { LONGEST };
        let most = if self.straight >> code & 1 == 0 { 0 } else { most.min(longest) };
        let mut passed = 0;
        // Where runs go in other directions as well and are short, looking ahead costs what it saves.
        if IN_ROWS && before == self.full {
            while passed + AT_ONCE as u64 <= most {
                let is_passed = match offset {
                    1 => self.pass_along::<D, false>(node, distance, cost, distances),
                    _ => self.pass_along::<D, true>(node, distance, cost, distances),
                };
                if !is_passed {
                    break;
                }
                node = node.wrapping_add_signed(AT_ONCE as i32 * offset);
                distance = distance.plus(AT_ONCE as u32 * cost);
                passed += AT_ONCE as u64;
            }
        }
        loop {
            node = node.wrapping_add_signed(offset);
            distance = distance.plus(cost);
            let known = &mut distances[node as usize];
            if distance >= *known {
                return passed;
            }
            *known = distance;
            let there = self.masks[node as usize];
            if before & there != self.full || passed == most {
                let steps = self.onward(code, before, there);
                let arrival = u16::from_le_bytes([steps, there]);
                buckets.push(packed(node, arrival), distance.ticks());
                return passed;
            }
            before = there;
            passed += 1;
        }
    }

    /// Passes over the next tiles along a row at once, if all of them have all steps and are further
    /// away than by this run; otherwise nothing is done.
    #[inline(always)]
    fn pass_along<D: Stored, const BACK: bool>(
        &self,
        node: u32,
        distance: D,
        cost: u32,
        distances: &mut [D],
    ) -> bool {
        let node = node as usize;
        let tiles =
            if BACK { node.wrapping_sub(AT_ONCE)..node } else { node + 1..node + 1 + AT_ONCE };
        let Some(masks) = self.masks.get(tiles.clone()) else { return false };
        if masks != [self.full; AT_ONCE] {
            return false;
        }
        let Some(known) = distances.get_mut(tiles) else { return false };
        let nearer: [D; AT_ONCE] = std::array::from_fn(|at| {
            let steps = if BACK { AT_ONCE - at } else { at + 1 };
            distance.plus(steps as u32 * cost)
        });
        if known
            .iter()
            .zip(&nearer)
            .fold(false, |is_near, (known, nearer)| is_near | (known <= nearer))
        {
            return false;
        }
        known.copy_from_slice(&nearer);
        true
    }
}

/// All steps of a stencil.
fn full_mask(stencil: &Stencil) -> u8 {
    (0..8).filter(|&code| stencil.costs[code] > 0).fold(0, |mask, code| mask | 1 << code)
}

impl Serve for Runs<'_> {
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
        // No run that begins in this bucket ends further away.
        let ceiling = settled_below + (1 << buckets.shift) + self.longest();
        if D::of(ceiling).is_none() {
            return (0, Some(End::TooWide));
        }
        let mut served = 0;
        while served < entries.len() {
            let left = &entries[served..];
            // Most entries take at most three runs; what others need is granted in the next round.
            let granted = match budget.take_up_to(left.len() as u64 * (3 * self.longest_run() + 1))
            {
                Ok(granted) => granted,
                Err(spent) => return (served, Some(End::Spent { settled_below, spent })),
            };
            let (done, expanded) = if self.in_rows {
                self.expand::<D, true>(left, buckets, distances, settled_below, granted)
            } else {
                self.expand::<D, false>(left, buckets, distances, settled_below, granted)
            };
            budget.give_back(granted - expanded);
            *settled += expanded;
            served += done;
        }
        (entries.len(), None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_pay_on_open_ground_alone() {
        const ALL: u8 = 0b0101_0101;
        let stencil = Stencil {
            offsets: [-9, 0, 1, 0, 9, 0, -1, 0],
            costs: [5, 0, 5, 0, 5, 0, 5, 0],
            slots: [0, 1, 2, 3, 4, 5, 6, 7],
            onward: Stencil::ALL_ONWARD,
            beside: [0b1_0000, 0, 0b101_0001, 0, 1, 0, 0b1_0101, 0],
        };
        let pay = |stencil, masks: &[u8]| Runs::new(stencil, masks).pay();
        assert!(pay(stencil, &[ALL; 81]));
        assert!(pay(stencil, &[ALL, 0, ALL, ALL, 1].repeat(1900)));
        assert!(!pay(stencil, &[ALL, 0, ALL, 1, 1].repeat(1900)));
        assert!(!pay(stencil, &[0; 81]));
        assert!(
            !pay(Stencil { beside: [0; 8], ..stencil }, &[ALL; 81]),
            "no step goes straight on"
        );
        let mut costs = stencil.costs;
        costs[2] = 9;
        assert!(pay(Stencil { costs, ..stencil }, &[ALL; 81]));
        costs[2] = 10;
        assert!(!pay(Stencil { costs, ..stencil }, &[ALL; 81]), "as much as two others");
    }
}
