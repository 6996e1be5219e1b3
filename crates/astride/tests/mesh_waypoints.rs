//! Waypoints of meshes: shortest paths over them are those of the book.

use std::collections::BTreeMap;

use astride::base::{Budget, Coded, Spent, Vec2};
use astride::shapes::Shape;
use astride::shapes::mesh::{Mesh, Sight, Waypoints};
use astride::shapes::square::{Grid, Mover};

const SCALE: u32 = 1 << 20;

pub(crate) fn waypoints_of(mesh: &Mesh) -> Waypoints {
    mesh.waypoints(&mut Budget::unlimited()).expect("no limit")
}

/// The length of a shortest path: straight, or over waypoints by Bellman and Ford.
fn over(waypoints: &Waypoints, mesh: &Mesh, [from, to]: [Vec2; 2]) -> Option<f64> {
    if matches!(mesh.see(from, to), Some(Sight::Clear)) {
        return Some(from.distance_to(to));
    }
    let seen = |place| waypoints.seen_from(mesh, place, SCALE).expect("waypoints of this mesh");
    let mut least: BTreeMap<u32, u64> =
        seen(from).into_iter().map(|(at, ticks)| (at, ticks.into())).collect();
    let arcs = waypoints.arcs(SCALE);
    loop {
        let before = least.clone();
        for &(one, other, ticks) in &arcs {
            if let Some(&gone) = least.get(&one) {
                let gone = gone + u64::from(ticks);
                least.entry(other).and_modify(|known| *known = gone.min(*known)).or_insert(gone);
            }
        }
        if least == before {
            break;
        }
    }
    let ends =
        seen(to).into_iter().filter_map(|(at, ticks)| Some(least.get(&at)? + u64::from(ticks)));
    ends.min().map(|ticks| ticks as f64 / f64::from(SCALE))
}

/// Holds paths over the waypoints of a mesh to a length.
pub(crate) fn hold(
    waypoints: &Waypoints,
    mesh: &Mesh,
    ends: [Vec2; 2],
    expected: Option<f64>,
    what: &dyn Fn() -> String,
) {
    let length = over(waypoints, mesh, ends);
    // Each leg is rounded to half a tick.
    let is_near = length.zip(expected).is_none_or(|(a, b)| (a - b).abs() < 1e-5);
    let is_right = length.is_some() == expected.is_some() && is_near;
    assert!(is_right, "over waypoints {length:?}, {expected:?}\n{}", what());
}

#[test]
fn waypoints_of_a_grid_are_the_corners_of_its_walls() {
    let grid = Grid::from_classes(5, 3, b".......@.......").unwrap();
    let view = grid.seen_by(&Mover::walker());
    let mesh = Mesh::of_cells(&view, |node| grid.outline_of(grid.cell(node))).unwrap().merged();
    let waypoints = waypoints_of(&mesh);
    let mut points = waypoints.points().to_vec();
    points.sort_by(|a, b| (a.y, a.x).partial_cmp(&(b.y, b.x)).unwrap());
    let corners = [(2.0, 1.0), (3.0, 1.0), (2.0, 2.0), (3.0, 2.0)].map(|(x, y)| Vec2::new(x, y));
    assert_eq!(points, corners);
    assert_eq!(waypoints.legs().len(), 4, "along the sides, and not across");
    assert_eq!(
        waypoints.arcs(100),
        waypoints.arcs(100).iter().map(|&(a, b, _)| (a, b, 100)).collect::<Vec<_>>()
    );
    assert!(waypoints.arcs(0).iter().all(|&(.., ticks)| ticks == 1), "an arc costs something");

    let at = |x, y| waypoints.seen_from(&mesh, Vec2::new(x, y), 10).unwrap();
    assert_eq!(at(0.0, 1.5).len(), 2);
    assert_eq!(at(9.0, 1.5), [], "off the mesh");
    let narrower = mesh.for_radius(0.25).unwrap();
    let refused = waypoints.seen_from(&narrower, Vec2::new(0.5, 1.5), 10).unwrap_err();
    assert_eq!(refused.code(), "mesh-waypoints-stale");
    let spent = mesh.waypoints(&mut Budget::unlimited().expansions(3)).unwrap_err();
    assert_eq!(spent, Spent::Expansions);
    // A corner sees several polygons.
    let is_enough = |most| mesh.waypoints(&mut Budget::unlimited().expansions(most)).is_ok();
    assert!((0..100).find(|&most| is_enough(most)).is_some_and(|most| most > 4));
    assert_eq!(mesh.waypoints(&mut Budget::unlimited().bytes(8)).unwrap_err(), Spent::Bytes);
}

/// Four cells around (1, 1), and walls that part the first from the others: its ground touches that corner
/// alone.
#[test]
fn a_corner_is_seen_only_from_ground_that_is_connected_with_it() {
    let points = (0..9).map(|at| Vec2::new(f64::from(at % 3), f64::from(at / 3))).collect();
    let cells: [[u32; 4]; 4] = [[0, 1, 4, 3], [1, 2, 5, 4], [3, 4, 7, 6], [4, 5, 8, 7]];
    let mesh = Mesh::with_walls(points, &cells, &[(1, 4), (3, 4)]).expect("a mesh");
    let waypoints = waypoints_of(&mesh);
    assert_eq!((waypoints.points(), waypoints.legs()), (&[Vec2::new(1.0, 1.0)][..], &[][..]));
    let seen = |x, y| waypoints.seen_from(&mesh, Vec2::new(x, y), 10).expect("of this mesh");
    assert_eq!(seen(0.5, 0.5), []);
    assert_eq!((seen(1.5, 0.5), seen(1.0, 1.0)), (vec![(0, 7)], vec![(0, 0)]));
}
