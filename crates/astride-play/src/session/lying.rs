//! What lies on the map and can be moved: start, stops, goals and sources of danger.

use astride::base::Cell;

use crate::session::board::Board;
use crate::session::danger::Wish;
use crate::session::wire::Refusal;

/// Where everything lies at one time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Lying {
    start: Cell,
    via: Vec<Cell>,
    goals: Vec<Cell>,
    sources: Vec<Wish>,
}

impl Lying {
    pub(super) fn bytes(&self) -> usize {
        let lists = [size_of_val(&self.via[..]), size_of_val(&self.goals[..])];
        size_of::<Lying>() + lists.iter().sum::<usize>() + size_of_val(&self.sources[..])
    }
}

impl Board {
    /// What lies on the map now.
    pub(super) fn lying(&self) -> Lying {
        let (start, via, goals) = (self.start(), self.via().to_vec(), self.goals().to_vec());
        Lying { start, via, goals, sources: self.danger.wishes() }
    }

    /// Puts everything where it lay at another time; says whether the danger changed.
    pub(super) fn lay(&mut self, then: Lying) -> Result<bool, Refusal> {
        self.set_places(then.start, then.via, then.goals);
        let turns = self.danger.wishes() != then.sources;
        if turns {
            self.danger.replace(&self.grid, &then.sources)?;
        }
        Ok(turns)
    }
}
