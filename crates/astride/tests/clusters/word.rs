//! A route keeps its word: its steps are steps and cost no more than it said, which is no less than
//! what a cheapest path costs. On fresh clusters, on those that followed edits, and on loaded ones.

use super::*;
use astride_testkit::adapter::read_world;
use astride_testkit::tally::spread;

/// A world of up to 40×30 cells by any rules: few or many blocked cells, and often terrain, media,
/// walls, one-way steps and links.
pub(super) fn small_world(rng: &mut Rng) -> (Grid, Mover) {
    let (width, height) = (1 + rng.below(40), 1 + rng.below(30));
    let blocked = rng.pick(&[1, 1, 4, 12, 30]);
    let legend = rng.pick(&[&b"."[..], b".", b"..2", b"1259", b"..WB", b"..H"]);
    let mut class = b'.';
    let mut draw = |_| match rng.percent(blocked) {
        true => b'@',
        // Patches as wide as one of the smaller clusters.
        false if rng.percent(25) => {
            class = rng.pick(legend);
            class
        }
        false => class,
    };
    let classes: Vec<u8> = (0..width * height).map(&mut draw).collect();
    let size = (width as u32, height as u32);
    let mut grid = Grid::from_classes(size.0, size.1, &classes).expect("a size");
    for _ in 0..rng.pick(&[0, 0, width * height / 30, width * height / 6]) {
        let cell = grid.cell(random_node(rng, &grid));
        let mut edit = Edit::new();
        let side = rng.pick(&Dir::STRAIGHT);
        match rng.below(10) {
            0..=2 => edit.wall(cell, side),
            3..=5 => edit.fence(cell, side, rng.below(3) as u8),
            _ => edit.forbid_step(cell, rng.pick(&Dir::ALL)),
        };
        // At the rim there is nothing to part.
        _ = grid.apply(&edit);
    }
    for _ in 0..rng.pick(&[0, 0, 0, 1, 4]) {
        let ends = [(); 2].map(|()| grid.cell(random_node(rng, &grid)));
        let cost = rng.pick(&[1, 7, 30, 20_000, 90_000]);
        _ = grid.apply(Edit::new().link(ends[0], ends[1], cost));
    }
    (grid, any_mover(rng))
}

/// A mover on land and water by any rules, for which a step into `H` costs up to 2³⁰ ticks.
fn any_mover(rng: &mut Rng) -> Mover {
    let scales = [(10, 14), (10, 14), (13_860, 19_601), (1, 1), (1, 2), (1 << 20, 1 << 20)];
    let (straight, diagonal) = rng.pick(&scales);
    let scale = Scale::new(straight, diagonal).expect("a scale");
    let mover = rng.pick(&[0, 1, 2, 3]);
    let mover = movers().swap_remove(mover).scale(scale);
    let mover = mover.terrain(b'H', Mover::MAX_FACTOR).expect("a factor");
    mover.terrain_in(b'B', 2, media::LAND | media::WATER).expect("a factor")
}

/// Any sizes of clusters, mostly several levels of small ones.
pub(super) fn any_options(rng: &mut Rng) -> ClustersOptions {
    let levels = rng.pick(&[None, Some(1), Some(2), Some(2), Some(3), Some(4)]);
    ClustersOptions { side: rng.pick(&[2, 4, 8, 8, 16]), factor: rng.pick(&[2, 2, 4, 8]), levels }
}

/// Holds some routes against the reference; says how many there were.
pub(super) fn check_routes(
    clusters: &Clusters,
    (grid, mover): (&Grid, &Mover),
    rng: &mut Rng,
    scratch: &mut Scratch,
    what: &str,
) -> u64 {
    let (view, arcs) = (grid.seen_by(mover), arcs(&read_world(grid, mover)));
    let mut found = 0;
    for _ in 0..3 {
        let from = random_node(rng, grid);
        let known = dijkstra(grid.cell_count() as usize, &arcs, &[from.index()]);
        for _ in 0..8 {
            let to = random_node(rng, grid);
            let least = known[to.index()].filter(|_| view.is_passable(from));
            let ends = [from, to].map(|node| grid.cell(node));
            let outcome =
                clusters.route(&view, ends[0], ends[1], scratch, &mut Budget::unlimited());
            let route = outcome.expect("the clusters follow the map").into_path();
            assert_eq!(route.is_some(), least.is_some(), "{what}: {ends:?}");
            let (Some(route), Some(least)) = (route, least) else { continue };
            let said = route.cost();
            let path = checked(route.finish(clusters, &view, scratch).expect(what), least);
            assert_eq!((path.start(), path.goal()), (from, to), "{what}");
            path.validate(&view).expect(what);
            let walked = path.cost();
            assert!(
                walked <= said,
                "{what}: {ends:?}: said {said}, walked {walked}, least {least}"
            );
            found += 1;
        }
    }
    found
}

#[test]
fn steps_cost_no_more_than_the_route_said() {
    let found = AtomicU64::new(0);
    let worlds = if is_slow_run() { 40_000 } else { 400 };
    spread(worlds, Scratch::new, |scratch, seed| {
        let mut rng = Rng::new(seed);
        let (mut grid, mover) = small_world(&mut rng);
        let options = any_options(&mut rng);
        let mut clusters = build(&grid.seen_by(&mover), &options);
        for round in 0..3 {
            let what = format!("seed {seed}, {options:?}, round {round}");
            let count = check_routes(&clusters, (&grid, &mover), &mut rng, scratch, &what);
            found.fetch_add(count, Ordering::Relaxed);
            for _ in 0..1 + rng.below(4) {
                let mut edit = Edit::new();
                random_change(&mut edit, &grid, &mut rng);
                // Some of them are impossible.
                _ = grid.apply(&edit);
            }
            let view = grid.seen_by(&mover);
            clusters.update(&view).expect("good options");
            if round == 1 {
                assert!(clusters == build(&view, &options), "{what}: other than from scratch");
                let bytes = clusters.save(&view).expect("up to date");
                let loaded = Clusters::load(&bytes, &view).expect(&what);
                assert!(loaded == clusters, "{what}");
                clusters = loaded;
            }
        }
    });
    let found = found.into_inner();
    println!("{found} routes");
    assert!(found > 15 * worlds, "{found} routes");
}

#[test]
fn on_larger_maps_too_steps_cost_no_more_than_the_route_said() {
    let (side, routes) = if is_slow_run() { (1024, 3000) } else { (160, 150) };
    for blocked in [4, 20, 33] {
        let grid = grid_of(&random_obstacles(blocked, side, side, blocked as u32));
        let mover = Mover::walker();
        let view = grid.seen_by(&mover);
        let small = ClustersOptions { side: 8, factor: 2, levels: Some(3) };
        for options in [ClustersOptions::default(), small] {
            let clusters = build(&view, &options);
            spread(routes, Scratch::new, |scratch, seed| {
                let mut rng = Rng::new(seed);
                let ends = [random_node(&mut rng, &grid), random_node(&mut rng, &grid)];
                if let Some(found) = path_of(&clusters, &view, ends, scratch) {
                    found.path.validate(&view).expect("a walk");
                }
            });
        }
    }
}

#[test]
fn the_way_back_into_the_cluster_of_the_start_is_seen() {
    let mut grid = Grid::new(17, 11, b'.').expect("a size");
    grid.apply(Edit::new().set((11, 6), b'@').set((11, 7), b'@')).expect("on the map");
    let mover = Mover::walker().scale(Scale::CLASSIC);
    let view = grid.seen_by(&mover);
    let clusters = build(&view, &ClustersOptions { side: 8, factor: 2, levels: Some(2) });
    let ends = [(9u32, 7u32), (16, 7)].map(|cell| grid.node(cell).expect("on the map"));
    let path = path_of(&clusters, &view, ends, &mut Scratch::new()).expect("a way").path;
    assert_eq!(path.cost(), 78);
}

#[test]
fn what_was_known_ahead_is_forgotten_where_a_link_is_taken() {
    let rows =
        ["@@@@@@@@@@@@@", "@@@@.@@@@@@@@", "@@@@.@@@@9...", "@@@@.@@@.9...", "@....@@@.59@@"];
    let mut grid = Grid::from_classes(13, 5, rows.concat().as_bytes()).expect("a size");
    grid.apply(Edit::new().link((8, 3), (4, 1), 1)).expect("on the map");
    let mover = Mover::walker().neighbours(engine_neighbours(Neighbours::Four));
    let view = grid.seen_by(&mover);
    let clusters = build(&view, &ClustersOptions { side: 2, factor: 8, levels: Some(1) });
    let ends = [(12u32, 3u32), (4, 1)].map(|cell| grid.node(cell).expect("on the map"));
    let path = path_of(&clusters, &view, ends, &mut Scratch::new()).expect("a way").path;
    path.validate(&view).expect("a walk");
}
