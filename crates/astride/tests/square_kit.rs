//! The kit of squares: every method with an index, built by name, follows edits, keeps its promise,
//! and says beforehand where it is not possible.

use astride::base::{Budget, CellRect, Coded, NodeId};
use astride::planner::{Board, OnBoard};
use astride::search::{Method, Outcome, PathQuery, Scratch, dijkstra};
use astride::shapes::Shape;
use astride::shapes::square::{
    Edit, Grid, IndexOptions, LoadError, Mover, SquareIndex, SquareIndexError, SquareKit,
};
use astride_testkit::adapter::grid_of;
use astride_testkit::generate::{caves, random_classes};
use astride_testkit::rng::Rng;

fn random_query(rng: &mut Rng, grid: &Grid) -> PathQuery<'static> {
    let mut node = || NodeId::new(rng.below(grid.cell_count() as usize) as u32);
    PathQuery::new(node(), node())
}

/// Asks all methods that the kit does not refuse, and returns how many these are.
fn check(kit: &mut SquareKit, grid: &Grid, mover: &Mover, rng: &mut Rng) -> usize {
    let (view, mut scratch) = (grid.seen_by(mover), Scratch::new());
    let mut asked = 0;
    for &method in SquareIndex::METHODS {
        let refusal = grid.refusal(mover, method, kit).map(|why| (why.code(), why.to_string()));
        let index = match kit.prepare(&view, method, &mut |_| true) {
            Ok(index) => index,
            Err(error) => {
                let said = (error.code(), error.to_string());
                assert_eq!(refusal, Some(said), "{method} was not refused beforehand");
                assert!(kit.get(method).is_none());
                continue;
            }
        };
        assert_eq!(refusal, None, "{method} was refused and is possible");
        assert_eq!((index.method(), index.revision()), (method, grid.revision()));
        asked += 1;
        for _ in 0..6 {
            let query = random_query(rng, grid);
            let least = dijkstra(&view, &query, &mut scratch, &mut ()).cost();
            let budget = &mut Budget::unlimited();
            let outcome = index.answer(&view, &query, &mut scratch, budget, &mut ());
            let outcome = outcome.expect("one start and one goal");
            let cost = index.cost(&view, &query, &mut scratch).expect("one start and one goal");
            assert_eq!(cost, outcome.cost(), "{method}");
            if let Outcome::Found(found) = &outcome {
                found.path.validate(&view).expect("a path that can be walked");
            }
            match method {
                Method::Clusters => assert!(cost.is_some() == least.is_some() && cost >= least),
                _ => assert_eq!(cost, least, "{method}"),
            }
        }
    }
    asked
}

#[test]
fn every_method_follows_edits_and_keeps_its_promise() {
    for seed in 0..6 {
        let mut rng = Rng::new(seed);
        let mut grid = match seed % 2 {
            0 => grid_of(&caves(seed, 24, 17, 40, 2)),
            // Where terrain costs differ there are neither boxes nor landmarks of jump points.
            _ => grid_of(&random_classes(seed, 24, 17, b"....@@22")),
        };
        let mover = Mover::walker();
        let mut kit = SquareKit::new(IndexOptions::default().landmarks(3));
        for _ in 0..4 {
            let asked = check(&mut kit, &grid, &mover, &mut rng);
            assert_eq!(asked, SquareIndex::METHODS.len() - if seed % 2 == 0 { 0 } else { 2 });
            let mut cell = || (rng.below(24) as u32, rng.below(17) as u32);
            grid.apply(Edit::new().set(cell(), b'@').set(cell(), b'.')).expect("inside");
        }
        grid.apply(Edit::new().link((0, 0), (9, 9), 99_999)).expect("inside");
        let asked = check(&mut kit, &grid, &mover, &mut rng);
        assert_eq!(asked, 2, "links leave landmarks and clusters alone");
    }
}

#[test]
fn an_index_of_another_revision_is_refused_and_a_build_can_be_cancelled() {
    let mut grid = grid_of(&caves(5, 40, 30, 35, 2));
    let (mover, mut kit) = (Mover::walker(), SquareKit::default());
    let query = PathQuery::new(NodeId::new(0), NodeId::new(700));
    for &method in SquareIndex::METHODS {
        let ask = |grid: &Grid, kit: &mut SquareKit| {
            grid.answer(&mover, method, &query, kit, &mut Budget::unlimited(), None)
        };
        let missing = ask(&grid, &mut kit).unwrap_err().to_string();
        assert!(missing.contains("nothing is built"), "{missing}");
        grid.build(&mover, method, &mut kit).expect("a plain map");
        assert!(ask(&grid, &mut kit).is_ok());
        grid.apply(Edit::new().set((3, 3), b'@').set((4, 4), b'.')).expect("inside");
        let stale = ask(&grid, &mut kit).unwrap_err().to_string();
        assert!(stale.contains("another revision"), "{stale}");
        let mut other = SquareKit::default();
        let stopped = other.prepare(&grid.seen_by(&mover), method, &mut |_| false);
        match method {
            Method::Jps | Method::JumpTable => assert!(stopped.is_ok(), "nothing asks"),
            _ => assert!(stopped.is_err(), "{method} went on"),
        }
    }
    let refused = kit.prepare(&grid.seen_by(&mover), Method::Hierarchy, &mut |_| true);
    assert!(matches!(refused, Err(SquareIndexError::Query(_))), "{refused:?}");
}

#[test]
fn what_is_kept_in_files_is_loaded_for_its_map_alone() {
    let mut grid = grid_of(&caves(7, 40, 30, 35, 2));
    // There is a path from the start to the goal: one row, then one column.
    let corridor = [CellRect::new(1, 1, 20, 1), CellRect::new(20, 1, 1, 27)];
    grid.apply(Edit::new().fill(corridor[0], b'.').fill(corridor[1], b'.')).expect("inside");
    let mover = Mover::walker();
    let mut board = OnBoard::new(grid.clone(), mover.clone());
    let (query, mut scratch) = (PathQuery::new(NodeId::new(41), NodeId::new(1100)), Scratch::new());
    let mut files = Vec::new();
    for &method in SquareIndex::METHODS.iter().filter(|&&method| method != Method::Landmarks) {
        board.build(method).expect("a plain map");
        let file = board.save_index(method);
        let is_kept = matches!(method, Method::Labels | Method::Clusters);
        assert_eq!(file.is_some(), is_kept, "{method}");
        files.extend(file.map(|file| (method, file)));
    }
    let before = grid.clone();
    grid.apply(Edit::new().set((20, 15), b'@').set((21, 15), b'.')).expect("inside");
    for (method, file) in files {
        let mut ask = |board: &mut dyn Board| {
            let budget = &mut Budget::unlimited();
            board.answer(method, &query, &mut scratch, budget, None).expect("one to one").cost()
        };
        let mut loaded = OnBoard::new(before.clone(), mover.clone());
        let served = loaded.load_index(&file).expect("squares have files");
        assert_eq!(served.expect("the same map"), method);
        let cost = ask(&mut loaded);
        assert!(cost.is_some() && cost == ask(&mut board), "{method}: {cost:?}");
        let refused = OnBoard::new(grid.clone(), mover.clone()).load_index(&file);
        let refused = refused.expect("squares have files").unwrap_err();
        // Only files of labels alone do not say of which revision they are.
        let other = LoadError::OtherRevision { saved: 1, given: 2 };
        let expected = if method == Method::Labels { &LoadError::OtherMap } else { &other };
        assert_eq!(refused.code(), expected.code(), "{method}");
    }
}

#[test]
fn a_board_answers_by_landmarks_of_a_file() {
    let (grid, mover) = (Grid::new(40, 30, b'.').expect("a small map"), Mover::walker());
    let mut kit = SquareKit::default();
    grid.build(&mover, Method::Landmarks, &mut kit).expect("a plain map");
    let file = grid.save_index(&mover, Method::Landmarks, &kit).expect("landmarks have files");
    let (query, mut scratch) = (PathQuery::new(NodeId::new(41), NodeId::new(1100)), Scratch::new());
    let mut ask = |board: &mut OnBoard<Grid>| {
        // Enough for a query, and too little to measure from all landmarks.
        let budget = &mut Budget::unlimited().expansions(1200);
        board
            .answer(Method::Landmarks, &query, &mut scratch, budget, None)
            .expect("one to one")
            .cost()
    };
    let mut board = OnBoard::new(grid, mover);
    assert_eq!(ask(&mut board), None, "landmarks are built within the budget");
    let served = board.load_index(&file).expect("squares have files").expect("the same map");
    assert_eq!(served, Method::Landmarks);
    assert!(ask(&mut board).is_some(), "those of the file are not used");
}

#[test]
fn an_index_from_a_file_is_kept_for_the_method_that_it_serves() {
    let (grid, mover) = (Grid::new(40, 30, b'.').expect("a small map"), Mover::walker());
    let (view, mut kit) = (grid.seen_by(&mover), SquareKit::default());
    let labels = kit.prepare(&view, Method::Labels, &mut |_| true).expect("a plain map");
    let file = labels.save(&view).expect("the same map").expect("labels have files");
    let mut other = SquareKit::default();
    // Jump points have no files, so labels are loaded in their place.
    let served = other.load(&view, Method::Jps, &file[..]).expect("the same map");
    assert_eq!(served, Method::Labels);
    assert!(other.get(Method::Labels).is_some() && other.get(Method::Jps).is_none());
}
