//! Each value of a line joined with those that follow it, by doubling.

use std::ops::Range;

/// Initially each value represents as many values as the start of `lengths` says: itself and the
/// next ones at distances of `stride`. Joins it with those that follow, until it represents as many
/// as the end of `lengths` says. Where there are not enough values, the result is meaningless.
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
