//! Landmarks of jump points: the same costs, fewer expansions, and what edits and limits do to them.

use astride::base::{Budget, Cell, CellRect, Scale};
use astride::index::hubs::Stage;
use astride::planner::{Guide, GuideError, Method};
use astride::search::{PathQuery, Scratch};
use astride::shapes::square::{
    Edit, Grid, GridView, JumpLandmarksError, JumpMap, JumpTable, Mover, SquareIndexError,
};
use astride_testkit::adapter::{by_astar, grid_of};
use astride_testkit::generate::{caves, random_obstacles};
use astride_testkit::larger::{middling_maps, movers, on_small_maps, random_node};
use astride_testkit::rng::Rng;

/// A map without landmarks, and one with them.
fn maps_of(view: &GridView<'_>) -> [JumpMap; 2] {
    let plain = JumpMap::build(view).expect("jump points");
    let mut marked = plain.clone();
    let (bytes, points) = (marked.bytes(), marked.point_count());
    marked.add_landmarks().expect("a small map");
    assert!(marked.has_landmarks() && !plain.has_landmarks());
    assert!(marked.bytes() >= bytes + 128 * points);
    [plain, marked]
}

/// Compares answers on random pairs with those of A*, and adds up the expansions of both maps.
fn compare(grid: &Grid, mover: &Mover, pairs: usize, lot: u64) -> [u64; 2] {
    let view = grid.seen_by(mover);
    let maps = maps_of(&view);
    let mut table = JumpTable::build(maps[1].clone()).expect("small costs");
    if lot % 2 == 1 {
        table.add_boxes(JumpTable::USUAL_BOX_WORK).expect("a small map");
    }
    let (mut cells, mut jumps) = (Scratch::new(), Scratch::new());
    let (mut rng, mut expanded) = (Rng::new(lot), [0; 2]);
    for _ in 0..pairs {
        let query = PathQuery::new(random_node(&mut rng, grid), random_node(&mut rng, grid));
        let cost = by_astar(&view, &query, &mut cells);
        for (map, expanded) in maps.iter().zip(&mut expanded) {
            let mut search = map.search(&query, &mut jumps).expect("one to one");
            let outcome = search.run(&mut Budget::unlimited(), &mut ());
            assert_eq!(outcome.cost(), cost, "lot {lot}, {mover:?}: {query:?}");
            if let Some(path) = outcome.path() {
                path.validate(&view).expect("a path that can be walked");
            }
            *expanded += outcome.effort().expanded;
        }
        let mut by_table = table.search(&query, &mut jumps).expect("one to one");
        assert_eq!(by_table.cost(), cost, "a table, lot {lot}, {mover:?}: {query:?}");
    }
    expanded
}

#[test]
fn costs_are_the_same_on_small_maps_under_every_rule_and_scale() {
    let scales = [[13_860, 19_601], [1, 1], [1, 2], [2, 3], [10, 14], [1 << 20, 1 << 20]];
    on_small_maps(&scales, |grid, mover, lot| _ = compare(grid, mover, 60, lot));
}

#[test]
fn landmarks_save_expansions_on_maps_of_every_kind() {
    let expanded = (0..).zip(middling_maps()).flat_map(|(kind, map)| {
        let grid = grid_of(&map);
        movers().into_iter().map(move |mover| compare(&grid, &mover, 60, kind))
    });
    let expanded: Vec<[u64; 2]> = expanded.collect();
    assert!(expanded.iter().all(|[plain, marked]| marked < plain), "{expanded:?}");
    let [plain, marked] = [0, 1].map(|of| expanded.iter().map(|both| both[of]).sum::<u64>());
    assert!(marked * 10 < plain * 6, "{marked} of {plain}");
}

#[test]
fn an_edit_drops_landmarks_unless_nothing_changes() {
    for map in [caves(7, 90, 70, 42, 4), random_obstacles(8, 70, 90, 20)] {
        for mover in movers() {
            let mut grid = grid_of(&map);
            let [_, mut map] = maps_of(&grid.seen_by(&mover));
            let (mut rng, mut cells, mut jumps) = (Rng::new(3), Scratch::new(), Scratch::new());
            for batch in 0..12 {
                let cell = grid.cell(random_node(&mut rng, &grid));
                let class = grid.class(cell).expect("on the map");
                let other = if class == b'@' { b'.' } else { b'@' };
                let is_same = batch % 3 == 0;
                grid.apply(Edit::new().set(cell, if is_same { class } else { other }))
                    .expect("a good edit");
                let view = grid.seen_by(&mover);
                map.update(&view).expect("jump points");
                assert_eq!(map.has_landmarks(), is_same);
                for at in 0..20 {
                    if at == 10 && !is_same {
                        // After edits some numbers belong to no jump point.
                        map.add_landmarks().expect("a small map");
                    }
                    let (from, to) = (random_node(&mut rng, &grid), random_node(&mut rng, &grid));
                    let query = PathQuery::new(from, to);
                    let cost = by_astar(&view, &query, &mut cells);
                    let found = map.search(&query, &mut jumps).expect("one to one").cost();
                    assert_eq!(found, cost, "{query:?}");
                }
            }
        }
    }
}

#[test]
fn slices_add_up_to_one_search() {
    let grid = grid_of(&random_obstacles(5, 60, 60, 20));
    let view = grid.seen_by(&Mover::walker());
    let [plain, marked] = maps_of(&view);
    let (mut rng, mut scratch) = (Rng::new(1), Scratch::new());
    for _ in 0..200 {
        let (from, to) = (random_node(&mut rng, &grid), random_node(&mut rng, &grid));
        let query = PathQuery::new(from, to);
        let mut whole = marked.search(&query, &mut scratch).expect("one to one");
        let whole = whole.run(&mut Budget::unlimited(), &mut ());
        let mut search = marked.search(&query, &mut scratch).expect("one to one");
        let sliced = loop {
            let outcome = search.run(&mut Budget::unlimited().expansions(2), &mut ());
            if outcome.is_final() {
                break outcome;
            }
            let paused = search.pause();
            search = marked.search(&query, &mut scratch).expect("one to one");
            search = search.resume(paused).expect("the same search");
        };
        assert_eq!(sliced, whole);
        let mut search = marked.search(&query, &mut scratch).expect("one to one");
        _ = search.run(&mut Budget::unlimited().expansions(0), &mut ());
        let paused = search.pause();
        let other = plain.search(&query, &mut scratch).expect("one to one");
        assert!(other.resume(paused).is_err(), "it has no landmarks");
    }
}

#[test]
fn parts_without_landmarks_are_searched_as_well() {
    // Two halves that are not connected; the landmarks are in the larger one.
    let map = random_obstacles(9, 60, 40, 15);
    let mut grid = grid_of(&map);
    let mut wall = Edit::new();
    wall.fill(CellRect::new(20, 0, 1, 40), b'@');
    grid.apply(&wall).expect("a good edit");
    for (lot, mover) in movers().into_iter().enumerate() {
        compare(&grid, &mover, 200, lot as u64);
    }
}

/// Corridors that lead to and fro, so long that costs are above what landmarks hold.
#[test]
fn costs_of_more_than_thirty_bits_are_the_same() {
    let is_wall = |x: u32, y: u32| y % 2 == 1 && x != if y % 4 == 1 { 59 } else { 0 };
    let cells = (0..61 * 60).map(|at| if is_wall(at % 60, at / 60) { b'@' } else { b'.' });
    let grid = Grid::from_classes(60, 61, &cells.collect::<Vec<u8>>()).expect("a map");
    for mover in movers() {
        let mover = mover.scale(Scale::new(1 << 20, 1 << 20).expect("a scale"));
        let [from, to] = [(0, 0), (59, 60)].map(|cell| grid.node(cell).expect("on the map"));
        let query = PathQuery::new(from, to);
        let cost = by_astar(&grid.seen_by(&mover), &query, &mut Scratch::new());
        assert!(cost.is_some_and(|cost| cost > 1 << 30), "{cost:?}");
        compare(&grid, &mover, 300, 1);
    }
}

#[test]
fn terrain_is_refused() {
    let rough = Grid::from_classes(4, 2, b"..2.@...").expect("eight cells");
    let mut map = JumpMap::build(&rough.seen_by(&Mover::walker())).expect("jump points");
    assert_eq!(map.add_landmarks(), Err(JumpLandmarksError::Terrain));
    assert!(!map.has_landmarks());
}

/// The progress is told, and a build that is broken off leaves the map as it was.
#[test]
fn building_landmarks_can_be_cancelled() {
    let grid = grid_of(&random_obstacles(2, 60, 60, 20));
    let mut map = JumpMap::build(&grid.seen_by(&Mover::walker())).expect("jump points");
    for most in 0.. {
        let mut told = Vec::new();
        let added = map.add_landmarks_with(&mut |progress| {
            assert_eq!((progress.stage, progress.total), (Stage::Landmark, 40));
            told.push(progress.done);
            told.len() <= most
        });
        assert!(told.is_sorted() && told.iter().all(|&done| done < 40), "{told:?}");
        if added.is_ok() {
            assert!(map.has_landmarks() && (3..=12).contains(&told.len()), "{told:?}");
            break;
        }
        assert_eq!(added, Err(JumpLandmarksError::Cancelled));
        assert!(!map.has_landmarks() && told.len() == most + 1, "{told:?}");
    }
    let mut guide = Guide::new(Mover::walker()).method(Method::JumpLandmarks);
    let refused = guide.prepare_with(&grid, 0, &mut |_| false).unwrap_err();
    assert_eq!(
        refused,
        GuideError::Index(SquareIndexError::JumpLandmarks(JumpLandmarksError::Cancelled))
    );
    assert!(guide.prepare(&grid).is_ok());
}

#[test]
fn a_guide_adds_landmarks_again_after_an_edit() {
    let mut grid = grid_of(&random_obstacles(2, 60, 60, 20));
    let mut guide = Guide::new(Mover::walker()).method(Method::JumpLandmarks);
    let (mut rng, mut scratch) = (Rng::new(5), Scratch::new());
    for column in 0..4 {
        assert_eq!(guide.prepare(&grid).expect("a plain map").tier, Method::JumpLandmarks);
        let view = grid.seen_by(guide.mover());
        for _ in 0..40 {
            let (from, to) = (random_node(&mut rng, &grid), random_node(&mut rng, &grid));
            let cost = by_astar(&view, &PathQuery::new(from, to), &mut scratch);
            let found = guide.cost(&grid, grid.cell(from), grid.cell(to), &mut scratch);
            assert_eq!(found.expect("it is ready"), cost);
        }
        let cell = Cell::new(20 + column, 20);
        let other = if grid.class(cell) == Some(b'@') { b'.' } else { b'@' };
        grid.apply(Edit::new().set(cell, other)).expect("a good edit");
    }
    grid.apply(Edit::new().set((0, 0), b'2')).expect("a good edit");
    let refused = guide.prepare(&grid).unwrap_err();
    assert_eq!(
        refused,
        GuideError::Index(SquareIndexError::JumpLandmarks(JumpLandmarksError::Terrain))
    );
    let unprepared = guide.cost(&grid, Cell::new(1, 1), Cell::new(58, 58), &mut scratch);
    assert!(unprepared.is_err(), "{unprepared:?}");
}
