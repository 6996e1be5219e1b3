//! Floors: square cells on several floors above one another, connected by stairs; and worlds that
//! wrap around.
//!
//! A place is a column, a row and a floor. A floor may have holes, so a bridge is some cells of one
//! floor above the cells of another. Walking works as on squares: the same movers, corners and
//! costs. A map may [wrap](Wrap), so that its last column is adjacent to its first.
//!
//! A [`FloorMap`] stores its floors in rows of one tall table with a rim around each floor, so no
//! search has to check whether a neighbour exists.

mod body;
mod edit;
mod guess;
mod layout;
mod map;
mod place;
mod ray;
mod saved;
mod shape;
mod view;

pub use body::{FloorBody, FloorBodyError};
pub use edit::FloorEdit;
pub use guess::{AimedAtFloors, FloorHeuristic};
pub use layout::Wrap;
pub use map::{FloorError, FloorMap};
pub use place::{FloorPlace, FloorSide};
pub use view::FloorView;

/// What terrain means for one kind of body, how it steps, as on squares, and [how large](FloorMover::body)
/// it is.
pub type FloorMover = crate::world::Mover<crate::world::Gait<FloorBody>>;
