//! File formats as bytes: MovingAI maps and scenarios of squares and voxels, drawn maps, road
//! graphs, navigation meshes, and a lossless format of our own.
//!
//! Imports `base`, `world`, `path` and the shapes that it reads and writes. Readers work on bytes,
//! trust nothing, and allocate no more memory than the input suggests. Writers write everything
//! they are given or refuse with a [`WriteError`]. Deliberately missing: file access and
//! compression, which belong to the front ends.

mod drawing;
mod floor_drawing;
mod hex_drawing;
mod letters;
mod map;
mod mesh_file;
mod mesh_scenario;
mod road;
mod scenario;
mod text;
mod triangle_drawing;
mod voxel_map;
mod voxel_scenario;
mod world_file;
mod world_of;
mod write_error;

pub use drawing::Drawing;
pub use floor_drawing::FloorDrawing;
pub use hex_drawing::HexDrawing;
pub use map::{read_map, write_map, write_map_as};
pub use mesh_file::{is_mesh, read_mesh, write_mesh};
pub use mesh_scenario::{MeshRow, are_grid_lengths, read_mesh_scenario};
pub use road::{
    RoadRow, has_positions, is_graph, read_graph, read_positions, read_road_queries, write_graph,
    write_positions,
};
pub use scenario::{LengthFormat, Scenario, ScenarioRow, write_scenario};
pub use text::TextError;
pub use triangle_drawing::TriangleDrawing;
pub use voxel_map::{read_voxels, write_voxels};
pub use voxel_scenario::{VoxelRow, VoxelScenario};
pub use world_file::{NamedMover, WorldFile, read_world, write_world};
pub use world_of::{read_world_of, write_world_of};
pub use write_error::{Loss, WriteError};
