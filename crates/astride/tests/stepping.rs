//! A search that is stopped and continued ends as one that was not: same outcome, same events.

use std::sync::atomic::{AtomicBool, Ordering};

use astride::base::{Budget, CellRect, Cost, NodeId, Scale, Spent, Weight};
use astride::path::Path;
use astride::search::{
    Bidirectional, DistanceField, Effort, Event, FieldStatus, IdaStar, Outcome, PathQuery,
    Recorder, Scratch, Search, Ties, dijkstra,
};
use astride::shapes::square::{Edit, Grid, GridHeuristic, GridView, Mover};
use astride::world::{Way, World};
use astride_testkit::adapter::grid_of;
use astride_testkit::generate::{caves, random_classes, terrain};
use astride_testkit::rng::Rng;

/// Where to stop.
#[derive(Clone, Debug)]
enum Slices {
    Whole,
    Every(u64),
    Random(Rng),
}

impl Slices {
    fn next(&mut self) -> u64 {
        match self {
            Slices::Whole => u64::MAX,
            Slices::Every(count) => *count,
            Slices::Random(rng) => rng.below(9) as u64,
        }
    }
}

/// Everything a run said.
struct Trace {
    outcome: Outcome,
    events: Vec<Event>,
    bounds: Vec<Cost>,
    slices: usize,
}

/// Runs a search slice by slice; no slice may make more expansions than it was given.
fn drive(
    mut slices: Slices,
    mut run: impl FnMut(&mut Budget<'_>, &mut Recorder) -> Outcome,
) -> Trace {
    let mut recorder = Recorder::default();
    let mut trace_bounds = Vec::new();
    let mut before = 0;
    for slice in 1.. {
        let allowed = slices.next();
        let outcome = run(&mut Budget::unlimited().expansions(allowed), &mut recorder);
        let made = outcome.effort().expanded - before;
        before += made;
        match &outcome {
            Outcome::OutOfBudget(out) => {
                assert_eq!((out.spent, made), (Spent::Expansions, allowed));
                trace_bounds.push(out.lower_bound);
            }
            _ => {
                assert!(made <= allowed, "{made} expansions, {allowed} allowed");
                let events = recorder.events().to_vec();
                assert_eq!(recorder.dropped(), 0);
                return Trace { outcome, events, bounds: trace_bounds, slices: slice };
            }
        }
    }
    unreachable!("the loop above ends with an answer");
}

/// Compares a sliced run with the whole one.
fn check_equal(name: &str, whole: &Trace, sliced: &Trace) {
    assert_eq!(whole.outcome, sliced.outcome, "{name}");
    assert_eq!(whole.events, sliced.events, "{name}");
    assert_eq!(whole.slices, 1, "{name}");
    let least = match &whole.outcome {
        Outcome::Found(found) if found.guarantee.is_optimal() => found.path.cost(),
        _ => Cost::MAX,
    };
    assert!(sliced.bounds.is_sorted(), "{name}: {:?}", sliced.bounds);
    assert!(sliced.bounds.iter().all(|&bound| bound <= least), "{name}: {:?}", sliced.bounds);
}

const KINDS: [&str; 10] = [
    "A*, last added",
    "A*, smaller h",
    "A*, straightest",
    "A*, first added",
    "Dijkstra",
    "weighted A*",
    "greedy",
    "breadth-first",
    "bidirectional A*",
    "IDA*",
];

fn run_kind(kind: &str, view: &GridView<'_>, query: &PathQuery<'_>, slices: Slices) -> Trace {
    let guess = GridHeuristic::octile(view);
    let mut scratch = Scratch::new();
    let scratch = &mut scratch;
    macro_rules! drive {
        ($search:expr) => {{
            let mut search = $search;
            let trace = drive(slices, |budget, recorder| search.run(budget, recorder));
            let again = search.run(&mut Budget::unlimited().expansions(0), &mut ());
            assert_eq!(again, trace.outcome, "{kind}: the answer given again");
            trace
        }};
    }
    let ties = |ties| query.ties(ties);
    match kind {
        "A*, last added" => drive!(Search::astar(view, &guess, query, scratch)),
        "A*, smaller h" => drive!(Search::astar(view, &guess, &ties(Ties::SmallerH), scratch)),
        "A*, straightest" => {
            drive!(Search::astar(view, &guess, &ties(Ties::Straightest), scratch))
        }
        "A*, first added" => drive!(Search::astar(view, &guess, &ties(Ties::FirstAdded), scratch)),
        "Dijkstra" => drive!(Search::dijkstra(view, query, scratch)),
        "weighted A*" => drive!(Search::weighted(view, &guess, Weight::TWICE, query, scratch)),
        "greedy" => drive!(Search::greedy(view, &guess, query, scratch)),
        "breadth-first" => drive!(Search::breadth_first(view, query, scratch)),
        "bidirectional A*" => {
            drive!(Bidirectional::new(view, &guess, query, scratch).expect("ends are named"))
        }
        "IDA*" => drive!(IdaStar::new(view, &guess, query, scratch).expect("ends are named")),
        other => unreachable!("{other}"),
    }
}

fn grids() -> Vec<Grid> {
    let mut linked = grid_of(&terrain(4, 17, 13, 4, 5));
    linked.apply(Edit::new().link((1, 1), (14, 10), 9_000)).expect("a good edit");
    vec![grid_of(&caves(11, 22, 15, 40, 3)), grid_of(&random_classes(2, 14, 12, b"...@12")), linked]
}

fn random_query(view: &GridView<'_>, rng: &mut Rng) -> PathQuery<'static> {
    let cells = view.grid().cell_count() as usize;
    let mut node = || NodeId::new(rng.below(cells) as u32);
    PathQuery::new(node(), node()).or_nearest()
}

#[test]
fn a_search_in_slices_ends_as_a_whole_one() {
    let walker = Mover::walker();
    for grid in grids() {
        let view = grid.seen_by(&walker);
        let mut rng = Rng::new(5);
        for _ in 0..12 {
            let query = random_query(&view, &mut rng);
            for kind in KINDS {
                // IDA* visits nodes again for every distinct f: small maps are enough of it.
                if kind == "IDA*" && grid.cell_count() > 50 {
                    continue;
                }
                let whole = run_kind(kind, &view, &query, Slices::Whole);
                for slices in [1, 2, 3, 7].map(Slices::Every) {
                    let name = format!("{kind} on {grid:?}, {query:?}, {slices:?}");
                    check_equal(&name, &whole, &run_kind(kind, &view, &query, slices));
                }
                let random = Slices::Random(rng.clone());
                let name = format!("{kind} on {grid:?}, {query:?}, random slices");
                check_equal(&name, &whole, &run_kind(kind, &view, &query, random));
            }
        }
    }
}

#[test]
fn a_bound_rises_to_the_cost() {
    let grid = Grid::new(30, 30, b'.').expect("a good size");
    let view = grid.seen_by(&Mover::walker());
    let query = PathQuery::new(NodeId::new(0), NodeId::new(29 * 30 + 12));
    for kind in ["A*, first added", "Dijkstra", "bidirectional A*"] {
        let trace = run_kind(kind, &view, &query, Slices::Every(1));
        let cost = trace.outcome.cost().expect("an open field");
        // In the open A* knows the cost from its first guess.
        assert_eq!(trace.bounds.first() < trace.bounds.last(), kind == "Dijkstra");
        assert!(trace.bounds.last().is_some_and(|&last| last > cost / 2), "{kind}");
    }
}

/// The events tell the same as the counts, and no node is closed before it was opened.
#[test]
fn events_add_up_to_the_effort() {
    let walker = Mover::walker();
    for grid in grids() {
        let view = grid.seen_by(&walker);
        let mut rng = Rng::new(8);
        for _ in 0..10 {
            let query = random_query(&view, &mut rng);
            for kind in KINDS.into_iter().filter(|kind| *kind != "IDA*") {
                let trace = run_kind(kind, &view, &query, Slices::Whole);
                let count = |is: fn(&Event) -> bool| {
                    trace.events.iter().filter(|event| is(event)).count() as u64
                };
                let Effort { expanded, generated, improved, reopened, .. } = trace.outcome.effort();
                let opened = count(|event| matches!(event, Event::Open { .. }));
                let closed = count(|event| matches!(event, Event::Close { .. }));
                let better = count(|event| matches!(event, Event::Improve { .. }));
                let again = count(|event| matches!(event, Event::Improve { reopened: true, .. }));
                assert_eq!((opened, closed), (generated, expanded), "{kind}");
                assert_eq!((better - again, again), (improved, reopened), "{kind}");
            }
        }
    }
}

#[test]
fn a_field_in_slices_ends_as_a_whole_one() {
    let walker = Mover::walker();
    let mut unequal = grid_of(&random_classes(6, 20, 20, b"....@"));
    unequal.apply(Edit::new().link((0, 0), (19, 19), 1 << 30)).expect("a good edit");
    for grid in grids().into_iter().chain([unequal]) {
        let view = grid.seen_by(&walker);
        for way in [Way::Forward, Way::Backward] {
            let source = [(NodeId::new(17), 0), (NodeId::new(40), 40_000)];
            let mut whole = DistanceField::new();
            let status = whole.compute(&view, &source, way, &mut Budget::unlimited());
            assert_eq!(status, FieldStatus::Complete);
            for slices in [1, 2, 3, 7].map(Slices::Every) {
                check_field(&view, &whole, &source, way, slices);
            }
            check_field(&view, &whole, &source, way, Slices::Random(Rng::new(3)));
        }
    }
}

fn check_field(
    view: &GridView<'_>,
    whole: &DistanceField,
    sources: &[(NodeId, Cost)],
    way: Way,
    mut slices: Slices,
) {
    let mut field = DistanceField::new();
    let mut least = 0;
    let mut allowed = slices.next();
    let mut before = 0;
    let mut status =
        field.compute(view, sources, way, &mut Budget::unlimited().expansions(allowed));
    while let FieldStatus::Partial { settled_below, spent } = status {
        assert_eq!((spent, field.expanded() - before), (Spent::Expansions, allowed));
        before = field.expanded();
        assert!(settled_below >= least, "{settled_below} after {least}");
        least = settled_below;
        for node in (0..view.node_count()).map(NodeId::new) {
            let (known, last) = (field.distance(node), whole.distance(node));
            if last.is_some_and(|last| last < settled_below) {
                assert_eq!(known, last, "{node} is below {settled_below}");
            }
            assert!(known.is_none_or(|known| last.is_some_and(|last| last <= known)));
        }
        allowed = slices.next();
        status = field.resume(view, &mut Budget::unlimited().expansions(allowed)).unwrap();
    }
    assert_eq!(field.expanded(), whole.expanded());
    for node in (0..view.node_count()).map(NodeId::new) {
        assert_eq!(field.distance(node), whole.distance(node));
    }
    let again = field.resume(view, &mut Budget::unlimited().expansions(0)).unwrap();
    assert_eq!(again, FieldStatus::Complete);
}

#[test]
fn a_deadline_stops_within_64_expansions_and_the_search_goes_on() {
    let grid = Grid::new(80, 80, b'.').expect("a good size");
    let view = grid.seen_by(&Mover::walker());
    let query = PathQuery::new(NodeId::new(0), NodeId::new(80 * 80 - 1));
    let whole = dijkstra(&view, &query, &mut Scratch::new(), &mut ());
    let mut scratch = Scratch::new();
    let mut search = Search::dijkstra(&view, &query, &mut scratch);
    let mut asked = 0;
    let mut is_late = || {
        asked += 1;
        asked == 3
    };
    let stopped = search.run(&mut Budget::unlimited().deadline(&mut is_late), &mut ());
    let Outcome::OutOfBudget(out) = stopped else { panic!("{stopped:?}") };
    assert_eq!((out.spent, out.effort.expanded), (Spent::Deadline, 128));
    assert_eq!(search.run(&mut Budget::unlimited(), &mut ()), whole);
}

#[test]
fn a_raised_flag_stops_before_the_next_expansion_and_the_search_goes_on() {
    let grid = Grid::new(80, 80, b'.').expect("a good size");
    let view = grid.seen_by(&Mover::walker());
    let guess = GridHeuristic::octile(&view);
    let query = PathQuery::new(NodeId::new(0), NodeId::new(80 * 80 - 41));
    let flag = AtomicBool::new(true);
    let (mut one, mut two, mut three) = (Scratch::new(), Scratch::new(), Scratch::new());
    let mut astar = Search::astar(&view, &guess, &query, &mut one);
    let mut both = Bidirectional::new(&view, &guess, &query, &mut two).expect("ends are named");
    let mut deepening = IdaStar::new(&view, &guess, &query, &mut three).expect("ends are named");
    let mut runs = |expected: Option<Spent>| {
        let budget = || Budget::unlimited().cancel(&flag);
        let outcomes = [
            astar.run(&mut budget(), &mut ()),
            both.run(&mut budget(), &mut ()),
            deepening.run(&mut budget(), &mut ()),
        ];
        for outcome in outcomes {
            match (&outcome, expected) {
                (Outcome::OutOfBudget(out), Some(spent)) => {
                    assert_eq!((out.spent, out.effort.expanded), (spent, 0));
                }
                (Outcome::Found(_), None) => {}
                other => panic!("{other:?}"),
            }
        }
    };
    runs(Some(Spent::Cancelled));
    runs(Some(Spent::Cancelled));
    flag.store(false, Ordering::Relaxed);
    runs(None);
}

#[test]
fn a_limit_of_bytes_is_kept_before_memory_is_taken() {
    let grid = Grid::new(200, 200, b'.').expect("a good size");
    let view = grid.seen_by(&Mover::walker());
    let query = PathQuery::new(NodeId::new(0), NodeId::new(200 * 200 - 1));
    let mut scratch = Scratch::new();
    let mut search = Search::dijkstra(&view, &query, &mut scratch);
    let records = 8 * 200 * 200;
    let stopped = search.run(&mut Budget::unlimited().bytes(records - 1), &mut ());
    let Outcome::OutOfBudget(out) = &stopped else { panic!("{stopped:?}") };
    assert_eq!((out.spent, out.effort.expanded), (Spent::Bytes, 0));
    assert!(out.effort.bytes < records as u64, "{} bytes", out.effort.bytes);
    // Room for the records, but not for the open list of a whole map.
    let some = search.run(&mut Budget::unlimited().bytes(records + 6_000), &mut ());
    let Outcome::OutOfBudget(out) = &some else { panic!("{some:?}") };
    assert_eq!(out.spent, Spent::Bytes);
    assert!(out.effort.expanded > 0);
    let rest = search.run(&mut Budget::unlimited(), &mut ());
    let whole = dijkstra(&view, &query, &mut Scratch::new(), &mut ());
    assert_eq!(rest.path(), whole.path());
    let bytes = whole.effort().bytes as usize;
    let enough = &mut Budget::unlimited().bytes(bytes);
    let outcome = Search::dijkstra(&view, &query, &mut Scratch::new()).run(enough, &mut ());
    assert_eq!(outcome, whole);
}

/// A path past 2³² ticks moves to records of twice the size: that memory is asked for as well.
#[test]
fn a_limit_of_bytes_is_kept_where_costs_outgrow_32_bits() {
    let mut grid = Grid::new(60, 100, b'@').expect("a good size");
    grid.apply(Edit::new().fill(CellRect::new(0, 0, 60, 1), b'h')).expect("a good edit");
    let costly = Mover::new().terrain(b'h', 1 << 10).expect("a good factor");
    let mover = costly.scale(Scale::new(1 << 18, 1 << 19).expect("a good scale"));
    let view = grid.seen_by(&mover);
    let query = PathQuery::new(NodeId::new(0), NodeId::new(59));
    let guess = GridHeuristic::octile(&view);
    let (mut one, mut two) = (Scratch::new(), Scratch::new());
    let mut forward = Search::astar(&view, &guess, &query, &mut one);
    let mut both = Bidirectional::new(&view, &guess, &query, &mut two).expect("ends are named");
    // Enough for the narrow records of both directions.
    let limit = 2 * 8 * 6_000 + 20_000;
    for limits in [(limit, Some(Spent::Bytes)), (usize::MAX, None)] {
        let budget = || Budget::unlimited().bytes(limits.0);
        let outcomes = [forward.run(&mut budget(), &mut ()), both.run(&mut budget(), &mut ())];
        for outcome in outcomes {
            let spent = match &outcome {
                Outcome::OutOfBudget(out) => Some(out.spent),
                _ => None,
            };
            assert_eq!(spent, limits.1, "{outcome:?}");
            assert!(outcome.cost().is_none_or(|cost| cost == 59 << 28));
        }
    }
}

/// The nearest node that a stopped search names lies on a path that can be walked, and comes
/// closer; the one that is named at the end is the best of all that can be reached.
#[test]
fn the_nearest_node_is_named_at_every_stop() {
    let grid = grid_of(&caves(5, 30, 20, 44, 3));
    let view = grid.seen_by(&Mover::walker());
    let guess = GridHeuristic::octile(&view);
    let mut rng = Rng::new(21);
    let mut unreachable = 0;
    for _ in 0..60 {
        let query = random_query(&view, &mut rng);
        let start = query.starts.iter().next().expect("one start").0;
        let goal = query.goals.named().next().expect("one goal");
        let mut scratch = Scratch::new();
        let mut search = Search::astar(&view, &guess, &query, &mut scratch);
        let mut last = Cost::MAX;
        let outcome = loop {
            let outcome = search.run(&mut Budget::unlimited().expansions(3), &mut ());
            if outcome.is_final() {
                break outcome;
            }
            let nearest = outcome.nearest().expect("something was expanded");
            check_nearest(&view, start, nearest);
            let left = view.estimate(nearest.goal(), goal);
            assert!(left <= last);
            last = left;
        };
        if let Outcome::Unreachable(_) = &outcome {
            let mut field = DistanceField::new();
            _ = field.compute(&view, &[(start, 0)], Way::Forward, &mut Budget::unlimited());
            let best = (0..view.node_count())
                .map(NodeId::new)
                .filter_map(|node| Some((view.estimate(node, goal), field.distance(node)?, node)))
                .min();
            let nearest = outcome.nearest();
            let named = nearest.map(|path| (path.cost(), path.goal()));
            assert_eq!(named, best.map(|(_, cost, node)| (cost, node)));
            unreachable += usize::from(nearest.is_some());
            if let Some(path) = nearest {
                check_nearest(&view, start, path);
            }
        }
    }
    assert!(unreachable > 3, "only {unreachable} queries without a path");
}

fn check_nearest(view: &GridView<'_>, start: NodeId, path: &Path) {
    path.validate(view).expect("a path that can be walked");
    assert_eq!(path.start(), start);
}
