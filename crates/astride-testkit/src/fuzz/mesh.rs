//! Files of navigation meshes, and a few queries on what was read.

use astride::base::{Budget, Vec2};
use astride::io::{read_mesh as read, write_mesh};
use astride::search::Outcome;
use astride::shapes::mesh::{Mesh, MeshScratch, Polyanya};

/// The maximum number of expansions of a query: fuzzed meshes may have very many polygons in one
/// place.
const MOST: u64 = 20_000;

/// Any bytes are a mesh or are refused; a mesh survives being written and read again, and its
/// queries terminate, with the same answers in both directions and on the merged mesh.
///
/// # Panics
///
/// If that is not so.
pub fn read_mesh(data: &[u8]) {
    let Ok(mesh) = read(data) else { return };
    let text = write_mesh(&mesh);
    let again = read(text.as_bytes()).expect("what was written is read");
    assert_eq!(write_mesh(&again), text);
    let merged = mesh.merged();
    let mut scratch = MeshScratch::new();
    let mut length = |mesh: &Mesh, from, to| {
        let mut budget = Budget::unlimited().expansions(MOST);
        match Polyanya::new(mesh, from, to, &mut scratch).run(&mut budget, &mut ()) {
            Outcome::Found(found) => Some(Some(found.path.length)),
            Outcome::Unreachable(_) => Some(None),
            Outcome::OutOfBudget(_) => None,
        }
    };
    let is_exact = (0..mesh.polygon_count()).all(|polygon| is_convex(&mesh.outline(polygon)));
    let places = mesh.random_places(1, 4);
    for pair in places.windows(2) {
        let lengths = [
            length(&mesh, pair[0], pair[1]),
            length(&mesh, pair[1], pair[0]),
            length(&merged, pair[0], pair[1]),
        ];
        let _ = mesh.see(pair[0], pair[1]);
        if !is_exact {
            continue; // after rounding, visibility may depend on the direction
        }
        let known: Vec<Option<f64>> = lengths.into_iter().flatten().collect();
        for two in known.windows(2) {
            let slack = 1e-6 * (mesh.extent() + two[0].unwrap_or(0.0));
            let is_same = match (two[0], two[1]) {
                (Some(one), Some(other)) => (one - other).abs() <= slack,
                (one, other) => one.is_none() && other.is_none(),
            };
            assert!(is_same, "{pair:?} {lengths:?}");
        }
    }
}

fn is_convex(outline: &[Vec2]) -> bool {
    let at = |k: usize| outline[k % outline.len()];
    (0..outline.len()).all(|k| {
        let (a, b) = (at(k + 1).minus(at(k)), at(k + 2).minus(at(k + 1)));
        a.x * b.y - a.y * b.x >= 0.0
    })
}
