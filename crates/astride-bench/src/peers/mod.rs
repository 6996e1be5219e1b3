//! Other libraries, each used as its documentation advises for many queries on one map.
//!
//! A query is timed from the two cells to the whole path, cell by cell or node by node. Whatever a
//! library can keep between queries is kept, and what must be reset between them is timed apart.

mod child;
mod fast_paths;
mod grid_pathfinding;
pub(crate) mod hierarchical;
mod pathfinding;
mod petgraph;
pub(crate) mod serve;

use astride::base::Cell;

use crate::Failure;
use crate::contestant::{Contestant, Entry, Prepared};
use crate::maps::Map;
use crate::plain::{Place, PlainGrid, place};

/// A peer in Rust; a new one is a file and an entry below.
struct Peer {
    entry: Entry,
    /// Builds whatever can be built once per map.
    prepare: fn(PlainGrid) -> Result<Prepared<'static>, Failure>,
}

impl Peer {
    fn build(&self, map: &Map) -> Result<Prepared<'static>, Failure> {
        (self.prepare)(PlainGrid::land_of(map, self.entry.rule))
    }

    fn here(self) -> Contestant {
        Contestant { entry: self.entry.clone(), prepare: Box::new(move |map, _| self.build(map)) }
    }
}

/// The peers in Rust. One that may build for minutes, or does not tell the size of what it builds,
/// gets a process of its own.
pub(crate) fn in_rust() -> Vec<Contestant> {
    vec![
        pathfinding::PEER.here(),
        petgraph::PEER.here(),
        child::apart(fast_paths::PEER),
        grid_pathfinding::PEER.here(),
        child::apart(hierarchical::PEER),
    ]
}

/// Those that can be served in a process of their own.
static SERVED: [Peer; 2] = [fast_paths::PEER, hierarchical::PEER];

/// The peers in other languages, if their programs can be started.
pub(crate) fn in_other_languages() -> Vec<Contestant> {
    child::PEERS.iter().map(child::Script::contestant).collect()
}

/// The free cells numbered without holes, and their steps.
struct FreeCells {
    /// The number of each cell, `u32::MAX` if it is blocked.
    numbers: Vec<u32>,
    places: Vec<Place>,
}

impl FreeCells {
    fn of(plain: &PlainGrid) -> Self {
        let all = (0..plain.cell_count()).map(|index| plain.place(index));
        let places: Vec<Place> = all.filter(|&at| plain.is_free(at)).collect();
        let mut numbers = vec![u32::MAX; plain.cell_count()];
        for (number, &at) in places.iter().enumerate() {
            numbers[plain.index(at)] = number as u32;
        }
        FreeCells { numbers, places }
    }

    /// The number of a free cell.
    fn number(&self, plain: &PlainGrid, cell: Cell) -> Option<u32> {
        let at = place(cell);
        plain.is_free(at).then(|| self.numbers[plain.index(at)])
    }

    /// Every step as `(from, to, ticks)`, in the order of `from` and then `to`.
    fn edges<'a>(&'a self, plain: &'a PlainGrid) -> impl Iterator<Item = (u32, u32, u32)> + 'a {
        self.places.iter().enumerate().flat_map(move |(from, &at)| {
            let mut row: Vec<_> = plain
                .steps_from(at)
                .map(|(to, cost)| (from as u32, self.numbers[plain.index(to)], cost))
                .collect();
            row.sort_unstable();
            row
        })
    }
}
