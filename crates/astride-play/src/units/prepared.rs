//! What answers requests for paths: jump points that follow edits, and A* where they are refused.

use astride::base::{Budget, Cell};
use astride::search::{Outcome, Query, Scratch, Search};
use astride::shapes::square::{
    Grid, GridHeuristic, GridView, JumpMap, JumpScratch, JumpSearch, Mover,
};

/// A map made ready for many requests by one kind of mover.
#[derive(Clone, Debug)]
pub struct Prepared {
    mover: Mover,
    map: Option<JumpMap>,
}

/// Memory of one search of either kind.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    jumps: JumpScratch,
    search: Scratch,
}

impl Prepared {
    /// Makes a map ready.
    ///
    /// # Complexity
    ///
    /// As of [`JumpMap::new`], some milliseconds per million cells.
    pub fn new(grid: &Grid, mover: &Mover) -> Self {
        Prepared { mover: mover.clone(), map: JumpMap::new(&grid.seen_by(mover)).ok() }
    }

    /// Follows the edits of the same grid, and a change of the mover. Until it is called requests
    /// are answered by A*.
    ///
    /// # Complexity
    ///
    /// As of [`JumpMap::update`] after edits; where jump points are refused, and for another mover,
    /// as [`new`](Self::new).
    pub fn follow(&mut self, grid: &Grid, mover: &Mover) {
        if self.mover == *mover
            && let Some(map) = &mut self.map
            && map.update(&grid.seen_by(mover)).is_ok()
        {
            return;
        }
        *self = Prepared::new(grid, mover);
    }

    /// Whether jump points answer.
    pub fn has_jump_points(&self) -> bool {
        self.map.is_some()
    }

    /// Finds a path, in `view`, by jump points if they know it as it is. `None` if an end is off the
    /// map.
    pub(super) fn route(
        &self,
        view: &GridView<'_>,
        from: Cell,
        to: Cell,
        memory: &mut Memory,
    ) -> Option<Outcome> {
        let ends = view.grid().node(from).zip(view.grid().node(to))?;
        let budget = &mut Budget::unlimited();
        let revision = view.grid().revision();
        if let Some(map) = self.map.as_ref().filter(|map| map.revision() == revision) {
            return Some(JumpSearch::new(map, from, to, &mut memory.jumps).run(budget));
        }
        let query = Query::new(ends.0, ends.1).canonical();
        let octile = GridHeuristic::octile(view);
        Some(Search::astar(view, &octile, &query, &mut memory.search).run(budget, &mut ()))
    }
}
