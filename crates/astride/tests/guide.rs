//! The guide: right answers after any edits by every method, never from an old index; batches
//! and matrices like single answers, on any number of threads.

use allocation_counter::measure;
use astride::base::{Budget, Cell, CellRect, Cost, Spent};
use astride::planner::{Guide, GuideError, Method, Reason};
use astride::search::{Outcome, PathQuery, Scratch};
use astride::shapes::square::{
    Corners, Edit, Grid, Labels, LabelsOptions, Mover, Neighbours, Terrain,
};
use astride_testkit::adapter::{build_world, grid_of, read_world, supported};
use astride_testkit::generate::{
    caves, fenced_world, looped_maze, random_obstacles, rooms, terrain,
};
use astride_testkit::reference::dijkstra;
use astride_testkit::rng::Rng;
use astride_testkit::tally::is_slow_run;
use astride_testkit::world::arcs;

const METHODS: [Method; 10] = [
    Method::AStar,
    Method::Dijkstra,
    Method::Bidirectional,
    Method::Swarm,
    Method::BidirectionalSwarm,
    Method::Landmarks,
    Method::Jps,
    Method::JumpTable,
    Method::Labels,
    Method::Auto,
];

type Pair = (Cell, Cell);

/// The cheapest costs of some pairs by the reference.
fn reference(grid: &Grid, mover: &Mover, pairs: &[Pair]) -> Vec<Option<Cost>> {
    let world = read_world(grid, mover);
    let arcs = arcs(&world);
    let at = |cell: Cell| world.index((cell.x as usize, cell.y as usize));
    let is_free = |cell: Cell| world.is_passable((cell.x as usize, cell.y as usize));
    let cost = |&(from, to): &Pair| {
        let both = is_free(from) && is_free(to);
        both.then(|| dijkstra(world.cells.len(), &arcs, &[at(from)])[at(to)]).flatten()
    };
    pairs.iter().map(cost).collect()
}

fn random_cell(grid: &Grid, rng: &mut Rng) -> Cell {
    Cell::new(rng.below(grid.width() as usize) as u32, rng.below(grid.height() as usize) as u32)
}

fn random_pairs(grid: &Grid, rng: &mut Rng, count: usize) -> Vec<Pair> {
    (0..count).map(|_| (random_cell(grid, rng), random_cell(grid, rng))).collect()
}

/// Cost of an answer whose path is walked; the path must cost what it says.
fn walked(grid: &Grid, mover: &Mover, outcome: &Outcome, pair: Pair) -> Option<Cost> {
    let path = outcome.path()?;
    let view = grid.seen_by(mover);
    path.validate(&view).expect("a path that can be walked");
    assert_eq!((grid.cell(path.start()), grid.cell(path.goal())), pair);
    Some(path.cost())
}

/// Every way of asking gives the expected costs.
fn check_answers(guide: &Guide, grid: &Grid, pairs: &[Pair], expected: &[Option<Cost>]) {
    let (mover, name) = (guide.mover(), format!("{guide:?}"));
    let mut scratch = Scratch::new();
    let many = guide.many(grid, pairs);
    let costs = guide.many_costs(grid, pairs);
    assert_eq!((many.len(), costs.len()), (pairs.len(), pairs.len()));
    for (at, (&pair, &expected)) in pairs.iter().zip(expected).enumerate() {
        let budget = &mut Budget::unlimited();
        let outcome = guide.route(grid, pair.0, pair.1, &mut scratch, budget).expect(&name);
        assert_eq!(walked(grid, mover, &outcome, pair), expected, "{name} {pair:?}");
        assert!(outcome.guarantee().is_none_or(|guarantee| guarantee.is_optimal()));
        let cost = guide.cost(grid, pair.0, pair.1, &mut scratch).expect(&name);
        assert_eq!(cost, expected, "{name} {pair:?}");
        let of_many = many[at].as_ref().expect(&name);
        assert_eq!(of_many.path(), outcome.path(), "{name} {pair:?}");
        assert_eq!(costs[at], Ok(expected), "{name} {pair:?}");
    }
}

fn check_matrix(guide: &Guide, grid: &Grid, rng: &mut Rng) {
    let cells = |count: usize, rng: &mut Rng| -> Vec<Cell> {
        (0..count).map(|_| random_cell(grid, rng)).collect()
    };
    let same = cells(5, rng);
    let shapes = [
        (cells(1, rng), cells(1, rng)),
        (cells(2, rng), cells(7, rng)),
        (cells(7, rng), cells(2, rng)),
        (same.clone(), same),
        (cells(3, rng), Vec::new()),
        (Vec::new(), cells(3, rng)),
    ];
    for (sources, targets) in shapes {
        let matrix = guide.cost_matrix(grid, &sources, &targets).expect("cells on the map");
        assert_eq!((matrix.source_count(), matrix.target_count()), (sources.len(), targets.len()));
        for (row, &source) in sources.iter().enumerate() {
            let pairs: Vec<Pair> = targets.iter().map(|&target| (source, target)).collect();
            let expected = reference(grid, guide.mover(), &pairs);
            assert_eq!(matrix.row(row).collect::<Vec<_>>(), expected, "{guide:?}");
            for (column, &cost) in expected.iter().enumerate() {
                assert_eq!(matrix.get(row, column), cost);
            }
        }
    }
}

fn random_edit(grid: &mut Grid, rng: &mut Rng, classes: &[u8]) {
    let mut edit = Edit::new();
    for _ in 0..1 + rng.below(4) {
        let corner = random_cell(grid, rng);
        let width = (grid.width() - corner.x).min(1 + rng.below(4) as u32);
        let height = (grid.height() - corner.y).min(1 + rng.below(4) as u32);
        edit.fill(CellRect::new(corner.x, corner.y, width, height), rng.pick(classes));
    }
    grid.apply(&edit).expect("a good edit");
}

/// Announced where labels are to be built if they save anything.
const MANY: u64 = 1_000_000;

/// Edits and asks again and again, with one guide per method. Returns what was chosen for many
/// queries.
fn check_edits(mut grid: Grid, mover: &Mover, seed: u64, classes: &[u8]) -> Vec<Method> {
    let (mut rng, mut chosen) = (Rng::new(seed), Vec::new());
    let new = |method| Guide::new(mover.clone()).method(method);
    let mut guides: Vec<(Method, u64, Guide)> =
        METHODS.map(|method| (method, 0, new(method))).into();
    // Under `Auto` with a promise, so that each of its choices is edited under.
    guides.extend([300, MANY].map(|promise| (Method::Auto, promise, new(Method::Auto))));
    for round in 0..4 {
        let pairs = random_pairs(&grid, &mut rng, 12);
        let expected = reference(&grid, mover, &pairs);
        for (method, promise, guide) in &mut guides {
            let mut scratch = Scratch::new();
            let budget = &mut Budget::unlimited();
            let before = guide.route(&grid, pairs[0].0, pairs[0].1, &mut scratch, budget);
            match (&before, method.has_index(), round) {
                (Err(GuideError::NotPrepared(_)), true, 0) => {}
                (Err(error), true, 1..) => assert!(error.is_stale(), "{error}"),
                (Ok(outcome), false, _) => {
                    let cost = walked(&grid, mover, outcome, pairs[0]);
                    assert_eq!(cost, expected[0], "{method} before it is prepared");
                }
                _ => panic!("{method} in round {round}: {before:?}"),
            }
            let report = guide.prepare_for(&grid, *promise).expect("a plain map");
            assert_eq!(report.revision, grid.revision());
            // Terrain as fine as this has no use for jump points.
            let is_dense = matches!(report.reason, Reason::Dense { .. });
            assert!(!is_dense || classes.contains(&b'2'), "{report}");
            match (*method, *promise) {
                (Method::Auto, MANY) => chosen.push(report.tier),
                (Method::Auto, _) if is_dense => assert_eq!(report.tier, Method::AStar, "{report}"),
                (Method::Auto, 0) => assert_eq!(report.tier, Method::Jps, "{report}"),
                (Method::Auto, _) => assert_eq!(report.tier, Method::JumpTable, "{report}"),
                (method, _) => assert_eq!((report.tier, &report.reason), (method, &Reason::Named)),
            }
            check_answers(guide, &grid, &pairs, &expected);
            check_matrix(guide, &grid, &mut rng);
        }
        random_edit(&mut grid, &mut rng, classes);
    }
    chosen
}

#[test]
fn answers_are_right_after_edits_by_every_method() {
    let mut chosen = Vec::new();
    for seed in 0..if is_slow_run() { 6 } else { 2 } {
        let walker = Mover::walker();
        for corners in [Corners::Never, Corners::OneFree, Corners::Always] {
            let mover = walker.clone().corners(corners);
            for map in [random_obstacles(seed, 23, 19, 30), caves(seed, 30, 20, 42, 3)] {
                chosen.extend(check_edits(grid_of(&map), &mover, seed, b".@"));
            }
        }
        let four = walker.clone().neighbours(Neighbours::Four);
        chosen.extend(check_edits(grid_of(&rooms(seed, 25, 21, 5, 60)), &four, seed, b".@"));
    }
    for map in [looped_maze(1, 61, 61, 40), random_obstacles(1, 40, 30, 3)] {
        chosen.extend(check_edits(grid_of(&map), &Mover::walker(), 1, b".@"));
    }
    assert!(chosen.contains(&Method::Labels) && chosen.contains(&Method::JumpTable));
}

#[test]
fn answers_are_right_where_terrain_differs_in_cost() {
    let mover = Mover::walker().terrain(b'2', 2).and_then(|mover| mover.terrain(b'9', 9));
    let mover = mover.expect("usable factors");
    let mut chosen = Vec::new();
    for seed in 0..if is_slow_run() { 6 } else { 2 } {
        chosen.extend(check_edits(grid_of(&terrain(seed, 24, 20, 6, 9)), &mover, seed, b".@29"));
    }
    assert!(chosen.contains(&Method::Labels), "{chosen:?}");
}

#[test]
fn maps_without_jump_points_are_refused_by_name_and_searched_by_auto() {
    let mut refused = 0;
    for seed in 0..30 {
        let (mut grid, mover) = build_world(&supported(&fenced_world(seed, 9, 8)));
        let mut rng = Rng::new(seed);
        let pairs = random_pairs(&grid, &mut rng, 10);
        let expected = reference(&grid, &mover, &pairs);
        let mut auto = Guide::new(mover.clone());
        let report = auto.prepare_for(&grid, 1_000_000).expect("auto takes any map");
        let is_refused = matches!(report.reason, Reason::NoJumpPoints(_));
        assert_eq!(report.tier == Method::AStar, is_refused, "{report}");
        check_answers(&auto, &grid, &pairs, &expected);
        check_matrix(&auto, &grid, &mut rng);
        for method in [Method::Jps, Method::JumpTable, Method::Labels] {
            let mut named = Guide::new(mover.clone()).method(method);
            let prepared = named.prepare(&grid);
            assert_eq!(prepared.is_err(), is_refused, "{method}");
            if let Err(error) = prepared {
                assert!(error.to_string().contains("no jump points on this map"), "{error}");
                let asked = named.many(&grid, &pairs);
                assert_eq!(asked[0], Err(GuideError::NotPrepared(method)));
            } else {
                check_answers(&named, &grid, &pairs, &expected);
            }
        }
        refused += u32::from(is_refused);
        // The steps worked out for A* are of the revision, too.
        let class = grid.class((0, 0)).expect("a cell");
        random_edit(&mut grid, &mut rng, &[class]);
        check_answers(&auto, &grid, &pairs, &reference(&grid, &mover, &pairs));
    }
    assert!(refused > 20, "only {refused} maps had links, walls or media");
}

#[test]
fn auto_takes_to_something_better_as_questions_come_and_begins_anew_after_an_edit() {
    let mut grid = grid_of(&looped_maze(5, 101, 101, 60));
    let mut guide = Guide::new(Mover::walker());
    let pairs = random_pairs(&grid, &mut Rng::new(5), 100);
    let (mut tiers, mut asked) = (Vec::new(), 0);
    while tiers.last() != Some(&Method::Labels) {
        let report = guide.prepare(&grid).expect("a plain map");
        assert_eq!(report.queries, asked);
        assert!(asked < 200_000, "{report}");
        tiers.push(report.tier);
        assert!(guide.many(&grid, &pairs).iter().all(Result::is_ok));
        asked += pairs.len() as u64;
    }
    tiers.dedup();
    assert_eq!(tiers, [Method::Jps, Method::JumpTable, Method::Labels]);
    grid.apply(Edit::new().set((3, 3), b'@')).expect("a good edit");
    let report = guide.prepare(&grid).expect("a plain map");
    assert_eq!((report.tier, report.queries), (Method::Jps, 0));
    // A promise is of one state of the map.
    assert_eq!(guide.prepare_for(&grid, 1 << 30).expect("a plain map").tier, Method::Labels);
    grid.apply(Edit::new().set((3, 3), b'.')).expect("a good edit");
    assert_eq!(guide.prepare(&grid).expect("a plain map").tier, Method::Jps);
}

#[test]
fn auto_takes_landmarks_where_queries_are_long_and_labels_take_too_much() {
    let mut grid = grid_of(&random_obstacles(2, 160, 160, 20));
    let mut guide = Guide::new(Mover::walker());
    let pairs = random_pairs(&grid, &mut Rng::new(5), 100);
    let expected = reference(&grid, guide.mover(), &pairs);
    let mut tiers = Vec::new();
    for round in 0.. {
        let report = guide.prepare(&grid).expect("a plain map");
        tiers.push(report.tier);
        assert!(round < 100, "{report}");
        if report.tier == Method::JumpLandmarks {
            break;
        }
        assert!(guide.many(&grid, &pairs).iter().all(Result::is_ok));
    }
    tiers.dedup();
    assert_eq!(tiers, [Method::Jps, Method::JumpTable, Method::JumpLandmarks]);
    check_answers(&guide, &grid, &pairs, &expected);
    // A build that is cancelled leaves what was there.
    for (tell, tier) in [(false, Method::JumpTable), (true, Method::JumpLandmarks)] {
        let mut guide = Guide::new(Mover::walker());
        assert_eq!(guide.prepare_for(&grid, 256).expect("auto").tier, Method::JumpTable);
        // Queries are short with landmarks, but these stay.
        for _ in 0..3 {
            let report = guide.prepare_with(&grid, 9999, &mut |_| tell).expect("auto");
            assert_eq!(report.tier, tier, "{report}");
            assert!(guide.many(&grid, &pairs[..40]).iter().all(Result::is_ok));
        }
    }
    grid.apply(Edit::new().set((3, 3), b'@').set((4, 4), b'.')).expect("a good edit");
    assert_eq!(guide.prepare(&grid).expect("a plain map").tier, Method::Jps);
    check_answers(&guide, &grid, &pairs, &reference(&grid, guide.mover(), &pairs));
}

#[test]
fn labels_are_built_for_announced_queries_only_where_they_save_work() {
    let maze = grid_of(&looped_maze(7, 101, 101, 60));
    let rocks = grid_of(&random_obstacles(3, 60, 60, 2));
    let open = Grid::new(200, 150, b'.').expect("a good size");
    // No two drawn cells are free, so the announcement alone decides.
    let mut shaft = Grid::new(300, 300, b'@').expect("a good size");
    shaft.apply(Edit::new().fill(CellRect::new(9, 9, 1, 4), b'.')).expect("a good edit");
    for (name, grid, promise, expected) in [
        ("maze", &maze, 1_000_000, Method::Labels),
        ("maze", &maze, 9_999, Method::JumpLandmarks),
        ("maze", &maze, 1023, Method::JumpTable),
        ("rocks", &rocks, 1_000_000, Method::JumpTable),
        ("open", &open, 1_000_000, Method::JumpTable),
        ("shaft", &shaft, 1_000_000, Method::Labels),
    ] {
        let mut guide = Guide::new(Mover::walker());
        for _ in 0..2 {
            let report = guide.prepare_for(grid, promise).expect("a plain map");
            assert_eq!(report.tier, expected, "{name} {promise}: {report}");
        }
    }
    // What was asked before tells more than what is drawn.
    let mut guide = Guide::new(Mover::walker());
    guide.prepare(&maze).expect("a plain map");
    let near: Vec<Pair> = (1..41).map(|x| (Cell::new(x, 1), Cell::new(x + 1, 1))).collect();
    assert!(guide.many(&maze, &near).iter().all(Result::is_ok));
    assert_eq!(guide.prepare_for(&maze, MANY).expect("a plain map").tier, Method::JumpTable);
    let far = random_pairs(&maze, &mut Rng::new(5), 1000);
    assert!(guide.many(&maze, &far).iter().all(Result::is_ok));
    assert_eq!(guide.prepare_for(&maze, MANY).expect("a plain map").tier, Method::Labels);
}

#[test]
fn near_cells_are_left_to_jump_points_where_there_are_labels() {
    let mover = Mover::walker();
    let (mut by_jumps, mut by_labels) = (0, 0);
    for seed in 0..4 {
        let grid = grid_of(&looped_maze(seed, 101, 101, 60));
        let mut rng = Rng::new(seed);
        let mut auto = Guide::new(mover.clone());
        assert_eq!(auto.prepare_for(&grid, MANY).expect("a plain map").tier, Method::Labels);
        let mut named = Guide::new(mover.clone()).method(Method::Labels);
        named.prepare(&grid).expect("a plain map");
        let baked = Labels::build(&grid.seen_by(&mover), &LabelsOptions::default());
        let mut loaded = Guide::new(mover.clone());
        loaded.load_index(&grid, &baked.expect("a plain map").save()).expect("the same map");
        let mut pairs = random_pairs(&grid, &mut rng, 60);
        let starts = random_pairs(&grid, &mut rng, 200);
        let near = |(from, _): Pair| {
            let mut moved = |at: u32| (at + rng.below(3) as u32).saturating_sub(1).min(100);
            (from, Cell::new(moved(from.x), moved(from.y)))
        };
        pairs.extend(starts.into_iter().map(near));
        let expected = reference(&grid, &mover, &pairs);
        for guide in [&auto, &named, &loaded] {
            check_answers(guide, &grid, &pairs, &expected);
        }
        let mut jumps = Guide::new(mover.clone()).method(Method::Jps);
        jumps.prepare(&grid).expect("a plain map");
        let mut scratch = Scratch::new();
        let mut finds = |guide: &Guide, (from, to): Pair, most: u64| {
            let mut budget = Budget::unlimited().expansions(most);
            let outcome = guide.route(&grid, from, to, &mut scratch, &mut budget);
            outcome.expect("cells on the map").path().is_some()
        };
        for &pair in &pairs {
            // Only jump points find anything for nothing, and only labels a long path for one
            // expansion.
            by_jumps += u32::from(finds(&auto, pair, 0));
            by_labels += u32::from(finds(&auto, pair, 1) && !finds(&jumps, pair, 1));
        }
    }
    assert!(by_jumps > 20 && by_labels > 20, "{by_jumps} by jump points, {by_labels} by labels");
}

#[test]
fn near_cells_are_left_to_jump_points_without_landmarks() {
    let grid = grid_of(&random_obstacles(2, 160, 160, 20));
    let mut marked = Guide::new(Mover::walker());
    let report = marked.prepare_for(&grid, 9999).expect("a plain map");
    assert_eq!(report.tier, Method::JumpLandmarks, "{report}");
    let mut jumps = Guide::new(Mover::walker()).method(Method::Jps);
    jumps.prepare(&grid).expect("a plain map");
    let mut rng = Rng::new(4);
    let far = random_pairs(&grid, &mut rng, 100);
    let step = |(from, _): Pair| (from, Cell::new(from.x.saturating_sub(2), from.y ^ 1));
    let near: Vec<Pair> = random_pairs(&grid, &mut rng, 400).into_iter().map(step).collect();
    let mut scratch = Scratch::new();
    let mut expanded = |guide: &Guide, pairs: &[Pair]| {
        let mut one = |&(from, to): &Pair| {
            let outcome = guide.route(&grid, from, to, &mut scratch, &mut Budget::unlimited());
            outcome.expect("cells on the map").effort().expanded
        };
        pairs.iter().map(&mut one).sum::<u64>()
    };
    assert_eq!(expanded(&marked, &near), expanded(&jumps, &near));
    assert!(expanded(&marked, &far) * 2 < expanded(&jumps, &far));
    check_answers(&marked, &grid, &near, &reference(&grid, marked.mover(), &near));
    check_answers(&marked, &grid, &far, &reference(&grid, marked.mover(), &far));
}

#[test]
fn auto_searches_for_what_its_index_cannot_answer() {
    let grid = grid_of(&looped_maze(5, 101, 101, 60));
    let mut guide = Guide::new(Mover::walker());
    assert_eq!(guide.prepare(&grid).expect("a plain map").tier, Method::Jps);
    let (from, to) = random_pairs(&grid, &mut Rng::new(6), 1)[0];
    let [from, to] = [from, to].map(|cell| grid.node(cell).expect("on the map"));
    let query = PathQuery::new(from, to).or_nearest();
    let budget = &mut Budget::unlimited();
    let outcome = guide.answer(&grid, &query, &mut Scratch::new(), budget, &mut ());
    assert!(outcome.is_ok(), "{outcome:?}");
}

#[test]
fn auto_takes_jump_points_on_wide_terrain_and_searches_cell_by_cell_on_fine_terrain() {
    let flat = Grid::new(200, 150, b'.').expect("a good size");
    for (blob, promise, expected) in [
        (1, 0, Method::AStar),
        (1, 300, Method::AStar),
        (100, 0, Method::Jps),
        (100, 300, Method::JumpTable),
    ] {
        let terrain = Terrain::new(3, 4).and_then(|terrain| terrain.blob(blob)).expect("terrain");
        let grid = terrain.over(&flat).expect("terrain over a grid");
        let mut guide = Guide::new(terrain.mover());
        for _ in 0..2 {
            let report = guide.prepare_for(&grid, promise).expect("a plain map");
            assert_eq!(report.tier, expected, "{report}");
            let is_dense = matches!(report.reason, Reason::Dense { .. });
            assert_eq!(is_dense, expected == Method::AStar, "{report}");
        }
        let pairs = random_pairs(&grid, &mut Rng::new(blob.into()), 4);
        check_answers(&guide, &grid, &pairs, &reference(&grid, &terrain.mover(), &pairs));
    }
}

#[test]
fn cancelled_labels_leave_the_table_and_may_be_tried_again() {
    let grid = grid_of(&looped_maze(5, 101, 101, 60));
    let mut guide = Guide::new(Mover::walker());
    let report = guide.prepare_with(&grid, 1 << 30, &mut |_| false).expect("auto");
    assert_eq!(report.tier, Method::JumpTable);
    assert!(report.to_string().contains("cancelled"), "{report}");
    assert_eq!(guide.prepare(&grid).expect("auto").tier, Method::Labels);
    let mut named = Guide::new(Mover::walker()).method(Method::Labels);
    let error = named.prepare_with(&grid, 0, &mut |_| false).expect_err("cancelled");
    assert!(error.to_string().contains("cancelled"), "{error}");
    assert!(named.prepare(&grid).is_ok());
}

#[test]
fn what_cannot_be_answered_is_refused() {
    let grid = Grid::new(8, 6, b'.').expect("a good size");
    let mut guide = Guide::new(Mover::walker()).method(Method::Labels);
    let (inside, outside) = (Cell::new(1, 1), Cell::new(8, 0));
    let mut scratch = Scratch::new();
    let not_prepared = guide.cost_matrix(&grid, &[inside], &[inside]);
    assert_eq!(not_prepared, Err(GuideError::NotPrepared(Method::Labels)));
    guide.prepare(&grid).expect("a plain map");
    let error = guide.cost(&grid, inside, outside, &mut scratch).expect_err("off the map");
    assert_eq!(error.to_string(), "cell (8, 0) is off the map of 8x6 cells");
    let answers = guide.many_costs(&grid, &[(inside, inside), (outside, inside)]);
    assert!(answers[0] == Ok(Some(0)) && answers[1].is_err());
    assert!(guide.cost_matrix(&grid, &[inside], &[outside]).is_err());
    let larger = Grid::new(9, 6, b'.').expect("a good size");
    let error = guide.cost(&larger, inside, inside, &mut scratch).expect_err("another map");
    assert!(error.is_stale() && error.to_string().contains("another size"), "{error}");
    // A budget of nothing is spent even by labels.
    for method in [Method::Labels, Method::Jps, Method::AStar] {
        let mut guide = Guide::new(Mover::walker()).method(method);
        guide.prepare(&grid).expect("a plain map");
        let budget = &mut Budget::unlimited().expansions(0);
        let walled = (inside, Cell::new(5, 3));
        let outcome = guide.route(&grid, walled.0, walled.1, &mut scratch, budget);
        match outcome.expect("cells on the map") {
            Outcome::OutOfBudget(out) => assert_eq!(out.spent, Spent::Expansions),
            // In sight of each other nothing is expanded.
            Outcome::Found(_) if method == Method::Jps => {}
            other => panic!("{method}: {other:?}"),
        }
    }
}

#[test]
fn a_question_allocates_nothing_but_its_path() {
    let grid = grid_of(&caves(5, 60, 50, 42, 4));
    let pairs = random_pairs(&grid, &mut Rng::new(5), 100);
    for method in METHODS {
        let mut guide = Guide::new(Mover::walker()).method(method);
        guide.prepare(&grid).expect("a plain map");
        let mut scratch = Scratch::new();
        let mut ask = |&(from, to): &Pair| {
            let budget = &mut Budget::unlimited();
            guide.route(&grid, from, to, &mut scratch, budget).expect("cells on the map")
        };
        pairs.iter().for_each(|pair| _ = ask(pair));
        for pair in &pairs {
            let mut outcome = None;
            let counted = measure(|| outcome = Some(ask(pair)));
            let paths = u64::from(outcome.is_some_and(|outcome| outcome.path().is_some()));
            assert_eq!(counted.count_total, paths, "{method} {pair:?}");
        }
    }
}

/// Batches and matrices on pools of several sizes.
#[cfg(feature = "parallel")]
#[test]
fn any_number_of_threads_gives_the_same_answers() {
    let grid = grid_of(&caves(11, 90, 70, 42, 4));
    let mut rng = Rng::new(3);
    let pairs = random_pairs(&grid, &mut rng, 400);
    let cells: Vec<Cell> = pairs.iter().map(|pair| pair.0).take(30).collect();
    for method in METHODS {
        let mut guide = Guide::new(Mover::walker()).method(method);
        guide.prepare(&grid).expect("a plain map");
        let run = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            pool.expect("a pool").install(|| {
                let mut many = guide.many(&grid, &pairs);
                for outcome in many.iter_mut().flatten() {
                    match outcome {
                        Outcome::Found(found) => found.effort.bytes = 0,
                        Outcome::Unreachable(none) => none.effort.bytes = 0,
                        Outcome::OutOfBudget(out) => out.effort.bytes = 0,
                    }
                }
                let costs = guide.many_costs(&grid, &pairs);
                (many, costs, guide.cost_matrix(&grid, &cells, &cells))
            })
        };
        let one = run(1);
        for threads in [2, 3, 8] {
            assert!(run(threads) == one, "{method} on {threads} threads");
        }
    }
}
