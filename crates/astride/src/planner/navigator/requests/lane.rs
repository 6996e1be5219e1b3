//! One lane of the queue: an answer that is worked out in slices.

use super::pinned::{Named, Pinned};
use crate::base::{Budget, Cost, NodeId, Spent};
use crate::planner::navigator::state::State;
use crate::planner::{Ask, NavigatorError, Step, Task};
use crate::search::{
    DistanceField, Effort, FieldStatus, Found, Guarantee, OutOfBudget, Outcome, Paused, Query,
    Scratch, Search, Unreachable, Why,
};
use crate::shapes::square::{
    Edges, GridHeuristic, Instead, JumpMap, JumpSearch, Labels, LabelsSearch, Over, OverSearch,
    OverState,
};
use crate::world::{Way, World};

/// This many steps of a path that is read off a field count as one expansion.
const STEPS_PER_EXPANSION: u64 = 8;

/// The memory of one lane.
#[derive(Default)]
pub(in crate::planner) struct LaneMemory {
    /// The world that is searched.
    pinned: Option<Pinned>,
    /// Memory for the next one.
    named: Named,
    pub(super) work: Work,
}

impl LaneMemory {
    /// The world that is searched, held from now on if something new begins.
    pub(super) fn pinned(
        &mut self,
        state: &State,
        task: &Task<Ask>,
    ) -> Result<(&Pinned, &mut Work), NavigatorError> {
        let pinned = match self.pinned.take() {
            Some(pinned) if !task.is_new() => pinned,
            _ => {
                self.work.begin();
                let named = std::mem::take(&mut self.named);
                let pinned = Pinned::new(state, &task.ask, task.limit, named)?;
                if task.ask.nearest && !pinned.is_searched {
                    self.work.instead = state.instead(&task.ask)?;
                }
                pinned
            }
        };
        Ok((self.pinned.insert(pinned), &mut self.work))
    }

    /// Holds no world any more, so that edits copy nothing.
    pub(super) fn let_go(&mut self) {
        if let Some(pinned) = self.pinned.take() {
            self.named = pinned.into_memory();
        }
    }
}

/// What a search has found out, and its memory.
#[derive(Default)]
pub(super) struct Work {
    scratch: Scratch,
    aside: Aside,
    /// The way to the nearest place, if it is known that there is none to the goal.
    pub(super) instead: Option<Instead>,
    /// What is known of a search that goes on.
    known: Option<OutOfBudget>,
}

/// What goes on in the next slice.
#[derive(Default)]
enum Aside {
    #[default]
    Nothing,
    Search(Paused),
    Over(OverState),
    Field,
}

impl Work {
    /// Forgets what it was doing: something new begins.
    pub(super) fn begin(&mut self) {
        (self.aside, self.instead, self.known) = (Aside::Nothing, None, None);
    }

    /// A slice of the way to the nearest place, by slices of searches to what may be it.
    pub(super) fn instead(
        &mut self,
        mut instead: Instead,
        mut slice: impl FnMut(&mut Self, &Instead) -> Result<Step<Outcome>, NavigatorError>,
    ) -> Result<Step<Outcome>, NavigatorError> {
        while !instead.targets().is_empty() {
            match slice(self, &instead)? {
                Step::Going { .. } => {
                    self.instead = Some(instead);
                    // What is known of the way to a place is no bound on a way to the goal.
                    return Ok(Step::Going { lower_bound: 0 });
                }
                Step::Answered(outcome) => instead.note(outcome),
            }
            self.aside = Aside::Nothing;
        }
        Ok(Step::Answered(instead.answer()))
    }

    /// What is known of an answer that may not go on.
    pub(super) fn known(&mut self) -> Outcome {
        let nothing = || OutOfBudget {
            spent: Spent::Expansions,
            lower_bound: 0,
            nearest: None,
            effort: Effort::default(),
        };
        Outcome::OutOfBudget(self.known.take().unwrap_or_else(nothing))
    }

    /// A slice of A*.
    pub(super) fn search(
        &mut self,
        world: &impl World,
        heuristic: &GridHeuristic,
        query: &Query<'_>,
        budget: &mut Budget<'_>,
    ) -> Step<Outcome> {
        let scratch = &mut self.scratch;
        let resumed = match std::mem::take(&mut self.aside) {
            Aside::Search(paused) => {
                Search::astar(world, heuristic, query, &mut *scratch).resume(paused).ok()
            }
            _ => None,
        };
        let mut search = match resumed {
            Some(search) => search,
            None => Search::astar(world, heuristic, query, scratch),
        };
        let outcome = search.run(budget, &mut ());
        self.aside = Aside::Search(search.pause());
        self.came_to(outcome)
    }

    /// A slice of jump point search. The budget of such a search does not count its start.
    pub(super) fn jumps(
        &mut self,
        (map, edges): (&JumpMap, Option<&Edges>),
        ends: [NodeId; 2],
        budget: &mut Budget<'_>,
    ) -> Step<Outcome> {
        let scratch = self.scratch.part();
        let resumed = match std::mem::take(&mut self.aside) {
            Aside::Search(paused) => {
                JumpSearch::new(map, edges, ends, &mut *scratch).resume(paused).ok()
            }
            _ => None,
        };
        let mut search = match resumed {
            Some(search) => search,
            None => {
                // Its start is an expansion like others, but the search does not count it.
                if budget.take().is_some() {
                    return Step::Going { lower_bound: 0 };
                }
                JumpSearch::new(map, edges, ends, scratch)
            }
        };
        let outcome = search.run(budget, &mut ());
        self.aside = Aside::Search(search.pause());
        self.came_to(outcome)
    }

    /// A slice of jump point search under overlays. It goes on in the same world only, which the queue
    /// sees to.
    pub(super) fn over(
        &mut self,
        map: &JumpMap,
        over: &Over<'_>,
        ends: [NodeId; 2],
        budget: &mut Budget<'_>,
    ) -> Step<Outcome> {
        let state = match std::mem::take(&mut self.aside) {
            Aside::Over(state) => state,
            _ => OverState::default(),
        };
        let mut search = OverSearch::new(map, over, ends, self.scratch.part(), state);
        let outcome = search.run(budget);
        self.aside = Aside::Over(search.state());
        self.came_to(outcome)
    }

    /// A whole answer of labels, if the budget has an expansion left.
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

    /// A slice of the field to `goal`, until it knows the distance from `start`. The next question
    /// goes on with the same field.
    pub(super) fn field(
        &mut self,
        world: &impl World,
        (start, goal): (NodeId, NodeId),
        budget: &mut Budget<'_>,
    ) -> Step<Outcome> {
        let field = self.scratch.part::<DistanceField>();
        let is_begun = matches!(self.aside, Aside::Field);
        let why = match [start, goal].map(|end| world.is_passable(end)) {
            [false, _] => Some(Why::StartBlocked),
            [_, false] => Some(Why::GoalBlocked),
            _ => None,
        };
        if why.is_none() && !(is_begun && is_settled(field, start)) {
            let resumed = if is_begun { field.resume(world, budget).ok() } else { None };
            let status = resumed.unwrap_or_else(|| {
                // Begun, or begun again where the world has changed.
                field.compute(world, &[(goal, 0)], Way::Backward, budget)
            });
            self.aside = Aside::Field;
            let is_open = matches!(status, FieldStatus::Partial { .. });
            if is_open && !is_settled(field, start) {
                return Step::Going { lower_bound: field.settled_below() };
            }
        }
        let effort = Effort {
            expanded: field.expanded(),
            generated: field.expanded(),
            bytes: field.bytes() as u64,
            ..Effort::default()
        };
        let path = match why {
            Some(_) => None,
            None => match field.path_from(world, start) {
                Ok(path) => path,
                Err(_) => {
                    // The field is of another world meanwhile: it is computed again.
                    self.aside = Aside::Nothing;
                    return Step::Going { lower_bound: 0 };
                }
            },
        };
        // Reading a path off a field looks around each of its cells, and hundreds of paths may be
        // ready at once. What the budget does not hold any more is let go.
        let steps = path.as_ref().map_or(0, |path| path.step_count() as u64);
        if steps >= STEPS_PER_EXPANSION {
            let _ = budget.take_up_to(steps / STEPS_PER_EXPANSION);
        }
        let answer = match path {
            Some(path) => Outcome::Found(Found { path, guarantee: Guarantee::Optimal, effort }),
            None => {
                let why = why.unwrap_or(Why::Enclosed { seen: field.expanded() });
                Outcome::Unreachable(Unreachable { why, nearest: None, effort })
            }
        };
        Step::Answered(answer)
    }

    fn came_to(&mut self, outcome: Outcome) -> Step<Outcome> {
        match outcome {
            Outcome::OutOfBudget(known) => {
                let lower_bound = known.lower_bound;
                self.known = Some(known);
                Step::Going { lower_bound }
            }
            answer => Step::Answered(answer),
        }
    }
}

/// Whether the distance of `node` is final.
fn is_settled(field: &DistanceField, node: NodeId) -> bool {
    field.distance(node).is_some_and(|distance| distance < field.settled_below())
}
