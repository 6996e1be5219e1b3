//! As many workers as the current pool of rayon has threads.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Thread};
use std::time::Duration;

use astride::base::Budget;
use rayon::Yield;
use rayon::prelude::*;

/// Below this number of results that take time, about 0.2 ms of it, it does not pay to wake a second
/// worker: with 512 units of a crowd two threads took as long as one, with 1000 a tenth less, with
/// 5000 a third (November 2026).
const FEW: usize = 1000;

/// Each worker has about this many parts of the work to do, so that one whose parts take less time
/// can help the others.
const PARTS_OF_WORKER: usize = 4;

/// How long the first of two pieces of work waits for the second between two looks at the clock.
const LOOK_AFTER: Duration = Duration::from_millis(1);

/// Does both pieces of work, each within its number of expansions of the budget: the second on
/// another thread, if one is free. The clock of the budget is asked by this thread alone, in the
/// course of the first and while it waits for the second; when it calls for a stop, the second is
/// stopped as well. If nobody has begun the second by then, a thread of the pool does it itself,
/// and does not look at the clock meanwhile.
pub(crate) fn beside<R, S: Send>(
    budget: &mut Budget<'_>,
    [most, most_beside]: [u64; 2],
    work: impl FnOnce(&mut Budget<'_>) -> R,
    beside: impl FnOnce(&mut Budget<'_>) -> S + Send,
) -> (R, S) {
    let bytes = budget.room_for(1);
    let (is_over, has_ended) = (AtomicBool::new(false), AtomicBool::new(false));
    let waiter = thread::current();
    let mut other = None;
    let done = rayon::in_place_scope(|scope| {
        scope.spawn(|_| {
            let _end = End { has_ended: &has_ended, waiter: &waiter };
            let limited = Budget::unlimited().expansions(most_beside).cancel(&is_over);
            let mut part = match bytes {
                Some(bytes) => limited.bytes(bytes),
                None => limited,
            };
            let before = part.left();
            let done = beside(&mut part);
            other = Some((done, before - part.left()));
        });
        let done = budget.at_most(most, work);
        while !has_ended.load(Ordering::Acquire) {
            if budget.interrupted().is_some() {
                is_over.store(true, Ordering::Relaxed);
                break;
            }
            // A worker of the pool does the second itself if nobody else has begun it.
            if rayon::yield_now() != Some(Yield::Executed) {
                thread::park_timeout(LOOK_AFTER);
            }
        }
        done
    });
    let (other, spent) = other.expect("the scope waits for it");
    // Takes what was spent elsewhere, all at once and even if time is up: nothing of the part is left.
    budget.at_most(spent, |part| *part = Budget::unlimited().expansions(0));
    (done, other)
}

/// Wakes whoever waits for a piece of work when that ends, by a panic too.
struct End<'a> {
    has_ended: &'a AtomicBool,
    waiter: &'a Thread,
}

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.has_ended.store(true, Ordering::Release);
        self.waiter.unpark();
    }
}

/// Lets `work` change each of the items, whose number it is told, with memory that it may use. About
/// `load` of them take time, 0.1 ms or more.
pub(crate) fn for_each<T: Send, S: Default>(
    items: &mut [T],
    load: usize,
    work: impl Fn(&mut S, usize, &mut T) + Sync,
) {
    if load < 2 {
        let mut memory = S::default();
        items.iter_mut().enumerate().for_each(|(at, item)| work(&mut memory, at, item));
        return;
    }
    let items = items.par_iter_mut().enumerate().with_max_len(1);
    items.for_each_init(S::default, |memory, (at, item)| work(memory, at, item));
}

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
