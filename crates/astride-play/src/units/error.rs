//! Why bodies are not taken.

use std::fmt;

use astride::base::Cell;

use crate::units::{Kind, Units};

/// Bodies that cannot be added; the message says what would be right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnitsError {
    /// There would be too many.
    Full {
        /// How many were to be added.
        count: usize,
        /// How many there are.
        present: usize,
    },
    /// There is no such kind.
    Kind {
        /// The number given.
        kind: u8,
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

impl fmt::Display for UnitsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            UnitsError::Full { count, present } => write!(
                f,
                "{count} more than {present} bodies are too many, expected at most {} in all",
                Units::MOST
            ),
            UnitsError::Kind { kind } => {
                write!(f, "there is no kind {kind} of body, expected less than {}", Kind::ALL.len())
            }
            UnitsError::OffMap { cell, width, height } => {
                write!(f, "cell {cell} is off the map of {width}x{height} cells")
            }
            UnitsError::Blocked { cell } => {
                write!(f, "cell {cell} is blocked, expected a free one")
            }
            UnitsError::NoRoom { cell, radius } => {
                write!(f, "no cell within {radius} cells of {cell} is free")
            }
            UnitsError::TooWide { width, height } => write!(
                f,
                "the map of {width}x{height} cells is too large for bodies, expected sides of at \
                 most {}",
                Units::MAX_SIDE
            ),
        }
    }
}

impl std::error::Error for UnitsError {}
