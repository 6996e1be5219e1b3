//! Wavefront OBJ: navigation meshes, and levels whose ground is extracted.
//!
//! The format: <https://paulbourke.net/dataformats/obj/>. Vertices, faces and materials are read.

mod cells;
mod flat;
mod ground;
mod level;
mod rule;
mod solid;
mod text;

use astride::shapes::mesh::MeshError;

use crate::error::FormatError;
use crate::import::Import;
use crate::legend::Legend;
use text::Faces;

pub use rule::{GroundRule, GroundRuleError, LevelRule, Up, UpError};

const FORMAT: &str = "OBJ file";

/// Reads an OBJ file as a navigation mesh, whose coordinates are the two of the file that are not
/// heights.
///
/// By [`GroundRule::ByContent`], a file in which all faces look up, and none is steeper than the rule for
/// levels allows, is a mesh already: each face becomes a polygon, or triangles if it is not convex, and
/// two are connected where they share an edge. Out of any other file, and where `cell` is given, the ground is taken on which a mover
/// can stand, by its [`LevelRule`]. A note says which of the two was done.
///
/// The area class of a polygon is what the name of its material (`usemtl`) stands for in `legend`, such
/// as `W` for `water`; faces without a material, or with one whose name stands for nothing, are `.`.
/// Materials of a level are ignored.
///
/// The ground of a level consists of squares with the side `cell` (0.3 by default): those over which the
/// faces are level enough and have headroom, and from which no neighbour is a drop. Squares are connected
/// where the ground rises or falls by a step at most. So the ground keeps off walls and drops by less than
/// two cells; holes smaller than a cell are not seen.
///
/// # Errors
///
/// If the file is malformed, with the line; if faces make no mesh (see
/// [`Mesh::from_faces`](astride::shapes::mesh::Mesh::from_faces)); if a level covers more cells than a
/// file of its length may, or a cell is so large that the ground of a slope rises by more than a step
/// between two; or if there is no ground.
///
/// # Complexity
///
/// O(n log n) for a file of n bytes, or for the n cells that the faces of a level touch.
///
/// # Examples
///
/// ```
/// use astride_formats::{GroundRule, Legend, Map, read_obj};
/// let two_rooms = b"v 0 0 0\nv 4 0 0\nv 4 0 3\nv 0 0 3\nv 9 0 0\nv 9 0 3\nf 1 4 3 2\nf 2 3 6 5\n";
/// let import = read_obj(two_rooms, GroundRule::ByContent, None, None, &Legend::default())?;
/// let Map::Mesh(mesh) = import.map else { unreachable!("OBJ files have meshes") };
/// assert_eq!((mesh.polygon_count(), mesh.area()), (2, 27.0));
///
/// let level: GroundRule = "2,0.5,30".parse()?; // headroom, step, slope
/// let import = read_obj(two_rooms, level, None, Some(0.5), &Legend::default())?;
/// let Map::Mesh(mesh) = import.map else { unreachable!("OBJ files have meshes") };
/// assert_eq!((mesh.polygon_count(), mesh.area()), (1, 27.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_obj(
    bytes: &[u8],
    ground: GroundRule,
    up: Option<Up>,
    cell: Option<f64>,
    legend: &Legend,
) -> Result<Import, FormatError> {
    let faces = Faces::read(bytes, up, legend)?;
    match ground {
        GroundRule::Mesh => flat::mesh(&faces),
        GroundRule::Level(rule) => level::ground(&faces, rule, cell),
        GroundRule::ByContent => {
            let rule = LevelRule::default();
            let is_mesh = cell.is_none() && flat::is_ground(&faces, rule.flattest());
            if is_mesh { flat::mesh(&faces) } else { level::ground(&faces, rule, cell) }
        }
    }
}

/// The reason why faces make no mesh.
fn mesh_error(error: &MeshError) -> FormatError {
    let text = error.to_string();
    let (found, expected) = text.split_once(", expected ").unwrap_or((&text, "a mesh"));
    FormatError::new(FORMAT, found, expected)
}
