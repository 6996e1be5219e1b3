//! Jump points, jump tables and labels on maps wider than a word, in slices, and after edits.

use std::collections::HashMap;

use astride::base::{Budget, Cell, CellRect, Dir, NodeId};
use astride::planner::{Choice, Method as Named, solve};
use astride::search::{
    DistanceField, Event, Note, Outcome, PathQuery, Recorder, Scratch, Why, astar,
};
use astride::shapes::square::{
    Corners, Edit, Grid, GridHeuristic, JumpMap, JumpSearch, JumpTable, JumpTableUpdateError,
    Labels, LabelsOptions, Metric, Mover, Neighbours, compress, expand,
};
use astride::world::{Way, World};
use astride_testkit::adapter::{by_astar, grid_of, read_world};
use astride_testkit::contestants::square::{Contestant, Guess, JUMPERS, Memory};
use astride_testkit::contestants::{Method, Slices, hold};
use astride_testkit::generate::{
    GenMap, caves, perfect_maze, random_classes, random_obstacles, rooms, terrain,
};
use astride_testkit::judge::{Ask, Judge};
use astride_testkit::larger::{movers, random_node};
use astride_testkit::rng::Rng;
use astride_testkit::tally::{is_slow_run, spread};

/// Around the ends of words, and a single row or column.
const SIZES: [(usize, usize); 10] = [
    (1, 130),
    (130, 1),
    (2, 65),
    (62, 20),
    (63, 66),
    (64, 31),
    (65, 64),
    (66, 63),
    (129, 40),
    (30, 128),
];

/// Caves on land, and caves in the water that fills their walls.
fn waters(lot: u64, width: usize, height: usize) -> GenMap {
    let (mut map, deep) = (caves(lot, width, height, 45, 3), caves(!lot, width, height, 42, 3));
    for (class, below) in map.classes.iter_mut().zip(deep.classes) {
        if *class == b'@' && below == b'.' {
            *class = b'W';
        }
    }
    map
}

fn map_of(kind: usize, lot: u64, (width, height): (usize, usize)) -> GenMap {
    match kind {
        0 => caves(lot, width, height, 42, 3),
        1 => random_obstacles(lot, width, height, 12),
        2 => terrain(lot, width, height, 9, 3),
        3 => rooms(lot, width, height, 9, 60),
        4 => perfect_maze(lot, width, height),
        5 => GenMap::filled(width, height, b'.'),
        6 => waters(lot, width, height),
        _ => random_classes(lot, width, height, b"..........@12"),
    }
}

#[test]
fn maps_wider_than_a_word_are_judged_by_the_reference() {
    let rounds = if is_slow_run() { 20 } else { 1 };
    let cases = (SIZES.len() * 8 * rounds) as u64;
    spread(cases, Memory::default, |memory, at| {
        let size = SIZES[at as usize % SIZES.len()];
        let map = map_of(at as usize / SIZES.len() % 8, at, size);
        let grid = grid_of(&map);
        // Labels take as long to make as all else; each rule has them in its turn, and tables one of
        // the others.
        let with_labels = (at as usize + at as usize / SIZES.len()) % 4;
        for (rule, mover) in movers().iter().enumerate() {
            let jumpers = match (rule + 4 - with_labels) % 4 {
                0 => 6,
                _ if is_slow_run() => 6,
                1 => 4,
                _ => continue,
            };
            let view = grid.seen_by(mover);
            memory.enter();
            let mut judge = Judge::new(read_world(&grid, mover));
            let mut rng = Rng::new(at);
            let cells = map.classes.len();
            for _ in 0..2 {
                let from = rng.below(cells);
                for _ in 0..8 {
                    let ask = Ask::new(from, rng.below(cells));
                    for jumper in &JUMPERS[..jumpers] {
                        let contestant =
                            contestant(jumper, rng.pick(&[Slices::Whole, Slices::Ones]));
                        let verdict = hold(&contestant, &view, &view, &mut judge, &ask, memory, at);
                        assert_eq!(verdict, Ok(()), "case {at}");
                    }
                }
            }
        }
    });
}

fn contestant(jumper: &'static str, slices: Slices) -> Contestant {
    let guess = Guess::By(Metric::Octile);
    Contestant { slices, ..Contestant::new(Method::Own(jumper), guess) }
}

#[test]
fn labels_cut_short_are_still_right() {
    let grid = grid_of(&random_obstacles(3, 150, 140, 20));
    for mover in &movers()[..if is_slow_run() { 4 } else { 1 }] {
        let view = grid.seen_by(mover);
        let options = LabelsOptions { bytes_per_cell: 0, ..LabelsOptions::default() };
        let few = Labels::build(&view, &options).expect("labels");
        let summary = few.summary();
        assert!(summary.stored < summary.nodes, "all {} have labels", summary.nodes);
        let (mut scratch, mut search) = (Scratch::new(), Scratch::new());
        let mut rng = Rng::new(2);
        for _ in 0..300 {
            let query = random_query(&mut rng, &grid);
            let cost = by_astar(&view, &query, &mut search);
            let mut search = few.search(&query, &mut scratch).expect("one to one");
            assert_eq!(search.run(&mut Budget::unlimited(), &mut ()).cost(), cost, "{query:?}");
            assert_eq!(search.cost(), cost, "{query:?}");
        }
    }
}

#[test]
fn turning_points_without_cells_are_those_of_the_path() {
    let (mut turning, mut without, mut scratch) = (0, 0, Scratch::new());
    // Coprime to the numbers of kinds, rules and bytes.
    let (cases, step) = if is_slow_run() { (800, 1) } else { (80, 5) };
    for case in (0..cases).step_by(step) {
        let map = map_of(case % 8, case as u64, SIZES[case / 8 % SIZES.len()]);
        let grid = grid_of(&map);
        let view = grid.seen_by(&movers()[case / 3 % 4]);
        // With few bytes a path is climbed to, too.
        let options = LabelsOptions { bytes_per_cell: case as u32 % 3 * 20, ..Default::default() };
        let labels = Labels::build(&view, &options).expect("labels");
        let mut rng = Rng::new(case as u64);
        for _ in 0..60 {
            let query = random_query(&mut rng, &grid);
            let mut search = labels.search(&query, &mut scratch).expect("one to one");
            let outcome = search.run(&mut Budget::unlimited(), &mut ());
            let expected = outcome.path().map(|path| (path.cost(), compress(path, &grid)));
            assert_eq!(search.waypoints(), expected, "case {case}: {query:?}");
            let Some((cost, waypoints)) = expected else {
                without += 1;
                continue;
            };
            turning += u32::from(waypoints.len() > 3);
            let nodes = expand(&waypoints, &grid);
            assert_eq!(nodes.as_deref(), outcome.path().map(|path| path.nodes()));
            let cheaper = query.within(cost.saturating_sub(1));
            let mut search = labels.search(&cheaper, &mut scratch).expect("one to one");
            assert_eq!(search.waypoints().is_some(), cost == 0, "case {case}: {query:?}");
        }
    }
    assert!(turning > 150 && without > 20, "{turning} paths turned, {without} had none");
}

fn random_cell(rng: &mut Rng, grid: &Grid) -> Cell {
    Cell::new(rng.below(grid.width() as usize) as u32, rng.below(grid.height() as usize) as u32)
}

fn random_query(rng: &mut Rng, grid: &Grid) -> PathQuery<'static> {
    PathQuery::new(random_node(rng, grid), random_node(rng, grid))
}

#[test]
fn slices_add_up_to_the_whole() {
    for map in [caves(4, 90, 70, 42, 4), terrain(5, 70, 70, 9, 4), waters(6, 70, 90)] {
        let grid = grid_of(&map);
        for mover in &movers() {
            let map = JumpMap::build(&grid.seen_by(mover)).expect("jump points");
            let table = JumpTable::build(map.clone()).expect("small costs");
            let (mut rng, mut scratch) = (Rng::new(1), Scratch::new());
            for at in 0..60 {
                let query = random_query(&mut rng, &grid);
                let mut outcomes = Vec::new();
                for slice in [u64::MAX, 1, 2, 7] {
                    let mut search = match at % 2 {
                        0 => map.search(&query, &mut scratch).expect("one to one"),
                        _ => table.search(&query, &mut scratch).expect("one to one"),
                    };
                    outcomes.push(in_slices(&mut search, slice));
                }
                assert!(outcomes.windows(2).all(|pair| pair[0] == pair[1]), "{outcomes:?}");
            }
        }
    }
}

fn in_slices(search: &mut JumpSearch<'_>, slice: u64) -> Outcome {
    let mut expanded = 0;
    loop {
        let outcome = search.run(&mut Budget::unlimited().expansions(slice), &mut ());
        let made = outcome.effort().expanded - expanded;
        expanded += made;
        // The start itself is not counted.
        assert!(made <= slice.saturating_add(1), "{made} expansions, {slice} allowed");
        if !matches!(outcome, Outcome::OutOfBudget(_)) {
            assert_eq!(search.run(&mut Budget::unlimited().expansions(0), &mut ()), outcome);
            return outcome;
        }
    }
}

#[test]
fn an_updated_table_answers_as_one_made_anew_and_as_astar() {
    let batches = if is_slow_run() { 300 } else { 10 };
    for (map, letters) in [
        (caves(7, 130, 100, 42, 4), &b".@"[..]),
        (GenMap::filled(100, 130, b'.'), b".....@"),
        (terrain(8, 110, 110, 9, 4), b"..@123"),
        (waters(9, 120, 100), b"..@W"),
        // Among the edits is the first water.
        (GenMap::filled(130, 120, b'.'), b"......@W"),
    ] {
        for mover in &movers() {
            let mut grid = grid_of(&map);
            let mut table =
                JumpTable::build(JumpMap::build(&grid.seen_by(mover)).expect("jump points"))
                    .expect("small costs");
            let (mut rng, mut scratch) = (Rng::new(11), Scratch::new());
            let mut jumps = Scratch::new();
            let mut followed = 0;
            for batch in 0..batches {
                for _ in 0..1 + rng.below(3) {
                    grid.apply(&random_edit(&mut rng, &grid, letters)).expect("a good edit");
                }
                let view = grid.seen_by(mover);
                let updated = table.update(&view).expect("jump points");
                followed += u32::from(!updated.rebuilt);
                let fresh = JumpTable::build(JumpMap::build(&view).expect("jump points"))
                    .expect("small costs");
                assert_eq!(table.map().revision(), grid.revision());
                for _ in 0..12 {
                    let query = random_query(&mut rng, &grid);
                    let mut search = table.search(&query, &mut jumps).expect("one to one");
                    let outcome = search.run(&mut Budget::unlimited(), &mut ());
                    let costs = [
                        outcome.cost(),
                        table.map().search(&query, &mut jumps).expect("one to one").cost(),
                        fresh.search(&query, &mut jumps).expect("one to one").cost(),
                        by_astar(&view, &query, &mut scratch),
                    ];
                    assert!(costs.iter().all(|cost| *cost == costs[0]), "{batch}: {costs:?}");
                    if let Some(path) = outcome.path() {
                        path.validate(&view).expect("a path that can be walked");
                    }
                }
            }
            assert!(followed > batches / 2, "followed {followed} of {batches}");
        }
    }
}

fn random_edit(rng: &mut Rng, grid: &Grid, letters: &[u8]) -> Edit {
    let (cell, class) = (random_cell(rng, grid), rng.pick(letters));
    let mut edit = Edit::new();
    if rng.percent(60) {
        edit.set(cell, class);
    } else {
        let width = (1 + rng.below(8) as u32).min(grid.width() - cell.x);
        let height = (1 + rng.below(8) as u32).min(grid.height() - cell.y);
        edit.fill(CellRect::new(cell.x, cell.y, width, height), class);
    }
    edit
}

#[test]
fn a_table_that_may_not_follow_says_why() {
    let mut grid = Grid::new(20, 20, b'.').expect("a good size");
    let mover = Mover::walker();
    let map = JumpMap::build(&grid.seen_by(&mover)).expect("jump points");
    let mut table = JumpTable::build(map).expect("small costs");
    grid.apply(Edit::new().link((0, 0), (5, 5), 9)).expect("a good edit");
    let error = table.update(&grid.seen_by(&mover)).expect_err("links");
    assert!(matches!(error, JumpTableUpdateError::Map(_)), "{error:?}");
    assert!(error.to_string().contains("the map has links"), "{error}");
    assert_eq!(table.map().revision(), 0);
    assert!(table.map().refusal().is_some());
    grid.apply(Edit::new().unlink((0, 0), (5, 5))).expect("a good edit");
    table.update(&grid.seen_by(&mover)).expect("no links any more");
    assert_eq!((table.map().revision(), table.map().refusal()), (2, None));
}

#[test]
fn from_one_medium_to_another_there_is_no_way_and_no_search() {
    let grid = grid_of(&waters(3, 60, 60));
    let view = grid.seen_by(&Mover::walker());
    let map = JumpMap::build(&view).expect("jump points");
    let table = JumpTable::build(map.clone()).expect("small costs");
    let labels = Labels::build(&view, &LabelsOptions::default()).expect("labels");
    let cells_of = |class| {
        let cells = (0..3600).map(NodeId::new);
        cells.filter(|&node| grid.class_at(node) == class).collect::<Vec<_>>()
    };
    let (land, water) = (cells_of(b'.'), cells_of(b'W'));
    assert!(land.len() > 500 && water.len() > 500, "{} and {}", land.len(), water.len());
    let (mut jumps, mut scratch) = (Scratch::new(), Scratch::new());
    let budget = &mut Budget::unlimited().expansions(0);
    for (&from, &to) in land.iter().zip(&water).chain(water.iter().zip(&land)) {
        let query = PathQuery::new(from, to);
        for outcome in [
            map.search(&query, &mut jumps).expect("one to one").run(budget, &mut ()),
            table.search(&query, &mut jumps).expect("one to one").run(budget, &mut ()),
            labels.search(&query, &mut scratch).expect("one to one").run(budget, &mut ()),
        ] {
            let Outcome::Unreachable(none) = outcome else { panic!("{from} to {to}: {outcome:?}") };
            assert_eq!((none.why, none.effort.expanded), (Why::Enclosed { seen: 0 }, 0));
        }
        assert_eq!(labels.search(&query, &mut scratch).expect("one to one").cost(), None);
    }
}

#[test]
fn media_too_high_on_top_of_each_other_are_refused() {
    let mut grid = Grid::new(1, JumpMap::MAX_SIDE, b'.').expect("a good size");
    let mut map = JumpMap::build(&grid.seen_by(&Mover::walker())).expect("jump points");
    grid.apply(Edit::new().set((0, 9), b'W')).expect("a good edit");
    let error = map.update(&grid.seen_by(&Mover::walker())).expect_err("too high");
    assert!(error.to_string().contains("for each medium"), "{error}");
    for (height, is_high) in [(JumpMap::MAX_SIDE / 2, false), (JumpMap::MAX_SIDE / 2 + 1, true)] {
        let mut grid = Grid::new(1, height, b'.').expect("a good size");
        grid.apply(Edit::new().fill(CellRect::new(0, 9, 1, 4), b'W')).expect("a good edit");
        let map = JumpMap::build(&grid.seen_by(&Mover::walker()));
        assert_eq!(map.is_err(), is_high, "{height}");
        let Ok(map) = map else { continue };
        for (from, to, steps) in [(13, height - 1, height - 14), (9, 12, 3), (0, 8, 8)] {
            let mut scratch = Scratch::new();
            // One column: cells are numbered by row.
            let query = PathQuery::new(NodeId::new(from), NodeId::new(to));
            let mut search = map.search(&query, &mut scratch).expect("one to one");
            let outcome = search.run(&mut Budget::unlimited(), &mut ());
            assert_eq!(outcome.cost(), Some(13_860 * u64::from(steps)));
            let path = outcome.path().expect("a path");
            path.validate(&grid.seen_by(&Mover::walker())).expect("a path that can be walked");
        }
    }
}

#[test]
fn a_map_follows_again_once_all_walls_are_gone() {
    let mut grid = Grid::new(9, 9, b'.').expect("a good size");
    let mut map = JumpMap::build(&grid.seen_by(&Mover::walker())).expect("jump points");
    grid.apply(Edit::new().wall((3, 3), Dir::E)).expect("a good edit");
    let error = map.update(&grid.seen_by(&Mover::walker())).expect_err("a wall");
    assert!(error.to_string().contains("walls or one-way steps"), "{error}");
    grid.apply(Edit::new().remove_wall((3, 3), Dir::E)).expect("a good edit");
    assert!(map.update(&grid.seen_by(&Mover::walker())).expect("no walls").is_nothing());
}

/// What holds of the events of any search that ended: `distances` are those from the start.
fn check_events(events: &[Event], start: NodeId, goal: NodeId, distances: &DistanceField) {
    let mut reached: HashMap<NodeId, (Option<NodeId>, u64)> = HashMap::new();
    for &event in events {
        match event {
            Event::Open { node, parent, g, h, f } => {
                let again = reached.insert(node, (parent, g)).is_some();
                assert!(!again || node == goal, "{node:?} is opened once");
                assert_eq!((f, parent.is_none()), (g + h, node == start));
            }
            Event::Improve { node, parent, g, .. } => {
                let before = reached.insert(node, (Some(parent), g)).expect("it was opened");
                assert!(before.1 >= g, "{node:?} does not get costlier");
            }
            Event::Close { node, g } => assert_eq!(reached[&node].1, g),
            Event::Goal { node, g } => {
                assert_eq!((node, Some(g)), (goal, distances.distance(goal)));
            }
            Event::Note(Note::NothingAhead { .. }) => {}
            Event::Note(note) => panic!("no jump point search tells of {note:?}"),
        }
    }
    for (node, (parent, g)) in &reached {
        assert!(Some(*g) >= distances.distance(*node), "{node:?} is not cheaper than can be");
        if let Some(parent) = parent {
            assert!(reached[parent].1 < *g, "the parent of {node:?} is before it");
        }
    }
}

#[test]
fn events_tell_what_a_search_does_and_slices_tell_the_same() {
    let mut goals = 0;
    for at in 0..24 {
        let grid = grid_of(&map_of(at % 8, at as u64, (40, 30)));
        for mover in &movers() {
            let view = grid.seen_by(mover);
            let Ok(map) = JumpMap::build(&view) else { continue };
            let table = JumpTable::build(map).unwrap();
            let labels = Labels::build(&view, &LabelsOptions::default()).unwrap();
            let mut rng = Rng::new(at as u64);
            let [start, goal] = [(); 2].map(|()| random_node(&mut rng, &grid));
            let query = PathQuery::new(start, goal);
            let mut field = DistanceField::new();
            field.compute(&view, &[(start, 0)], Way::Forward, &mut Budget::unlimited());
            let map = table.map();
            let (mut jumps, mut scratch) = (Scratch::new(), Scratch::new());
            let mut search = map.search(&query, &mut jumps).unwrap();
            let whole = told(u64::MAX, |budget, recorder| search.run(budget, recorder));
            check_events(&whole, start, goal, &field);
            let mut search = map.search(&query, &mut jumps).unwrap();
            assert_eq!(whole, told(2, |budget, recorder| search.run(budget, recorder)));
            let mut search = table.search(&query, &mut jumps).unwrap();
            let tabled = told(1, |budget, recorder| search.run(budget, recorder));
            check_events(&tabled, start, goal, &field);
            let mut search = labels.search(&query, &mut scratch).unwrap();
            let looked_up = told(1, |budget, recorder| search.run(budget, recorder));
            check_events(&looked_up, start, goal, &field);
            let free = view.is_passable(start) && view.is_passable(goal);
            let reached = free && field.distance(goal).is_some();
            goals += usize::from(reached);
            for events in [&whole, &tabled, &looked_up] {
                assert_eq!(reached, matches!(events.last(), Some(Event::Goal { .. })));
            }
        }
    }
    assert!(goals > 40, "{goals} searches found a path");
}

/// What a search that is run in slices tells.
fn told(slice: u64, mut run: impl FnMut(&mut Budget<'_>, &mut Recorder) -> Outcome) -> Vec<Event> {
    let mut recorder = Recorder::default();
    while !run(&mut Budget::unlimited().expansions(slice), &mut recorder).is_final() {}
    recorder.events().to_vec()
}

#[test]
fn jump_points_asked_for_by_name_tell_what_they_do() {
    let grid = grid_of(&caves(4, 90, 70, 42, 4));
    let view = grid.seen_by(&Mover::walker());
    let mut rng = Rng::new(3);
    let question = Choice { method: Named::Jps, ..Choice::default() };
    for query in (0..20).map(|_| random_query(&mut rng, &grid)) {
        let (mut recorder, scratch) = (Recorder::default(), &mut Scratch::new());
        let budget = &mut Budget::unlimited();
        let outcome = solve(&view, question, &query, scratch, budget, &mut recorder).unwrap();
        let goal = outcome.path().map(|path| Event::Goal { node: path.goal(), g: path.cost() });
        let is_told = recorder.events().last().filter(|event| matches!(event, Event::Goal { .. }));
        assert_eq!(is_told.copied(), goal);
    }
}

#[test]
fn costlier_paths_than_the_limit_are_not_looked_for() {
    for map in [caves(4, 60, 50, 42, 4), terrain(5, 50, 50, 9, 4), waters(6, 50, 60)] {
        let grid = grid_of(&map);
        for mover in &movers() {
            let view = grid.seen_by(mover);
            let table = JumpTable::build(JumpMap::build(&view).unwrap()).unwrap();
            let labels = Labels::build(&view, &LabelsOptions::default()).unwrap();
            let (mut rng, mut cells) = (Rng::new(5), Scratch::new());
            let (mut jumps, mut scratch) = (Scratch::new(), Scratch::new());
            for _ in 0..30 {
                let query = random_query(&mut rng, &grid);
                let least = by_astar(&view, &query, &mut cells);
                let most = [0, least.unwrap_or(0).saturating_sub(1), least.unwrap_or(1 << 20)];
                for query in most.map(|most| query.within(most)) {
                    let octile = GridHeuristic::octile(&view);
                    let expected = astar(&view, &octile, &query, &mut cells, &mut ());
                    let budget = &mut Budget::unlimited();
                    for outcome in [
                        table.map().search(&query, &mut jumps).unwrap().run(budget, &mut ()),
                        table.search(&query, &mut jumps).unwrap().run(budget, &mut ()),
                        labels.search(&query, &mut scratch).unwrap().run(budget, &mut ()),
                    ] {
                        assert_eq!(outcome.cost(), expected.cost(), "{query:?}");
                        assert_eq!(why(&outcome), why(&expected), "{query:?}");
                    }
                    let costs = [
                        table.search(&query, &mut jumps).unwrap().cost(),
                        labels.search(&query, &mut scratch).unwrap().cost(),
                    ];
                    assert_eq!(costs, [expected.cost(); 2]);
                }
            }
        }
    }
}

fn why(outcome: &Outcome) -> Option<Why> {
    if let Outcome::Unreachable(none) = outcome { Some(none.why) } else { None }
}

#[test]
fn what_can_be_answered_is_known_without_a_search() {
    let grid = grid_of(&caves(4, 20, 20, 42, 4));
    let view = grid.seen_by(&Mover::walker());
    let [a, b] = [0, 399].map(NodeId::new);
    let (many, any, is_goal) = ([(a, 0), (b, 3)], [a, b], |node| node == b);
    let queries = [
        PathQuery::new(a, b),
        PathQuery::new(a, b).or_nearest(),
        PathQuery::new(a, b).starts(&many),
        PathQuery::to_nearest(a, &any),
        PathQuery::to_where(a, &is_goal),
        PathQuery::everywhere(a),
    ];
    for method in Named::searches().chain([Named::Jps]) {
        for query in &queries {
            let question = Choice { method, ..Choice::default() };
            let (scratch, budget) = (&mut Scratch::new(), &mut Budget::unlimited());
            let outcome = solve(&view, question, query, scratch, budget, &mut ());
            match (method.can_answer(query), outcome) {
                (Ok(()), outcome) => assert!(outcome.is_ok(), "{method}: {outcome:?}"),
                (Err(why), Err(error)) => {
                    assert_eq!(why.to_string(), error.to_string());
                    assert!(error.to_string().contains("astar"), "{error}");
                }
                (Err(why), Ok(_)) => panic!("{method} answers, but {why}"),
            }
        }
    }
}

#[test]
fn media_that_overlap_in_any_class_are_refused() {
    for both in [b'x', 127, 128, 200, 255] {
        let grid = Grid::from_classes(3, 1, &[b'a', both, b'b']).expect("a size");
        let mover = [(b'a', 1), (b'b', 2), (both, 3)]
            .into_iter()
            .fold(Mover::new(), |mover, (class, media)| {
                mover.terrain_in(class, 1, media).expect("a factor")
            });
        assert!(JumpMap::build(&grid.seen_by(&mover)).is_err(), "class {both}");
    }
}

/// The lines out of a cell that are free for at least one step, with their last cell, walked step by
/// step.
fn lines_out(grid: &Grid, mover: &Mover, from: Cell) -> Vec<(Dir, Cell)> {
    let view = grid.seen_by(mover);
    let step = |cell: Cell, dir| {
        let to = cell.step(dir).filter(|&to| grid.node(to).is_some_and(|to| view.is_passable(to)));
        to.filter(|_| view.may_step(cell, dir))
    };
    let last = |dir| std::iter::successors(step(from, dir), |&cell| step(cell, dir)).last();
    Dir::ALL.into_iter().filter_map(|dir| Some((dir, last(dir)?))).collect()
}

#[test]
fn what_was_looked_at_in_vain_ends_before_a_wall_and_has_no_jump_point() {
    let (mut rng, mut told, mut rests) = (Rng::new(77), 0, 0);
    for _ in 0..2000 {
        let (width, height) = (2 + rng.below(30) as u32, 2 + rng.below(28) as u32);
        let classes: Vec<u8> = (0..width * height).map(|_| rng.pick(b"....@")).collect();
        let grid = Grid::from_classes(width, height, &classes).expect("a good size");
        let mover = match rng.below(3) {
            0 => Mover::walker(),
            1 => Mover::walker().neighbours(Neighbours::Four),
            _ => Mover::walker().corners(Corners::OneFree),
        };
        let is_four = mover.neighbour_rule() == Neighbours::Four;
        let view = grid.seen_by(&mover);
        let map = JumpMap::build(&view).expect("jump points");
        let [start, goal] = [(); 2].map(|()| NodeId::new(rng.below(classes.len()) as u32));
        let (mut recorder, mut scratch) = (Recorder::default(), Scratch::new());
        let query = PathQuery::new(start, goal);
        let mut search = map.search(&query, &mut scratch).expect("a query that jumps answer");
        let _ = search.run(&mut Budget::unlimited(), &mut recorder);
        let mut closed = start;
        for (at, event) in recorder.events().iter().enumerate() {
            match *event {
                Event::Close { node, .. } => closed = node,
                Event::Note(Note::NothingAhead { from, last, dir }) => {
                    told += 1;
                    rests += usize::from(from != closed);
                    let [here, from, last] = [closed, from, last].map(|node| grid.cell(node));
                    let lines = lines_out(&grid, &mover, from);
                    assert!(lines.contains(&(dir, last)), "{from:?} {dir:?} {last:?} of {lines:?}");
                    // Of what this expansion found nothing lies on the line, nor beside it where the
                    // jump turns off.
                    let found = recorder.events()[at..].iter();
                    let own = found.take_while(|event| !matches!(event, Event::Close { .. }));
                    for event in own {
                        let (Event::Open { node, .. } | Event::Improve { node, .. }) = event else {
                            continue;
                        };
                        let to = grid.cell(*node);
                        if *node == goal || here != from {
                            continue;
                        }
                        let along =
                            |a: u32, b: u32, way: i32| (b as i32 - a as i32).signum() == way;
                        let (x, y) = dir.offset();
                        let is_beside = is_four && x == 0 || along(from.x, to.x, x);
                        let is_reached = is_beside && along(from.y, to.y, y);
                        assert!(!is_reached, "{from:?} {dir:?} came to {to:?}");
                    }
                }
                _ => {}
            }
        }
    }
    assert!(told > 1000 && rests > 50, "{told} looks in vain, {rests} of them the rest of a way");
}

#[test]
fn jump_searches_answer_alike_whether_they_are_watched_or_not() {
    let grid = grid_of(&caves(4, 90, 70, 42, 4));
    let map = JumpMap::build(&grid.seen_by(&Mover::walker())).unwrap();
    let table = JumpTable::build(map.clone()).unwrap();
    let (mut rng, mut scratch) = (Rng::new(2), Scratch::new());
    for at in 0..60 {
        let query = random_query(&mut rng, &grid);
        let mut ask = |is_watched: fn(u32) -> bool| {
            let search = match at % 2 {
                0 => map.search(&query, &mut scratch),
                _ => table.search(&query, &mut scratch),
            };
            let mut search = search.unwrap();
            for slice in 0.. {
                let budget = &mut Budget::unlimited().expansions(2);
                let outcome = match is_watched(slice) {
                    true => search.run(budget, &mut Recorder::default()),
                    false => search.run(budget, &mut ()),
                };
                if outcome.is_final() {
                    return (outcome.path().cloned(), outcome.effort().expanded);
                }
            }
            unreachable!("every search ends")
        };
        let alone = ask(|_| false);
        assert_eq!(ask(|_| true), alone);
        assert_eq!(ask(|slice| slice % 2 == 0), alone);
    }
}
