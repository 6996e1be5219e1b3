//! The heuristic by columns and rows.

use super::FloorView;
use super::layout::Layout;
use crate::base::{Cost, NodeId};
use crate::search::{Estimate, Heuristic, Promise};
use crate::world::Neighbours;

/// The remaining cost if nothing were in the way and all floors were one: octile, or Manhattan for
/// four neighbours, the shorter way round where the map wraps, at the cost of the cheapest terrain.
/// If stairs are shortcuts, it is scaled by the one that saves most. Consistent.
#[derive(Clone, Copy, Debug)]
pub struct FloorHeuristic {
    layout: Layout,
    straight: u64,
    corner: u64,
    /// Numerator and denominator; the first is at most the second.
    ratio: [u64; 2],
}

impl FloorHeuristic {
    /// The heuristic for a view. O(stairs), and O(side²) more for each stair if the body has several
    /// cells.
    pub fn new(view: &FloorView<'_>) -> Self {
        let mut guess = Self::without_stairs(view);
        for stair in view.usable_stairs() {
            let saved = [u64::from(stair.cost), guess.octile(stair.from, stair.to)];
            let product = |a: u64, b: u64| u128::from(a) * u128::from(b);
            if product(saved[0], guess.ratio[1]) < product(guess.ratio[0], saved[1]) {
                guess.ratio = saved;
            }
        }
        guess
    }

    /// The heuristic for a mover that takes no stairs. O(1).
    pub(super) fn without_stairs(view: &FloorView<'_>) -> Self {
        let (scale, factor) = (view.scale(), u64::from(view.least_factor()));
        let corner = match view.neighbours() {
            Neighbours::Four => 2 * scale.straight(),
            Neighbours::Eight => scale.corner(),
        };
        FloorHeuristic {
            layout: view.map().layout,
            straight: u64::from(scale.straight()) * factor,
            corner: u64::from(corner) * factor,
            ratio: [1, 1],
        }
    }

    /// The factor by which it is scaled.
    pub(super) fn ratio(&self) -> [u64; 2] {
        self.ratio
    }

    fn octile(&self, from: NodeId, to: NodeId) -> Cost {
        let [x, y] = self.layout.apart(from, to);
        self.straight * u64::from(x.abs_diff(y)) + self.corner * u64::from(x.min(y))
    }

    /// How near two cells are: any cell of the same floor is nearer than one of another floor.
    pub(super) fn nearness(&self, from: NodeId, to: NodeId) -> Cost {
        let ([.., here], [.., there]) = (self.layout.split(from), self.layout.split(to));
        let [columns, rows, _] = self.layout.size;
        let across = self.corner * (u64::from(columns) + u64::from(rows));
        across * u64::from(here.abs_diff(there)) + self.octile(from, to)
    }

    pub(super) fn estimate(&self, from: NodeId, to: NodeId) -> Cost {
        let (ticks, [numerator, denominator]) = (self.octile(from, to), self.ratio);
        if numerator == denominator {
            return ticks;
        }
        (u128::from(ticks) * u128::from(numerator) / u128::from(denominator)) as Cost
    }
}

impl Heuristic for FloorHeuristic {
    type Aimed = AimedAtFloors;

    fn aim(&self, goals: &mut dyn Iterator<Item = NodeId>) -> AimedAtFloors {
        AimedAtFloors { guess: *self, goals: goals.collect() }
    }

    fn promise(&self) -> Promise {
        Promise::Consistent
    }
}

/// Estimates towards the nearest of some places.
#[derive(Clone, Debug)]
pub struct AimedAtFloors {
    guess: FloorHeuristic,
    goals: Vec<NodeId>,
}

impl Estimate for AimedAtFloors {
    #[inline(always)]
    fn estimate(&self, node: NodeId) -> Cost {
        self.goals.iter().map(|&goal| self.guess.estimate(node, goal)).min().unwrap_or(0)
    }
}
