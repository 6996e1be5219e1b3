//! Paths that pick up keys and open doors with them, in the world of a question.

use super::composed::InWorld;
use super::state::State;
use super::{Ask, Asked, Navigable, Navigator, Snapshot};
use crate::base::{Budget, NodeId};
use crate::search::states::Locks;
use crate::search::{Guessed, Outcome, Scratch};

/// A path for a mover with some keys in hand.
struct WithKeys<'a, 'b> {
    ends: [NodeId; 2],
    locks: &'a Locks,
    keys: u16,
    scratch: &'a mut Scratch,
    budget: &'a mut Budget<'b>,
}

impl InWorld for WithKeys<'_, '_> {
    type Answer = Outcome;

    fn run(self, world: &impl Guessed) -> Outcome {
        let WithKeys { ends, locks, keys, scratch, budget } = self;
        locks.route(world, ends, keys, scratch, budget)
    }
}

impl<S: Navigable> State<S> {
    fn route_with_keys(
        &self,
        ask: &Ask<S::Place>,
        (locks, keys): (&Locks, u16),
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Asked<Outcome, S> {
        let ends = self.only_ends(ask)?.into();
        S::in_world(self, ask, WithKeys { ends, locks, keys, scratch, budget })
    }
}

impl<S: Navigable> Navigator<S> {
    /// A cheapest path past doors for which the mover has or picks up the keys, in the world of a
    /// question: for its mover, by what its faction believes, under its overlays, around its
    /// [blockers](Ask::around), after the edits that it [supposes](Ask::supposing).
    ///
    /// `keys` are those in hand at the start, one bit for each kind. Keys and doors lie on nodes and
    /// between them, which are those of the map; for a large body, those of its own place, such as the
    /// top left cell. Where a key has to be fetched, the path may visit a node more than once.
    /// [`or_nearest`](Ask::or_nearest) is ignored.
    ///
    /// # Errors
    ///
    /// If a place is not on the map, if a handle does not belong to this navigator, if there is no
    /// world for the body of the mover, or if the question has [several goals](Ask::or_to).
    ///
    /// # Complexity
    ///
    /// That of [`Locks::route`]: A*, since no index knows keys.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::planner::{Ask, Navigator};
    /// use astride::prelude::*;
    /// use astride::search::states::Locks;
    /// use astride::shapes::Shape;
    /// const IRON_DOOR: u8 = 3;
    /// let rogue = Mover::walker().crosses(IRON_DOOR, 0)?;
    /// let mut nav = Navigator::with_mover(Grid::new(20, 10, b'.')?, rogue);
    /// nav.edit(|batch| {
    ///     (0..10).for_each(|y| _ = batch.wall((9, y), Dir::E));
    ///     batch.fence((9, 5), Dir::E, IRON_DOOR);
    /// })?;
    /// let mut locks = Locks::new();
    /// for [from, to] in nav.grid().fenced(IRON_DOOR) {
    ///     locks.door_step(from, to, 0)?;
    /// }
    /// locks.key(nav.grid().node((0, 0)).unwrap(), 0)?;
    ///
    /// let (ask, budget) = (Ask::new((5, 5), (15, 5)), &mut Budget::unlimited());
    /// let with_key = nav.route_with_keys(&ask, &locks, 1 << 0, budget)?;
    /// assert_eq!(with_key.cost(), Some(10 * 13_860));
    /// let without = nav.route_with_keys(&ask, &locks, 0, budget)?;
    /// assert!(without.cost() > with_key.cost(), "by way of the corner where the key lies");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn route_with_keys(
        &self,
        ask: &Ask<S::Place>,
        locks: &Locks,
        keys: u16,
        budget: &mut Budget<'_>,
    ) -> Asked<Outcome, S> {
        self.state.route_with_keys(ask, (locks, keys), &mut self.idle.lend(), budget)
    }
}

impl<S: Navigable> Snapshot<S> {
    /// As [`Navigator::route_with_keys`].
    ///
    /// # Errors
    ///
    /// As for that method.
    pub fn route_with_keys(
        &self,
        ask: &Ask<S::Place>,
        locks: &Locks,
        keys: u16,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Asked<Outcome, S> {
        self.state.route_with_keys(ask, (locks, keys), scratch, budget)
    }
}
