//! One worker: the calling thread.

/// The results of `work` for all items, in order; memory comes from `lend`.
pub(in crate::planner) fn map<T, M, R>(
    items: &[T],
    lend: impl Fn() -> M,
    work: impl Fn(&mut M, &T) -> R,
) -> Vec<R> {
    let mut memory = lend();
    items.iter().map(|item| work(&mut memory, item)).collect()
}

/// Lets `work` fill each row of a table, which is `width` items wide.
pub(in crate::planner) fn fill_rows<T, M>(
    table: &mut [T],
    width: usize,
    lend: impl Fn() -> M,
    work: impl Fn(&mut M, usize, &mut [T]),
) {
    let mut memory = lend();
    let rows = table.chunks_exact_mut(width.max(1)).enumerate();
    rows.for_each(|(number, row)| work(&mut memory, number, row));
}
