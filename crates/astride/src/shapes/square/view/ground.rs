//! The steps of views on which cells are not always as the grid has them.

use crate::base::{Dir, NodeId, Slot};
use crate::shapes::square::GridView;
use crate::world::{Arc, Way};

/// What a view says of single cells. The rules of movement are those of its frame.
pub(in crate::shapes::square) trait Ground {
    /// A view of the same size by the same mover.
    fn frame(&self) -> &GridView<'_>;

    /// The media of a cell; 0 if the mover cannot stand there.
    fn media_at(&self, node: NodeId) -> u8;

    /// The ticks of a straight and of a diagonal step into a cell.
    fn entering_at(&self, node: NodeId) -> [u32; 2];

    /// Whether any step may be forbidden.
    fn has_forbidden(&self) -> bool;

    /// Whether the step from one cell to another is forbidden, which leads in a direction.
    fn forbids(&self, from: NodeId, dir: Dir, to: NodeId) -> bool;

    /// The directions in which the mover may step out of a node, or from which it may step into it.
    #[inline(never)]
    fn steps_at(&self, node: NodeId, way: Way) -> u8 {
        let frame = self.frame();
        let inside = frame.inside(node);
        let mut around = [0; 8];
        for dir in Dir::ALL.into_iter().filter(|dir| inside & dir.bit() != 0) {
            around[dir as usize] = self.media_at(frame.beside(node, dir));
        }
        let (here, around) = (self.media_at(node), u64::from_le_bytes(around));
        let steps = frame.steps_among(here, around, inside);
        if steps == 0 || !self.has_forbidden() {
            return steps;
        }
        let forbids = |from, dir, to| self.forbids(from, dir, to);
        steps & frame.steps_unless(forbids, node, way, inside, here, around)
    }

    /// Visits the arcs of some steps out of a node or into it.
    #[inline(always)]
    fn visit_steps(&self, node: NodeId, way: Way, mut steps: u8, mut visit: impl FnMut(Arc)) {
        let into_node = self.entering_at(node);
        let turn = if way == Way::Forward { 0 } else { 4 };
        while steps != 0 {
            let code = steps.trailing_zeros() as u8;
            steps &= steps - 1;
            let other = self.frame().beside(node, Dir::from_code(code));
            let costs = match way {
                Way::Forward => self.entering_at(other),
                Way::Backward => into_node,
            };
            let slot = Slot::new(u16::from((code + turn) & 7));
            visit(Arc { node: other, cost: costs[usize::from(code & 1)], slot });
        }
    }
}
