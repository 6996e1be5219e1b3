//! Ground for movers with a radius, against the shortest paths of a disc between walls.

use astride::base::{Coded, Vec2};
use astride::search::Scratch;
use astride::shapes::mesh::{CORNER, Mesh, polyanya};
use astride_testkit::mesh::{BookMesh, Place, random_rectangles, random_triangles};
use astride_testkit::mesh_disc::{DiscSight, Point, clearance};
use astride_testkit::rng::Rng;
use astride_testkit::tally::{cases, spread};

use crate::meshes::engine;

/// A mesh of one floor.
pub(crate) fn any_flat_mesh(rng: &mut Rng) -> BookMesh {
    loop {
        let drawn = if rng.percent(60) { random_rectangles(rng) } else { random_triangles(rng) };
        if let Some(book) = drawn.filter(BookMesh::is_flat) {
            return book;
        }
    }
}

fn point(at: Vec2) -> Point {
    (at.x, at.y)
}

#[test]
fn paths_of_a_disc_keep_clear_and_are_as_short_as_they_promise() {
    let (found, none, turned) = (Count::default(), Count::default(), Count::default());
    spread(cases(100, 4_000), Scratch::new, |scratch, case| {
        let rng = &mut Rng::new(0x6469_7363 ^ case << 8);
        let book = any_flat_mesh(rng);
        let (mesh, walls) = (engine(&book), book.walls());
        // From tiny to too wide for nearly all places.
        let unit = (mesh.area() / f64::from(mesh.polygon_count())).sqrt();
        let radius = unit * rng.pick(&[0.01, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.7, 1.1]);
        let slack = 1e-8 * mesh.extent();
        let sight = DiscSight::new(&book, radius * CORNER + slack);
        let what = || format!("case {case}, radius {radius}\n{book:?}");
        let wide = match mesh.for_radius(radius) {
            Ok(wide) => wide,
            Err(error) => {
                assert_eq!(error.code(), "mesh-too-wide");
                for place in mesh.random_places(case, 200) {
                    assert!(!sight.fits(point(place), point(place)), "{place:?} {}", what());
                }
                return;
            }
        };
        for place in wide.random_places(case, 50) {
            let near = clearance(&walls, point(place), point(place));
            assert!(near >= radius - slack, "{place:?} is {near} from a wall {}", what());
            assert!(!mesh.polygons_at(mesh.nearest(place).expect("a number").point).is_empty());
        }
        for place in mesh.random_places(case, 50) {
            let fits = sight.fits(point(place), point(place));
            assert!(!fits || !wide.polygons_at(place).is_empty(), "{place:?} {}", what());
        }
        let places = mesh.random_places(case ^ 1, 8);
        for ends in places.windows(2) {
            let (from, to) = (ends[0], ends[1]);
            let expected = sight.distance(point(from), point(to));
            let answer = polyanya(&wide, from, to, scratch, &mut ());
            let what = || format!("from {from:?} to {to:?}, {answer:?} {expected:?} {}", what());
            let Some(path) = answer.path() else {
                assert_eq!(expected, None, "{}", what());
                none.add();
                continue;
            };
            found.add();
            turned.add_if(path.points.len() > 2);
            for leg in path.points.windows(2) {
                let near = clearance(&walls, point(leg[0]), point(leg[1]));
                assert!(near >= radius - slack, "{near} at {leg:?} {}", what());
            }
            let most = expected.unwrap_or(f64::INFINITY);
            assert!(path.length <= most + 10.0 * slack, "{}", what());
        }
    });
    let seen = [found, none, turned].map(Count::get);
    assert!(seen.iter().all(|&count| count > cases(20, 500)), "{seen:?}");
}

/// How often something was seen, on any thread.
#[derive(Default)]
pub(crate) struct Count(std::sync::atomic::AtomicU64);

impl Count {
    pub(crate) fn add(&self) {
        self.add_if(true);
    }

    pub(crate) fn get(self) -> u64 {
        self.0.into_inner()
    }

    pub(crate) fn add_if(&self, is_seen: bool) {
        self.0.fetch_add(u64::from(is_seen), std::sync::atomic::Ordering::Relaxed);
    }
}

/// A square room of 8 with a wall of no thickness into it, on the line x = 4 up to y = 4.
fn room_with_a_fin() -> Mesh {
    let points = [(0, 0), (4, 0), (8, 0), (8, 8), (4, 8), (0, 8), (4, 4)];
    let points = points.map(|(x, y)| Vec2::new(f64::from(x), f64::from(y))).to_vec();
    Mesh::with_walls(points, &[[0, 1, 6, 4, 5], [1, 2, 3, 4, 6]], &[(1, 6)]).expect("a mesh")
}

#[test]
fn the_end_of_a_wall_is_gone_round_in_an_arc() {
    let mesh = room_with_a_fin();
    let (from, to) = (Vec2::new(3.0, 4.0), Vec2::new(5.0, 4.0));
    let length = |radius: f64| {
        let wide = mesh.for_radius(radius).expect("ground");
        polyanya(&wide, from, to, &mut Scratch::new(), &mut ()).length()
    };
    let arc = std::f64::consts::PI;
    let found = length(1.0).expect("a way");
    assert!(arc <= found && found <= arc * CORNER, "{found}");
    assert!((length(0.0).expect("a way") - 2.0).abs() < 1e-12);
    assert_eq!(length(1.1), None, "both ends are too near to the wall");
}

/// A hall of 12 × 8 in two polygons, and over one of them a floor that is not connected with it.
#[test]
fn walls_of_another_floor_are_not_near() {
    let points = [(0, 0), (8, 0), (8, 8), (0, 8), (12, 0), (12, 8), (0, 0), (8, 0), (8, 8), (0, 8)];
    let points = points.map(|(x, y)| Vec2::new(f64::from(x), f64::from(y))).to_vec();
    let mesh = Mesh::new(points, &[[0, 1, 2, 3], [1, 4, 5, 2], [6, 7, 8, 9]]).expect("a mesh");
    let area = mesh.for_radius(1.0).expect("ground").area();
    assert!((area - 10.0 * 6.0 - 6.0 * 6.0).abs() < 1e-6, "{area}");
}

#[test]
fn radii_that_are_no_numbers_or_too_large_are_refused() {
    let mesh = room_with_a_fin();
    for radius in [f64::NAN, f64::INFINITY, -1.0, 1e13] {
        assert_eq!(mesh.for_radius(radius).expect_err("no radius").code(), "mesh-radius");
    }
    for radius in [4.1, 1e6, 1e12] {
        assert_eq!(mesh.for_radius(radius).expect_err("too wide").code(), "mesh-too-wide");
    }
    for radius in [1e-300, 1e-12, 1e-9, 1e-8] {
        let area = mesh.for_radius(radius).expect("nearly all").area();
        assert!((area - 64.0).abs() < 1e-6, "{radius} {area}");
    }
}

/// Far from 0 few digits are left, and thin polygons become thinner than a rounding error.
#[test]
fn rounding_neither_breaks_ground_nor_opens_it() {
    spread(cases(60, 4_000), Scratch::new, |scratch, case| {
        let rng = &mut Rng::new(0x726f_756e ^ case << 8);
        let book = any_flat_mesh(rng);
        let (scale, off) = rng.pick(&[(1.0, 1e9), (1e-9, 0.0), (1e9, -3e11), (1.0 / 3.0, 1e6)]);
        let place = |&(x, y): &Place| Vec2::new(x as f64 * scale + off, y as f64 * scale - off);
        let points: Vec<Vec2> = book.points.iter().map(place).collect();
        let (mesh, plain) = (Mesh::new(points, &book.polygons).expect("a mesh"), engine(&book));
        let radius = rng.pick(&[0.5, 3.0, 8.0]);
        let Ok(wide) = mesh.for_radius(radius * scale) else {
            assert!(plain.for_radius(radius * 1.1 + 1e-7 * mesh.extent() / scale).is_err());
            return;
        };
        let slack = 1e-8 * mesh.extent() / scale;
        let sight = DiscSight::new(&book, radius * CORNER + 2.0 * slack);
        let places = plain.random_places(case, 6);
        for ends in places.windows(2) {
            let moved = |at: Vec2| Vec2::new(at.x * scale + off, at.y * scale - off);
            let answer = polyanya(&wide, moved(ends[0]), moved(ends[1]), scratch, &mut ());
            let expected = sight.distance(point(ends[0]), point(ends[1]));
            let length = answer.length().map(|length| length / scale);
            let what = format!("case {case} {scale} {off} {radius} {length:?} {expected:?}");
            assert!(expected.is_none() || length.is_some(), "{what} {book:?}");
            if let (Some(most), Some(length)) = (expected, length) {
                assert!(length <= most + 10.0 * slack, "{what} {book:?}");
            }
        }
    });
}
