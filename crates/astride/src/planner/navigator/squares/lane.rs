//! One lane of the queue on squares: an answer computed in slices.

use super::pinned::{Named, Pinned};
use crate::base::{Budget, Cost, NodeId};
use crate::planner::navigator::requests::work::{Aside, Work};
use crate::planner::navigator::state::State;
use crate::planner::{Ask, NavigatorError, Step, Task};
use crate::search::Outcome;
use crate::shapes::square::{
    Instead, JumpMap, JumpSearch, Jumps, Labels, LabelsSearch, Over, OverSearch, OverState,
};

/// The memory of one lane.
#[expect(missing_debug_implementations, reason = "nobody outside can name it")]
#[derive(Default)]
pub struct LaneMemory {
    /// The world being searched.
    pinned: Option<Pinned>,
    /// Memory for the next one.
    named: Named,
    pub(super) work: SquareWork,
    /// The path to the nearest place, if the goal is known to be unreachable.
    pub(super) instead: Option<Instead>,
}

/// Work on squares: searches under overlays are set aside in a state of their own.
pub(super) type SquareWork = Work<OverState>;

impl LaneMemory {
    /// The world being searched, held from now on if new work begins.
    pub(super) fn pinned(
        &mut self,
        state: &State,
        task: &Task<Ask>,
    ) -> Result<(&Pinned, &mut SquareWork, &mut Option<Instead>), NavigatorError> {
        let pinned = match self.pinned.take() {
            Some(pinned) if !task.is_new() => pinned,
            _ => {
                self.work.begin();
                self.instead = None;
                let named = std::mem::take(&mut self.named);
                let pinned = Pinned::new(state, task, named)?;
                if task.ask.nearest && task.ask.or_to.is_none() && !pinned.is_searched {
                    self.instead = state.instead(&task.ask)?;
                }
                pinned
            }
        };
        Ok((self.pinned.insert(pinned), &mut self.work, &mut self.instead))
    }

    /// Releases the world, so that edits copy nothing.
    pub(super) fn let_go(&mut self) {
        if let Some(pinned) = self.pinned.take() {
            self.named = pinned.into_memory();
        }
    }
}

impl SquareWork {
    /// A slice of the path to the nearest place, by slices of searches to the candidates.
    pub(super) fn instead(
        &mut self,
        mut instead: Instead,
        later: &mut Option<Instead>,
        mut slice: impl FnMut(&mut Self, &Instead) -> Result<Step<Outcome>, NavigatorError>,
    ) -> Result<Step<Outcome>, NavigatorError> {
        while !instead.targets().is_empty() {
            match slice(self, &instead)? {
                Step::Going { .. } => {
                    *later = Some(instead);
                    // What is known of the path to a place gives no bound on a path to the goal.
                    return Ok(Step::Going { lower_bound: 0 });
                }
                Step::Answered(outcome) => instead.note(outcome),
            }
            self.aside = Aside::Nothing;
        }
        Ok(Step::Answered(instead.answer()))
    }

    /// A slice of jump point search. The budget of such a search does not count its start.
    pub(super) fn jumps(
        &mut self,
        jumps: Jumps<'_>,
        ends: [NodeId; 2],
        budget: &mut Budget<'_>,
    ) -> Step<Outcome> {
        let scratch = self.scratch.part();
        let resumed = match std::mem::take(&mut self.aside) {
            Aside::Search(paused) => {
                JumpSearch::new(jumps, ends, &mut *scratch).resume(paused).ok()
            }
            _ => None,
        };
        let mut search = match resumed {
            Some(search) => search,
            None => {
                // The start is an expansion like any other, but the search does not count it.
                if budget.take().is_some() {
                    return Step::Going { lower_bound: 0 };
                }
                JumpSearch::new(jumps, ends, scratch)
            }
        };
        let outcome = search.run(budget, &mut ());
        self.aside = Aside::Search(search.pause());
        self.came_to(outcome)
    }

    /// A slice of jump point search under overlays. It continues only in the same world, which the
    /// queue ensures.
    pub(super) fn over(
        &mut self,
        map: &JumpMap,
        over: &Over<'_>,
        ends: [NodeId; 2],
        budget: &mut Budget<'_>,
    ) -> Step<Outcome> {
        let state = match std::mem::take(&mut self.aside) {
            Aside::Own(state) => state,
            _ => OverState::default(),
        };
        let mut search = OverSearch::new(map, over, ends, self.scratch.part(), state);
        let outcome = search.run(budget);
        self.aside = Aside::Own(search.state());
        self.came_to(outcome)
    }

    /// A whole answer by labels, if the budget has an expansion left.
    pub(super) fn labels(
        &mut self,
        labels: &Labels,
        ends: [NodeId; 2],
        budget: &mut Budget<'_>,
    ) -> Step<Outcome> {
        let mut search = LabelsSearch::new(labels, ends, Cost::MAX, self.scratch.part());
        let outcome = search.run(budget, &mut ());
        self.came_to(outcome)
    }
}
