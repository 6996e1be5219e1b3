//! Files of navigation meshes, and a few queries on what was read.

use astride::base::{Budget, Vec2};
use astride::io::{read_mesh as read, write_mesh};
use astride::search::{Outcome, Scratch};
use astride::shapes::mesh::{Mesh, MeshLabels, MeshLabelsOptions, Polyanya};
use astride::shapes::square::Grid;

use super::Bytes;
use super::saved::{changed, small_map};

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
    let mut scratch = Scratch::new();
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

/// Labels of a small mesh: changed in a few places, or made of the input bytes themselves.
///
/// # Panics
///
/// If they are loaded although they were changed and not forged, or if forged ones panic or do not
/// end.
pub fn load_mesh_labels(data: &[u8]) {
    let mut bytes = Bytes(data);
    let Some(mesh) = free_cells(&small_map(&mut bytes).0) else { return };
    let options = MeshLabelsOptions::default().cells(1 + bytes.below(40));
    let labels = MeshLabels::build(&mesh, &options).expect("a small mesh of one class");
    let saved = labels.save();
    let (changed, is_forged) = changed(&saved, &mut bytes);
    let loaded = match MeshLabels::load(&changed, &mesh) {
        Ok(loaded) => loaded,
        Err(error) => {
            assert_ne!(changed, saved, "{error}");
            return;
        }
    };
    assert!(is_forged || changed == saved, "labels that were changed are loaded");
    let (mut scratch, places) = (Scratch::new(), mesh.random_places(1, 12));
    for pair in places.windows(2) {
        let [answer, expected] = [&loaded, &labels].map(|labels| {
            labels.path(&mesh, pair[0], pair[1], &mut scratch).expect("labels of this mesh")
        });
        assert!(changed != saved || answer.path() == expected.path(), "{pair:?}");
    }
}

/// A square for each free cell of a map, if there is one.
fn free_cells(grid: &Grid) -> Option<Mesh> {
    let (width, height) = (grid.width(), grid.height());
    let corner = |x: u32, y: u32| y * (width + 1) + x;
    let points = (0..=height).flat_map(|y| (0..=width).map(move |x| (x, y)));
    let points = points.map(|(x, y)| Vec2::new(x.into(), y.into())).collect();
    let cells = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let squares: Vec<_> = cells
        .filter(|&cell| grid.class(cell) == Some(b'.'))
        .map(|(x, y)| [corner(x, y), corner(x + 1, y), corner(x + 1, y + 1), corner(x, y + 1)])
        .collect();
    Mesh::new(points, &squares).ok()
}

fn is_convex(outline: &[Vec2]) -> bool {
    let at = |k: usize| outline[k % outline.len()];
    (0..outline.len()).all(|k| {
        let (a, b) = (at(k + 1).minus(at(k)), at(k + 2).minus(at(k + 1)));
        a.x * b.y - a.y * b.x >= 0.0
    })
}
