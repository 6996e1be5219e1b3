//! How the state of a navigator answers requests.

use super::FIELD_FROM;
use super::work::charge;
use crate::base::Budget;
use crate::path::Path;
use crate::planner::navigator::stamp::Stamp;
use crate::planner::navigator::state::State;
use crate::planner::navigator::{Asked, Navigable, NavigatorError};
use crate::planner::{Ask, Company, Serve, Standing, Step, Task};
use crate::search::{Effort, Found, Guarantee, Outcome};

impl<S: Navigable> Serve for State<S> {
    type Ask = Ask<S::Place>;
    /// The question without its start.
    type Key = Ask<S::Place>;
    type Stamp = Stamp;
    type Lane = S::Lane;
    type Answer = Asked<Outcome, S>;

    fn key(&self, ask: &Self::Ask) -> Self::Key {
        Ask { from: ask.to, ..*ask }
    }

    fn merge_from(&self, ask: &Self::Ask) -> Option<usize> {
        // A field does not know which place is nearest, and where one is kept another is not needed.
        let is_alone = ask.nearest || self.is_apart(ask) || self.kept_field(ask).is_some();
        match is_alone {
            true => None,
            // No index knows several goals.
            false if ask.or_to.is_some() => Some(FIELD_FROM),
            false => S::merge_from(self, ask),
        }
    }

    fn stamp(&self, ask: &Self::Ask) -> Stamp {
        // Handles were checked when the request was made, and stay valid.
        S::stamp(self, ask).unwrap_or_default().of_world()
    }

    fn prepare(&self, ask: &Self::Ask) {
        S::prepare_lane(self, ask);
    }

    fn advance(
        &self,
        lane: &mut S::Lane,
        task: &Task<Self::Ask>,
        budget: &mut Budget<'_>,
    ) -> Step<Self::Answer> {
        if task.is_new()
            && task.company == Company::Alone
            && let Some(path) = self.path_by_kept_field(&task.ask)
        {
            charge(&path, budget);
            let (guarantee, effort) = (Guarantee::Optimal, Effort::default());
            return Step::Answered(Ok(Outcome::Found(Found { path, guarantee, effort })));
        }
        match S::slice(self, lane, task, budget) {
            Err(error) => Step::Answered(Err(error)),
            Ok(Step::Going { lower_bound }) => Step::Going { lower_bound },
            Ok(Step::Answered(answer)) => Step::Answered(Ok(answer)),
        }
    }

    fn give_up(&self, lane: &mut S::Lane, _: &Task<Self::Ask>) -> Self::Answer {
        Ok(S::known(lane))
    }

    fn expired(&self, _: &Self::Ask, frames: u64) -> Option<Self::Answer> {
        Some(Err(NavigatorError::Expired { frames }))
    }

    fn standing(&self, task: &Task<Self::Ask>, answer: &Self::Answer) -> Standing {
        // Invalid questions are refused in the current state, and what is known beforehand applies
        // to it.
        let Ok(outcome) = answer else { return Standing::Current };
        // The edits that it supposes cannot be made any more.
        let Ok(known) = S::known_beforehand(self, &task.ask) else { return Standing::Outdated };
        match outcome {
            Outcome::Found(found) => self.standing_of(&task.ask, &found.path),
            Outcome::Unreachable(_) if known.is_some() => Standing::Current,
            Outcome::Unreachable(none) => match &none.nearest {
                // There may be a path to the goal, or nearer to it, by now.
                Some(path) => match self.standing_of_steps(&task.ask, path) {
                    Standing::Walkable => Standing::Outdated,
                    standing => standing,
                },
                None => Standing::Outdated,
            },
            Outcome::OutOfBudget(out) => {
                let nearest = out.nearest.as_ref();
                nearest.map_or(Standing::Outdated, |path| self.standing_of_steps(&task.ask, path))
            }
        }
    }

    fn release(lane: &mut S::Lane) {
        S::let_go(lane);
    }
}

impl<S: Navigable> State<S> {
    /// How far a path to a goal that was found in another state holds in this one.
    pub(in crate::planner::navigator) fn standing_of(
        &self,
        ask: &Ask<S::Place>,
        path: &Path,
    ) -> Standing {
        if ask.or_to.is_some() && self.is_goal(ask, path.goal()) != Ok(true) {
            return Standing::Outdated;
        }
        self.standing_of_steps(ask, path)
    }

    /// The same, wherever the path leads.
    fn standing_of_steps(&self, ask: &Ask<S::Place>, path: &Path) -> Standing {
        match self.cost_of(ask, path) {
            Err(_) => Standing::Outdated,
            Ok(Ok(cost)) if cost == path.cost() => Standing::Walkable,
            Ok(Ok(cost)) => Standing::OtherCost { cost },
            Ok(Err(fault)) => Standing::Blocked { step: fault.index().saturating_sub(1) },
        }
    }
}
