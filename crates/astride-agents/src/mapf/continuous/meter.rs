//! What the work of searches takes out of a budget.

use astride::base::Budget;

use crate::mapf::task::Ended;

/// How many states of a search are one expansion of a budget.
const STATES_OF_EXPANSION: usize = 32;

/// How many segments or edges that are looked at in succession count as one state; fewer do not count.
const LOOKS_OF_STATE: usize = 1024;

/// States that have not been taken out of the budget yet.
pub(super) struct Meter {
    states: usize,
}

impl Meter {
    /// A meter whose first state takes the first expansion.
    pub(super) fn new() -> Self {
        Meter { states: STATES_OF_EXPANSION }
    }

    /// Takes work out of the budget.
    pub(super) fn spend(
        &mut self,
        states: usize,
        looks: usize,
        budget: &mut Budget<'_>,
    ) -> Result<(), Ended> {
        self.states += states + looks / LOOKS_OF_STATE;
        while self.states >= STATES_OF_EXPANSION {
            self.states -= STATES_OF_EXPANSION;
            if budget.take().is_some() {
                return Err(Ended::OutOfBudget);
            }
        }
        Ok(())
    }
}
