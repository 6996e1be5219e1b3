//! Moving along the surface, against very small steps, each of which is put back onto the ground.

use astride::base::Vec2;
use astride::shapes::mesh::Mesh;
use astride_testkit::mesh::{BookMesh, random_rectangles, random_triangles};
use astride_testkit::rng::Rng;
use astride_testkit::tally::{cases, spread};

use crate::meshes::engine;

/// A mesh of one floor, nowhere connected by a point alone: a small step never gets elsewhere.
fn any_plain_mesh(rng: &mut Rng) -> BookMesh {
    loop {
        let drawn = if rng.percent(60) { random_rectangles(rng) } else { random_triangles(rng) };
        let Some(book) = drawn.filter(BookMesh::is_flat) else { continue };
        let mesh = engine(&book);
        let vertices = (0..mesh.vertex_count()).filter_map(|vertex| mesh.vertex(vertex));
        if !vertices.into_iter().any(|vertex| mesh.is_pinched(vertex)) {
            return book;
        }
    }
}

/// Where a push ends in `steps` equal steps, each of which is put back onto the nearest ground.
fn in_steps(mesh: &Mesh, from: Vec2, by: Vec2, steps: u32) -> Vec2 {
    let step = by.times(1.0 / f64::from(steps));
    let mut at = from;
    for _ in 0..steps {
        at = mesh.nearest(at.plus(step)).expect("a number").point;
    }
    at
}

#[test]
fn a_push_leads_where_many_small_ones_do() {
    spread(
        cases(60, 3_000),
        || (),
        |_, case| {
            let rng = &mut Rng::new(0x736c_6964 ^ case << 8);
            let book = any_plain_mesh(rng);
            let mesh = engine(&book);
            let (least, most) = mesh.bounds();
            let size = most.distance_to(least);
            for from in mesh.random_places(case, 6) {
                let part = |rng: &mut Rng| size * (rng.below(2001) as f64 / 1000.0 - 1.0);
                let by = Vec2::new(part(rng), part(rng));
                let moved = mesh.move_along(from, by).expect("a place on the mesh");
                assert!(mesh.polygons_at(moved.point).contains(&moved.polygon));
                assert!(from.distance_to(moved.point) <= by.length() * (1.0 + 1e-9));
                // A corner that is nearly hit is passed on either side; finer steps decide on which.
                let is_near = |steps: u32| {
                    in_steps(&mesh, from, by, steps).distance_to(moved.point) <= 0.01 * size
                };
                let is_right = [500, 8_000, 128_000].into_iter().any(is_near);
                assert!(is_right, "case {case}, {from:?} by {by:?}: {moved:?}\n{book:?}");
            }
        },
    );
}

/// Two rooms of 4 × 4 that touch in a point.
fn rooms() -> Mesh {
    let points = [(0, 0), (4, 0), (4, 4), (0, 4), (8, 4), (8, 8), (4, 8), (0, 8)];
    let points = points.map(|(x, y)| Vec2::new(f64::from(x), f64::from(y))).to_vec();
    Mesh::new(points, &[[0, 1, 2, 3], [2, 4, 5, 6]]).expect("a mesh")
}

#[test]
fn a_push_never_leads_through_a_point_and_ends_in_corners() {
    let mesh = rooms();
    let pushed = |from: (f64, f64), by: (f64, f64)| {
        let moved = mesh.move_along(Vec2::new(from.0, from.1), Vec2::new(by.0, by.1));
        moved.map(|moved| (moved.point.x, moved.point.y, moved.polygon))
    };
    assert_eq!(pushed((1.0, 1.0), (9.0, 9.0)), Some((4.0, 4.0, 0)), "through the point");
    assert_eq!(pushed((1.0, 4.0), (9.0, 0.0)), Some((4.0, 4.0, 0)), "along the wall to the point");
    assert_eq!(pushed((4.0, 1.0), (0.0, 9.0)), Some((4.0, 4.0, 0)));
    assert_eq!(pushed((4.0, 4.0), (0.0, 0.0)).map(|at| (at.0, at.1)), Some((4.0, 4.0)));
    assert_eq!(pushed((4.0, 4.0), (1.0, 1.0)), Some((5.0, 5.0, 1)), "from the point either way");
    assert_eq!(pushed((4.0, 4.0), (-1.0, -1.0)), Some((3.0, 3.0, 0)));
    assert_eq!(pushed((1.0, 1.0), (0.0, 0.0)), Some((1.0, 1.0, 0)));
    assert_eq!(pushed((4.0, 2.0), (7.0, 0.0)), Some((4.0, 2.0, 0)), "straight against a wall");
    assert_eq!(pushed((6.0, 6.0), (-9.0, 1e-3)).map(|at| (at.0, at.2)), Some((4.0, 1)));
    assert_eq!(pushed((1.0, 1.0), (1e12, -1e12)).map(|at| (at.0, at.1)), Some((4.0, 0.0)));
    for bad in [(f64::NAN, 0.0), (f64::INFINITY, 0.0), (2e12, 0.0)] {
        assert_eq!(pushed((1.0, 1.0), bad), None);
        assert_eq!(pushed(bad, (1.0, 1.0)), None);
    }
    assert_eq!(pushed((9.0, 1.0), (1.0, 1.0)), None, "beside the mesh");
}

/// The ground for a radius has rounded coordinates; no push leaves it either.
#[test]
fn no_push_leaves_a_mesh_that_was_cut() {
    for case in 0..cases(60, 3_000) {
        let rng = &mut Rng::new(0x6375_7473 ^ case << 8);
        let book = any_plain_mesh(rng);
        let Ok(mesh) = engine(&book).for_radius(rng.pick(&[0.3, 1.0, 3.0])) else { continue };
        for from in mesh.random_places(case, 20) {
            let by = Vec2::new(rng.below(400) as f64 - 200.0, rng.below(400) as f64 - 200.0);
            let moved = mesh.move_along(from, by).expect("a place on the mesh");
            assert!(mesh.polygons_at(moved.point).contains(&moved.polygon), "case {case}");
            let again = mesh.move_along(moved.point, by).expect("a place on the mesh");
            assert!(mesh.polygons_at(again.point).contains(&again.polygon), "case {case}");
        }
    }
}
