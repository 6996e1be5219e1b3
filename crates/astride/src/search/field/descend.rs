//! Paths read off a field: from a node towards the nearest source, using the distances alone.
//!
//! An arc with a nonzero cost leads to a smaller distance. Zero-cost arcs connect nodes of the same
//! distance, possibly in cycles; there a breadth-first search finds the nearest way out.

use std::collections::BTreeSet;

use super::error::{FieldError, Kind};
use super::{DistanceField, opposite};
use crate::base::{Cost, NodeId};
use crate::path::Path;
use crate::world::{Arc, Way, World};

impl DistanceField {
    /// A cheapest path between `node` and the nearest source, in walking order: from the source
    /// (`Forward`) or to it (`Backward`). `None` if the node is not reached.
    ///
    /// Ties are broken node by node, starting at `node`: the first suitable arc with a nonzero cost
    /// in the order of the world. If all suitable arcs cost nothing, it takes as few of them as
    /// possible, and among those paths the first in the order of the world.
    ///
    /// # Errors
    ///
    /// If the field has another revision than the world ([`FieldError::is_stale`]), if the node is
    /// not settled yet ([`FieldError::is_unfinished`]), or if the field belongs to another world,
    /// as its size or its distances show ([`FieldError::is_wrong_world`]). Every path returned ends
    /// at a source.
    ///
    /// # Complexity
    ///
    /// O(arcs around the path). Where arcs cost nothing, this includes the arcs around all nodes
    /// that they connect to the path.
    pub fn path_from(&self, world: &impl World, node: NodeId) -> Result<Option<Path>, FieldError> {
        let Some(distance) = self.settled_distance(world, node)? else { return Ok(None) };
        let mut nodes = vec![node];
        let (mut at, mut left) = (node, distance);
        loop {
            if let Some((next, cost)) = self.arc_down(world, at, left) {
                (at, left) = (next, left - cost);
                nodes.push(at);
            } else if self.paid_at(at) == Some(left) {
                break;
            } else {
                at = self.cross(world, at, left, &mut nodes)?;
            }
        }
        if self.way == Way::Forward {
            nodes.reverse();
        }
        Ok(Path::new(nodes, distance - left))
    }

    /// The next node from `node` towards the nearest source, or `None` at a source or where the
    /// field does not reach. This is one step of [`path_from`](Self::path_from).
    ///
    /// # Errors
    ///
    /// As [`path_from`](Self::path_from).
    ///
    /// # Complexity
    ///
    /// O(arcs at `node`). Where arcs cost nothing, this includes the arcs around all nodes that
    /// they connect to it.
    pub fn next_from(
        &self,
        world: &impl World,
        node: NodeId,
    ) -> Result<Option<NodeId>, FieldError> {
        let Some(left) = self.settled_distance(world, node)? else { return Ok(None) };
        if let Some((next, _)) = self.arc_down(world, node, left) {
            return Ok(Some(next));
        }
        if self.paid_at(node) == Some(left) {
            return Ok(None);
        }
        let mut nodes = Vec::new();
        self.cross(world, node, left, &mut nodes)?;
        Ok(nodes.first().copied())
    }

    /// The distance of `node` in `world`, if it is reached and final.
    fn settled_distance(
        &self,
        world: &impl World,
        node: NodeId,
    ) -> Result<Option<Cost>, FieldError> {
        self.check_current(world)?;
        let settled_below = self.settled_below;
        match self.distance(node) {
            Some(distance) if distance >= settled_below => {
                Err(FieldError(Kind::Unsettled { node, settled_below }))
            }
            // A node that is not reached yet may be reached later.
            None if settled_below < Cost::MAX && node.index() < self.node_count() => {
                Err(FieldError(Kind::Unsettled { node, settled_below }))
            }
            distance => Ok(distance),
        }
    }

    /// The first arc with a nonzero cost at a node of distance `left` that accounts for this
    /// distance.
    pub(crate) fn arc_down(
        &self,
        world: &impl World,
        at: NodeId,
        left: Cost,
    ) -> Option<(NodeId, Cost)> {
        let mut next = None;
        world.for_each_arc(at, opposite(self.way), |Arc { node, cost, .. }| {
            let cost = Cost::from(cost);
            if next.is_none()
                && cost > 0
                && self.distance(node).is_some_and(|distance| distance + cost == left)
            {
                next = Some((node, cost));
            }
        });
        next
    }

    /// Follows zero-cost arcs from `at`, which has distance `left`, to the nearest node that is a
    /// source or has an arc down. Appends the nodes on the way, including that one, and returns it.
    #[inline(never)]
    fn cross(
        &self,
        world: &impl World,
        at: NodeId,
        left: Cost,
        nodes: &mut Vec<NodeId>,
    ) -> Result<NodeId, FieldError> {
        let is_end = |node: NodeId| {
            self.paid_at(node) == Some(left) || self.arc_down(world, node, left).is_some()
        };
        let mut level = Level::new(at);
        if !level.search(self, world, left, is_end, usize::MAX) {
            return Err(FieldError(Kind::Unexplained { node: at }));
        }
        let first = nodes.len();
        let mut last = level.nodes.len() - 1;
        let end = level.nodes[last].0;
        while last > 0 {
            nodes.push(level.nodes[last].0);
            last = level.nodes[last].1;
        }
        nodes[first..].reverse();
        Ok(end)
    }
}

/// Nodes of equal distance that zero-cost arcs connect to the first of them, in breadth-first
/// order, each with the index of its predecessor.
pub(super) struct Level {
    pub(super) nodes: Vec<(NodeId, usize)>,
    known: BTreeSet<NodeId>,
}

impl Level {
    pub(super) fn new(first: NodeId) -> Self {
        Level { nodes: vec![(first, 0)], known: BTreeSet::from([first]) }
    }

    /// Searches until the last node of the list satisfies `is_end`; returns `false` if none of the
    /// first `most` does. `is_end` is not asked about the first node.
    pub(super) fn search(
        &mut self,
        field: &DistanceField,
        world: &impl World,
        distance: Cost,
        is_end: impl Fn(NodeId) -> bool,
        most: usize,
    ) -> bool {
        let mut served = 0;
        while let Some(&(at, _)) = self.nodes.get(served).filter(|_| self.nodes.len() <= most) {
            if served > 0 && is_end(at) {
                self.nodes.truncate(served + 1);
                return true;
            }
            world.visit_arcs(at, None, opposite(field.way), &mut |Arc { node, cost, .. }| {
                let is_level = cost == 0 && field.distance(node) == Some(distance);
                if is_level && self.known.insert(node) {
                    self.nodes.push((node, served));
                }
            });
            served += 1;
        }
        false
    }
}
