//! One worker.

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
