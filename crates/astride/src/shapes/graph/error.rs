//! Why a graph, or an edit of one, is invalid.

use super::Graph;
use crate::base::{MAX_SLOTS, NodeId};
use crate::world::Way;

/// An invalid graph, or an invalid edit of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphError(pub(super) Kind);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    TooLarge { nodes: u64, arcs: usize },
    NoSuchNode { node: u32, nodes: u32 },
    NoSuchArc { from: u32, to: u32 },
    Cost { from: u32, to: u32, cost: u32 },
    TooManyArcs { node: u32, arcs: u32, way: Way },
    Positions { positions: usize, nodes: u32 },
    Position { node: u32 },
}

errors! { GraphError(Kind):
    TooLarge { nodes, arcs } => ("graph-too-large",
        "{nodes} nodes and {arcs} arcs, expected at most {} nodes and 4294967294 arcs",
        NodeId::MAX_INDEX),
    NoSuchNode { node, nodes } => ("no-such-node",
        "there is no node {node}, expected a number below {nodes}"),
    NoSuchArc { from, to } => ("no-such-arc", "no arc leads from node {from} to node {to}"),
    Cost { from, to, cost } => ("graph-arc-cost",
        "the arc from node {from} to node {to} costs {cost}, expected 0 to {}", Graph::MAX_COST),
    TooManyArcs { node, arcs, way } => ("graph-too-many-arcs",
        "{arcs} arcs {} node {node}, expected at most {MAX_SLOTS}",
        if *way == Way::Forward { "leave" } else { "arrive at" }),
    Positions { positions, nodes } => ("graph-positions",
        "{positions} positions for {nodes} nodes, expected one for each"),
    Position { node } => ("graph-position",
        "the position of node {node} is not of two finite numbers"),
}
