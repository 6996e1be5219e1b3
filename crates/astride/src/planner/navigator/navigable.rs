//! The interface between the navigator and a kind of map: what it requires of a map that it owns.

use std::hash::Hash;

use super::composed::InWorld;
use super::stamp::Stamp;
use super::state::State;
use super::what_if::Rule;
use super::{Ask, Asked, FactionId, MoverId, Navigator, NavigatorError};
use crate::base::{Budget, Coded, Cost, NodeId};
use crate::path::Path;
use crate::planner::{Step, Task};
use crate::search::{DistanceField, Outcome, Scratch, Why};
use crate::shapes::{Cover, Near, Shape};
use crate::world::Tiles;

/// A map that a [`Navigator`] can own: a [`Grid`](crate::shapes::square::Grid), or any
/// [`Editable`](crate::shapes::Editable) map.
///
/// It cannot be implemented by other crates: make a custom shape `Editable` instead. It hides how a
/// kind of map stores the indexes of its movers, and how it answers. Squares keep indexes in step
/// with edits; an editable map is searched step by step, except for what an index answers that the
/// program asked to keep.
#[diagnostic::on_unimplemented(
    message = "a navigator cannot own a `{Self}`",
    note = "it owns square grids, and maps that are `astride::shapes::Editable`"
)]
pub trait Navigable: Shape<Place: Eq + Hash + Send + Sync> + Tiles + Clone + Send + Sync {
    /// A batch of changes.
    type Edit: Default + Send + Sync;

    /// Why a batch cannot be applied.
    type EditError: Coded;

    /// What a faction knows about the map.
    type Faction: Clone + Send + Sync;

    /// One mover, and what is kept for it.
    #[doc(hidden)]
    type Walker: Clone + Send + Sync;

    /// A mover on the map as a faction believes it to be.
    #[doc(hidden)]
    type Believer;

    /// The map after edits that are supposed, with what is kept for a mover on it.
    #[doc(hidden)]
    type Supposed: Clone + Send + Sync;

    /// What else is kept, in addition to movers, overlays and factions.
    #[doc(hidden)]
    type Kept: Clone + Default + Send + Sync;

    /// The memory of one answer computed in slices.
    #[doc(hidden)]
    type Lane: Default + Send + Sync;

    #[doc(hidden)]
    fn walker(map: &Self, mover: Self::Mover) -> Self::Walker;

    #[doc(hidden)]
    fn mover_of(walker: &Self::Walker) -> &Self::Mover;

    #[doc(hidden)]
    fn view_for<'a>(map: &'a Self, walker: &'a Self::Walker) -> Asked<Self::View<'a>, Self>;

    /// The mover on the map as currently believed. Builds no index.
    #[doc(hidden)]
    fn believer(
        state: &State<Self>,
        faction: FactionId,
        mover: MoverId,
    ) -> Asked<Self::Believer, Self>;

    #[doc(hidden)]
    fn believed_map(believer: &Self::Believer) -> &Self;

    #[doc(hidden)]
    fn believed_view(believer: &Self::Believer) -> Self::View<'_>;

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

    /// Updates what is kept after a change.
    #[doc(hidden)]
    fn follow(_: &mut State<Self>, _: Changed) {}

    /// The nodes that a mover covers.
    #[doc(hidden)]
    fn cover(map: &Self, walker: &Self::Walker) -> Cover;

    /// Checks that the question can be asked, apart from its ends.
    #[doc(hidden)]
    fn check(state: &State<Self>, ask: &Ask<Self::Place>) -> Asked<(), Self>;

    #[doc(hidden)]
    fn stamp(state: &State<Self>, ask: &Ask<Self::Place>) -> Asked<Stamp, Self>;

    /// Identifies which of several equal answers would be given; it increases as indexes change.
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

    /// Which questions have a path now, and would have none after a batch of edits.
    #[doc(hidden)]
    fn would_part(
        state: &State<Self>,
        batch: &Self::Edit,
        asks: &[Ask<Self::Place>],
        scratch: &mut Scratch,
    ) -> Asked<Vec<usize>, Self>;

    /// The answer after a batch of edits that is not applied.
    #[doc(hidden)]
    fn route_if(
        state: &State<Self>,
        batch: &Self::Edit,
        ask: &Ask<Self::Place>,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Asked<Outcome, Self>;

    /// The answer under a rule for steps.
    #[doc(hidden)]
    fn route_by(
        state: &State<Self>,
        ask: &Ask<Self::Place>,
        rule: Rule<'_>,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Asked<Outcome, Self>;

    /// Does something in the world of a question.
    #[doc(hidden)]
    fn in_world<T: InWorld>(
        state: &State<Self>,
        ask: &Ask<Self::Place>,
        work: T,
    ) -> Asked<T::Answer, Self>;

    /// The nearest place for a mover, in the world of a question whose ends do not matter.
    #[doc(hidden)]
    fn snap(
        state: &State<Self>,
        ask: &Ask<Self::Place>,
        near: Near<Self::Place>,
        budget: &mut Budget<'_>,
    ) -> Asked<Self::Place, Self>;

    /// Makes ready now what the first question like this would make.
    #[doc(hidden)]
    fn prepare(state: &State<Self>, ask: &Ask<Self::Place>) -> Asked<(), Self> {
        Self::check(state, ask)
    }

    /// The answer that there is no path, if that is known without a search.
    #[doc(hidden)]
    fn known_beforehand(
        state: &State<Self>,
        ask: &Ask<Self::Place>,
    ) -> Asked<Option<Outcome>, Self>;

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

    /// Whether a field with the stamp of the world now has its revision as well, without which no
    /// path can be read off it: a belief that begins again numbers its revisions from 0.
    #[doc(hidden)]
    fn has_revision(_: &State<Self>, _: &Ask<Self::Place>, _: &DistanceField) -> bool {
        true
    }

    /// A repaired copy of a field of an earlier state, unless more than `most` nodes would be invalidated
    /// or expanded, and the number of these nodes; `None` if nothing was tried.
    #[doc(hidden)]
    fn repair_field(
        _: &State<Self>,
        _: &Ask<Self::Place>,
        _: &DistanceField,
        _most: usize,
    ) -> Option<(Option<DistanceField>, u64)> {
        None
    }

    /// The path from a node along such a field of the current state, or why there is none.
    #[doc(hidden)]
    fn descend(
        state: &State<Self>,
        ask: &Ask<Self::Place>,
        field: &DistanceField,
        from: NodeId,
    ) -> Asked<Result<Path, Why>, Self>;

    /// The number of questions with one goal, none of which asks for the nearest place, from which
    /// on a field pays off; `None` if never.
    #[doc(hidden)]
    fn merge_from(state: &State<Self>, ask: &Ask<Self::Place>) -> Option<usize>;

    /// Updates what a question shares with others and what its first slice would otherwise update
    /// while they are answered on other threads.
    #[doc(hidden)]
    fn prepare_lane(state: &State<Self>, ask: &Ask<Self::Place>) {
        let _ = (state, ask);
    }

    /// A slice of an answer.
    #[doc(hidden)]
    fn slice(
        state: &State<Self>,
        lane: &mut Self::Lane,
        task: &Task<Ask<Self::Place>>,
        budget: &mut Budget<'_>,
    ) -> Asked<Step<Outcome>, Self>;

    /// What a lane knows of an answer that has reached its limit.
    #[doc(hidden)]
    fn known(lane: &mut Self::Lane) -> Outcome;

    /// Releases the world held by a lane, so that edits copy nothing.
    #[doc(hidden)]
    fn let_go(lane: &mut Self::Lane);

    /// The first steps of a question and an upper bound on the cost of the whole path, if a coarse
    /// index is kept, with at most `most` expansions; and the number of expansions.
    #[doc(hidden)]
    fn first_steps(
        _: &State<Self>,
        _: &Ask<Self::Place>,
        _: &mut Scratch,
        _most: u64,
    ) -> (Option<(Path, Cost)>, u64) {
        (None, 0)
    }

    /// Upkeep at the beginning of a frame, within its share of the budget. Returns the expansions
    /// made.
    #[doc(hidden)]
    fn keep_up(_: &mut Navigator<Self>, _: &mut Budget<'_>) -> u64 {
        0
    }
}

/// Which part of a state was changed.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Changed {
    /// The map was edited.
    Map,
    /// A mover was added.
    Movers,
    /// An overlay was added.
    Overlays,
    /// The overlay at this index is borrowed to be changed.
    Overlay(usize),
}
