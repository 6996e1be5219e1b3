//! Maps of any shape: answers are searched step by step, on the actual map or as a faction believes
//! it to be, under the overlays named. If the shape has an index that is kept for the mover and up
//! to date, it answers questions about the actual map.

mod beside;
mod explain;
mod factions;
mod keep;
mod saved;
mod what_if;

use std::sync::Arc as Shared;

pub(super) use keep::PlainWalker;

use super::composed::InWorld;
use super::fields::{follow, go_on};
use super::navigable::Changed;
use super::pile::{Pile, Piled};
use super::places::{Closed, Held};
use super::requests::FIELD_FROM;
use super::requests::work::Work;
use super::stamp::Stamp;
use super::state::{Ends, State};
use super::tried::Tried;
use super::what_if::{Rule, by_rule};
use super::{Ask, Asked, FactionId, MoverId, Navigable};
use crate::base::{Budget, Cost, NodeId};
use crate::path::Path;
use crate::planner::{Company, Step, Task};
use crate::search::{DistanceField, Guessed, Outcome, PathQuery, Scratch, Search, Starts, Why};
use crate::shapes::{Believed, Cover, Editable, Looks, Near};
use crate::world::{Overlay, World};
use keep::Kept;
use what_if::map_after;

impl<S: Editable> Navigable for S {
    type Edit = <S as Editable>::Edit;
    type EditError = <S as Editable>::EditError;
    type Faction = Believed<S>;
    type Walker = PlainWalker<S>;
    type Believer = (Shared<S>, Shared<PlainWalker<S>>);
    type Kept = ();
    type Supposed = Shared<S>;
    type Lane = PlainLane<S>;

    fn walker(_: &S, mover: S::Mover) -> PlainWalker<S> {
        PlainWalker::new(mover)
    }

    fn mover_of(walker: &PlainWalker<S>) -> &S::Mover {
        &walker.mover
    }

    fn view_for<'a>(map: &'a S, walker: &'a PlainWalker<S>) -> Asked<S::View<'a>, S> {
        Ok(map.view(&walker.mover))
    }

    fn believer(state: &State<S>, faction: FactionId, mover: MoverId) -> Asked<Self::Believer, S> {
        let walker = &state.walkers[state.walker_place(Some(mover))?];
        let known = &state.factions[state.faction_place(faction)?];
        Ok((Shared::clone(known.shared_map()), Shared::clone(walker)))
    }

    fn believed_map((map, _): &Self::Believer) -> &S {
        map
    }

    fn believed_view((map, walker): &Self::Believer) -> S::View<'_> {
        map.view(&walker.mover)
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

    fn follow(state: &mut State<S>, changed: Changed) {
        if let Changed::Map = changed {
            for faction in &mut state.factions {
                Shared::make_mut(faction).update(&state.map);
            }
        }
    }

    fn cover(map: &S, walker: &PlainWalker<S>) -> Cover {
        map.cover(&walker.mover)
    }

    fn check(state: &State<S>, ask: &Ask<S::Place>) -> Asked<(), S> {
        state.named(ask).map(|_| ())
    }

    fn stamp(state: &State<S>, ask: &Ask<S::Place>) -> Asked<Stamp, S> {
        let named = state.named_without_edits(ask)?;
        let (knowledge, guided) = (named.knowledge, named.guided(ask).map_or(0, |kept| kept.built));
        Ok(Stamp { knowledge, guided, ..state.world_stamp(ask)? })
    }

    fn route(
        state: &State<S>,
        ask: &Ask<S::Place>,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Asked<Outcome, S> {
        let (ends, named) = (state.ends(ask)?, state.named(ask)?);
        if let Some(none) = named.known_beforehand(ask, &ends) {
            return Ok(none);
        }
        let mut tried = Tried::default();
        if let (Some(kept), Some(single)) = (named.guided(ask), ends.single())
            && let Some(outcome) = state.map.by_index(&kept.index, single, scratch, budget)
        {
            match tried.judge(outcome, named.pile, ask.nearest) {
                Ok(answer) => return Ok(answer),
                Err(other) => tried = other,
            }
        }
        let world = named.world();
        let query = query_of(ask, &ends, &world);
        let outcome = Search::astar(&world, &world.guess(), &query, scratch).run(budget, &mut ());
        Ok(tried.and(outcome))
    }

    fn route_or_nearest(
        state: &State<S>,
        ask: &Ask<S::Place>,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Asked<Outcome, S> {
        S::route(state, &ask.or_nearest(), scratch, budget)
    }

    fn would_part(
        state: &State<S>,
        batch: &<S as Editable>::Edit,
        asks: &[Ask<S::Place>],
        scratch: &mut Scratch,
    ) -> Asked<Vec<usize>, S> {
        what_if::would_part(state, batch, asks, scratch)
    }

    fn route_if(
        state: &State<S>,
        batch: &<S as Editable>::Edit,
        ask: &Ask<S::Place>,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Asked<Outcome, S> {
        what_if::route_if(state, batch, ask, scratch, budget)
    }

    fn route_by(
        state: &State<S>,
        ask: &Ask<S::Place>,
        rule: Rule<'_>,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Asked<Outcome, S> {
        let (ends, named) = (state.ends(ask)?, state.named(ask)?);
        let world = named.world();
        let query = query_of(ask, &ends, &world);
        Ok(by_rule(world, rule, &query, scratch, budget))
    }

    fn in_world<T: InWorld>(state: &State<S>, ask: &Ask<S::Place>, work: T) -> Asked<T::Answer, S> {
        Ok(work.run(&state.named(ask)?.world()))
    }

    fn snap(
        state: &State<S>,
        ask: &Ask<S::Place>,
        near: Near<S::Place>,
        budget: &mut Budget<'_>,
    ) -> Asked<S::Place, S> {
        let target = state.node(near.place())?;
        let start = near.start().map(|start| state.node(start)).transpose()?;
        let named = state.named(ask)?;
        let world = named.world();
        let is_in_range = near.is_in_range(state.map.extent(), target);
        let nearest = |is_wanted: &dyn Fn(NodeId) -> bool, mut looks: Looks<'_, '_>| {
            // Nothing is nearer than the place itself.
            if is_wanted(target) {
                return Ok(Some(target));
            }
            let mut best: Option<(Cost, NodeId)> = None;
            for node in (0..world.node_count()).map(NodeId::new) {
                looks.pay(1)?;
                if is_in_range(node) && is_wanted(node) {
                    let found = (world.world.estimate(node, target), node);
                    best = Some(best.map_or(found, |best| best.min(found)));
                }
            }
            Ok(best.map(|(_, node)| node))
        };
        let is_taken = |node| world.pile.is_taken(node);
        let found = near.find_in(&world, start, is_taken, budget, nearest)?;
        Ok(state.map.place_of(found))
    }

    fn known_beforehand(state: &State<S>, ask: &Ask<S::Place>) -> Asked<Option<Outcome>, S> {
        Ok(state.named(ask)?.known_beforehand(ask, &state.ends(ask)?))
    }

    fn compute_field(
        state: &State<S>,
        ask: &Ask<S::Place>,
        goals: &[(NodeId, Cost)],
        field: &mut DistanceField,
        is_current: bool,
        budget: &mut Budget<'_>,
    ) -> Asked<(), S> {
        go_on(field, &state.named(ask)?.world().of_field(), goals, is_current, budget);
        Ok(())
    }

    fn descend(
        state: &State<S>,
        ask: &Ask<S::Place>,
        field: &DistanceField,
        from: NodeId,
    ) -> Asked<Result<Path, Why>, S> {
        let named = state.named(ask)?;
        Ok(follow(field, (&named.world(), &named.world().of_field()), from))
    }

    fn merge_from(_: &State<S>, _: &Ask<S::Place>) -> Option<usize> {
        Some(FIELD_FROM)
    }

    fn slice(
        state: &State<S>,
        lane: &mut PlainLane<S>,
        task: &Task<Ask<S::Place>>,
        budget: &mut Budget<'_>,
    ) -> Asked<Step<Outcome>, S> {
        let known = S::known_beforehand(state, &task.ask)?;
        let (start, _) = state.first_ends(&task.ask)?;
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
        if let Some(none) = known {
            return Ok(Step::Answered(none));
        }
        let world = pinned.world(start);
        let query = query_of(&task.ask, &pinned.ends, &world);
        let query = PathQuery { starts: Starts::One(start), ..query };
        Ok(match task.company {
            Company::Alone => work.search(&world, &world.guess(), &query, budget),
            Company::Together => {
                let worlds = (&world, &pinned.world(start).of_field());
                work.field(worlds, &query, start, budget)
            }
        })
    }

    fn known(lane: &mut PlainLane<S>) -> Outcome {
        lane.work.known()
    }

    fn let_go(lane: &mut PlainLane<S>) {
        lane.pinned = None;
    }
}

/// What a question names.
struct Named<'a, S: Editable> {
    /// The actual map, or the map as a faction believes it to be, after the edits that are supposed.
    map: Shared<S>,
    /// Increases with the knowledge of the faction.
    knowledge: u64,
    walker: &'a Shared<PlainWalker<S>>,
    pile: Pile<'a>,
}

impl<'a, S: Editable> Named<'a, S> {
    /// The index that answers without a search, if there is one for the current map. It knows
    /// nothing of blockers.
    fn guided(&self, ask: &Ask<S::Place>) -> Option<&'a Kept<S>> {
        let is_as_is = ask.faction.is_none() && ask.supposing.is_none();
        let is_plain = is_as_is && self.pile.set() == 0 && !ask.nearest;
        self.walker.current(&self.map).filter(|_| is_plain)
    }

    /// The answer that there is no path, if blockers on all goals tell that and it is all that is
    /// asked: nothing is searched.
    fn known_beforehand(&self, ask: &Ask<S::Place>, ends: &Ends) -> Option<Outcome> {
        ask.none(ends.are_barred(self.pile, &self.world()).then_some(Why::GoalBlocked))
    }

    fn world(&self) -> Piled<'_, S::View<'_>> {
        let Named { map, walker, pile, .. } = self;
        Piled::new(map.view(&walker.mover), *pile)
    }
}

impl<S: Editable> State<S> {
    fn named(&self, ask: &Ask<S::Place>) -> Asked<Named<'_, S>, S> {
        let named = self.named_without_edits(ask)?;
        let Named { ref map, knowledge, .. } = named;
        let after = self.supposed(ask, (0, 0), knowledge, |batch| map_after(&**map, batch))?;
        Ok(match after {
            Some(map) => Named { map, ..named },
            None => named,
        })
    }

    /// The same without the edits that it supposes.
    fn named_without_edits(&self, ask: &Ask<S::Place>) -> Asked<Named<'_, S>, S> {
        let walker = &self.walkers[self.walker_place(ask.mover)?];
        let (map, knowledge) = match ask.faction {
            None => (&self.map, 0),
            Some(faction) => {
                let known = &self.factions[self.faction_place(faction)?];
                (known.shared_map(), known.map().revision())
            }
        };
        let map = Shared::clone(map);
        let pile = self.pile(ask)?.covering(map.cover(&walker.mover));
        Ok(Named { map, knowledge, walker, pile })
    }
}

/// The query of a search. Which arcs are canonical is known only without overlays.
fn query_of<'e, P, W>(ask: &Ask<P>, ends: &'e Ends, world: &Piled<'_, W>) -> PathQuery<'e> {
    let canonical = world.pile.is_empty();
    PathQuery { nearest: ask.nearest, canonical, ..ends.query() }
}

/// The memory of one answer computed in slices.
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

/// What one question reads of a state: it stays as it was when the work began, whatever changes.
struct Pinned<S: Editable> {
    map: Shared<S>,
    walker: Shared<PlainWalker<S>>,
    overlays: Vec<Shared<Overlay>>,
    closed: Option<Held>,
    /// Its ends when the work began. Those who are answered together have other starts.
    ends: Ends,
}

impl<S: Editable> Pinned<S> {
    fn new(state: &State<S>, ask: &Ask<S::Place>) -> Asked<Self, S> {
        let Named { map, walker, pile, .. } = state.named(ask)?;
        Ok(Pinned {
            map,
            walker: Shared::clone(walker),
            overlays: pile.each().map(|(_, overlay)| Shared::clone(overlay)).collect(),
            closed: pile.closed().map(Closed::hold),
            ends: state.ends(ask)?,
        })
    }

    /// The world of the question, for a mover that starts at a node.
    fn world(&self, start: NodeId) -> Piled<'_, S::View<'_>> {
        let (mover, closed) = (&self.walker.mover, self.closed.as_ref().map(|it| it.closed(start)));
        let pile = Pile::of_all(&self.overlays).closing(closed).covering(self.map.cover(mover));
        Piled::new(self.map.view(mover), pile)
    }
}
