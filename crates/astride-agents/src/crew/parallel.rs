//! As many workers as the current pool of rayon has threads.

use rayon::prelude::*;

/// Below this number of results that take time, about 0.2 ms of it, it does not pay to wake a second
/// worker: with 512 units of a crowd two threads took as long as one, with 1000 a tenth less, with
/// 5000 a third (November 2026).
const FEW: usize = 1000;

/// Each worker has about this many parts of the work to do, so that one whose parts take less time
/// can help the others.
const PARTS_OF_WORKER: usize = 4;

/// The memories of the workers, one for each part of the work.
#[derive(Clone, Debug, Default)]
pub(crate) struct Crew<S> {
    memories: Vec<S>,
}

impl<S: Default + Send> Crew<S> {
    /// Stores in each result what `work` makes of its number. About `load` of them take time.
    pub(crate) fn fill<R: Send>(
        &mut self,
        results: &mut [R],
        load: usize,
        work: impl Fn(&mut S, usize) -> R + Sync,
    ) {
        let count = results.len();
        let workers = if load < FEW { 1 } else { rayon::current_num_threads() };
        let parts = if workers > 1 { workers * PARTS_OF_WORKER } else { 1 };
        let share = count.div_ceil(parts).max(1);
        if self.memories.len() < parts {
            self.memories.resize_with(parts, S::default);
        }
        let do_part = |(part, (results, memory)): (usize, (&mut [R], &mut S))| {
            for (result, at) in results.iter_mut().zip(part * share..) {
                *result = work(memory, at);
            }
        };
        if parts == 1 {
            do_part((0, (results, &mut self.memories[0])));
        } else {
            let parts = results.par_chunks_mut(share).zip(&mut self.memories);
            parts.enumerate().for_each(do_part);
        }
    }

    /// The memories of all workers.
    pub(crate) fn memories(&mut self) -> impl Iterator<Item = &mut S> {
        self.memories.iter_mut()
    }
}
