//! Assigning slots to units.

use astride::planner::{Assignment, CostMatrix};

use crate::crowd::plane::{Point, times, way};

/// Up to this many units the assignment is optimal.
const MOST_EXACT: usize = 200;

/// For each unit its slot, with no slot assigned twice, such that the sum of straight distances is
/// least, in whole parts; for more than [`MOST_EXACT`] units, such that exchanging the slots of two
/// neighbours would hardly shorten their distances.
pub(in crate::crowd) fn assign(units: &[Point], slots: &[Point]) -> Vec<usize> {
    let length = |unit: usize, slot: usize| {
        let line = way(units[unit], slots[slot]);
        times(line, line).isqrt() as u64
    };
    let exact = || {
        let cost = |unit, slot| Some(length(unit, slot));
        let matrix = CostMatrix::from_fn(units.len(), slots.len(), cost).ok()?;
        Assignment::least_sum(&matrix).targets().iter().copied().collect()
    };
    let is_small = units.len() <= MOST_EXACT;
    is_small.then(exact).flatten().unwrap_or_else(|| exchanged(units, slots))
}

/// Orders the slots such that rows and columns are kept, and then exchanges slots as long as that
/// reduces the sum of squared distances of a pair.
pub(in crate::crowd) fn exchanged(units: &[Point], slots: &[Point]) -> Vec<usize> {
    let ranked = |points: &[Point]| {
        let mut ranked: Vec<usize> = (0..points.len()).collect();
        ranked.sort_by_key(|&at| (points[at], at));
        ranked
    };
    let members = ranked(units);
    let mut taken = vec![0; units.len()];
    for (&member, slot) in members.iter().zip(ranked(slots)) {
        taken[member] = slot;
    }
    let square = |member: usize, slot: usize| {
        let line = way(units[member], slots[slot]);
        times(line, line)
    };
    // Pairs that are close in this order; a few rounds settle nearly all of them.
    for _ in 0..8 {
        for first in 0..members.len() {
            for second in first + 1..(first + 17).min(members.len()) {
                let (a, b) = (members[first], members[second]);
                let kept = square(a, taken[a]) + square(b, taken[b]);
                if square(a, taken[b]) + square(b, taken[a]) < kept {
                    taken.swap(a, b);
                }
            }
        }
    }
    taken
}

#[cfg(test)]
mod tests {
    use super::*;
    use astride::base::Random;

    fn total(units: &[Point], slots: &[Point], taken: &[usize]) -> i64 {
        let line = |unit: usize| way(units[unit], slots[taken[unit]]);
        (0..units.len()).map(|unit| times(line(unit), line(unit)).isqrt()).sum()
    }

    /// The least total over all orders of the slots.
    fn least(units: &[Point], slots: &[Point], taken: &mut Vec<usize>) -> i64 {
        if taken.len() == units.len() {
            return total(units, slots, taken);
        }
        let mut best = i64::MAX;
        for slot in 0..slots.len() {
            if !taken.contains(&slot) {
                taken.push(slot);
                best = best.min(least(units, slots, taken));
                taken.pop();
            }
        }
        best
    }

    #[test]
    fn no_order_of_the_slots_is_shorter() {
        let mut dice = Random::new(11);
        for round in 0..60 {
            let count = 1 + round % 7;
            let mut points = |_| [dice.below(1 << 20) as i32, dice.below(1 << 20) as i32];
            let units: Vec<Point> = (0..count).map(&mut points).collect();
            let slots: Vec<Point> = (0..count).map(&mut points).collect();
            let taken = assign(&units, &slots);
            let mut sorted = taken.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, (0..count).collect::<Vec<_>>(), "each slot once");
            let best = least(&units, &slots, &mut Vec::new());
            assert_eq!(total(&units, &slots, &taken), best, "round {round}");
            assert!(total(&units, &slots, &exchanged(&units, &slots)) <= 2 * best, "round {round}");
        }
    }
}
