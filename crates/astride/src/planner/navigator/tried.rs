//! What is tried first around blockers: the answer without them, which an index knows.

use super::pile::Pile;
use crate::base::{Cost, Spent};
use crate::search::{Effort, Outcome};

/// What searches took that did not end with the answer, and what the answer costs at least.
#[derive(Clone, Copy, Default)]
pub(super) struct Tried {
    effort: Effort,
    least: Cost,
}

impl Tried {
    /// The answer around the blockers of a pile, if the `outcome` of a search that may ignore them is
    /// one: they only take steps away. A search that needed more memory than it may have leaves the
    /// answer to one that needs less.
    pub(super) fn judge(
        self,
        outcome: Outcome,
        pile: Pile<'_>,
        wants_nearest: bool,
    ) -> Result<Outcome, Self> {
        let is_answer = match &outcome {
            Outcome::Found(found) => found.path.nodes().iter().all(|&node| !pile.bars(node)),
            Outcome::Unreachable(_) => !wants_nearest,
            Outcome::OutOfBudget(out) => out.spent != Spent::Bytes,
        };
        let outcome = self.and(outcome);
        if is_answer {
            return Ok(outcome);
        }
        let least = match &outcome {
            Outcome::OutOfBudget(out) => out.lower_bound,
            outcome => outcome.cost().unwrap_or(0),
        };
        Err(Tried { effort: outcome.effort(), least })
    }

    /// Whether a path without blockers was not ruled out.
    pub(super) fn leads(&self) -> bool {
        self.least > 0
    }

    /// The outcome of the search around them that follows, or a slice of it, with the effort of
    /// both.
    pub(super) fn and(self, outcome: Outcome) -> Outcome {
        let mut effort = self.effort;
        effort += outcome.effort();
        let mut outcome = outcome.with_effort(effort);
        if let Outcome::OutOfBudget(out) = &mut outcome {
            out.lower_bound = out.lower_bound.max(self.least);
        }
        outcome
    }
}
