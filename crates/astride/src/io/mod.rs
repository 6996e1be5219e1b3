//! Small text formats with no dependency: MovingAI maps and scenarios, and drawn maps.
//!
//! Imports `base`, `world`, and from `path` the step counts that a scenario compares. Readers work on bytes, trust nothing, and take no memory that the
//! input itself does not fill. Deliberately missing: files and compression, which belong to the
//! fronts.

mod drawing;
mod map;
mod scenario;
mod text;

pub use drawing::Drawing;
pub use map::{read_map, write_map};
pub use scenario::{LengthFormat, Scenario, ScenarioRow, write_scenario};
pub use text::TextError;
