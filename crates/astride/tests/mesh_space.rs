//! The free space of a mesh: hulls against distances to all walls and against samples, floors above
//! each other, and paths that are smoothed and rounded in it.

use astride::base::Vec2;
use astride::path::{LineError, Space as _, reduce, round_corners, smooth};
use astride::search::Scratch;
use astride::shapes::mesh::{Mesh, MeshSpace, polyanya};
use astride_testkit::mesh::{BookMesh, Place};
use astride_testkit::mesh_disc::{Point, clearance};
use astride_testkit::rng::Rng;
use astride_testkit::tally::{cases, spread};

use crate::mesh_radius::{Count, any_flat_mesh};
use crate::meshes::{any_place, at, engine, folder, mesh_at};

fn point(at: Vec2) -> Point {
    (at.x, at.y)
}

/// A place near another one, by at most `size` along each axis.
fn beside(rng: &mut Rng, place: Vec2, size: f64) -> Vec2 {
    let mut off = || size * (rng.below(2001) as f64 / 1000.0 - 1.0);
    Vec2::new(place.x + off(), place.y + off())
}

/// Whether a triangle of the corners has a point in it.
fn is_inside(corners: &[Vec2], (x, y): Point) -> bool {
    let side = |a: Vec2, b: Vec2| (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
    let has = |&[a, b, c]: &[usize; 3]| {
        let [a, b, c] = [a, b, c].map(|at| corners[at]);
        let sides = [side(a, b), side(b, c), side(c, a)];
        sides.iter().all(|&side| side > 0.0) || sides.iter().all(|&side| side < 0.0)
    };
    let triangles = [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]];
    triangles.iter().filter(|names| names.iter().all(|&at| at < corners.len())).any(has)
}

/// How far a hull is from the nearest wall.
fn distance_to_walls(walls: &[(Point, Point)], corners: &[Vec2]) -> f64 {
    if walls.iter().any(|&(from, to)| is_inside(corners, from) || is_inside(corners, to)) {
        return 0.0;
    }
    let pairs = corners.iter().flat_map(|&a| corners.iter().map(move |&b| (a, b)));
    let clear = pairs.map(|(a, b)| clearance(walls, point(a), point(b)));
    clear.fold(f64::INFINITY, f64::min)
}

/// A random point of a hull.
fn sample(rng: &mut Rng, corners: &[Vec2]) -> Vec2 {
    let shares: Vec<f64> = corners.iter().map(|_| rng.below(1000) as f64 + 0.5).collect();
    let sum: f64 = shares.iter().sum();
    let parts = corners.iter().zip(&shares).map(|(corner, share)| corner.times(share / sum));
    parts.fold(Vec2::default(), Vec2::plus)
}

#[test]
fn hulls_are_clear_where_no_wall_is_near() {
    let (free, met) = (Count::default(), Count::default());
    spread(
        cases(150, 6_000),
        || (),
        |_, case| {
            let rng = &mut Rng::new(0x7370_6163 ^ case << 8);
            let book = any_flat_mesh(rng);
            let (mesh, walls) = (engine(&book), book.walls());
            let unit = (mesh.area() / f64::from(mesh.polygon_count())).sqrt();
            let radius = unit * rng.pick(&[0.0, 0.02, 0.1, 0.3, 0.7]);
            let space = MeshSpace::new(&mesh, radius).expect("a radius");
            let slack = 10.0 * mesh.tolerance();
            for place in mesh.random_places(case, 20) {
                let size = unit * rng.pick(&[0.1, 0.5, 1.5]);
                let mut corners = vec![place];
                (0..rng.below(4)).for_each(|_| corners.push(beside(rng, place, size)));
                let near = distance_to_walls(&walls, &corners);
                let is_clear = space.holds(&corners);
                let what = || format!("case {case}, {radius}, {near}: {corners:?}\n{book:?}");
                if near < radius - slack || near == 0.0 {
                    assert!(!is_clear, "{}", what());
                    met.add();
                } else if near > radius + slack {
                    assert!(is_clear, "{}", what());
                    free.add();
                }
                for _ in 0..if is_clear { 40 } else { 0 } {
                    let at = sample(rng, &corners);
                    let off = mesh.wall_distance(at).map(|(distance, _)| distance);
                    assert!(off.is_some_and(|off| off >= radius - slack), "{at:?} {}", what());
                }
            }
        },
    );
    let seen = [free, met].map(Count::get);
    assert!(seen.iter().all(|&count| count > cases(500, 20_000)), "{seen:?}");
}

/// Legs of a point between vertices, middles of edges and any places, on several floors, too.
#[test]
fn a_point_gets_where_the_book_gets_from_every_floor() {
    let (free, met) = (Count::default(), Count::default());
    spread(
        cases(100, 6_000),
        || (),
        |_, case| {
            let rng = &mut Rng::new(0x706f_696e ^ case << 8);
            let book = crate::meshes::any_mesh(rng);
            let mesh = engine(&book);
            let space = MeshSpace::new(&mesh, 0.0).expect("a radius");
            for _ in 0..40 {
                let (from, to) = (any_place(rng, &book), any_place(rng, &book));
                let goes = |from: Place, to: Place| {
                    let starts = book.around(from);
                    !starts.is_empty()
                        && starts.iter().all(|start| !book.go(from, to, start).is_empty())
                };
                let expected = goes(from, to) && goes(to, from);
                let is_clear = space.is_clear(at(from), at(to));
                assert_eq!(is_clear, expected, "case {case}, {from:?} to {to:?}\n{book:?}");
                if is_clear { free.add() } else { met.add() }
            }
        },
    );
    let seen = [free, met].map(Count::get);
    assert!(seen.iter().all(|&count| count > cases(500, 20_000)), "{seen:?}");
}

/// The polygons of two meshes as one, on two floors.
fn stacked(below: &BookMesh, above: &BookMesh) -> BookMesh {
    let count = below.points.len() as u32;
    let moved =
        above.polygons.iter().map(|ring| ring.iter().map(|&vertex| vertex + count).collect());
    let polygons = below.polygons.iter().cloned().chain(moved).collect();
    BookMesh::new([&below.points[..], &above.points].concat(), polygons)
}

#[test]
fn what_is_clear_is_clear_on_every_floor_or_on_that_of_a_line() {
    let (clear, on_one, of_line) = (Count::default(), Count::default(), Count::default());
    spread(cases(150, 6_000), Scratch::new, |scratch, case| {
        let rng = &mut Rng::new(0x666c_6f6f ^ case << 8);
        let books = [any_flat_mesh(rng), any_flat_mesh(rng)];
        let both = engine(&stacked(&books[0], &books[1]));
        // One extent for all, so that tolerances are equal.
        let alone = books.each_ref().map(|book| {
            let mut points: Vec<Vec2> = book.points.iter().copied().map(at).collect();
            points.push(Vec2::new(both.extent(), 0.0));
            Mesh::new(points, &book.polygons).expect("a mesh")
        });
        let unit = (both.area() / f64::from(both.polygon_count())).sqrt();
        let radius = unit * rng.pick(&[0.02, 0.1, 0.2]);
        let space = MeshSpace::new(&both, radius).expect("a radius");
        let floors = alone.each_ref().map(|mesh| MeshSpace::new(mesh, radius).expect("a radius"));
        let line = alone[0].random_places(case, 1);
        let along = MeshSpace::along(&both, radius, &line).expect("a radius");
        for place in both.random_places(case, 30) {
            let mut corners = vec![place];
            (0..rng.below(4)).for_each(|_| corners.push(beside(rng, place, 0.4 * unit)));
            let is_on = |mesh: &Mesh| corners.iter().any(|&at| !mesh.polygons_at(at).is_empty());
            let mut here = alone.iter().zip(&floors).filter(|(mesh, _)| is_on(mesh));
            let expected = here.all(|(_, floor)| floor.holds(&corners));
            let what = || format!("case {case}, {radius}: {corners:?}\n{books:?}");
            assert_eq!(space.holds(&corners), expected, "{}", what());
            let below = floors[0].holds(&corners);
            let can_go = polyanya(&alone[0], line[0], place, scratch, &mut ()).path().is_some();
            assert_eq!(along.holds(&corners), below && can_go, "along {line:?} {}", what());
            clear.add_if(expected);
            on_one.add_if(!expected && floors.iter().any(|floor| floor.holds(&corners)));
            of_line.add_if(below && can_go && !expected);
        }
    });
    let seen = [clear, on_one, of_line].map(Count::get);
    assert!(seen.iter().all(|&count| count > cases(80, 3_000)), "{seen:?}");
}

/// A road that leads round and up onto a bridge over itself.
#[test]
fn a_bridge_is_no_part_of_the_road_under_it() {
    let points = [
        (0, 0),
        (12, 0),
        (12, 2),
        (0, 2), // the road, from left to right
        (16, 0),
        (16, 8),
        (12, 8), // up
        (4, 6),
        (8, 6),
        (12, 6),
        (8, 8),
        (4, 8), // back to the left
        (4, -4),
        (8, -4), // down over the road
    ];
    let points = points.map(|(x, y)| Vec2::new(f64::from(x), f64::from(y))).to_vec();
    let rings: [&[u32]; 5] =
        [&[0, 1, 2, 3], &[1, 4, 5, 6, 9, 2], &[8, 9, 6, 10], &[7, 8, 10, 11], &[12, 13, 8, 7]];
    let mesh = Mesh::new(points, &rings).expect("a mesh");
    let at = |x: f64, y: f64| Vec2::new(x, y);
    let road = [at(1.0, 1.0), at(5.0, 1.2), at(10.0, 1.0)];
    let space = MeshSpace::new(&mesh, 0.5).expect("a radius");
    assert!(space.is_clear(road[0], road[2]), "both ends are on the road alone");
    assert!(!space.is_clear(road[0], road[1]), "it may be on the bridge");
    let along = MeshSpace::along(&mesh, 0.5, &road).expect("a radius");
    assert!(along.is_clear(road[0], road[1]));
    let under = at(6.0, 1.0);
    for space in [&space, &along] {
        assert!(!space.is_clear(under, at(6.0, -3.0)), "on the bridge alone");
    }
    assert_eq!(smooth(&road, &along, 0.01).expect("clear").straight, 0);
    let over = [at(6.0, 7.0), under, at(6.0, -3.0)];
    let along = MeshSpace::along(&mesh, 0.5, &over).expect("a radius");
    assert!(along.is_clear(under, over[2]) && !along.is_clear(road[0], under));
    let both = [road[0], at(14.0, 1.0), at(14.0, 7.0), over[0], over[2]];
    let along = MeshSpace::along(&mesh, 0.5, &both).expect("a radius");
    assert!(both.windows(2).all(|leg| along.is_clear(leg[0], leg[1])));
    assert!(!along.is_clear(road[0], under) && !along.is_clear(under, over[2]));
    let rounded = round_corners(&both, 0.5, &along, 0.01).expect("clear");
    assert!(rounded.tight.is_empty(), "{rounded:?}");
}

/// The lower edge of the upper left polygon sinks into the lower left one by rounding.
#[test]
fn ground_that_overlaps_by_rounding_is_one_floor() {
    let points = [
        (0.0, 0.0),
        (2.0, 0.0),
        (2.0, 1.0),
        (0.0, 1.0),
        (4.0, 0.0),
        (4.0, 2.0),
        (2.0, 2.0),
        (0.0, 1.0 - 1e-8),
        (0.0, 2.0),
    ];
    let points = points.map(|(x, y)| Vec2::new(x, y)).to_vec();
    let rings: [&[u32]; 3] = [&[0, 1, 2, 3], &[1, 4, 5, 6, 2], &[7, 2, 6, 8]];
    let mesh = Mesh::new(points, &rings).expect("a mesh");
    let line = [Vec2::new(0.5, 0.5), Vec2::new(1.5, 0.5)];
    let along = MeshSpace::along(&mesh, 0.1, &line).expect("a radius");
    assert!(along.is_clear(Vec2::new(1.0, 1.5), Vec2::new(3.0, 1.5)));
}

/// Over the line lies a polygon that is no part of its floor, between two that are.
#[test]
fn a_point_does_not_leave_the_floor_of_a_line() {
    let points = [
        (0, 0),
        (2, 0),
        (2, 2),
        (0, 2), // upper left
        (4, 0),
        (4, 2), // upper middle
        (6, 0),
        (6, 2), // upper right
        (0, -1),
        (2, -1),
        (4, -1),
        (6, -1), // below them
        (4, 1),
        (2, 1), // under the upper middle
    ];
    let points = points.map(|(x, y)| Vec2::new(f64::from(x), f64::from(y))).to_vec();
    let rings: [&[u32]; 6] = [
        &[0, 1, 2, 3],
        &[1, 4, 5, 2],
        &[4, 6, 7, 5],
        &[8, 9, 1, 0],
        &[10, 11, 6, 4],
        &[9, 10, 4, 12, 13, 1],
    ];
    let mesh = Mesh::new(points, &rings).expect("a mesh");
    let leg = |y: f64| [Vec2::new(1.0, y), Vec2::new(5.0, y)];
    let (over, line) = (leg(1.5), leg(-0.5));
    for radius in [0.0, 0.1] {
        let space = MeshSpace::new(&mesh, radius).expect("a radius");
        assert!(space.is_clear(over[0], over[1]) && space.is_clear(line[0], line[1]));
        let along = MeshSpace::along(&mesh, radius, &line).expect("a radius");
        assert!(!along.is_clear(over[0], over[1]) && along.is_clear(line[0], line[1]), "{radius}");
        assert!(over.iter().all(|&place| along.is_clear(place, place)), "{radius}");
    }
}

/// The bridge is narrow: where a point of the curve lies under it, that point alone may be on either.
#[test]
fn a_curve_leads_under_a_bridge_between_its_control_points() {
    let square = |left: f64, low: f64, right: f64, high: f64| {
        [(left, low), (right, low), (right, high), (left, high)].map(|(x, y)| Vec2::new(x, y))
    };
    let (road, bridge) = (square(0.0, 0.0, 14.0, 6.0), square(5.5, -4.0, 6.5, 10.0));
    let alone = Mesh::new(road.to_vec(), &[[0, 1, 2, 3]]).expect("a mesh");
    let both = Mesh::new([road, bridge].concat(), &[[0, 1, 2, 3], [4, 5, 6, 7]]).expect("a mesh");
    let line = [(1.0, 2.0), (11.0, 3.0), (11.0, 5.0)].map(|(x, y)| Vec2::new(x, y));
    let [alone, both] = [&alone, &both].map(|mesh| {
        let space = MeshSpace::new(mesh, 0.75).expect("a radius");
        smooth(&line, &space, 1e-4).expect("a clear line")
    });
    assert_eq!((alone.straight, &alone), (0, &both));
}

/// There is no room for a curve, so its legs stay as they are.
#[test]
fn a_point_goes_straight_along_a_wall() {
    let corners = [(0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (0.0, 8.0)].map(|(x, y)| Vec2::new(x, y));
    let mesh = Mesh::new(corners.to_vec(), &[[0, 1, 2, 3]]).expect("a mesh");
    let space = MeshSpace::new(&mesh, 0.0).expect("a radius");
    let curve = smooth(&corners, &space, 0.01).expect("a clear line");
    assert_eq!((curve.straight, &curve.points[..]), (3, &corners[..]));
    let rounded = round_corners(&corners, 1.0, &space, 0.01).expect("a clear line");
    assert_eq!((rounded.tight.len(), &rounded.points[..]), (2, &corners[..]));
}

/// Smooths, rounds and reduces a path that keeps somewhat more than the radius, and samples it.
fn bend(mesh: &Mesh, radius: f64, ends: [Vec2; 2], scratch: &mut Scratch) -> Option<bool> {
    let wide = mesh.for_radius(radius * 1.3).ok()?;
    let answer = polyanya(&wide, ends[0], ends[1], scratch, &mut ());
    let line = &answer.path().filter(|path| path.points.len() > 2)?.points;
    let space = MeshSpace::along(mesh, radius, line).expect("a radius");
    let made = smooth(line, &space, 0.01 * radius).expect("a clear line");
    let rounded = round_corners(line, 3.0 * radius, &space, 0.01 * radius).expect("a clear line");
    let reduced = reduce(line, radius, &space).expect("a clear line");
    for leg in
        [&made.points, &rounded.points, &reduced].into_iter().flat_map(|line| line.windows(2))
    {
        for share in 0..=16 {
            let place = leg[0].plus(leg[1].minus(leg[0]).times(f64::from(share) / 16.0));
            let (off, _) = mesh.wall_distance(place).expect("a place on the mesh");
            assert!(off >= radius - 10.0 * mesh.tolerance(), "{off} at {place:?}, {radius}");
        }
    }
    // The path of just this body is clear, too.
    let path = polyanya(&mesh.for_radius(radius).ok()?, ends[0], ends[1], scratch, &mut ());
    let line = &path.path()?.points;
    let space = MeshSpace::along(mesh, radius, line).expect("a radius");
    assert!(line.windows(2).all(|leg| space.is_clear(leg[0], leg[1])), "{line:?}");
    Some(made.straight < line.len() - 1 && rounded.radii.iter().any(|&radius| radius > 0.0))
}

#[test]
fn paths_for_a_radius_are_smoothed_and_rounded_and_keep_it() {
    let (bent, all) = (Count::default(), Count::default());
    spread(cases(180, 3_000), Scratch::new, |scratch, case| {
        let rng = &mut Rng::new(0x6265_6e64 ^ case << 8);
        let mesh = engine(&any_flat_mesh(rng));
        let unit = (mesh.area() / f64::from(mesh.polygon_count())).sqrt();
        let radius = unit * rng.pick(&[0.03, 0.1, 0.2]);
        for ends in mesh.random_places(case, 8).chunks(2) {
            let is_bent = bend(&mesh, radius, [ends[0], ends[1]], scratch);
            all.add_if(is_bent.is_some());
            bent.add_if(is_bent == Some(true));
        }
    });
    let (bent, all) = (bent.get(), all.get());
    assert!(all > cases(20, 300) && bent > all / 2, "{bent} of {all}");
    let arena = mesh_at(&folder().join("v2/arena.mesh"));
    let ends = arena.random_places(3, 20);
    let bent =
        ends.chunks(2).map(|ends| bend(&arena, 0.3, [ends[0], ends[1]], &mut Scratch::new()));
    assert!(bent.filter(|&bent| bent == Some(true)).count() >= 4);
}

#[test]
fn numbers_that_are_none_are_refused() {
    let mesh = mesh_at(&folder().join("v2/arena.mesh"));
    let says = |error: LineError| assert!(error.to_string().contains("radius is"), "{error}");
    for bad in [f64::NAN, f64::INFINITY, -1.0] {
        says(MeshSpace::new(&mesh, bad).expect_err("no radius"));
        says(MeshSpace::along(&mesh, bad, &[]).expect_err("no radius"));
    }
    let place = mesh.random_places(1, 1)[0];
    for space in [MeshSpace::new(&mesh, 0.0), MeshSpace::along(&mesh, 0.0, &[])] {
        let space = space.expect("a radius");
        assert!(space.holds(&[place]) && !space.holds(&[]) && !space.holds(&[place; 5]));
        for bad in [f64::NAN, f64::INFINITY, 1e13] {
            assert!(!space.is_clear(place, Vec2::new(bad, 1.0)));
            assert!(!space.is_clear(Vec2::new(1.0, bad), place));
        }
    }
}
