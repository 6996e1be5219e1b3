//! The heuristic by the distance of hexagons.

use super::HexView;
use crate::base::{Cost, Divider, NodeId};
use crate::search::{Estimate, Heuristic, Promise};
use crate::world::Tiles;

/// The remaining number of steps, each at the cost of the cheapest terrain on the map: consistent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HexHeuristic {
    rows: Divider,
    step: u32,
}

impl HexHeuristic {
    /// The heuristic for a view. O(1).
    pub fn new(view: &HexView<'_>) -> Self {
        HexHeuristic { rows: Divider::new(view.map().extent().width), step: view.least_step() }
    }

    fn axes(rows: &Divider, node: NodeId) -> [i64; 3] {
        let (q, r) = rows.split(node.get());
        let (q, r) = (i64::from(q), i64::from(r));
        [q, r, q + r]
    }
}

impl Heuristic for HexHeuristic {
    type Aimed = AimedAtHexes;

    fn aim(&self, goals: &mut dyn Iterator<Item = NodeId>) -> AimedAtHexes {
        let mut box_of_goals = None;
        for goal in goals {
            let axes = Self::axes(&self.rows, goal);
            let (least, most) = box_of_goals.get_or_insert((axes, axes));
            for at in 0..3 {
                (least[at], most[at]) = (least[at].min(axes[at]), most[at].max(axes[at]));
            }
        }
        AimedAtHexes { rows: self.rows, step: self.step.into(), goals: box_of_goals }
    }

    fn promise(&self) -> Promise {
        Promise::Consistent
    }
}

/// Estimates towards the bounding range of some goals.
#[derive(Clone, Copy, Debug)]
pub struct AimedAtHexes {
    rows: Divider,
    step: Cost,
    /// Minimum and maximum on the three axes.
    goals: Option<([i64; 3], [i64; 3])>,
}

impl Estimate for AimedAtHexes {
    #[inline(always)]
    fn estimate(&self, node: NodeId) -> Cost {
        let Some((least, most)) = &self.goals else { return 0 };
        let here = HexHeuristic::axes(&self.rows, node);
        let off = |at: usize| (least[at] - here[at]).max(here[at] - most[at]).max(0);
        off(0).max(off(1)).max(off(2)) as Cost * self.step
    }
}
