//! One worker.

/// A worker and its memory.
pub(in crate::index::hubs) struct Crew<S> {
    memory: S,
}

impl<S> Crew<S> {
    /// A crew whose workers get their memory from `make`.
    pub(in crate::index::hubs) fn new(make: impl Fn() -> S) -> Self {
        Crew { memory: make() }
    }

    /// The results for all items, in order.
    pub(in crate::index::hubs) fn map<T, R>(
        &mut self,
        items: &[T],
        work: impl Fn(&mut S, &T) -> R,
    ) -> Vec<R> {
        items.iter().map(|item| work(&mut self.memory, item)).collect()
    }

    /// The sum of a value over the memories of all workers.
    pub(in crate::index::hubs) fn sum(&self, part: impl Fn(&S) -> u64) -> u64 {
        part(&self.memory)
    }
}
