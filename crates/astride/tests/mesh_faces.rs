//! Meshes of faces that need not be convex: cut into triangles that cover them, or refused.

use astride::base::Vec2;
use astride::shapes::mesh::Mesh;
use astride_testkit::mesh::Place;
use astride_testkit::rng::Rng;
use astride_testkit::tally::cases;

use crate::meshes::at;

fn cross(a: Place, b: Place, c: Place) -> i64 {
    (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
}

/// Whether two segments share a point.
fn do_meet([a, b]: [Place; 2], [c, d]: [Place; 2]) -> bool {
    let is_on = |p: Place, [q, r]: [Place; 2]| {
        cross(p, q, r) == 0
            && (q.0.min(r.0)..=q.0.max(r.0)).contains(&p.0)
            && (q.1.min(r.1)..=q.1.max(r.1)).contains(&p.1)
    };
    let sides = |p, q| cross(a, b, p).signum() * cross(a, b, q).signum();
    let back = cross(c, d, a).signum() * cross(c, d, b).signum();
    is_on(a, [c, d])
        || is_on(b, [c, d])
        || is_on(c, [a, b])
        || is_on(d, [a, b])
        || sides(c, d) < 0 && back < 0
}

/// Whether the edges of a ring share nothing but the corners between neighbours.
fn is_simple(ring: &[Place]) -> bool {
    let n = ring.len();
    let edge = |k: usize| [ring[k % n], ring[(k + 1) % n]];
    let turns = (0..n).all(|k| {
        let ([a, b], [_, c]) = (edge(k), edge(k + 1));
        a != b
            && !(cross(a, b, c) == 0 && (a.0 - b.0) * (c.0 - b.0) + (a.1 - b.1) * (c.1 - b.1) > 0)
    });
    let is_apart =
        |j: usize, k: usize| (j + 1) % n == k || (k + 1) % n == j || !do_meet(edge(j), edge(k));
    turns && (0..n).all(|j| (0..j).all(|k| is_apart(j, k)))
}

fn twice_area(ring: &[Place]) -> i64 {
    (0..ring.len()).map(|k| cross((0, 0), ring[k], ring[(k + 1) % ring.len()])).sum()
}

/// Corners in any order, around a centre, or of a comb.
fn any_ring(rng: &mut Rng) -> Vec<Place> {
    let side = rng.pick(&[3, 6, 40]);
    let mut place = || (rng.below(side) as i64, rng.below(side) as i64);
    let mut ring: Vec<Place> = (0..9).map(|_| place()).collect();
    ring.truncate(3 + rng.below(7));
    let centre = (side as i64 / 2, side as i64 / 2);
    match rng.below(3) {
        0 => {}
        1 => {
            let angle = |p: &Place| ((p.1 - centre.1) as f64).atan2((p.0 - centre.0) as f64);
            ring.sort_by(|a, b| angle(a).total_cmp(&angle(b)).then(a.cmp(b)));
        }
        _ => {
            let teeth = 1 + rng.below(20) as i64;
            ring = (0..teeth)
                .flat_map(|k| [(2 * k, 0), (2 * k + 1, 1 + rng.below(3) as i64)])
                .collect();
            ring.extend([(2 * teeth, 0), (2 * teeth, 4 + rng.below(2) as i64), (0, 4)]);
        }
    }
    ring.dedup();
    ring
}

#[test]
fn faces_are_covered_by_their_triangles_or_refused() {
    let mut counts = [0; 2];
    for case in 0..cases(4_000, 400_000) {
        let rng = &mut Rng::new(0x6661_6365 ^ case << 8);
        let ring = any_ring(rng);
        if ring.len() < 3 {
            continue;
        }
        let numbers: Vec<u32> = (0..ring.len() as u32).collect();
        let mesh = Mesh::from_faces(ring.iter().copied().map(at).collect(), &[numbers]);
        let is_right = is_simple(&ring) && twice_area(&ring) > 0;
        assert_eq!(mesh.is_ok(), is_right, "case {case}, {ring:?}: {mesh:?}");
        counts[usize::from(is_right)] += 1;
        let Ok(mesh) = mesh else { continue };
        assert!(
            (2.0 * mesh.area() - twice_area(&ring) as f64).abs() < 1e-9,
            "case {case}, {ring:?}"
        );
        let count = mesh.polygon_count() as usize;
        assert!(count == 1 || count == ring.len() - 2, "case {case}, {ring:?}: {count}");
        // All triangles are connected, and each edge of the face is a wall.
        let links = (0..count as u32).flat_map(|polygon| mesh.neighbours_of(polygon));
        let walls = links.filter(Option::is_none).count();
        assert_eq!(walls, ring.len(), "case {case}, {ring:?}");
        assert_eq!(mesh.merged().polygon_count() == 1, is_convex(&ring), "case {case}, {ring:?}");
    }
    assert!(counts.iter().all(|&count| count > 500), "{counts:?}");
}

fn is_convex(ring: &[Place]) -> bool {
    let n = ring.len();
    (0..n).all(|k| cross(ring[k], ring[(k + 1) % n], ring[(k + 2) % n]) >= 0)
}

#[test]
fn errors_name_the_face() {
    let points = [(0, 0), (4, 0), (4, 4), (2, 1), (0, 4), (8, 0), (8, 4)];
    let points: Vec<Vec2> = points.into_iter().map(at).collect();
    let check = |faces: &[&[u32]], polygon: Option<u32>, message: &str| {
        let error = Mesh::from_faces(points.clone(), faces).unwrap_err();
        assert!(error.to_string().contains(message), "{error}");
        assert_eq!(error.polygon(), polygon);
    };
    let bent: &[u32] = &[0, 1, 2, 3, 4];
    check(&[], None, "no polygon");
    check(&[bent, &[1, 5, 6], &[1, 5, 2]], Some(2), "polygons 1 and 2 both lie left of the edge");
    check(&[bent, &[1, 2, 6, 5]], Some(1), "face 1 is not convex, and");
    check(&[bent, &[1, 5, 9]], Some(1), "polygon 1 names vertex 9");
    check(&[bent, &[1, 6, 5, 2]], Some(1), "face 1 is not convex, and");
    // More corners than are looked through for ears.
    let many: Vec<Vec2> =
        (0..70).map(|k| at((k, k % 2))).chain([at((70, 9)), at((-1, 9))]).collect();
    let ring: Vec<u32> = (0..72).collect();
    let error = Mesh::from_faces(many, &[ring]).unwrap_err().to_string();
    assert!(error.contains("more than 64 corners"), "{error}");
}
