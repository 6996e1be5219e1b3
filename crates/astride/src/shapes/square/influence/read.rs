//! Reading an influence map.

use super::{InfluenceMap, saturated};
use crate::base::{Cell, CellRect, NodeId};
use crate::world::{Overlay, Way, World};

impl InfluenceMap {
    /// The value of `node`.
    ///
    /// # Panics
    ///
    /// If `node` is not in the grid.
    #[inline]
    pub fn value(&self, node: NodeId) -> i32 {
        if self.momentum == 0 { self.goal(node.index()) } else { self.shown[node.index()] }
    }

    /// The value here minus that of `other`: positive where this side is stronger.
    ///
    /// # Panics
    ///
    /// If `node` is not in both grids.
    pub fn lead_over(&self, other: &InfluenceMap, node: NodeId) -> i32 {
        saturated(i64::from(self.value(node)) - i64::from(other.value(node)))
    }

    /// The cell in `rect` with the largest value, and that value; ties go to the first, row by row.
    /// `None` if no cell of it is on the map.
    pub fn strongest_within(&self, rect: CellRect) -> Option<(NodeId, i32)> {
        let cells = self.nodes_of(rect).map(|node| (node, self.value(node)));
        cells.reduce(|best, cell| if cell.1 > best.1 { cell } else { best })
    }

    /// The cell in `rect` with the smallest value, as [`strongest_within`](Self::strongest_within).
    pub fn weakest_within(&self, rect: CellRect) -> Option<(NodeId, i32)> {
        let cells = self.nodes_of(rect).map(|node| (node, self.value(node)));
        cells.reduce(|best, cell| if cell.1 < best.1 { cell } else { best })
    }

    /// The increase of the value to the east and to the south across a cell: the difference of its
    /// two neighbours. At the rim the cell itself replaces the missing one. `None` off the map.
    pub fn gradient(&self, cell: impl Into<Cell>) -> Option<(i32, i32)> {
        let Cell { x, y } = cell.into();
        if !self.bounds().contains(Cell::new(x, y)) {
            return None;
        }
        let value = |x: u32, y: u32| i64::from(self.value(NodeId::new(y * self.width + x)));
        let (west, east) = (x.saturating_sub(1), (x + 1).min(self.width - 1));
        let (north, south) = (y.saturating_sub(1), (y + 1).min(self.height - 1));
        let difference = [value(east, y) - value(west, y), value(x, south) - value(x, north)];
        let [east, south] = difference.map(saturated);
        Some((east, south))
    }

    /// The neighbour of `node` along an arc of `world` with the smallest value, if that is smaller
    /// than here: a step away from danger. Ties go to the cheapest arc, then to the first one.
    ///
    /// # Panics
    ///
    /// If `node` is not in the grid or not in `world`.
    pub fn step_down(&self, world: &impl World, node: NodeId) -> Option<NodeId> {
        let mut best: Option<((i32, u32), NodeId)> = None;
        world.for_each_arc(node, Way::Forward, |arc| {
            let key = (self.value(arc.node), arc.cost);
            if key.0 < self.value(node) && best.is_none_or(|(least, _)| key < least) {
                best = Some((key, arc.node));
            }
        });
        best.map(|(_, node)| node)
    }

    /// Sets the extra ticks of the cells in `rect` in `overlay` to `ticks` of their values.
    /// Together with the rectangles returned by changes, this keeps an overlay up to date at the
    /// cost of what changed.
    ///
    /// # Panics
    ///
    /// If `overlay` belongs to a grid of another size.
    pub fn paint(&self, overlay: &mut Overlay, rect: CellRect, ticks: impl Fn(i32) -> u32) {
        assert_eq!(overlay.bounds(), self.bounds(), "an overlay of another size is painted");
        overlay.write(rect, |node, _| ticks(self.value(node)));
    }
}
