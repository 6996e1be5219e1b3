//! The crate `hierarchical_pathfinding`: hierarchical A* over chunks, which is not optimal.
//!
//! The cost of a step is that of a cell, so that a diagonal step costs as much as a straight one;
//! only with four neighbours does it compare.

use astride::base::Cell;
use hierarchical_pathfinding::prelude::{ManhattanNeighborhood, PathCache, PathCacheConfig};

use crate::contestant::{Answer, Entry, InProcess, Prepared, Promise};
use crate::peers::Peer;
use crate::plain::{Place, PlainGrid, place};
use crate::rules::Rule;

/// A cache of paths with the settings that the crate calls those of high performance.
pub(super) const PEER: Peer = Peer {
    entry: Entry::peer(
        "hierarchical_pathfinding",
        "hierarchical_pathfinding HPA*",
        Rule::Four,
        Promise::NotOptimal,
    ),
    prepare: |plain| {
        let cache = Cache::of(&plain, PathCacheConfig::HIGH_PERFORMANCE.chunk_size);
        let ask = move |ends| cache.path(ends, usize::MAX);
        let tell = |path: Option<_>| Ok(Answer { found: path.into(), ..Answer::default() });
        Ok(Prepared::new(InProcess { ask, tell }, None))
    },
};

/// A cache of paths over cells that can be blocked and opened again.
pub(crate) struct Cache {
    width: usize,
    is_free: Vec<bool>,
    paths: PathCache<ManhattanNeighborhood>,
}

impl Cache {
    pub(crate) fn of(plain: &PlainGrid, chunk_size: usize) -> Self {
        let (width, height) = plain.size();
        let is_free: Vec<bool> =
            (0..plain.cell_count()).map(|at| plain.is_free(plain.place(at))).collect();
        let steps = ManhattanNeighborhood::new(width, height);
        let config = PathCacheConfig { chunk_size, ..PathCacheConfig::HIGH_PERFORMANCE };
        let cost = cost(&is_free, width);
        let paths = PathCache::new_with_fn_mut((width, height), cost, steps, config);
        Cache { width, is_free, paths }
    }

    /// The start and at most `most` cells after it, if there is a path.
    pub(crate) fn path(&self, ends: [Cell; 2], most: usize) -> Option<Vec<Place>> {
        let [start, goal] = ends.map(|cell| (cell.x as usize, cell.y as usize));
        // It names the cells after the start.
        let rest = self.paths.find_path(start, goal, cost(&self.is_free, self.width))?;
        let rest = rest.take(most).map(|(x, y)| (x as i32, y as i32));
        Some(std::iter::once(place(ends[0])).chain(rest).collect())
    }

    /// Blocks a cell or opens it.
    pub(crate) fn set(&mut self, cell: Cell, is_free: bool) {
        let at = (cell.x as usize, cell.y as usize);
        self.is_free[at.1 * self.width + at.0] = is_free;
        self.paths.tiles_changed_with_fn_mut(&[at], cost(&self.is_free, self.width));
    }
}

/// What a step onto a cell costs; nothing leads onto one with a negative cost.
fn cost(is_free: &[bool], width: usize) -> impl Fn((usize, usize)) -> isize {
    move |(x, y)| if is_free[y * width + x] { 1 } else { -1 }
}
