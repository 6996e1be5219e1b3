//! Why a guide cannot answer.

use crate::base::Cell;
use crate::planner::{Method, SolveError};
use crate::search::Unsupported;
use crate::shapes::square::{SnapError, SquareIndexError};

/// A query or a map that a guide refuses; the message says what is expected.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GuideError {
    /// A cell is not on the map.
    OffMap {
        /// The cell.
        cell: Cell,
        /// The number of columns of the map.
        width: u32,
        /// The number of rows of the map.
        height: u32,
    },
    /// The index has another revision, or belongs to a map of another size: prepare again.
    Stale {
        /// The revision from which the index was built.
        index: u64,
        /// The revision of the grid given.
        grid: u64,
    },
    /// The method needs an index, and nothing was prepared yet.
    NotPrepared(Method),
    /// The index of the method is not possible on this map for this mover.
    Index(SquareIndexError),
    /// The method does not support this query.
    Query(SolveError),
    /// There is no place near a cell.
    Snap(SnapError),
    /// A matrix of this many costs does not fit in memory.
    TooLarge {
        /// The number of sources.
        sources: usize,
        /// The number of targets.
        targets: usize,
    },
}

impl GuideError {
    /// Whether the index has another revision; [`Guide::prepare`](super::Guide::prepare) fixes
    /// that.
    pub fn is_stale(&self) -> bool {
        matches!(self, GuideError::Stale { .. })
    }
}

impl From<Unsupported> for GuideError {
    fn from(error: Unsupported) -> Self {
        GuideError::Query(error.into())
    }
}

impl From<SquareIndexError> for GuideError {
    fn from(error: SquareIndexError) -> Self {
        match error {
            SquareIndexError::Query(error) => error.into(),
            error => GuideError::Index(error),
        }
    }
}

impl From<SnapError> for GuideError {
    fn from(error: SnapError) -> Self {
        match error {
            SnapError::OffMap { cell, width, height } => GuideError::OffMap { cell, width, height },
            error => GuideError::Snap(error),
        }
    }
}

errors! { enum GuideError:
    OffMap { cell, width, height } => ("cell-off-map",
        "cell {cell} is off the map of {width}x{height} cells"),
    Stale { index, grid } if index == grid => ("index-of-other-map",
        "the index is stale: it is of a map of another size; prepare again"),
    Stale { index, grid } => ("index-stale",
        "the index is stale: it is of revision {index}, expected {grid} as the grid; prepare \
        again"),
    NotPrepared(method) => ("index-not-prepared",
        "{method} answers from an index, and none is built yet, expected a call of prepare first"),
    Index(error) => (source error),
    Query(error) => (source error),
    Snap(error) => (source error),
    TooLarge { sources, targets } => ("matrix-too-large",
        "no memory for the costs from {sources} sources to {targets} targets"),
}
