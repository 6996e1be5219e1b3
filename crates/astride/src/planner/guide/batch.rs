//! Many queries at once, on all threads if there are several.

use super::answer::query_of;
use super::{Guide, GuideError};
use crate::base::{Budget, Cell, Cost};
use crate::planner::pool::Lent;
use crate::planner::spread;
use crate::search::{Outcome, Scratch};
use crate::shapes::square::Grid;

impl Guide {
    /// Paths for many pairs of start and goal, in the order of the pairs.
    ///
    /// With the feature `parallel` all threads of rayon's current pool take part. Each answer
    /// depends only on its pair, so answers are the same with any number of threads; only
    /// [`Effort::bytes`](crate::search::Effort::bytes), the memory of the answering thread, may
    /// differ. The scratch memories are kept for the next batch.
    ///
    /// # Errors
    ///
    /// For each pair, as for [`route`](Self::route).
    pub fn many(&self, grid: &Grid, pairs: &[(Cell, Cell)]) -> Vec<Result<Outcome, GuideError>> {
        let outcomes = spread::map(
            pairs,
            || self.idle.lend(),
            |scratch, &pair| {
                let query = query_of(grid, pair)?;
                self.ask(grid, &query, scratch, &mut Budget::unlimited(), None)
            },
        );
        self.note(&outcomes);
        outcomes
    }

    /// As [`many`](Self::many), but only the costs.
    ///
    /// # Errors
    ///
    /// For each pair, as for [`route`](Self::route).
    pub fn many_costs(
        &self,
        grid: &Grid,
        pairs: &[(Cell, Cell)],
    ) -> Vec<Result<Option<Cost>, GuideError>> {
        self.note_costs(pairs.len() as u64);
        let ask = |scratch: &mut Lent<'_, Scratch>, &pair: &(Cell, Cell)| {
            self.cost_of(grid, &query_of(grid, pair)?, scratch)
        };
        spread::map(pairs, || self.idle.lend(), ask)
    }
}
