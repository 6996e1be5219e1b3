//! Labels of meshes: against the graph of all vertices that see each other, and against Polyanya.

use std::collections::BTreeSet;

use astride::base::Vec2;
use astride::search::{Outcome, Why};
use astride::shapes::mesh::{
    Mesh, MeshLabels, MeshLabelsOptions, MeshLabelsScratch, MeshScratch, ObstacleMesh, polyanya,
};
use astride_testkit::mesh::{BookMesh, MeshSight, Place};
use astride_testkit::rng::Rng;
use astride_testkit::tally::{cases, spread};

use crate::meshes::{any_mesh, any_place, at, engine, folder, hold, mesh_at, near, rows_at};

fn labels_of(mesh: &Mesh, cells: usize) -> MeshLabels {
    let options = MeshLabelsOptions::default();
    let options = if cells == 0 { options } else { options.cells(cells) };
    MeshLabels::build(mesh, &options).expect("labels")
}

/// Holds labels to the book and to Polyanya: the length, the path, and why there is none.
fn check(book: &BookMesh, sight: &MeshSight, mesh: &Mesh, labels: &MeshLabels, ends: [Place; 2]) {
    let mut scratch = MeshLabelsScratch::new();
    let [from, to] = ends.map(at);
    let what = || format!("{ends:?}\n{book:?}");
    let expected = sight.distance(ends[0], ends[1]);
    let path = labels.path(mesh, from, to, &mut scratch).expect("labels of this mesh");
    hold(book, &path, expected, &what);
    let length = labels.distance(mesh, from, to, &mut scratch).expect("labels of this mesh");
    assert!(near(length.path().copied(), expected), "{length:?}, {expected:?}\n{}", what());
    let searched = polyanya(mesh, from, to, &mut MeshScratch::new(), &mut ());
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
    spread(
        cases(60, 20_000),
        || (),
        |(), case| {
            let rng = &mut Rng::new(0x6c61_6265 ^ case << 8);
            let book = any_mesh(rng);
            let (mesh, sight) = (engine(&book), MeshSight::new(&book));
            let merged = mesh.merged();
            let cells = [0, 1, 7, 300][rng.below(4)];
            let labels = [&mesh, &merged].map(|mesh| (mesh, labels_of(mesh, cells)));
            for _ in 0..12 {
                let ends = [any_place(rng, &book), any_place(rng, &book)];
                for (mesh, labels) in &labels {
                    check(&book, &sight, mesh, labels, ends);
                    check(&book, &sight, mesh, labels, [ends[1], ends[0]]);
                }
            }
        },
    );
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
        let labels = labels_of(&mesh, 0);
        let lattice: Vec<Place> = (0..49).map(|at| (at % 7, at / 7)).collect();
        for &from in &lattice {
            for &to in &lattice {
                check(&book, &sight, &mesh, &labels, [from, to]);
            }
        }
    }
}
