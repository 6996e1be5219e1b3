//! What lies on the map and can be moved: start, stops, goals and sources of danger.

use std::sync::Arc;

use astride::base::Cell;

use crate::session::board::Board;
use crate::session::danger::Wish;
use crate::session::plan::{Moves, Plan};
use crate::session::wire::Refusal;

/// The positions of everything at one time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Lying {
    start: Cell,
    via: Vec<Cell>,
    goals: Vec<Cell>,
    landmarks: Vec<Cell>,
    sources: Vec<Wish>,
    /// Places of a graph that were moved.
    moves: Moves,
}

impl Lying {
    pub(super) fn bytes(&self) -> usize {
        let lists = [&self.via, &self.goals, &self.landmarks].map(|list| size_of_val(&list[..]));
        let moves = self.moves.len() * size_of::<(u32, [u32; 2])>();
        size_of::<Lying>() + lists.iter().sum::<usize>() + size_of_val(&self.sources[..]) + moves
    }
}

impl Board {
    /// What lies on the map now.
    pub(super) fn lying(&self) -> Lying {
        let (start, via, goals) = (self.start(), self.via().to_vec(), self.goals().to_vec());
        let landmarks = self.landmarks().to_vec();
        let moves = self.plan.as_ref().and_then(|plan| plan.moves()).cloned().unwrap_or_default();
        Lying { start, via, goals, landmarks, sources: self.danger.wishes(), moves }
    }

    /// Puts everything where it lay at another time, and returns whether the danger changed.
    pub(super) fn lay(&mut self, then: Lying) -> Result<bool, Refusal> {
        self.set_places(then.start, then.via, then.goals);
        // Those of a time before there were any stay where they are.
        if !then.landmarks.is_empty() {
            self.set_landmarks(then.landmarks);
        }
        let is_other = |plan: &&Arc<Plan>| plan.moves().is_some_and(|moves| *moves != then.moves);
        if let Some(plan) = self.plan.as_ref().filter(is_other) {
            self.plan = Some(Arc::new(plan.with_moves(then.moves)));
        }
        let turns = self.danger.wishes() != then.sources;
        if turns {
            self.danger.replace(&self.grid, &then.sources)?;
        }
        Ok(turns)
    }
}
