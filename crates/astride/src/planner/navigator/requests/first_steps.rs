//! First steps: where to go for now, by the clusters of a mover, until the answer is found.

use crate::search::Scratch;
use std::collections::VecDeque;

use crate::base::{Budget, Cost};
use crate::path::Path;
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
#[derive(Default)]
pub(super) struct Coarse {
    wanted: VecDeque<(Ticket, Ask)>,
    pub(super) found: Vec<FirstSteps>,
    scratch: Scratch,
}

impl Coarse {
    /// Puts a request in line; `is_open` says which are still to be answered, of `count`.
    pub(super) fn want(
        &mut self,
        (ticket, ask): (Ticket, Ask),
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
    pub(super) fn look(
        &mut self,
        state: &State,
        share: u64,
        is_open: impl Fn(Ticket) -> bool,
        budget: &mut Budget<'_>,
    ) -> u64 {
        let mut spent = 0;
        while let Some(&(ticket, ask)) = self.wanted.front().filter(|_| spent < share) {
            if is_open(ticket) {
                let Ok(slice) = budget.take_slice(budget.left()) else { break };
                let (steps, made) = state.first_steps(&ask, &mut self.scratch, slice);
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

impl State {
    /// The first steps of a question and what the whole way costs at most, if there are clusters for
    /// it, with at most `most` expansions; and how many it took.
    fn first_steps(
        &self,
        ask: &Ask,
        scratch: &mut Scratch,
        most: u64,
    ) -> (Option<(Path, Cost)>, u64) {
        // Clusters know more than a faction does.
        let is_possible = ask.faction.is_none() && self.may_have_path(ask);
        let walker = self.walker(ask.mover).ok().filter(|_| is_possible);
        let clusters = walker.and_then(|walker| walker.current_clusters(&self.grid));
        let (Some(walker), Some(clusters)) = (walker, clusters) else { return (None, 0) };
        let view = walker.view(&self.grid);
        let budget = &mut Budget::unlimited().expansions(most);
        let Ok(outcome) = clusters.route(&view, ask.from, ask.to, scratch, budget) else {
            return (None, 0);
        };
        let made = outcome.effort().expanded;
        let steps = outcome.into_path().and_then(|mut route| {
            let (start, cost) = (route.start(), route.cost());
            let steps = route.next_steps(clusters, &view, scratch).ok()??;
            let nodes = [&[start], steps].concat();
            Some((Path::new(nodes, route.walked())?, cost))
        });
        (steps, made)
    }
}
