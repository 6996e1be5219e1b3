//! The parts of a map that hang together.

use astride::base::NodeId;
use astride::world::{Way, World};

/// One part of a map: all its nodes can be walked between, if steps can be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Component {
    /// How many nodes it has.
    pub(crate) size: u32,
    /// Its first node.
    pub(crate) first: NodeId,
}

/// All components, the largest first, then by first node: every node is visited once.
pub(crate) fn components(world: &impl World) -> Vec<Component> {
    let mut seen = vec![false; world.node_count() as usize];
    let mut stack = Vec::new();
    let mut found = Vec::new();
    for first in (0..world.node_count()).map(NodeId::new) {
        if seen[first.index()] || !world.is_passable(first) {
            continue;
        }
        seen[first.index()] = true;
        stack.push(first);
        let mut size = 0;
        while let Some(node) = stack.pop() {
            size += 1;
            for way in [Way::Forward, Way::Backward] {
                world.for_each_arc(node, way, |arc| {
                    if !seen[arc.node.index()] {
                        seen[arc.node.index()] = true;
                        stack.push(arc.node);
                    }
                });
            }
        }
        found.push(Component { size, first });
    }
    found.sort_by_key(|component| (std::cmp::Reverse(component.size), component.first));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use astride::io::Drawing;
    use astride::world::{Corners, Mover};

    #[test]
    fn corners_decide_what_hangs_together() {
        let grid = Drawing::parse("..#\n##.\nW..").unwrap().grid;
        let sizes = |mover: &Mover| -> Vec<u32> {
            components(&grid.seen_by(mover)).iter().map(|component| component.size).collect()
        };
        assert_eq!(sizes(&Mover::walker()), [3, 2, 1], "water connects only to water");
        assert_eq!(sizes(&Mover::walker().corners(Corners::Always)), [5, 1]);
    }
}
