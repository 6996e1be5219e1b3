//! One number for many answers of the library, for bindings that have to give the same answers.
//!
//! `crates/astride-capi/tests/c/digest.c` and `crates/astride-wasm/package/test/same.test.mjs`
//! compute it on their side.

use astride::base::{Budget, Cell};
use astride::path::Path;
use astride::planner::{Ask, Navigator, find_path};
use astride::search::{Outcome, PathQuery, Scratch};
use astride::shapes::square::{Grid, JumpMap, Labels, LabelsOptions, Mover};

/// The queries: a start and a goal each, anywhere on the map.
pub fn questions(grid: &Grid, count: u32) -> Vec<(Cell, Cell)> {
    let mut state = 88_172_645_463_325_252u64;
    let mut dice = |sides: u32| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        ((state >> 32) % u64::from(sides)) as u32
    };
    let mut cell = || {
        let x = dice(grid.width());
        Cell::new(x, dice(grid.height()))
    };
    (0..count).map(|_| (cell(), cell())).collect()
}

struct Digest(u64);

impl Digest {
    fn note(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(1_099_511_628_211);
    }

    fn note_outcome(&mut self, grid: &Grid, outcome: &Outcome) {
        let path = outcome.path();
        self.note(u64::from(path.is_none()));
        self.note(path.map_or(u64::MAX, Path::cost));
        for cell in path.into_iter().flat_map(|path| path.cells(grid)) {
            self.note(u64::from(cell.y) << 32 | u64::from(cell.x));
        }
    }
}

/// The digest of the answers to `count` queries, each put to a navigator, jump points and labels,
/// and every fiftieth to A* as well.
pub fn answers(grid: &Grid, count: u32) -> u64 {
    let mut all = Digest(14_695_981_039_346_656_037);
    let mover = Mover::walker();
    let view = grid.seen_by(&mover);
    let jumps = JumpMap::build(&view).expect("jump points");
    let labels = Labels::build(&view, &LabelsOptions::default()).expect("labels");
    let navigator = Navigator::new(grid.clone());
    let (mut scratch, mut free) = (Scratch::new(), Budget::unlimited());
    for (at, (start, goal)) in questions(grid, count).into_iter().enumerate() {
        let ask = Ask::new(start, goal);
        let [from, to] = [start, goal].map(|cell| grid.node(cell).expect("a cell of it"));
        let query = PathQuery::new(from, to);
        all.note_outcome(grid, &navigator.route(&ask, &mut free).expect("a cell of it"));
        let by_jumps =
            jumps.search(&query, &mut scratch).expect("two ends").run(&mut free, &mut ());
        all.note_outcome(grid, &by_jumps);
        let by_labels =
            labels.search(&query, &mut scratch).expect("two ends").run(&mut free, &mut ());
        all.note_outcome(grid, &by_labels);
        all.note(navigator.cost(&ask).expect("a cell of it").unwrap_or(u64::MAX));
        if at % 50 == 0 {
            all.note_outcome(grid, &find_path(grid, &mover, start, goal).expect("a cell of it"));
        }
    }
    all.0
}
