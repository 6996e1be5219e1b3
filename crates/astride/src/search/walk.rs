//! The nodes of a path found, in one allocation: they are counted first and then written.

use crate::base::NodeId;

/// The walk from a start through `meeting` to a goal: `before` returns the predecessor of a node
/// and `after` its successor, `None` at the ends.
pub(super) fn walk(
    meeting: NodeId,
    before: &dyn Fn(NodeId) -> Option<NodeId>,
    after: &dyn Fn(NodeId) -> Option<NodeId>,
) -> Vec<NodeId> {
    let back = || std::iter::successors(before(meeting), |&node| before(node));
    let on = || std::iter::successors(Some(meeting), |&node| after(node));
    let behind = back().count();
    let mut nodes = Vec::with_capacity(behind + on().count());
    nodes.extend(back());
    nodes.reverse();
    nodes.extend(on());
    nodes
}

/// The walk from a start to `end`.
pub(super) fn walk_to(end: NodeId, before: &dyn Fn(NodeId) -> Option<NodeId>) -> Vec<NodeId> {
    walk(end, before, &|_| None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_come_in_walking_order_and_fit_exactly() {
        let down = |node: NodeId| node.get().checked_sub(1).map(NodeId::new);
        let up = |node: NodeId| Some(NodeId::new(node.get() + 1)).filter(|next| next.get() < 6);
        let numbers = |nodes: Vec<NodeId>| {
            assert_eq!(nodes.len(), nodes.capacity());
            nodes.into_iter().map(NodeId::get).collect::<Vec<_>>()
        };
        assert_eq!(numbers(walk(NodeId::new(3), &down, &up)), [0, 1, 2, 3, 4, 5]);
        assert_eq!(numbers(walk_to(NodeId::new(2), &down)), [0, 1, 2]);
        assert_eq!(numbers(walk_to(NodeId::new(0), &down)), [0]);
    }
}
