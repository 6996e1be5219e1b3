//! Streamed worlds: square cells without borders, in chunks that come and go.
//!
//! A cell has signed coordinates. A [`StreamedMap`] holds the classes of the chunks that are loaded;
//! of a chunk that is unloaded it remembers, for each mover, how its border is joined inside and at
//! what cost. What was never loaded is impassable, or assumed to be open. A [route](StreamedMap::route)
//! leads through all of that, and each leg of it says how it is known.
//!
//! The cells of such a world are no nodes: chunks that come and go would give their numbers another
//! meaning. They are [states](crate::search::states), so every search among states works on them
//! ([`StreamedMap::trip`]), and fields, overlays and navigators do not.

mod map;
mod place;
mod route;
mod sight;
mod summary;

pub use map::{StreamedError, StreamedMap};
pub use place::{Chunk, StreamedCell};
pub use route::{Known, Leg, StreamedRoute, Trip};

/// What terrain means to one kind of body, and how it steps: as on squares.
pub type StreamedMover = crate::world::Mover<crate::world::Gait>;
