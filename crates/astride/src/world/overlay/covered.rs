//! The extra cost for a body that covers several cells: that of the costliest of them.

use super::{BITS, Overlay, fingerprint};
use crate::base::{CellRect, join_ahead};
use crate::world::Changes;

impl Overlay {
    /// The overlay that has at each cell the most extra ticks of any cell of the square of `side` cells
    /// with its top left corner there.
    ///
    /// # Complexity
    ///
    /// O(cells · log `side`) of the rectangle around everything that was set, and 4 bytes per cell.
    pub(crate) fn greatest_covered(&self, side: u32) -> Overlay {
        let mut covered = Overlay::new(&self.extent);
        // A follower of one made from an earlier revision does not know what has changed since.
        covered.log = Changes::forgotten_until(self.log.revision());
        let CellRect { x, y, width, height } = self.painted;
        if self.painted.is_empty() {
            return covered;
        }
        let reach = side.saturating_sub(1);
        let (left, top) = (x.saturating_sub(reach), y.saturating_sub(reach));
        let area = CellRect::new(left, top, x + width - left, y + height - top);
        let mut most: Vec<u32> = self.extent.nodes(area).map(|node| self.extra(node)).collect();
        let wide = area.width as usize;
        // Beyond the last column and the last row of the area there are only zeros.
        for row in most.chunks_exact_mut(wide) {
            join_ahead(row, 1, 1..side as usize, u32::max);
        }
        join_ahead(&mut most, wide, 1..side as usize, u32::max);
        for (node, ticks) in self.extent.nodes(area).zip(most).filter(|&(_, ticks)| ticks > 0) {
            covered.cells[node.index()] = covered.stamp << BITS | ticks;
            covered.content = covered.content.wrapping_add(fingerprint(node, ticks));
        }
        (covered.most, covered.painted) = (self.most, area);
        covered
    }
}
