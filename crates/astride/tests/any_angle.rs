//! Any-angle searches against the graph of all corners that see each other, and recorded optima.

use astride::base::{Budget, Cell, Vec2};
use astride::io::{Scenario, read_map};
use astride::path::line_of_sight;
use astride::search::any_angle::TOLERANCE;
use astride::search::{AnyAngle, AnyAngleMap, AnyAngleScratch, Anya, Spot, Why, anya, lazy_theta};
use astride::world::{Edit, Grid, Mover, World};
use astride_testkit::adapter::grid_of;
use astride_testkit::data::{data_dir, repository_root, skip};
use astride_testkit::generate::{
    GenMap, caves, looped_maze, random_obstacles, rectangles, rooms, wall_patterns,
};
use astride_testkit::larger::{larger_maps, movers, random_node};
use astride_testkit::rng::Rng;
use astride_testkit::tally::is_slow_run;
use astride_testkit::visibility::{Place, Visibility, sees};
use flate2::read::GzDecoder;
use std::io::Read;

fn spot((x, y): Place) -> Spot {
    Spot { x: x as u32, y: y as u32 }
}

fn place(point: Vec2) -> Place {
    ((2.0 * point.x) as i64, (2.0 * point.y) as i64)
}

fn map_of(map: &GenMap) -> AnyAngleMap {
    AnyAngleMap::new(&grid_of(map).seen_by(&Mover::walker())).unwrap()
}

fn is_same(a: f64, b: f64) -> bool {
    (a - b).abs() <= TOLERANCE * (1.0 + b)
}

/// A length, and that its legs are free and add up to it.
fn length_of(map: &GenMap, answer: &AnyAngle, from: Place, to: Place) -> Option<f64> {
    let found = answer.found()?;
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
fn check(map: &GenMap, places: &[Place], scratch: &mut AnyAngleScratch) -> usize {
    let (ready, reference) = (map_of(map), Visibility::new(map));
    let mut found = 0;
    for &from in places {
        let expected = reference.shortest_to_all(from, places);
        for (&to, expected) in places.iter().zip(expected) {
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

#[test]
fn anya_finds_the_shortest_path_between_all_places_of_all_maps_of_nine_cells() {
    let mut scratch = AnyAngleScratch::new();
    let found: usize =
        wall_patterns(3, 3).map(|map| check(&map, &all_places(&map, 1), &mut scratch)).sum();
    assert!(found > 390_000, "{found}");
}

#[test]
fn anya_finds_the_shortest_path_between_all_corners_of_all_maps_of_twelve_cells() {
    let mut scratch = AnyAngleScratch::new();
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
    let mut scratch = AnyAngleScratch::new();
    let (mut found, maps) = (0, if is_slow_run() { 100_000 } else { 2_000 });
    for seed in 0..maps {
        let mut rng = Rng::new(seed);
        let map = random_map(seed, &mut rng);
        let mut any = |size: usize| rng.below(2 * size + 1) as i64;
        let places: Vec<Place> = (0..8).map(|_| (any(map.width), any(map.height))).collect();
        found += check(&map, &places, &mut scratch);
    }
    assert!(found > 30_000, "{found}");
}

#[test]
fn spots_on_edges_and_in_half_cells_are_places_as_well() {
    let map = map_of(&GenMap::from_drawing("..\n@.").unwrap());
    let mut scratch = AnyAngleScratch::new();
    let mut length = |a, b| anya(&map, spot(a), spot(b), &mut scratch).length();
    assert_eq!(length((1, 1), (1, 1)), Some(0.0));
    assert_eq!(length((0, 1), (4, 1)), Some(2.0), "from one edge of the map to the other");
    assert_eq!(length((2, 3), (2, 2)), Some(0.5), "along a blocked cell");
    assert_eq!(length((1, 3), (3, 3)), None, "out of a blocked cell");
    let why = |a, b| anya(&map, spot(a), spot(b), &mut AnyAngleScratch::new());
    let is_why = |answer: AnyAngle, expected| matches!(answer, AnyAngle::Unreachable { why, .. } if why == expected);
    assert!(is_why(why((1, 3), (3, 3)), Why::StartBlocked));
    assert!(is_why(why((3, 3), (0, 4)), Why::GoalBlocked));
    assert!(is_why(why((3, 3), (5, 3)), Why::GoalBlocked), "off the map");
    let far = Spot::corner(u32::MAX, u32::MAX);
    let answer = anya(&map, far, far, &mut AnyAngleScratch::new());
    assert!(is_why(answer, Why::StartBlocked));
}

#[test]
fn slices_add_up_to_the_search_that_was_never_stopped() {
    for (seed, map) in larger_maps().iter().take(8).enumerate() {
        let (ready, grid) = (map_of_free(map), grid_of(map));
        let mover = Mover::walker();
        let view = grid.seen_by(&mover);
        let mut rng = Rng::new(seed as u64);
        let (mut one, mut other) = (AnyAngleScratch::new(), AnyAngleScratch::new());
        for _ in 0..8 {
            let [a, b] = [0; 2].map(|_| random_node(&mut rng, &grid));
            let [from, to] = [a, b].map(|node| Spot::centre(grid.cell(node)));
            let whole = anya(&ready, from, to, &mut one);
            let mut search = Anya::new(&ready, from, to, &mut other);
            let sliced = in_slices(|budget| search.run(budget));
            assert!(whole == sliced && search.run(&mut Budget::unlimited()) == sliced);
            let whole = lazy_theta(&view, a, b, &mut one);
            let mut search = LazyTheta::new(&view, a, b, &mut other);
            let sliced = in_slices(|budget| search.run(budget));
            assert!(same_but_bytes(&whole, &sliced), "{whole:?}\n{sliced:?}");
        }
        let mut tight = Budget::unlimited().bytes(16);
        let node = random_free(&mut rng, &grid);
        let spot = Spot::centre(grid.cell(node));
        let far = Spot::centre(grid.cell(random_free(&mut rng, &grid)));
        let mut fresh = AnyAngleScratch::new();
        let answer = Anya::new(&ready, spot, far, &mut fresh).run(&mut tight);
        assert!(matches!(answer, AnyAngle::OutOfBudget { .. }) && fresh.bytes() == 0);
    }
}
