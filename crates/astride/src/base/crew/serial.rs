//! One worker.

/// A worker and its memory.
pub(crate) struct Crew<S> {
    memory: S,
}

impl<S> Crew<S> {
    /// A crew whose workers get their memory from `make`.
    pub(crate) fn new(make: impl Fn() -> S) -> Self {
        Crew { memory: make() }
    }

    /// The results for all items, in order.
    pub(crate) fn map<T, R>(&mut self, items: &[T], work: impl Fn(&mut S, &T) -> R) -> Vec<R> {
        items.iter().map(|item| work(&mut self.memory, item)).collect()
    }

    /// The same for items that are worth a worker each.
    pub(crate) fn map_large<T, R>(
        &mut self,
        items: &[T],
        work: impl Fn(&mut S, &T) -> R,
    ) -> Vec<R> {
        self.map(items, work)
    }

    /// The sum of a value over the memories of all workers.
    pub(crate) fn sum(&self, part: impl Fn(&S) -> u64) -> u64 {
        part(&self.memory)
    }
}
