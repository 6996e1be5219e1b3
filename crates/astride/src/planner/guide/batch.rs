//! Many questions at once, on all threads where there are several.

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
    /// depends on its pair alone, so they are the same on any number of threads; only
    /// [`Effort::bytes`](crate::search::Effort::bytes), the memory of the thread that answered, may
    /// differ. The memories are kept for the next batch.
    ///
    /// # Errors
    ///
    /// Of single pairs, as [`route`](Self::route).
    pub fn many(&self, grid: &Grid, pairs: &[(Cell, Cell)]) -> Vec<Result<Outcome, GuideError>> {
        let outcomes = spread::map(
            pairs,
            || self.idle.lend(),
            |scratch, &pair| {
                let query = query_of(grid, pair)?;
                self.ask(grid, &query, scratch, &mut Budget::unlimited(), &mut ())
            },
        );
        self.note(&outcomes);
        outcomes
    }

    /// The costs of [`many`](Self::many) alone.
    ///
    /// # Errors
    ///
    /// Of single pairs, as [`route`](Self::route).
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
