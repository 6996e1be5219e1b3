//! Streamed worlds: square cells without borders, in chunks that are loaded and unloaded.
//!
//! Cells have signed coordinates. A [`StreamedMap`] holds the classes of loaded chunks; of an unloaded
//! chunk it remembers, for each mover, which cells of the border are connected inside and at what cost.
//! What was never loaded is impassable, or assumed to be open. A [route](StreamedMap::route) leads
//! through all of that, and each of its legs says how it is known.
//!
//! The cells of such a world are not nodes, because loading and unloading chunks would change the
//! meaning of node numbers. They are [states](crate::search::states), so every search on states works
//! on them ([`StreamedMap::trip`]), and fields, overlays and navigators do not.

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
