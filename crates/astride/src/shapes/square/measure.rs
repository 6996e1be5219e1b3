//! The cells of a path, and the kinds of its steps.

use crate::base::Cell;
use crate::path::Path;
use crate::shapes::square::Grid;

/// Exact step counts of a path on a grid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Measure {
    /// Steps to an orthogonal neighbour.
    pub straight: u64,
    /// Steps to a diagonal neighbour.
    pub diagonal: u64,
    /// Steps to a cell that is not a neighbour, by links.
    pub links: u64,
}

impl Measure {
    /// Length in cell widths: 1 per straight step, √2 per diagonal one, and 0 per link.
    pub fn length(&self) -> f64 {
        self.straight as f64 + self.diagonal as f64 * std::f64::consts::SQRT_2
    }
}

impl Path {
    /// The cells of the path on the grid it was found on.
    pub fn cells<'a>(&'a self, grid: &'a Grid) -> impl DoubleEndedIterator<Item = Cell> + 'a {
        self.nodes().iter().map(|&node| grid.cell(node))
    }

    /// Counts straight and diagonal steps on a grid.
    pub fn measure(&self, grid: &Grid) -> Measure {
        let mut measure = Measure::default();
        for pair in self.nodes().windows(2) {
            match grid.cell(pair[0]).direction_to(grid.cell(pair[1])) {
                Some(dir) if dir.is_diagonal() => measure.diagonal += 1,
                Some(_) => measure.straight += 1,
                None => measure.links += 1,
            }
        }
        measure
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::NodeId;
    use crate::shapes::square::{Grid, Mover};

    #[test]
    fn every_kind_of_fault_is_named() {
        let grid = Grid::from_classes(3, 1, b"..@").unwrap();
        let view = grid.seen_by(&Mover::walker());
        let check = |nodes: &[u32], cost, message: &str| {
            let nodes = nodes.iter().map(|&n| NodeId::new(n)).collect();
            let fault = Path::new(nodes, cost).unwrap().validate(&view).unwrap_err().to_string();
            assert!(fault.contains(message), "{fault}");
        };
        check(&[0, 1, 2], 27_720, "path node 2 (2) cannot be stood on");
        check(&[0, 0], 0, "no arc leads from 0 to path node 1");
        check(&[0, 1], 5, "says it costs 5 ticks, its arcs add up to 13860");
        check(&[9], 0, "does not have");
        assert!(Path::new(vec![NodeId::new(1)], 0).unwrap().validate(&view).is_ok());
    }
}
