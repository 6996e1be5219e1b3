//! The positions of nodes, and integer estimates from them.
//!
//! Positions are mapped to a lattice of 2³⁰ steps, and all estimates are computed there: distances
//! are rounded down, lengths of arcs are rounded up, and the least cost per length is rounded down.
//! For every arc, the estimate at one end is therefore at most its cost more than that at the
//! other, exactly to the tick, and no rounding can make it inconsistent.

use std::sync::Arc;

use super::error::{GraphError, Kind};
use crate::base::{Cost, NodeId, Vec2};

/// The number of lattice steps along the longer side of the bounding box of all positions.
const STEPS: f64 = (1_u32 << 30) as f64;

/// Fractional bits of the cost per step.
const PLACES: u32 = 32;

/// A point of the lattice.
pub(super) type Point = [i32; 2];

/// The positions of the nodes; empty if none were given.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    positions: Vec<Vec2>,
    /// The number of average arcs per unit of length.
    unit: f64,
    pub(super) points: Arc<[Point]>,
    /// The minimum cost in ticks of each step towards a goal, times 2³².
    pub(super) scale: u64,
}

impl Layout {
    /// Lays out the positions of all nodes. The estimate is 0 until it is fitted to arcs.
    pub(super) fn of(positions: &[Vec2], nodes: u32) -> Result<Layout, GraphError> {
        if positions.len() != nodes as usize {
            let positions = positions.len();
            return Err(GraphError(Kind::Positions { positions, nodes }));
        }
        if let Some(node) = positions.iter().position(|at| !at.is_finite()) {
            return Err(GraphError(Kind::Position { node: node as u32 }));
        }
        let least = |part: fn(&Vec2) -> f64| positions.iter().map(part).fold(f64::MAX, f64::min);
        let most = |part: fn(&Vec2) -> f64| positions.iter().map(part).fold(f64::MIN, f64::max);
        let (left, top) = (least(|at| at.x), least(|at| at.y));
        // Halved, since the full difference may overflow.
        let half = (most(|at| at.x) / 2.0 - left / 2.0).max(most(|at| at.y) / 2.0 - top / 2.0);
        let step = |at: f64, from: f64| match half > 0.0 {
            true => ((at / 2.0 - from / 2.0) / half * STEPS) as i32,
            false => 0,
        };
        let points = positions.iter().map(|at| [step(at.x, left), step(at.y, top)]).collect();
        Ok(Layout { positions: positions.to_vec(), unit: 1.0, points, scale: 0 })
    }

    pub(super) fn position(&self, node: NodeId) -> Option<Vec2> {
        self.positions.get(node.index()).copied()
    }

    /// The position of a node, scaled such that arcs have an average length of 1.
    pub(super) fn in_arcs(&self, node: NodeId) -> Option<Vec2> {
        self.position(node).map(|at| at.times(self.unit))
    }

    /// Makes the estimate as high as all arcs allow.
    pub(super) fn fit_all(&mut self, arcs: impl Iterator<Item = (u32, u32, u32)>) {
        self.scale = if self.points.is_empty() { 0 } else { u64::MAX };
        let (mut count, mut sum) = (0_u32, 0.0);
        for (from, to, cost) in arcs {
            self.fit(from, to, cost);
            if let (Some(a), Some(b)) =
                (self.positions.get(from as usize), self.positions.get(to as usize))
            {
                (count, sum) = (count + 1, sum + a.distance_to(*b));
            }
        }
        self.unit = if sum > 0.0 && sum.is_finite() { f64::from(count) / sum } else { 1.0 };
        // No arc has a length, so nothing is known about the cost per length.
        if self.scale == u64::MAX {
            self.scale = 0;
        }
    }

    /// Lowers the estimate to what one more arc allows.
    pub(super) fn fit(&mut self, from: u32, to: u32, cost: u32) {
        if self.scale > 0 {
            let square = square(self.points[from as usize], self.points[to as usize]);
            let floor = square.isqrt();
            let length = floor + u64::from(floor * floor < square);
            let most = (u64::from(cost) << PLACES).checked_div(length);
            self.scale = self.scale.min(most.unwrap_or(u64::MAX));
        }
    }

    pub(super) fn guess(&self, from: NodeId, to: NodeId) -> Cost {
        match (self.points.get(from.index()), self.points.get(to.index())) {
            (Some(&from), Some(&to)) => ticks(square(from, to).isqrt(), self.scale),
            _ => 0,
        }
    }

    pub(super) fn deviation(&self, node: NodeId, start: NodeId, goal: NodeId) -> u32 {
        let at = |node: NodeId| self.points.get(node.index()).map(|&[x, y]| [x, y].map(i64::from));
        let (Some(node), Some(start), Some(goal)) = (at(node), at(start), at(goal)) else {
            return 0;
        };
        let cross =
            (node[0] - goal[0]) * (start[1] - goal[1]) - (start[0] - goal[0]) * (node[1] - goal[1]);
        (cross.unsigned_abs() >> 31) as u32
    }
}

/// The square of a distance in steps, at most 2⁶¹.
fn square(a: Point, b: Point) -> u64 {
    square_of([0, 1].map(|axis| i64::from(a[axis]) - i64::from(b[axis])))
}

/// The squared length of an offset.
#[inline(always)]
pub(super) fn square_of([x, y]: [i64; 2]) -> u64 {
    (x * x + y * y) as u64
}

/// A lower bound on the cost of a distance in steps.
#[inline(always)]
pub(super) fn ticks(steps: u64, scale: u64) -> Cost {
    ((u128::from(steps) * u128::from(scale)) >> PLACES) as Cost
}
