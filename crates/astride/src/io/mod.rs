//! Files as bytes: MovingAI maps and scenarios, drawn maps, road graphs, and a format of our own
//! that loses nothing.
//!
//! Imports `base`, `world`, `path` and the shapes that it reads and writes. Readers work on bytes,
//! trust nothing, and take no memory that the input itself does not suggest. Writers write all of
//! what they are given or refuse with a [`WriteError`]. Deliberately missing: files and compression,
//! which belong to the fronts.

mod drawing;
mod hex_drawing;
mod letters;
mod map;
mod road;
mod scenario;
mod text;
mod triangle_drawing;
mod world_file;
mod write_error;

pub use drawing::Drawing;
pub use hex_drawing::HexDrawing;
pub use map::{read_map, write_map, write_map_as};
pub use road::{RoadQuery, is_graph, read_graph, read_positions, read_road_queries};
pub use scenario::{LengthFormat, Scenario, ScenarioRow, write_scenario};
pub use text::TextError;
pub use triangle_drawing::TriangleDrawing;
pub use world_file::{NamedMover, WorldFile, read_world, write_world};
pub use write_error::{Loss, WriteError};
