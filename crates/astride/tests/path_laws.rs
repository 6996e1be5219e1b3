//! Laws of paths, lines and frames.

use astride::base::{Cell, NodeId, Vec3};
use astride::planner::find_path;
use astride::search::{PathQuery, Scratch, astar};
use astride::shapes::square::{
    Axes, Corners, Edit, End, Frame, GridHeuristic, Mover, compress, expand, line_of_sight,
    straighten,
};
use astride::world::World;
use astride_testkit::adapter::{build_world, grid_of, read_world, supported};
use astride_testkit::generate::{caves, rich_world};
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

/// Whether a place, in grid coordinates, is in one of the cells, give or take rounding.
fn is_in(cells: &[Cell], (column, row): (f64, f64)) -> bool {
    let near = |place: f64, cell: u32| (place - f64::from(cell) - 0.5).abs() <= 0.5 + 1e-9;
    cells.iter().any(|cell| near(column, cell.x) && near(row, cell.y))
}

#[test]
fn lines_stay_within_the_cells_of_their_path_wherever_they_begin_and_end() {
    let mut rng = Rng::new(7);
    let origin = Vec3::new(-40.0, 3.5, 12.0);
    let frames = [
        Frame::new(24, 24, origin, 2.0, -3.0).unwrap().axes(Axes::Xz),
        Frame::isometric(24, 24, origin, 64.0, 32.0).unwrap(),
    ];
    let mut found = 0;
    for round in 0..3000 {
        let map = caves(rng.next_u64(), 24, 24, 30, 0);
        let grid = grid_of(&map);
        let corners = rng.pick(&[Corners::Never, Corners::OneFree, Corners::Always]);
        let mut cell = || Cell::new(rng.below(24) as u32, rng.below(24) as u32);
        let (from, to) = (cell(), cell());
        let outcome = find_path(&grid, &Mover::walker().corners(corners), from, to).unwrap();
        let Some(path) = outcome.path() else { continue };
        found += 1;
        let cells: Vec<Cell> = path.cells(&grid).collect();
        let frame = frames[round % 2];
        let mut end = |cell: Cell| {
            let mut near = |cell: u32| f64::from(cell) + rng.below(33) as f64 / 16.0 - 0.5;
            let point = frame.point(near(cell.x), near(cell.y));
            rng.pick(&[End::Centre, End::At(point), End::Along(point), End::Edge])
        };
        let (start, goal) = (end(from), end(to));
        let line = frame.line(&cells, start, goal);
        for leg in line.windows(2) {
            for part in 0..=64 {
                let way = leg[1].minus(leg[0]).times(f64::from(part) / 64.0);
                let place = frame.grid_coordinates(leg[0].plus(way));
                assert!(
                    is_in(&cells, place),
                    "{place:?} of {line:?}\n{cells:?}, {start:?}, {goal:?}"
                );
            }
        }
        for (end, cell, point) in [(start, from, line[0]), (goal, to, line[line.len() - 1])] {
            let place = frame.grid_coordinates(point);
            assert!(is_in(&[cell], place) || matches!(end, End::Along(_)), "{place:?}, {end:?}");
            match end {
                End::Centre => assert_eq!(point, frame.centre(cell)),
                End::At(asked) if is_in(&[cell], frame.grid_coordinates(asked)) => {
                    assert!(is_near(point, asked), "{point:?} for {asked:?}");
                }
                End::At(asked) => {
                    let length = |way: Vec3| way.x.hypot(way.y).hypot(way.z);
                    let near = length(point.minus(asked));
                    for (right, down) in (0..81).map(|part| (part % 9, part / 9)) {
                        let along = |cell: u32, part: i32| f64::from(cell) + f64::from(part) / 8.0;
                        let other = frame.point(along(cell.x, right), along(cell.y, down));
                        let apart = length(other.minus(asked));
                        assert!(
                            near <= apart + 1e-9,
                            "{other:?} is nearer to {asked:?}, {point:?}"
                        );
                    }
                }
                End::Along(_) => {}
                End::Edge if cells.len() == 1 => assert_eq!(point, frame.centre(cell)),
                End::Edge => {
                    let halves = [place.0, place.1].map(|along| (along * 2.0).round() as u32 & 1);
                    assert_ne!(halves, [1, 1], "the centre of a cell, {place:?}");
                }
            }
        }
    }
    assert!(found > 1000, "{found} paths");
}

fn is_near(a: Vec3, b: Vec3) -> bool {
    let apart = a.minus(b);
    apart.x.abs().max(apart.y.abs()).max(apart.z.abs()) < 1e-9
}

#[test]
fn lines_keep_exact_points_and_their_height_and_drop_what_is_straight() {
    let frame = Frame::new(9, 9, Vec3::default(), 1.0, 1.0).unwrap();
    let row: Vec<Cell> = (0..9).map(|x| Cell::new(x, 4)).collect();
    let (here, far) = (Vec3::new(0.1, 4.9, 7.0), Vec3::new(99.0, 4.5, 0.0));
    let point = |x, y| Vec3::new(x, y, 0.0);
    let line = frame.line(&row, End::At(here), End::At(far));
    assert_eq!(line, [here, point(1.5, 4.5), point(9.0, 4.5)]);
    assert_eq!(frame.line(&row, End::Centre, End::Edge), [point(0.5, 4.5), point(8.0, 4.5)]);
    let on_the_way = End::Along(Vec3::new(1.25, 0.0, 0.0));
    assert_eq!(frame.line(&row, on_the_way, End::Centre), [point(1.25, 4.5), point(8.5, 4.5)]);
    for nowhere in [Vec3::new(f64::INFINITY, 4.5, 0.0), Vec3::new(0.1, 4.9, f64::NAN)] {
        for end in [End::At(nowhere), End::Along(nowhere)] {
            assert_eq!(frame.line(&row, end, end), [point(0.5, 4.5), point(8.5, 4.5)]);
        }
    }
    // Over a link only from centre to centre.
    let apart = [(0, 0), (7, 7)].map(Cell::from);
    let line = frame.line(&apart, End::At(point(0.9, 0.1)), End::Edge);
    assert_eq!(line, [point(0.9, 0.1), point(0.5, 0.5), point(7.5, 7.5)]);
    assert_eq!(frame.line(&[], End::Edge, End::Edge), []);
    assert_eq!(frame.line(&row[..1], End::Edge, End::At(here)), [point(0.5, 4.5), here]);
}
