//! The same work on many items, by one thread or, with the feature `parallel`, by several.
//!
//! Results are in the order of the items and each depends only on its item, so they are the same for
//! any number of threads.

/// The results of `work` for all items, in order, which are numbered from 0; each thread gets memory
/// from `lend`. As many threads work as the current pool of rayon has.
#[cfg(feature = "parallel")]
pub(crate) fn map<T: Send, M, R: Send>(
    items: &mut [T],
    lend: impl Fn() -> M + Send + Sync,
    work: impl Fn(&mut M, usize, &mut T) -> R + Send + Sync,
) -> Vec<R> {
    use rayon::prelude::*;
    let items = items.par_iter_mut().enumerate();
    items.map_init(lend, |memory, (number, item)| work(memory, number, item)).collect()
}

/// The results of `work` for all items, in order, which are numbered from 0; memory comes from
/// `lend`.
#[cfg(not(feature = "parallel"))]
pub(crate) fn map<T, M, R>(
    items: &mut [T],
    lend: impl Fn() -> M,
    work: impl Fn(&mut M, usize, &mut T) -> R,
) -> Vec<R> {
    let mut memory = lend();
    let items = items.iter_mut().enumerate();
    items.map(|(number, item)| work(&mut memory, number, item)).collect()
}
