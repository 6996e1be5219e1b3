//! Small cases of meshes.

use crate::base::{Budget, Random, Vec2};
use crate::search::{Outcome, Scratch, Why};
use crate::shapes::mesh::polyanya::MeshMemory;
use crate::shapes::mesh::{Mesh, Polyanya, polyanya, polygons::stamp, see::Walk};

fn points(all: &[(f64, f64)]) -> Vec<Vec2> {
    all.iter().map(|&(x, y)| Vec2::new(x, y)).collect()
}

#[test]
fn what_is_no_mesh_is_refused() {
    let check = |all: &[(f64, f64)], rings: &[&[u32]], message: &str| {
        let error = Mesh::new(points(all), rings).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    };
    let square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.5, 0.2)];
    check(&square, &[], "no polygon");
    check(&square, &[&[0, 1]], "polygon 0 has 2 vertices");
    check(&square, &[&[0, 1, 2, 3], &[0, 1, 9]], "polygon 1 names vertex 9");
    check(&square, &[&[0, 3, 2, 1]], "polygon 0 is bent inward at vertex 0");
    check(&square, &[&[0, 4, 1, 2, 3]], "polygon 0 is bent inward at vertex 4");
    check(&square, &[&[0, 1, 1, 2]], "comes to the place of vertex 1 twice");
    check(&square, &[&[0, 1, 2, 3], &[0, 1, 2]], "polygons 0 and 1 both lie left of the edge");
    check(&[(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)], &[&[0, 1, 2]], "polygon 0 is bent");
    check(&[(0.0, f64::NAN), (1.0, 0.0), (2.0, 0.0)], &[&[0, 1, 2]], "vertex 0 is (0, NaN)");
    check(&[(0.0, 2e12), (1.0, 0.0), (2.0, 0.0)], &[&[0, 1, 2]], "vertex 0 is (0, 2000000000000)");
    // A star goes round twice and turns left everywhere.
    let star = [(0.0, 3.0), (-2.0, -2.0), (3.0, 1.0), (-3.0, 1.0), (2.0, -2.0)];
    check(&star, &[&[0, 1, 2, 3, 4]], "goes round more than once");
    let error = Mesh::with_walls(points(&square), &[[0, 1, 2, 3]], &[(0, 1)]).unwrap_err();
    assert!(error.to_string().contains("between vertices 0 and 1"), "{error}");
}

#[test]
fn a_polygon_bent_at_a_tiny_edge_holds_all_of_its_inside() {
    let corners =
        [(0.0, 0.0), (0.5, 0.0), (0.500_000_05, 9e-8), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
    let mesh = Mesh::new(points(&corners), &[[0, 1, 2, 3, 4, 5]]).unwrap();
    for at in (1..10).flat_map(|y| (1..10).map(move |x| (f64::from(x) / 10.0, f64::from(y) / 10.0)))
    {
        let at = Vec2::new(at.0, at.1);
        assert_eq!(mesh.polygons_at(at), [0], "{at:?}");
        assert_eq!(mesh.nearest(at).map(|near| near.distance), Some(0.0));
        for off in [Vec2::new(1.0, 0.0), Vec2::new(0.0, 1.0), Vec2::new(-1.0, 0.5)] {
            assert!(mesh.polygons_at(at.plus(off)).is_empty(), "{at:?} {off:?}");
        }
    }
    assert!(mesh.polygons_at(Vec2::new(0.500_000_05, 4e-8)).is_empty(), "below the bend");
    let ends = [Vec2::new(0.2, 0.3), Vec2::new(0.9, 0.4)];
    let answer = polyanya(&mesh, ends[0], ends[1], &mut Scratch::new(), &mut ());
    assert_eq!(answer.length(), Some(ends[0].distance_to(ends[1])));
}

#[test]
fn a_wall_along_part_of_an_edge_keeps_nothing_else_from_being_merged() {
    // Two rows of squares with a wall along half of the edge between them.
    let rows = (0..3).flat_map(|y| (0..5).map(move |x| (f64::from(x), f64::from(y))));
    let rows: Vec<(f64, f64)> = rows.collect();
    let square = |at: u32| [at, at + 1, at + 6, at + 5];
    let squares: Vec<[u32; 4]> = [0, 1, 2, 3, 5, 6, 7, 8].map(square).to_vec();
    let mesh = Mesh::with_walls(points(&rows), &squares, &[(5, 6), (6, 7)]).unwrap();
    let merged = mesh.merged();
    // Two rows, with their corners and the vertices of the wall; others on straight edges are left out.
    assert_eq!((merged.polygon_count(), merged.vertex_count(), merged.area()), (2, 8, 8.0));
    let ends = [Vec2::new(0.0, 0.0), Vec2::new(0.0, 2.0)];
    for mesh in [mesh, merged] {
        let answer = polyanya(&mesh, ends[0], ends[1], &mut Scratch::new(), &mut ());
        assert_eq!(answer.length(), Some(2.0 * 5f64.sqrt()));
    }
}

#[test]
fn a_thousand_lives_of_a_scratch_wrap_around() {
    let square = points(&[(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (2.0, 0.0), (2.0, 3.0)]);
    let mesh = Mesh::new(square, &[&[0, 1, 2, 3][..], &[1, 4, 2], &[2, 4, 5]]).unwrap();
    let (from, to) = (Vec2::new(0.1, 0.9), Vec2::new(1.9, 2.5));
    let mut scratch = Scratch::new();
    let expected = polyanya(&mesh, from, to, &mut scratch, &mut ());
    scratch.part::<MeshMemory>().age_to((1 << 31) - 3);
    for _ in 0..6 {
        let answer = polyanya(&mesh, from, to, &mut scratch, &mut ());
        assert_eq!(answer.path().map(|f| &f.points), expected.path().map(|f| &f.points));
    }
    assert_eq!(expected.path().map(|line| line.points.len()), Some(3));
}

/// Searches over polygons bent so far that a line through them comes back to where it was. A vertex
/// that no polygon uses, far away, makes so large a bend count as rounding.
fn searched_over_bent(all: &[(f64, f64)], rings: &[&[u32]], [from, to]: [(f64, f64); 2]) {
    let mut all = points(all);
    all.push(Vec2::new(1e12, 0.0));
    let mesh = Mesh::new(all, rings).unwrap();
    let (from, to) = (Vec2::new(from.0, from.1), Vec2::new(to.0, to.1));
    let mut scratch = Scratch::new();
    let mut search = Polyanya::new(&mesh, from, to, &mut scratch);
    let answer = search.run(&mut Budget::unlimited().expansions(1_000), &mut ());
    let Outcome::Unreachable(none) = answer else { panic!("{answer:?}") };
    assert!(matches!(none.why, Why::Enclosed { seen } if seen < 100), "{none:?}");
}

#[test]
fn a_line_that_runs_in_a_circle_comes_to_an_end() {
    let all = [
        (32.0, 8.0),
        (32.0, 27.0),
        (32.0, 36.0),
        (44.0, 34.0),
        (12.0, 69.0),
        (36.0, 44.0),
        (96.0, 24.0),
        (88.0, 36.0),
        (100.0, 32.0),
    ];
    let rings: [&[u32]; 4] = [&[1, 0, 3, 2], &[1, 2, 5, 4], &[2, 3, 5], &[6, 8, 7]];
    let ends = [(23.20886139387127, 0.8184393928173783), (88.96442792853031, -24.484322024749325)];
    searched_over_bent(&all, &rings, ends);
}

#[test]
fn a_line_that_branches_each_time_it_comes_round_comes_to_an_end() {
    let all = [
        (128.0, 128.0),
        (169.0, 173.0),
        (280.0, 108.0),
        (88.0, 177.0),
        (156.0, 198.0),
        (192.0, 256.0),
        (320.0, 240.0),
        (256.0, 320.0),
        (296.0, 300.0),
    ];
    let rings: [&[u32]; 5] = [&[0, 1, 3], &[2, 4, 1], &[3, 1, 4, 5], &[4, 2, 5], &[6, 8, 7]];
    let ends = [(175.85936844331405, 122.49121253953233), (283.86031156890175, 287.65928015686615)];
    searched_over_bent(&all, &rings, ends);
}

#[test]
fn one_sees_straight_what_a_walk_arrives_at() {
    let mut dice = Random::new(7);
    let mut is_seen = [0; 2];
    for case in 0..12 {
        let all = (0..49).map(|at| Vec2::new(f64::from(at % 7), f64::from(at / 7))).collect();
        let square = |at: u32| [at, at + 1, at + 8, at + 7];
        let is_there = |at: &u32| at % 7 < 6 && !dice.next().is_multiple_of(4);
        let squares: Vec<[u32; 4]> = (0..42).filter(is_there).map(square).collect();
        let mesh = Mesh::new(all, &squares).unwrap();
        let mut places = mesh.random_places(case, 12);
        places.extend(squares.iter().map(|square| mesh.points[square[0] as usize]));
        for mesh in [&mesh, &mesh.merged()] {
            let (mut starts, mut goals) = (Vec::new(), Vec::new());
            for &from in &places {
                for &to in &places {
                    let from = mesh.settle(from, &mut starts).unwrap();
                    let to = mesh.settle(to, &mut goals).unwrap();
                    let arrives =
                        matches!(mesh.walk(starts.clone(), from, to), Walk::Arrived { .. });
                    assert_eq!(mesh.sees(&starts, from, &goals, to), arrives, "{from:?} {to:?}");
                    is_seen[usize::from(arrives)] += 1;
                }
            }
        }
    }
    assert!(is_seen.iter().all(|&count| count > 1_000), "{is_seen:?}");
}

/// No pair of bits in one number, and none in two numbers side by side, cancels in the checksum.
#[test]
fn changes_of_two_numbers_do_not_cancel_in_the_checksum() {
    let of = |x: u64, y: u64| {
        let points = [Vec2::new(f64::from_bits(x), f64::from_bits(y)), Vec2::new(5.0, 6.0)];
        stamp(&points, [&[0, 3], &[0, 1, 2], &[7, 8, 9]], &[0])
    };
    let apart = [Vec2::new(1.0, -3.0), Vec2::new(-1.0, -3.000_000_001_862_645)];
    let [one, other] = apart.map(|at| of(at.x.to_bits(), at.y.to_bits()));
    assert_ne!(one, other);
    let mut seen = std::collections::BTreeSet::new();
    let flips = || std::iter::once(0).chain((0..64).map(|bit| 1 << bit));
    let base = [1.0f64.to_bits(), (-3.0f64).to_bits()];
    for x in flips() {
        for y in (0..64).flat_map(|bit| flips().map(move |flip: u64| flip | 1 << bit)) {
            seen.insert(of(base[0] ^ x, base[1] ^ y));
        }
    }
    assert_eq!(seen.len(), 65 * (64 + 64 * 63 / 2));
}
