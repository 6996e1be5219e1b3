//! Lines made smaller, smoother and timed: every promise sampled, and judged by brute force.

#![expect(clippy::float_cmp, reason = "what is kept exactly is compared exactly")]

use astride::base::{Cell, Dir, Vec2};
use astride::path::{
    Limits, LineError, Path, Space as _, Timing, pursue, reduce, resample, round_corners, smooth,
    timed,
};
use astride::search::{PathQuery, Scratch, astar};
use astride::shapes::square::{
    AnyAngleMap, Edit, FreeSpace, Grid, GridHeuristic, Mover, Neighbours, Spot, anya, lazy_theta,
};
use astride::world::media;
use astride_testkit::adapter::grid_of;
use astride_testkit::generate::{
    GenMap, caves, looped_maze, random_obstacles, rooms, wall_patterns,
};
use astride_testkit::larger::random_node;
use astride_testkit::rng::Rng;
use astride_testkit::tally::is_slow_run;
use astride_testkit::visibility::{Place, is_pinched, sees};

/// How much nearer than its radius a body may come in these tests, in cell widths.
const SLACK: f64 = 2e-9;

fn at(x: f64, y: f64) -> Vec2 {
    Vec2::new(x, y)
}

/// The distance from a point to the nearest blocked cell or to the rim of the map; negative by how
/// far it is inside of one.
fn distance_to_blocked(map: &GenMap, p: Vec2) -> f64 {
    let (width, height) = (map.width as f64, map.height as f64);
    let mut least = p.x.min(p.y).min(width - p.x).min(height - p.y);
    for (index, _) in map.classes.iter().enumerate().filter(|cell| *cell.1 != b'.') {
        let (x, y) = ((index % map.width) as f64, (index / map.width) as f64);
        let (right, left) = (x - p.x, p.x - x - 1.0);
        let (below, above) = (y - p.y, p.y - y - 1.0);
        let (dx, dy) = (right.max(left), below.max(above));
        let off = (dx.max(0.0).powi(2) + dy.max(0.0).powi(2)).sqrt() + dx.max(dy).min(0.0);
        least = least.min(off);
    }
    least
}

/// The least distance from points of a leg to blocked cells; the leg is looked at in small pieces.
fn least_on_leg(map: &GenMap, from: Vec2, to: Vec2, pieces: u32) -> f64 {
    let share = |i: u32| f64::from(i) / f64::from(pieces);
    let point = |s: f64| at(from.x + (to.x - from.x) * s, from.y + (to.y - from.y) * s);
    (0..=pieces).map(|i| distance_to_blocked(map, point(share(i)))).fold(f64::INFINITY, f64::min)
}

fn length(line: &[Vec2]) -> f64 {
    line.windows(2).map(|leg| leg[0].distance_to(leg[1])).sum()
}

fn map_of(seed: u64) -> GenMap {
    let (width, height) = (12 + seed as usize % 7, 10 + seed as usize % 5);
    match seed % 4 {
        0 => caves(seed, width, height, 42, 2),
        1 => rooms(seed, width, height, 4, 80),
        2 => looped_maze(seed, width | 1, height | 1, 15),
        _ => random_obstacles(seed, width, height, 20),
    }
}

/// Lines on a map with the radius for which they are clear: along centres by straight steps, by
/// lines of sight, and the shortest of a point.
fn lines(map: &GenMap, seed: u64) -> Vec<(Vec<Vec2>, f64)> {
    let grid = grid_of(map);
    let mut rng = Rng::new(seed);
    let mut lines = Vec::new();
    let (mut scratch, mut any_angle) = (Scratch::new(), Scratch::new());
    let four = Mover::walker().neighbours(Neighbours::Four);
    let (four, eight) = (grid.seen_by(&four), Mover::walker());
    let eight = grid.seen_by(&eight);
    let ready = AnyAngleMap::build(&eight).unwrap();
    for _ in 0..4 {
        let [a, b] = [0; 2].map(|_| random_node(&mut rng, &grid));
        let [from, to] = [a, b].map(|node| Spot::centre(grid.cell(node)));
        let guess = GridHeuristic::octile(&four);
        let steps = astar(&four, &guess, &PathQuery::new(a, b), &mut scratch, &mut ());
        if let Some(path) = steps.path() {
            let centre = |cell| Spot::centre(cell).point();
            let line: Vec<Vec2> = path.cells(&grid).map(centre).collect();
            lines.extend([0.5, 0.35, 0.1].map(|radius| (line.clone(), radius)));
        }
        for answer in
            [lazy_theta(&eight, a, b, &mut any_angle), anya(&ready, from, to, &mut any_angle)]
        {
            lines.extend(answer.path().map(|found| (found.points.clone(), 0.0)));
        }
    }
    lines
}

/// Calls `judge` with many maps, lines on them, and the free space in which these are clear.
fn for_lines(judge: impl Fn(&GenMap, &[Vec2], &FreeSpace<'_>)) {
    let mut count = 0;
    for seed in 0..if is_slow_run() { 4_000 } else { 120 } {
        let map = map_of(seed);
        let (grid, mover) = (grid_of(&map), Mover::walker());
        for (line, radius) in lines(&map, seed) {
            let space = FreeSpace::new(&grid.seen_by(&mover), radius).unwrap();
            if radius == 0.0 && line.windows(2).any(|leg| !space.is_clear(leg[0], leg[1])) {
                continue; // it begins or ends where two blocked cells touch
            }
            judge(&map, &line, &space);
            count += 1;
        }
    }
    assert!(count > 800, "{count}");
}

fn legs_are_clear(map: &GenMap, line: &[Vec2], space: &FreeSpace<'_>) {
    for leg in line.windows(2) {
        assert!(space.is_clear(leg[0], leg[1]), "{leg:?}\n{map}");
        let off = least_on_leg(map, leg[0], leg[1], 8);
        assert!(off >= space.radius() - SLACK, "{off} off {leg:?}\n{map}");
    }
}

fn ends_are_kept(line: &[Vec2], made: &[Vec2]) {
    assert_eq!((line.first(), line.last()), (made.first(), made.last()));
}

#[test]
fn a_point_may_move_where_corners_see_each_other() {
    for map in wall_patterns(3, 3) {
        let (grid, mover) = (grid_of(&map), Mover::walker());
        let space = FreeSpace::new(&grid.seen_by(&mover), 0.0).unwrap();
        let places: Vec<Place> = (0..=6).flat_map(|y| (0..=6).map(move |x| (x, y))).collect();
        for &a in &places {
            for &b in &places {
                let expected = sees(&map, a, b) && !is_pinched(&map, a) && !is_pinched(&map, b);
                let point = |(x, y): Place| at(x as f64 / 2.0, y as f64 / 2.0);
                assert_eq!(space.is_clear(point(a), point(b)), expected, "{a:?} {b:?}\n{map}");
            }
        }
    }
}

#[test]
fn a_body_is_clear_where_sampling_finds_it_clear() {
    let (mut free, mut blocked) = (0, 0);
    for seed in 0..if is_slow_run() { 400 } else { 100 } {
        let map = random_obstacles(seed, 8, 7, 15);
        let (grid, mover, mut rng) = (grid_of(&map), Mover::walker(), Rng::new(seed));
        let radius = 0.05 + rng.below(100) as f64 / 150.0;
        let space = FreeSpace::new(&grid.seen_by(&mover), radius).unwrap();
        let mut number = |most: usize| rng.below(most * 1000) as f64 / 1000.0;
        for _ in 0..60 {
            let from = at(number(8), number(7));
            let to = at(from.x + number(3) - 1.5, from.y + number(3) - 1.5);
            let off = least_on_leg(&map, from, to, 400);
            // The least distance between two samples is at most half a piece less.
            let near = from.distance_to(to) / 800.0;
            let is_clear = space.is_clear(from, to);
            if off < radius - SLACK {
                assert!(!is_clear, "{from:?} {to:?} {radius} {off}\n{map}");
                blocked += 1;
            } else if off > radius + near {
                assert!(is_clear, "{from:?} {to:?} {radius} {off}\n{map}");
                free += 1;
            }
        }
    }
    assert!(free > 300 && blocked > 300, "{free} {blocked}");
}

/// A map of land, water, beach and rock at random.
fn shore(seed: u64) -> Grid {
    let mut rng = Rng::new(seed);
    Grid::from_fn(8, 7, |_| b"......WWWbb@"[rng.below(12)]).unwrap()
}

#[test]
fn a_body_is_clear_where_it_is_in_one_of_its_media() {
    let duck = Mover::walker().terrain_in(b'b', 1, media::LAND | media::WATER).unwrap();
    let alone = [media::LAND, media::WATER].map(|medium| duck.clone().within(medium));
    let mut seen = [0; 4];
    for seed in 0..400 {
        let (grid, mut rng) = (shore(seed), Rng::new(seed));
        let radius = (1 + rng.below(3)) as f64 / 8.0;
        let space = |mover| FreeSpace::new(&grid.seen_by(mover), radius).unwrap();
        let (both, single) = (space(&duck), alone.each_ref().map(space));
        let mut number = |most: usize| rng.below(most * 4 + 1) as f64 / 4.0;
        for _ in 0..60 {
            let from = at(number(8), number(7));
            let to = at(from.x + number(2) - 1.0, from.y + number(2) - 1.0);
            let [land, water] = single.each_ref().map(|space| space.is_clear(from, to));
            assert_eq!(both.is_clear(from, to), land || water, "seed {seed}: {from:?} {to:?}");
            seen[usize::from(land) + 2 * usize::from(water)] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 300), "{seen:?}");
}

#[test]
fn a_point_changes_its_medium_nowhere() {
    let grid = Grid::from_classes(3, 1, b".W.").unwrap();
    let space = FreeSpace::new(&grid.seen_by(&Mover::walker()), 0.0).unwrap();
    let [land, border, water] = [at(0.5, 0.5), at(1.0, 0.5), at(1.5, 0.5)];
    assert!(space.is_clear(land, at(0.9, 0.5)) && space.is_clear(water, at(1.1, 0.5)));
    for ends in [[land, border], [border, water], [land, water]] {
        assert!(!space.is_clear(ends[0], ends[1]), "{ends:?}");
    }
}

/// Rocks, walls, fences, one-way steps and forbidden diagonals at random; each side or corner that
/// is closed as its two ends.
fn walled(seed: u64) -> (GenMap, Grid, Vec<[Vec2; 2]>) {
    let (map, mut rng, mut edit) = (random_obstacles(seed, 8, 7, 6), Rng::new(seed), Edit::new());
    let mut closed = Vec::new();
    for _ in 0..9 {
        let (x, y) = (1 + rng.below(6) as u32, 1 + rng.below(5) as u32);
        let (west, north) = (f64::from(x), f64::from(y));
        let (dir, ends) = match rng.below(4) {
            0 => (Dir::E, [at(west + 1.0, north), at(west + 1.0, north + 1.0)]),
            1 => (Dir::N, [at(west, north), at(west + 1.0, north)]),
            2 => (Dir::W, [at(west, north), at(west, north + 1.0)]),
            _ => (Dir::SW, [at(west, north + 1.0); 2]),
        };
        closed.push(ends);
        match rng.below(3) {
            0 if !dir.is_diagonal() => edit.wall((x, y), dir),
            1 if !dir.is_diagonal() => edit.fence((x, y), dir, 1),
            _ => edit.forbid_step((x, y), dir),
        };
    }
    let mut grid = grid_of(&map);
    grid.apply(&edit).unwrap();
    (map, grid, closed)
}

#[test]
fn a_body_keeps_clear_of_walls() {
    let (mut free, mut met) = (0, 0);
    for seed in 0..if is_slow_run() { 400 } else { 120 } {
        let (map, grid, closed) = walled(seed);
        let (climber, mut rng) = (Mover::walker().crosses(1, 0).unwrap(), Rng::new(seed));
        let radius = 0.05 + rng.below(80) as f64 / 200.0;
        let space = FreeSpace::new(&grid.seen_by(&climber), radius).unwrap();
        let mut number = |most: usize| rng.below(most * 1000) as f64 / 1000.0;
        for _ in 0..60 {
            let from = at(number(8), number(7));
            let to = at(from.x + number(3) - 1.5, from.y + number(3) - 1.5);
            let sample = |i: u32| from.plus(to.minus(from).times(f64::from(i) / 200.0));
            let to_walls =
                (0..=200).flat_map(|i| closed.iter().map(move |[a, b]| (sample(i), a, b)));
            let from_walls =
                to_walls.map(|(p, a, b)| off_leg(p, *a, *b)).fold(f64::INFINITY, f64::min);
            let off = from_walls.min(least_on_leg(&map, from, to, 200));
            let (is_clear, between) = (space.is_clear(from, to), from.distance_to(to) / 400.0);
            if off < radius - SLACK {
                assert!(!is_clear, "seed {seed}: {from:?} {to:?} {radius} {off}\n{map}");
                met += u32::from(from_walls <= off);
            } else if off > radius + between {
                assert!(is_clear, "seed {seed}: {from:?} {to:?} {radius} {off}\n{map}");
                free += 1;
            }
        }
    }
    assert!(free > 300 && met > 300, "{free} {met}");
}

#[test]
fn a_point_passes_no_wall_and_smooth_paths_of_walkers_keep_clear_of_walls_and_water() {
    let mut curved = 0;
    for seed in 0..200 {
        let (_, mut grid, _) = walled(seed);
        grid.apply(Edit::new().set((0, seed as u32 % 7), b'W')).unwrap();
        let mover = Mover::walker().neighbours(Neighbours::Four);
        let view = grid.seen_by(&mover);
        let [point, disc] = [0.0, 0.3].map(|radius| FreeSpace::new(&view, radius).unwrap());
        let centre = |cell| Spot::centre(cell).point();
        for cell in (0..7).flat_map(|y| (0..7).map(move |x| Cell::new(x, y))) {
            let there = cell.step(Dir::E).unwrap();
            let is_open = view.may_step(cell, Dir::E) && view.may_step(there, Dir::W);
            assert_eq!(point.is_clear(centre(cell), centre(there)), is_open, "seed {seed}: {cell}");
            let on_side = centre(cell).plus(centre(there)).times(0.5);
            let is_walled =
                grid.is_step_forbidden(cell, Dir::E) || grid.is_step_forbidden(there, Dir::W);
            let ends_well = view.is_free(cell) && !is_walled;
            assert!(ends_well || !point.is_clear(centre(cell), on_side), "seed {seed}: {cell}");
        }
        let ends = [(1, 1), (7, 6)].map(|cell| grid.node(cell).unwrap());
        let query = PathQuery::new(ends[0], ends[1]);
        let guess = GridHeuristic::octile(&view);
        let outcome = astar(&view, &guess, &query, &mut Scratch::new(), &mut ());
        let Some(path) = outcome.path() else { continue };
        let line: Vec<Vec2> = path.cells(&grid).map(centre).collect();
        // A path may take a one-way step forward, which a line in free space may not.
        let Ok(curve) = smooth(&line, &disc, 0.01) else { continue };
        assert!(curve.points.windows(2).all(|leg| disc.is_clear(leg[0], leg[1])), "seed {seed}");
        curved += u32::from(curve.points.len() > line.len());
    }
    assert!(curved > 50, "{curved}");
}

#[test]
fn a_shape_is_clear_only_where_all_points_in_it_are() {
    let mut held = 0;
    for seed in 0..2_000 {
        let map = random_obstacles(seed, 8, 7, 8);
        let (grid, mover, mut rng) = (grid_of(&map), Mover::walker(), Rng::new(seed));
        let space = FreeSpace::new(&grid.seen_by(&mover), rng.below(5) as f64 / 10.0).unwrap();
        let mut number = |most: usize| rng.below(most * 1000) as f64 / 1000.0;
        let (x, y) = (number(6), number(5));
        let shape: [Vec2; 4] = std::array::from_fn(|_| at(x + number(2), y + number(2)));
        if !space.holds(&shape) {
            continue;
        }
        held += 1;
        for _ in 0..200 {
            let weights: [f64; 4] = std::array::from_fn(|_| number(1));
            let sum: f64 = weights.iter().sum::<f64>().max(1e-3);
            let mixed = |pick: fn(&Vec2) -> f64| {
                shape.iter().zip(weights).map(|(corner, weight)| pick(corner) * weight / sum).sum()
            };
            let point = at(mixed(|corner| corner.x), mixed(|corner| corner.y));
            let off = distance_to_blocked(&map, point);
            assert!(off >= space.radius() - SLACK, "seed {seed}: {point:?} {off}\n{map}");
        }
    }
    assert!(held > 300, "{held}");
}

#[test]
fn smooth_lines_stay_clear_and_go_through_all_points() {
    for_lines(|map, line, space| {
        let made = smooth(line, space, 0.02).unwrap();
        ends_are_kept(line, &made.points);
        legs_are_clear(map, &made.points, space);
        let mut rest = made.points.iter();
        assert!(line.iter().all(|point| rest.any(|other| other == point)), "through all, in order");
        assert_eq!(made.curves.len() + 1, line.len().max(1));
        let mut heading: Option<Vec2> = None;
        for [p, q, r, s] in &made.curves {
            let near = |t: f64| {
                let u = 1.0 - t;
                let [a, b, c, d] = [u * u * u, 3.0 * u * u * t, 3.0 * u * t * t, t * t * t];
                at(a * p.x + b * q.x + c * r.x + d * s.x, a * p.y + b * q.y + c * r.y + d * s.y)
            };
            for i in 0..=40 {
                let point = near(f64::from(i) / 40.0);
                let off = distance_to_blocked(map, point);
                assert!(off >= space.radius() - SLACK, "{off} at {point:?}\n{map}");
                let apart = made
                    .points
                    .windows(2)
                    .map(|leg| off_leg(point, leg[0], leg[1]))
                    .fold(f64::INFINITY, f64::min);
                assert!(apart <= 0.02 + SLACK, "{apart} from the curve");
            }
            if p != q
                && let Some(before) = heading
            {
                let on = at(q.x - p.x, q.y - p.y);
                let cross = before.x * on.y - before.y * on.x;
                assert!(cross.abs() <= 1e-9, "the direction jumps by {cross}");
            }
            heading = (r != s).then(|| at(s.x - r.x, s.y - r.y));
        }
    });
}

fn off_leg(p: Vec2, a: Vec2, b: Vec2) -> f64 {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let share = ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy);
    let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 };
    p.distance_to(at(a.x + dx * share, a.y + dy * share))
}

#[test]
fn most_legs_of_a_line_with_room_become_curves() {
    let map = GenMap::filled(30, 30, b'.');
    let (grid, mover, mut rng) = (grid_of(&map), Mover::walker(), Rng::new(1));
    let space = FreeSpace::new(&grid.seen_by(&mover), 0.4).unwrap();
    let line: Vec<Vec2> =
        (0..20).map(|_| at(5.0 + rng.below(20) as f64, 5.0 + rng.below(20) as f64)).collect();
    assert_eq!(smooth(&line, &space, 0.02).unwrap().straight, 0);
    let radii = round_corners(&line, 0.5, &space, 0.02).unwrap().radii;
    assert!(radii.iter().filter(|&&radius| radius > 0.0).count() > 15, "{radii:?}");
}

#[test]
fn rounded_lines_stay_clear_and_turn_no_more_sharply_than_they_say() {
    for_lines(|map, line, space| {
        for turn_radius in [0.1, 0.4, 3.0] {
            let made = round_corners(line, turn_radius, space, 0.01).unwrap();
            ends_are_kept(line, &made.points);
            legs_are_clear(map, &made.points, space);
            assert_eq!(made.radii.len(), line.len().saturating_sub(2));
            assert!(made.radii.iter().all(|&radius| radius <= turn_radius));
            let named = |index: usize| made.tight.iter().any(|corner| corner.index == index);
            for (index, (&radius, corner)) in made.radii.iter().zip(line.windows(3)).enumerate() {
                let (back, on) = (corner[0].minus(corner[1]), corner[2].minus(corner[1]));
                let aside = (back.x * on.y - back.y * on.x).abs() / back.length() / on.length();
                let goes_straight_on = aside < 1e-9 && back.x * on.x + back.y * on.y < 0.0;
                assert_eq!(named(index), radius < turn_radius && !goes_straight_on, "{line:?}");
            }
            assert!(length(&made.points) <= length(line) + SLACK, "arcs are short cuts");
            for point in &made.points {
                let apart = line.windows(2).map(|leg| off_leg(*point, leg[0], leg[1]));
                let most = turn_radius; // an arc is never farther from its corner than that
                assert!(apart.fold(f64::INFINITY, f64::min) <= most || line.len() == 1);
            }
        }
    });
}

/// Legs of 8 have room for an arc of 4 from either end, and 6 was asked for.
#[test]
fn corners_without_room_for_the_turn_radius_are_named() {
    let grid = Grid::new(40, 40, b'.').unwrap();
    let space = FreeSpace::new(&grid.seen_by(&Mover::walker()), 0.5).unwrap();
    let line = [at(2.0, 2.0), at(11.0, 2.0), at(20.0, 2.0), at(20.0, 10.0), at(38.0, 10.0)];
    let made = round_corners(&line, 6.0, &space, 0.01).unwrap();
    assert_eq!(made.radii, [0.0, 3.0, 3.0]);
    let named: Vec<_> = made.tight.iter().map(|corner| (corner.index, corner.radius)).collect();
    assert_eq!(named, [(1, 3.0), (2, 3.0)], "the first is no corner: the line goes straight on");
    assert_eq!(made.tight[1].at, line[3]);
    assert_eq!(round_corners(&line, 3.0, &space, 0.01).unwrap().tight, []);
    // One that turns back keeps its spike, whatever the radius.
    let back = [at(2.0, 2.0), at(9.0, 2.0), at(4.0, 2.0)];
    let made = round_corners(&back, 0.1, &space, 0.01).unwrap();
    assert_eq!((made.radii, made.tight[0].radius), (vec![0.0], 0.0));
}

#[test]
fn an_arc_has_its_radius_and_touches_both_legs() {
    let grid = Grid::new(40, 40, b'.').unwrap();
    let space = FreeSpace::new(&grid.seen_by(&Mover::walker()), 0.0).unwrap();
    let mut rng = Rng::new(4);
    for _ in 0..500 {
        let mut any = || at(rng.below(40_000) as f64 / 1000.0, rng.below(40_000) as f64 / 1000.0);
        let line = [any(), any(), any()];
        let made = round_corners(&line, 1.5, &space, 1e-5).unwrap();
        let [radius] = made.radii[..] else { panic!("one corner: {made:?}") };
        if radius == 0.0 {
            continue;
        }
        // All points between the ends of the legs are on one circle.
        let arc = &made.points[1..made.points.len() - 1];
        let (a, b, c) = (arc[0], arc[arc.len() / 2], arc[arc.len() - 1]);
        let double = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
        let sides = a.distance_to(b) * b.distance_to(c) * c.distance_to(a);
        let found = sides / (2.0 * double.abs());
        assert!((found - radius).abs() < 1e-5 * radius, "{found} is not {radius}: {line:?}");
        assert!(off_leg(a, line[0], line[1]) < 1e-9 && off_leg(c, line[1], line[2]) < 1e-9);
    }
}

#[test]
fn reduced_lines_stay_within_the_tolerance_and_clear() {
    for_lines(|map, line, space| {
        for tolerance in [0.0, 0.3, 2.0] {
            let made = reduce(line, tolerance, space).unwrap();
            ends_are_kept(line, &made);
            legs_are_clear(map, &made, space);
            // Every point left out is near the leg that replaces it.
            let mut rest = line.iter().enumerate();
            let place = |point: &Vec2| rest.find(|(_, other)| *other == point).map(|found| found.0);
            let kept: Vec<usize> = made.iter().filter_map(place).collect();
            assert_eq!(kept.len(), made.len(), "points of the line, in order");
            for (pair, leg) in kept.windows(2).zip(made.windows(2)) {
                for point in &line[pair[0]..=pair[1]] {
                    assert!(off_leg(*point, leg[0], leg[1]) <= tolerance + SLACK);
                }
            }
        }
    });
}

#[test]
fn resampled_lines_are_evenly_spaced_along_the_line() {
    for_lines(|_, line, space| {
        // Legs longer and much shorter than the spacing.
        let curved = smooth(line, space, 0.01).unwrap().points;
        let cases = [0.07, 0.5, 4.0, 1e6].map(|spacing| [(line, spacing), (&curved, spacing)]);
        for (line, spacing) in cases.into_iter().flatten() {
            let made = resample(line, spacing).unwrap();
            ends_are_kept(line, &made);
            let long = length(line);
            assert_eq!(made.len(), (long / spacing).ceil() as usize + 1);
            let step = long / (made.len() - 1).max(1) as f64;
            assert!(step <= spacing * (1.0 + 1e-12));
            // Walk the line and find each point where it is due.
            let (mut leg, mut done) = (0, 0.0);
            for (index, point) in made.iter().enumerate() {
                let due = step * index as f64;
                while leg + 2 < line.len()
                    && done + line[leg].distance_to(line[leg + 1]) < due - 1e-9
                {
                    done += line[leg].distance_to(line[leg + 1]);
                    leg += 1;
                }
                if let Some(&end) = line.get(leg + 1) {
                    assert!(off_leg(*point, line[leg], end) < 1e-9, "on the line");
                    assert!(
                        (line[leg].distance_to(*point) - (due - done)).abs() < 1e-6,
                        "in place"
                    );
                }
            }
        }
    });
}

/// The point of a line at a length of it, or its end.
fn along(line: &[Vec2], mut done: f64) -> Vec2 {
    for leg in line.windows(2) {
        let long = leg[0].distance_to(leg[1]);
        if done < long {
            return leg[0].plus(leg[1].minus(leg[0]).times(done / long));
        }
        done -= long;
    }
    line[line.len() - 1]
}

/// Agrees with a search among samples, also on lines that cross themselves.
#[test]
fn who_heads_for_the_point_ahead_follows_the_line_to_its_end() {
    const SAMPLES: u32 = 2000;
    let mut rng = Rng::new(7);
    for case in 0..60 {
        let mut number = |most: usize| rng.below(most * 100) as f64 / 100.0;
        let ends = (0..1 + case % 7).map(|_| at(number(9), number(9)));
        let mut line: Vec<Vec2> = ends.collect();
        line.push(line[line.len() / 2]);
        let (long, look_ahead) = (length(&line), 0.05 + number(2));
        for _ in 0..20 {
            let (place, done) = (at(number(9), number(9)), number(10));
            let seen = pursue(&line, place, done, look_ahead).unwrap();
            let from = done.min(long);
            let sample = |i: u32| from + look_ahead * f64::from(i) / f64::from(SAMPLES);
            let distance = |done: f64| place.distance_to(along(&line, done));
            let least = (0..=SAMPLES).map(sample).map(distance).fold(f64::INFINITY, f64::min);
            assert!((seen.off - least).abs() < 0.01, "case {case}: {seen:?}, not {least}");
            assert!((distance(seen.done) - seen.off).abs() < 1e-9, "case {case}: {seen:?}");
            assert!((from..=long.min(from + look_ahead)).contains(&seen.done), "{seen:?}");
            assert_eq!(seen.left, long - seen.done);
            let ahead = along(&line, seen.done + look_ahead);
            assert!(seen.ahead.distance_to(ahead) < 1e-9, "case {case}: {seen:?}");
        }
        let (mut place, mut done, mut steps) = (line[0], 0.0, 0);
        while place.distance_to(line[line.len() - 1]) > 0.01 || long - done > 0.01 {
            let seen = pursue(&line, place, done, look_ahead).unwrap();
            assert!(seen.off <= look_ahead && seen.done >= done, "case {case}: {seen:?}");
            place = place.plus(seen.ahead.minus(place).times(0.2));
            (done, steps) = (seen.done, steps + 1);
            assert!(steps < 20_000, "case {case}: {seen:?} of {line:?}");
        }
    }
}

#[test]
fn a_pursuit_of_lines_that_are_points_or_turn_back_goes_as_far_as_it_says() {
    let point = pursue(&[at(1.0, 2.0)], at(1.0, 5.0), 0.0, 1.0).unwrap();
    assert_eq!((point.done, point.left, point.off), (0.0, 0.0, 3.0));
    assert_eq!(point.ahead, at(1.0, 2.0));
    let line = [at(0.0, 0.0), at(4.0, 0.0), at(0.0, 0.0)];
    let done = |x: f64, done: f64, ahead: f64| pursue(&line, at(x, 0.0), done, ahead).unwrap().done;
    assert_eq!([done(2.9, 2.9, 2.0), done(3.0, 3.0, 2.0), done(1.0, 0.0, 0.0)], [2.9, 5.0, 0.0]);
    assert_eq!(done(9.0, 1e9, 2.0), 8.0);
}

#[test]
fn the_beginning_of_a_path_is_as_long_as_its_cost_allows() {
    let mut grid = Grid::from_classes(6, 1, b"..2...").unwrap();
    let mover = Mover::walker().terrain(b'2', 2).unwrap();
    let nodes = |count: u32| (0..count).map(|x| grid.node((x, 0)).unwrap()).collect::<Vec<_>>();
    let arcs = [1, 2, 1, 1, 1].map(|factor| factor * 13_860);
    let costs: Vec<u64> = (0..6).map(|count| arcs[..count].iter().sum::<u64>()).collect();
    let path = Path::new(nodes(6), costs[5]).unwrap();
    let beginnings: Vec<Path> =
        (0..6).map(|at| Path::new(nodes(at + 1), costs[at as usize]).unwrap()).collect();
    let view = grid.seen_by(&mover);
    for (at, beginning) in beginnings.iter().enumerate() {
        assert_eq!(path.within(&view, costs[at]).as_ref(), Ok(beginning));
        if at > 0 {
            assert_eq!(path.within(&view, costs[at] - 1).as_ref(), Ok(&beginnings[at - 1]));
        }
    }
    assert_eq!(path.within(&view, u64::MAX), Ok(path.clone()));
    grid.apply(Edit::new().set((4, 0), b'@')).unwrap();
    let view = grid.seen_by(&mover);
    assert_eq!(path.within(&view, costs[2]), Ok(beginnings[2].clone()), "the block is farther");
    assert_eq!(path.within(&view, costs[3]).map_err(|fault| fault.index()), Err(4));
}

/// Judges a timing by stepping through it.
fn judge_timing(timing: &Timing, line: &[Vec2], limits: &Limits) {
    let (times, speeds) = (timing.times(), timing.speeds());
    assert_eq!((times.len(), speeds.len()), (line.len(), line.len()));
    assert_eq!(times[0], 0.0);
    assert!(times.windows(2).all(|pair| pair[0] <= pair[1] && pair[1].is_finite()));
    assert!(speeds.iter().all(|&speed| (0.0..=limits.speed).contains(&speed)));
    assert!(speeds[speeds.len() - 1] <= limits.end_speed);
    for (index, (leg, time)) in line.windows(2).zip(times.windows(2)).enumerate() {
        let long = leg[0].distance_to(leg[1]);
        let taken = time[1] - time[0];
        if long == 0.0 {
            assert_eq!(taken, 0.0);
            continue;
        }
        assert!(
            taken > 0.0 && taken >= long / limits.speed * (1.0 - 1e-9),
            "too fast on leg {index}"
        );
        // Speed and place at moments of the leg agree with each other and with the limits.
        let pieces = 64;
        let mut before = timing.at(time[0]);
        for i in 1..pieces {
            let step = taken / f64::from(pieces);
            let now = timing.at(time[0] + step * f64::from(i));
            let change = (now.1 - before.1) / step;
            let slack = 1e-6 * (1.0 + limits.speed / step);
            assert!(change <= limits.acceleration + slack && -change <= limits.braking + slack);
            assert!(now.1 <= limits.speed * (1.0 + 1e-9));
            let moved = before.0.distance_to(now.0);
            // Speed changes at most twice from one kind to another within a piece.
            let bend = limits.acceleration.max(limits.braking) * step * step;
            assert!((moved - (before.1 + now.1) / 2.0 * step).abs() <= bend + 1e-6, "{moved}");
            before = now;
        }
        if index > 0 && line[index - 1] != line[index] {
            let (a, b, c) = (line[index - 1], line[index], line[index + 1]);
            let (p, q) = (a.distance_to(b), b.distance_to(c));
            let turn = ((b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y)) / (p * q);
            let tan = ((1.0 - turn).max(0.0) / (1.0 + turn).max(1e-300)).sqrt();
            let radius = p.min(q) / 2.0 / tan;
            let sideways = speeds[index] * speeds[index] / radius;
            assert!(sideways <= limits.sideways * (1.0 + 1e-6), "{sideways} at {index}");
        }
    }
}

#[test]
fn timed_lines_keep_all_limits() {
    let limits = [
        Limits::new(1.0, 0.5),
        Limits { sideways: 0.2, braking: 2.0, ..Limits::new(3.0, 1.0) },
        Limits { start_speed: 0.05, end_speed: 0.5, ..Limits::new(0.5, 10.0) },
    ];
    for_lines(|_, line, space| {
        for limits in &limits {
            let rounded = round_corners(line, 0.4, space, 0.01).unwrap().points;
            for line in [line, &rounded] {
                match timed(line, *limits) {
                    Ok(timing) => judge_timing(&timing, line, limits),
                    Err(error) => {
                        assert!(limits.start_speed > 0.0 && error.to_string().contains("brake"));
                    }
                }
            }
        }
    });
}

#[test]
fn a_line_that_turns_back_stops_and_one_that_repeats_points_takes_no_longer() {
    let there_and_back = [at(0.0, 0.0), at(4.0, 0.0), at(1.0, 0.0)];
    let timing = timed(&there_and_back, Limits::new(9.0, 1.0)).unwrap();
    assert_eq!(timing.speeds(), [0.0; 3]);
    assert_eq!(timing.times()[1], 4.0, "2 to get fast, 2 to brake");
    let line = [at(0.0, 0.0), at(4.0, 0.0), at(4.0, 3.0)];
    let repeated: Vec<Vec2> = line.iter().flat_map(|&point| [point; 3]).collect();
    let [once, thrice] =
        [&line[..], &repeated].map(|line| timed(line, Limits::new(2.0, 1.0)).unwrap());
    assert_eq!(once.duration(), thrice.duration());
    let alone = timed(&line[..1], Limits::new(2.0, 1.0)).unwrap();
    assert_eq!((alone.duration(), alone.at(5.0)), (0.0, (line[0], 0.0)));
    assert_eq!(once.at(f64::NAN), (line[0], 0.0));
    assert_eq!(once.at(1e9), (line[2], 0.0));
}

#[test]
fn numbers_that_are_none_are_refused() {
    let grid = Grid::from_classes(4, 1, b"..@.").unwrap();
    let mover = Mover::walker();
    let view = grid.seen_by(&mover);
    let space = FreeSpace::new(&view, 0.1).unwrap();
    let good = [at(0.5, 0.5), at(1.5, 0.5)];
    let says = |error: LineError, text: &str| assert!(error.to_string().contains(text), "{error}");
    for bad in [f64::NAN, f64::INFINITY, -1.0] {
        says(FreeSpace::new(&view, bad).err().unwrap(), "radius is");
        says(smooth(&good, &space, bad).unwrap_err(), "flatness is");
        says(round_corners(&good, bad, &space, 0.1).unwrap_err(), "turn radius is");
        says(reduce(&good, bad, &space).unwrap_err(), "tolerance is");
        says(resample(&good, bad).unwrap_err(), "spacing is");
        says(pursue(&good, good[0], bad, 1.0).unwrap_err(), "distance done is");
        says(pursue(&good, good[0], 0.0, bad).unwrap_err(), "look-ahead is");
        says(timed(&good, Limits::new(bad, 1.0)).unwrap_err(), "speed is");
        says(timed(&good, Limits::new(1.0, bad)).unwrap_err(), "acceleration is");
    }
    for bad in [f64::NAN, f64::INFINITY, 1e13] {
        let line = [good[0], at(0.5, bad)];
        says(smooth(&line, &space, 0.1).unwrap_err(), "point 1 is (0.5, ");
        says(round_corners(&line, 1.0, &space, 0.1).unwrap_err(), "point 1");
        says(reduce(&line, 1.0, &space).unwrap_err(), "point 1");
        says(resample(&line, 1.0).unwrap_err(), "point 1");
        says(pursue(&line, good[0], 0.0, 1.0).unwrap_err(), "point 1");
        says(pursue(&good, line[1], 0.0, 1.0).unwrap_err(), "y of the body");
        says(timed(&line, Limits::new(1.0, 1.0)).unwrap_err(), "point 1");
        assert!(!space.is_clear(line[0], line[1]));
    }
    says(resample(&[], 1.0).unwrap_err(), "no points");
    says(resample(&[at(0.0, 0.0), at(1e12, 0.0)], 1e-12).unwrap_err(), "more than 16777216 points");
    let through = [good[0], good[1], at(3.5, 0.5)];
    assert_eq!(smooth(&through, &space, 0.1).unwrap_err().unclear_leg(), Some(1));
    assert_eq!(round_corners(&through, 1.0, &space, 0.1).unwrap_err().unclear_leg(), Some(1));
    assert!(!space.holds(&[]) && !space.holds(&[good[0]; 5]) && space.holds(&good[..1]));
}
