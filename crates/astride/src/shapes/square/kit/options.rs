//! Limits on what is built.

use crate::index::Landmarks;
use crate::shapes::square::{ClustersOptions, JumpTable, LabelsOptions};

/// Sizes and limits of indexes of squares; the defaults fit most maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct IndexOptions {
    /// For labels.
    pub labels: LabelsOptions,
    /// For clusters.
    pub clusters: ClustersOptions,
    /// The number of landmarks, 1 to [`Landmarks::MAX`].
    pub landmarks: u32,
    /// The most work for [boxes](JumpTable::add_boxes): jump points × cells.
    pub box_work: u64,
}

impl Default for IndexOptions {
    fn default() -> Self {
        IndexOptions {
            labels: LabelsOptions::default(),
            clusters: ClustersOptions::default(),
            landmarks: Landmarks::USUAL,
            box_work: JumpTable::USUAL_BOX_WORK,
        }
    }
}

impl IndexOptions {
    /// Sets the limits of labels.
    #[must_use]
    pub fn labels(mut self, labels: LabelsOptions) -> Self {
        self.labels = labels;
        self
    }

    /// Sets the sizes of clusters.
    #[must_use]
    pub fn clusters(mut self, clusters: ClustersOptions) -> Self {
        self.clusters = clusters;
        self
    }

    /// Sets the number of landmarks.
    #[must_use]
    pub fn landmarks(mut self, count: u32) -> Self {
        self.landmarks = count;
        self
    }

    /// Sets the most work for boxes.
    #[must_use]
    pub fn box_work(mut self, most: u64) -> Self {
        self.box_work = most;
        self
    }
}
