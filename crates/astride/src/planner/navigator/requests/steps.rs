//! First steps: where to go for now, from a coarse index, until the answer is found.

use crate::search::Scratch;
use std::collections::VecDeque;

use crate::base::{Budget, Cost};
use crate::path::Path;
use crate::planner::navigator::Navigable;
use crate::planner::navigator::state::State;
use crate::planner::{Ask, Ticket};

/// A provisional path, for a request that is not answered yet.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct FirstSteps {
    /// The ticket of the request.
    pub ticket: Ticket,
    /// A path from the start through some clusters towards the goal, which need not be part of a
    /// cheapest path.
    pub path: Path,
    /// An upper bound on the cost of a path to the goal on the actual map, in ticks.
    pub cost: Cost,
}

/// The requests that want first steps, and the first steps found.
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
    /// Queues a request; `is_open` says which of the `count` requests are still to be answered.
    pub(super) fn want(
        &mut self,
        (ticket, ask): (Ticket, Ask<P>),
        count: usize,
        is_open: impl Fn(Ticket) -> bool,
    ) {
        // Requests that are cancelled between two frames must not pile up.
        if self.wanted.len() > 2 * count + 64 {
            self.wanted.retain(|&(ticket, _)| is_open(ticket));
        }
        self.wanted.push_back((ticket, ask));
    }

    /// Drops first steps of requests that are answered.
    pub(super) fn tidy(&mut self, is_open: impl Fn(Ticket) -> bool) {
        self.found.retain(|steps| is_open(steps.ticket));
    }

    /// Searches for first steps, first come, first served, until about `share` expansions are made;
    /// the last search may use what is left of the budget. If that is not enough, it is dropped.
    /// Returns the expansions made.
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
