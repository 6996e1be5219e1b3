//! Clusters that follow edits are those that would be built from scratch, for the work of the edits.

use super::word::{any_options, check_routes, small_world};
use super::*;
use astride::base::CellRect;
use astride_testkit::tally::spread;

#[test]
fn edited_clusters_equal_those_built_from_scratch() {
    let edits = if is_slow_run() { 1_000_000 / 24 } else { 24 };
    let mut scratch = Scratch::new();
    let mut followed = 0;
    for (seed, map) in larger_maps().into_iter().enumerate() {
        let mut rng = Rng::new(seed as u64);
        let mut grid = grid_of(&map);
        let movers = movers();
        let mover = &movers[rng.below(movers.len())];
        let options = ClustersOptions { side: rng.pick(&[4, 8, 16]), factor: 2, levels: Some(3) };
        let mut clusters = build(&grid.seen_by(mover), &options);
        for round in 0..edits {
            let mut edit = Edit::new();
            for _ in 0..1 + rng.below(3) {
                random_change(&mut edit, &grid, &mut rng);
            }
            if grid.apply(&edit).is_err() || rng.percent(20) {
                continue;
            }
            let view = grid.seen_by(mover);
            let update = clusters.update(&view).expect("good options");
            followed += u32::from(!update.rebuilt);
            if round % if is_slow_run() { 100 } else { 4 } == 0 {
                assert!(clusters == build(&view, &options), "map {seed}, round {round}: {edit:?}");
            }
            let ends = [random_node(&mut rng, &grid), random_node(&mut rng, &grid)];
            if let Some(found) = path_of(&clusters, &view, ends, &mut scratch) {
                found.path.validate(&view).expect("a walk");
            }
        }
    }
    assert!(followed > edits / 2 * 24 / 2, "{followed} followed");
}

#[test]
fn clusters_of_large_bodies_follow_edits_and_keep_to_where_these_fit() {
    let edits = if is_slow_run() { 40_000 } else { 60 };
    let mut scratch = Scratch::new();
    let (mut followed, mut found, mut missing) = (0, 0, 0);
    for (seed, map) in larger_maps().into_iter().enumerate() {
        let mut rng = Rng::new(seed as u64);
        let mut grid = grid_of(&map);
        let mover = movers().swap_remove(rng.below(4));
        let made = match rng.below(2) {
            0 => BodyGrid::square(&grid.seen_by(&mover), 2),
            _ => BodyGrid::round(&grid.seen_by(&mover), 2),
        };
        let mut body = made.expect("few kinds of terrain");
        let options = ClustersOptions { side: rng.pick(&[4, 8, 16]), factor: 2, levels: Some(3) };
        let mut clusters = build(&body.view(), &options);
        for round in 0..edits {
            let mut edit = Edit::new();
            random_change(&mut edit, &grid, &mut rng);
            if grid.apply(&edit).is_err() {
                continue;
            }
            let view = grid.seen_by(&mover);
            body.update(&view).expect("few kinds of terrain");
            let places = body.view();
            followed += u32::from(!clusters.update(&places).expect("good options").rebuilt);
            if round % if is_slow_run() { 100 } else { 6 } == 0 {
                assert!(clusters == build(&places, &options), "map {seed}, round {round}");
            }
            let ends = [random_node(&mut rng, &grid), random_node(&mut rng, &grid)];
            let known = search_dijkstra(
                &places,
                &PathQuery::new(ends[0], ends[1]),
                &mut Scratch::new(),
                &mut (),
            );
            let path = path_of(&clusters, &places, ends, &mut scratch);
            let what = format!("map {seed}, round {round}: {ends:?}");
            assert_eq!(path.is_some(), known.cost().is_some(), "{what}");
            let (Some(path), Some(least)) = (path, known.cost()) else {
                missing += 1;
                continue;
            };
            found += 1;
            checked(path, least).validate(&places).expect("a walk of the body");
        }
    }
    assert!(followed > edits * 6 && found > 20 && missing > 20, "{followed}, {found}, {missing}");
}

#[test]
fn an_edit_of_one_cell_looks_at_the_clusters_around_it_only() {
    let mover = Mover::walker();
    let mut grid = Grid::new(512, 512, b'.').expect("a size");
    for side in [8, 16, 32] {
        let options = ClustersOptions { side, factor: 4, levels: Some(1) };
        let mut clusters = build(&grid.seen_by(&mover), &options);
        for (x, clusters_touched) in [(side / 2, 1), (2 * side, 2)] {
            for class in [b'@', b'.'] {
                let cell = (x, side / 2);
                grid.apply(Edit::new().set(cell, class)).expect("on the map");
                let update = clusters.update(&grid.seen_by(&mover)).expect("good options");
                let most = clusters_touched * side * side;
                assert!(!update.rebuilt && update.looked > 0, "{update:?}");
                assert!(
                    update.looked <= u64::from(2 * most),
                    "{} cells, at most {most}",
                    update.looked
                );
            }
        }
    }
}

/// Rectangles far from each other, of classes drawn at random.
fn scattered(rng: &mut Rng, grid: &Grid, count: usize) -> Edit {
    let (mut edit, mut taken) = (Edit::new(), Vec::<CellRect>::new());
    for _ in 0..8 * count {
        let cell = grid.cell(random_node(rng, grid));
        let [width, height] = [grid.width() - cell.x, grid.height() - cell.y]
            .map(|left| left.min(1 + rng.below(5) as u32));
        let rect = CellRect::new(cell.x, cell.y, width, height);
        let is_near = |other: &CellRect| {
            other.x.abs_diff(rect.x).max(other.y.abs_diff(rect.y)) < FAR.min(grid.width() / 8)
        };
        if !taken.iter().any(is_near) && taken.len() < count {
            taken.push(rect);
            edit.fill(rect, rng.pick(b"...@@@W5"));
        }
    }
    edit
}

/// Cells between rectangles that count as far apart.
const FAR: u32 = 12;

#[test]
fn after_batches_of_scattered_edits_clusters_are_those_built_from_scratch() {
    let mut scratch = Scratch::new();
    let rounds = if is_slow_run() { 400 } else { 5 };
    let mut followed = 0;
    for (seed, map) in larger_maps().into_iter().enumerate() {
        let mut rng = Rng::new(seed as u64);
        let (mut grid, mover) = (grid_of(&map), movers().swap_remove(rng.below(4)));
        let options = any_options(&mut rng);
        let mut clusters = build(&grid.seen_by(&mover), &options);
        for round in 0..rounds {
            let count = 2 + rng.below(39);
            let edit = scattered(&mut rng, &grid, count);
            grid.apply(&edit).expect("on the map");
            let view = grid.seen_by(&mover);
            followed += u32::from(!clusters.update(&view).expect("good options").rebuilt);
            let what = format!("map {seed}, round {round}, {options:?}");
            assert!(clusters == build(&view, &options), "{what}: {edit:?}");
            if round % 5 == 0 {
                check_routes(&clusters, (&grid, &mover), &mut rng, &mut scratch, &what);
            }
        }
    }
    assert_eq!(followed, 24 * rounds, "as little is built from scratch as can be");
}

/// Any change anywhere, often to where a link begins or ends. The grid may refuse it.
fn change_something(grid: &mut Grid, rng: &mut Rng) {
    let mut edit = Edit::new();
    let ends: Vec<NodeId> = grid.links().iter().flat_map(|link| [link.from, link.to]).collect();
    match !ends.is_empty() && rng.percent(30) {
        true => _ = edit.set(grid.cell(rng.pick(&ends)), rng.pick(b"@@.W")),
        false => random_change(&mut edit, grid, rng),
    }
    _ = grid.apply(&edit);
}

#[test]
fn after_batches_of_any_edits_clusters_of_small_worlds_are_those_built_from_scratch() {
    let followed = AtomicU64::new(0);
    let worlds = if is_slow_run() { 150_000 } else { 1_200 };
    spread(
        worlds,
        || (),
        |(), seed| {
            let mut rng = Rng::new(seed);
            let (mut grid, mover) = small_world(&mut rng);
            let options = any_options(&mut rng);
            let mut clusters = build(&grid.seen_by(&mover), &options);
            for round in 0..4 {
                (0..1 + rng.below(8)).for_each(|_| change_something(&mut grid, &mut rng));
                let view = grid.seen_by(&mover);
                let update = clusters.update(&view).expect("good options");
                followed.fetch_add(u64::from(!update.rebuilt), Ordering::Relaxed);
                let what = format!("seed {seed}, {options:?}, round {round}");
                assert!(clusters == build(&view, &options), "{what}: other than from scratch");
            }
        },
    );
    let followed = followed.into_inner();
    assert!(followed > 3 * worlds, "{followed} of {worlds} times 4 followed");
}

#[test]
fn a_link_that_went_is_gone_at_its_far_end_on_every_level() {
    let mut grid = Grid::new(10, 1, b'.').expect("a size");
    grid.apply(Edit::new().link((9, 0), (1, 0), 1)).expect("on the map");
    let mover = Mover::walker();
    let mut clusters = build(&grid.seen_by(&mover), &SMALL);
    for class in [b'@', b'.'] {
        // Its far end stays a node of the lowest level, at the border of the smallest clusters.
        grid.apply(Edit::new().set((9, 0), class)).expect("on the map");
        let view = grid.seen_by(&mover);
        assert!(!clusters.update(&view).expect("good options").rebuilt);
        assert!(clusters == build(&view, &SMALL), "{}", class as char);
    }
}

#[test]
fn scattered_edits_cost_no_more_together_than_one_by_one() {
    let mover = Mover::walker();
    for side in [64, 128, 200, 512] {
        let open = Grid::new(side, side, b'.').expect("a size");
        let clusters = build(&open.seen_by(&mover), &ClustersOptions::default());
        for count in [2, 5, 12, 40] {
            // Drawn, and one in the middle of each of as many clusters.
            let drawn = cells_of(&mut Rng::new(u64::from(side)), &open, count);
            let across = side / 16;
            let middle = |at: u32| Cell::new(at % across * 16 + 8, at / across * 16 + 8);
            let middles = (0..(count as u32).min(across * across)).map(middle).collect();
            for cells in [drawn, middles] {
                let looked_at = |cells: &[Cell]| {
                    let (mut grid, mut clusters) = (open.clone(), clusters.clone());
                    let mut edit = Edit::new();
                    cells.iter().for_each(|&cell| _ = edit.set(cell, b'@'));
                    grid.apply(&edit).expect("on the map");
                    clusters.update(&grid.seen_by(&mover)).expect("good options").looked
                };
                let together = looked_at(&cells);
                let one_by_one: u64 = cells.chunks(1).map(looked_at).sum();
                let what = format!("{count} edits on {side}x{side} cells");
                assert!(together > 0, "{what}");
                assert!(2 * together <= 3 * one_by_one, "{what}: {together}, {one_by_one}");
            }
        }
    }
}

fn cells_of(rng: &mut Rng, grid: &Grid, count: usize) -> Vec<Cell> {
    (0..count).map(|_| grid.cell(random_node(rng, grid))).collect()
}
