//! Vehicles with a turning radius: the shortest curves they can drive, and paths among obstacles.
//!
//! [`dubins`] and [`reeds_shepp`] are the shortest curves between two poses on empty ground.
//! [`find_drive`] searches for a path among the blocked cells of a map that a [`Vehicle`] can
//! drive, with room for its body; [`DriveSearch`] is the same within a budget. [`check_drive`]
//! verifies such a path, and shares no code with the search.
//!
//! A [`Yard`] lets several vehicles drive at the same time: they never overlap, and those without
//! priority give way.
//!
//! Everything except that check uses only integers and `+ − × ÷ √`, which every machine rounds
//! alike, so the same query has the same answer everywhere, to the last bit; costs, positions and
//! ties are integers.

mod angle;
mod bests;
mod body;
mod check;
mod curve;
mod drive;
mod dubins;
mod error;
mod fit;
mod ground;
mod guess;
mod outline;
mod pose;
mod reeds_shepp;
mod search;
mod shorten;
mod yard;

pub use bests::Fineness;
pub use body::{DrivingCosts, Reversing, Vehicle};
pub use check::{DriveFault, DriveFaultKind, check_drive};
pub use curve::Curve;
pub use drive::{Drive, Driven, NoDrive};
pub use dubins::dubins;
pub use error::VehicleError;
pub use ground::Obstacle;
pub use pose::{Gear, Pose, Segment, Steer};
pub use reeds_shepp::reeds_shepp;
pub use search::{DriveSearch, find_drive};
pub use yard::{Driver, Yard};
