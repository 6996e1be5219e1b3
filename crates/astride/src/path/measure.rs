//! Counting the steps of a path on a grid.

use crate::path::Path;
use crate::world::Grid;

/// Exact step counts of a path on a grid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Measure {
    /// Steps to a cell beside, above or below.
    pub straight: u64,
    /// Steps to a cell at a corner.
    pub diagonal: u64,
    /// Steps to a cell that is no neighbour: links.
    pub links: u64,
}

impl Measure {
    /// Length in cell widths: 1 per straight step, √2 per diagonal one; links have none.
    pub fn length(&self) -> f64 {
        self.straight as f64 + self.diagonal as f64 * std::f64::consts::SQRT_2
    }
}

pub(super) fn measure(path: &Path, grid: &Grid) -> Measure {
    let mut measure = Measure::default();
    for pair in path.nodes().windows(2) {
        match grid.cell(pair[0]).direction_to(grid.cell(pair[1])) {
            Some(dir) if dir.is_diagonal() => measure.diagonal += 1,
            Some(_) => measure.straight += 1,
            None => measure.links += 1,
        }
    }
    measure
}
