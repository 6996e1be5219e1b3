//! Asking a navigator.

use std::sync::{Arc as Shared, Mutex, PoisonError};

use super::cache::Cache;
use super::{Ask, Asked, CacheCounts, Navigable, Navigator, NavigatorError, Snapshot, Stamp};
use crate::base::{Budget, Cost};
use crate::path::Path;
use crate::planner::spread;
use crate::planner::watch::span;
use crate::search::Outcome;

impl<S: Navigable> Navigator<S> {
    /// Finds a cheapest path for the first mover.
    ///
    /// # Errors
    ///
    /// If a place is not on the map, or if there is no path: the error says which end is enclosed.
    pub fn path(&self, from: impl Into<S::Place>, to: impl Into<S::Place>) -> Asked<Path, S> {
        self.find(&Ask::new(from, to))
    }

    /// Finds a cheapest path.
    ///
    /// # Errors
    ///
    /// If a place is not on the map, if a handle does not belong to this navigator, or if there is
    /// no path: the error then says which end is enclosed, for [several goals](Ask::or_to) only if
    /// it is the start and components tell that.
    pub fn find(&self, ask: &Ask<S::Place>) -> Asked<Path, S> {
        match self.cache {
            None => self.state.path(ask, &mut self.idle.lend()),
            Some(_) => self.find_shared(ask).map(|path| Path::clone(&path)),
        }
    }

    /// As [`find`](Self::find), without copying a path that comes from the [cache](Self::cache).
    ///
    /// # Errors
    ///
    /// As for [`find`](Self::find).
    pub fn find_shared(&self, ask: &Ask<S::Place>) -> Asked<Shared<Path>, S> {
        let search = || self.state.path(ask, &mut self.idle.lend()).map(Shared::new);
        let Some(cache) = &self.cache else { return search() };
        let lock = || cache.lock().unwrap_or_else(PoisonError::into_inner);
        let key = self.state.key(ask)?;
        let known = lock().get(&key);
        if let Some(answer) = known {
            let (from, to) = (ask.from, ask.to);
            return answer.map_err(|why| NavigatorError::NoPath { from, to, why });
        }
        let found = search();
        match &found {
            Ok(path) => lock().put(key, Ok(Shared::clone(path))),
            Err(NavigatorError::NoPath { why, .. }) => lock().put(key, Err(*why)),
            Err(_) => {}
        }
        found
    }

    /// Keeps up to `slots` answers of [`find`](Self::find) and [`find_shared`](Self::find_shared),
    /// with paths of up to `bytes` in total, for questions that are asked again. An answer is
    /// reused as long as its [`stamp`](Self::stamp) and the index it came from stay the same, so
    /// answers are those that would be found again. Off by default: a cache miss takes about half a
    /// microsecond.
    ///
    /// # Complexity
    ///
    /// O(1) per question, and O(`slots`) when the bytes are used up: all answers are then dropped.
    #[must_use]
    pub fn cache(mut self, slots: usize, bytes: usize) -> Self {
        self.cache = (slots > 0).then(|| Mutex::new(Cache::new(slots, bytes)));
        self
    }

    /// The counters of the cache; all 0 without one.
    pub fn cache_counts(&self) -> CacheCounts {
        let counts = |cache: &Mutex<Cache<S::Place>>| {
            cache.lock().unwrap_or_else(PoisonError::into_inner).counts()
        };
        self.cache.as_ref().map(counts).unwrap_or_default()
    }

    /// The cost of a cheapest path, in ticks; `None` if there is none.
    ///
    /// # Errors
    ///
    /// As for [`route`](Self::route).
    pub fn cost(&self, ask: &Ask<S::Place>) -> Asked<Option<Cost>, S> {
        S::cost(&self.state, ask, &mut self.idle.lend())
    }

    /// Answers within a budget. If components show that there is no path, nothing is searched or
    /// spent.
    ///
    /// # Errors
    ///
    /// If a place is not on the map, or if a handle does not belong to this navigator.
    pub fn route(&self, ask: &Ask<S::Place>, budget: &mut Budget<'_>) -> Asked<Outcome, S> {
        let span = span!("astride.route", expanded);
        let outcome = S::route(&self.state, ask, &mut self.idle.lend(), budget)?;
        span.record("expanded", outcome.effort().expanded);
        Ok(outcome)
    }

    /// Answers many questions, in order. With the feature `parallel` all threads of rayon's current
    /// pool take part; the answers are the same with any number of them.
    ///
    /// # Errors
    ///
    /// For each question, as for [`route`](Self::route).
    pub fn many(&self, asks: &[Ask<S::Place>]) -> Vec<Asked<Outcome, S>> {
        let span = span!("astride.many", questions);
        span.record("questions", asks.len());
        spread::map(
            asks,
            || self.idle.lend(),
            |scratch, ask| S::route(&self.state, ask, scratch, &mut Budget::unlimited()),
        )
    }

    /// Makes ready now what the first question like `ask` would make, so that no frame pays for it:
    /// call it on a loading screen for each faction and mover. Where the question leads does not
    /// matter. No answer changes, except that under [`Upkeep::ByHand`](super::Upkeep::ByHand) indexes
    /// may name another one of equal paths, as after [`maintain`](Self::maintain).
    ///
    /// On squares that is the map in which the faction believes, with the indexes of the mover, and
    /// where the overlays and [blockers](Ask::around) are that are named. Later edits and discoveries
    /// are followed by the next question as usual, or by another call. Under `Upkeep::ByHand` it does
    /// at once what `maintain` would do for this faction and mover. On other shapes there is nothing
    /// to do.
    ///
    /// # Errors
    ///
    /// As for [`route`](Self::route); on squares also if there is no memory for the belief of the
    /// faction, without which questions would be searched.
    ///
    /// # Complexity
    ///
    /// O(cells) for the first mover of a faction, plus the time of [`new`](Self::new) for each mover;
    /// if both were asked about before, that of following what has changed since. O(cells) for each
    /// overlay that was changed, and O(cells / 64) for a set of blockers.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::planner::{Ask, Navigator};
    /// use astride::prelude::*;
    /// let mut nav = Navigator::new(Grid::new(60, 40, b'.')?);
    /// let scouts = nav.add_faction(b'.');
    /// assert_eq!(nav.believed_bytes(scouts)?, 0);
    /// nav.prepare(&Ask::new((0, 0), (0, 0)).faction(scouts))?;
    /// assert!(nav.believed_bytes(scouts)? > 60 * 40);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn prepare(&self, ask: &Ask<S::Place>) -> Asked<(), S> {
        self.state.ends(ask)?;
        S::prepare(&self.state, ask)
    }

    /// The world as it is now, for readers on other threads. O(1).
    pub fn snapshot(&self) -> Snapshot<S> {
        Snapshot { state: Shared::clone(&self.state) }
    }

    /// The state of everything on which the answer to `ask` depends: as long as it stays the same,
    /// so do paths. It changes with edits, discoveries, overlays, the sets of places that are
    /// named, and the index that answers.
    ///
    /// # Errors
    ///
    /// If a handle does not belong to this navigator.
    pub fn stamp(&self, ask: &Ask<S::Place>) -> Asked<Stamp, S> {
        S::stamp(&self.state, ask)
    }
}
