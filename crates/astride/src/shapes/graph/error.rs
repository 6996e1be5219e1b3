//! Why a graph, or an edit of one, is invalid.

use std::fmt;

use super::{Graph, GraphMover};
use crate::base::{MAX_SLOTS, NodeId};
use crate::world::Way;

/// An invalid graph, or an invalid edit of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphError(pub(super) Kind);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    TooLarge { nodes: u64, arcs: usize },
    Memory { bytes: u64 },
    NoSuchNode { node: u32, nodes: u32 },
    NoSuchArc { from: u32, to: u32 },
    Cost { from: u32, to: u32, cost: u32 },
    Extra { from: u32, to: u32, extra: u32 },
    TooManyArcs { node: u32, arcs: u32, way: Way },
    Positions { positions: usize, nodes: u32 },
    Position { node: u32 },
}

impl GraphError {
    /// Whether there was no memory for the graph; all else was right.
    pub fn is_out_of_memory(&self) -> bool {
        matches!(self.0, Kind::Memory { .. })
    }

    /// The message with nodes as `name` calls them, such as `place 3`.
    pub fn with_names(&self, name: impl Fn(NodeId) -> String) -> String {
        let name = |node: u32| name(NodeId::new(node));
        match self.0 {
            Kind::TooLarge { nodes, arcs } => format!(
                "{nodes} nodes and {arcs} arcs, expected at most {} nodes and 4294967294 arcs",
                NodeId::MAX_INDEX
            ),
            Kind::Memory { bytes } => format!("no memory for a graph of {bytes} bytes"),
            // It is none, so it has no other name.
            Kind::NoSuchNode { node, nodes } => {
                format!("there is no node {node}, expected a number below {nodes}")
            }
            Kind::NoSuchArc { from, to } => {
                format!("no arc leads from {} to {}", name(from), name(to))
            }
            Kind::Cost { from, to, cost } => {
                let (from, to, most) = (name(from), name(to), Graph::MAX_COST);
                format!("the arc from {from} to {to} costs {cost}, expected 0 to {most}")
            }
            Kind::Extra { from, to, extra } => {
                let (from, to, most) = (name(from), name(to), GraphMover::MAX_EXTRA);
                format!("the arc from {from} to {to} costs {extra} extra, expected at most {most}")
            }
            Kind::TooManyArcs { node, arcs, way } => {
                let meet = if way == Way::Forward { "leave" } else { "arrive at" };
                format!("{arcs} arcs {meet} {}, expected at most {MAX_SLOTS}", name(node))
            }
            Kind::Positions { positions, nodes } => {
                format!("{positions} positions for {nodes} nodes, expected one for each")
            }
            Kind::Position { node } => {
                format!("the position of {} is not of two finite numbers", name(node))
            }
        }
    }
}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.with_names(|node| format!("node {node}")))
    }
}

errors! { GraphError(Kind):
    TooLarge { .. } => "graph-too-large":
        "there are too many nodes or arcs, expected at most 2^32 - 2 of each",
    Memory { .. } => "graph-memory": "there is no memory for a graph of this size",
    NoSuchNode { .. } => "no-such-node": "there is no node of this number",
    NoSuchArc { .. } => "no-such-arc": "no arc leads from the one node to the other",
    Cost { .. } => "graph-arc-cost": "an arc costs too much, expected at most 2^31",
    Extra { .. } => "graph-arc-extra":
        "an arc costs a mover too much extra, expected at most 2^30 ticks",
    TooManyArcs { .. } => "graph-too-many-arcs":
        "too many arcs leave or arrive at a node, expected at most 4095",
    Positions { .. } => "graph-positions":
        "there are not as many positions as nodes, expected one for each",
    Position { .. } => "graph-position": "a position is not of two finite numbers",
}
