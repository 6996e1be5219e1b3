//! Checking that a path can be walked and costs what it claims.

use crate::base::{Cost, NodeId};
use crate::path::Path;
use crate::world::World;

/// The first thing wrong with a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathFault {
    index: usize,
    node: NodeId,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Missing,
    Blocked,
    NoArc { from: NodeId },
    Cost { stated: Cost, found: Cost },
}

impl PathFault {
    /// Where the fault is: the index of the node in the path.
    pub fn index(&self) -> usize {
        self.index
    }
}

errors! { struct PathFault:
    Self { index, node, kind: Kind::Missing } => ("path-no-such-node",
        "path node {index} is {node}, which this world does not have"),
    Self { index, node, kind: Kind::Blocked } => ("path-blocked",
        "path node {index} ({node}) cannot be stood on"),
    Self { index, node, kind: Kind::NoArc { from } } => ("path-no-arc",
        "no arc leads from {from} to path node {index} ({node})"),
    Self { kind: Kind::Cost { stated, found }, .. } => ("path-other-cost",
        "path says it costs {stated} ticks, its arcs add up to {found}"),
}

pub(super) fn validate(path: &Path, world: &impl World) -> Result<(), PathFault> {
    let found = cost_in(path, world)?;
    if found != path.cost() {
        let (index, node) = (path.step_count(), path.goal());
        let kind = Kind::Cost { stated: path.cost(), found };
        return Err(PathFault { index, node, kind });
    }
    Ok(())
}

pub(super) fn cost_in(path: &Path, world: &impl World) -> Result<Cost, PathFault> {
    walk(path, world, Cost::MAX).map(|(_, cost)| cost)
}

/// Walks as far as that costs at most `most`: the number of nodes, and the cost.
pub(super) fn walk(
    path: &Path,
    world: &impl World,
    most: Cost,
) -> Result<(usize, Cost), PathFault> {
    let mut found: Cost = 0;
    let mut previous: Option<NodeId> = None;
    for (index, &node) in path.nodes().iter().enumerate() {
        let fault = |kind| PathFault { index, node, kind };
        if node.get() >= world.node_count() {
            return Err(fault(Kind::Missing));
        }
        if !world.is_passable(node) {
            return Err(fault(Kind::Blocked));
        }
        if let Some(from) = previous {
            let cost = world.arc_cost(from, node).ok_or(fault(Kind::NoArc { from }))?;
            if Cost::from(cost) > most - found {
                return Ok((index, found));
            }
            found += Cost::from(cost);
        }
        previous = Some(node);
    }
    Ok((path.nodes().len(), found))
}
