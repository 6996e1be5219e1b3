//! From headings back to cells: paths, and heuristics that know only cells.

use super::{Headings, Price, split};
use crate::base::{Cost, NodeId};
use crate::path::Path;
use crate::search::{Estimate, Heuristic, Promise};
use crate::shapes::square::OnGrid;

/// A path over cells, with the number and cost of its turns.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TurningPath {
    /// The cells, and the cost of the steps without turns.
    pub path: Path,
    /// The number of changes of heading. A turn before the first step counts, unless the initial
    /// heading was free and chosen well.
    pub turns: u32,
    /// The cost of the turns; 0 if they are only counted.
    pub turning_cost: Cost,
}

impl<W: OnGrid> Headings<W> {
    /// Converts a path in this world to a path over cells.
    ///
    /// # Panics
    ///
    /// If `path` is not a path of this world.
    pub fn cells_of(&self, path: &Path) -> TurningPath {
        let nodes: Vec<NodeId> = path.nodes().iter().map(|&node| split(node).0).collect();
        let (mut turns, mut turning_cost, mut counted) = (0, 0, 0);
        for pair in path.nodes().windows(2) {
            let ((from, before), (to, after)) = (split(pair[0]), split(pair[1]));
            turns += u32::from(before != after);
            match &self.price {
                Price::Turns(rule) => {
                    turning_cost += Cost::from(rule.between(before, after).expect("a turn"));
                }
                // The cost of such a path does not contain the cost of its steps.
                Price::Counted { .. } => {
                    counted += Cost::from(self.world.arc_cost(from, to).expect("an arc"));
                }
            }
        }
        let cost = match self.price {
            Price::Turns(_) => path.cost() - turning_cost,
            Price::Counted { .. } => counted,
        };
        let path = Path::new(nodes, cost).expect("a path has nodes");
        TurningPath { path, turns, turning_cost }
    }

    /// A heuristic for this world, from one for the cells below. Its guarantee holds here, too,
    /// since turning only adds cost; where turns are counted, use [`Zero`](crate::search::Zero).
    pub fn heuristic<H: Heuristic>(&self, below: H) -> OfCells<H> {
        OfCells(below)
    }
}

/// A heuristic for cells, applied to cells with headings.
#[derive(Clone, Copy, Debug)]
pub struct OfCells<H>(H);

impl<H: Heuristic> Heuristic for OfCells<H> {
    type Aimed = OfCells<H::Aimed>;

    fn aim(&self, goals: &mut dyn Iterator<Item = NodeId>) -> Self::Aimed {
        OfCells(self.0.aim(&mut goals.map(|node| split(node).0)))
    }

    fn aim_back(&self, starts: &mut dyn Iterator<Item = NodeId>) -> Self::Aimed {
        OfCells(self.0.aim_back(&mut starts.map(|node| split(node).0)))
    }

    fn promise(&self) -> Promise {
        self.0.promise()
    }
}

impl<E: Estimate> Estimate for OfCells<E> {
    #[inline(always)]
    fn estimate(&self, node: NodeId) -> Cost {
        self.0.estimate(split(node).0)
    }
}
