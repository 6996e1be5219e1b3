//! Navigation meshes: Polyanya against the graph of all vertices that see each other, recorded
//! lengths, and the same ground as a grid.

use std::io::Read;

use astride::base::{Budget, Coded, Spent, Vec2};
use astride::io::{MeshRow, read_map, read_mesh, read_mesh_scenario, write_mesh};
use astride::path::Line;
use astride::search::{Outcome, Recorder, Scratch, Why};
use astride::shapes::Shape;
use astride::shapes::mesh::{Mesh, Polyanya, Sight, polyanya};
use astride::shapes::square::{AnyAngleMap, Grid, Mover, Spot, anya};
use astride_testkit::data::{data_dir, repository_root, skip};
use astride_testkit::mesh::{BookMesh, MeshSight, Place, random_rectangles, random_triangles};
use astride_testkit::rng::Rng;
use astride_testkit::tally::{cases, is_slow_run, spread};

pub(crate) fn at(place: Place) -> Vec2 {
    Vec2::new(place.0 as f64, place.1 as f64)
}

pub(crate) fn engine(book: &BookMesh) -> Mesh {
    Mesh::new(book.points.iter().copied().map(at).collect(), &book.polygons).expect("a mesh")
}

pub(crate) fn any_mesh(rng: &mut Rng) -> BookMesh {
    loop {
        let drawn = if rng.percent(50) { random_rectangles(rng) } else { random_triangles(rng) };
        if let Some(mesh) = drawn {
            return mesh;
        }
    }
}

/// A vertex, the middle of an edge, or any place near the mesh.
pub(crate) fn any_place(rng: &mut Rng, book: &BookMesh) -> Place {
    let ring = &book.polygons[rng.below(book.polygons.len())];
    let vertex = |at: usize| book.points[ring[at % ring.len()] as usize];
    let first = rng.below(ring.len());
    let (a, b, c) = (vertex(first), vertex(first + 1), vertex(first + 2));
    match rng.below(4) {
        0 => a,
        1 => ((a.0 + b.0) / 2, (a.1 + b.1) / 2),
        2 => ((2 * a.0 + b.0 + c.0) / 4, (2 * a.1 + b.1 + c.1) / 4),
        _ => (a.0 + rng.below(20) as i64 - 10, a.1 + rng.below(20) as i64 - 10),
    }
}

pub(crate) fn near(a: Option<f64>, b: Option<f64>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => (a - b).abs() <= 1e-9 * (1.0 + a.max(b)),
        (a, b) => a.is_none() && b.is_none(),
    }
}

/// Holds an answer to the book: its length, that its legs can be gone, and that they add up to it.
pub(crate) fn hold(
    book: &BookMesh,
    answer: &Outcome<Line>,
    expected: Option<f64>,
    what: &dyn Fn() -> String,
) {
    assert!(near(answer.length(), expected), "{:?}, expected {expected:?}\n{}", answer, what());
    let Some(found) = answer.path() else { return };
    let sum: f64 = found.points.windows(2).map(|leg| leg[0].distance_to(leg[1])).sum();
    assert!((sum - found.length).abs() <= 1e-9 * (1.0 + sum), "{found:?}\n{}", what());
    let whole = |point: &Vec2| (point.x as i64, point.y as i64);
    let line: Vec<Place> = found.points.iter().map(whole).collect();
    assert!(found.points.iter().zip(&line).all(|(&point, &place)| point == at(place)));
    assert!(book.can_go(&line), "{line:?} cannot be gone\n{}", what());
}

#[test]
fn paths_are_those_of_the_book() {
    spread(cases(60, 40_000), Scratch::new, |scratch, case| {
        let rng = &mut Rng::new(0x6d65_7368 ^ case << 8);
        let book = any_mesh(rng);
        let (mesh, sight) = (engine(&book), MeshSight::new(&book));
        let merged = mesh.merged();
        assert!((merged.area() - mesh.area()).abs() < 1e-6);
        for _ in 0..12 {
            let (from, to) = (any_place(rng, &book), any_place(rng, &book));
            let expected = sight.distance(from, to);
            let what = || format!("case {case}, from {from:?} to {to:?}\n{book:?}");
            for mesh in [&mesh, &merged] {
                let answer = polyanya(mesh, at(from), at(to), scratch, &mut ());
                hold(&book, &answer, expected, &what);
                let back = polyanya(mesh, at(to), at(from), scratch, &mut ());
                assert!(near(back.length(), expected), "back: {back:?}\n{}", what());
            }
        }
    });
}

/// The way runs along a wall to corner 6, straight on to corner 8, and turns left there; looking on from
/// corner 6, which is to the left of the way, nothing to the right of 8 is seen.
#[test]
fn a_way_turns_at_the_second_of_two_corners_on_a_line() {
    let points = vec![
        (8, -4),
        (60, 4),
        (128, 0),
        (192, 12),
        (248, 8),
        (0, 64),
        (64, 64),
        (132, 72),
        (200, 64),
        (260, 56),
        (0, 128),
        (48, 124),
        (128, 128),
        (192, 128),
    ];
    let rings: [[u32; 3]; 13] = [
        [0, 1, 6],
        [0, 6, 5],
        [1, 2, 6],
        [2, 7, 6],
        [2, 3, 7],
        [3, 8, 7],
        [3, 4, 9],
        [3, 9, 8],
        [5, 11, 10],
        [6, 7, 11],
        [7, 12, 11],
        [7, 8, 12],
        [8, 9, 13],
    ];
    let rings = rings.iter().map(|ring| ring.to_vec()).collect();
    let book = BookMesh::new(points, rings);
    let (mesh, sight) = (engine(&book), MeshSight::new(&book));
    for (from, to) in [((32, 64), (213, 78)), ((0, 64), (200, 80)), ((213, 78), (32, 64))] {
        let answer = polyanya(&mesh, at(from), at(to), &mut Scratch::new(), &mut ());
        hold(&book, &answer, sight.distance(from, to), &|| format!("{from:?} to {to:?}"));
        assert!(answer.path().is_some());
    }
}

#[test]
fn what_is_seen_can_be_gone_and_nothing_else() {
    spread(
        cases(100, 20_000),
        || (),
        |_, case| {
            let rng = &mut Rng::new(0x7365_6500 ^ case << 8);
            let book = any_mesh(rng);
            let mesh = engine(&book);
            for _ in 0..30 {
                let (from, to) = (any_place(rng, &book), any_place(rng, &book));
                let expected = book.can_go(&[from, to]);
                let what = || format!("case {case}, from {from:?} to {to:?}\n{book:?}");
                match mesh.see(at(from), at(to)) {
                    None => assert!(book.around(from).is_empty(), "{}", what()),
                    Some(Sight::Clear) => assert!(expected, "{}", what()),
                    Some(Sight::Wall { point, polygon }) => {
                        assert!(!expected, "stopped at {point:?}\n{}", what());
                        assert!(mesh.polygons_at(point).contains(&polygon), "{}", what());
                    }
                }
            }
        },
    );
}

#[test]
fn places_are_found_and_the_nearest_is() {
    spread(
        cases(200, 5_000),
        || (),
        |_, case| {
            let rng = &mut Rng::new(0x706c_6163 ^ case << 8);
            let book = any_mesh(rng);
            let mesh = engine(&book);
            for _ in 0..30 {
                let place = any_place(rng, &book);
                let mut expected: Vec<u32> = book
                    .around(place)
                    .into_iter()
                    .flatten()
                    .map(|polygon| polygon as u32)
                    .collect();
                expected.sort_unstable();
                assert_eq!(mesh.polygons_at(at(place)), expected, "case {case} {place:?} {book:?}");
                let far = Vec2::new(at(place).x * 3.0 - 40.0, at(place).y * 2.0 + 11.0);
                let nearest = mesh.nearest(far).expect("a place");
                let by_hand = (0..mesh.polygon_count())
                    .map(|polygon| {
                        let ring = mesh.outline(polygon);
                        let edges = (0..ring.len()).map(|k| (ring[k], ring[(k + 1) % ring.len()]));
                        edges.map(|(a, b)| from_edge(a, b, far)).fold(f64::INFINITY, f64::min)
                    })
                    .fold(f64::INFINITY, f64::min);
                let by_hand = if mesh.polygons_at(far).is_empty() { by_hand } else { 0.0 };
                assert!((nearest.distance - by_hand).abs() < 1e-9, "case {case} {far:?} {book:?}");
                assert!(mesh.polygons_at(nearest.point).contains(&nearest.polygon));
            }
        },
    );
}

fn from_edge(a: Vec2, b: Vec2, point: Vec2) -> f64 {
    let (along, off) = (b.minus(a), point.minus(a));
    let dot = |a: Vec2, b: Vec2| a.x * b.x + a.y * b.y;
    let share = (dot(along, off) / dot(along, along)).clamp(0.0, 1.0);
    point.distance_to(a.plus(along.times(share)))
}

#[test]
fn a_search_in_slices_is_the_search_at_once() {
    for case in 0..cases(60, 2000) {
        let rng = &mut Rng::new(0x736c_6963 ^ case << 8);
        let book = any_mesh(rng);
        let mesh = engine(&book);
        let (from, to) = (any_place(rng, &book), any_place(rng, &book));
        let mut whole = Recorder::default();
        let expected = polyanya(&mesh, at(from), at(to), &mut Scratch::new(), &mut whole);
        let (mut scratch, mut slices) = (Scratch::new(), Recorder::default());
        let mut search = Polyanya::new(&mesh, at(from), at(to), &mut scratch);
        let answer = loop {
            let mut budget = Budget::unlimited().expansions(1 + rng.below(3) as u64);
            match search.run(&mut budget, &mut slices) {
                Outcome::OutOfBudget(out) => assert_eq!(out.spent, Spent::Expansions),
                answer => break answer,
            }
        };
        assert_eq!(answer, expected, "case {case}");
        assert_eq!(slices.events(), whole.events(), "case {case}");
        let again = search.run(&mut Budget::unlimited(), &mut ());
        assert_eq!(again.length(), expected.length(), "case {case}");
    }
}

#[test]
fn on_the_cells_of_a_grid_paths_are_those_of_anya() {
    let check = |grid: &Grid, rng: &mut Rng, questions: usize, what: &str| {
        let view = grid.seen_by(&Mover::walker());
        let map = AnyAngleMap::build(&view).expect("a map");
        let mesh = Mesh::of_cells(&view, |node| grid.outline_of(grid.cell(node)));
        let mesh = match mesh {
            Ok(mesh) => mesh,
            Err(error) => {
                assert_eq!(error.code(), "mesh-no-polygons", "{what}");
                return;
            }
        };
        let merged = mesh.merged();
        let (mut scratch, mut cones) = (Scratch::new(), Scratch::new());
        for _ in 0..questions {
            let mut spot = || Spot {
                x: rng.below(2 * grid.width() as usize + 1) as u32,
                y: rng.below(2 * grid.height() as usize + 1) as u32,
            };
            let (from, to) = (spot(), spot());
            let expected = anya(&map, from, to, &mut scratch).length();
            for mesh in [&mesh, &merged] {
                let answer = polyanya(mesh, from.point(), to.point(), &mut cones, &mut ());
                assert!(
                    near(answer.length(), expected),
                    "{from} {to} {answer:?} {expected:?} {what}"
                );
            }
        }
    };
    for case in 0..cases(60, 3000) {
        let rng = &mut Rng::new(0x616e_7961 ^ case << 8);
        let (width, height) = (2 + rng.below(14) as u32, 2 + rng.below(14) as u32);
        let classes: Vec<u8> =
            (0..width * height).map(|_| if rng.percent(35) { b'@' } else { b'.' }).collect();
        let grid = Grid::from_classes(width, height, &classes).expect("a grid");
        check(&grid, rng, 20, &format!("case {case}"));
    }
    let path = repository_root().join("data/grid/dao/arena.map");
    let grid = read_map(&std::fs::read(path).expect("arena")).expect("a map");
    check(&grid, &mut Rng::new(1), 200, "arena");
}

pub(crate) fn folder() -> std::path::PathBuf {
    repository_root().join("data/navmesh/polyanya")
}

pub(crate) fn bytes_of(path: &std::path::Path) -> Vec<u8> {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    if path.extension().is_none_or(|extension| extension != "gz") {
        return bytes;
    }
    let mut plain = Vec::new();
    flate2::read::GzDecoder::new(&bytes[..]).read_to_end(&mut plain).expect("gzip");
    plain
}

pub(crate) fn mesh_at(path: &std::path::Path) -> Mesh {
    read_mesh(&bytes_of(path)).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

pub(crate) fn rows_at(path: &std::path::Path) -> Vec<MeshRow> {
    read_mesh_scenario(&bytes_of(path)).expect("rows")
}

/// A straight line along walls below, then above, and then a turn around the end of the second.
#[test]
fn a_line_between_walls_on_either_side_is_followed_to_its_end() {
    let points =
        [(0, 1), (1, 1), (2, 1), (3, 1), (4, 1), (4, 2), (3, 2), (2, 2), (0, 2), (1, 0), (4, 0)];
    let rings: [&[u32]; 3] = [&[0, 1, 2, 7, 8], &[3, 4, 5, 6], &[9, 10, 4, 3, 2, 1]];
    let mesh = Mesh::new(points.map(at).to_vec(), &rings).expect("a mesh");
    let (from, turn, to) = (Vec2::new(0.5, 1.0), at((3, 1)), Vec2::new(3.5, 2.0));
    let expected = from.distance_to(turn) + turn.distance_to(to);
    for (from, to) in [(from, to), (to, from)] {
        let answer = polyanya(&mesh, from, to, &mut Scratch::new(), &mut ());
        assert!(near(answer.length(), Some(expected)), "{answer:?}");
    }
}

#[test]
fn recorded_lengths_are_found() {
    let names = [
        "square",
        "bad-ambig",
        "bad-collinear",
        "bad-collinear2-rot0",
        "bad-collinear2-rot45",
        "bad-collinear2-rot90",
    ];
    let mut rows = 0;
    for name in names {
        let mesh = mesh_at(&folder().join(format!("tests/{name}.mesh")));
        for row in rows_at(&folder().join(format!("tests/{name}.scen"))) {
            for mesh in [&mesh, &mesh.merged()] {
                let answer = polyanya(mesh, row.start, row.goal, &mut Scratch::new(), &mut ());
                rows += 1;
                if let Some(listed) = row.listed() {
                    // The ends of this row are 0.001 beside the vertex for which it lists the length.
                    let beside = if name == "bad-collinear" { 0.002 } else { 0.0 };
                    let length = answer.length().expect("a path");
                    assert!(
                        (length - listed).abs() <= row.slack() + beside,
                        "{name} {row:?} {answer:?}"
                    );
                    continue;
                }
                // The file says -1 where an end is on a vertex between two gaps: there a path of ours
                // begins on either side.
                assert!(mesh.is_pinched(row.start) || mesh.is_pinched(row.goal), "{name} {row:?}");
                assert!(answer.path().is_some(), "{name} {row:?}");
            }
        }
    }
    assert_eq!(rows, 18);
}

/// On the meshes of real maps the files list octile lengths of the grid between cells; a path of a
/// point is as long as the one that Anya finds on that grid.
fn check_map(mesh: &Mesh, rows: &[MeshRow], grid: &Grid, step: usize) {
    let merged = mesh.merged();
    assert!((merged.area() - mesh.area()).abs() < 1e-6 * mesh.area());
    assert!(merged.polygon_count() <= mesh.polygon_count());
    let map = AnyAngleMap::build(&grid.seen_by(&Mover::walker())).expect("a map");
    let (mut scratch, mut cones) = (Scratch::new(), Scratch::new());
    for row in rows.iter().step_by(step) {
        let spot = |point: Vec2| Spot::corner(point.x as u32, point.y as u32);
        let expected = anya(&map, spot(row.start), spot(row.goal), &mut scratch).length();
        for mesh in [mesh, &merged] {
            let answer = polyanya(mesh, row.start, row.goal, &mut cones, &mut ());
            assert!(near(answer.length(), expected), "{row:?} {answer:?} {expected:?}");
        }
    }
}

#[test]
fn paths_on_the_meshes_of_an_arena_are_those_on_its_grid() {
    let grid =
        read_map(&bytes_of(&repository_root().join("data/grid/dao/arena.map"))).expect("a map");
    let rows = rows_at(&folder().join("scenarios/arena.scen"));
    for name in ["arena", "arena-merged"] {
        check_map(&mesh_at(&folder().join(format!("v2/{name}.mesh"))), &rows, &grid, 1);
    }
}

#[test]
fn paths_on_a_large_mesh_are_those_on_its_grid() {
    let Some(data) = data_dir() else { return skip("no folder of data") };
    let mesh = data.join("navmesh/polyanya/v2/aurora-merged.mesh.gz");
    let rows = data.join("navmesh/polyanya/scenarios/aurora.scen.gz");
    let grids = ["grid/sc1/Aurora.map.gz", "grid/sc1/Aurora.map"].map(|name| data.join(name));
    let Some(grid) = grids.iter().find(|path| path.is_file()) else {
        return check_large_without_grid(&mesh, &rows);
    };
    let grid = read_map(&bytes_of(grid)).expect("a map");
    check_map(&mesh_at(&mesh), &rows_at(&rows), &grid, if is_slow_run() { 1 } else { 40 });
}

/// Without the grid: the mesh and the merged mesh agree, and there and back do.
fn check_large_without_grid(mesh: &std::path::Path, rows: &std::path::Path) {
    if !mesh.is_file() || !rows.is_file() {
        return skip("no recorded large mesh");
    }
    let mesh = mesh_at(mesh);
    let merged = mesh.merged();
    let mut scratch = Scratch::new();
    let step = if is_slow_run() { 1 } else { 20 };
    for row in rows_at(rows).iter().step_by(step) {
        let one = polyanya(&mesh, row.start, row.goal, &mut scratch, &mut ());
        let back = polyanya(&mesh, row.goal, row.start, &mut scratch, &mut ());
        let other = polyanya(&merged, row.start, row.goal, &mut scratch, &mut ());
        assert!(one.path().is_some(), "{row:?}");
        assert!(near(one.length(), back.length()), "{row:?} {one:?} {back:?}");
        assert!(near(one.length(), other.length()), "{row:?} {one:?} {other:?}");
    }
}

#[test]
fn files_are_read_and_written_alike() {
    let names =
        ["tests/hard", "tests/bad-ambig", "tests/bad-collinear", "v2/arena", "v2/arena-merged"];
    for name in names {
        let mesh = mesh_at(&folder().join(format!("{name}.mesh")));
        let text = write_mesh(&mesh);
        let again = read_mesh(text.as_bytes()).expect("what was written");
        assert_eq!(write_mesh(&again), text, "{name}");
        assert_eq!((again.area(), again.bounds()), (mesh.area(), mesh.bounds()), "{name}");
    }
    let cube = mesh_at(&folder().join("v3/cube.mesh"));
    assert_eq!((cube.polygon_count(), cube.area()), (3, 75.0));
    assert_eq!(cube.neighbours_of(0), [Some(1), None, None]);
}

#[test]
fn torn_files_are_refused_with_their_line() {
    let good = String::from_utf8(bytes_of(&folder().join("tests/bad-ambig.mesh"))).expect("text");
    let check = |text: &str, message: &str| {
        let error = read_mesh(text.as_bytes()).expect_err("a torn file").to_string();
        assert!(error.contains(message), "{error}");
    };
    check("", "line 1: the file ends, expected \"mesh\"");
    check("mesh 4", "\"4\", expected version 2 or 3");
    check("mesh 2 4000000000 1\n0 0", "expected the number of vertices from 0 to");
    check(&good.replace("3 3  3  2 1 -1", "3 nan  3  2 1 -1"), "vertex 1 is (3, NaN)");
    check(
        &good.replace("4  2 0 4 5", "4  2 0 4 77"),
        "line 15: \"77\", expected a vertex from 0 to 8",
    );
    check(&good.replace("-1 1 -1 -1", "-1 2 -1 -1"), "names another than the one");
    check(&good.replace("4  2 0 4 5", "4  5 4 0 2"), "names another than the one");
    check(&format!("{good} 7"), "\"7\" after the last polygon");
    for end in 0..good.trim_end().len() - 1 {
        // A number may still be one without its last digit, so whether it is refused is not said.
        let _ = read_mesh(&good.as_bytes()[..end]);
    }
}

#[test]
fn places_off_the_mesh_are_answered_and_those_beside_it_by_rounding_moved() {
    let square = [(0, 0), (8, 0), (8, 8), (0, 8)].map(at).to_vec();
    let mesh = Mesh::new(square, &[[0, 1, 2, 3]]).expect("a mesh");
    let mut scratch = Scratch::new();
    let mut ask =
        |x: f64, y: f64| polyanya(&mesh, Vec2::new(x, y), at((4, 4)), &mut scratch, &mut ());
    let is_blocked = |answer: Outcome<Line>| matches!(answer, Outcome::Unreachable(none) if none.why == Why::StartBlocked);
    for (x, y) in [(9.0, 1.0), (f64::NAN, 1.0), (1e300, 1.0), (f64::INFINITY, 1.0), (8.000001, 8.0)]
    {
        assert!(is_blocked(ask(x, y)), "{x} {y}");
    }
    let moved = ask(8.0 + 1e-9, 4.0);
    assert_eq!(moved.path().map(|found| found.points[0]), Some(at((8, 4))));
    assert_eq!(
        ask(4.0, 4.0).path().map(|found| (found.points.len(), found.length)),
        Some((1, 0.0))
    );
    let mut scratch = Scratch::new();
    let mut search = Polyanya::new(&mesh, at((1, 1)), at((4, 4)), &mut scratch);
    let answer = search.run(&mut Budget::unlimited().bytes(10), &mut ());
    assert!(matches!(answer, Outcome::OutOfBudget(out) if out.spent == Spent::Bytes));
    assert!(search.run(&mut Budget::unlimited(), &mut ()).path().is_some());
}

#[test]
fn far_away_and_tiny_meshes_give_the_same_paths() {
    for case in 0..cases(60, 3000) {
        let rng = &mut Rng::new(0x6661_7200 ^ case << 8);
        let book = any_mesh(rng);
        let mesh = engine(&book);
        let (from, to) = (any_place(rng, &book), any_place(rng, &book));
        let mut scratch = Scratch::new();
        let expected = polyanya(&mesh, at(from), at(to), &mut scratch, &mut ());
        for (scale, off) in [(1.0, 1e9), (1e-9, 0.0), (1e9, -3e11), (0.1, 123.4), (1.0 / 3.0, 1e6)]
        {
            // Rounding bends polygons and closes or opens no way, so paths are as long but for it.
            let place = |place: Place| {
                let point = at(place);
                Vec2::new(point.x * scale + off, point.y * scale - off)
            };
            let points = book.points.iter().copied().map(place).collect();
            let moved = Mesh::new(points, &book.polygons).expect("a mesh");
            let answer = polyanya(&moved, place(from), place(to), &mut scratch, &mut ());
            let slack = 1e-9 * (moved.extent() + scale);
            let expected = expected.length();
            if expected.is_none() != answer.length().is_none() {
                // A place on a wall may be beside the mesh after rounding, by less than the tolerance,
                // or one beside it on it.
                let is_near =
                    |place: Vec2| moved.wall_distance(place).is_none_or(|(d, _)| d < slack);
                assert!(is_near(place(from)) || is_near(place(to)), "case {case} {scale} {off}");
                continue;
            }
            if let (Some(one), Some(other)) = (expected, answer.length()) {
                assert!(
                    (one * scale - other).abs() <= slack,
                    "case {case} {scale} {off} {one} {other}"
                );
            }
        }
    }
}

/// A vertex that no polygon uses, far away, makes bends as large as the polygons count as rounding. So
/// vertices can be moved until lines through polygons run in circles, and branch on every lap.
#[test]
fn searches_end_however_far_polygons_are_bent() {
    spread(cases(400, 20_000), Scratch::new, |scratch, case| {
        let rng = &mut Rng::new(0x7368_616b ^ case << 8);
        let plain = engine(&any_mesh(rng)).merged();
        let rings: Vec<&[u32]> =
            (0..plain.polygon_count()).map(|polygon| plain.vertices_of(polygon)).collect();
        let mut points: Vec<Vec2> =
            (0..plain.vertex_count()).filter_map(|vertex| plain.vertex(vertex)).collect();
        points.push(Vec2::new(1e12, 0.0));
        for _ in 0..20 {
            let (vertex, size) = (rng.below(points.len() - 1), 1i64 << rng.below(7));
            let mut off = || (rng.below(2 * size as usize + 1) as i64 - size) as f64;
            let moved = points[vertex].plus(Vec2::new(off(), off()));
            let kept = std::mem::replace(&mut points[vertex], moved);
            if Mesh::new(points.clone(), &rings).is_err() {
                points[vertex] = kept;
            }
        }
        let mesh = Mesh::new(points, &rings).expect("a mesh that was let through");
        let edges: usize = rings.iter().map(|ring| ring.len()).sum();
        for ends in mesh.random_places(case, 12).windows(2) {
            let mut budget = Budget::unlimited().expansions(10 * edges as u64);
            let answer = Polyanya::new(&mesh, ends[0], ends[1], scratch).run(&mut budget, &mut ());
            let is_done = !matches!(answer, Outcome::OutOfBudget(_));
            assert!(is_done, "case {case}, from {:?} to {:?}", ends[0], ends[1]);
        }
    });
}

#[test]
fn random_places_fall_on_each_part_of_the_ground_by_its_area() {
    // A rectangle of area 2, a trapezoid of 6 and a triangle of 4.
    let corners = [(0, 0), (1, 0), (1, 2), (0, 2), (5, 0), (3, 2), (5, 4)];
    let points = corners.map(at).to_vec();
    let mesh = Mesh::new(points, &[vec![0, 1, 2, 3], vec![1, 4, 5, 2], vec![4, 6, 5]]).unwrap();
    for seed in 0..cases(5, 100) {
        let places = mesh.random_places(seed, 12_000);
        let count =
            |is_there: &dyn Fn(&Vec2) -> bool| places.iter().filter(|&p| is_there(p)).count();
        let (in_triangle, beside) = (|p: &Vec2| p.x + p.y > 5.0, |p: &Vec2| p.x + p.y <= 5.0);
        let parts = [
            ("the rectangle", 2, count(&|p| p.x < 1.0)),
            ("the trapezoid", 6, count(&|p| p.x >= 1.0 && beside(p))),
            ("its left end", 2, count(&|p| (1.0..2.0).contains(&p.x))),
            ("its right end", 2, count(&|p| p.x > 3.0 && beside(p))),
            ("the triangle", 4, count(&in_triangle)),
            ("its lower half", 2, count(&|p| p.y < 2.0 && in_triangle(p))),
        ];
        for (part, area, found) in parts {
            // Five standard deviations are at most 274.
            assert!(found.abs_diff(1000 * area) < 280, "seed {seed}: {found} in {part}");
        }
        assert!(places.iter().all(|&place| !mesh.polygons_at(place).is_empty()));
        assert!(mesh.random_places(seed, 100) == places[..100]);
        assert!(mesh.random_places(seed + 1, 100) != places[..100]);
    }
}

#[test]
fn walls_are_as_far_as_they_are() {
    for case in 0..cases(100, 3000) {
        // Triangles may be floors, and then a wall of another one may be nearer.
        let Some(book) = random_rectangles(&mut Rng::new(0x7761_6c6c ^ case << 8)) else {
            continue;
        };
        let mesh = engine(&book);
        for place in mesh.random_places(case, 20) {
            assert!(!mesh.polygons_at(place).is_empty(), "case {case} {place:?}");
            let mut least = f64::INFINITY;
            for polygon in 0..mesh.polygon_count() {
                let (ring, beyond) = (mesh.outline(polygon), mesh.neighbours_of(polygon));
                for k in (0..ring.len()).filter(|&k| beyond[k].is_none()) {
                    least = least.min(from_edge(ring[k], ring[(k + 1) % ring.len()], place));
                }
            }
            let (distance, wall) = mesh.wall_distance(place).expect("a place on the mesh");
            assert!((distance - least).abs() < 1e-9, "case {case} {place:?} {distance} {least}");
            assert!((wall.distance_to(place) - distance).abs() < 1e-9);
        }
    }
}
