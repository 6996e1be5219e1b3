//! The world at a moment in the past, for readers that do not wait for edits.

use std::fmt;
use std::sync::Arc as Shared;

use super::state::State;
use super::{Ask, Asked, Navigable, Stamp};
use crate::base::{Budget, Cost};
use crate::path::Path;
use crate::search::{Outcome, Scratch};
use crate::shapes::square::Grid;

/// The world of a [`Navigator`](super::Navigator) at one moment, with its indexes.
///
/// It is created and copied in O(1) and can be sent to other threads. It answers as the navigator
/// did when it was taken, whatever is edited meanwhile. While it is held, an edit copies what it
/// changes first, once.
///
/// # Examples
///
/// ```
/// use astride::planner::{Ask, Navigator};
/// use astride::prelude::*;
/// let mut nav = Navigator::new(Grid::new(20, 10, b'.')?);
/// let before = nav.snapshot();
/// nav.edit(|batch| {
///     batch.fill(CellRect::new(10, 0, 1, 10), b'@');
/// })?;
/// let ask = Ask::new((0, 0), (19, 0));
/// let reader = std::thread::spawn(move || before.path(&ask, &mut Scratch::new()));
/// assert!(reader.join().unwrap().is_ok() && nav.path((0, 0), (19, 0)).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Snapshot<S: Navigable = Grid> {
    pub(super) state: Shared<State<S>>,
}

impl Snapshot {
    /// The grid as it was.
    pub fn grid(&self) -> &Grid {
        self.map()
    }
}

impl<S: Navigable> Snapshot<S> {
    /// The map as it was.
    pub fn map(&self) -> &S {
        &self.state.map
    }

    /// The revision of the map.
    pub fn revision(&self) -> u64 {
        S::revision_of(self.map())
    }

    /// As [`Navigator::stamp`](super::Navigator::stamp).
    ///
    /// # Errors
    ///
    /// As for that method.
    pub fn stamp(&self, ask: &Ask<S::Place>) -> Asked<Stamp, S> {
        S::stamp(&self.state, ask)
    }

    /// As [`Navigator::find`](super::Navigator::find).
    ///
    /// # Errors
    ///
    /// As for that method.
    pub fn path(&self, ask: &Ask<S::Place>, scratch: &mut Scratch) -> Asked<Path, S> {
        self.state.path(ask, scratch)
    }

    /// As [`Navigator::cost`](super::Navigator::cost).
    ///
    /// # Errors
    ///
    /// As for that method.
    pub fn cost(&self, ask: &Ask<S::Place>, scratch: &mut Scratch) -> Asked<Option<Cost>, S> {
        S::cost(&self.state, ask, scratch)
    }

    /// As [`Navigator::route`](super::Navigator::route).
    ///
    /// # Errors
    ///
    /// As for that method.
    pub fn route(
        &self,
        ask: &Ask<S::Place>,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Asked<Outcome, S> {
        S::route(&self.state, ask, scratch, budget)
    }
}

impl<S: Navigable> Clone for Snapshot<S> {
    fn clone(&self) -> Self {
        Snapshot { state: Shared::clone(&self.state) }
    }
}

impl<S: Navigable> fmt::Debug for Snapshot<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Snapshot {{ {}, revision {} }}", S::NAME, self.revision())
    }
}
