//! An answer computed in slices, in any world.

use crate::base::{Budget, NodeId, Spent};
use crate::path::Path;
use crate::planner::Step;
use crate::planner::navigator::tried::Tried;
use crate::search::{
    DistanceField, Effort, FieldStatus, Found, Guarantee, Heuristic, OutOfBudget, Outcome,
    PathQuery, Paused, Scratch, Search, Unreachable, Why,
};
use crate::world::{Way, World};

/// This many steps of a path read off a field count as one expansion.
const STEPS_PER_EXPANSION: u64 = 8;

/// The state of a search, and its memory. `X` is the paused state of a shape's own searches.
#[derive(Default)]
pub(in crate::planner::navigator) struct Work<X = ()> {
    pub(in crate::planner::navigator) scratch: Scratch,
    pub(in crate::planner::navigator) aside: Aside<X>,
    /// What is known about an unfinished search.
    known: Option<OutOfBudget>,
    /// The search without blockers, if it is over and its path meets one.
    pub(in crate::planner::navigator) tried: Option<Tried>,
}

/// What continues in the next slice.
#[derive(Default)]
pub(in crate::planner::navigator) enum Aside<X> {
    #[default]
    Nothing,
    Search(Paused),
    Field,
    Own(X),
}

impl<X> Work<X> {
    /// Resets it for new work.
    pub(in crate::planner::navigator) fn begin(&mut self) {
        (self.aside, self.known, self.tried) = (Aside::Nothing, None, None);
    }

    /// Goes on with a search around blockers.
    pub(in crate::planner::navigator) fn go_on_after(&mut self, tried: Tried) {
        self.begin();
        self.tried = Some(tried);
    }

    /// What is known of an answer that has reached its limit.
    pub(in crate::planner::navigator) fn known(&mut self) -> Outcome {
        let nothing = || OutOfBudget {
            spent: Spent::Expansions,
            lower_bound: 0,
            nearest: None,
            effort: Effort::default(),
        };
        Outcome::OutOfBudget(self.known.take().unwrap_or_else(nothing))
    }

    /// A slice of A*.
    pub(in crate::planner::navigator) fn search(
        &mut self,
        world: &impl World,
        heuristic: &impl Heuristic,
        query: &PathQuery<'_>,
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

    /// A slice of the field to the goals of a query, until the distance from its start is final.
    /// The next question continues with the same field.
    ///
    /// `asked` is the world of the question, and `world` that of the field, which serves every
    /// start.
    pub(in crate::planner::navigator) fn field(
        &mut self,
        (asked, world): (&impl World, &impl World),
        query: &PathQuery<'_>,
        start: NodeId,
        budget: &mut Budget<'_>,
    ) -> Step<Outcome> {
        let none = |why, effort| {
            let none = Unreachable { why, nearest: None, effort };
            Step::Answered(Outcome::Unreachable(none))
        };
        if let Some(why) = Why::of_ends(asked, query) {
            return none(why, Effort::default());
        }
        let field = self.scratch.part::<DistanceField>();
        let is_begun = matches!(self.aside, Aside::Field);
        if !(is_begun && is_settled(field, start)) {
            let resumed = if is_begun { field.resume(world, budget).ok() } else { None };
            let status = resumed.unwrap_or_else(|| {
                // Begun, or restarted if the world has changed.
                let goals: Vec<_> = query.goals.named().map(|goal| (goal, 0)).collect();
                field.compute(world, &goals, Way::Backward, budget)
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
        match field.path_from(world, start) {
            Ok(Some(path)) => {
                charge(&path, budget);
                let guarantee = Guarantee::Optimal;
                Step::Answered(Outcome::Found(Found { path, guarantee, effort }))
            }
            Ok(None) => none(Why::Enclosed { seen: field.expanded() }, effort),
            Err(_) => {
                // The field belongs to another world by now: it is computed again.
                self.aside = Aside::Nothing;
                Step::Going { lower_bound: 0 }
            }
        }
    }

    pub(in crate::planner::navigator) fn came_to(&mut self, outcome: Outcome) -> Step<Outcome> {
        match self.tried.unwrap_or_default().and(outcome) {
            Outcome::OutOfBudget(known) => {
                let lower_bound = known.lower_bound;
                self.known = Some(known);
                Step::Going { lower_bound }
            }
            answer => Step::Answered(answer),
        }
    }
}

/// Charges a path that was read off a field: that examines the neighbours of each of its cells, and
/// hundreds of paths may be ready at once. What exceeds the budget is not charged.
pub(super) fn charge(path: &Path, budget: &mut Budget<'_>) {
    let steps = path.step_count() as u64;
    if steps >= STEPS_PER_EXPANSION {
        let _ = budget.take_up_to(steps / STEPS_PER_EXPANSION);
    }
}

/// Whether the distance of `node` is final.
fn is_settled(field: &DistanceField, node: NodeId) -> bool {
    field.distance(node).is_some_and(|distance| distance < field.settled_below())
}
