//! Legs: from a place to another that sees it, cell by cell.

use crate::base::NodeId;
use crate::search::jps::planes::{JumpMap, Place};
use crate::world::Neighbours;

impl JumpMap {
    /// Appends the cells of a leg from `a` to `b`, without `b`: first steps first.
    #[inline(always)]
    pub(crate) fn extend_by_jump(&self, a: Place, b: Place, nodes: &mut Vec<NodeId>) {
        let [first, rest] = self.runs(a, b);
        extend(nodes, self.node(a), [first, rest]);
    }

    /// Appends the cells of a leg from `a` to `b`, without `b`: first steps first, if that way is
    /// free, and else last.
    #[inline(always)]
    pub(crate) fn extend_by_leg(&self, a: Place, b: Place, nodes: &mut Vec<NodeId>) {
        let [first, rest] = self.runs(a, b);
        let is_bent = first.0 > 0 && rest.0 > 0;
        let runs = if is_bent && !self.sees(a, b) { [rest, first] } else { [first, rest] };
        extend(nodes, self.node(a), runs);
    }

    /// First steps and straight ones of a leg: how many, and what each adds to a node's index.
    #[inline(always)]
    fn runs(&self, a: Place, b: Place) -> [(u32, u32); 2] {
        let [dx, dy] = a.apart(b);
        let right: u32 = if b.x >= a.x { 1 } else { u32::MAX };
        let down = if b.y >= a.y { self.width() } else { self.width().wrapping_neg() };
        match self.rules.neighbours {
            Neighbours::Four => [(dy, down), (dx, right)],
            Neighbours::Eight => {
                let (straight, step) = if dx > dy { (dx - dy, right) } else { (dy - dx, down) };
                [(dx.min(dy), right.wrapping_add(down)), (straight, step)]
            }
        }
    }

    /// Steps of a leg between two places that see each other.
    #[inline(always)]
    pub(crate) fn steps_between(&self, a: Place, b: Place) -> usize {
        let [dx, dy] = a.apart(b);
        (match self.rules.neighbours {
            Neighbours::Four => dx + dy,
            Neighbours::Eight => dx.max(dy),
        }) as usize
    }
}

#[inline(always)]
fn extend(nodes: &mut Vec<NodeId>, from: NodeId, runs: [(u32, u32); 2]) {
    let mut node = from.get();
    for (count, step) in runs {
        nodes.extend((0..count).map(|i| NodeId::new(node.wrapping_add(i.wrapping_mul(step)))));
        node = node.wrapping_add(count.wrapping_mul(step));
    }
}
