//! The heuristic by straight lines.

use std::sync::Arc;

use super::layout::{Layout, Point, square_of, ticks};
use crate::base::{Cost, NodeId};
use crate::search::{Estimate, Heuristic, Promise};

/// The straight line to the goal, at the least cost per length of any arc: consistent.
///
/// It belongs to the state of the graph when it was created; if an edit makes arcs cheaper, get a
/// new one from the graph.
#[derive(Clone, Debug)]
pub struct GraphHeuristic {
    points: Arc<[Point]>,
    scale: u64,
}

impl GraphHeuristic {
    pub(super) fn of(layout: &Layout) -> Self {
        GraphHeuristic { points: Arc::clone(&layout.points), scale: layout.scale }
    }

    /// The minimum cost in ticks of a step of the lattice, times 2³².
    pub(super) fn scale(&self) -> u64 {
        self.scale
    }
}

impl Heuristic for GraphHeuristic {
    type Aimed = AimedOnGraph;

    fn aim(&self, goals: &mut dyn Iterator<Item = NodeId>) -> AimedOnGraph {
        let mut frame = None;
        if self.scale > 0 {
            for goal in goals {
                let here = self.points[goal.index()];
                let (least, most) = frame.get_or_insert((here, here));
                for axis in 0..2 {
                    least[axis] = here[axis].min(least[axis]);
                    most[axis] = here[axis].max(most[axis]);
                }
            }
        }
        AimedOnGraph { points: Arc::clone(&self.points), scale: self.scale, frame }
    }

    fn promise(&self) -> Promise {
        Promise::Consistent
    }
}

/// Estimates towards the bounding rectangle of some goals.
#[derive(Clone, Debug)]
pub struct AimedOnGraph {
    points: Arc<[Point]>,
    scale: u64,
    /// Minimum and maximum of the goals on both axes; `None` if the estimate is 0.
    frame: Option<(Point, Point)>,
}

impl Estimate for AimedOnGraph {
    #[inline(always)]
    fn estimate(&self, node: NodeId) -> Cost {
        let Some((least, most)) = &self.frame else { return 0 };
        let here = self.points[node.index()];
        let off =
            |axis: usize| i64::from((least[axis] - here[axis]).max(here[axis] - most[axis]).max(0));
        ticks(root(square_of([off(0), off(1)])), self.scale)
    }
}

/// The square root, rounded down, of a number below 2⁶²: by a floating-point root, corrected.
#[inline(always)]
fn root(square: u64) -> u64 {
    let near = (square as f64).sqrt() as u64;
    near - u64::from(near * near > square) + u64::from((near + 1) * (near + 1) <= square)
}

#[cfg(test)]
mod tests {
    use super::root;

    #[test]
    fn roots_are_exact() {
        let near = |at: u64| [at * at - 1, at * at, at * at + 1];
        for square in
            [1, 2, 3, 94_906_267, 1 << 26, 1 << 30, 1_518_500_249].into_iter().flat_map(near)
        {
            assert_eq!(root(square), square.isqrt(), "{square}");
        }
        assert_eq!(root(0), 0);
    }
}
