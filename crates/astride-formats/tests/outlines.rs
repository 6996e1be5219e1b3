//! Meshes of outlines: the ground that a slow reading of their definition has, and its shortest paths.

use std::collections::BTreeSet;

use astride::base::Vec2;
use astride::search::Scratch;
use astride::shapes::mesh::{Mesh, polyanya};
use astride_formats::mesh_of_outlines;
use astride_testkit::mesh::{BookMesh, MeshSight, Place};
use astride_testkit::rng::Rng;
use astride_testkit::tally::cases;

type Outline = Vec<Place>;

fn at((x, y): Place) -> Vec2 {
    Vec2::new(x as f64, y as f64)
}

fn engine(ground: &[Outline], obstacles: &[Outline]) -> Result<Mesh, String> {
    let points = |outlines: &[Outline]| -> Vec<Vec<Vec2>> {
        outlines.iter().map(|outline| outline.iter().copied().map(at).collect()).collect()
    };
    mesh_of_outlines(&points(ground), &points(obstacles)).map_err(|error| error.to_string())
}

/// How often an outline winds around a place that is not on it, from the crossings with a ray to the
/// right. Coordinates are multiplied by `scale` first.
fn winding(outline: &[Place], (x, y): Place, scale: i64) -> i64 {
    let corner = |k: usize| {
        let (x, y) = outline[k % outline.len()];
        (x * scale, y * scale)
    };
    (0..outline.len())
        .map(|k| {
            let (a, b) = (corner(k), corner(k + 1));
            let side =
                (b.0 - a.0) as i128 * (y - a.1) as i128 - (b.1 - a.1) as i128 * (x - a.0) as i128;
            match (a.1 <= y, b.1 <= y) {
                (true, false) if side > 0 => 1,
                (false, true) if side < 0 => -1,
                _ => 0,
            }
        })
        .sum()
}

fn is_ground(ground: &[Outline], obstacles: &[Outline], place: Place, scale: i64) -> bool {
    let is_in = |outline: &Outline| winding(outline, place, scale) != 0;
    ground.iter().any(is_in) && !obstacles.iter().any(is_in)
}

/// An outline on a lattice whose edges run along rows, columns and diagonals, and which may cross and
/// touch itself.
fn random_lattice_outline(rng: &mut Rng, size: i64) -> Outline {
    let coordinate = |rng: &mut Rng| rng.below(size as usize + 1) as i64;
    let (x, y) = (coordinate(rng), coordinate(rng));
    let (wide, high) = (1 + rng.below(3) as i64, 1 + rng.below(3) as i64);
    let (right, top) = ((x + wide).min(size + 1), (y + high).min(size + 1));
    let mut outline = match rng.below(4) {
        0 | 1 => vec![(x, y), (right, y), (right, top), (x, top)],
        // A diamond, a triangle.
        2 => vec![(x, y - wide), (x + wide, y), (x, y + wide), (x - wide, y)],
        _ => vec![(x, y), (x + wide, y), (x, y + wide)],
    };
    if rng.percent(20) {
        // Another one from one of its corners, so that it crosses or touches itself.
        let (corner, way) = (outline[0], [1, -1][rng.below(2)]);
        let off = 1 + rng.below(3) as i64;
        let (u, w) = corner;
        outline.splice(0..0, [(u, w), (u - off, w), (u - off, w - way * off), (u, w - way * off)]);
    }
    if rng.percent(50) {
        outline.reverse();
    }
    outline
}

/// The ground of lattice outlines in quarters of cells, four triangles that meet in the middle of each.
/// Coordinates are doubled.
fn quarters(ground: &[Outline], obstacles: &[Outline], size: i64) -> BookMesh {
    let (mut points, mut polygons) = (Vec::new(), Vec::new());
    let mut number = |place: Place| match points.iter().position(|&known| known == place) {
        Some(at) => at as u32,
        None => {
            points.push(place);
            points.len() as u32 - 1
        }
    };
    for (x, y) in (-4..size + 5).flat_map(|y| (-4..size + 5).map(move |x| (x, y))) {
        let corners = [(0, 0), (2, 0), (2, 2), (0, 2)].map(|(u, w)| (2 * x + u, 2 * y + w));
        let middle = (2 * x + 1, 2 * y + 1);
        for k in 0..4 {
            let (a, b) = (corners[k], corners[(k + 1) % 4]);
            let centre = (a.0 + b.0 + middle.0, a.1 + b.1 + middle.1);
            if is_ground(ground, obstacles, centre, 6) {
                polygons.push(vec![number(a), number(b), number(middle)]);
            }
        }
    }
    BookMesh::new(points, polygons)
}

#[test]
fn paths_between_outlines_are_those_of_a_visibility_graph() {
    let mut paths = [0; 2];
    for case in 0..cases(60, 6_000) {
        let rng = &mut Rng::new(0x6f75_746c ^ case << 8);
        let size = 2 + rng.below(4) as i64;
        let mut outlines = |least: usize, most: usize| -> Vec<Outline> {
            let count = least + rng.below(most - least + 1);
            (0..count).map(|_| random_lattice_outline(rng, size)).collect()
        };
        let mut ground = outlines(1, 3);
        let obstacles = outlines(0, 5);
        if rng.percent(70) {
            ground.push(vec![(0, 0), (size, 0), (size, size), (0, size)]);
        }
        let what = || format!("case {case}, ground {ground:?}, obstacles {obstacles:?}");
        let book = quarters(&ground, &obstacles, size);
        let mesh = match engine(&ground, &obstacles) {
            Ok(mesh) => mesh,
            Err(error) => {
                assert!(
                    book.polygons.is_empty() && error.contains("no ground"),
                    "{error} {}",
                    what()
                );
                continue;
            }
        };
        let area = book.polygons.len() as f64 / 4.0;
        assert!((mesh.area() - area).abs() < 1e-9, "{} instead of {area}, {}", mesh.area(), what());
        let sight = MeshSight::new(&book);
        let mut scratch = Scratch::new();
        for _ in 0..6 {
            let (from, to) = (rng.pick(&book.points), rng.pick(&book.points));
            let half = |(x, y): Place| Vec2::new(x as f64 / 2.0, y as f64 / 2.0);
            let found = polyanya(&mesh, half(from), half(to), &mut scratch, &mut ()).length();
            let expected = sight.distance(from, to).map(|length| length / 2.0);
            let is_same = match (found, expected) {
                (Some(a), Some(b)) => (a - b).abs() < 1e-9 * (1.0 + b),
                (a, b) => a.is_none() && b.is_none(),
            };
            assert!(
                is_same,
                "{found:?}, expected {expected:?} from {from:?} to {to:?}, {}",
                what()
            );
            paths[usize::from(found.is_some())] += 1;
        }
    }
    assert!(paths[0] > 5 && paths[1] > 100, "{paths:?}");
}

#[test]
fn any_outlines_cover_the_places_that_they_wind_around() {
    let mut covered = [0; 2];
    for case in 0..cases(150, 20_000) {
        let rng = &mut Rng::new(0x616e_796f ^ case << 8);
        // Few places are often collinear and the same, many make slivers.
        let side = rng.pick(&[3, 8, 1000]);
        let scale = rng.pick(&[1, 1, 997, 1_000_000]);
        let mut outlines = |least: usize, most: usize| -> Vec<Outline> {
            let coordinate = |rng: &mut Rng| (rng.below(side) as i64 - side as i64 / 3) * scale;
            (0..least + rng.below(most))
                .map(|_| {
                    let count = 3 + rng.below(6);
                    (0..count).map(|_| (coordinate(rng), coordinate(rng))).collect()
                })
                .collect()
        };
        let (ground, obstacles) = (outlines(1, 3), outlines(0, 3));
        let what = || format!("case {case}, ground {ground:?}, obstacles {obstacles:?}");
        let read = engine(&ground, &obstacles);
        if let Err(error) = &read {
            assert!(error.contains("no ground"), "{error} {}", what());
        }
        for _ in 0..60 {
            // Places between those of the lattice, three to a step in each direction.
            let any =
                |rng: &mut Rng| rng.below(3 * side * scale as usize) as i64 - side as i64 * scale;
            let (x, y) = (any(rng), any(rng));
            let is_far = |outline: &Outline| {
                (0..outline.len()).all(|k| {
                    let triple = |(x, y): Place| (3 * x, 3 * y);
                    is_far_from(
                        (x, y),
                        triple(outline[k]),
                        triple(outline[(k + 1) % outline.len()]),
                    )
                })
            };
            if !ground.iter().chain(&obstacles).all(is_far) {
                continue;
            }
            let expected = is_ground(&ground, &obstacles, (x, y), 3);
            let place = Vec2::new(x as f64 / 3.0, y as f64 / 3.0);
            let found = read.as_ref().map_or(0, |mesh| mesh.polygons_at(place).len());
            assert!((found > 0) == expected, "{found} at {x}/3, {y}/3, {}", what());
            covered[usize::from(expected)] += 1;
        }
        let Ok(mesh) = read else { continue };
        // Where two polygons have the same edge they are connected.
        let edges = |polygon: u32| {
            let ring = mesh.vertices_of(polygon).to_vec();
            let ends = (0..ring.len()).map(move |k| (ring[k], ring[(k + 1) % ring.len()]));
            ends.zip(mesh.neighbours_of(polygon)).collect::<Vec<_>>()
        };
        let all: BTreeSet<(u32, u32)> =
            (0..mesh.polygon_count()).flat_map(edges).map(|(ends, _)| ends).collect();
        let mut walls = (0..mesh.polygon_count()).flat_map(edges).filter(|edge| edge.1.is_none());
        assert!(walls.all(|((from, to), _)| !all.contains(&(to, from))), "{}", what());
    }
    assert!(covered[0] > 100 && covered[1] > 100, "{covered:?}");
}

/// Whether a place is at least a thousandth of an edge's length beside it.
fn is_far_from((x, y): Place, a: Place, b: Place) -> bool {
    let (dx, dy) = ((b.0 - a.0) as f64, (b.1 - a.1) as f64);
    let length = dx.hypot(dy);
    let side = dx * (y - a.1) as f64 - dy * (x - a.0) as f64;
    side.abs() > 1e-3 * length * length.max(1.0) || length == 0.0
}

#[test]
fn outlines_that_make_no_mesh_are_refused() {
    let square = vec![(0, 0), (4, 0), (4, 4), (0, 4)];
    let check = |ground: &[Outline], obstacles: &[Outline], message: &str| {
        let error = engine(ground, obstacles).unwrap_err();
        assert!(error.contains(message), "{error}");
    };
    check(&[], &[], "no ground is left");
    let one = std::slice::from_ref(&square);
    check(&[], one, "no ground is left");
    check(one, &[vec![(-1, -1), (5, -1), (5, 5), (-1, 5)]], "no ground is left");
    check(&[vec![(0, 0), (4, 4), (2, 2)]], &[], "no ground is left");
    check(&[vec![(1, 1); 5]], &[], "no ground is left");
    check(&[square.clone(), vec![(0, 0), (1, 1)]], &[], "outline 1 has 2 corners");
    check(one, &[vec![]], "outline 1 has 0 corners");
    let none: [Vec<Vec2>; 0] = [];
    for wrong in [f64::NAN, f64::INFINITY, -1.1e12] {
        for point in [Vec2::new(wrong, 0.0), Vec2::new(0.0, wrong)] {
            let outline = [Vec2::new(0.0, 0.0), Vec2::new(1.0, 0.0), point];
            let error = mesh_of_outlines(&[outline], &none).unwrap_err().to_string();
            assert!(error.contains("corner 2 of outline 0 is ("), "{error}");
        }
    }
    let comb: Outline = (0..5000).flat_map(|k| [(k, 0), (k, 9_000)]).collect();
    let across: Outline = (0..5000).flat_map(|k| [(0, k), (9_000, k)]).collect();
    check(&[comb], &[across], "pairs of edges of the outlines may cross");
    let upright: Outline = (0..40_000).flat_map(|k| [(k, 0), (k, 90_000)]).collect();
    let lying: Outline = upright.iter().map(|&(x, y)| (y, x)).collect();
    check(&[upright], &[], "overlap in x or in y");
    check(&[lying], &[], "overlap in x or in y");
    let many = vec![(0, 0); (1 << 20) + 1];
    check(&[many], &[], "more than 1048576 corners");
}

#[test]
fn coordinates_of_any_size_are_kept() {
    for scale in [1e-90, 1e-30, 1.0 / 3.0, 1.0, 1e9, 1e11] {
        let outline = |corners: &[(f64, f64)]| -> Vec<Vec2> {
            corners.iter().map(|&(x, y)| Vec2::new(x * scale, y * scale)).collect()
        };
        let yard = outline(&[(0.0, 0.0), (0.0, 4.0), (4.0, 4.0), (4.0, 0.0)]);
        let house = outline(&[(1.0, 1.0), (3.0, 1.0), (3.0, 3.0), (1.0, 3.0)]);
        let mesh = mesh_of_outlines(&[&yard], &[&house]).unwrap();
        assert!((mesh.area() / scale / scale - 12.0).abs() < 1e-9, "{scale}");
        let corners: Vec<Vec2> =
            (0..mesh.vertex_count()).filter_map(|at| mesh.vertex(at)).collect();
        let is_kept = |corner: &Vec2| {
            corners.iter().any(|kept| kept.distance_to(*corner) <= 1e-15 * mesh.extent())
        };
        assert!(yard.iter().chain(&house).all(is_kept), "{scale}");
    }
}

#[test]
fn obstacles_that_touch_leave_no_way_between_them() {
    let yard = vec![(0, 0), (9, 0), (9, 9), (0, 9)];
    let length = |obstacles: &[Outline]| {
        let mesh = engine(std::slice::from_ref(&yard), obstacles).unwrap();
        polyanya(&mesh, at((1, 4)), at((8, 5)), &mut Scratch::new(), &mut ()).length()
    };
    // Two walls that meet in a point, along an edge, or not at all.
    let wall = |from: i64, to: i64| vec![(4, from), (5, from), (5, to), (4, to)];
    assert!(length(&[wall(0, 5), vec![(5, 5), (6, 5), (6, 9), (5, 9)]]).is_none());
    assert!(length(&[wall(0, 5), wall(5, 9)]).is_none());
    assert!(length(&[wall(0, 5), wall(4, 9)]).is_none());
    assert!(length(&[wall(0, 4), wall(5, 9)]).is_some());
    // A wall of no width is no obstacle.
    assert_eq!(length(&[vec![(4, 0), (4, 9), (4, 3)]]), length(&[]));
}
