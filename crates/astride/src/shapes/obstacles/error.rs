//! Errors of placing and loading obstacles.

use crate::base::{PartsError, TablesError};

/// An invalid or unknown obstacle; the message says what is expected.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ObstacleError {
    /// There is no obstacle with this handle, or not any more.
    Unknown,
    /// A coordinate is NaN, or farther away than any map extends.
    Coordinate {
        /// The value given.
        found: f64,
    },
    /// A radius is not above 0, or larger than any map.
    Radius {
        /// The value given.
        found: f64,
    },
    /// A polygon has too few corners.
    Corners {
        /// The number given.
        found: usize,
    },
    /// The size of the grid differs from that for which the obstacles were created.
    OtherGrid {
        /// Columns of the grid given.
        width: u32,
        /// Rows of the grid given.
        height: u32,
    },
    /// The bytes are not saved obstacles.
    File(TablesError),
}

impl From<TablesError> for ObstacleError {
    fn from(error: TablesError) -> Self {
        ObstacleError::File(error)
    }
}

impl From<PartsError> for ObstacleError {
    fn from(error: PartsError) -> Self {
        ObstacleError::File(error.into())
    }
}

errors! { enum ObstacleError:
    Unknown => ("unknown-obstacle",
        "there is no such obstacle, expected a handle that was not taken away"),
    Coordinate { found } => ("obstacle-coordinate",
        "a coordinate of {found}, expected cells within 2^30 of the map's corner"),
    Radius { found } => ("obstacle-radius",
        "a radius of {found}, expected cells, at least 1/256 and at most 2^30"),
    Corners { found } => ("obstacle-corners", "a polygon of {found} corners, expected at least 3"),
    OtherGrid { width, height } => ("obstacles-other-grid",
        "a grid of {width}x{height} cells, expected one of the size that the obstacles were made \
        for"),
    File(error) => (source error),
}
