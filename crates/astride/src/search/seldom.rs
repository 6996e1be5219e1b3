//! Searches that are rarely asked for, compiled once for all worlds.

use super::{Estimate, Heuristic, Outcome, PathQuery, Promise, Scratch, Search};
use crate::base::{Budget, Cost, NodeId};
use crate::world::{AnyRuled, Erased, World};

/// An estimate that is already aimed, of any type.
pub(super) struct Given<'a> {
    estimate: ByPointer<'a>,
    promise: Promise,
}

impl<'a> Given<'a> {
    pub(super) fn new(estimate: &'a impl Estimate, promise: Promise) -> Self {
        Given { estimate: ByPointer(estimate), promise }
    }
}

/// An estimate behind a pointer.
#[derive(Clone, Copy)]
pub(super) struct ByPointer<'a>(&'a dyn Estimate);

impl<'a> ByPointer<'a> {
    pub(super) fn new(estimate: &'a impl Estimate) -> Self {
        ByPointer(estimate)
    }
}

impl Estimate for ByPointer<'_> {
    fn estimate(&self, node: NodeId) -> Cost {
        self.0.estimate(node)
    }
}

impl<'a> Heuristic for Given<'a> {
    type Aimed = ByPointer<'a>;

    fn aim(&self, _goals: &mut dyn Iterator<Item = NodeId>) -> ByPointer<'a> {
        self.estimate
    }

    fn promise(&self) -> Promise {
        self.promise
    }
}

/// As [`astar`](super::astar), within a budget and without an observer.
pub(crate) fn seldom_astar(
    world: &impl World,
    guess: &impl Heuristic,
    query: &PathQuery<'_>,
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
) -> Outcome {
    seldom_ruled(&Erased::new(world).as_it_is(), guess, query, scratch, budget)
}

/// The same under a rule.
pub(crate) fn seldom_ruled(
    world: &AnyRuled<'_>,
    guess: &impl Heuristic,
    query: &PathQuery<'_>,
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
) -> Outcome {
    let aimed = guess.aim(&mut query.aims());
    run(world, &Given::new(&aimed, guess.promise()), query, scratch, budget)
}

#[inline(never)]
fn run(
    world: &AnyRuled<'_>,
    guess: &Given<'_>,
    query: &PathQuery<'_>,
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
) -> Outcome {
    Search::astar(world, guess, query, scratch).run(budget, &mut ())
}

/// Whether [`greedy`](super::greedy) finds a path.
pub(crate) fn seldom_leads(
    world: &impl World,
    guess: &impl Heuristic,
    query: &PathQuery<'_>,
    scratch: &mut Scratch,
) -> bool {
    let aimed = guess.aim(&mut query.aims());
    let guess = &Given::new(&aimed, guess.promise());
    leads(&Erased::new(world).as_it_is(), guess, query, scratch)
}

#[inline(never)]
fn leads(
    world: &AnyRuled<'_>,
    guess: &Given<'_>,
    query: &PathQuery<'_>,
    scratch: &mut Scratch,
) -> bool {
    let outcome =
        Search::greedy(world, guess, query, scratch).run(&mut Budget::unlimited(), &mut ());
    outcome.path().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Slot;
    use crate::search::{Custom, Zero, astar};
    use crate::world::{Arc, Ruled, Way};

    /// Steps of 1, 2 and 5 nodes up, at costs that depend on where they begin.
    struct Stairs;

    const STEPS: [u32; 3] = [1, 2, 5];

    impl World for Stairs {
        fn node_count(&self) -> u32 {
            200
        }

        fn is_passable(&self, node: NodeId) -> bool {
            node.get() % 7 != 3
        }

        fn max_arc_cost(&self) -> u32 {
            20
        }

        fn for_each_arc(&self, node: NodeId, way: Way, mut visit: impl FnMut(Arc)) {
            for (slot, step) in (0..).zip(STEPS) {
                let other = match way {
                    Way::Forward => node.get() + step,
                    Way::Backward => node.get().wrapping_sub(step),
                };
                let from = if way == Way::Forward { node.get() } else { other };
                let ends = [node, NodeId::new(other.min(199))];
                if other < 200 && ends.into_iter().all(|end| self.is_passable(end)) {
                    let cost = 1 + (from * 7 + step * 3) % 19;
                    visit(Arc { node: ends[1], cost, slot: Slot::new(slot) });
                }
            }
        }

        fn follow(&self, node: NodeId, slot: Slot, way: Way) -> NodeId {
            let step = STEPS[usize::from(slot.code())];
            NodeId::new(match way {
                Way::Forward => node.get() - step,
                Way::Backward => node.get() + step,
            })
        }
    }

    #[test]
    fn a_search_behind_pointers_does_what_the_search_itself_does() {
        let scratch = &mut Scratch::new();
        let guess = Custom::new(Promise::Consistent, |from, to| {
            u64::from(to.get().abs_diff(from.get())) / 5
        });
        for (start, goal) in [(0, 199), (1, 150), (7, 7), (20, 10), (3, 50), (0, 101)] {
            let query = PathQuery::new(NodeId::new(start), NodeId::new(goal)).or_nearest();
            let budget = || Budget::unlimited();
            let expected = astar(&Stairs, &guess, &query, scratch, &mut ());
            let found = seldom_astar(&Stairs, &guess, &query, scratch, &mut budget());
            assert_eq!(found, expected);
            let leads = seldom_leads(&Stairs, &guess, &query, scratch);
            assert_eq!(leads, expected.path().is_some(), "{start} {goal}");
            // A rule that makes steps dearer and forbids those to one node.
            let rule = |from: NodeId, to: NodeId| (to.get() != 100).then_some(3 * (from.get() % 2));
            let ruled = Ruled::new(&Stairs, 3, &rule);
            let expected = astar(&ruled, &Zero, &query, scratch, &mut ());
            let world = Erased::new(&Stairs).ruled(3, &rule);
            let found = seldom_ruled(&world, &Zero, &query, scratch, &mut budget());
            assert_eq!(found, expected);
        }
    }
}
