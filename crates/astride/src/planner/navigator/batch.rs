//! Many questions at once, on all threads where there are several.

use std::ops::{Deref, DerefMut};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

use super::spread;
use super::{Navigator, NavigatorError, NavigatorScratch};
use crate::base::{Budget, Cell, Cost};
use crate::search::Outcome;
use crate::world::Grid;

/// Memory on loan from a navigator, which gets it back at the end.
pub(super) struct Lent<'a> {
    scratch: Option<NavigatorScratch>,
    idle: &'a Mutex<Vec<NavigatorScratch>>,
}

impl Deref for Lent<'_> {
    type Target = NavigatorScratch;
    fn deref(&self) -> &NavigatorScratch {
        self.scratch.as_ref().expect("it is given back at the end only")
    }
}

impl DerefMut for Lent<'_> {
    fn deref_mut(&mut self) -> &mut NavigatorScratch {
        self.scratch.as_mut().expect("it is given back at the end only")
    }
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        // What a panic left behind is whole all the same: searches begin by forgetting.
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.extend(self.scratch.take());
    }
}

impl Navigator {
    /// Paths for many pairs of start and goal, in the order of the pairs.
    ///
    /// With the feature `parallel` all threads of rayon's current pool take part. Each answer
    /// depends on its pair alone, so they are the same on any number of threads; only
    /// [`Effort::bytes`](crate::search::Effort::bytes), the memory of the thread that answered, may
    /// differ. The memories are kept for the next batch.
    ///
    /// # Errors
    ///
    /// Of single pairs, as [`route`](Self::route).
    pub fn many(
        &self,
        grid: &Grid,
        pairs: &[(Cell, Cell)],
    ) -> Vec<Result<Outcome, NavigatorError>> {
        self.asked.fetch_add(pairs.len() as u64, Ordering::Relaxed);
        let lend = || self.lend();
        spread::map(pairs, lend, |scratch, &pair| {
            self.answer(grid, pair, scratch, &mut Budget::unlimited())
        })
    }

    /// The costs of [`many`](Self::many) alone.
    ///
    /// # Errors
    ///
    /// Of single pairs, as [`route`](Self::route).
    pub fn many_costs(
        &self,
        grid: &Grid,
        pairs: &[(Cell, Cell)],
    ) -> Vec<Result<Option<Cost>, NavigatorError>> {
        self.asked.fetch_add(pairs.len() as u64, Ordering::Relaxed);
        spread::map(pairs, || self.lend(), |scratch, &pair| self.cost_of(grid, pair, scratch))
    }

    /// Memory for one worker of a batch.
    pub(super) fn lend(&self) -> Lent<'_> {
        let idle = &self.idle;
        let scratch = idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        Lent { scratch: Some(scratch.unwrap_or_default()), idle }
    }
}
