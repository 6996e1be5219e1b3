//! Laws of paths, lines and frames.

use astride::base::{Cell, NodeId, Vec3};
use astride::search::{PathQuery, Scratch, astar};
use astride::shapes::square::{
    Axes, Edit, Frame, GridHeuristic, compress, expand, line_of_sight, straighten,
};
use astride::world::World;
use astride_testkit::adapter::{build_world, grid_of, read_world, supported};
use astride_testkit::generate::rich_world;
use astride_testkit::larger::{larger_maps, movers, random_node};
use astride_testkit::rng::Rng;
use astride_testkit::sight::Sight;

#[test]
fn compressed_and_straightened_paths_keep_what_they_promise() {
    let mut scratch = Scratch::new();
    let mut checked = 0;
    let worlds = larger_maps()
        .into_iter()
        .flat_map(|map| movers().into_iter().map(move |mover| (map.clone(), mover)));
    for (seed, (map, mover)) in worlds.enumerate() {
        let mut grid = grid_of(&map);
        let mut rng = Rng::new(seed as u64);
        let mut edit = Edit::new();
        for _ in 0..4 {
            let cell = |rng: &mut Rng| grid.cell(random_node(rng, &grid));
            let (from, to) = (cell(&mut rng), cell(&mut rng));
            if from != to {
                edit.link(from, to, 30_000);
            }
        }
        grid.apply(&edit).unwrap();
        let view = grid.seen_by(&mover);
        for _ in 0..6 {
            let (a, b) = (random_node(&mut rng, &grid), random_node(&mut rng, &grid));
            let octile = GridHeuristic::octile(&view);
            let outcome = astar(&view, &octile, &PathQuery::new(a, b), &mut scratch, &mut ());
            let Some(path) = outcome.path() else { continue };
            let waypoints = compress(path, &grid);
            assert_eq!(expand(&waypoints, &grid).as_deref(), Some(path.nodes()), "seed {seed}");
            let kept = straighten(path, &view);
            assert_eq!((kept[0], kept[kept.len() - 1]), (a, b));
            let mut rest = path.nodes().iter();
            assert!(kept.iter().all(|node| rest.any(|other| other == node)), "in their order");
            for pair in kept.windows(2) {
                let is_step = view.arc_cost(pair[0], pair[1]).is_some();
                assert!(is_step || line_of_sight(&view, pair[0], pair[1]), "seed {seed}\n{map}");
            }
            let length = |nodes: &[NodeId]| -> f64 {
                let leg = |pair: &[NodeId]| {
                    let [a, b] = [grid.cell(pair[0]), grid.cell(pair[1])];
                    f64::from(a.x.abs_diff(b.x)).hypot(f64::from(a.y.abs_diff(b.y)))
                };
                nodes.windows(2).map(leg).sum()
            };
            assert!(length(&kept) <= length(path.nodes()) + 1e-6, "seed {seed}");
            checked += 1;
        }
    }
    assert!(checked > 100, "{checked}");
}

#[test]
fn line_of_sight_is_what_its_definition_says() {
    let mut seen = 0;
    for seed in 0..160 {
        let mut world = supported(&rich_world(seed, 7, 6));
        if seed % 2 == 0 {
            // Mostly even ground, or few lines are long.
            world.cells.iter_mut().for_each(|cell| cell.factor = cell.factor.min(1));
            world.blocked_steps.retain(|step| step.0.0 == 3);
        }
        let (grid, mover) = build_world(&world);
        let view = grid.seen_by(&mover);
        let sight = Sight::new(&world);
        for pair in 0..42 * 42 {
            let (a, b) = (pair / 42, pair % 42);
            let expected = sight.sees(world.cell_at(a), world.cell_at(b));
            let found = line_of_sight(&view, NodeId::new(a as u32), NodeId::new(b as u32));
            assert_eq!(found, expected, "seed {seed}: {a} to {b}\n{world:?}");
            seen += u32::from(found);
        }
    }
    assert!(seen > 20_000, "{seen}");
    for (seed, map) in larger_maps().iter().enumerate() {
        let grid = grid_of(map);
        for mover in movers() {
            let view = grid.seen_by(&mover);
            let sight = Sight::new(&read_world(&grid, &mover));
            let mut rng = Rng::new(seed as u64);
            for _ in 0..40 {
                let a = grid.cell(random_node(&mut rng, &grid));
                let near =
                    |at: u32, end: u32, rng: &mut Rng| (at + rng.below(12) as u32).min(end - 1);
                let b = (near(a.x, grid.width(), &mut rng), near(a.y, grid.height(), &mut rng));
                let [from, to] = [grid.node(a).unwrap(), grid.node(b).unwrap()];
                let cell = |node: NodeId| {
                    let cell = grid.cell(node);
                    (cell.x as usize, cell.y as usize)
                };
                let expected = sight.sees(cell(from), cell(to));
                assert_eq!(
                    line_of_sight(&view, from, to),
                    expected,
                    "seed {seed} {a} {b:?}\n{map}"
                );
            }
        }
    }
}

#[test]
fn frames_lead_to_the_world_and_back() {
    let mut rng = Rng::new(5);
    for _ in 0..2000 {
        let (width, height) = (1 + rng.below(300) as u32, 1 + rng.below(300) as u32);
        let mut number = |most: usize| rng.below(most) as f64 / 8.0 - most as f64 / 16.0;
        let origin = Vec3::new(number(100_000), number(100_000), number(100_000));
        let (w, h) = (number(999) + 64.0, -number(999) - 64.0);
        let square = Frame::new(width, height, origin, w, h).unwrap();
        let diamond = Frame::isometric(width, height, origin, w, h.abs()).unwrap();
        for frame in [square, diamond.axes(Axes::Xz).first_cell(-7, 90), square.axes(Axes::Yz)] {
            let cell =
                Cell::new(rng.below(width as usize) as u32, rng.below(height as usize) as u32);
            let centre = frame.centre(cell);
            assert_eq!(frame.cell_at(centre), Some(cell), "{frame:?}");
            assert_eq!(frame.nearest_cell(centre), Some(cell));
            assert_eq!(frame.cell_of_index(frame.index(cell).unwrap()), Some(cell));
            let (column, row) = frame.signed(cell).unwrap();
            assert_eq!(frame.from_signed(column, row), Some(cell));
            assert_eq!(frame.signed_cell_at(centre), Some((column, row)));
            let (x, y) = frame.grid_coordinates(frame.point(3.25, -8.5));
            assert!((x - 3.25).abs() < 1e-6 && (y + 8.5).abs() < 1e-6, "{frame:?}");
        }
    }
}
