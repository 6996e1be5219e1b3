//! Why there is no index.

use crate::index::LandmarksError;
use crate::search::Unsupported;
use crate::shapes::Refused;
use crate::shapes::square::{
    ClustersError, JumpBoxesError, JumpLandmarksError, JumpMapError, JumpTableError, LabelsError,
};

/// Why the index of a method could not be built for a map and a mover; the message says which
/// method answers instead.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SquareIndexError {
    /// Jump points are not valid for this map and mover.
    Map(JumpMapError),
    /// The jumps cannot be precomputed.
    Table(JumpTableError),
    /// The jump table has no boxes.
    Boxes(JumpBoxesError),
    /// The jump points have no landmarks.
    JumpLandmarks(JumpLandmarksError),
    /// Labels are not available for this map and mover, or their build was cancelled.
    Labels(LabelsError),
    /// Landmarks could not be built.
    Landmarks(LandmarksError),
    /// Clusters of this map could not be built.
    Clusters(ClustersError),
    /// The method has no index on squares.
    Query(Unsupported),
}

impl From<SquareIndexError> for Refused {
    fn from(error: SquareIndexError) -> Self {
        Refused::of(error)
    }
}

errors! { enum SquareIndexError:
    Map(error) => (source error),
    Table(error) => (source error),
    Boxes(error) => (source error),
    JumpLandmarks(error) => (source error),
    Labels(error) => (source error),
    Landmarks(error) => (source error),
    Clusters(error) => (source error),
    Query(error) => (source error),
}
