//! Any-angle searches against the graph of all corners that see each other, and recorded optima.

use astride::base::{Budget, Cell, CellRect, Dir, Spent, Vec2};
use astride::io::read_map;
use astride::path::Line;
use astride::search::{Outcome, PathQuery, Scratch, Why, astar};
use astride::shapes::square::{
    AnyAngleMap, Anya, BelievedGrid, Edit, FreeSpace, Grid, GridHeuristic, Knowledge, LazyTheta,
    Mover, Spot, any_angle::TOLERANCE, anya, bounded_line, lazy_theta, steps_over_lines,
};
use astride::world::media;
use astride_testkit::adapter::{build_world, grid_of, supported};
use astride_testkit::data::{data_dir, repository_root, skip};
use astride_testkit::generate::{
    GenMap, caves, looped_maze, random_classes, random_obstacles, rectangles, rich_world, rooms,
    wall_patterns,
};
use astride_testkit::larger::{larger_maps, random_node};
use astride_testkit::reference::bellman_ford;
use astride_testkit::rng::Rng;
use astride_testkit::scenario::read_scenario;
use astride_testkit::sight::Sight;
use astride_testkit::square::SquareWorld;
use astride_testkit::tally::is_slow_run;
use astride_testkit::visibility::{Place, Visibility, sees};
use astride_testkit::world::arcs;
use flate2::read::GzDecoder;
use std::fs;
use std::io::Read;

fn spot((x, y): Place) -> Spot {
    Spot { x: x as u32, y: y as u32 }
}

fn place(point: Vec2) -> Place {
    ((2.0 * point.x) as i64, (2.0 * point.y) as i64)
}

fn map_of(map: &GenMap) -> AnyAngleMap {
    AnyAngleMap::build(&grid_of(map).seen_by(&Mover::walker())).unwrap()
}

fn is_same(a: f64, b: f64) -> bool {
    (a - b).abs() <= TOLERANCE * (1.0 + b)
}

/// A length, and that its legs are free and add up to it.
fn length_of(map: &GenMap, answer: &Outcome<Line>, from: Place, to: Place) -> Option<f64> {
    let found = answer.path()?;
    let points = &found.points;
    assert_eq!((place(points[0]), place(points[points.len() - 1])), (from, to));
    let mut sum = 0.0;
    for leg in points.windows(2) {
        assert!(sees(map, place(leg[0]), place(leg[1])), "{leg:?} is not free\n{map}");
        sum += ((leg[0].x - leg[1].x).powi(2) + (leg[0].y - leg[1].y).powi(2)).sqrt();
    }
    assert!(is_same(sum, found.length), "{sum} is not {}", found.length);
    Some(found.length)
}

/// Compares the paths between places with the reference.
fn check(map: &GenMap, places: &[Place], scratch: &mut Scratch) -> usize {
    let (ready, reference) = (map_of(map), Visibility::new(map));
    let mut found = 0;
    for (&from, lengths) in places.iter().zip(reference.all_lengths(places)) {
        for (&to, expected) in places.iter().zip(lengths) {
            let answer = anya(&ready, spot(from), spot(to), scratch);
            let length = length_of(map, &answer, from, to);
            let same = match (length, expected) {
                (Some(a), Some(b)) => is_same(a, b),
                (a, b) => a == b,
            };
            assert!(
                same,
                "{from:?} to {to:?}: {length:?}, expected {expected:?}\n{map}\n{answer:?}"
            );
            found += usize::from(length.is_some());
        }
    }
    found
}

/// All places of a map, in half cells.
fn all_places(map: &GenMap, step: usize) -> Vec<Place> {
    let (width, height) = (2 * map.width as i64, 2 * map.height as i64);
    (0..=height)
        .step_by(step)
        .flat_map(|y| (0..=width).step_by(step).map(move |x| (x, y)))
        .collect()
}

/// What a faction has not seen stands in no line's way, nor does any refusal give it away.
#[test]
fn lines_go_by_what_a_faction_believes_and_round_water() {
    let on_land = Mover::walker().within(media::LAND);
    for seed in 0..60 {
        let mut rng = Rng::new(seed);
        let map = random_classes(seed, 12, 9, b"....W@");
        let grid = grid_of(&map);
        let mut knowledge = Knowledge::new(&grid, b'.');
        let seen = CellRect::new(rng.below(8) as u32, rng.below(6) as u32, 5, 4);
        knowledge.reveal(&grid, seen, &mut Vec::new());
        let believed = BelievedGrid::build(&grid, &knowledge).unwrap();
        // The same by another hand: what is seen, and nothing else, with rock for water.
        let classes: Vec<u8> = (0..9)
            .flat_map(|y| (0..12).map(move |x| Cell::new(x, y)))
            .map(|cell| match grid.class(cell).filter(|_| seen.contains(cell)) {
                Some(b'.') | None => b'.',
                Some(_) => b'@',
            })
            .collect();
        let plain = Grid::from_classes(12, 9, &classes).unwrap();
        let (views, walker) = (believed.grid().seen_by(&on_land), Mover::walker());
        let expected = plain.seen_by(&walker);
        let maps = [AnyAngleMap::build(&views).unwrap(), AnyAngleMap::build(&expected).unwrap()];
        let spaces = [&views, &expected].map(|view| FreeSpace::new(view, 0.4).unwrap());
        for _ in 0..30 {
            let mut cell = || Cell::new(rng.below(12) as u32, rng.below(9) as u32);
            let (from, to) = (cell(), cell());
            let lengths = maps.each_ref().map(|map| {
                anya(map, Spot::centre(from), Spot::centre(to), &mut Scratch::new()).length()
            });
            assert_eq!(lengths[0], lengths[1], "seed {seed}: {from} to {to}");
            let middle = |c: Cell| Vec2::new(f64::from(c.x) + 0.5, f64::from(c.y) + 0.5);
            let clear = spaces.each_ref().map(|space| space.is_clear(middle(from), middle(to)));
            assert_eq!(clear[0], clear[1], "seed {seed}: {from} to {to}");
        }
    }
}

#[test]
fn anya_finds_the_shortest_path_between_all_places_of_all_maps_of_nine_cells() {
    let mut scratch = Scratch::new();
    let found: usize =
        wall_patterns(3, 3).map(|map| check(&map, &all_places(&map, 1), &mut scratch)).sum();
    assert!(found > 390_000, "{found}");
}

#[test]
fn anya_finds_the_shortest_path_between_all_corners_of_all_maps_of_twelve_cells() {
    let mut scratch = Scratch::new();
    let found: usize =
        wall_patterns(4, 3).map(|map| check(&map, &all_places(&map, 2), &mut scratch)).sum();
    assert!(found > 500_000, "{found}");
}

fn random_map(seed: u64, rng: &mut Rng) -> GenMap {
    let (width, height) = (3 + rng.below(10), 3 + rng.below(10));
    match seed % 5 {
        0 => caves(seed, width, height, 40, 1),
        1 => rooms(seed, width, height, 3, 60),
        2 => looped_maze(seed, width | 1, height | 1, 20),
        3 => rectangles(seed, width, height, 4, 4),
        _ => random_obstacles(seed, width, height, 10 + rng.below(40) as u32),
    }
}

#[test]
fn anya_finds_the_shortest_path_on_random_maps() {
    let mut scratch = Scratch::new();
    let (mut found, maps) = (0, if is_slow_run() { 100_000 } else { 800 });
    for seed in 0..maps {
        let mut rng = Rng::new(seed);
        let map = random_map(seed, &mut rng);
        let mut any = |size: usize| rng.below(2 * size + 1) as i64;
        let places: Vec<Place> = (0..8).map(|_| (any(map.width), any(map.height))).collect();
        found += check(&map, &places, &mut scratch);
    }
    assert!(found > 12_000, "{found}");
}

#[test]
fn from_a_cell_to_itself_it_is_no_way_at_all() {
    let grid = Grid::new(5, 5, b'.').unwrap();
    let view = grid.seen_by(&Mover::walker());
    let map = AnyAngleMap::build(&view).unwrap();
    let (cell, mut scratch) = (grid.node((2, 2)).unwrap(), Scratch::new());
    let spot = Spot::centre(grid.cell(cell));
    let budget = &mut Budget::unlimited();
    for answer in [
        Anya::new(&map, spot, spot, &mut scratch).run(budget),
        LazyTheta::new(&view, cell, cell, &mut scratch).run(budget),
    ] {
        assert_eq!(answer.length().map(|length| format!("{length:.4}")), Some("0.0000".to_owned()));
    }
}

#[test]
fn spots_on_edges_and_in_half_cells_are_places_as_well() {
    let map = map_of(&GenMap::from_drawing("..\n@.").unwrap());
    let mut scratch = Scratch::new();
    let mut length = |a, b| anya(&map, spot(a), spot(b), &mut scratch).length();
    assert_eq!(length((1, 1), (1, 1)), Some(0.0));
    assert_eq!(length((0, 1), (4, 1)), Some(2.0), "from one edge of the map to the other");
    assert_eq!(length((2, 3), (2, 2)), Some(0.5), "along a blocked cell");
    assert_eq!(length((1, 3), (3, 3)), None, "out of a blocked cell");
    let why = |a, b| anya(&map, spot(a), spot(b), &mut Scratch::new());
    let is_why = |answer: Outcome<Line>, expected| matches!(answer, Outcome::Unreachable(none) if none.why == expected);
    assert!(is_why(why((1, 3), (3, 3)), Why::StartBlocked));
    assert!(is_why(why((3, 3), (0, 4)), Why::GoalBlocked));
    assert!(is_why(why((3, 3), (5, 3)), Why::GoalBlocked), "off the map");
    let far = Spot::corner(u32::MAX, u32::MAX);
    let answer = anya(&map, far, far, &mut Scratch::new());
    assert!(is_why(answer, Why::StartBlocked));
}

/// The same map with everything that can be walked on as even ground.
fn evened(map: &GenMap) -> GenMap {
    let even = |&class: &u8| if Mover::walker().is_passable(class) { b'.' } else { b'@' };
    GenMap { classes: map.classes.iter().map(even).collect(), ..map.clone() }
}

fn in_slices(mut run: impl FnMut(&mut Budget<'_>) -> Outcome<Line>) -> Outcome<Line> {
    loop {
        let answer = run(&mut Budget::unlimited().expansions(3));
        if !matches!(answer, Outcome::OutOfBudget(_)) {
            return answer;
        }
    }
}

#[test]
fn slices_add_up_to_the_search_that_was_never_stopped() {
    for (seed, map) in larger_maps().iter().map(evened).enumerate() {
        let (ready, grid) = (map_of(&map), grid_of(&map));
        let mover = Mover::walker();
        let view = grid.seen_by(&mover);
        let mut rng = Rng::new(seed as u64);
        let (mut one, mut other) = (Scratch::new(), Scratch::new());
        for _ in 0..4 {
            let [a, b] = [0; 2].map(|_| random_node(&mut rng, &grid));
            let [from, to] = [a, b].map(|node| Spot::centre(grid.cell(node)));
            let whole = anya(&ready, from, to, &mut one);
            let mut search = Anya::new(&ready, from, to, &mut other);
            let sliced = in_slices(|budget| search.run(budget));
            assert_eq!(sliced, search.run(&mut Budget::unlimited()), "asked again");
            assert_eq!(whole, sliced);
            let whole = lazy_theta(&view, a, b, &mut one);
            let mut search = LazyTheta::new(&view, a, b, &mut other);
            assert_eq!(whole, in_slices(|budget| search.run(budget)));
        }
    }
}

#[test]
fn memory_is_asked_for_before_it_is_taken() {
    let map = GenMap::from_drawing(".....\n..@..\n.....").unwrap();
    let (ready, grid, mover) = (map_of(&map), grid_of(&map), Mover::walker());
    let view = grid.seen_by(&mover);
    let mut scratch = Scratch::new();
    let is_spent = |answer: Outcome<Line>| matches!(answer, Outcome::OutOfBudget(out) if out.spent == Spent::Bytes);
    let budget = || Budget::unlimited().bytes(60);
    assert!(is_spent(
        Anya::new(&ready, spot((0, 2)), spot((8, 2)), &mut scratch).run(&mut budget())
    ));
    let [a, b] = [(0, 1), (4, 1)].map(|cell| grid.node(cell).unwrap());
    assert!(is_spent(LazyTheta::new(&view, a, b, &mut scratch).run(&mut budget())));
    assert_eq!(scratch.bytes(), Scratch::new().bytes());
}

#[test]
fn after_the_first_queries_only_paths_are_allocated() {
    let map = caves(3, 90, 70, 42, 3);
    let (ready, grid, mover) = (map_of(&map), grid_of(&map), Mover::walker());
    let view = grid.seen_by(&mover);
    let mut scratch = Scratch::new();
    let mut ask = |seed: u64| {
        let mut rng = Rng::new(seed);
        let [a, b] = [0; 2].map(|_| random_node(&mut rng, &grid));
        let [from, to] = [a, b].map(|node| Spot::centre(grid.cell(node)));
        let paths = [anya(&ready, from, to, &mut scratch), lazy_theta(&view, a, b, &mut scratch)];
        paths.iter().filter(|path| path.path().is_some()).count() as u64
    };
    (0..60).for_each(|seed| _ = ask(seed));
    let mut paths = 0;
    let seen = allocation_counter::measure(|| paths = (0..60).map(&mut ask).sum());
    assert!(seen.count_total <= paths && paths > 30, "{} for {paths}", seen.count_total);
}

#[test]
fn a_map_that_followed_edits_is_equal_to_a_new_one() {
    let mover = Mover::walker();
    let worlds = if is_slow_run() { 2_000 } else { 40 };
    for seed in 0..worlds {
        let mut rng = Rng::new(seed);
        let (width, height) = (1 + rng.below(140) as u32, 1 + rng.below(40) as u32);
        let mut grid = grid_of(&random_obstacles(seed, width as usize, height as usize, 30));
        let mut map = AnyAngleMap::build(&grid.seen_by(&mover)).unwrap();
        for step in 0..100 {
            let mut edit = Edit::new();
            for _ in 0..rng.below(3) {
                let cell = grid.cell(random_node(&mut rng, &grid));
                let most = |at: u32, end: u32, rng: &mut Rng| {
                    1 + rng.below((end - at).min(9) as usize) as u32
                };
                let sides = (most(cell.x, width, &mut rng), most(cell.y, height, &mut rng));
                edit.fill(CellRect::new(cell.x, cell.y, sides.0, sides.1), rng.pick(b".@T"));
            }
            grid.apply(&edit).unwrap();
            if step % 3 > 0 {
                let updated = map.update(&grid.seen_by(&mover)).unwrap();
                assert!(!updated.rebuilt);
                assert_eq!(map, AnyAngleMap::build(&grid.seen_by(&mover)).unwrap(), "seed {seed}");
                assert_eq!(map.revision(), grid.revision());
            }
        }
    }
}

#[test]
fn an_updated_map_refuses_what_a_new_one_refuses_and_follows_again() {
    let mover = Mover::walker();
    let mut grid = Grid::new(9, 9, b'.').unwrap();
    let mut map = AnyAngleMap::build(&grid.seen_by(&mover)).unwrap();
    let revision = map.revision();
    let refused = [
        (Edit::new().set((3, 3), b'5').clone(), ["costs differ", "bounded_line"]),
        (Edit::new().set((3, 3), b'W').clone(), ["media", "Mover::within(media::LAND)"]),
        (Edit::new().set((3, 3), b'@').link((1, 1), (5, 5), 3).clone(), ["links", "lazy_theta"]),
    ];
    for (edit, why) in refused {
        grid.apply(&edit).unwrap();
        let view = grid.seen_by(&mover);
        let error = map.update(&view).unwrap_err();
        assert!(why.iter().all(|why| error.to_string().contains(why)), "{error}");
        let on_land = mover.clone().within(media::LAND);
        let kept_to_one = AnyAngleMap::build(&grid.seen_by(&on_land));
        assert_eq!(kept_to_one.is_ok(), why[0] == "media", "{error}");
        assert_eq!(AnyAngleMap::build(&view).unwrap_err(), error);
        assert_eq!(map.revision(), revision);
    }
    grid.apply(Edit::new().unlink((1, 1), (5, 5))).unwrap();
    map.update(&grid.seen_by(&mover)).unwrap();
    assert_eq!(map.corner_count(), 4);
    grid.apply(Edit::new().wall((3, 3), Dir::E)).unwrap();
    assert!(map.update(&grid.seen_by(&mover)).unwrap_err().to_string().contains("walls"));
    let thick = Grid::new(9, 9, b'@').unwrap();
    assert!(map.update(&thick.seen_by(&mover.impassable(b'S'))).unwrap().rebuilt);
}

#[test]
fn legs_of_lazy_theta_are_lines_of_sight_steps_or_links_and_reach_what_can_be_reached() {
    let mut scratch = Scratch::new();
    let mut legs = [0; 3];
    for seed in 0..if is_slow_run() { 20_000 } else { 400 } {
        let world = supported(&rich_world(seed, 8, 7));
        let (grid, mover) = build_world(&world);
        let (view, sight, arcs) = (grid.seen_by(&mover), Sight::new(&world), arcs(&world));
        let mut rng = Rng::new(seed);
        for _ in 0..6 {
            let [a, b] = [0; 2].map(|_| random_node(&mut rng, &grid));
            let free = world.cells[a.index()].factor > 0 && world.cells[b.index()].factor > 0;
            let reached = bellman_ford(56, &arcs, a.index())[b.index()].is_some() && free;
            let answer = lazy_theta(&view, a, b, &mut scratch);
            assert_eq!(answer.path().is_some(), reached, "seed {seed}: {a} to {b}\n{world:?}");
            let Some(path) = answer.path() else { continue };
            let cells: Vec<_> =
                path.points.iter().map(|at| (at.x as usize, at.y as usize)).collect();
            assert_eq!(
                (world.index(cells[0]), world.index(cells[cells.len() - 1])),
                (a.index(), b.index())
            );
            let mut most = 0.0;
            for leg in cells.windows(2) {
                let [from, to] = [leg[0], leg[1]].map(|cell| world.index(cell));
                let (dx, dy) = (leg[0].0.abs_diff(leg[1].0), leg[0].1.abs_diff(leg[1].1));
                let width = ((dx * dx + dy * dy) as f64).sqrt();
                let arc =
                    arcs.iter().filter(|arc| (arc.0, arc.1) == (from, to)).map(|arc| arc.2).min();
                let is_step = dx.max(dy) == 1 && arc.is_some();
                let factor = world.cells[to].factor as f64;
                if sight.sees(leg[0], leg[1]) || is_step {
                    legs[usize::from(is_step)] += 1;
                    most += width * factor;
                } else {
                    legs[2] += 1;
                    most += arc.expect("a link") as f64 / world.straight as f64;
                }
            }
            assert!(
                path.length <= most + 1e-9 || legs[2] > 0,
                "seed {seed}: {} {most}",
                path.length
            );
        }
    }
    assert!(legs.iter().all(|&count| count > 10), "{legs:?}");
}

#[test]
fn no_line_leads_past_a_link() {
    let mut grid = Grid::new(12, 1, b'.').unwrap();
    grid.apply(Edit::new().link((1, 0), (8, 0), 1_386)).unwrap();
    let view = grid.seen_by(&Mover::walker());
    let [a, b] = [(0, 0), (11, 0)].map(|cell| grid.node(cell).unwrap());
    let answer = lazy_theta(&view, a, b, &mut Scratch::new());
    let path = answer.path().unwrap();
    assert_eq!((path.points.len(), format!("{:.3}", path.length)), (4, "4.100".to_owned()));
}

#[test]
fn lazy_theta_is_between_the_shortest_path_and_the_path_of_steps_on_the_whole() {
    let mut scratch = Scratch::new();
    let mut sums = [0.0; 3];
    for (seed, map) in larger_maps().iter().map(evened).enumerate() {
        let (grid, ready, mover) = (grid_of(&map), map_of(&map), Mover::walker());
        let view = grid.seen_by(&mover);
        let mut rng = Rng::new(seed as u64);
        for _ in 0..20 {
            let [a, b] = [0; 2].map(|_| random_node(&mut rng, &grid));
            let [from, to] = [a, b].map(|node| Spot::centre(grid.cell(node)));
            let answer = lazy_theta(&view, a, b, &mut scratch);
            let Some(length) = answer.length() else { continue };
            let least = anya(&ready, from, to, &mut scratch).length().unwrap();
            assert!(length >= least - 1e-9, "{length} is less than {least}");
            let octile = GridHeuristic::octile(&view);
            let steps = astar(&view, &octile, &PathQuery::new(a, b), &mut Scratch::new(), &mut ());
            let steps = steps.path().unwrap().measure(&grid).length();
            [least, length, steps].iter().zip(&mut sums).for_each(|(length, sum)| *sum += length);
        }
    }
    let [least, lazy, steps] = sums;
    assert!(lazy < 1.1 * least && 1.01 * lazy < steps, "{sums:?}");
}

/// All lengths folded into one number: a change means that answers differ from those of other
/// machines and earlier versions.
#[test]
fn lengths_are_the_same_on_every_machine() {
    let mut digest = 0_u64;
    let mut scratch = Scratch::new();
    for (seed, map) in larger_maps().iter().map(evened).enumerate() {
        let (grid, ready, mover) = (grid_of(&map), map_of(&map), Mover::walker());
        let view = grid.seen_by(&mover);
        let mut rng = Rng::new(seed as u64);
        for _ in 0..10 {
            let [a, b] = [0; 2].map(|_| random_node(&mut rng, &grid));
            let [from, to] = [a, b].map(|node| Spot::centre(grid.cell(node)));
            let exact = anya(&ready, from, to, &mut scratch);
            let lazy = lazy_theta(&view, a, b, &mut scratch);
            for answer in [exact, lazy] {
                let points = answer.path().map_or(&[][..], |found| &found.points);
                for point in points {
                    digest = digest.rotate_left(5)
                        ^ point.x.to_bits()
                        ^ point.y.to_bits().rotate_left(32);
                    digest = digest.wrapping_mul(0x9e37_79b9_7f4a_7c15);
                }
                digest ^= answer.length().unwrap_or(-1.0).to_bits();
            }
        }
    }
    assert_eq!(digest, 0x5c82_c1c9_d0d1_bdca, "{digest:#x}");
}

#[test]
fn recorded_optima_are_found() {
    let Some(folder) = data_dir() else {
        return skip("the folder of recorded any-angle lengths is not there");
    };
    let packed = fs::read(repository_root().join("data/grid/sc1/AcrosstheCape.map.gz")).unwrap();
    let mut text = Vec::new();
    GzDecoder::new(&packed[..]).read_to_end(&mut text).unwrap();
    let grid = read_map(&text).unwrap();
    let map = AnyAngleMap::build(&grid.seen_by(&Mover::walker())).unwrap();
    let rows = fs::read(folder.join("anyangle/AcrosstheCape.anyangle.scen")).unwrap();
    let rows = read_scenario(&rows).unwrap();
    assert_eq!(rows.len(), 201);
    let mut scratch = Scratch::new();
    for row in rows {
        let corner = |(x, y): (usize, usize)| Spot::corner(x as u32, y as u32);
        let answer = anya(&map, corner(row.start), corner(row.goal), &mut scratch);
        let (found, expected) = (answer.length().unwrap(), row.length.parse::<f64>().unwrap());
        assert!((found - expected).abs() <= 1e-6 * expected, "{row:?}: {found}");
    }
}

/// On real maps: never longer than the recorded path of steps, never shorter than the straight
/// line, as long there as back, and free all along.
#[test]
fn on_real_maps_a_path_is_as_long_back_and_never_longer_than_by_steps() {
    let sets = [
        ("dao/arena.map", "dao/arena.map.scen", 5),
        ("dao/den011d.map", "dao/den011d.map.scen", 20),
        ("dao/lak303d.map", "dao/lak303d.map.scen", 40),
        ("da2/ht_chantry.map", "da2/ht_chantry.map.scen", 80),
        ("cities/Berlin_0_256.map.gz", "cities/Berlin_0_256.map.scen", 40),
        ("mazes/maze512-32-0.map.gz", "mazes/maze512-32-0.map.sample.scen", 30),
        ("random/random512-40-0.map.gz", "random/random512-40-0.map.sample.scen", 30),
        ("rooms/32room_000.map.gz", "rooms/32room_000.map.sample.scen", 30),
        ("sc1/AcrosstheCape.map.gz", "sc1/AcrosstheCape.map.sample.scen", 30),
    ];
    let (mut scratch, mut asked) = (Scratch::new(), 0);
    for (map, rows, stride) in sets {
        let read = |name: &str| fs::read(repository_root().join("data/grid").join(name)).unwrap();
        let map = evened(&astride_testkit::scenario::read_map(&read(map)).unwrap());
        let ready = map_of(&map);
        let stride = if is_slow_run() { 1 } else { stride };
        for row in read_scenario(&read(rows)).unwrap().iter().step_by(stride) {
            let centre = |(x, y): (usize, usize)| (2 * x as i64 + 1, 2 * y as i64 + 1);
            let (from, to) = (centre(row.start), centre(row.goal));
            let there = anya(&ready, spot(from), spot(to), &mut scratch);
            let Some(length) = length_of(&map, &there, from, to) else {
                assert!(row.is_without_path(), "{row:?}");
                continue;
            };
            let back = anya(&ready, spot(to), spot(from), &mut scratch).length().unwrap();
            assert!(is_same(length, back), "{row:?}: {length} there, {back} back");
            let line = ((from.0 - to.0).pow(2) + (from.1 - to.1).pow(2)) as f64;
            assert!(length >= line.sqrt() / 2.0 - 1e-9, "{row:?}");
            let steps: f64 = row.length.parse().unwrap();
            assert!(
                length <= steps * (1.0 + 1e-5) + 0.01 || row.is_without_path(),
                "{row:?}: {length}"
            );
            asked += 1;
        }
    }
    assert!(asked > 120, "{asked}");
}

/// All lengths from one node by lines of sight on one ground, steps and links: every pair of cells is
/// looked at, and the ways are relaxed until nothing changes.
fn lengths_by_lines(world: &SquareWorld, from: usize) -> Vec<f64> {
    let (sight, cells) = (Sight::new(world), world.width * world.height);
    let place = |node: usize| (node % world.width, node / world.width);
    let width = |a: usize, b: usize| {
        let (a, b) = (place(a), place(b));
        ((a.0.abs_diff(b.0).pow(2) + a.1.abs_diff(b.1).pow(2)) as f64).sqrt()
    };
    let mut legs: Vec<(usize, usize, f64)> = (0..cells)
        .flat_map(|a| (0..cells).map(move |b| (a, b)))
        .filter(|&(a, b)| a != b && sight.sees(place(a), place(b)))
        .map(|(a, b)| (a, b, width(a, b) * world.cells[b].factor as f64))
        .collect();
    let links = arcs(world).len();
    let plain = SquareWorld { links: Vec::new(), ..world.clone() };
    let steps = arcs(&plain);
    legs.extend(steps.iter().map(|&(a, b, _)| (a, b, width(a, b) * world.cells[b].factor as f64)));
    if links > steps.len() {
        let all = arcs(world);
        let is_new = |arc: &&(usize, usize, u64)| !steps.contains(arc);
        let ticks =
            |&(a, b, cost): &(usize, usize, u64)| (a, b, cost as f64 / world.straight as f64);
        legs.extend(all.iter().filter(is_new).map(ticks));
    }
    let mut lengths = vec![f64::INFINITY; cells];
    lengths[from] = 0.0;
    let mut changes = true;
    while changes {
        changes = false;
        for &(a, b, length) in &legs {
            if lengths[a] + length < lengths[b] - 1e-12 {
                (lengths[b], changes) = (lengths[a] + length, true);
            }
        }
    }
    lengths
}

#[test]
fn a_bounded_line_is_as_near_to_the_shortest_as_it_says() {
    let (mut scratch, mut cut, mut tight, mut loose) = (Scratch::new(), 0, 0, 0);
    for seed in 0..if is_slow_run() { 20_000 } else { 600 } {
        let mut world = supported(&rich_world(seed, 7, 6));
        if seed % 2 == 0 {
            // All ground in one medium, so that corners can be cut wherever the rule lets them.
            world.cells.iter_mut().for_each(|cell| cell.media = u8::from(cell.factor > 0));
        }
        let (grid, mover) = build_world(&world);
        let view = grid.seen_by(&mover);
        let mut rng = Rng::new(seed);
        let from = random_node(&mut rng, &grid);
        let shortest = lengths_by_lines(&world, from.index());
        let ratio = steps_over_lines(&view);
        cut += usize::from(ratio < 1.2);
        for _ in 0..8 {
            let to = random_node(&mut rng, &grid);
            let answer = bounded_line(&view, from, to, &mut Budget::unlimited(), &mut scratch);
            let least = shortest[to.index()];
            let Some(found) = answer.path() else {
                let stands = [from, to].iter().all(|node| world.cells[node.index()].factor > 0);
                assert!(!(stands && least.is_finite()), "seed {seed}: {from} to {to}\n{world:?}");
                continue;
            };
            let near = 1e-9 * (1.0 + least);
            assert!(
                found.at_least <= least + near && least <= found.line.length + near,
                "seed {seed}: {from} to {to}: {} <= {least} <= {}\n{world:?}",
                found.at_least,
                found.line.length
            );
            assert!(found.line.length <= found.factor() * least + near);
            let is_exact = world.diagonal * 13_860 == world.straight * 19_601;
            assert!(!is_exact || found.factor() <= ratio + 1e-9, "seed {seed}: {from} to {to}");
            tight += usize::from(found.factor() < 1.03);
            loose += usize::from(found.factor() > 1.1);
        }
    }
    assert!(cut > 50 && tight > 100 && loose > 10, "{cut} {tight} {loose}");
}

#[test]
fn a_bounded_line_is_the_steps_where_the_budget_ends_after_them() {
    let grid = Grid::new(30, 30, b'.').unwrap();
    let mover = Mover::walker();
    let view = grid.seen_by(&mover);
    let [from, to] = [(0, 0), (29, 13)].map(|cell| grid.node(cell).unwrap());
    let mut ends = [0; 2];
    for limit in 0..60 {
        let mut budget = Budget::unlimited().expansions(limit);
        match bounded_line(&view, from, to, &mut budget, &mut Scratch::new()) {
            Outcome::OutOfBudget(out) => {
                assert_eq!(out.spent, Spent::Expansions);
                ends[0] += 1;
            }
            Outcome::Found(found) => {
                assert!(found.path.factor() < 1.0 + 1e-9, "straight there");
                ends[1] += 1;
            }
            Outcome::Unreachable(_) => panic!("nothing is in the way"),
        }
    }
    assert!(ends.iter().all(|&count| count > 0), "{ends:?}");
}
