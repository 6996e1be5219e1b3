//! The steps with which a canonical path may continue.

use super::super::steps::{BOXES, OPEN, STEPS, bit, kind, spanned};
use crate::base::SmallSort;

/// For each arriving step and each next step, the alternatives.
#[derive(Clone, Debug)]
pub(super) struct Turns {
    /// By arrival: the steps without an alternative in open space.
    natural: [u32; 26],
    /// By arrival and next step: where its patterns begin in `instead`.
    starts: Vec<u32>,
    /// Patterns around the place of the turn; if one of them is free, the turn is pruned.
    instead: Vec<u32>,
}

impl Turns {
    /// For steps of these costs.
    pub(super) fn new(ticks: [u32; 3]) -> Self {
        let mut turns = Turns { natural: [0; 26], starts: vec![0], instead: Vec::new() };
        for arrival in 0..26 {
            for next in 0..26 {
                let patterns = instead_of(arrival, next, ticks);
                turns.natural[arrival] |= u32::from(patterns.is_empty()) << next;
                turns.instead.extend(patterns);
                turns.starts.push(turns.instead.len() as u32);
            }
        }
        turns
    }

    /// The next steps after an arrival if all around is free.
    #[inline(always)]
    pub(super) fn natural(&self, arrival: usize) -> u32 {
        self.natural[arrival]
    }

    /// The next steps after an arrival, among those allowed in a pattern.
    pub(super) fn onward(&self, arrival: usize, pattern: u32, allowed: u32) -> u32 {
        let natural = self.natural[arrival] & allowed;
        if pattern == OPEN {
            return natural;
        }
        let (mut onward, mut left) = (natural, allowed & !natural);
        while left != 0 {
            let next = left.trailing_zeros() as usize;
            left &= left - 1;
            let at = arrival * 26 + next;
            let patterns = &self.instead[self.starts[at] as usize..self.starts[at + 1] as usize];
            let is_left_out = patterns.iter().any(|&free| free & !pattern == 0);
            onward |= u32::from(!is_left_out) << next;
        }
        onward
    }
}

/// The patterns in which the turn from one step to the next has a cheaper alternative, or an
/// equally cheap one that is earlier in the order of steps. Only the minimal ones.
fn instead_of(arrival: usize, next: usize, ticks: [u32; 3]) -> Vec<u32> {
    let cost = |step: usize| ticks[kind(step)];
    let most = cost(arrival) + cost(next);
    let before = STEPS[arrival].map(|along| -along);
    let sum = |a: [i8; 3], b: [i8; 3]| std::array::from_fn(|axis| a[axis] + b[axis]);
    // The voxels of the turn itself are free.
    let known = spanned(before, [0; 3]) | BOXES[next];
    let mut patterns = Vec::new();
    let end = STEPS[next];
    // If the turn leads back, nothing needs to be walked.
    if end == before {
        return vec![0];
    }
    for (first, &along) in STEPS.iter().enumerate() {
        let middle: [i8; 3] = sum(before, along);
        if middle == [0; 3] || bit(middle).is_none() {
            continue;
        }
        if middle == end {
            // One step is cheaper than two.
            patterns.push(spanned(before, middle) & !known);
            continue;
        }
        let Some(second) = (0..26).find(|&second| sum(middle, STEPS[second]) == end) else {
            continue;
        };
        let both = cost(first) + cost(second);
        if both < most || (both == most && is_earlier(first, arrival)) {
            patterns.push((spanned(before, middle) | spanned(middle, end)) & !known);
        }
    }
    patterns.sort_small_by_key(|pattern| pattern.count_ones());
    let mut least: Vec<u32> = Vec::new();
    for pattern in patterns {
        if least.iter().all(|&other| pattern & other != other) {
            least.push(pattern);
        }
    }
    least
}

/// Whether a canonical path prefers one step to another: those along more axes come first.
fn is_earlier(step: usize, other: usize) -> bool {
    (kind(other), step) < (kind(step), other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn natural_after(step: [i8; 3]) -> Vec<[i8; 3]> {
        let turns = Turns::new([326_491, 461_728, 565_499]);
        let arrival = STEPS.iter().position(|&other| other == step).expect("a step");
        let onward = turns.onward(arrival, OPEN, (1 << 26) - 1);
        (0..26).filter(|at| onward >> at & 1 != 0).map(|at| STEPS[at]).collect()
    }

    #[test]
    fn in_the_open_paths_only_lose_axes() {
        assert_eq!(natural_after([0, -1, 0]), [[0, -1, 0]]);
        assert_eq!(natural_after([1, 0, -1]), [[1, 0, 0], [0, 0, -1], [1, 0, -1]]);
        assert_eq!(natural_after([1, 1, 1]).len(), 7);
    }

    #[test]
    fn a_blocked_voxel_beside_the_way_allows_a_turn_behind_it() {
        let turns = Turns::new([326_491, 461_728, 565_499]);
        // Arriving along x; the voxel beside the previous place along y is blocked.
        let pattern = OPEN & !bit([-1, 1, 0]).expect("near");
        let onward = turns.onward(0, pattern, (1 << 26) - 1);
        let steps: Vec<_> =
            (0..26).filter(|at| onward >> at & 1 != 0).map(|at| STEPS[at]).collect();
        assert!(steps.contains(&[0, 1, 0]) && steps.contains(&[1, 1, 0]), "{steps:?}");
        assert!(steps.contains(&[1, 1, 1]) && !steps.contains(&[0, 1, 1]), "{steps:?}");
    }
}
