//! Why there is no grid for a body.

use std::fmt;

/// Why there is no grid for a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BodyError {
    /// A square body of this many cells a side.
    Side(u32),
    /// A round body with this radius in half cells.
    Radius(u32),
    /// More than 255 kinds of factor and media.
    Kinds,
    /// Not enough memory.
    Memory,
}

impl fmt::Display for BodyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BodyError::Side(side) => {
                write!(f, "a body has a side of {side} cells, expected 1 to 65535")
            }
            BodyError::Radius(radius) => {
                write!(f, "a body has a radius of {radius} half cells, expected 1 to 65535")
            }
            BodyError::Kinds => f.write_str(
                "the places of the body have more than 255 kinds of factor and media together",
            ),
            BodyError::Memory => f.write_str("there is not enough memory for the grid of a body"),
        }
    }
}

impl std::error::Error for BodyError {}
