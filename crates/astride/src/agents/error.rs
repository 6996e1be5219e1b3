//! Why a crowd refuses a call.

use super::Crowd;
use crate::base::Cell;

/// An invalid call of a crowd or a herd; the message says what is expected. No agent has been
/// added, ordered or removed, except that the agents of a map of another size may have been
/// removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CrowdError {
    /// There would be too many agents.
    Full {
        /// The number to be added.
        count: usize,
        /// The number present.
        present: usize,
    },
    /// There is no agent with this id.
    NoAgent {
        /// The id.
        id: u32,
        /// The number of agents.
        present: usize,
    },
    /// The body is too wide, too slow or too fast.
    Body {
        /// Its radius, in 1/65 536 of a cell.
        radius: i32,
        /// Its speed, in 1/65 536 of a cell per timestep.
        speed: i32,
    },
    /// A herd has no such species.
    Species {
        /// The number of the species.
        species: u8,
        /// The number of species.
        known: usize,
    },
    /// A herd has no such pasture.
    Pasture {
        /// The number of the pasture.
        pasture: u32,
        /// The number of pastures.
        known: usize,
    },
    /// The cell is not on the map.
    OffMap {
        /// The cell.
        cell: Cell,
        /// The number of columns of the map.
        width: u32,
        /// The number of rows of the map.
        height: u32,
    },
    /// The cell is impassable.
    Blocked {
        /// The cell.
        cell: Cell,
    },
    /// No cell of a disc is passable.
    NoRoom {
        /// Its centre.
        cell: Cell,
        /// Its radius in cells.
        radius: u32,
    },
    /// The map is too large for positions.
    TooWide {
        /// The number of columns of the map.
        width: u32,
        /// The number of rows of the map.
        height: u32,
    },
}

errors! { enum CrowdError:
    Full { count, present } => ("too-many-agents",
        "{count} more than {present} agents are too many, expected at most {} in all", Crowd::MOST),
    NoAgent { id, present } => ("no-such-agent", "there is no agent {id}, there are {present}"),
    Body { radius, speed } => ("agent-body",
        "a radius of {radius} and a speed of {speed} are no body, expected 0 to {} and {} to {}",
        super::Body::MAX_RADIUS, super::Body::SPEEDS.start(), super::Body::SPEEDS.end()),
    Species { species, known } => ("no-such-species",
        "there is no species {species}, expected less than {known}"),
    Pasture { pasture, known } => ("no-such-pasture",
        "there is no pasture {pasture}, expected less than {known}"),
    OffMap { cell, width, height } => ("cell-off-map",
        "cell {cell} is off the map of {width}x{height} cells"),
    Blocked { cell } => ("cell-blocked", "cell {cell} is blocked, expected a free one"),
    NoRoom { cell, radius } => ("no-free-cell", "no cell within {radius} cells of {cell} is free"),
    TooWide { width, height } => ("agents-map-too-wide",
        "the map of {width}x{height} cells is too large for a crowd, expected sides of at most {}",
        Crowd::MAX_SIDE),
}
