//! Joins each value of a line with those that follow it, by doubling.

use std::ops::Range;

/// Joins each value with those that follow at distances of `stride`. On entry each stands for
/// `lengths.start` values (at least 1), itself included; afterwards for `lengths.end`, or for all that are
/// left. Runs overlap, so joining a value with itself must not change it.
pub(crate) fn join_ahead<T: Copy>(
    values: &mut [T],
    stride: usize,
    lengths: Range<usize>,
    join: impl Fn(T, T) -> T,
) {
    let mut covered = lengths.start;
    while covered < lengths.end {
        let step = covered.min(lengths.end - covered);
        for at in 0..values.len().saturating_sub(step.saturating_mul(stride)) {
            values[at] = join(values[at], values[at + step * stride]);
        }
        covered += step;
    }
}

#[cfg(test)]
mod tests {
    use super::join_ahead;
    use crate::base::Random;

    #[test]
    fn values_stand_for_those_ahead_as_far_as_there_are_any() {
        let mut dice = Random::new(1);
        for case in 0..500 {
            let values: Vec<u32> = (0..dice.below(30)).map(|_| dice.below(99)).collect();
            let stride = 1 + dice.below(4) as usize;
            let (first, count) = (1 + dice.below(9) as usize, dice.below(40) as usize);
            let mut joined = values.clone();
            join_ahead(&mut joined, stride, 1..first, u32::max);
            join_ahead(&mut joined, stride, first..count, u32::max);
            for (at, most) in joined.iter().enumerate() {
                let ahead = values[at..].iter().step_by(stride).take(first.max(count));
                assert_eq!(Some(most), ahead.max(), "case {case}");
            }
        }
    }
}
