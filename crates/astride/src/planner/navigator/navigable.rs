//! The seam between the navigator and a kind of map: what it asks of one that it owns.

use std::error::Error;
use std::hash::Hash;

use super::state::{Stamp, State};
use super::{Ask, Asked, Navigator, NavigatorError};
use crate::base::{Budget, Cost, NodeId};
use crate::path::{Path, PathFault};
use crate::planner::{Step, Task};
use crate::search::{DistanceField, Outcome, Scratch, Why};
use crate::shapes::Shape;
use crate::world::Tiles;

/// A map that a [`Navigator`] can own: a [`Grid`](crate::shapes::square::Grid), or any
/// [`Editable`](crate::shapes::Editable) map.
///
/// It is not to be implemented: a shape of one's own becomes `Editable`. All that is hidden here is
/// how a kind of map keeps what it knows of its movers, and answers. Squares keep indexes in step
/// with edits; an editable map is searched step by step, but for what an index answers that the
/// program asked to be kept.
#[diagnostic::on_unimplemented(
    message = "a navigator cannot own a `{Self}`",
    note = "it owns square grids, and maps that are `astride::shapes::Editable`"
)]
pub trait Navigable: Shape<Place: Eq + Hash + Send + Sync> + Tiles + Clone + Send + Sync {
    /// A batch of changes.
    type Edit: Default;

    /// Why a batch cannot be applied.
    type EditError: Error;

    /// What a faction knows of the map.
    type Faction: Clone + Send + Sync;

    /// One mover, and what is kept for it.
    #[doc(hidden)]
    type Walker: Clone + Send + Sync;

    /// What else is kept, besides movers, overlays and factions.
    #[doc(hidden)]
    type Kept: Clone + Default + Send + Sync;

    /// The memory of one answer that is worked out in slices.
    #[doc(hidden)]
    type Lane: Default + Send + Sync;

    #[doc(hidden)]
    fn walker(map: &Self, mover: Self::Mover) -> Self::Walker;

    #[doc(hidden)]
    fn mover_of(walker: &Self::Walker) -> &Self::Mover;

    #[doc(hidden)]
    fn view_for<'a>(map: &'a Self, walker: &'a Self::Walker) -> Asked<Self::View<'a>, Self>;

    #[doc(hidden)]
    fn revision_of(map: &Self) -> u64;

    /// Why a place has no node.
    #[doc(hidden)]
    fn off_map(_: &Self, place: Self::Place) -> NavigatorError<Self::Place> {
        NavigatorError::NoPlace { place }
    }

    #[doc(hidden)]
    fn is_nothing(batch: &Self::Edit) -> bool;

    #[doc(hidden)]
    fn change(map: &mut Self, batch: &Self::Edit) -> Result<u64, Self::EditError>;

    /// Lets what is kept follow what was changed.
    #[doc(hidden)]
    fn follow(_: &mut State<Self>, _: Changed) {}

    /// Whether the question can be asked at all, its ends aside.
    #[doc(hidden)]
    fn check(state: &State<Self>, ask: &Ask<Self::Place>) -> Asked<(), Self>;

    #[doc(hidden)]
    fn stamp(state: &State<Self>, ask: &Ask<Self::Place>) -> Asked<Stamp, Self>;

    /// Which of equal answers would be given: it rises with what is kept.
    #[doc(hidden)]
    fn version(_: &Self::Walker) -> u64 {
        0
    }

    #[doc(hidden)]
    fn route(
        state: &State<Self>,
        ask: &Ask<Self::Place>,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Asked<Outcome, Self>;

    #[doc(hidden)]
    fn route_or_nearest(
        state: &State<Self>,
        ask: &Ask<Self::Place>,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Asked<Outcome, Self>;

    #[doc(hidden)]
    fn cost(
        state: &State<Self>,
        ask: &Ask<Self::Place>,
        scratch: &mut Scratch,
    ) -> Asked<Option<Cost>, Self> {
        Ok(Self::route(state, ask, scratch, &mut Budget::unlimited())?.cost())
    }

    /// Which end is enclosed, found by looking.
    #[doc(hidden)]
    fn which_end(
        state: &State<Self>,
        ask: &Ask<Self::Place>,
        scratch: &mut Scratch,
    ) -> Asked<Option<Why>, Self>;

    /// The answer that there is no path, if that is known without a search.
    #[doc(hidden)]
    fn known_beforehand(_: &State<Self>, _: &Ask<Self::Place>) -> Asked<Option<Outcome>, Self> {
        Ok(None)
    }

    /// What a path costs in the present state of what the question names.
    #[doc(hidden)]
    fn cost_of(
        state: &State<Self>,
        ask: &Ask<Self::Place>,
        path: &Path,
    ) -> Asked<Result<Cost, PathFault>, Self>;

    /// Works within a budget on the field of what it costs from everywhere to `goals`, which are in
    /// order and each once, in the world of the question: goes on with it if it `is_current`, else
    /// begins it, or repairs it if it is the same of an earlier state.
    #[doc(hidden)]
    fn compute_field(
        state: &State<Self>,
        ask: &Ask<Self::Place>,
        goals: &[(NodeId, Cost)],
        field: &mut DistanceField,
        is_current: bool,
        budget: &mut Budget<'_>,
    ) -> Asked<(), Self>;

    /// The path from a node along such a field of the present state.
    #[doc(hidden)]
    fn descend(
        state: &State<Self>,
        ask: &Ask<Self::Place>,
        field: &DistanceField,
        from: NodeId,
    ) -> Asked<Option<Path>, Self>;

    /// From how many questions with one goal on a field pays, none of which settles for the nearest
    /// place; `None` if never.
    #[doc(hidden)]
    fn merge_from(state: &State<Self>, ask: &Ask<Self::Place>) -> Option<usize>;

    /// A slice of an answer.
    #[doc(hidden)]
    fn slice(
        state: &State<Self>,
        lane: &mut Self::Lane,
        task: &Task<Ask<Self::Place>>,
        budget: &mut Budget<'_>,
    ) -> Asked<Step<Outcome>, Self>;

    /// What a lane knows of an answer that may not go on.
    #[doc(hidden)]
    fn known(lane: &mut Self::Lane) -> Outcome;

    /// Lets a lane hold no world any more, so that edits copy nothing.
    #[doc(hidden)]
    fn let_go(lane: &mut Self::Lane);

    /// The first steps of a question and what the whole way costs at most, if something coarse is
    /// kept, with at most `most` expansions; and how many it took.
    #[doc(hidden)]
    fn first_steps(
        _: &State<Self>,
        _: &Ask<Self::Place>,
        _: &mut Scratch,
        _most: u64,
    ) -> (Option<(Path, Cost)>, u64) {
        (None, 0)
    }

    /// Upkeep at the beginning of a frame, within its share of the budget. Expansions made.
    #[doc(hidden)]
    fn keep_up(_: &mut Navigator<Self>, _: &mut Budget<'_>) -> u64 {
        0
    }
}

/// What of a state was changed.
#[derive(Clone, Copy, Debug)]
pub enum Changed {
    /// The map was edited.
    Map,
    /// There is one more mover.
    Movers,
    /// There is one more overlay.
    Overlays,
    /// The overlay at this place is lent to be changed.
    Overlay(usize),
}
