//! The world as it was, for readers that do not wait for edits.

use std::fmt;
use std::sync::Arc as Shared;

use super::state::State;
use super::{Ask, NavigatorError, Stamp};
use crate::base::{Budget, Cost};
use crate::path::Path;
use crate::search::{Outcome, Scratch};
use crate::shapes::square::Grid;

/// The world of a [`Navigator`](super::Navigator) at one moment, with its indexes.
///
/// It is made and copied in O(1) and can be sent to other threads; it answers as the navigator did
/// when it was taken, whatever is edited meanwhile. While it is held, an edit copies what it changes
/// before it changes it, once.
///
/// # Examples
///
/// ```
/// use astride::planner::{Ask, Navigator};
/// use astride::prelude::*;
/// let mut nav = Navigator::new(Grid::new(20, 10, b'.')?);
/// let before = nav.snapshot();
/// nav.edit(|batch| {
///     batch.fill(Rect::new(10, 0, 1, 10), b'@');
/// })?;
/// let ask = Ask::new((0, 0), (19, 0));
/// let reader = std::thread::spawn(move || before.path(&ask, &mut Scratch::new()));
/// assert!(reader.join().unwrap().is_ok() && nav.path((0, 0), (19, 0)).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Snapshot {
    pub(super) state: Shared<State>,
}

impl Snapshot {
    /// The grid as it was.
    pub fn grid(&self) -> &Grid {
        &self.state.grid
    }

    /// The revision of the grid.
    pub fn revision(&self) -> u64 {
        self.state.grid.revision()
    }

    /// As [`Navigator::stamp`](super::Navigator::stamp).
    ///
    /// # Errors
    ///
    /// As there.
    pub fn stamp(&self, ask: &Ask) -> Result<Stamp, NavigatorError> {
        self.state.stamp(ask)
    }

    /// As [`Navigator::find`](super::Navigator::find).
    ///
    /// # Errors
    ///
    /// As there.
    pub fn path(&self, ask: &Ask, scratch: &mut Scratch) -> Result<Path, NavigatorError> {
        self.state.path(ask, scratch)
    }

    /// As [`Navigator::cost`](super::Navigator::cost).
    ///
    /// # Errors
    ///
    /// As there.
    pub fn cost(&self, ask: &Ask, scratch: &mut Scratch) -> Result<Option<Cost>, NavigatorError> {
        self.state.cost(ask, scratch)
    }

    /// As [`Navigator::route`](super::Navigator::route).
    ///
    /// # Errors
    ///
    /// As there.
    pub fn route(
        &self,
        ask: &Ask,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, NavigatorError> {
        self.state.route(ask, scratch, budget)
    }
}

impl fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Snapshot {{ {:?} }}", self.state.grid)
    }
}
