//! One pinned hash over many answers: the same on every machine, for any number of threads, with
//! memory that is fresh, used before, or at the end of its stamps.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use astride::base::{Budget, NodeId};
use astride::path::Path;
use astride::planner::{Choice, Method, solve};
use astride::search::{
    DistanceField, Guarantee, Outcome, PathQuery, Replanner, Scratch, Ties, Why, alternatives,
    astar, reachable,
};
use astride::shapes::square::{
    Clearance, Clusters, ClustersOptions, Components, DeadEnds, Edit, Grid, GridHeuristic,
    GridView, Headings, JumpMap, JumpTable, Knowledge, Labels, LabelsOptions, Metric, Mover,
    Regions, RegionsOptions, Turns,
};
use astride::world::{Overlay, Way, World};
use astride_testkit::adapter::{build_world, grid_of, supported};
use astride_testkit::data::repository_root;
use astride_testkit::generate::{caves, looped_maze, rich_world, rooms, terrain};
use astride_testkit::rng::Rng;
use astride_testkit::scenario::read_map;

/// Over the costs that are promised to be least, and the reasons where there is no path: these
/// never change, or something is wrong.
const PINNED_COSTS: u64 = 0x5b05_96a4_59bd_bb9d;

/// Over all answers with nodes, ties and counts: changes only when a search is changed, and then
/// the changelog says which and why.
const PINNED: u64 = 0xcc29_0ebc_6158_7641;

/// The same for jump points, jump tables and labels; their least costs are compared with A*'s.
const PINNED_JUMPS: u64 = 0xa82f_3608_6678_b4fc;

/// The same for everything that is found out about a map, and for searches with its help; what they
/// promise is compared with A*'s.
const PINNED_ROOMS: u64 = 0x42b7_e76b_70fb_fb97;

const TIES: [Ties; 4] = [Ties::LastAdded, Ties::SmallerH, Ties::Straightest, Ties::FirstAdded];
const METRICS: [Metric; 3] = [Metric::Octile, Metric::Euclidean, Metric::Manhattan];

/// FNV-1a over little-endian 64-bit numbers, so that it is the same on every machine.
#[derive(Clone, Copy)]
struct Fnv(u64);

impl Fnv {
    fn add(&mut self, number: u64) {
        for byte in number.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

/// Two hashes, of least costs alone and of everything.
#[derive(Clone, Copy)]
struct Digest {
    costs: Fnv,
    whole: Fnv,
}

impl Digest {
    fn new() -> Digest {
        let empty = Fnv(0xcbf2_9ce4_8422_2325);
        Digest { costs: empty, whole: empty }
    }

    fn add(&mut self, number: u64) {
        self.whole.add(number);
    }

    /// A cost that no other answer may have.
    fn add_least(&mut self, cost: Option<u64>) {
        self.costs.add(cost.unwrap_or(u64::MAX));
        self.add(cost.unwrap_or(u64::MAX));
    }

    fn add_path(&mut self, path: Option<&Path>) {
        self.add(path.map_or(u64::MAX, Path::cost));
        for node in path.into_iter().flat_map(Path::nodes) {
            self.add(u64::from(node.get()));
        }
    }

    /// Everything an outcome says, but the bytes, which depend on the width of a pointer.
    fn add_outcome(&mut self, outcome: &Outcome) {
        self.add_path(outcome.path());
        self.add_path(outcome.nearest());
        if outcome.guarantee().is_none_or(Guarantee::is_optimal) {
            self.costs.add(outcome.cost().unwrap_or(u64::MAX));
        }
        let effort = outcome.effort();
        for count in [effort.expanded, effort.generated, effort.improved, effort.reopened] {
            self.add(count);
        }
        self.add(effort.open_most);
        match outcome {
            Outcome::Found(found) => self.add(match found.guarantee {
                Guarantee::Optimal => 1,
                Guarantee::Within(weight) => {
                    u64::from(weight.parts().0) << 32 | u64::from(weight.parts().1)
                }
                Guarantee::FewestSteps => 2,
                Guarantee::None => 3,
            }),
            Outcome::Unreachable(unreachable) => {
                let why = match unreachable.why {
                    Why::StartBlocked => 4,
                    Why::GoalBlocked => 5,
                    Why::Enclosed { seen } => {
                        self.add(seen);
                        6
                    }
                    Why::TooCostly => 7,
                    Why::StartEnclosed { .. } | Why::GoalEnclosed { .. } | Why::Apart => 9,
                };
                self.costs.add(why);
                self.add(why);
            }
            Outcome::OutOfBudget(_) => self.add(8),
        }
    }
}

/// A grid with a mover, and the questions asked there.
struct Place {
    grid: Grid,
    mover: Mover,
    pairs: Vec<(NodeId, NodeId)>,
}

impl Place {
    fn new(grid: Grid, mover: Mover, seed: u64, count: usize) -> Place {
        let mut rng = Rng::new(seed);
        let cells = grid.cell_count() as usize;
        let mut node = || NodeId::new(rng.below(cells) as u32);
        let pairs = (0..count).map(|_| (node(), node())).collect();
        Place { grid, mover, pairs }
    }
}

fn places() -> Vec<Place> {
    let walker = Mover::walker;
    let mut places = Vec::new();
    for seed in 0..40 {
        let (grid, mover) = build_world(&supported(&rich_world(seed, 8, 7)));
        places.push(Place::new(grid, mover, seed, 6));
    }
    let mut linked = grid_of(&rooms(3, 50, 40, 7, 50));
    linked.apply(Edit::new().link((1, 1), (40, 30), 200_000)).expect("a good edit");
    let maps = [caves(1, 60, 50, 42, 4), terrain(2, 50, 60, 16, 9), looped_maze(3, 41, 41, 20)];
    let grids = maps.iter().map(grid_of).chain([linked]);
    places.extend(grids.enumerate().map(|(at, grid)| Place::new(grid, walker(), at as u64, 12)));
    for name in ["dao/arena", "dao/lak105d", "dao/den011d", "dao/lak303d"] {
        let file = repository_root().join(format!("data/grid/{name}.map"));
        let bytes = std::fs::read(&file).expect("a shipped map");
        let map = read_map(&bytes).expect("a good map");
        places.push(Place::new(grid_of(&map), walker(), 77, 10));
    }
    places
}

/// The searches of the pinned digests; what the table lists after them has a digest of its own.
const FIRST: usize = 7;

/// Over all answers of the searches after those.
const PINNED_LATER: u64 = 0x55ed_7bec_ed07_c513;

/// All answers of the later searches, place by place; what they cost is compared with A*'s.
fn later_of(place: &Place) -> Fnv {
    let (view, mut scratch) = (place.grid.seen_by(&place.mover), Scratch::new());
    let mut digest = Digest::new();
    for &(from, to) in &place.pairs {
        let query = PathQuery::new(from, to);
        let mut ask = |method| {
            let (question, budget) =
                (Choice { method, ..Choice::default() }, &mut Budget::unlimited());
            solve(&view, question, &query, &mut scratch, budget, &mut ()).expect("named ends")
        };
        let least = ask(Method::AStar).cost();
        for method in Method::searches().skip(FIRST) {
            if method.weight().is_some() && place.grid.cell_count() >= 100 {
                continue; // it visits nodes again for many distinct f
            }
            let outcome = ask(method);
            assert_eq!(outcome.path().is_some(), least.is_some(), "{method}");
            if method.row().promise.is_optimal() {
                assert_eq!(outcome.cost(), least, "{method}");
            }
            digest.add_outcome(&outcome);
        }
    }
    digest.whole
}

#[test]
fn later_searches_answer_as_pinned_with_any_number_of_threads() {
    for threads in [1, 4] {
        let whole = digest_of_places(threads, later_of);
        assert_eq!(whole, PINNED_LATER, "{whole:#018x}");
    }
}

/// One request: everything that is asked about one pair of nodes.
fn answer(view: &GridView<'_>, (from, to): (NodeId, NodeId), scratch: &mut Scratch) -> Digest {
    let mut digest = Digest::new();
    let query = PathQuery::new(from, to);
    let is_small = view.grid().cell_count() < 100;
    for metric in METRICS {
        for method in Method::searches().take(FIRST) {
            if method == Method::IdaStar && !is_small {
                continue; // it visits nodes again for every distinct f
            }
            let names_nearest = !matches!(method, Method::Bidirectional | Method::IdaStar);
            let query = if names_nearest { query.or_nearest() } else { query };
            // The other searches have a rule of their own, or differ in the same way.
            let heeds_ties = matches!(method, Method::AStar | Method::Weighted(_));
            for ties in TIES.into_iter().take(if heeds_ties { 4 } else { 1 }) {
                let question = Choice { method, metric };
                let budget = &mut Budget::unlimited();
                let outcome = solve(view, question, &query.ties(ties), scratch, budget, &mut ())
                    .expect("both ends are named");
                digest.add_outcome(&outcome);
            }
        }
    }
    let mut field = DistanceField::new();
    for way in [Way::Forward, Way::Backward] {
        _ = field.compute(view, &[(from, 0), (to, 30_000)], way, &mut Budget::unlimited());
        for node in (0..view.grid().cell_count()).step_by(7).map(NodeId::new) {
            digest.add_least(field.distance(node));
        }
        digest.add(field.expanded());
        digest.add_path(field.path_from(view, NodeId::new(0)).unwrap().as_ref());
    }
    let range = PathQuery::everywhere(from).within(60_000);
    let reach = reachable(view, &range, scratch, &mut Budget::unlimited(), &mut ());
    for reached in reach.expect("no limit").nodes() {
        digest.add(u64::from(reached.node.get()));
        digest.add_least(Some(reached.cost));
        digest.add(reached.parent.map_or(u64::MAX, |parent| u64::from(parent.get())));
    }
    if is_small {
        let paths = alternatives(view, from, to, 4, scratch, &mut Budget::unlimited());
        for path in paths.expect("no limit") {
            digest.add_least(Some(path.cost()));
            digest.add_path(Some(&path));
        }
    }
    digest
}

/// Both hashes of all requests in their order, shared out to `threads` threads. `prepare` is given
/// the memory of a thread before each request.
fn digest_with(threads: usize, prepare: impl Fn(usize, &mut Scratch) + Sync) -> [u64; 2] {
    let places = places();
    let views: Vec<GridView<'_>> =
        places.iter().map(|place| place.grid.seen_by(&place.mover)).collect();
    let requests: Vec<(usize, (NodeId, NodeId))> = places
        .iter()
        .enumerate()
        .flat_map(|(at, place)| place.pairs.iter().map(move |&pair| (at, pair)))
        .collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let (mut scratch, mut done) = (Scratch::new(), Vec::new());
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(&(place, pair)) = requests.get(at) else { return done };
            prepare(at, &mut scratch);
            done.push((at, answer(&views[place], pair, &mut scratch)));
        }
    };
    let mut answers = vec![Digest::new(); requests.len()];
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        for worker in workers {
            for (at, answer) in worker.join().expect("no thread panicked") {
                answers[at] = answer;
            }
        }
    });
    let mut digest = Digest::new();
    for answer in answers {
        digest.costs.add(answer.costs.0);
        digest.whole.add(answer.whole.0);
    }
    [digest.costs.0, digest.whole.0]
}

fn check(found: [u64; 2]) {
    let [costs, whole] = found;
    assert_eq!(costs, PINNED_COSTS, "least costs have changed: {costs:#018x}");
    assert_eq!(whole, PINNED, "answers have changed, but no least cost: {whole:#018x}");
}

#[test]
fn the_digest_is_the_pinned_one() {
    check(digest_with(1, |_, _| {}));
}

#[test]
fn threads_change_nothing() {
    check(digest_with(4, |_, _| {}));
}

#[test]
fn fresh_memory_changes_nothing() {
    check(digest_with(2, |_, scratch| *scratch = Scratch::new()));
}

#[test]
fn stamps_that_start_over_change_nothing() {
    // Only memory that has been used has stamps. Old records near the end of the stamps would be
    // taken for new ones, so memory is made fresh between two times at the end.
    let prepare = |at: usize, scratch: &mut Scratch| match at % 4 {
        0 => *scratch = Scratch::new(),
        1 => scratch.age_to(u16::MAX - 2),
        _ => {}
    };
    check(digest_with(1, prepare));
}

/// All answers of jump points, jump tables and labels, place by place; what they cost is compared
/// with what A* finds.
fn jumps_digest(threads: usize) -> u64 {
    digest_of_places(threads, jumps_of)
}

/// What `of` says of every place, in their order.
fn digest_of_places(threads: usize, of: fn(&Place) -> Fnv) -> u64 {
    let places = places();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(place) = places.get(at) else { return done };
            done.push((at, of(place)));
        }
    };
    let mut answers = vec![Fnv(0); places.len()];
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        for worker in workers {
            for (at, answer) in worker.join().expect("no thread panicked") {
                answers[at] = answer;
            }
        }
    });
    let mut whole = Digest::new().whole;
    answers.iter().for_each(|answer| whole.add(answer.0));
    whole.0
}

fn jumps_of(place: &Place) -> Fnv {
    let view = place.grid.seen_by(&place.mover);
    let mut digest = Digest::new();
    let Ok(map) = JumpMap::build(&view) else { return digest.whole };
    let table = JumpTable::build(map.clone()).expect("small costs");
    let labels = Labels::build(&view, &LabelsOptions::default()).expect("labels");
    let (mut jumps, mut scratch) = (Scratch::new(), Scratch::new());
    let mut labels_scratch = Scratch::new();
    digest.add(table.jump_count() as u64);
    for &(from, to) in &place.pairs {
        let guess = GridHeuristic::octile(&view);
        let by_astar = astar(&view, &guess, &PathQuery::new(from, to), &mut scratch, &mut ());
        let (query, budget) = (PathQuery::new(from, to), &mut Budget::unlimited());
        let mut by_labels = labels.search(&query, &mut labels_scratch).expect("one to one");
        let outcomes = [
            map.search(&query, &mut jumps).expect("one to one").run(budget, &mut ()),
            table.search(&query, &mut jumps).expect("one to one").run(budget, &mut ()),
            by_labels.run(budget, &mut ()),
        ];
        for outcome in &outcomes {
            assert_eq!(outcome.cost(), by_astar.cost(), "{from} to {to}");
            digest.add_outcome(outcome);
        }
        assert_eq!(by_labels.cost(), by_astar.cost());
    }
    digest.whole
}

#[test]
fn jumps_and_labels_answer_as_pinned_with_any_number_of_threads() {
    for threads in [1, 4] {
        let whole = jumps_digest(threads);
        assert_eq!(whole, PINNED_JUMPS, "{whole:#018x}");
    }
}

/// Components, clearance, dead ends, regions and clusters, before and after an edit, and the searches
/// that they or what was learned help.
fn rooms_of(place: &Place) -> Fnv {
    let mut grid = place.grid.clone();
    let mut digest = Digest::new();
    let view = grid.seen_by(&place.mover);
    let mut components = Components::build(&view);
    let mut clearance = Clearance::build(&view);
    let mut dead_ends = DeadEnds::build(&view);
    let mut regions = Regions::build(&view, RegionsOptions::default()).expect("good options");
    let options = ClustersOptions { side: 8, factor: 2, levels: Some(2) };
    let mut clusters = Clusters::build(&view, &options).expect("good options");
    let mut replanner = Replanner::new();
    let mut scratch = RoomsScratch::default();
    for round in 0..2 {
        let view = grid.seen_by(&place.mover);
        for node in (0..view.node_count()).map(NodeId::new) {
            digest.add(components.component(node).map_or(u64::MAX, u64::from));
            digest
                .add(u64::from(clearance.square(node)) << 32 | u64::from(clearance.squared(node)));
            let region = regions.region_at(grid.cell(node));
            digest.add(region.map_or(u64::MAX, u64::from));
        }
        for gate in regions.gates() {
            gate.cells()
                .iter()
                .for_each(|cell| digest.add(u64::from(cell.y) << 32 | u64::from(cell.x)));
        }
        digest.add(dead_ends.count() as u64);
        for &pair in &place.pairs {
            let indexes = (&dead_ends, &clusters);
            helped_answers(&view, pair, indexes, &mut replanner, &mut scratch, &mut digest);
        }
        if round == 0 {
            let mut edit = Edit::new();
            for &(from, to) in place.pairs.iter().take(3) {
                edit.set(grid.cell(from), grid.class_at(to))
                    .set(grid.cell(to), grid.class_at(from));
            }
            grid.apply(&edit).expect("cells of the map");
            let view = grid.seen_by(&place.mover);
            components.update(&view);
            clearance.update(&view);
            dead_ends.update(&view);
            regions.update(&view).expect("good options");
            clusters.update(&view).expect("good options");
        }
    }
    digest.whole
}

#[derive(Default)]
struct RoomsScratch {
    cells: Scratch,
    dead_ends: Scratch,
    clusters: Scratch,
}

fn helped_answers(
    view: &GridView<'_>,
    (from, to): (NodeId, NodeId),
    (dead_ends, clusters): (&DeadEnds, &Clusters),
    replanner: &mut Replanner,
    scratch: &mut RoomsScratch,
    digest: &mut Digest,
) {
    let (query, octile) = (PathQuery::new(from, to), GridHeuristic::octile(view));
    let by_astar = astar(view, &octile, &query, &mut scratch.cells, &mut ());
    let outside = dead_ends.skipping(view, from, to, &mut scratch.dead_ends).expect("of this view");
    let mut knowledge = Knowledge::new(view.grid(), b'.');
    knowledge.reveal(view.grid(), view.grid().bounds(), &mut Vec::new());
    let known = knowledge.view(view);
    let overlay = Overlay::new(view.grid());
    let turns = Turns::per_eighth(0).expect("free turns");
    let headings = Headings::new(view, turns).expect("few cells");
    let (starts, goals) = (headings.any_start(from), headings.any(to));
    let turning = PathQuery::to_nearest(starts[0].0, &goals).starts(&starts);
    let guess = headings.heuristic(octile);
    let outcomes = [
        astar(&outside, &octile, &query, &mut scratch.cells, &mut ()),
        astar(&known, &octile, &query, &mut scratch.cells, &mut ()),
        astar(&overlay.over(view), &octile, &query, &mut scratch.cells, &mut ()),
        astar(&headings, &guess, &turning, &mut scratch.cells, &mut ()),
        replanner.replan_over(view, from, to, &mut Budget::unlimited(), &mut ()),
    ];
    for outcome in &outcomes {
        assert_eq!(outcome.cost(), by_astar.cost(), "{from} to {to}");
        digest.add_outcome(outcome);
    }
    let ends = [from, to].map(|node| view.grid().cell(node));
    let budget = &mut Budget::unlimited();
    let route = clusters.route(view, ends[0], ends[1], &mut scratch.clusters, budget);
    let route = route.expect("of this revision").into_path();
    let found = route.map(|route| route.finish(clusters, view, &mut scratch.clusters));
    let found = found.map(|found| found.expect("of this revision"));
    assert_eq!(found.is_some(), by_astar.cost().is_some());
    digest.add_path(found.as_ref().map(|found| &found.path));
}

#[test]
fn indexes_and_searches_with_their_help_answer_as_pinned_with_any_number_of_threads() {
    for threads in [1, 4] {
        let whole = digest_of_places(threads, rooms_of);
        assert_eq!(whole, PINNED_ROOMS, "{whole:#018x}");
    }
}
