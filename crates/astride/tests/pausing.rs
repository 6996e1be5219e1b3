//! A search put aside between slices ends as one that was never stopped: same outcome, same events.
//! Where it cannot go on it says so.

use astride::base::{Budget, Cost, NodeId, Scale, Weight};
use astride::search::{
    Event, Outcome, PathQuery, Paused, Recorder, Scratch, Search, Ties, astar, bidirectional,
    enclosure, ida_star,
};
use astride::shapes::square::{
    Edit, Grid, GridHeuristic, GridView, JumpMap, JumpTable, Mover, Neighbours,
};
use astride_testkit::adapter::grid_of;
use astride_testkit::generate::{caves, random_classes, terrain, wall_patterns};
use astride_testkit::rng::Rng;

const KINDS: [&str; 7] = [
    "A*",
    "A*, smaller h",
    "A*, straightest",
    "Dijkstra",
    "weighted A*",
    "greedy",
    "breadth-first",
];

/// Runs `slice` until it answers, with the events of all slices.
fn whole(mut slice: impl FnMut(&mut Recorder) -> Outcome) -> (Outcome, Vec<Event>) {
    let mut recorder = Recorder::default();
    loop {
        let outcome = slice(&mut recorder);
        if outcome.is_final() {
            return (outcome, recorder.events().to_vec());
        }
    }
}

/// One kind of search, put aside after every slice; the slices come from `allowed`.
fn put_aside(
    kind: &str,
    view: &GridView<'_>,
    query: &PathQuery<'_>,
    scratch: &mut Scratch,
    allowed: &mut dyn FnMut() -> u64,
) -> (Outcome, Vec<Event>) {
    let guess = GridHeuristic::octile(view);
    let mut paused: Option<Paused> = None;
    macro_rules! drive {
        ($make:expr) => {
            whole(|recorder| {
                let mut search = $make;
                if let Some(paused) = paused.take() {
                    search = search.resume(paused).expect("nothing has changed");
                }
                let outcome = search.run(&mut Budget::unlimited().expansions(allowed()), recorder);
                paused = Some(search.pause());
                without_bytes(outcome)
            })
        };
    }
    let ties = |ties| query.ties(ties);
    let end = match kind {
        "A*" => drive!(Search::astar(view, &guess, query, scratch)),
        "A*, smaller h" => drive!(Search::astar(view, &guess, &ties(Ties::SmallerH), scratch)),
        "A*, straightest" => {
            drive!(Search::astar(view, &guess, &ties(Ties::Straightest), scratch))
        }
        "Dijkstra" => drive!(Search::dijkstra(view, query, scratch)),
        "weighted A*" => drive!(Search::weighted(view, &guess, Weight::TWICE, query, scratch)),
        "greedy" => drive!(Search::greedy(view, &guess, query, scratch)),
        "breadth-first" => drive!(Search::breadth_first(view, query, scratch)),
        other => unreachable!("{other}"),
    };
    assert!(paused.is_some_and(|paused| paused.effort().expanded == end.0.effort().expanded));
    end
}

fn jumps_put_aside(
    (map, table): (&JumpMap, Option<&JumpTable>),
    query: &PathQuery<'_>,
    allowed: &mut dyn FnMut() -> u64,
) -> (Outcome, Vec<Event>) {
    let (mut scratch, mut paused) = (Scratch::new(), None::<Paused>);
    whole(|recorder| {
        let mut search = match table {
            Some(table) => table.search(query, &mut scratch),
            None => map.search(query, &mut scratch),
        }
        .expect("one to one");
        if let Some(paused) = paused.take() {
            search = search.resume(paused).expect("nothing has changed");
        }
        let outcome = search.run(&mut Budget::unlimited().expansions(allowed()), recorder);
        paused = Some(search.pause());
        without_bytes(outcome)
    })
}

/// An open list that is stopped may grow where another does not.
fn without_bytes(mut outcome: Outcome) -> Outcome {
    match &mut outcome {
        Outcome::Found(found) => found.effort.bytes = 0,
        Outcome::Unreachable(unreachable) => unreachable.effort.bytes = 0,
        Outcome::OutOfBudget(out) => out.effort.bytes = 0,
    }
    outcome
}

fn check_all_kinds(view: &GridView<'_>, query: &PathQuery<'_>, seed: u64) {
    let scratch = &mut Scratch::new();
    for kind in KINDS {
        let kept = put_aside(kind, view, query, scratch, &mut || u64::MAX);
        for slice in [1, 2, 7] {
            let aside = put_aside(kind, view, query, scratch, &mut || slice);
            assert!(aside == kept, "{kind}, slices of {slice}, {query:?}");
        }
        let mut rng = Rng::new(seed);
        let aside = put_aside(kind, view, query, scratch, &mut || rng.below(9) as u64);
        assert!(aside == kept, "{kind}, random slices, {query:?}");
    }
}

fn check_jumps(map: &JumpMap, query: &PathQuery<'_>) {
    let [start, goal] = ends_of(query);
    let ends = &PathQuery::new(start, goal);
    let table = JumpTable::build(map.clone()).expect("jumps that fit");
    for table in [None, Some(&table)] {
        let kept = jumps_put_aside((map, table), ends, &mut || u64::MAX);
        for slice in [1, 3] {
            let aside = jumps_put_aside((map, table), ends, &mut || slice);
            assert!(aside == kept, "{query:?}");
        }
        let mut turn = 0;
        let aside = jumps_put_aside((map, table), ends, &mut || {
            turn += 1;
            turn % 3
        });
        assert!(aside == kept, "{query:?}");
    }
}

fn ends_of(query: &PathQuery<'_>) -> [NodeId; 2] {
    let start = query.starts.iter().next().expect("one start").0;
    [start, query.goals.named().next().expect("one goal")]
}

#[test]
fn a_search_put_aside_ends_as_one_that_was_kept_on_every_tiny_map() {
    for map in wall_patterns(3, 3) {
        let grid = grid_of(&map);
        let view = grid.seen_by(&Mover::walker());
        let jumps = JumpMap::build(&view).expect("a plain map");
        for (from, to) in [(0, 8), (2, 6), (3, 5), (4, 0)] {
            let query = PathQuery::new(NodeId::new(from), NodeId::new(to));
            check_all_kinds(&view, &query, 3);
            check_jumps(&jumps, &query);
        }
    }
}

#[test]
fn a_search_put_aside_ends_as_one_that_was_kept_on_random_maps() {
    let mut linked = grid_of(&terrain(4, 17, 13, 4, 5));
    linked.apply(Edit::new().link((1, 1), (14, 10), 9_000)).expect("a good edit");
    let mut costly = grid_of(&random_classes(6, 20, 20, b"....@"));
    costly.apply(Edit::new().link((0, 0), (19, 19), 1 << 30)).expect("a good edit");
    let plain =
        [grid_of(&caves(11, 32, 25, 40, 3)), grid_of(&random_classes(2, 24, 22, b"...@12"))];
    let mut rng = Rng::new(5);
    for grid in plain.into_iter().chain([linked, costly]) {
        let view = grid.seen_by(&Mover::walker());
        let jumps = JumpMap::build(&view).ok();
        for _ in 0..12 {
            let mut node = || NodeId::new(rng.below(grid.cell_count() as usize) as u32);
            let paid = [(node(), 70), (node(), 1 << 33), (node(), 12_345)];
            let query = PathQuery::new(node(), node()).or_nearest();
            check_all_kinds(&view, &query, 8);
            check_all_kinds(&view, &query.starts(&paid), 8);
            check_all_kinds(&view, &query.canonical().within(200_000), 8);
            if let Some(jumps) = &jumps {
                check_jumps(jumps, &query);
            }
        }
    }
}

/// A search that has made some expansions.
fn begun(view: &GridView<'_>, query: &PathQuery<'_>, scratch: &mut Scratch) -> Paused {
    let mut search = Search::astar(view, &GridHeuristic::octile(view), query, scratch);
    let outcome = search.run(&mut Budget::unlimited().expansions(9), &mut ());
    assert!(!outcome.is_final());
    search.pause()
}

#[test]
fn a_search_does_not_go_on_after_an_edit_or_on_another_world() {
    let mut grid = Grid::new(20, 20, b'.').expect("a good size");
    let query = PathQuery::new(NodeId::new(0), NodeId::new(399));
    let mut scratch = Scratch::new();
    let walker = Mover::walker();
    let paused = begun(&grid.seen_by(&walker), &query, &mut scratch);
    assert_eq!(paused.revision(), grid.revision());
    grid.apply(Edit::new().set((10, 10), b'@')).expect("a good edit");
    let resume = |grid: &Grid, mover: &Mover, scratch: &mut Scratch, paused| {
        let view = grid.seen_by(mover);
        let search = Search::astar(&view, &GridHeuristic::octile(&view), &query, scratch);
        search.resume(paused).map(|_| ())
    };
    let error = resume(&grid, &walker, &mut scratch, paused).expect_err("it was edited");
    assert!(error.is_wrong_world() && !error.is_wrong_scratch());
    let text = error.to_string();
    assert!(text.contains("at revision 0, and the world is at 1"), "{text}");

    let paused = begun(&grid.seen_by(&walker), &query, &mut scratch);
    let mut wide = Grid::new(21, 20, b'.').expect("a good size");
    wide.apply(Edit::new().set((10, 10), b'@')).expect("a good edit");
    let error = resume(&wide, &walker, &mut scratch, paused).expect_err("another size");
    assert!(error.is_wrong_world(), "{error}");
    let text = error.to_string();
    assert!(text.contains("a world of 400 nodes, this one has 420"), "{text}");

    let paused = begun(&grid.seen_by(&walker), &query, &mut scratch);
    let four = Mover::walker().neighbours(Neighbours::Four);
    assert!(resume(&grid, &four, &mut scratch, paused).is_err(), "another mover");

    // Its diagonal steps cost what those of the walker do.
    let quick = Mover::walker().scale(Scale::new(13_000, 19_601).expect("a good scale"));
    let paused = begun(&grid.seen_by(&walker), &query, &mut scratch);
    let error = resume(&grid, &quick, &mut scratch, paused).expect_err("another mover");
    assert!(error.is_wrong_world(), "{error}");
}

#[test]
fn a_search_does_not_go_on_as_another_question() {
    let grid = Grid::new(20, 20, b'.').expect("a good size");
    let view = grid.seen_by(&Mover::walker());
    let octile = GridHeuristic::octile(&view);
    let query = PathQuery::new(NodeId::new(0), NodeId::new(399));
    let mut scratch = Scratch::new();
    let starts: [(NodeId, Cost); 1] = [(NodeId::new(0), 5)];
    for other in [
        PathQuery::new(NodeId::new(0), NodeId::new(398)),
        PathQuery::new(NodeId::new(1), NodeId::new(399)),
        query.ties(Ties::SmallerH),
        query.canonical(),
        query.or_nearest(),
        query.within(1 << 40),
        query.starts(&starts),
        PathQuery::everywhere(NodeId::new(0)),
    ] {
        let paused = begun(&view, &query, &mut scratch);
        let search = Search::astar(&view, &octile, &other, &mut scratch).resume(paused);
        let error = search.err().unwrap_or_else(|| panic!("{other:?} is another question"));
        assert!(error.to_string().contains("another kind or question"), "{error}");
    }
    // Their numbers follow each other alike: where do starts end and goals begin, and is there a goal?
    let [near, far] = [NodeId::new(398), NodeId::new(19)];
    let (two, three) = ([(NodeId::new(0), 0), (near, 399)], [near, NodeId::new(399), far]);
    let one = [(NodeId::new(0), 0)];
    let never = |_: NodeId| false;
    let pairs = [
        (
            PathQuery::new(NodeId::new(0), far).starts(&two),
            PathQuery::to_nearest(near, &three).starts(&one),
        ),
        (PathQuery::everywhere(NodeId::new(0)), PathQuery::to_where(NodeId::new(0), &never)),
    ];
    for (one, other) in pairs {
        let paused = begun(&view, &one, &mut scratch);
        let search = Search::astar(&view, &octile, &other, &mut scratch).resume(paused);
        assert!(search.is_err(), "{one:?} is not {other:?}");
    }
    // Without guesses nothing but the goals tells questions apart that begin alike.
    let pairs = pairs.into_iter().take(1).chain([
        (query, PathQuery::new(NodeId::new(0), near)),
        (PathQuery::to_nearest(near, &three).starts(&one), PathQuery::new(NodeId::new(0), near)),
    ]);
    for (one, other) in pairs {
        let mut search = Search::dijkstra(&view, &one, &mut scratch);
        assert!(!search.run(&mut Budget::unlimited().expansions(9), &mut ()).is_final());
        let paused = search.pause();
        let search = Search::dijkstra(&view, &other, &mut scratch).resume(paused);
        assert!(search.is_err(), "{one:?} is not {other:?}");
    }
    let first = query.ties(Ties::FirstAdded);
    let mut search = Search::dijkstra(&view, &first, &mut scratch);
    assert!(!search.run(&mut Budget::unlimited().expansions(9), &mut ()).is_final());
    let paused = search.pause();
    let steps = Search::breadth_first(&view, &first, &mut scratch).resume(paused);
    assert!(steps.is_err(), "costs are not steps");
    let paused = begun(&view, &query, &mut scratch);
    let other = Search::weighted(&view, &octile, Weight::TWICE, &query, &mut scratch);
    assert!(other.resume(paused).is_err());
    let paused = begun(&view, &query, &mut scratch);
    assert!(Search::dijkstra(&view, &query, &mut scratch).resume(paused).is_err());
}

#[test]
fn a_search_does_not_go_on_in_a_scratch_that_has_served_since() {
    let grid = Grid::new(20, 20, b'.').expect("a good size");
    let view = grid.seen_by(&Mover::walker());
    let octile = GridHeuristic::octile(&view);
    let query = PathQuery::new(NodeId::new(0), NodeId::new(399));
    let mut scratch = Scratch::new();
    let uses: [&dyn Fn(&mut Scratch); 5] = [
        &|scratch| drop(astar(&view, &octile, &query, scratch, &mut ())),
        &|scratch| drop(bidirectional(&view, &octile, &query, scratch, &mut ())),
        &|scratch| drop(ida_star(&view, &octile, &query, scratch, &mut ())),
        &|scratch| {
            let budget = &mut Budget::unlimited();
            _ = enclosure(&view, NodeId::new(0), NodeId::new(399), scratch, budget);
        },
        &|scratch| *scratch = Scratch::new(),
    ];
    for used in uses {
        let paused = begun(&view, &query, &mut scratch);
        used(&mut scratch);
        let search = Search::astar(&view, &octile, &query, &mut scratch).resume(paused);
        assert!(search.expect_err("the scratch has served").is_wrong_scratch());
    }
    // One that has not begun has nothing in the scratch.
    let paused = Search::astar(&view, &octile, &query, &mut scratch).pause();
    _ = astar(&view, &octile, &query, &mut scratch, &mut ());
    assert!(Search::astar(&view, &octile, &query, &mut scratch).resume(paused).is_ok());
}

#[test]
fn a_search_does_not_go_on_where_its_twin_has_gone_on() {
    let grid = Grid::new(20, 20, b'.').expect("a good size");
    let view = grid.seen_by(&Mover::walker());
    let octile = GridHeuristic::octile(&view);
    let query = PathQuery::new(NodeId::new(0), NodeId::new(399));
    let [mut scratch, mut other] = [Scratch::new(), Scratch::new()];
    let paused = begun(&view, &query, &mut scratch);
    let twin = begun(&view, &query, &mut other);
    let mut search = Search::astar(&view, &octile, &query, &mut scratch)
        .resume(paused)
        .expect("it was put aside here");
    assert!(!search.run(&mut Budget::unlimited().expansions(9), &mut ()).is_final());
    let search = Search::astar(&view, &octile, &query, &mut scratch).resume(twin);
    assert!(search.expect_err("what it knew is gone").is_wrong_scratch());
}

#[test]
fn a_search_does_not_go_on_in_a_scratch_that_holds_another_which_took_as_much() {
    let walker = Mover::walker();
    let double = Scale::new(2 * 13_860, 2 * 19_601).expect("a good scale");
    let (grid, larger) = (Grid::new(20, 20, b'.'), Grid::new(20, 21, b'.'));
    let (grid, larger) = (grid.expect("a good size"), larger.expect("a good size"));
    let mut edited = grid.clone();
    edited.apply(Edit::new().set((19, 0), b'@')).expect("a good edit");
    let query = PathQuery::new(NodeId::new(0), NodeId::new(399));
    let slow = walker.clone().scale(double);
    // One costly cell where nobody looks: only the costliest arc differs.
    let mut classes = [b'.'; 400];
    classes[19] = b'2';
    let costly = Grid::from_classes(20, 20, &classes).expect("a good size");
    // Its diagonal steps cost as much: only the cheapest arc differs.
    let quick = walker.clone().scale(Scale::new(13_000, 19_601).expect("a good scale"));
    let others = [
        (edited.seen_by(&walker), query),
        (larger.seen_by(&walker), query),
        (grid.seen_by(&slow), query),
        (costly.seen_by(&walker), query),
        (grid.seen_by(&quick), query),
        (grid.seen_by(&walker), query.within(1 << 40)),
    ];
    let view = grid.seen_by(&walker);
    let octile = GridHeuristic::octile(&view);
    let [mut scratch, mut used] = [Scratch::new(), Scratch::new()];
    for (other, asked) in others {
        let paused = begun(&view, &query, &mut scratch);
        let counts = |paused: &Paused| {
            let effort = paused.effort();
            [effort.expanded, effort.generated, effort.improved, effort.reopened]
        };
        let held = begun(&other, &asked, &mut used);
        assert_eq!(counts(&held), counts(&paused), "nothing but the mark tells them apart");
        let search = Search::astar(&view, &octile, &query, &mut used).resume(paused);
        assert!(search.expect_err("another's memory").is_wrong_scratch());
    }

    // Nor in one that holds the same search, but later.
    let (paused, twin) = (begun(&view, &query, &mut scratch), begun(&view, &query, &mut used));
    macro_rules! made_in {
        ($scratch:ident) => {
            Search::astar(&view, &octile, &query, &mut $scratch)
        };
    }
    let mut search = made_in!(scratch).resume(paused).expect("it was put aside here");
    assert!(!search.run(&mut Budget::unlimited().expansions(9), &mut ()).is_final());
    let later = search.pause();
    assert!(made_in!(scratch).resume(twin).expect_err("it is earlier").is_wrong_scratch());
    // One that has not begun needs nothing of a scratch, and takes nothing from it.
    let unbegun = made_in!(used).pause();
    assert!(made_in!(scratch).resume(unbegun).is_ok(), "nothing is in the scratch yet");
    assert!(made_in!(scratch).resume(later).is_ok());
}

#[test]
fn jumps_do_not_go_on_elsewhere() {
    let mut grid = grid_of(&random_classes(2, 40, 40, b"......@"));
    let walker = Mover::walker();
    let map = JumpMap::build(&grid.seen_by(&walker)).expect("a plain map");
    let (from, to) = free_and_far(&grid);
    let (query, back) = (PathQuery::new(from, to), PathQuery::new(to, from));
    let mut scratch = Scratch::new();
    let begun = |map: &JumpMap, scratch: &mut Scratch| {
        let mut search = map.search(&query, scratch).expect("one to one");
        assert!(!search.run(&mut Budget::unlimited().expansions(3), &mut ()).is_final());
        search.pause()
    };
    let refused = |map: &JumpMap, query: &PathQuery<'_>, scratch: &mut Scratch, paused: Paused| {
        let search = map.search(query, scratch).expect("one to one");
        search.resume(paused).map(|_| ()).expect_err("another search")
    };
    for other in [back, query.within(1 << 40)] {
        let paused = begun(&map, &mut scratch);
        let error = refused(&map, &other, &mut scratch, paused);
        assert!(error.to_string().contains("question"));
    }
    let view = grid.seen_by(&walker);
    let paused = Search::dijkstra(&view, &query, &mut Scratch::new()).pause();
    assert!(!refused(&map, &query, &mut scratch, paused).to_string().is_empty());

    let paused = begun(&map, &mut scratch);
    _ = map.search(&back, &mut scratch).expect("one to one").cost();
    assert!(refused(&map, &query, &mut scratch, paused).is_wrong_scratch());

    let unbegun = map.search(&query, &mut scratch).expect("one to one").pause();
    _ = map.search(&back, &mut scratch).expect("one to one").cost();
    let resumed = map.search(&query, &mut scratch).expect("one to one").resume(unbegun);
    assert!(resumed.is_ok(), "it needs nothing of the scratch");

    let table = JumpTable::build(map.clone()).expect("jumps that fit");
    let paused = begun(&map, &mut scratch);
    let search = table.search(&query, &mut scratch).expect("one to one");
    let error = search.resume(paused).map(|_| ()).expect_err("jumps that are written down");
    assert!(error.to_string().contains("question"), "{error}");

    // Maps of the same revision: with a row of walls more, with other jump points, at other costs.
    let classes: Vec<u8> =
        (0..40).flat_map(|y| grid.row(y).expect("on the map").to_vec()).collect();
    let taller = Grid::from_classes(40, 41, &[&classes[..], &[b'@'; 40]].concat());
    // One wall, alone: it has jump points at its corners.
    let mut walled = vec![b'.'; 1600];
    walled[20 * 40 + 20] = b'@';
    let walled = Grid::from_classes(40, 40, &walled);
    let (taller, walled) = (taller.expect("a good size"), walled.expect("a good size"));
    let quick = Mover::walker().scale(Scale::new(13_000, 19_601).expect("a good scale"));
    for (grid, mover) in [(&taller, &walker), (&walled, &walker), (&grid, &quick)] {
        let other = JumpMap::build(&grid.seen_by(mover)).expect("a plain map");
        let paused = begun(&map, &mut scratch);
        let error = refused(&other, &query, &mut scratch, paused);
        assert!(error.is_wrong_world(), "{error}");
    }

    let paused = begun(&map, &mut scratch);
    grid.apply(Edit::new().set((20, 20), b'@')).expect("a good edit");
    let map = JumpMap::build(&grid.seen_by(&walker)).expect("a plain map");
    assert!(refused(&map, &query, &mut scratch, paused).is_wrong_world());
}

fn free_and_far(grid: &Grid) -> (NodeId, NodeId) {
    let view = grid.seen_by(&Mover::walker());
    let free = |node: &NodeId| view.is_free(grid.cell(*node));
    let first = (0..1600).map(NodeId::new).find(free).expect("a free cell");
    let last = (0..1600).rev().map(NodeId::new).find(free).expect("a free cell");
    (first, last)
}
