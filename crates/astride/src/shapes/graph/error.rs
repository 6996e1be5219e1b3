//! Why there is no such graph, or no such change of one.

use std::fmt;

use super::Graph;
use crate::base::{MAX_SLOTS, NodeId};
use crate::world::Way;

/// A graph, or a change of one, that cannot be.
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

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Kind::TooLarge { nodes, arcs } => write!(
                f,
                "{nodes} nodes and {arcs} arcs, expected at most {} nodes and 4294967294 arcs",
                NodeId::MAX_INDEX
            ),
            Kind::NoSuchNode { node, nodes } => {
                write!(f, "there is no node {node}, expected a number below {nodes}")
            }
            Kind::NoSuchArc { from, to } => write!(f, "no arc leads from node {from} to node {to}"),
            Kind::Cost { from, to, cost } => write!(
                f,
                "the arc from node {from} to node {to} costs {cost}, expected 0 to {}",
                Graph::MAX_COST
            ),
            Kind::TooManyArcs { node, arcs, way } => write!(
                f,
                "{arcs} arcs {} node {node}, expected at most {MAX_SLOTS}",
                if way == Way::Forward { "leave" } else { "arrive at" }
            ),
            Kind::Positions { positions, nodes } => {
                write!(f, "{positions} positions for {nodes} nodes, expected one for each")
            }
            Kind::Position { node } => {
                write!(f, "the position of node {node} is not of two finite numbers")
            }
        }
    }
}

impl std::error::Error for GraphError {}
