//! Boards: every method that a shape lists answers on it and keeps the promise of its row.

use astride::base::Budget;
use astride::planner::{Board, Guide, GuideError, Method, OnBoard};
use astride::search::{Bidirectional, Effort, Guarantee, IdaStar, Outcome, PathQuery, Scratch};
use astride::shapes::graph::{Graph, GraphMover};
use astride::shapes::hex::{HexLayout, HexMap, HexMover};
use astride::shapes::square::{self, Edit, GridHeuristic, Mover};
use astride::shapes::voxel::{VoxelEdit, VoxelMap, VoxelMover};
use astride_testkit::adapter::grid_of;
use astride_testkit::generate::{caves, random_classes};
use astride_testkit::rng::Rng;
use astride_testkit::tally::is_slow_run;

/// Random questions to every method of a board, compared with Dijkstra's search, which the tests of
/// each shape hold against a reference.
fn check(board: &mut dyn Board, rng: &mut Rng) {
    let mut scratch = Scratch::new();
    for _ in 0..6 {
        let mut node = || astride::base::NodeId::new(rng.below(board.node_count() as usize) as u32);
        let query = PathQuery::new(node(), node());
        let mut ask = |board: &mut dyn Board, method| {
            board.answer(method, &query, &mut scratch, &mut Budget::unlimited(), None)
        };
        let least = ask(board, Method::Dijkstra).expect("a search").cost();
        for method in board.methods() {
            if board.build(method).is_err() {
                assert!(method.has_index() && method != Method::Landmarks, "{method}");
                continue;
            }
            let outcome = ask(board, method).expect("one start and one goal");
            let about = format!("{method} on {}: {outcome:?}", board.shape());
            assert_eq!(outcome.cost().is_some(), least.is_some(), "{about}");
            let (Some(path), Some(least)) = (outcome.path(), least) else { continue };
            board.check(path).unwrap_or_else(|fault| panic!("{about}: {fault}"));
            match method.row().promise {
                Guarantee::Optimal => assert_eq!(path.cost(), least, "{about}"),
                Guarantee::Within(weight) => {
                    let (over, under) = weight.parts();
                    assert!(path.cost() * u64::from(under) <= least * u64::from(over), "{about}");
                }
                _ => {}
            }
        }
    }
}

#[test]
fn every_listed_method_answers_on_every_shape() {
    for seed in 0..if is_slow_run() { 25 } else { 8 } {
        let mut rng = Rng::new(seed);
        let grid = grid_of(&caves(seed, 12, 9, 40, 2));
        check(&mut OnBoard::new(grid, Mover::walker()), &mut rng);
        let mut hexes = HexMap::hexagon(HexLayout::Flat, 4, b'.').expect("a map");
        let mut edit = astride::shapes::hex::HexEdit::new();
        for tile in hexes.tiles().collect::<Vec<_>>() {
            edit.set(tile, random_classes(rng.next_u64(), 1, 1, b"....@23").classes[0]);
        }
        hexes.apply(&edit).expect("a good edit");
        check(&mut OnBoard::new(hexes, HexMover::walker()), &mut rng);
        let arcs: Vec<_> = (0..60)
            .map(|_| (rng.below(20) as u32, rng.below(20) as u32, 1 + rng.below(9) as u32))
            .collect();
        check(
            &mut OnBoard::new(Graph::from_arcs(20, &arcs).expect("arcs"), GraphMover::new()),
            &mut rng,
        );
        let mut voxels = VoxelMap::new(4, 4, 3).expect("a size");
        for _ in 0..12 {
            let voxel = [4, 4, 3].map(|side| rng.below(side) as u32);
            voxels.apply(VoxelEdit::new().block((voxel[0], voxel[1], voxel[2]))).expect("inside");
        }
        check(&mut OnBoard::new(voxels, VoxelMover::flyer()), &mut rng);
    }
}

#[test]
fn squares_list_no_method_of_other_shapes() {
    let grid = grid_of(&caves(3, 12, 9, 30, 2));
    for row in square::methods() {
        let mut guide = Guide::new(Mover::walker()).method(row.method);
        let is_strange = matches!(guide.prepare(&grid), Err(GuideError::Query(_)));
        assert!(!is_strange, "{} is not for squares", row.name);
    }
}

#[test]
fn landmarks_are_measured_within_the_budget_of_the_question() {
    let grid = grid_of(&caves(3, 30, 20, 30, 2));
    let nodes = [3, 500].map(astride::base::NodeId::new);
    let (query, mut scratch) = (PathQuery::new(nodes[0], nodes[1]), Scratch::new());
    let mut board = OnBoard::new(grid, Mover::walker());
    let mut ask = |most| {
        let budget = &mut Budget::unlimited().expansions(most);
        board.answer(Method::Landmarks, &query, &mut scratch, budget, None).expect("a search")
    };
    assert!(matches!(ask(5), Outcome::OutOfBudget(_)), "not enough for one landmark");
    assert!(!matches!(ask(u64::MAX), Outcome::OutOfBudget(_)), "and nothing half built is kept");
}

#[test]
fn depth_first_search_refuses_a_limit_on_the_cost() {
    let mut board = OnBoard::new(grid_of(&caves(3, 9, 9, 20, 2)), Mover::walker());
    let query = PathQuery::new(astride::base::NodeId::new(0), astride::base::NodeId::new(80));
    let (query, budget) = (query.within(1_000_000), &mut Budget::unlimited());
    let refused = board.answer(Method::DepthFirst, &query, &mut Scratch::new(), budget, None);
    assert!(refused.unwrap_err().to_string().contains("astar does not"));
}

#[test]
fn a_rule_chosen_after_a_search_ran_begins_it_again() {
    // All but the memory, which is kept from search to search.
    fn same(one: &Outcome, other: &Outcome) {
        let work = |outcome: &Outcome| Effort { bytes: 0, ..outcome.effort() };
        assert_eq!((one.path(), work(one)), (other.path(), work(other)));
    }
    let mut found = 0;
    for seed in 0..20 {
        let grid = grid_of(&caves(seed, 14, 11, 35, 2));
        let view = grid.seen_by(&Mover::walker());
        let guess = GridHeuristic::octile(&view);
        let query = PathQuery::new(astride::base::NodeId::new(1), astride::base::NodeId::new(150));
        let fresh = &mut Scratch::new();
        let scratch = &mut Scratch::new();
        for most in [0, 3, u64::MAX] {
            let some = &mut Budget::unlimited().expansions(most);
            let all = || Budget::unlimited();
            let both = |scratch| Bidirectional::new(&view, &guess, &query, scratch).expect("named");
            let mut first = both(&mut *scratch);
            let _ = first.run(some, &mut ());
            let again = first.breadth_first().run(&mut all(), &mut ());
            found += u32::from(again.path().is_some());
            same(&again, &both(&mut *fresh).breadth_first().run(&mut all(), &mut ()));
            let deep = |scratch| IdaStar::new(&view, &guess, &query, scratch).expect("named");
            let mut first = deep(&mut *scratch);
            let _ = first.run(some, &mut ());
            let again = first.depth_first().run(&mut all(), &mut ());
            same(&again, &deep(&mut *fresh).depth_first().run(&mut all(), &mut ()));
        }
    }
    assert!(found > 5, "{found} paths");
}

#[test]
fn a_guide_that_is_told_to_use_clusters_follows_edits_and_keeps_to_its_promise() {
    let mut grid = grid_of(&caves(3, 60, 40, 40, 3));
    let mut guide = Guide::new(Mover::walker()).method(Method::Clusters);
    let mut rng = Rng::new(3);
    for round in 0..6 {
        let report = guide.prepare(&grid).expect("a plain map");
        assert_eq!(report.tier, Method::Clusters);
        for _ in 0..20 {
            let mut cell = || (rng.below(60) as u32, rng.below(40) as u32);
            let query = PathQuery::new(grid.node(cell()).unwrap(), grid.node(cell()).unwrap());
            let (mut scratch, budget) = (Scratch::new(), &mut Budget::unlimited());
            let found = guide.answer(&grid, &query, &mut scratch, budget, &mut ()).expect("plain");
            let view = grid.seen_by(guide.mover());
            let least = astride::search::dijkstra(&view, &query, &mut scratch, &mut ()).cost();
            assert_eq!(found.cost().is_some(), least.is_some(), "round {round}");
            let Some(path) = found.path() else { continue };
            path.validate(&view).expect("a path that can be walked");
            match found.guarantee() {
                Some(Guarantee::Optimal) => assert_eq!(Some(path.cost()), least),
                Some(Guarantee::Within(weight)) => {
                    assert!(path.cost() as f64 <= weight.as_f64() * least.unwrap() as f64 + 1.0);
                }
                _ => panic!("no bound where there are no links"),
            }
            let limited = query.within(1);
            let refused = guide.answer(&grid, &limited, &mut scratch, budget, &mut ());
            assert!(matches!(refused, Err(GuideError::Query(_))), "{refused:?}");
        }
        let (x, y) = (rng.below(50) as u32, rng.below(30) as u32);
        grid.apply(Edit::new().set((x, y), b'@').set((x + 1, y), b'.')).expect("a good edit");
        let end = astride::base::Cell::new(1, 1);
        let stale = guide.route(&grid, end, end, &mut Scratch::new(), &mut Budget::unlimited());
        assert!(stale.unwrap_err().is_stale());
    }
}
