//! Clusters: a route exists exactly where a path does, its steps are steps, and after edits the
//! clusters are those that would be built from scratch.

mod cheapest;
mod edits;
mod word;

use std::fs;
use std::sync::atomic::{AtomicU64, Ordering};

use astride::base::{Budget, Cell, Dir, NodeId, Scale};
use astride::index::{Landmarks, Selection};
use astride::path::Path;
use astride::search::{Found, Guarantee, Outcome, PathQuery, Scratch, dijkstra as search_dijkstra};
use astride::shapes::square::{
    BodyGrid, Clusters, ClustersOptions, Edit, Grid, GridView, JumpMap, Mover, RouteError,
};
use astride::world::{World, media};
use astride_testkit::adapter::{
    build_world, engine_corners, engine_neighbours, grid_of, supported,
};
use astride_testkit::data::repository_root;
use astride_testkit::generate::{GenMap, fenced_world, random_obstacles, wall_patterns};
use astride_testkit::larger::{larger_maps, movers, random_change, random_node};
use astride_testkit::reference::dijkstra;
use astride_testkit::rng::Rng;
use astride_testkit::scenario::{read_map, read_scenario};
use astride_testkit::square::{Corners, Neighbours};
use astride_testkit::tally::is_slow_run;
use astride_testkit::tiny::{NONE, Tiny};
use astride_testkit::world::arcs;

const SMALL: ClustersOptions = ClustersOptions { side: 2, factor: 2, levels: Some(3) };

fn build(view: &GridView<'_>, options: &ClustersOptions) -> Clusters {
    Clusters::build(view, options).expect("usable options")
}

/// The whole path between two nodes, if there is one; it costs no more than the route said.
fn path_of(
    clusters: &Clusters,
    view: &GridView<'_>,
    [from, to]: [NodeId; 2],
    scratch: &mut Scratch,
) -> Option<Found> {
    let [from, to] = [from, to].map(|node| view.grid().cell(node));
    let outcome = clusters.route(view, from, to, scratch, &mut Budget::unlimited());
    let route = outcome.expect("the clusters follow the map").into_path()?;
    let (cost, start, goal) = (route.cost(), route.start(), route.goal());
    let found = route.finish(clusters, view, scratch).expect("the map is the same");
    let path = &found.path;
    assert!(path.cost() <= cost, "{from} to {to}: {} is more than {cost}", path.cost());
    assert_eq!((path.start(), path.goal()), (start, goal));
    Some(found)
}

/// The path, which costs at least `least` ticks and keeps what is promised of it.
fn checked(found: Found, least: u64) -> Path {
    let cost = found.path.cost();
    assert!(cost >= least, "{cost} is less than {least}");
    match found.guarantee {
        Guarantee::Optimal => assert_eq!(cost, least),
        Guarantee::Within(weight) => {
            let (numerator, denominator) = weight.parts();
            let most = u128::from(least) * u128::from(numerator);
            assert!(u128::from(cost) * u128::from(denominator) <= most, "{cost}, {least}");
        }
        other => assert_eq!(other, Guarantee::None),
    }
    found.path
}

#[test]
fn on_every_small_map_a_route_exists_where_a_path_does() {
    for (width, height) in [(3, 3), (4, 3)] {
        let mut scratch = Scratch::new();
        for map in wall_patterns(width, height) {
            for (neighbours, corners) in [
                (Neighbours::Four, Corners::Never),
                (Neighbours::Eight, Corners::Never),
                (Neighbours::Eight, Corners::OneFree),
                (Neighbours::Eight, Corners::Always),
            ] {
                let tiny = Tiny::new(&map, neighbours, corners, 10, 14);
                let mover = Mover::walker()
                    .scale(Scale::CLASSIC)
                    .neighbours(engine_neighbours(neighbours))
                    .corners(engine_corners(corners));
                check_all_pairs(&map, &tiny, &mover, &mut scratch);
            }
        }
    }
}

fn check_all_pairs(map: &GenMap, tiny: &Tiny, mover: &Mover, scratch: &mut Scratch) {
    let grid = grid_of(map);
    let view = grid.seen_by(mover);
    let clusters = build(&view, &SMALL);
    let cells = tiny.cells();
    for (from, to) in (0..cells).flat_map(|from| (0..cells).map(move |to| (from, to))) {
        let ends = [from, to].map(|cell| NodeId::new(cell as u32));
        let distance = tiny.distance(from, to);
        let path = path_of(&clusters, &view, ends, scratch);
        assert_eq!(path.is_some(), distance != NONE, "{from} to {to} {mover:?}\n{map}");
        let Some(found) = path else { continue };
        let path = checked(found, u64::from(distance));
        let mut sum = 0;
        for pair in path.nodes().windows(2) {
            let step = tiny.distance(pair[0].index(), pair[1].index());
            assert!(step == 10 || step == 14, "no step from {} to {}\n{map}", pair[0], pair[1]);
            sum += u64::from(step);
        }
        assert_eq!(sum, path.cost(), "{from} to {to}\n{map}");
    }
}

#[test]
fn in_worlds_where_everything_happens_at_once_a_route_exists_where_a_path_does() {
    let mut scratch = Scratch::new();
    let (mut found, mut missing) = (0, 0);
    let count = if is_slow_run() { 20_000 } else { 1_500 };
    for seed in 0..count {
        let mut rng = Rng::new(seed);
        let world = supported(&fenced_world(seed, 1 + rng.below(11), 1 + rng.below(11)));
        let (grid, mover) = build_world(&world);
        let view = grid.seen_by(&mover);
        let side = rng.pick(&[2, 2, 4, 16]);
        let options = ClustersOptions { side, factor: 2, levels: Some(1 + rng.below(4) as u32) };
        let clusters = build(&view, &options);
        let arcs = arcs(&world);
        for _ in 0..4 {
            let from = random_node(&mut rng, &grid);
            let known = dijkstra(grid.cell_count() as usize, &arcs, &[from.index()]);
            for _ in 0..6 {
                let to = random_node(&mut rng, &grid);
                let least = known[to.index()].filter(|_| view.is_passable(from));
                let path = path_of(&clusters, &view, [from, to], &mut scratch);
                assert_eq!(path.is_some(), least.is_some(), "seed {seed}: {from} to {to}");
                match (path, least) {
                    (Some(path), Some(least)) => {
                        found += 1;
                        checked(path, least).validate(&view).expect("a walk");
                    }
                    _ => missing += 1,
                }
            }
        }
    }
    assert!(found > count && missing > count, "{found} found, {missing} missing");
}

#[test]
fn on_even_ground_walls_and_one_way_steps_part_clusters() {
    let mut scratch = (Scratch::new(), Scratch::new());
    let (mut found, mut missing) = (0, 0);
    for seed in 0..if is_slow_run() { 20_000 } else { 600 } {
        let mut rng = Rng::new(seed);
        let (width, height) = (2 + rng.below(9) as u32, 2 + rng.below(9) as u32);
        let mut grid = Grid::new(width, height, b'.').expect("a size");
        for _ in 0..width * height {
            let mut edit = Edit::new();
            let cell = grid.cell(random_node(&mut rng, &grid));
            let side = rng.pick(&Dir::STRAIGHT);
            match rng.below(6) {
                0 => edit.set(cell, b'@'),
                1 | 2 => edit.wall(cell, side),
                3 => edit.fence_step(cell, side, rng.below(3) as u8),
                _ => edit.forbid_step(cell, rng.pick(&Dir::ALL)),
            };
            // At the rim there is nothing to part.
            _ = grid.apply(&edit);
        }
        let mover = movers().swap_remove(rng.below(4));
        let view = grid.seen_by(&mover);
        let clusters = build(&view, &SMALL);
        for _ in 0..20 {
            let ends = [random_node(&mut rng, &grid), random_node(&mut rng, &grid)];
            let query = PathQuery::new(ends[0], ends[1]);
            let least = search_dijkstra(&view, &query, &mut scratch.1, &mut ()).cost();
            let path = path_of(&clusters, &view, ends, &mut scratch.0);
            assert_eq!(path.is_some(), least.is_some(), "seed {seed}: {ends:?}");
            match (path, least) {
                (Some(path), Some(least)) => {
                    found += 1;
                    checked(path, least).validate(&view).expect("a walk");
                }
                _ => missing += 1,
            }
        }
    }
    assert!(found > 1000 && missing > 1000, "{found} found, {missing} missing");
}

#[test]
fn on_real_maps_paths_are_within_a_hundredth_of_the_cheapest_on_average() {
    let folder = repository_root().join("data").join("grid");
    let mover = Mover::walker();
    let (mut scratch, mut jumps) = (Scratch::new(), Scratch::new());
    let (mut sum, mut count, mut worst) = (0.0, 0_u32, 1.0_f64);
    for name in
        ["dao/arena", "dao/den011d", "dao/lak105d", "dao/lak303d", "dao/lak519d", "da2/ht_chantry"]
    {
        let read = |ending: &str| fs::read(folder.join(format!("{name}{ending}"))).expect("a file");
        let grid = grid_of(&read_map(&read(".map")).expect("a map"));
        let rows = read_scenario(&read(".map.scen")).expect("rows");
        let view = grid.seen_by(&mover);
        let (clusters, map) = (build(&view, &ClustersOptions::default()), JumpMap::build(&view));
        let (mut of_map, mut rows_of_map) = (0.0, 0);
        for row in rows.iter().step_by(7) {
            let ends = [row.start, row.goal].map(|(x, y)| Cell::new(x as u32, y as u32));
            let nodes = ends.map(|cell| grid.node(cell).expect("on the map"));
            let path = path_of(&clusters, &view, nodes, &mut scratch);
            let map = map.as_ref().expect("one medium");
            let query = PathQuery::new(nodes[0], nodes[1]);
            let least = map.search(&query, &mut jumps).expect("one to one").cost();
            assert_eq!(path.is_some(), least.is_some(), "{name}: {ends:?}");
            let (Some(found), Some(least)) = (path, least) else { continue };
            let path = checked(found, least);
            path.validate(&view).expect("a walk");
            let ratio = path.cost().max(1) as f64 / least.max(1) as f64;
            worst = worst.max(ratio);
            (of_map, rows_of_map) = (of_map + ratio, rows_of_map + 1);
        }
        println!("{name}: {:.4} mean", of_map / f64::from(rows_of_map));
        (sum, count) = (sum + of_map, count + rows_of_map);
    }
    let mean = sum / f64::from(count);
    println!("mean {mean:.4}, worst {worst:.4}");
    assert!(mean <= 1.01 && worst < 1.3, "mean {mean}, worst {worst}");
}

#[test]
fn what_cannot_be_answered_is_refused() {
    let mover = Mover::walker();
    let mut grid = Grid::new(100, 60, b'.').expect("a size");
    let view = grid.seen_by(&mover);
    for (options, message) in [
        (ClustersOptions { side: 3, ..SMALL }, "clusters of 3 cells a side, expected 2,"),
        (ClustersOptions { factor: 0, ..SMALL }, "clusters of 0 clusters of the level below"),
        (ClustersOptions { levels: Some(0), ..SMALL }, "0 levels, expected 1 to 12"),
    ] {
        let error = Clusters::build(&view, &options).expect_err("a bad option");
        assert!(error.to_string().starts_with(message), "{error}");
    }
    let error = Clusters::build_with(&view, &SMALL, &mut |_| false).expect_err("a no");
    assert_eq!(error.to_string(), "building clusters was cancelled");

    let clusters = build(&view, &SMALL);
    let mut scratch = Scratch::new();
    let mut ask = |view: &GridView<'_>, to: (u32, u32)| {
        clusters.route(view, (1, 1), to, &mut scratch, &mut Budget::unlimited())
    };
    let error = ask(&view, (100, 2)).expect_err("off the map");
    assert_eq!(error.to_string(), "cell (100, 2) is off the map");
    let error = ask(&grid.seen_by(&mover.clone().corners(engine_corners(Corners::Always))), (2, 2));
    assert_eq!(error.expect_err("a view").to_string(), "the clusters are of another map or mover");
    let mut route = ask(&view, (99, 59)).expect("an answer").into_path().expect("an open map");
    let mut starved = Budget::unlimited().expansions(1);
    let out = clusters.route(&view, (1, 1), (99, 59), &mut Scratch::new(), &mut starved);
    assert!(matches!(out, Ok(Outcome::OutOfBudget(_))), "{out:?}");

    // A map of the same size and revision that blocks the way: an error, or steps that exist.
    let classes: Vec<u8> = (0..6000).map(|at| if at % 100 == 50 { b'@' } else { b'.' }).collect();
    let other = Grid::from_classes(100, 60, &classes).expect("a size");
    let other_view = other.seen_by(&mover);
    let others = build(&other_view, &SMALL);
    let mut scratch = Scratch::new();
    let mut calls = 0;
    let end = loop {
        calls += 1;
        assert!(calls < 1000);
        match route.next_steps(&others, &other_view, &mut scratch) {
            Ok(Some(_)) => {}
            end => break end.map(|steps| steps.map(<[NodeId]>::len)),
        }
    };
    assert!(end.is_err() && route.next_steps(&others, &other_view, &mut scratch).is_err());

    grid.apply(Edit::new().set((5, 5), b'@')).expect("on the map");
    let late = clusters.route(
        &grid.seen_by(&mover),
        (1, 1),
        (2, 2),
        &mut scratch,
        &mut Budget::unlimited(),
    );
    let message = "the map has revision 1, the clusters are for revision 0";
    assert_eq!(late.expect_err("stale").to_string(), message);
}

#[test]
fn the_outline_of_a_route_leads_from_where_the_steps_end_to_the_goal() {
    let grid = Grid::from_classes(90, 70, &caves(90, 70)).expect("a size");
    let mover = Mover::walker();
    let view = grid.seen_by(&mover);
    let clusters = build(&view, &ClustersOptions { side: 4, factor: 2, levels: Some(3) });
    for level in 0..3 {
        assert_eq!(clusters.nodes(level).count(), clusters.node_count(level), "level {level}");
        assert!(clusters.nodes(level).all(|node| view.is_passable(node)));
        assert_eq!(clusters.side(level), 4 << level);
    }
    assert_eq!((clusters.nodes(3).count(), clusters.side(3)), (0, 0));

    let (mut scratch, mut rng) = (Scratch::new(), Rng::new(31));
    let mut most = 0;
    for _ in 0..40 {
        let ends = [(); 2].map(|()| grid.cell(random_node(&mut rng, &grid)));
        let outcome =
            clusters.route(&view, ends[0], ends[1], &mut scratch, &mut Budget::unlimited());
        let Some(mut route) = outcome.expect("it follows").into_path() else { continue };
        let mut at = route.start();
        loop {
            let outline = route.outline();
            most = most.max(outline.len());
            assert_eq!((outline[0], *outline.last().unwrap()), (at, route.goal()));
            assert!(outline.windows(2).all(|pair| pair[0] != pair[1]));
            let Some(steps) = route.next_steps(&clusters, &view, &mut scratch).expect("the same")
            else {
                break;
            };
            at = *steps.last().unwrap();
        }
        assert_eq!(route.outline(), [route.goal()]);
    }
    assert!(most > 5, "ways over several nodes: {most}");
}

/// Free cells with blocked ones strewn between.
fn caves(width: usize, height: usize) -> Vec<u8> {
    let mut rng = Rng::new(8);
    (0..width * height).map(|_| if rng.percent(25) { b'@' } else { b'.' }).collect()
}

#[test]
fn nodes_are_told_level_by_level() {
    let mover = Mover::walker();
    let grid = Grid::new(256, 256, b'.').expect("a size");
    let options = ClustersOptions { levels: Some(2), ..Default::default() };
    let clusters = build(&grid.seen_by(&mover), &options);
    for (level, side) in [(0, 16), (1, 64), (2, 0)] {
        assert_eq!(clusters.side(level), side);
        let nodes: Vec<NodeId> = clusters.nodes(level).collect();
        assert_eq!(nodes.len(), clusters.node_count(level));
        // Every node lies at the border of its cluster.
        let at_border = |at: u32| at.is_multiple_of(side) || (at + 1).is_multiple_of(side);
        let cells = nodes.iter().map(|node| grid.cell(*node));
        assert!(cells.into_iter().all(|cell| at_border(cell.x) || at_border(cell.y)));
    }
}
