//! An admissible heuristic that is not consistent.

use astride::base::{Cost, NodeId};
use astride::search::{Estimate, Heuristic, Promise};
use astride::shapes::square::{AimedAtCells, GridHeuristic};

/// Octile guesses at half of the nodes and none at the others.
#[derive(Debug, Clone, Copy)]
pub struct Bumpy(pub GridHeuristic);

/// [`Bumpy`], aimed.
#[derive(Debug, Clone, Copy)]
pub struct BumpyAimed(AimedAtCells);

impl Heuristic for Bumpy {
    type Aimed = BumpyAimed;

    fn aim(&self, goals: &mut dyn Iterator<Item = NodeId>) -> BumpyAimed {
        BumpyAimed(self.0.aim(goals))
    }

    fn promise(&self) -> Promise {
        Promise::Admissible
    }
}

impl Estimate for BumpyAimed {
    fn estimate(&self, node: NodeId) -> Cost {
        let bump = node.get().wrapping_mul(0x9e37_79b9) >> 31;
        if bump == 0 { 0 } else { self.0.estimate(node) }
    }
}
