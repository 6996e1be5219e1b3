//! Faults that once were in the engine, each in the kind of small world that showed it.

use astride::base::{Budget, NodeId, Weight};
use astride::search::{
    Custom, Estimate, Goals, Heuristic, Outcome, PathQuery, Promise, Scratch, Search, Starts, Ties,
    alternatives, astar, bidirectional, breadth_first, dijkstra, greedy, ida_star, weighted_astar,
};
use astride::shapes::square::{Edit, Grid, GridHeuristic, GridView, Metric, Mover};
use astride_testkit::adapter::grid_of;
use astride_testkit::contestants::square::Bumpy;
use astride_testkit::generate::random_classes;

const CELLS: u32 = 20;

/// All pairs of cells of a few maps of mixed terrain with a link.
fn for_each_pair(mut check: impl FnMut(&GridView<'_>, NodeId, NodeId, &mut Scratch)) {
    let mut scratch = Scratch::new();
    for seed in 0..60 {
        let mut grid = grid_of(&random_classes(seed, 5, 4, b"...1259@"));
        grid.apply(Edit::new().link((0, 0), (4, 3), 20_000)).unwrap();
        let view = grid.seen_by(&Mover::walker());
        for pair in 0..CELLS * CELLS {
            let (start, goal) = (NodeId::new(pair / CELLS), NodeId::new(pair % CELLS));
            check(&view, start, goal, &mut scratch);
        }
    }
}

/// A node closed by a costly way once hid the cheap one, and the answer was "no path within the
/// limit" where there is one.
#[test]
fn a_limit_hides_no_path_from_searches_that_are_not_optimal() {
    for_each_pair(|view, start, goal, scratch| {
        let query = PathQuery::new(start, goal);
        let Some(least) = dijkstra(view, &query, scratch, &mut ()).cost() else { return };
        let query = query.within(least);
        let manhattan = GridHeuristic::new(view, Metric::Manhattan);
        let bumpy = Bumpy(GridHeuristic::octile(view));
        let five = "5".parse().unwrap();
        let answers = [
            greedy(view, &manhattan, &query, scratch, &mut ()),
            weighted_astar(view, &manhattan, five, &query, scratch, &mut ()),
            ida_star(view, &manhattan, &query, scratch, &mut ()).unwrap(),
            bidirectional(view, &bumpy, &query, scratch, &mut ()).unwrap(),
        ];
        for (method, answer) in answers.iter().enumerate() {
            assert_eq!(answer.cost(), Some(least), "method {method}, {start} to {goal}");
        }
    });
}

/// A cheaper way to a node that was found but not yet passed on made the stated cost of the path
/// to the nearest node differ from the sum of its arcs.
#[test]
fn the_way_to_the_nearest_node_adds_up_while_nodes_are_reopened() {
    for_each_pair(|view, start, goal, scratch| {
        let bumpy = Bumpy(GridHeuristic::octile(view));
        let query = PathQuery::new(start, goal).ties(Ties::SmallerH).or_nearest();
        let mut search = Search::astar(view, &bumpy, &query, scratch);
        while let Outcome::OutOfBudget(out) =
            search.run(&mut Budget::unlimited().expansions(1), &mut ())
        {
            if let Some(path) = out.nearest {
                assert_eq!(path.validate(view), Ok(()), "{start} to {goal}");
            }
        }
    });
}

/// IDA* once added up what it saw in all its iterations.
#[test]
fn ida_star_counts_an_enclosed_area_once() {
    let grid = Grid::from_classes(5, 2, b"...@....@.").unwrap();
    let view = grid.seen_by(&Mover::walker());
    let query = PathQuery::new(NodeId::new(0), NodeId::new(4));
    let octile = GridHeuristic::octile(&view);
    let outcome = ida_star(&view, &octile, &query, &mut Scratch::new(), &mut ()).unwrap();
    let Outcome::Unreachable(unreachable) = outcome else { panic!("there is no path") };
    assert_eq!(unreachable.why.to_string().split(' ').nth(1), Some("6"));
}

/// Breadth-first search counts steps, its limit too; what was paid at a start once was held
/// against it as if it were steps.
#[test]
fn breadth_first_search_is_limited_in_steps() {
    let grid = Grid::new(9, 1, b'.').unwrap();
    let view = grid.seen_by(&Mover::walker());
    let starts = [(NodeId::new(0), 50_000)];
    let query = |steps| PathQuery {
        starts: Starts::Many(&starts),
        goals: Goals::One(NodeId::new(4)),
        ..PathQuery::new(NodeId::new(0), NodeId::new(4)).within(steps)
    };
    let mut scratch = Scratch::new();
    assert!(breadth_first(&view, &query(4), &mut scratch, &mut ()).path().is_some());
    assert!(breadth_first(&view, &query(3), &mut scratch, &mut ()).path().is_none());
}

/// What was paid at a start may be any number; near the largest one searches once added past it or
/// widened their records for ever.
#[test]
fn the_largest_paid_costs_neither_overflow_nor_hang() {
    let grid = Grid::new(3, 1, b'.').unwrap();
    let view = grid.seen_by(&Mover::walker());
    let guess = GridHeuristic::octile(&view);
    assert!(guess.promise() == Promise::Consistent);
    let mut scratch = Scratch::new();
    for paid in [u64::MAX, u64::MAX - 1, u64::MAX - 20_000, u64::MAX - 60_000, u64::MAX / 2 + 1] {
        let starts = [(NodeId::new(0), paid), (NodeId::new(2), 7)];
        let query = PathQuery::new(NodeId::new(0), NodeId::new(1)).starts(&starts);
        let answers = [
            Some(dijkstra(&view, &query, &mut scratch, &mut ())),
            Some(greedy(&view, &guess, &query, &mut scratch, &mut ())),
            bidirectional(&view, &guess, &query, &mut scratch, &mut ()).ok(),
            ida_star(&view, &guess, &query, &mut scratch, &mut ()).ok(),
        ];
        for answer in answers.into_iter().flatten() {
            assert_eq!(answer.cost(), Some(13_860));
        }
        let alone = &starts[..1];
        let query = query.starts(alone);
        _ = dijkstra(&view, &query, &mut scratch, &mut ());
        _ = bidirectional(&view, &guess, &query, &mut scratch, &mut ());
        _ = ida_star(&view, &guess, &query, &mut scratch, &mut ());
        let mut field = astride::search::DistanceField::new();
        let budget = &mut Budget::unlimited();
        _ = field.compute(&view, &starts, astride::world::Way::Forward, budget);
        assert_eq!(field.distance(NodeId::new(1)), Some(13_867));
    }
}

/// Equal alternatives once came in the order in which they were found.
#[test]
fn equal_alternatives_come_in_the_order_of_their_nodes() {
    let grid = Grid::new(3, 3, b'.').unwrap();
    let view = grid.seen_by(&Mover::walker());
    let mut scratch = Scratch::new();
    for (from, to) in (0..81).map(|pair| (NodeId::new(pair / 9), NodeId::new(pair % 9))) {
        let budget = &mut Budget::unlimited();
        let paths = alternatives(&view, from, to, 12, &mut scratch, budget).unwrap();
        let keys: Vec<_> = paths.iter().map(|path| (path.cost(), path.nodes())).collect();
        assert!(keys.is_sorted(), "{from} to {to}: {keys:?}");
    }
}

/// The loop compiled for ordinary queries once took closed nodes back without being asked, and a
/// path found by a guess that is too high must add up all the same.
#[test]
fn paths_by_guesses_that_are_too_high_add_up() {
    let mut scratch = Scratch::new();
    for seed in 0..400 {
        let grid = grid_of(&random_classes(seed, 12, 12, b"....1259@"));
        let view = grid.seen_by(&Mover::walker());
        let manhattan = GridHeuristic::manhattan(&view);
        let high = Custom::new(Promise::Nothing, |from, to| {
            manhattan.aim(&mut [to].into_iter()).estimate(from) * (1 + u64::from(from.get() % 4))
        });
        for (start, goal) in [(0, 143), (11, 132), (70, 3), (40, 143), (5, 77)] {
            let query = PathQuery::new(NodeId::new(start), NodeId::new(goal));
            let answers = [
                astar(&view, &manhattan, &query, &mut scratch, &mut ()),
                astar(&view, &high, &query, &mut scratch, &mut ()),
                astar(&view, &high, &query.ties(Ties::SmallerH), &mut scratch, &mut ()),
            ];
            for answer in answers {
                assert_eq!(answer.effort().reopened, 0, "seed {seed}: {start} to {goal}");
                if let Some(path) = answer.path() {
                    assert_eq!(path.validate(&view), Ok(()), "seed {seed}: {start} to {goal}");
                }
            }
        }
    }
}

/// A guess may say "this leads nowhere" by the largest number; adding to it once overflowed.
#[test]
fn infinite_guesses_are_no_numbers_to_add_to() {
    let grid = Grid::new(7, 7, b'.').unwrap();
    let view = grid.seen_by(&Mover::walker());
    let mut scratch = Scratch::new();
    for promise in [Promise::Consistent, Promise::Admissible, Promise::Nothing] {
        for dead in [0, 1] {
            let guess = move |node: NodeId, _| if node.get() % 5 < dead { u64::MAX } else { 7 };
            let guess = Custom::new(promise, guess);
            let query = PathQuery::new(NodeId::new(1), NodeId::new(48));
            let scratch = &mut scratch;
            for ties in [Ties::LastAdded, Ties::SmallerH] {
                let _ = astar(&view, &guess, &query.ties(ties), scratch, &mut ());
                let _ = greedy(&view, &guess, &query.ties(ties), scratch, &mut ());
            }
            let _ = weighted_astar(&view, &guess, Weight::TWICE, &query, scratch, &mut ());
            let _ = bidirectional(&view, &guess, &query, scratch, &mut ());
            let _ = ida_star(&view, &guess, &query, scratch, &mut ());
        }
    }
}
