//! Maps of any shape whose edits are all that is followed: every answer is searched step by step, on
//! the map as it is, under the overlays that are named.

use std::sync::Arc as Shared;

use super::pile::{Pile, Piled};
use super::requests::FIELD_FROM;
use super::requests::work::Work;
use super::state::{Stamp, State};
use super::{Ask, Navigable, NavigatorError};
use crate::base::{Budget, Cost, NodeId};
use crate::path::{Path, PathFault};
use crate::planner::{Company, Step, Task};
use crate::search::{Enclosure, Guessed, Outcome, PathQuery, Scratch, Search, Why, enclosure};
use crate::shapes::{Editable, Shape};
use crate::world::Overlay;

impl<S: Editable> Navigable for S {
    type Edit = <S as Editable>::Edit;
    type EditError = <S as Editable>::EditError;
    type Walker = S::Mover;
    type Kept = ();
    type Lane = PlainLane<S>;

    fn walker(_: &S, mover: S::Mover) -> S::Mover {
        mover
    }

    fn mover_of(walker: &S::Mover) -> &S::Mover {
        walker
    }

    fn view_for<'a>(
        map: &'a S,
        walker: &'a S::Mover,
    ) -> Result<S::View<'a>, NavigatorError<S::Place>> {
        Ok(map.view(walker))
    }

    fn revision_of(map: &S) -> u64 {
        map.revision()
    }

    fn is_nothing(batch: &<S as Editable>::Edit) -> bool {
        S::is_empty(batch)
    }

    fn change(
        map: &mut S,
        batch: &<S as Editable>::Edit,
    ) -> Result<u64, <S as Editable>::EditError> {
        map.apply_batch(batch)
    }

    fn check(state: &State<S>, ask: &Ask<S::Place>) -> Result<(), NavigatorError<S::Place>> {
        state.named(ask).map(|_| ())
    }

    fn stamp(state: &State<S>, ask: &Ask<S::Place>) -> Result<Stamp, NavigatorError<S::Place>> {
        S::check(state, ask)?;
        state.world_stamp(ask)
    }

    fn route(
        state: &State<S>,
        ask: &Ask<S::Place>,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, NavigatorError<S::Place>> {
        let (ends, world) = (state.ends(ask)?, state.world(ask)?);
        let query = query_of(ask, ends, &world);
        Ok(Search::astar(&world, &world.guess(), &query, scratch).run(budget, &mut ()))
    }

    fn route_or_nearest(
        state: &State<S>,
        ask: &Ask<S::Place>,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, NavigatorError<S::Place>> {
        S::route(state, &ask.or_nearest(), scratch, budget)
    }

    fn which_end(
        state: &State<S>,
        ask: &Ask<S::Place>,
        scratch: &mut Scratch,
    ) -> Result<Option<Why>, NavigatorError<S::Place>> {
        let ((from, to), world) = (state.ends(ask)?, state.world(ask)?);
        Ok(match enclosure(&world, from, to, scratch, &mut Budget::unlimited()) {
            Ok(Enclosure::Start(cells)) => Some(Why::StartEnclosed { cells }),
            Ok(Enclosure::Goal(cells)) => Some(Why::GoalEnclosed { cells }),
            _ => None,
        })
    }

    fn cost_of(
        state: &State<S>,
        ask: &Ask<S::Place>,
        path: &Path,
    ) -> Result<Result<Cost, PathFault>, NavigatorError<S::Place>> {
        Ok(path.cost_in(&state.world(ask)?))
    }

    fn merge_from(_: &State<S>, _: &Ask<S::Place>) -> Option<usize> {
        Some(FIELD_FROM)
    }

    fn slice(
        state: &State<S>,
        lane: &mut PlainLane<S>,
        task: &Task<Ask<S::Place>>,
        budget: &mut Budget<'_>,
    ) -> Result<Step<Outcome>, NavigatorError<S::Place>> {
        let ends = state.ends(&task.ask)?;
        let PlainLane { pinned, work } = lane;
        if task.is_new() {
            *pinned = None;
        }
        let pinned = match pinned {
            Some(pinned) => pinned,
            none => {
                work.begin();
                none.insert(Pinned::new(state, &task.ask)?)
            }
        };
        let world = pinned.world();
        if task.company == Company::Together {
            return Ok(work.field(&world, ends, budget));
        }
        Ok(work.search(&world, &world.guess(), &query_of(&task.ask, ends, &world), budget))
    }

    fn known(lane: &mut PlainLane<S>) -> Outcome {
        lane.work.known()
    }

    fn let_go(lane: &mut PlainLane<S>) {
        lane.pinned = None;
    }
}

/// The mover and the overlays of a question.
type Named<'a, S> = (&'a Shared<<S as Shape>::Mover>, Pile<'a>);

impl<S: Editable> State<S> {
    fn named(&self, ask: &Ask<S::Place>) -> Result<Named<'_, S>, NavigatorError<S::Place>> {
        let place = self.walker_place(ask.mover)?;
        if ask.faction.is_some() {
            // None was ever given out.
            return Err(NavigatorError::UnknownFaction);
        }
        Ok((&self.walkers[place], self.pile(ask)?))
    }

    /// The world of a question.
    fn world(
        &self,
        ask: &Ask<S::Place>,
    ) -> Result<Piled<'_, S::View<'_>>, NavigatorError<S::Place>> {
        let (mover, pile) = self.named(ask)?;
        Ok(Piled { world: self.map.view(mover), pile })
    }
}

/// What a search is asked. Which arcs are canonical is only known without overlays.
fn query_of<P, W>(
    ask: &Ask<P>,
    (start, goal): (NodeId, NodeId),
    world: &Piled<'_, W>,
) -> PathQuery<'static> {
    let canonical = world.pile.is_empty();
    PathQuery { nearest: ask.nearest, canonical, ..PathQuery::new(start, goal) }
}

/// The memory of one answer that is worked out in slices.
#[expect(missing_debug_implementations, reason = "nobody outside can name it")]
pub struct PlainLane<S: Editable> {
    pinned: Option<Pinned<S>>,
    work: Work,
}

impl<S: Editable> Default for PlainLane<S> {
    fn default() -> Self {
        PlainLane { pinned: None, work: Work::default() }
    }
}

/// What one question reads of a state: it stays as it was when the work began, whatever is changed.
struct Pinned<S: Editable> {
    map: Shared<S>,
    mover: Shared<S::Mover>,
    overlays: Vec<Shared<Overlay>>,
}

impl<S: Editable> Pinned<S> {
    fn new(state: &State<S>, ask: &Ask<S::Place>) -> Result<Self, NavigatorError<S::Place>> {
        let (mover, Pile { overlays, set }) = state.named(ask)?;
        let named = overlays.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1);
        Ok(Pinned {
            map: Shared::clone(&state.map),
            mover: Shared::clone(mover),
            overlays: named.map(|(_, overlay)| Shared::clone(overlay)).collect(),
        })
    }

    fn world(&self) -> Piled<'_, S::View<'_>> {
        Piled { world: self.map.view(&self.mover), pile: Pile::of_all(&self.overlays) }
    }
}
