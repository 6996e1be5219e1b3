//! First steps: where to go for now, by something coarse, until the answer is found.

use crate::search::Scratch;
use std::collections::VecDeque;

use crate::base::{Budget, Cost};
use crate::path::Path;
use crate::planner::navigator::Navigable;
use crate::planner::navigator::state::State;
use crate::planner::{Ask, Ticket};

/// A way to go for now, for a request that is not answered yet.
#[derive(Clone, Debug, PartialEq)]
pub struct FirstSteps {
    /// Whose.
    pub ticket: Ticket,
    /// From the start some clusters on its way, which need not be part of a cheapest path.
    pub path: Path,
    /// There is a path to the goal of at most this many ticks on the map as it is.
    pub cost: Cost,
}

/// Who wants first steps, and those that were found.
pub(super) struct Coarse<P> {
    wanted: VecDeque<(Ticket, Ask<P>)>,
    pub(super) found: Vec<FirstSteps>,
    scratch: Scratch,
}

impl<P> Default for Coarse<P> {
    fn default() -> Self {
        Coarse { wanted: VecDeque::new(), found: Vec::new(), scratch: Scratch::new() }
    }
}

impl<P: Copy> Coarse<P> {
    /// Puts a request in line; `is_open` says which are still to be answered, of `count`.
    pub(super) fn want(
        &mut self,
        (ticket, ask): (Ticket, Ask<P>),
        count: usize,
        is_open: impl Fn(Ticket) -> bool,
    ) {
        // Those that are cancelled between two frames must not pile up.
        if self.wanted.len() > 2 * count + 64 {
            self.wanted.retain(|&(ticket, _)| is_open(ticket));
        }
        self.wanted.push_back((ticket, ask));
    }

    /// Forgets steps of requests that are answered.
    pub(super) fn tidy(&mut self, is_open: impl Fn(Ticket) -> bool) {
        self.found.retain(|steps| is_open(steps.ticket));
    }

    /// Looks for first steps, first come, first served, until about `share` expansions are made; the
    /// last may take what is left of the budget. One for which that does not do is let go. Expansions
    /// made.
    pub(super) fn look<S: Navigable<Place = P>>(
        &mut self,
        state: &State<S>,
        share: u64,
        is_open: impl Fn(Ticket) -> bool,
        budget: &mut Budget<'_>,
    ) -> u64 {
        let mut spent = 0;
        while let Some(&(ticket, ask)) = self.wanted.front().filter(|_| spent < share) {
            if is_open(ticket) {
                let Ok(slice) = budget.take_slice(budget.left()) else { break };
                let (steps, made) = S::first_steps(state, &ask, &mut self.scratch, slice);
                let made = made.clamp(1, slice);
                budget.return_slice(slice - made);
                spent += made;
                self.found.extend(steps.map(|(path, cost)| FirstSteps { ticket, path, cost }));
            }
            self.wanted.pop_front();
        }
        spent
    }
}
