//! Maps as they would be after edits that are not made, for questions that suppose them.

use std::sync::{Arc as Shared, Mutex, PoisonError};

use super::ask::Handle;
use super::{Asked, Navigable, Navigator, Stamp, SuppositionId};

/// How many worlds of the same mover and faction are kept: the navigator and a snapshot may ask in
/// turns.
const KEPT: usize = 2;

/// A batch of edits that questions may suppose.
pub(super) struct Supposition<S: Navigable> {
    batch: S::Edit,
    /// Increases with every change.
    revision: u64,
    /// The worlds after the edits that were asked about, the latest last.
    worlds: Mutex<Vec<(Basis, S::Supposed)>>,
}

/// What a world after edits is made of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Basis {
    /// The index of the faction whose belief is edited, and of the mover if there is a world for each.
    pub(super) who: (Option<usize>, usize),
    /// Of the map and of what the faction knows.
    pub(super) stamp: Stamp,
    /// Which indexes are kept for the mover.
    pub(super) kept: u8,
}

impl<S: Navigable> Supposition<S> {
    fn new(batch: S::Edit, revision: u64) -> Shared<Self> {
        Shared::new(Supposition { batch, revision, worlds: Mutex::default() })
    }

    pub(super) fn batch(&self) -> &S::Edit {
        &self.batch
    }

    pub(super) fn revision(&self) -> u64 {
        self.revision
    }

    /// The world of a basis, made by `make` if it is not there.
    pub(super) fn world(
        &self,
        basis: Basis,
        make: impl FnOnce(&S::Edit) -> Asked<S::Supposed, S>,
    ) -> Asked<S::Supposed, S> {
        // Others who ask for the same wait until it is made.
        let mut worlds = self.worlds.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, world)) = worlds.iter().find(|(known, _)| *known == basis) {
            return Ok(world.clone());
        }
        let of_same = |(known, _): &(Basis, S::Supposed)| known.who == basis.who;
        if worlds.iter().filter(|known| of_same(known)).count() == KEPT
            && let Some(oldest) = worlds.iter().position(of_same)
        {
            worlds.remove(oldest);
        }
        let world = make(&self.batch)?;
        worlds.push((basis, world.clone()));
        Ok(world)
    }
}

impl<S: Navigable> Navigator<S> {
    /// Registers a batch of edits that questions may [suppose](super::Ask::supposing): they are
    /// answered as if it were made, at once, over frames, by fields and by snapshots, and nothing is
    /// edited. For a single question there is [`route_if`](Self::route_if).
    ///
    /// The edits are supposed on whatever the map is by then. If they cannot be made there, because
    /// the batch removes a link that is gone, for example, such questions are refused. Batches are not
    /// [saved](Navigator::save).
    ///
    /// # Complexity
    ///
    /// O(1); the first question takes [more](super::Ask::supposing).
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::planner::{Ask, Navigator};
    /// use astride::prelude::*;
    /// let mut nav = Navigator::new(Grid::new(20, 10, b'.')?);
    /// nav.edit(|batch| _ = batch.fill(CellRect::new(10, 0, 1, 10), b'@'))?;
    /// // Who has the key may open the door at 10,5.
    /// let mut open = Edit::new();
    /// open.set((10, 5), b'.');
    /// let open = nav.add_supposition(open);
    /// let ask = Ask::new((0, 5), (19, 5));
    /// assert!(nav.find(&ask).is_err() && nav.find(&ask.supposing(open)).is_ok());
    ///
    /// nav.request(&ask.supposing(open), 0)?; // over frames as well
    /// nav.work(&mut Budget::unlimited());
    /// let answer = nav.take_done().next().unwrap().answer?;
    /// assert_eq!(answer.cost(), Some(19 * 13_860));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_supposition(&mut self, batch: S::Edit) -> SuppositionId {
        let state = Shared::make_mut(&mut self.state);
        state.suppositions.push(Supposition::new(batch, 0));
        let number = state.suppositions.len() as u32 - 1;
        SuppositionId(Handle { owner: state.owner, number })
    }

    /// Replaces a batch of edits that questions may suppose, and frees the maps made for the earlier
    /// one. Requests under way are completed on the earlier one and then checked, as after an edit.
    ///
    /// # Errors
    ///
    /// If the handle does not belong to this navigator.
    pub fn set_supposition(&mut self, edits: SuppositionId, batch: S::Edit) -> Asked<(), S> {
        let place = self.state.supposition_place(edits)?;
        let revision = self.state.suppositions[place].revision + 1;
        let state = Shared::make_mut(&mut self.state);
        state.suppositions[place] = Supposition::new(batch, revision);
        Ok(())
    }
}
