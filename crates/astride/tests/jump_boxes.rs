//! Boxes of jump tables: the same costs, fewer expansions, and what edits and limits do to them.
//!
//! Tiny worlds are in [`exhaustive`](crate::exhaustive), recorded rows in
//! [`movingai`](crate::movingai).

use astride::base::{Budget, Cell};
use astride::index::hubs::{Progress, Stage};
use astride::planner::{Guide, GuideError, Method};
use astride::search::{Outcome, PathQuery, Scratch};
use astride::shapes::square::{
    Edit, Grid, GridView, JumpBoxesError, JumpMap, JumpTable, Mover, SquareIndexError,
};
use astride_testkit::adapter::{by_astar, grid_of};
use astride_testkit::generate::{caves, random_obstacles, rooms};
use astride_testkit::larger::{middling_maps, movers, on_small_maps, random_node};
use astride_testkit::rng::Rng;
use astride_testkit::tally::is_slow_run;

/// A table without boxes, and one with them.
fn tables_of(view: &GridView<'_>) -> [JumpTable; 2] {
    let plain = JumpTable::build(JumpMap::build(view).expect("jump points")).expect("small costs");
    let mut boxed = plain.clone();
    let (bytes, points) = (boxed.bytes(), boxed.map().point_count());
    boxed.add_boxes(JumpTable::USUAL_BOX_WORK).expect("a small map");
    assert!(boxed.has_boxes() && !plain.has_boxes() && (boxed.bytes() > bytes || points == 0));
    [plain, boxed]
}

fn run(table: &JumpTable, query: &PathQuery<'_>, scratch: &mut Scratch) -> Outcome {
    let mut search = table.search(query, scratch).expect("one to one");
    search.run(&mut Budget::unlimited(), &mut ())
}

/// Compares answers on random pairs with those of A*, and adds up the expansions of both tables.
fn compare(grid: &Grid, mover: &Mover, pairs: usize, lot: u64) -> [u64; 2] {
    let view = grid.seen_by(mover);
    let tables = tables_of(&view);
    let (mut cells, mut jumps) = (Scratch::new(), Scratch::new());
    let (mut rng, mut expanded) = (Rng::new(lot), [0; 2]);
    for _ in 0..pairs {
        let query = PathQuery::new(random_node(&mut rng, grid), random_node(&mut rng, grid));
        let cost = by_astar(&view, &query, &mut cells);
        for (table, expanded) in tables.iter().zip(&mut expanded) {
            let outcome = run(table, &query, &mut jumps);
            assert_eq!(outcome.cost(), cost, "lot {lot}, {mover:?}: {query:?}");
            if let Some(path) = outcome.path() {
                path.validate(&view).expect("a path that can be walked");
            }
            *expanded += outcome.effort().expanded;
        }
    }
    expanded
}

#[test]
fn costs_are_the_same_on_small_maps_under_every_rule_and_scale() {
    // Where a diagonal costs as much as one or two straight steps, different turns are equal.
    let scales = [[13_860, 19_601], [1, 1], [1, 2], [2, 3], [10, 14]];
    on_small_maps(&scales, |grid, mover, lot| _ = compare(grid, mover, 60, lot));
}

#[test]
fn boxes_prune_on_maps_of_every_kind() {
    let expanded = (0..).zip(middling_maps()).flat_map(|(kind, map)| {
        let grid = grid_of(&map);
        movers().into_iter().map(move |mover| compare(&grid, &mover, 60, kind))
    });
    let expanded: Vec<[u64; 2]> = expanded.collect();
    // Of maps this small most jump points are seen at once, and among scattered walls many paths are
    // equal, all of which are in boxes.
    assert!(expanded.iter().all(|[plain, boxed]| boxed < plain), "{expanded:?}");
    let [plain, boxed] = [0, 1].map(|of| expanded.iter().map(|both| both[of]).sum::<u64>());
    assert!(boxed * 10 < plain * 6, "{boxed} of {plain}");
}

/// The progress is told, and a build that is broken off leaves the table as it was.
#[test]
fn building_boxes_can_be_cancelled() {
    let grid = grid_of(&random_obstacles(1, 60, 60, 30));
    let [mut table, boxed] = tables_of(&grid.seen_by(&Mover::walker()));
    let total = table.map().point_count() as u64;
    let mut told = Vec::new();
    let mut tell = |progress: Progress| {
        assert_eq!((progress.stage, progress.total), (Stage::Box, total));
        told.push(progress.done);
        progress.done == 0
    };
    let work = JumpTable::USUAL_BOX_WORK;
    assert_eq!(table.add_boxes_with(work, &mut tell), Err(JumpBoxesError::Cancelled));
    assert!(told.len() == 2 && !table.has_boxes(), "{told:?}");
    assert_eq!(table.add_boxes_with(work, &mut |_| true), Ok(()));
    assert_eq!(table.clone().bytes(), boxed.clone().bytes(), "nothing is left out");
    let mut guide = Guide::new(Mover::walker()).method(Method::JumpBoxes);
    let refused = guide.prepare_with(&grid, 0, &mut |_| false).unwrap_err();
    assert_eq!(refused, GuideError::Index(SquareIndexError::Boxes(JumpBoxesError::Cancelled)));
}

#[test]
fn an_edit_drops_boxes_unless_nothing_changes() {
    for map in [caves(7, 90, 70, 42, 4), rooms(8, 70, 90, 9, 60)] {
        for mover in movers() {
            let mut grid = grid_of(&map);
            let [_, mut table] = tables_of(&grid.seen_by(&mover));
            let (mut rng, mut cells, mut jumps) = (Rng::new(3), Scratch::new(), Scratch::new());
            for batch in 0..if is_slow_run() { 12 } else { 6 } {
                let cell = grid.cell(random_node(&mut rng, &grid));
                let class = grid.class(cell).expect("on the map");
                let other = if class == b'@' { b'.' } else { b'@' };
                let is_same = batch % 3 == 0;
                grid.apply(Edit::new().set(cell, if is_same { class } else { other }))
                    .expect("a good edit");
                let view = grid.seen_by(&mover);
                table.update(&view).expect("jump points");
                assert_eq!(table.has_boxes(), is_same);
                for at in 0..20 {
                    if at == 10 && !is_same {
                        // After edits some numbers belong to no jump point.
                        table.add_boxes(JumpTable::USUAL_BOX_WORK).expect("a small map");
                    }
                    let (from, to) = (random_node(&mut rng, &grid), random_node(&mut rng, &grid));
                    let query = PathQuery::new(from, to);
                    let cost = by_astar(&view, &query, &mut cells);
                    assert_eq!(run(&table, &query, &mut jumps).cost(), cost, "{query:?}");
                }
            }
        }
    }
}

#[test]
fn terrain_and_too_much_work_are_refused() {
    let mover = Mover::walker();
    let rough = Grid::from_classes(4, 2, b"..2.@...").expect("eight cells");
    let mut table =
        JumpTable::build(JumpMap::build(&rough.seen_by(&mover)).expect("jump points")).unwrap();
    assert_eq!(table.add_boxes(u64::MAX), Err(JumpBoxesError::Terrain));
    assert!(!table.has_boxes());

    let grid = grid_of(&random_obstacles(1, 40, 40, 20));
    let [mut table, _] = tables_of(&grid.seen_by(&mover));
    let error = table.add_boxes(1000).unwrap_err();
    let JumpBoxesError::TooLarge { points, cells, most_work: 1000 } = error else {
        panic!("{error:?}")
    };
    assert!(table.map().check_boxes(points * cells - 1).is_err());
    assert_eq!(table.add_boxes(points * cells), Ok(()));
}

#[test]
fn a_guide_builds_boxes_again_after_an_edit() {
    let mut grid = grid_of(&rooms(2, 60, 60, 9, 60));
    let mut guide = Guide::new(Mover::walker()).method(Method::JumpBoxes);
    let mut scratch = Scratch::new();
    for column in 0..4 {
        assert_eq!(guide.prepare(&grid).expect("a plain map").tier, Method::JumpBoxes);
        let view = grid.seen_by(guide.mover());
        for (from, to) in [((1, 1), (58, 58)), ((58, 2), (3, 50))] {
            let ends = [from, to].map(|(x, y)| Cell::new(x, y));
            let [Some(a), Some(b)] = ends.map(|cell| grid.node(cell)) else { panic!("{ends:?}") };
            let cost = by_astar(&view, &PathQuery::new(a, b), &mut scratch);
            let found = guide.cost(&grid, ends[0], ends[1], &mut scratch);
            assert_eq!(found.expect("it is ready"), cost);
        }
        grid.apply(Edit::new().set((20 + column, 20), b'@')).expect("a good edit");
    }
    grid.apply(Edit::new().set((0, 0), b'2')).expect("a good edit");
    let refused = guide.prepare(&grid).unwrap_err();
    assert_eq!(refused, GuideError::Index(SquareIndexError::Boxes(JumpBoxesError::Terrain)));
    let unprepared = guide.cost(&grid, Cell::new(1, 1), Cell::new(58, 58), &mut scratch);
    assert!(unprepared.is_err(), "{unprepared:?}");
}
