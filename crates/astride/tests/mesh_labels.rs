//! Labels of meshes: against the graph of all vertices that see each other, and against Polyanya.

use std::collections::BTreeSet;

use astride::base::{Coded, Vec2};
use astride::index::hubs::{Progress, Stage};
use astride::search::{Outcome, Scratch, Why};
use astride::shapes::mesh::{Mesh, MeshLabels, MeshLabelsOptions, ObstacleMesh, polyanya};
use astride_testkit::fuzz::sealed;
use astride_testkit::mesh::{BookMesh, MeshSight, Place};
use astride_testkit::rng::Rng;
use astride_testkit::tally::{cases, spread};

use crate::mesh_waypoints;
use crate::meshes::{any_mesh, any_place, at, engine, folder, hold, mesh_at, near, rows_at};

fn labels_of(mesh: &Mesh, cells: usize) -> MeshLabels {
    let options = MeshLabelsOptions::default();
    let options = if cells == 0 { options } else { options.cells(cells) };
    MeshLabels::build(mesh, &options).expect("labels")
}

/// A mesh with what answers on it: the book, its graph, and the mesh and its labels.
type Case<'a> = (&'a BookMesh, &'a MeshSight<'a>, &'a Mesh, &'a MeshLabels);

/// Holds labels to the book and to Polyanya, in the same scratch: the length, the path, and why there is
/// none.
fn check((book, sight, mesh, labels): Case<'_>, ends: [Place; 2], scratch: &mut Scratch) {
    let [from, to] = ends.map(at);
    let what = || format!("{ends:?}\n{book:?}");
    let expected = sight.distance(ends[0], ends[1]);
    let path = labels.path(mesh, from, to, scratch).expect("labels of this mesh");
    hold(book, &path, expected, &what);
    let length = labels.distance(mesh, from, to, scratch).expect("labels of this mesh");
    assert!(near(length.path().copied(), expected), "{length:?}, {expected:?}\n{}", what());
    let searched = polyanya(mesh, from, to, scratch, &mut ());
    assert_eq!(why(&path), why(&searched), "{}", what());
}

fn why<R>(answer: &Outcome<R>) -> Option<Why> {
    match answer {
        Outcome::Unreachable(none) => Some(match none.why {
            Why::Enclosed { .. } => Why::Enclosed { seen: 0 },
            why => why,
        }),
        _ => None,
    }
}

#[test]
fn labels_answer_as_the_book_does() {
    spread(cases(60, 20_000), Scratch::new, |scratch, case| {
        let rng = &mut Rng::new(0x6c61_6265 ^ case << 8);
        let book = any_mesh(rng);
        let mesh = engine(&book);
        hold_all(rng, &book, &mesh, scratch);
    });
}

/// Asks for pairs of places on a mesh, merged or not, in both directions and by turns.
fn hold_all(rng: &mut Rng, book: &BookMesh, mesh: &Mesh, scratch: &mut Scratch) {
    let (sight, merged) = (MeshSight::new(book), mesh.merged());
    let cells = [0, 1, 7, 300][rng.below(4)];
    let tables = [mesh, &merged].map(|mesh| {
        let built = labels_of(mesh, cells);
        let loaded = MeshLabels::load(&built.save(), mesh).expect("labels of this mesh");
        assert_eq!(loaded.save(), built.save());
        let labels = if rng.percent(50) { loaded } else { built };
        (mesh, labels, mesh_waypoints::waypoints_of(mesh))
    });
    for _ in 0..12 {
        let ends = [any_place(rng, book), any_place(rng, book)];
        let (expected, what) = (sight.distance(ends[0], ends[1]), || format!("{ends:?}\n{book:?}"));
        for (mesh, labels, waypoints) in &tables {
            check((book, &sight, mesh, labels), ends, scratch);
            check((book, &sight, mesh, labels), [ends[1], ends[0]], scratch);
            mesh_waypoints::hold(waypoints, mesh, ends.map(at), expected, &what);
        }
    }
}

/// Edges that are walls: round their tips the ground goes all the way.
#[test]
fn among_walls_labels_answer_as_the_book_does() {
    spread(cases(60, 20_000), Scratch::new, |scratch, case| {
        let rng = &mut Rng::new(0x7769_7468 ^ case << 8);
        let mut book = any_mesh(rng);
        let points = book.points.iter().copied().map(at).collect();
        let edges = |ring: &Vec<u32>| -> Vec<(u32, u32)> {
            ring.iter().copied().zip(ring.iter().copied().cycle().skip(1)).collect()
        };
        let all: BTreeSet<(u32, u32)> = book.polygons.iter().flat_map(edges).collect();
        let share = [10, 30, 60][rng.below(3)];
        let is_wall = |&&(a, b): &&(u32, u32)| a < b && all.contains(&(b, a)) && rng.percent(share);
        let walls: Vec<(u32, u32)> = all.iter().filter(is_wall).copied().collect();
        walls.iter().for_each(|&(a, b)| book.wall_off(a, b));
        let mesh = Mesh::with_walls(points, &book.polygons, &walls).expect("a mesh");
        hold_all(rng, &book, &mesh, scratch);
    });
}

/// A ramp that goes round a vertex one and a half times, with a landing beside it: over the vertex lead
/// paths between sectors that are more than a full turn apart, and some that lie over one another.
#[test]
fn where_the_ground_winds_round_a_vertex_labels_answer_as_the_book_does() {
    let directions = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
    let rim = |k: usize| {
        let (direction, scale) = (directions[k % 8], if k < 8 { 2 } else { 4 });
        (direction.0 * scale, direction.1 * scale)
    };
    for turns in [2..9, 2..11, 2..14] {
        let mut points = vec![(0, 0)];
        points.extend((0..13).map(rim));
        points.extend([(6, 6), (0, 6)]);
        let mut rings: Vec<Vec<u32>> = turns.map(|last| vec![0, last - 1, last]).collect();
        rings.push(vec![2, 14, 15, 3]);
        let book = BookMesh::new(points, rings);
        let (mesh, sight) = (engine(&book), MeshSight::new(&book));
        let labels = labels_of(&mesh, 0);
        let mut places = vec![(2, 5), (3, 1), (0, 5), (3, 3), (-1, 2), (-3, 1), (1, 1), (-1, -1)];
        places.extend(&book.points);
        let scratch = &mut Scratch::new();
        for &from in &places {
            for &to in &places {
                check((&book, &sight, &mesh, &labels), [from, to], scratch);
            }
        }
        let found = labels.distance(&mesh, at((2, 5)), at((3, 1)), scratch).expect("its own");
        let expected = 29f64.sqrt() + 10f64.sqrt();
        let is_there = mesh.polygons_at(at((3, 1))).len() == 1;
        assert!(near(found.path().copied(), is_there.then_some(expected)), "{found:?}");
    }
}

/// All meshes of unit squares in a frame of 3 × 3, asked for every pair of points of a lattice twice as
/// fine: corners that touch, islands, walls on one line, ends on edges and vertices.
#[test]
fn on_all_tiny_worlds_every_pair_is_right() {
    let step = cases(16, 1) as u32;
    for free in (1u32..1 << 9).step_by(step as usize) {
        let mut book_points = Vec::new();
        for y in 0..4 {
            for x in 0..4 {
                book_points.push((2 * x, 2 * y));
            }
        }
        let square = |cell: u32| {
            let first = cell / 3 * 4 + cell % 3;
            vec![first, first + 1, first + 5, first + 4]
        };
        let rings = (0..9).filter(|cell| free >> cell & 1 != 0).map(square).collect();
        let book = BookMesh::new(book_points, rings);
        let (mesh, sight) = (engine(&book), MeshSight::new(&book));
        let (labels, scratch) = (labels_of(&mesh, 0), &mut Scratch::new());
        let lattice: Vec<Place> = (0..49).map(|at| (at % 7, at / 7)).collect();
        for &from in &lattice {
            for &to in &lattice {
                check((&book, &sight, &mesh, &labels), [from, to], scratch);
            }
        }
    }
}

/// Holds labels to Polyanya where vertices are no whole numbers.
fn compare(
    (mesh, labels): (&Mesh, &MeshLabels),
    [from, to]: [Vec2; 2],
    slack: f64,
    scratch: &mut Scratch,
) {
    let searched = polyanya(mesh, from, to, scratch, &mut ());
    let path = labels.path(mesh, from, to, scratch).expect("labels of this mesh");
    let length = labels.distance(mesh, from, to, scratch).expect("labels of this mesh");
    assert_eq!(why(&path), why(&searched), "{from:?} {to:?}");
    assert_eq!(why(&length), why(&searched), "{from:?} {to:?}");
    if let (Some(searched), Some(path), Some(length)) =
        (searched.path(), path.path(), length.path())
    {
        let most = slack * (mesh.extent() + searched.length);
        assert!((path.length - searched.length).abs() <= most, "{searched:?} {path:?}");
        assert!((length - searched.length).abs() <= most, "{searched:?} {length}");
        let ends = [path.points[0], path.points[path.points.len() - 1]];
        assert_eq!(ends, [searched.points[0], searched.points[searched.points.len() - 1]]);
    }
}

#[test]
fn on_recorded_meshes_labels_answer_as_polyanya_does() {
    let scratch = &mut Scratch::new();
    let rows = rows_at(&folder().join("scenarios/arena.scen"));
    for name in ["arena", "arena-merged"] {
        let mesh = mesh_at(&folder().join(format!("v2/{name}.mesh")));
        let labels = labels_of(&mesh, 0);
        for row in &rows {
            compare((&mesh, &labels), [row.start, row.goal], 1e-12, scratch);
        }
    }
    let names = ["square", "bad-ambig", "bad-collinear", "bad-collinear2-rot45", "hard"];
    for name in names {
        let mesh = mesh_at(&folder().join(format!("tests/{name}.mesh")));
        let labels = labels_of(&mesh, 0);
        let vertices = (0..mesh.vertex_count()).filter_map(|vertex| mesh.vertex(vertex));
        let places: Vec<Vec2> = mesh.random_places(3, 30).into_iter().chain(vertices).collect();
        for &from in &places {
            for &to in &places {
                compare((&mesh, &labels), [from, to], 1e-12, scratch);
            }
        }
    }
}

/// Turned and rounded to `f32`, merged polygons are bent, and walls that were on one line no longer are.
#[test]
fn on_bent_polygons_labels_answer_as_polyanya_does() {
    let scratch = &mut Scratch::new();
    for case in 0..cases(40, 4_000) {
        let rng = &mut Rng::new(0x6265_6e74 ^ case << 8);
        let book = any_mesh(rng);
        let turned = |place: &Place| {
            let (x, y) = (at(*place).x, at(*place).y);
            let round = |number: f64| f64::from(number as f32);
            Vec2::new(round(0.8 * x - 0.6 * y), round(0.6 * x + 0.8 * y))
        };
        let points = book.points.iter().map(turned).collect();
        let Ok(mesh) = Mesh::new(points, &book.polygons) else { continue };
        for mesh in [&mesh, &mesh.merged()] {
            let labels = labels_of(mesh, 0);
            let places = mesh.random_places(case, 12);
            for pair in places.windows(2) {
                compare((mesh, &labels), [pair[0], pair[1]], 1e-6, scratch);
            }
        }
    }
}

/// Rooms and passages of squares, with islands and corners that touch, merged or not: worlds in which
/// paths have many bends.
#[test]
fn over_random_squares_labels_answer_as_polyanya_does() {
    spread(cases(12, 1_000), Scratch::new, |scratch, case| {
        let rng = &mut Rng::new(0x7371_7561 ^ case << 8);
        let width = 24u32;
        let corners = (0..=width).flat_map(|y| (0..=width).map(move |x| (x.into(), y.into())));
        let points: Vec<Vec2> = corners.map(at).collect();
        let mut squares: Vec<[u32; 4]> = Vec::new();
        for cell in 0..width * width {
            let first = cell / width * (width + 1) + cell % width;
            if rng.percent(65) {
                squares.push([first, first + 1, first + width + 2, first + width + 1]);
            }
        }
        let mesh = Mesh::new(points.clone(), &squares).expect("a mesh").merged();
        let labels = labels_of(&mesh, [0, 50, 5_000][rng.below(3)]);
        let mut places = mesh.random_places(case, 30);
        places.extend(
            (0..20).map(|_| points[squares[rng.below(squares.len())][rng.below(4)] as usize]),
        );
        for &from in &places {
            for &to in &places {
                compare((&mesh, &labels), [from, to], 1e-12, scratch);
            }
        }
    });
}

/// Ground that is made from other ground: for discs, and between obstacles.
#[test]
fn on_ground_made_of_other_ground_labels_answer_as_polyanya_does() {
    spread(cases(14, 4_000), Scratch::new, |scratch, case| {
        let rng = &mut Rng::new(0x6d61_6465 ^ case << 8);
        let whole = engine(&any_mesh(rng));
        let mut compare_all = |mesh: &Mesh| {
            let labels = labels_of(mesh, 0);
            for pair in mesh.random_places(case, 12).windows(2) {
                compare((mesh, &labels), [pair[0], pair[1]], 1e-9, scratch);
            }
        };
        let unit = (whole.area() / f64::from(whole.polygon_count())).sqrt();
        if let Ok(wide) = whole.for_radius(unit * [0.01, 0.05, 0.2][rng.below(3)]) {
            compare_all(&wide);
        }
        let mut ground = ObstacleMesh::new(whole.clone());
        for centre in whole.random_places(case, 25) {
            // What would cover everything is refused.
            let _ = ground.place_disc(centre, unit * [0.02, 0.05, 0.1][rng.below(3)]);
        }
        compare_all(ground.mesh());
    });
}

#[test]
fn saved_labels_of_other_meshes_are_refused_and_forged_ones_do_no_harm() {
    let mut ground = ObstacleMesh::new(room());
    let block = [(3, 3), (5, 3), (5, 5), (3, 5)].map(at);
    ground.place(&block).expect("room for it");
    let mesh = ground.mesh();
    let file = labels_of(mesh, 9).save();
    let refusal = |file: &[u8], mesh: &Mesh| MeshLabels::load(file, mesh).err().map(|e| e.code());
    assert_eq!(refusal(&file, mesh), None);
    let classes = vec![7; mesh.polygon_count() as usize];
    let grass = mesh.clone().with_classes(&classes).expect("one for each");
    for other in [&room(), &grass, &mesh.for_radius(0.5).expect("narrower")] {
        assert_eq!(refusal(&file, other), Some("table-damaged"));
    }
    let mut scratch = Scratch::new();
    let (mut refused, mut taken) = (0, 0);
    for place in (0..file.len()).step_by(7) {
        let mut changed = file.clone();
        changed[place] ^= 1 << (place % 8);
        assert!(refusal(&changed, mesh).is_some(), "byte {place}");
        let Ok(forged) = MeshLabels::load(&sealed(changed), mesh) else {
            refused += 1;
            continue;
        };
        taken += 1;
        for (from, to) in [((1, 4), (7, 4)), ((4, 1), (4, 7)), ((0, 0), (8, 8))] {
            let _ = forged.path(mesh, at(from), at(to), &mut scratch).expect("of this mesh");
        }
    }
    assert!(refused > taken && taken > 0, "most forgeries are noticed: {refused}, {taken}");
    assert!(refusal(&file[..file.len() - 8], mesh).is_some());
}

#[test]
fn a_forged_way_that_never_ends_is_refused() {
    let mut ground = ObstacleMesh::new(room());
    ground.place(&[(3, 3), (5, 3), (5, 5), (3, 5)].map(at)).expect("room for it");
    let file = labels_of(ground.mesh(), 9).save();
    // The corners after each corner on the way to its hubs: those of the block, and none at a hub.
    let corners: Vec<usize> = (48..file.len() - 4)
        .step_by(4)
        .filter(|&place| file[place..place + 4] == [255; 4])
        .collect();
    let mut refused = 0;
    for place in corners {
        for corner in 0..4_u32 {
            let mut forged = file.clone();
            forged[place..place + 4].copy_from_slice(&corner.to_le_bytes());
            let loaded = MeshLabels::load(&sealed(forged), ground.mesh());
            let Ok(labels) = loaded else {
                refused += 1;
                continue;
            };
            let scratch = &mut Scratch::new();
            let _ = labels.path(ground.mesh(), at((1, 4)), at((7, 4)), scratch).expect("it ends");
        }
    }
    assert!(refused > 0, "a hub that leads to a corner is none");
}

fn room() -> Mesh {
    let corners = [(0, 0), (8, 0), (8, 8), (0, 8)].map(at);
    Mesh::new(corners.to_vec(), &[[0, 1, 2, 3]]).expect("a mesh")
}

#[test]
fn labels_of_other_ground_are_refused() {
    let mut ground = ObstacleMesh::new(room());
    let block = |x: i64| [(x, 3), (x + 2, 3), (x + 2, 5), (x, 5)].map(at);
    let id = ground.place(&block(3)).expect("room for it");
    let labels = labels_of(ground.mesh(), 0);
    let mut scratch = Scratch::new();
    let mut ask = |mesh: &Mesh| {
        let answer = labels.distance(mesh, at((1, 4)), at((7, 4)), &mut scratch);
        let code = answer.as_ref().err().map(|error| error.code());
        let paths = labels.path(mesh, at((1, 4)), at((7, 4)), &mut Scratch::new());
        assert_eq!(paths.is_err(), answer.is_err());
        assert_eq!(labels.is_of(mesh), answer.is_ok());
        code
    };
    assert_eq!(ask(ground.mesh()), None);
    ground.change_all(&[(id, &block(4))]).expect("room for it");
    assert_eq!(ask(ground.mesh()), Some("mesh-labels-stale"));
    ground.change_all(&[(id, &block(3))]).expect("room for it");
    assert_eq!(ask(ground.mesh()), None, "the same ground again");
    let classes = |class| vec![class; ground.mesh().polygon_count() as usize];
    let grass = ground.mesh().clone().with_classes(&classes(7)).expect("one for each");
    assert_eq!(ask(&grass), Some("mesh-labels-stale"));
    let bare = grass.with_classes(&classes(0)).expect("one for each");
    assert_eq!(ask(&bare), None, "the same classes again");
}

#[test]
fn what_labels_cannot_do_is_refused_when_they_are_made() {
    let mesh = mesh_at(&folder().join("v2/arena.mesh"));
    let code = |mesh: &Mesh, options: MeshLabelsOptions| {
        MeshLabels::build(mesh, &options).err().map(|error| error.code())
    };
    let options = MeshLabelsOptions::default();
    assert_eq!(code(&mesh, options.bytes(1 << 30)), None);
    let fine = labels_of(&mesh, 0).bytes();
    assert_eq!(code(&mesh, options.bytes(fine / 2)), None, "a coarser grid");
    let options = options.cells(1_000);
    let bytes = labels_of(&mesh, 1_000).bytes();
    assert_eq!(code(&mesh, options.bytes(bytes)), None);
    for bytes in [0, 100, bytes / 2, bytes - 1] {
        assert_eq!(code(&mesh, options.bytes(bytes)), Some("mesh-labels-large"), "{bytes}");
    }
    for work in [0, 100, 5_000] {
        assert_eq!(code(&mesh, options.work(work)), Some("mesh-labels-long"), "{work}");
    }
    let mut classes = vec![0; mesh.polygon_count() as usize];
    classes[5] = 1;
    let mesh = mesh.with_classes(&classes).expect("one for each");
    assert_eq!(code(&mesh, options), Some("mesh-labels-areas"));
}

/// Each stage is told, and ends the build.
#[test]
fn building_labels_can_be_cancelled() {
    let mesh = mesh_at(&folder().join("v2/arena.mesh"));
    let options = MeshLabelsOptions::default();
    let mut stages = Vec::new();
    let mut tell = |progress: Progress| {
        assert!(progress.done < progress.total, "{progress:?}");
        stages.push(progress.stage);
        true
    };
    MeshLabels::build_with(&mesh, &options, &mut tell).expect("labels");
    stages.dedup();
    assert_eq!(stages, [Stage::Look, Stage::Contract, Stage::Label, Stage::Cut]);
    for last in stages {
        let mut tell = |progress: Progress| progress.stage != last;
        let refused = MeshLabels::build_with(&mesh, &options, &mut tell).unwrap_err();
        assert_eq!(refused.code(), "mesh-labels-cancelled");
    }
}

#[test]
fn ends_beside_the_mesh_are_answered_as_polyanya_does() {
    let mesh = mesh_at(&folder().join("v2/arena.mesh"));
    let labels = labels_of(&mesh, 0);
    let (inside, scratch) = (mesh.random_places(1, 1)[0], &mut Scratch::new());
    let (least, most) = mesh.bounds();
    let far = [Vec2::new(f64::NAN, 0.0), Vec2::new(1e300, 1.0), Vec2::new(-1e9, 3.0), inside];
    let slack = 0.5 * mesh.tolerance();
    let rim = (0..mesh.vertex_count()).filter_map(|vertex| mesh.vertex(vertex));
    let beside = rim.flat_map(|at| [Vec2::new(at.x - slack, at.y + slack), at]);
    for place in far.into_iter().chain([least, most]).chain(beside) {
        compare((&mesh, &labels), [place, inside], 1e-9, scratch);
        compare((&mesh, &labels), [inside, place], 1e-9, scratch);
        compare((&mesh, &labels), [place, place], 1e-9, scratch);
    }
}
