//! What is wrong with a source.

use std::fmt;

use crate::base::{Cell, CellRect};

/// A source that cannot be placed or found; the message says what would be right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InfluenceError {
    /// The cell is not on the map.
    OffMap {
        /// The cell.
        cell: Cell,
    },
    /// The world is of another grid.
    OtherSize {
        /// The bounds of the grid of the world.
        world: CellRect,
        /// The bounds of the influence map.
        map: CellRect,
    },
    /// The source was removed, or is of another map.
    NoSource,
    /// A falloff that reaches nothing or too far.
    Radius {
        /// In cells.
        radius: usize,
    },
    /// A factor of a table above 1, in 1/65 536.
    Factor {
        /// The factor.
        factor: u32,
    },
}

impl fmt::Display for InfluenceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            InfluenceError::OffMap { cell } => {
                write!(f, "cell ({}, {}) is off the influence map", cell.x, cell.y)
            }
            InfluenceError::OtherSize { world, map } => write!(
                f,
                "the world has {}x{} cells, expected {}x{} as the influence map",
                world.width, world.height, map.width, map.height
            ),
            InfluenceError::NoSource => {
                f.write_str("there is no such source, expected one that was placed and not removed")
            }
            InfluenceError::Radius { radius } => write!(
                f,
                "a falloff over {radius} cells, expected 1 to {}",
                super::Falloff::MOST_RADIUS
            ),
            InfluenceError::Factor { factor } => {
                write!(f, "a factor of {factor}/65536, expected at most 65536")
            }
        }
    }
}

impl std::error::Error for InfluenceError {}
