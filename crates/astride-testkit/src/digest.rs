//! One number for many answers of the library, for bindings that have to give the same answers.
//!
//! `crates/astride-capi/tests/c/digest.c` and `crates/astride-wasm/package/test/digest.mjs`
//! compute it on their side.

use astride::base::{Budget, Cell, CellRect};
use astride::path::Path;
use astride::planner::{Ask, Navigator, find_path};
use astride::search::{Outcome, PathQuery, Scratch};
use astride::shapes::square::{Edit, Grid, JumpMap, Labels, LabelsOptions, Mover};

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

/// A wall with a gap above it, and a swamp on both of its sides.
fn edit_of(grid: &Grid) -> Edit {
    let (width, height) = (grid.width(), grid.height());
    let mut edit = Edit::new();
    edit.fill(CellRect::new(width / 3, height / 3, width / 3, height / 3), b'S');
    edit.fill(CellRect::new(width / 2, height / 4, 1, height / 2), b'@');
    edit
}

/// The digest of the answers to `count` queries, each put to a navigator, jump points and labels,
/// and every fiftieth to A* as well. The navigator answers for a second mover too, for which a swamp
/// costs three times as much as the ground. Before the second half of the queries the map is edited.
pub fn answers(grid: &Grid, count: u32) -> u64 {
    let mut all = Digest(14_695_981_039_346_656_037);
    let mover = Mover::walker();
    let mut map = grid.clone();
    let mut jumps = JumpMap::build(&map.seen_by(&mover)).expect("jump points");
    let labels_of = |map: &Grid| {
        Labels::build(&map.seen_by(&mover), &LabelsOptions::default()).expect("labels")
    };
    let mut labels = labels_of(&map);
    let mut navigator = Navigator::new(map.clone());
    let porter = Mover::new().terrain(b'.', 1).and_then(|mover| mover.terrain(b'S', 3));
    let porter = navigator.add_mover(porter.expect("a mover"));
    let (mut scratch, mut free) = (Scratch::new(), Budget::unlimited());
    for (at, (start, goal)) in questions(grid, count).into_iter().enumerate() {
        if at == count as usize / 2 {
            let edit = edit_of(grid);
            map.apply(&edit).expect("on the map");
            navigator.apply(&edit).expect("on the map");
            jumps.update(&map.seen_by(&mover)).expect("jump points");
            labels = labels_of(&map);
        }
        let grid = &map;
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
        let ask = ask.mover(porter);
        all.note_outcome(grid, &navigator.route(&ask, &mut free).expect("a cell of it"));
        if at % 50 == 0 {
            all.note_outcome(grid, &find_path(grid, &mover, start, goal).expect("a cell of it"));
        }
    }
    all.0
}
