//! What answers requests for paths: jump points that follow edits, and A* where they are refused.

use astride::base::{Budget, Cell};
use astride::search::{
    GridHeuristic, JumpMap, JumpScratch, JumpSearch, Outcome, Query, Scratch, Search,
};
use astride::world::{Grid, GridView, Mover};

/// A map made ready for many requests by one kind of mover.
///
/// Where jump points are refused because of water, one more map is tried with the water blocked: it
/// answers for all that walk, as long as nothing but water shares its medium.
#[derive(Clone, Debug)]
pub struct Prepared {
    mover: Mover,
    /// The mover of the map: for it water may be blocked.
    used: Mover,
    map: Option<JumpMap>,
}

/// Memory of one search of either kind.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    jumps: JumpScratch,
    search: Scratch,
}

/// The class of deep water in the legend of the maps.
const WATER: u8 = b'W';

impl Prepared {
    /// Makes a map ready.
    ///
    /// # Complexity
    ///
    /// As of [`JumpMap::new`], some milliseconds per million cells.
    pub fn new(grid: &Grid, mover: &Mover) -> Self {
        let dry = water_is_apart(mover).then(|| mover.clone().impassable(WATER));
        for used in [Some(mover.clone()), dry].into_iter().flatten() {
            if let Ok(map) = JumpMap::new(&grid.seen_by(&used)) {
                return Prepared { mover: mover.clone(), used, map: Some(map) };
            }
        }
        Prepared { mover: mover.clone(), used: mover.clone(), map: None }
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
            && map.update(&grid.seen_by(&self.used)).is_ok()
        {
            return;
        }
        *self = Prepared::new(grid, mover);
    }

    /// Whether jump points answer, at least for those that are not on water.
    pub fn has_jump_points(&self) -> bool {
        self.map.is_some()
    }

    /// Finds a path, in `view`, by jump points where they know both ends. `None` if an end is off the
    /// map, or one is on water and the other is not.
    pub(super) fn route(
        &self,
        view: &GridView<'_>,
        from: Cell,
        to: Cell,
        memory: &mut Memory,
    ) -> Option<Outcome> {
        let ends = view.grid().node(from).zip(view.grid().node(to))?;
        let budget = &mut Budget::unlimited();
        if let Some(map) = self.map.as_ref().filter(|map| map.revision() == view.grid().revision())
        {
            match (map.is_free(from), map.is_free(to)) {
                (true, true) => {
                    return Some(JumpSearch::new(map, from, to, &mut memory.jumps).run(budget));
                }
                // From land to water or back, or blocked: no step leads there.
                (true, false) | (false, true) => return None,
                (false, false) => {}
            }
        }
        let query = Query::new(ends.0, ends.1).canonical();
        let octile = GridHeuristic::octile(view);
        Some(Search::astar(view, &octile, &query, &mut memory.search).run(budget, &mut ()))
    }
}

/// Whether water shares its medium with nothing else that the mover can stand on.
fn water_is_apart(mover: &Mover) -> bool {
    let water = mover.media_of(WATER);
    water != 0 && (0..=255).all(|class| class == WATER || mover.media_of(class) & water == 0)
}
