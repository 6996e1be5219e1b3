//! What lies on the map and can be moved: start, goals and sources of danger.

use astride::base::Cell;

use crate::session::board::Board;
use crate::session::danger::Wish;
use crate::session::wire::Refusal;

/// Where everything lies at one time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Lying {
    start: Cell,
    goals: Vec<Cell>,
    sources: Vec<Wish>,
}

impl Lying {
    pub(super) fn bytes(&self) -> usize {
        size_of::<Lying>() + size_of_val(&self.goals[..]) + size_of_val(&self.sources[..])
    }
}

impl Board {
    /// What lies on the map now.
    pub(super) fn lying(&self) -> Lying {
        let (start, goals) = (self.start(), self.goals().to_vec());
        Lying { start, goals, sources: self.danger.wishes() }
    }

    /// Puts everything where it lay at another time; says whether the danger changed.
    pub(super) fn lay(&mut self, then: Lying) -> Result<bool, Refusal> {
        self.set_places(then.start, then.goals);
        let turns = self.danger.wishes() != then.sources;
        if turns {
            self.danger.replace(&self.grid, &then.sources)?;
        }
        Ok(turns)
    }
}
