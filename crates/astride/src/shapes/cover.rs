//! Which nodes a mover covers when it is at one of them.

use crate::base::NodeId;

/// What a mover covers: along up to three axes, how many nodes, and how far apart. Those along one
/// axis lie closer together than two neighbours along a later one.
pub(crate) type Cover = [(u32, u32); 3];

/// The cover of a mover of one node.
pub(crate) const ONE_NODE: Cover = [(1, 0); 3];

/// Whether a mover at a node covers another one.
pub(crate) fn covers(cover: Cover, at: NodeId, index: usize) -> bool {
    let Some(mut left) = index.checked_sub(at.index()) else { return false };
    for (count, apart) in cover.into_iter().rev().filter(|&(count, _)| count > 1) {
        let steps = left / (apart as usize).max(1);
        if steps >= count as usize {
            return false;
        }
        left -= steps * apart as usize;
    }
    left == 0
}

/// How many nodes a mover covers.
pub(super) fn covered_count(cover: Cover) -> u64 {
    cover.iter().map(|&(count, _)| u64::from(count.max(1))).product()
}

/// The nodes that a mover covers where it is wholly on the map, in increasing order.
pub(super) fn covered(cover: Cover, at: NodeId) -> impl Iterator<Item = NodeId> + use<> {
    let along = |(count, apart): (u32, u32)| (0..count.max(1)).map(move |step| step * apart);
    let [x, y, z] = cover;
    let offsets = along(z).flat_map(move |z| along(y).map(move |y| z + y));
    let offsets = offsets.flat_map(move |row| along(x).map(move |x| row + x));
    offsets.map(move |offset| NodeId::new(at.get() + offset))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_covered_nodes_are_those_that_a_mover_covers() {
        let at = NodeId::new(7);
        for cover in [ONE_NODE, [(2, 1), (2, 5), (3, 20)], [(0, 0), (3, 5), (1, 20)]] {
            let listed: Vec<usize> = covered(cover, at).map(NodeId::index).collect();
            let all: Vec<usize> = (0..100).filter(|&index| covers(cover, at, index)).collect();
            assert_eq!(listed, all, "{cover:?}");
            assert_eq!(covered_count(cover), all.len() as u64, "{cover:?}");
        }
    }
}
