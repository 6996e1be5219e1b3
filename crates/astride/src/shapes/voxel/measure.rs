//! The length of a path through voxels.

use super::VoxelMap;
use crate::path::Path;

/// The numbers of steps of a path along one, two and three axes.
///
/// # Examples
///
/// ```
/// use astride::shapes::voxel::VoxelMeasure;
/// let measure = VoxelMeasure { along: [4, 2, 1] };
/// assert_eq!(format!("{:.6}", measure.length()), "8.560478");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VoxelMeasure {
    /// Steps along one, two and three axes.
    pub along: [u64; 3],
}

impl VoxelMeasure {
    /// The length in voxel widths.
    pub fn length(self) -> f64 {
        self.length_with([1.0, 2f64.sqrt(), 3f64.sqrt()])
    }

    /// The length, given the lengths of steps along one, two and three axes.
    pub fn length_with(self, lengths: [f64; 3]) -> f64 {
        self.along.iter().zip(lengths).map(|(&steps, length)| steps as f64 * length).sum()
    }
}

impl VoxelMap {
    /// Counts the steps of a path on this map by the number of axes along which they go; steps to a
    /// place that is not a neighbour count the same.
    pub fn measure(&self, path: &Path) -> VoxelMeasure {
        let mut measure = VoxelMeasure::default();
        for ends in path.nodes().windows(2) {
            let apart = self.voxel(ends[0]).apart(self.voxel(ends[1]));
            let axes = apart.iter().filter(|&&steps| steps > 0).count();
            if let Some(at) = axes.checked_sub(1) {
                measure.along[at] += 1;
            }
        }
        measure
    }
}
