//! Obstacles on a mesh, against a graph of tangents around them and against meshes made from scratch.

use astride::base::{Coded, Vec2};
use astride::io::write_mesh;
use astride::search::Scratch;
use astride::shapes::mesh::{Mesh, ObstacleId, ObstacleMesh, polyanya};
use astride_testkit::mesh::{BookMesh, Place, random_rectangles};
use astride_testkit::mesh_disc::{DiscSight, Point};
use astride_testkit::rng::Rng;
use astride_testkit::tally::{cases, spread};

use crate::meshes::engine;

fn point(at: Vec2) -> Point {
    (at.x, at.y)
}

/// A triangle or a box somewhere near the mesh, often with corners and edges on those of the mesh.
fn any_outline(rng: &mut Rng, book: &BookMesh) -> Vec<Vec2> {
    loop {
        let corner = rng.pick(&book.points);
        let near = |rng: &mut Rng| {
            let off = |rng: &mut Rng| rng.below(25) as i64 - 12;
            (corner.0 + off(rng), corner.1 + off(rng))
        };
        let at = |(x, y): Place| Vec2::new(x as f64, y as f64);
        let (a, b, c) = (corner, near(rng), near(rng));
        let area = (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0);
        if area == 0 {
            continue;
        }
        if rng.percent(50) {
            return [a, b, c].map(at).to_vec();
        }
        let d = (a.0 + c.0 - b.0, a.1 + c.1 - b.1);
        return [a, b, c, d].map(at).to_vec();
    }
}

/// How deep a straight line gets into a convex outline.
fn depth(outline: &[Vec2], a: Vec2, b: Vec2) -> f64 {
    let n = outline.len();
    let side = |k: usize, at: Vec2| {
        let (u, w) = (outline[k], outline[(k + 1) % n]);
        ((w.x - u.x) * (at.y - u.y) - (w.y - u.y) * (at.x - u.x)) / u.distance_to(w)
    };
    let centre = outline.iter().fold(Vec2::default(), |sum, &corner| sum.plus(corner));
    let turn = side(0, centre.times(1.0 / n as f64)).signum();
    // The least distance to a side is concave along the line, so thirds find its maximum.
    let inside = |t: f64| {
        let at = a.plus(b.minus(a).times(t));
        (0..n).map(|k| turn * side(k, at)).fold(f64::INFINITY, f64::min)
    };
    let (mut from, mut to) = (0.0, 1.0);
    for _ in 0..100 {
        let (one, other) = (from + (to - from) / 3.0, to - (to - from) / 3.0);
        if inside(one) < inside(other) { from = one } else { to = other }
    }
    inside(from)
}

#[test]
fn paths_lead_round_obstacles_and_are_the_shortest() {
    spread(cases(60, 3_000), Scratch::new, |scratch, case| {
        let rng = &mut Rng::new(0x6f62_7374 ^ case << 8);
        let Some(book) = random_rectangles(rng) else { return };
        let mut ground = ObstacleMesh::new(engine(&book));
        let mut walls = book.walls();
        let mut outlines = Vec::new();
        for _ in 0..1 + rng.below(4) {
            let outline = any_outline(rng, &book);
            if let Err(error) = ground.place(&outline) {
                assert_eq!(error.code(), "mesh-covered");
                return;
            }
            let ends = outline.iter().zip(outline.iter().cycle().skip(1));
            walls.extend(ends.map(|(&a, &b)| (point(a), point(b))));
            outlines.push(outline);
        }
        let mesh = ground.mesh();
        // More than the margin that is cut out around obstacles, so the paths that keep this far away
        // are open.
        let reach = 1e-7 * engine(&book).extent();
        let sight = DiscSight::between(walls, reach);
        for places in mesh.random_places(case, 8).windows(2) {
            let (from, to) = (places[0], places[1]);
            let expected = sight.distance(point(from), point(to));
            let answer = polyanya(mesh, from, to, scratch, &mut ());
            let what = format!("case {case} {from:?} {to:?} {expected:?} {answer:?}\n{outlines:?}");
            let Some(path) = answer.path() else {
                assert_eq!(expected, None, "{what} {book:?}");
                continue;
            };
            for leg in path.points.windows(2) {
                let is_free = |outline: &Vec<Vec2>| depth(outline, leg[0], leg[1]) < 1e-9;
                assert!(outlines.iter().all(is_free), "{what} {book:?}");
            }
            let most = expected.unwrap_or(f64::INFINITY);
            assert!(path.length <= most + reach, "{what} {book:?}");
        }
    });
}

#[test]
fn after_any_changes_the_mesh_is_that_of_the_obstacles_there_are() {
    for case in 0..cases(30, 2_000) {
        let rng = &mut Rng::new(0x6865_616c ^ case << 8);
        let Some(book) = random_rectangles(rng) else { continue };
        let plain = engine(&book);
        let mut ground = ObstacleMesh::new(plain.clone());
        let mut there: Vec<(ObstacleId, Vec<Vec2>)> = Vec::new();
        let mut revision = 0;
        for _ in 0..12 {
            let outline = any_outline(rng, &book);
            let before = write_mesh(ground.mesh());
            let answer = match rng.below(3) {
                0 if !there.is_empty() => {
                    let (id, _) = there.remove(rng.below(there.len()));
                    ground.remove(id)
                }
                1 if !there.is_empty() => {
                    let at = rng.below(there.len());
                    let answer = ground.change_all(&[(there[at].0, &outline)]);
                    if answer.is_ok() {
                        there[at].1 = outline;
                    }
                    answer
                }
                _ => ground.place(&outline).map(|id| there.push((id, outline))),
            };
            revision += u64::from(answer.is_ok());
            assert_eq!((ground.revision(), ground.len()), (revision, there.len()));
            if let Err(error) = answer {
                assert_eq!(error.code(), "mesh-covered");
                assert_eq!(write_mesh(ground.mesh()), before, "a change that is refused");
            }
            let mut again = ObstacleMesh::new(plain.clone());
            for (_, outline) in &there {
                again.place(outline).expect("an obstacle that is there");
            }
            assert_eq!(write_mesh(ground.mesh()), write_mesh(again.mesh()), "case {case}");
        }
        for (id, _) in there.drain(..) {
            ground.remove(id).expect("an obstacle that is there");
        }
        assert_eq!(write_mesh(ground.mesh()), write_mesh(&plain), "healed");
    }
}

#[test]
fn what_is_no_obstacle_is_refused_and_nothing_changes() {
    let corners = [(0, 0), (8, 0), (8, 8), (0, 8)].map(|(x, y)| Vec2::new(x.into(), y.into()));
    let corners: [Vec2; 4] = corners;
    let mut ground =
        ObstacleMesh::new(Mesh::new(corners.to_vec(), &[[0, 1, 2, 3]]).expect("a mesh"));
    let mut refused = |outline: &[(f64, f64)]| {
        let outline: Vec<Vec2> = outline.iter().map(|&(x, y)| Vec2::new(x, y)).collect();
        ground.place(&outline).expect_err("no obstacle").code()
    };
    assert_eq!(refused(&[(1.0, 1.0), (2.0, 1.0)]), "mesh-obstacle");
    assert_eq!(refused(&[(1.0, 1.0), (2.0, 1.0), (3.0, 1.0)]), "mesh-obstacle");
    assert_eq!(refused(&[(1.0, 1.0), (2.0, f64::NAN), (1.0, 3.0)]), "mesh-obstacle");
    assert_eq!(refused(&[(1.0, 1.0), (2e12, 1.0), (1.0, 3.0)]), "mesh-obstacle");
    assert_eq!(refused(&[(1.0, 1.0), (4.0, 1.0), (2.0, 2.0), (1.0, 4.0)]), "mesh-obstacle");
    assert_eq!(refused(&[(1.0, 1.0); 2000]), "mesh-obstacle");
    assert_eq!(refused(&[(-1.0, -1.0), (20.0, -1.0), (-1.0, 20.0)]), "mesh-covered");
    for radius in [0.0, -1.0, f64::NAN, 1e13] {
        let error = ground.place_disc(Vec2::new(1.0, 1.0), radius).expect_err("no radius");
        assert_eq!(error.code(), "mesh-radius");
    }
    assert_eq!((ground.revision(), ground.mesh().area()), (0, 64.0));

    let id = ground.place_disc(Vec2::new(4.0, 4.0), 1.0).expect("an obstacle");
    let disc = 64.0 - ground.mesh().area();
    assert!(disc > std::f64::consts::PI && disc < std::f64::consts::PI * 1.011, "{disc}");
    ground.remove(id).expect("the obstacle");
    assert_eq!(ground.remove(id).expect_err("gone").code(), "mesh-unknown-obstacle");
    let change = ground.change_all(&[(id, &corners[..3])]);
    assert_eq!(change.expect_err("gone").code(), "mesh-unknown-obstacle");
}
