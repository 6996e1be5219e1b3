//! Floors: square cells on several floors over one another, joined by stairs; and worlds that wrap.
//!
//! A place is a column, a row and a floor. A floor may have holes, so a bridge is some cells of one
//! floor over the cells of another. What is walked on is as on squares: the same movers, corners and
//! costs. A map may [wrap](Wrap), so that its last column lies beside its first.
//!
//! A [`FloorMap`] keeps its floors in rows of one tall table with a rim around each floor, so no
//! search looks whether a neighbour exists.

mod edit;
mod guess;
mod layout;
mod map;
mod place;
mod saved;
mod shape;
mod view;

pub use edit::FloorEdit;
pub use guess::{AimedAtFloors, FloorHeuristic};
pub use layout::Wrap;
pub use map::{FloorError, FloorMap};
pub use place::{FloorPlace, FloorSide};
pub use view::FloorView;

/// What terrain means to one kind of body, and how it steps: as on squares.
pub type FloorMover = crate::world::Mover<crate::world::Gait>;
