//! As many workers as the current pool of rayon has threads.

use rayon::prelude::*;

/// Up to this number of items it costs more to hand work over than to do it.
const TOGETHER: usize = 8;

/// The results of `work` for all items, in order; each worker gets memory from `lend`.
pub(in crate::planner) fn map<T: Sync, M, R: Send>(
    items: &[T],
    lend: impl Fn() -> M + Send + Sync,
    work: impl Fn(&mut M, &T) -> R + Send + Sync,
) -> Vec<R> {
    let items = items.par_iter().with_min_len(TOGETHER);
    items.map_init(lend, |memory, item| work(memory, item)).collect()
}

/// Lets `work` fill each row of a table, which is `width` items wide.
pub(in crate::planner) fn fill_rows<T: Send, M>(
    table: &mut [T],
    width: usize,
    lend: impl Fn() -> M + Send + Sync,
    work: impl Fn(&mut M, usize, &mut [T]) + Send + Sync,
) {
    let rows = table.par_chunks_exact_mut(width.max(1)).enumerate();
    rows.for_each_init(lend, |memory, (number, row)| work(memory, number, row));
}
