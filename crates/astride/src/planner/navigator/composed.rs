//! What is done in the world of a question, composed of all that it names.

use super::state::State;
use super::{Ask, Asked, Navigable};
use crate::base::{Budget, Cost, NodeId};
use crate::path::{Path, PathFault};
use crate::search::{Enclosure, Guessed, Scratch, Why, enclosure};

/// Something that is done in the world of a question. A closure would have to name the type of that
/// world.
pub trait InWorld {
    /// What comes of it.
    type Answer;

    /// Does it.
    fn run(self, world: &impl Guessed) -> Self::Answer;
}

/// What a path costs.
struct CostOf<'a>(&'a Path);

impl InWorld for CostOf<'_> {
    type Answer = Result<Cost, PathFault>;

    fn run(self, world: &impl Guessed) -> Self::Answer {
        self.0.cost_in(world)
    }
}

/// Which end is enclosed.
struct WhichEnd<'s> {
    ends: [NodeId; 2],
    scratch: &'s mut Scratch,
}

impl InWorld for WhichEnd<'_> {
    type Answer = Option<Why>;

    fn run(self, world: &impl Guessed) -> Option<Why> {
        let [from, to] = self.ends;
        match enclosure(world, from, to, self.scratch, &mut Budget::unlimited()) {
            Ok(Enclosure::Start(cells)) => Some(Why::StartEnclosed { cells }),
            Ok(Enclosure::Goal(cells)) => Some(Why::GoalEnclosed { cells }),
            _ => None,
        }
    }
}

impl<S: Navigable> State<S> {
    /// The cost of a path in the current state of what the question names.
    pub(super) fn cost_of(
        &self,
        ask: &Ask<S::Place>,
        path: &Path,
    ) -> Asked<Result<Cost, PathFault>, S> {
        S::in_world(self, ask, CostOf(path))
    }

    /// Which end is enclosed, found by a search.
    pub(super) fn which_end(
        &self,
        ask: &Ask<S::Place>,
        scratch: &mut Scratch,
    ) -> Asked<Option<Why>, S> {
        // Of several goals, each may be enclosed by itself.
        match self.ends(ask)?.single() {
            Some(ends) => S::in_world(self, ask, WhichEnd { ends, scratch }),
            None => Ok(None),
        }
    }
}
