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
    landmarks: Vec<Cell>,
    sources: Vec<Wish>,
}

impl Lying {
    pub(super) fn bytes(&self) -> usize {
        let lists = [&self.via, &self.goals, &self.landmarks].map(|list| size_of_val(&list[..]));
        size_of::<Lying>() + lists.iter().sum::<usize>() + size_of_val(&self.sources[..])
    }
}

impl Board {
    /// What lies on the map now.
    pub(super) fn lying(&self) -> Lying {
        let (start, via, goals) = (self.start(), self.via().to_vec(), self.goals().to_vec());
        let landmarks = self.landmarks().to_vec();
        Lying { start, via, goals, landmarks, sources: self.danger.wishes() }
    }

    /// Puts everything where it lay at another time; says whether the danger changed.
    pub(super) fn lay(&mut self, then: Lying) -> Result<bool, Refusal> {
        self.set_places(then.start, then.via, then.goals);
        // Those of a time before there were any stay where they are.
        if !then.landmarks.is_empty() {
            self.set_landmarks(then.landmarks);
        }
        let turns = self.danger.wishes() != then.sources;
        if turns {
            self.danger.replace(&self.grid, &then.sources)?;
        }
        Ok(turns)
    }
}
