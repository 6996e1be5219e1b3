//! Goals of a predicate with a guess where they are: the same costs as without, in less work.

use astride::base::NodeId;
use astride::index::{Landmarks, Selection};
use astride::prelude::*;
use astride::search::{Custom, Guarantee, Promise, dijkstra, weighted_astar};
use astride::shapes::square::Metric;
use astride_testkit::adapter::{build_world, grid_of, supported};
use astride_testkit::generate::{fenced_world, terrain};
use astride_testkit::larger::random_node;
use astride_testkit::rng::Rng;
use astride_testkit::tally::is_slow_run;

/// Two opposite corners of the rectangle around `nodes`.
fn corners(grid: &Grid, nodes: &[NodeId]) -> [NodeId; 2] {
    let cells = || nodes.iter().map(|&node| grid.cell(node));
    let least = (cells().map(|c| c.x).min().unwrap(), cells().map(|c| c.y).min().unwrap());
    let most = (cells().map(|c| c.x).max().unwrap(), cells().map(|c| c.y).max().unwrap());
    [least, most].map(|cell| grid.node(cell).unwrap())
}

#[test]
fn a_predicate_with_a_guess_finds_the_cheapest() {
    let mut scratch = Scratch::new();
    let metrics = [Metric::Octile, Metric::Chebyshev, Metric::Euclidean, Metric::Zero];
    for seed in 0..if is_slow_run() { 40_000 } else { 1500 } {
        let mut rng = Rng::new(seed);
        let size = (1 + rng.below(7), 1 + rng.below(7));
        let (grid, mover) = build_world(&supported(&fenced_world(seed, size.0, size.1)));
        let view = grid.seen_by(&mover);
        let accepted: Vec<_> =
            (0..1 + rng.below(4)).map(|_| random_node(&mut rng, &grid)).collect();
        let is_goal = |node: NodeId| accepted.contains(&node);
        let start = random_node(&mut rng, &grid);
        let plain = dijkstra(&view, &PathQuery::to_where(start, &is_goal), &mut scratch, &mut ());
        let corners = corners(&grid, &accepted);
        let octile = GridHeuristic::new(&view, rng.pick(&metrics));
        let ties = rng.pick(&[Ties::LastAdded, Ties::Straightest, Ties::SmallerH]);
        for near in [&accepted[..], &corners] {
            let query = PathQuery::to_where_near(start, &is_goal, near).ties(ties);
            for query in [query, query.canonical()] {
                let outcome = astar(&view, &octile, &query, &mut scratch, &mut ());
                assert_eq!(outcome.cost(), plain.cost(), "seed {seed}");
                assert!(outcome.guarantee().is_none_or(Guarantee::is_optimal), "seed {seed}");
            }
        }
        let landmarks =
            Landmarks::build(&view, 2, Selection::Farthest, &mut Budget::unlimited()).unwrap();
        let query = PathQuery::to_where_near(start, &is_goal, &accepted);
        let guess = landmarks.heuristic(&view).unwrap().over(octile).for_query(&query);
        let outcome = astar(&view, &guess, &query, &mut scratch, &mut ());
        assert_eq!(outcome.cost(), plain.cost(), "seed {seed}");
        let outcome = weighted_astar(&view, &octile, Weight::TWICE, &query, &mut scratch, &mut ());
        let bound = plain.cost().map(|cost| 2 * cost);
        assert!(outcome.cost() >= plain.cost() && outcome.cost() <= bound, "seed {seed}");
    }
}

#[test]
fn a_guess_saves_as_much_as_names_do() {
    let mut scratch = Scratch::new();
    let mut all = [0; 3];
    for seed in 0..6 {
        let grid = grid_of(&terrain(seed, 150, 120, 12, 3));
        let mover = (1..=9u8).fold(Mover::new(), |mover, digit| {
            mover.terrain(b'0' + digit, u32::from(digit)).expect("a good factor")
        });
        let view = grid.seen_by(&mover);
        let mut rng = Rng::new(seed);
        let start = grid.node((10, 60)).unwrap();
        let goals = [(); 3]
            .map(|()| grid.node((110 + rng.below(30) as u32, 40 + rng.below(40) as u32)).unwrap());
        let is_goal = |node: NodeId| goals.contains(&node);
        let octile = GridHeuristic::octile(&view);
        let queries = [
            PathQuery::to_where(start, &is_goal),
            PathQuery::to_where_near(start, &is_goal, &goals),
            PathQuery::to_nearest(start, &goals),
        ];
        let outcomes = queries.map(|query| astar(&view, &octile, &query, &mut scratch, &mut ()));
        for (sum, outcome) in all.iter_mut().zip(&outcomes) {
            assert_eq!(outcome.cost(), outcomes[0].cost());
            *sum += outcome.effort().expanded;
        }
    }
    let [blind, near, named] = all;
    assert_eq!(near, named, "the same search");
    assert!(near * 3 < blind * 2, "{near} instead of {blind} expanded");
    println!("{blind} expanded without a guess, {near} with one");
}

#[test]
fn in_the_open_a_guess_leads_straight_to_the_goal() {
    let grid = Grid::new(200, 200, b'.').unwrap();
    let view = grid.seen_by(&Mover::walker());
    let [start, goal] = [(40, 60), (150, 90)].map(|cell| grid.node(cell).unwrap());
    let is_goal = |node: NodeId| node == goal;
    let octile = GridHeuristic::octile(&view);
    let mut scratch = Scratch::new();
    let mut expanded = |near: &[NodeId]| {
        let query = PathQuery::to_where_near(start, &is_goal, near);
        let outcome = astar(&view, &octile, &query, &mut scratch, &mut ());
        assert_eq!(outcome.cost(), Some(80 * 13_860 + 30 * 19_601));
        outcome.effort().expanded
    };
    let (blind, near) = (expanded(&[]), expanded(&[goal]));
    assert!(blind > 20_000 && near == 111, "{blind} and {near} expanded");
}

#[test]
fn a_guess_at_the_wrong_place_is_not_called_optimal() {
    let grid = Grid::new(30, 30, b'.').unwrap();
    let view = grid.seen_by(&Mover::walker());
    let [start, goal, elsewhere] = [(15, 15), (3, 15), (29, 29)].map(|at| grid.node(at).unwrap());
    let is_goal = |node: NodeId| node == goal;
    let octile = GridHeuristic::octile(&view);
    let mut scratch = Scratch::new();
    for near in [&[elsewhere][..], &[elsewhere, start]] {
        let query = PathQuery::to_where_near(start, &is_goal, near);
        let outcome = astar(&view, &octile, &query, &mut scratch, &mut ());
        assert_eq!(outcome.guarantee(), Some(Guarantee::None));
    }
    // A guess of one's own may know better than any name.
    let columns = Custom::new(Promise::Consistent, |from, _| {
        13_860 * u64::from(grid.cell(from).x.saturating_sub(3))
    });
    let near = [elsewhere];
    let query = PathQuery::to_where_near(start, &is_goal, &near);
    let outcome = astar(&view, &columns, &query, &mut scratch, &mut ());
    assert_eq!(outcome.guarantee(), Some(Guarantee::Optimal));
    assert_eq!(outcome.effort().expanded, 13);
}
