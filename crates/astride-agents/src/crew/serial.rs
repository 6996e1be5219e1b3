//! One worker.

use astride::base::Budget;

/// Does both pieces of work, each within its number of expansions of the budget.
pub(crate) fn beside<R, S>(
    budget: &mut Budget<'_>,
    [most, most_beside]: [u64; 2],
    work: impl FnOnce(&mut Budget<'_>) -> R,
    beside: impl FnOnce(&mut Budget<'_>) -> S,
) -> (R, S) {
    (budget.at_most(most, work), budget.at_most(most_beside, beside))
}

/// Lets `work` change each of the items, whose number it is told, with memory that it may use. About
/// `load` of them take time.
pub(crate) fn for_each<T, S: Default>(
    items: &mut [T],
    load: usize,
    work: impl Fn(&mut S, usize, &mut T),
) {
    let _ = load;
    let mut memory = S::default();
    items.iter_mut().enumerate().for_each(|(at, item)| work(&mut memory, at, item));
}

/// A worker and its memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Crew<S> {
    memory: S,
}

impl<S> Crew<S> {
    /// Stores in each result what `work` makes of its number. About `load` of them take time.
    pub(crate) fn fill<R>(
        &mut self,
        results: &mut [R],
        load: usize,
        work: impl Fn(&mut S, usize) -> R,
    ) {
        let _ = load;
        for (at, result) in results.iter_mut().enumerate() {
            *result = work(&mut self.memory, at);
        }
    }

    /// The memories of all workers.
    pub(crate) fn memories(&mut self) -> impl Iterator<Item = &mut S> {
        [&mut self.memory].into_iter()
    }
}
