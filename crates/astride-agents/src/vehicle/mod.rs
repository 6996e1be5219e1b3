//! Vehicles with a turning radius: the shortest curves they can drive, and ways among obstacles.
//!
//! [`dubins`] and [`reeds_shepp`] are the shortest curves between two poses on empty ground.
//! [`find_drive`] looks for a way among the blocked cells of a map that a [`Vehicle`] can drive,
//! with room for its body; [`DriveSearch`] is the same within a budget. [`check_drive`] proves such
//! a way, and shares no code with the search.
//!
//! A [`Yard`] lets several drive at the same time: they never overlap, and those without priority
//! give way.
//!
//! Everything but that check is made of whole numbers and of `+ − × ÷ √`, which every machine rounds
//! alike, so the same question has the same answer everywhere, to the last bit; costs, places and
//! ties are whole numbers.

mod angle;
mod bests;
mod body;
mod check;
mod curve;
mod drive;
mod dubins;
mod error;
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
