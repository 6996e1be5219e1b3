//! As many workers as rayon has threads.

use rayon::prelude::*;

/// Below this number of items it does not pay to wake a second worker.
const FEW: usize = 32;

/// The workers' memories.
pub(crate) struct Crew<S> {
    memories: Vec<S>,
}

impl<S: Send> Crew<S> {
    /// A crew whose workers get their memory from `make`.
    pub(crate) fn new(make: impl Fn() -> S) -> Self {
        let workers = rayon::current_num_threads().max(1);
        Crew { memories: (0..workers).map(|_| make()).collect() }
    }

    /// The results for all items, in order.
    pub(crate) fn map<T: Sync, R: Send>(
        &mut self,
        items: &[T],
        work: impl Fn(&mut S, &T) -> R + Sync,
    ) -> Vec<R> {
        if items.len() < FEW || self.memories.len() == 1 {
            let memory = &mut self.memories[0];
            return items.iter().map(|item| work(memory, item)).collect();
        }
        self.map_large(items, work)
    }

    /// The same for items that are worth a worker each.
    pub(crate) fn map_large<T: Sync, R: Send>(
        &mut self,
        items: &[T],
        work: impl Fn(&mut S, &T) -> R + Sync,
    ) -> Vec<R> {
        let share = items.len().div_ceil(self.memories.len()).max(1);
        let parts: Vec<Vec<R>> = items
            .par_chunks(share)
            .zip(self.memories.par_iter_mut())
            .map(|(part, memory)| part.iter().map(|item| work(memory, item)).collect())
            .collect();
        parts.into_iter().flatten().collect()
    }

    /// The sum of a value over the memories of all workers.
    pub(crate) fn sum(&self, part: impl Fn(&S) -> u64) -> u64 {
        self.memories.iter().map(part).sum()
    }
}
