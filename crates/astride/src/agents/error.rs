//! Why a crowd does not take what it is given.

use std::fmt;

use crate::agents::{Body, Crowd};
use crate::base::Cell;

/// What a crowd or a herd refuses; the message says what would be right. No agent has been added,
/// ordered or removed, except that those of a map of another size may be gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CrowdError {
    /// There would be too many agents.
    Full {
        /// How many were to be added.
        count: usize,
        /// How many there are.
        present: usize,
    },
    /// There is no agent with this id.
    NoAgent {
        /// The id.
        id: u32,
        /// How many agents there are.
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
        /// The number given.
        species: u8,
        /// How many species there are.
        known: usize,
    },
    /// A herd has no such pasture.
    Pasture {
        /// The number given.
        pasture: u32,
        /// How many pastures there are.
        known: usize,
    },
    /// The cell is not on the map.
    OffMap {
        /// The cell.
        cell: Cell,
        /// Columns of the map.
        width: u32,
        /// Rows of the map.
        height: u32,
    },
    /// The cell cannot be stood on.
    Blocked {
        /// The cell.
        cell: Cell,
    },
    /// No cell of a disc can be stood on.
    NoRoom {
        /// Its middle.
        cell: Cell,
        /// Its radius in cells.
        radius: u32,
    },
    /// The map is too large for positions.
    TooWide {
        /// Columns of the map.
        width: u32,
        /// Rows of the map.
        height: u32,
    },
}

impl fmt::Display for CrowdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            CrowdError::Full { count, present } => write!(
                f,
                "{count} more than {present} agents are too many, expected at most {} in all",
                Crowd::MOST
            ),
            CrowdError::NoAgent { id, present } => {
                write!(f, "there is no agent {id}, there are {present}")
            }
            CrowdError::Body { radius, speed } => write!(
                f,
                "a radius of {radius} and a speed of {speed} are no body, expected 0 to {} and \
                 {} to {}",
                Body::MAX_RADIUS,
                Body::SPEEDS.start(),
                Body::SPEEDS.end()
            ),
            CrowdError::Species { species, known } => {
                write!(f, "there is no species {species}, expected less than {known}")
            }
            CrowdError::Pasture { pasture, known } => {
                write!(f, "there is no pasture {pasture}, expected less than {known}")
            }
            CrowdError::OffMap { cell, width, height } => {
                write!(f, "cell {cell} is off the map of {width}x{height} cells")
            }
            CrowdError::Blocked { cell } => {
                write!(f, "cell {cell} is blocked, expected a free one")
            }
            CrowdError::NoRoom { cell, radius } => {
                write!(f, "no cell within {radius} cells of {cell} is free")
            }
            CrowdError::TooWide { width, height } => write!(
                f,
                "the map of {width}x{height} cells is too large for a crowd, expected sides of at \
                 most {}",
                Crowd::MAX_SIDE
            ),
        }
    }
}

impl std::error::Error for CrowdError {}
