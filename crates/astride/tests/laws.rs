//! Laws that any world obeys, on worlds too large for a reference.

use astride::base::{Budget, Cell, Cost, Dir, NodeId, Scale};
use astride::io::{read_world_of, write_world_of};
use astride::path::Path;
use astride::search::{
    DistanceField, Estimate, Heuristic, Outcome, PathQuery, Promise, Recorder, Scratch, astar,
    bidirectional, dijkstra,
};
use astride::shapes::Stored;
use astride::shapes::floors::{FloorEdit, FloorMap, FloorPlace, Wrap};
use astride::shapes::hex::{Hex, HexEdit, HexLayout, HexMap};
use astride::shapes::square::{Edit, Grid, GridHeuristic, Metric, Mover};
use astride::shapes::triangle::{TriangleEdit, TriangleMap};
use astride::shapes::voxel::{Voxel, VoxelEdit, VoxelMap};
use astride::world::{Way, World};
use astride_testkit::adapter::{build_world, grid_of, supported};
use astride_testkit::generate::{GenMap, fenced_world};
use astride_testkit::larger::{larger_maps, movers, random_node};
use astride_testkit::rng::Rng;
use astride_testkit::tally::cases;

const METRICS: [Metric; 5] =
    [Metric::Zero, Metric::Manhattan, Metric::Octile, Metric::Chebyshev, Metric::Euclidean];

/// Calls `check` with a seed for every map and mover.
fn for_each_world(mut check: impl FnMut(u64, &GenMap, &Mover)) {
    for (seed, map) in larger_maps().iter().enumerate() {
        for mover in movers() {
            check(seed as u64, map, &mover);
        }
    }
}

fn field(grid: &Grid, mover: &Mover, from: NodeId, way: Way) -> DistanceField {
    let mut field = DistanceField::new();
    field.compute(&grid.seen_by(mover), &[(from, 0)], way, &mut Budget::unlimited());
    field
}

fn cost(
    grid: &Grid,
    mover: &Mover,
    from: NodeId,
    to: NodeId,
    scratch: &mut Scratch,
) -> Option<Cost> {
    path(grid, mover, from, to, scratch).map(|path| path.cost())
}

fn path(
    grid: &Grid,
    mover: &Mover,
    from: NodeId,
    to: NodeId,
    scratch: &mut Scratch,
) -> Option<Path> {
    let view = grid.seen_by(mover);
    let octile = GridHeuristic::octile(&view);
    match astar(&view, &octile, &PathQuery::new(from, to), scratch, &mut ()) {
        Outcome::Found(found) => Some(found.path),
        _ => None,
    }
}

#[test]
fn there_and_back_cost_the_same_where_arcs_are_symmetric() {
    let mut scratch = Scratch::new();
    for_each_world(|seed, map, mover| {
        // Entering costs by the cell entered, so only even ground is symmetric.
        let even = map.classes.iter().map(|&c| if c.is_ascii_digit() { b'.' } else { c }).collect();
        let mut grid = grid_of(&GenMap { classes: even, ..*map });
        let mut rng = Rng::new(seed);
        let mut edit = Edit::new();
        for _ in 0..200 {
            let cell = grid.cell(random_node(&mut rng, &grid));
            if cell.x + 1 < grid.width() {
                edit.wall(cell, Dir::E);
            }
        }
        grid.apply(&edit).unwrap();
        for _ in 0..8 {
            let (a, b) = (random_node(&mut rng, &grid), random_node(&mut rng, &grid));
            let there = cost(&grid, mover, a, b, &mut scratch);
            assert_eq!(there, cost(&grid, mover, b, a, &mut scratch), "seed {seed} {a} {b}\n{map}");
        }
    });
}

#[test]
fn a_detour_is_never_shorter() {
    for_each_world(|seed, map, mover| {
        let grid = grid_of(map);
        let mut rng = Rng::new(seed);
        let nodes: Vec<NodeId> = (0..4).map(|_| random_node(&mut rng, &grid)).collect();
        let fields: Vec<_> =
            nodes.iter().map(|&node| field(&grid, mover, node, Way::Forward)).collect();
        for a in 0..4 {
            for b in 0..4 {
                let Some(first) = fields[a].distance(nodes[b]) else { continue };
                for &c in &nodes {
                    let Some(second) = fields[b].distance(c) else { continue };
                    let whole = fields[a].distance(c).expect("two ways in a row are a way");
                    assert!(whole <= first + second, "seed {seed}\n{map}");
                }
            }
        }
    });
}

#[test]
fn fields_forward_and_backward_and_searches_agree() {
    let mut scratch = Scratch::new();
    for_each_world(|seed, map, mover| {
        let grid = grid_of(map);
        let view = grid.seen_by(mover);
        let mut rng = Rng::new(seed);
        let (a, b) = (random_node(&mut rng, &grid), random_node(&mut rng, &grid));
        let expected = field(&grid, mover, a, Way::Forward).distance(b);
        assert_eq!(field(&grid, mover, b, Way::Backward).distance(a), expected, "seed {seed}");
        for metric in METRICS {
            let guess = GridHeuristic::new(&view, metric);
            let query = PathQuery::new(a, b);
            let outcome = bidirectional(&view, &guess, &query, &mut scratch, &mut ()).unwrap();
            if guess.promise() == Promise::Consistent {
                assert_eq!(outcome.cost(), expected, "seed {seed} {metric:?}\n{map}");
            }
            let outcome = astar(&view, &guess, &query, &mut scratch, &mut ());
            if guess.promise() == Promise::Consistent {
                assert_eq!(outcome.cost(), expected, "seed {seed} {metric:?}\n{map}");
            }
        }
    });
}

/// From a cell of the map to the same cell of a turned one.
type Turn<'a> = &'a dyn Fn((u32, u32)) -> (u32, u32);

#[test]
fn mirrored_and_rotated_worlds_cost_the_same() {
    let mut scratch = Scratch::new();
    for_each_world(|seed, map, mover| {
        let (w, h) = (map.width, map.height);
        let turned =
            |width: usize, height: usize, from: &dyn Fn(usize, usize) -> (usize, usize)| {
                let cells = (0..width * height).map(|at| from(at % width, at / width));
                let classes = cells.map(|(x, y)| map.at(x, y)).collect();
                grid_of(&GenMap { width, height, classes })
            };
        let grids = [
            grid_of(map),
            turned(w, h, &|x, y| (w - 1 - x, y)),
            turned(w, h, &|x, y| (x, h - 1 - y)),
            turned(h, w, &|x, y| (y, x)),
            turned(h, w, &|x, y| (y, h - 1 - x)),
        ];
        let mut rng = Rng::new(seed);
        let mut cell = || (rng.below(w) as u32, rng.below(h) as u32);
        for _ in 0..4 {
            let ends = [cell(), cell()];
            let (w, h) = (w as u32 - 1, h as u32 - 1);
            let places: [Turn<'_>; 5] = [
                &|(x, y)| (x, y),
                &|(x, y)| (w - x, y),
                &|(x, y)| (x, h - y),
                &|(x, y)| (y, x),
                &|(x, y)| (h - y, x),
            ];
            let costs: Vec<_> = grids
                .iter()
                .zip(places)
                .map(|(grid, place)| {
                    let [a, b] = ends.map(|end| grid.node(place(end)).unwrap());
                    cost(grid, mover, a, b, &mut scratch)
                })
                .collect();
            assert!(costs.iter().all(|c| *c == costs[0]), "seed {seed} {ends:?} {costs:?}\n{map}");
        }
    });
}

#[test]
fn blocking_never_shortens_and_opening_never_lengthens() {
    let mut scratch = Scratch::new();
    for_each_world(|seed, map, mover| {
        let mut grid = grid_of(map);
        let mut rng = Rng::new(seed);
        let (a, b) = (random_node(&mut rng, &grid), random_node(&mut rng, &grid));
        let none = Cost::MAX;
        let before = cost(&grid, mover, a, b, &mut scratch).unwrap_or(none);
        let cells: Vec<Cell> = (0..60).map(|_| grid.cell(random_node(&mut rng, &grid))).collect();
        let mut edit = Edit::new();
        for &cell in &cells {
            edit.set(cell, b'@');
        }
        grid.apply(&edit).unwrap();
        let blocked = cost(&grid, mover, a, b, &mut scratch).unwrap_or(none);
        assert!(blocked >= before, "seed {seed}\n{map}");
        let mut edit = Edit::new();
        for &cell in &cells {
            // Water is opened as water: as ground it would cut a river.
            let was = map.at(cell.x as usize, cell.y as usize);
            edit.set(cell, if was == b'W' { b'W' } else { b'.' });
        }
        grid.apply(&edit).unwrap();
        let opened = cost(&grid, mover, a, b, &mut scratch).unwrap_or(none);
        assert!(opened <= before, "seed {seed}\n{map}");
    });
}

#[test]
fn doubling_the_scale_doubles_every_cost() {
    for_each_world(|seed, map, mover| {
        let grid = grid_of(map);
        let from = random_node(&mut Rng::new(seed), &grid);
        let scaled = |times: u32| {
            let mover = mover.clone().scale(Scale::new(10 * times, 14 * times).unwrap());
            field(&grid, &mover, from, Way::Forward)
        };
        // The largest makes costs that pass 2³² ticks on the way.
        for times in [2, 70_000] {
            let (once, more) = (scaled(1), scaled(times));
            for node in (0..grid.cell_count()).map(NodeId::new) {
                let expected = once.distance(node).map(|cost| cost * u64::from(times));
                assert_eq!(more.distance(node), expected, "seed {seed} {node}");
            }
        }
    });
}

#[test]
fn every_piece_of_a_cheapest_path_is_cheapest() {
    let mut scratch = Scratch::new();
    for_each_world(|seed, map, mover| {
        let grid = grid_of(map);
        let view = grid.seen_by(mover);
        let mut rng = Rng::new(seed);
        let (a, b) = (random_node(&mut rng, &grid), random_node(&mut rng, &grid));
        let Some(path) = path(&grid, mover, a, b, &mut scratch) else { return };
        assert_eq!(path.validate(&view), Ok(()));
        let middle = path.nodes()[path.nodes().len() / 3];
        let ahead = field(&grid, mover, middle, Way::Forward);
        let mut sum = 0;
        for pair in path.nodes()[path.nodes().len() / 3..].windows(2) {
            sum += Cost::from(view.arc_cost(pair[0], pair[1]).unwrap());
            assert_eq!(ahead.distance(pair[1]), Some(sum), "seed {seed}\n{map}");
        }
    });
}

#[test]
fn guesses_keep_what_they_promise() {
    let mut checked = 0;
    for seed in 0..60 {
        let world = supported(&fenced_world(seed, 18, 15));
        let (grid, mover) = build_world(&world);
        let view = grid.seen_by(&mover);
        let mut rng = Rng::new(seed);
        let (goal, other) = (random_node(&mut rng, &grid), random_node(&mut rng, &grid));
        let to_goal = field(&grid, &mover, goal, Way::Backward);
        let from_goal = field(&grid, &mover, goal, Way::Forward);
        for metric in METRICS {
            let guess = GridHeuristic::new(&view, metric);
            if guess.promise() != Promise::Consistent {
                continue;
            }
            let aimed = guess.aim(&mut [goal].into_iter());
            let back = guess.aim_back(&mut [goal].into_iter());
            let many = guess.aim(&mut [goal, other].into_iter());
            assert_eq!(
                (aimed.estimate(goal), many.estimate(goal), many.estimate(other)),
                (0, 0, 0)
            );
            for node in (0..grid.cell_count()).map(NodeId::new) {
                let h = aimed.estimate(node);
                assert!(to_goal.distance(node).is_none_or(|d| h <= d), "seed {seed} {metric:?}");
                let h = back.estimate(node);
                assert!(from_goal.distance(node).is_none_or(|d| h <= d), "seed {seed} {metric:?}");
                view.for_each_arc(node, Way::Forward, |arc| {
                    for aimed in [&aimed, &many] {
                        let drop = aimed.estimate(node).saturating_sub(aimed.estimate(arc.node));
                        assert!(drop <= u64::from(arc.cost), "seed {seed} {metric:?} {node}");
                    }
                    let rise = back.estimate(arc.node).saturating_sub(back.estimate(node));
                    assert!(rise <= u64::from(arc.cost), "seed {seed} {metric:?} {node}");
                    checked += 1;
                });
            }
        }
    }
    assert!(checked > 10_000);
}

#[test]
fn no_path_costs_more_than_its_limit_whether_it_is_watched_or_not() {
    let (mut scratch, mut checked) = (Scratch::new(), 0);
    for_each_world(|seed, map, mover| {
        let (grid, mut rng) = (grid_of(map), Rng::new(seed));
        let view = grid.seen_by(mover);
        let [from, to] = [(); 2].map(|()| random_node(&mut rng, &grid));
        let octile = GridHeuristic::octile(&view);
        let query = PathQuery::new(from, to);
        let cost = astar(&view, &octile, &query, &mut scratch, &mut ()).cost();
        let Some((cost, less)) = cost.and_then(|cost| Some((cost, cost.checked_sub(1)?))) else {
            return;
        };
        for query in [query, query.canonical()] {
            let mut within = |limit| {
                let query = query.within(limit);
                let watched = &mut Recorder::default();
                let watched = astar(&view, &octile, &query, &mut scratch, watched).cost();
                [watched, astar(&view, &octile, &query, &mut scratch, &mut ()).cost()]
            };
            assert_eq!(within(cost), [Some(cost); 2], "seed {seed}");
            assert_eq!(within(less), [None; 2], "seed {seed}");
            checked += 1;
        }
    });
    assert!(checked > 20, "{checked} queries");
}

/// Costs between some nodes, there and back, for the default mover.
fn costs_of<S: Stored>(map: &S, pairs: &[[NodeId; 2]]) -> Vec<[Option<Cost>; 2]> {
    let (mover, mut scratch) = (S::Mover::default(), Scratch::new());
    let view = map.view(&mover);
    let mut cost =
        |from, to| dijkstra(&view, &PathQuery::new(from, to), &mut scratch, &mut ()).cost();
    pairs.iter().map(|&[from, to]| [cost(from, to), cost(to, from)]).collect()
}

/// There and back cost the same; blocking some places never shortens a path; an edited map gives the
/// costs of one that is read from its tables; and undone, it is as it was. Returns how many costs
/// changed.
fn obeys<S: Stored>(
    mut map: S,
    nodes: &[NodeId],
    block: impl Fn(&[S::Place]) -> S::Edit,
    seed: u64,
) -> usize {
    let mut rng = Rng::new(seed);
    let pairs: Vec<[NodeId; 2]> = (0..8).map(|_| [rng.pick(nodes), rng.pick(nodes)]).collect();
    let (before, written) = (costs_of(&map, &pairs), write_world_of(&map));
    assert!(before.iter().all(|[there, back]| there == back), "{} {seed}: {before:?}", S::NAME);
    let share = nodes.len() / 12;
    let places: Vec<S::Place> = (0..share).map(|_| map.place_of(rng.pick(nodes))).collect();
    let edit = block(&places);
    let inverse = map.inverse_of(&edit).unwrap_or_else(|error| panic!("{error}"));
    map.apply_batch(&edit).unwrap_or_else(|error| panic!("{error}"));
    let after = costs_of(&map, &pairs);
    for (before, after) in before.iter().zip(&after) {
        let [open, shut] = [before[0], after[0]].map(|cost| cost.unwrap_or(Cost::MAX));
        assert!(open <= shut, "{} {seed}: {open}, and {shut} when blocked", S::NAME);
    }
    let fresh: S = read_world_of(&write_world_of(&map)).expect("a map");
    assert_eq!(costs_of(&fresh, &pairs), after, "{} {seed}", S::NAME);
    map.apply_batch(&inverse).unwrap_or_else(|error| panic!("{error}"));
    assert!(write_world_of(&map) == written, "{} {seed} is not as it was", S::NAME);
    assert_eq!(costs_of(&map, &pairs), before, "{} {seed}", S::NAME);
    before.iter().zip(&after).filter(|(before, after)| before != after).count()
}

#[test]
fn tiles_and_voxels_are_symmetric_and_never_nearer_when_blocked() {
    let (mut changed, sides) = ([0; 4], [23, 17]);
    let nodes = |count: u32| (0..count).map(NodeId::new).collect::<Vec<_>>();
    for seed in 0..cases(12, 2_000) {
        let mut rng = Rng::new(seed);
        // Few enough that most triangles, which have three neighbours, are connected.
        let mut class = || if rng.percent(20) { b'#' } else { b'.' };
        let [width, height] = sides;
        let layout = if seed % 2 == 0 { HexLayout::Pointy } else { HexLayout::Flat };
        let mut map = HexMap::rectangle(layout, width, height, b'.').expect("a map");
        let mut edit = HexEdit::new();
        map.tiles().for_each(|hex| _ = edit.set(hex, class()));
        map.apply(&edit).expect("tiles of the map");
        let tiles: Vec<NodeId> = map.tiles().filter_map(|hex| map.node(hex)).collect();
        let block = |places: &[Hex]| {
            let mut edit = HexEdit::new();
            places.iter().for_each(|&hex| _ = edit.set(hex, b'#'));
            edit
        };
        changed[0] += obeys(map, &tiles, block, seed);

        let map = TriangleMap::of_classes(width, height, |_| class()).expect("a map");
        let inner: Vec<NodeId> = (0..width * height)
            .filter_map(|at| map.node(Cell::new(at % width, at / width)))
            .collect();
        let block = |places: &[Cell]| {
            let mut edit = TriangleEdit::new();
            places.iter().for_each(|&cell| _ = edit.set(cell, b'#'));
            edit
        };
        changed[1] += obeys(map, &inner, block, seed);

        let wrap = Wrap { columns: seed % 2 == 0, rows: seed % 3 == 0 };
        let map = FloorMap::of_classes([width, height, 2], |_| class());
        let mut map = map.and_then(|map| map.wrapped(wrap)).expect("a map");
        let mut edit = FloorEdit::new();
        for (x, y) in [(3, 4), (19, 9), (8, 15)] {
            edit.stairs((x, y, 0), (x, y, 1), 400);
        }
        map.apply(&edit).expect("stairs");
        let all: Vec<NodeId> = (0..2)
            .flat_map(|floor| (0..width * height).map(move |at| (at % width, at / width, floor)))
            .filter_map(|place| map.node(place))
            .collect();
        let block = |places: &[FloorPlace]| {
            let mut edit = FloorEdit::new();
            places.iter().for_each(|&place| _ = edit.set(place, b'#'));
            edit
        };
        changed[2] += obeys(map, &all, block, seed);

        let mut map = VoxelMap::new(17, 11, 9).expect("a map");
        let mut edit = VoxelEdit::new();
        let blocked = nodes(map.voxel_count()).into_iter().filter(|_| class() == b'#');
        blocked.for_each(|node| _ = edit.block(map.voxel(node)));
        map.apply(&edit).expect("voxels of the map");
        let all = nodes(map.voxel_count());
        let block = |places: &[Voxel]| {
            let mut edit = VoxelEdit::new();
            places.iter().for_each(|&voxel| _ = edit.block(voxel));
            edit
        };
        changed[3] += obeys(map, &all, block, seed);
    }
    assert!(changed.iter().all(|&changed| changed > 10), "{changed:?}");
}
