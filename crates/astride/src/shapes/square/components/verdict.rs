//! Why there is no path.

use super::Components;
use crate::base::NodeId;
use crate::search::Why;

/// Whether there is a path, and which end is to blame if there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// There is a path.
    Reachable,
    /// The mover cannot stand on the start.
    StartBlocked,
    /// The mover cannot stand on the goal, but it can on the start.
    GoalBlocked,
    /// No step leads out of the component of the start.
    StartEnclosed {
        /// The number of its cells.
        cells: u32,
    },
    /// No step leads into the component of the goal.
    GoalEnclosed {
        /// The number of its cells.
        cells: u32,
    },
    /// One-way steps or links lead out of the start and into the goal, but not from one to the
    /// other.
    Apart,
}

impl Verdict {
    /// The same as a search reports it; `None` if there is a path.
    pub fn why(self) -> Option<Why> {
        Some(match self {
            Verdict::Reachable => return None,
            Verdict::StartBlocked => Why::StartBlocked,
            Verdict::GoalBlocked => Why::GoalBlocked,
            Verdict::StartEnclosed { cells } => Why::StartEnclosed { cells: cells.into() },
            Verdict::GoalEnclosed { cells } => Why::GoalEnclosed { cells: cells.into() },
            Verdict::Apart => Why::Apart,
        })
    }
}

impl Components {
    /// Whether there is a path, and which end is to blame if there is none. If both ends are
    /// enclosed, it is the one with fewer cells, or the start on a tie.
    ///
    /// # Complexity
    ///
    /// That of [`reaches`](Self::reaches).
    pub fn verdict(&self, start: NodeId, goal: NodeId) -> Verdict {
        let Some(from) = self.component(start) else { return Verdict::StartBlocked };
        let Some(to) = self.component(goal) else { return Verdict::GoalBlocked };
        if from == to || self.order.leads(from, to) {
            return Verdict::Reachable;
        }
        let start = Verdict::StartEnclosed { cells: self.cells(from) };
        let goal = Verdict::GoalEnclosed { cells: self.cells(to) };
        match (self.order.can_leave(from), self.order.can_enter(to)) {
            (true, true) => Verdict::Apart,
            (true, false) => goal,
            (false, true) => start,
            (false, false) if self.cells(to) < self.cells(from) => goal,
            (false, false) => start,
        }
    }

    /// Whether there is a path to any of several goals. [`Verdict::Apart`] then says that steps
    /// lead out of the start, but to none of them.
    pub(crate) fn verdict_of_any(
        &self,
        start: NodeId,
        goals: impl Iterator<Item = NodeId>,
    ) -> Verdict {
        let Some(from) = self.component(start) else { return Verdict::StartBlocked };
        let mut is_any_free = false;
        for to in goals.filter_map(|goal| self.component(goal)) {
            if from == to || self.order.leads(from, to) {
                return Verdict::Reachable;
            }
            is_any_free = true;
        }
        match is_any_free {
            false => Verdict::GoalBlocked,
            true if self.order.can_leave(from) => Verdict::Apart,
            true => Verdict::StartEnclosed { cells: self.cells(from) },
        }
    }
}
