//! The heuristic by the distance of triangles.

use super::view::{SIDE, TriangleSteps, TriangleView};
use crate::base::{Cost, Divider, NodeId};
use crate::search::{Estimate, Heuristic, Promise};
use crate::world::Tiles;

/// The remaining cost if nothing were in the way, at the cost of the cheapest terrain on the map:
/// consistent. For steps across sides it is the number of grid lines to cross; with steps round
/// corners it is the straight line between the centres, which is never longer than such steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TriangleHeuristic {
    rows: Divider,
    steps: TriangleSteps,
    factor: u32,
}

impl TriangleHeuristic {
    /// The heuristic for a view. O(1).
    pub fn new(view: &TriangleView<'_>) -> Self {
        let rows = Divider::new(view.map().extent().width);
        TriangleHeuristic { rows, steps: view.steps(), factor: view.least_factor() }
    }

    pub(super) fn estimate(&self, from: NodeId, to: NodeId) -> Cost {
        let [(ax, ay), (bx, by)] = [from, to].map(|node| self.rows.split(node.get()));
        let [ax, ay, bx, by] = [ax, ay, bx, by].map(i64::from);
        let side = Cost::from(SIDE);
        let ticks = match self.steps {
            TriangleSteps::Sides => {
                // The lines crossed: those that lean to the right, those that lean to the left, and
                // rows.
                let lines = |x: i64, y: i64| [(x + y + 1).div_euclid(2) - y, (x + y) / 2, y];
                let (a, b) = (lines(ax, ay), lines(bx, by));
                side * (0..3).map(|at| a[at].abs_diff(b[at])).sum::<u64>()
            }
            TriangleSteps::Around(_) => {
                // Half the height of a triangle is three quarters of the distance between two that
                // share a side, and the centre of one that points down is a quarter of it higher.
                let height = |x: i64, y: i64| 3 * y - ((x + y) & 1);
                let (across, down) = (ax.abs_diff(bx), height(ax, ay).abs_diff(height(bx, by)));
                let square = 3 * across * across + down * down;
                match square.checked_mul(side * side) {
                    Some(square) => (square / 4).isqrt(),
                    // From end to end of a very long map.
                    None => (u128::from(square) * u128::from(side * side) / 4).isqrt() as Cost,
                }
            }
        };
        ticks * Cost::from(self.factor)
    }
}

impl Heuristic for TriangleHeuristic {
    type Aimed = AimedAtTriangles;

    fn aim(&self, goals: &mut dyn Iterator<Item = NodeId>) -> AimedAtTriangles {
        AimedAtTriangles { guess: *self, goals: goals.collect() }
    }

    fn promise(&self) -> Promise {
        Promise::Consistent
    }
}

/// Estimates towards the nearest of some triangles.
#[derive(Clone, Debug)]
pub struct AimedAtTriangles {
    guess: TriangleHeuristic,
    goals: Vec<NodeId>,
}

impl Estimate for AimedAtTriangles {
    #[inline(always)]
    fn estimate(&self, node: NodeId) -> Cost {
        self.goals.iter().map(|&goal| self.guess.estimate(node, goal)).min().unwrap_or(0)
    }
}
