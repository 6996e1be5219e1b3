//! Which rule of a world is violated, and where.

use std::fmt;

use crate::base::{MAX_SLOTS, NodeId};
use crate::world::{Arc, Way};

/// The first rule of [`World`](crate::world::World) that a world was found to violate. The message
/// says where, and what is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WorldFault {
    /// `node_count` is above 2³² − 2.
    TooManyNodes {
        /// Its value.
        nodes: u32,
    },
    /// `max_arc_cost` is above 2³¹.
    TooCostly {
        /// Its value.
        max_arc_cost: u32,
    },
    /// An arc violates a rule.
    Arc {
        /// The node whose arcs were listed.
        node: NodeId,
        /// The direction.
        way: Way,
        /// The arc returned.
        arc: Arc,
        /// What is wrong with it.
        broken: ArcFault,
    },
    /// Another way of listing the arcs of a node gives different arcs or another order.
    Order {
        /// The node.
        node: NodeId,
        /// The direction.
        way: Way,
        /// How they were listed.
        by: Listing,
        /// The first difference: the index of the arc.
        place: usize,
        /// What `for_each_arc` visits there; `None` after its last.
        expected: Option<Arc>,
        /// What was returned instead.
        found: Option<Arc>,
    },
    /// An offer was made for something that is not a node.
    Asked {
        /// The node whose arcs were being offered.
        node: NodeId,
        /// The direction.
        way: Way,
        /// The index passed to `wants`.
        index: usize,
        /// Indices must be below this.
        nodes: u32,
    },
}

/// What is wrong with an arc.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ArcFault {
    /// Its target is not a node of the world, which has this many.
    NoSuchNode {
        /// The number of nodes.
        nodes: u32,
    },
    /// One of its ends is impassable.
    Blocked {
        /// Which one.
        end: NodeId,
    },
    /// It costs less than `min_arc_cost` or more than `max_arc_cost`.
    Cost {
        /// The value of `min_arc_cost`.
        least: u32,
        /// The value of `max_arc_cost`.
        most: u32,
    },
    /// Its slot is not below [`MAX_SLOTS`].
    Slot,
    /// `follow` does not undo it. A possible cause is that two arcs into one node share a slot.
    Follow {
        /// The node that `follow` returns.
        found: NodeId,
    },
    /// It does not appear equally often, at this cost, at both of its ends.
    Unmatched {
        /// How often the node whose arcs were listed has it.
        here: usize,
        /// How often the other end has it.
        there: usize,
    },
    /// `arc_cost` does not return the cost of the cheapest arc between its ends.
    ArcCost {
        /// What it returns.
        found: Option<u32>,
        /// What is expected.
        expected: u32,
    },
    /// It was offered and taken, although `wants` had refused it or was not called.
    Unwanted,
    /// `offer_canonical_arcs` offers it, but `for_each_arc` does not visit it.
    NotCanonical,
}

/// A way to list the arcs of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// `for_each_arc`, called a second time.
    SecondVisit,
    /// `offer_arcs`, with everything wanted.
    OfferArcs,
    /// `visit_arcs`, after no arrival.
    VisitArcs,
    /// `visit_arcs` after an arrival, which visits what `offer_canonical_arcs` offers.
    VisitCanonical,
    /// The stencil of `tiled`, and its masks.
    Stencil,
}

impl fmt::Display for WorldFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            WorldFault::TooManyNodes { nodes } => {
                write!(f, "the world has {nodes} nodes, expected at most 2^32 - 2")
            }
            WorldFault::TooCostly { max_arc_cost } => {
                write!(f, "max_arc_cost is {max_arc_cost} ticks, expected at most 2^31")
            }
            WorldFault::Arc { node, way, arc, broken } => {
                let (end, side) = (arc.node, side(way));
                write!(f, "the {side} arc at node {node} to node {end} ")?;
                write!(f, "({} ticks, slot {}) ", arc.cost, arc.slot.code())?;
                broken.say(f, node, arc, way)
            }
            WorldFault::Order { node, way, by, place, expected, found } => {
                let (by, right) = match by {
                    Listing::SecondVisit => ("a second for_each_arc", "for_each_arc"),
                    Listing::OfferArcs => ("offer_arcs", "for_each_arc"),
                    Listing::VisitArcs => ("visit_arcs", "for_each_arc"),
                    Listing::VisitCanonical => {
                        ("visit_arcs after an arrival", "offer_canonical_arcs")
                    }
                    Listing::Stencil => ("the stencil of tiled", "for_each_arc"),
                };
                let side = side(way);
                write!(f, "{side} arc number {place} of node {node} is ")?;
                say_arc(f, found)?;
                write!(f, " by {by}, expected ")?;
                say_arc(f, expected)?;
                write!(f, " as by {right}")
            }
            WorldFault::Asked { node, way, index, nodes } => write!(
                f,
                "{} arcs of node {node} are offered to node {index}, expected nodes below {nodes}",
                side(way)
            ),
        }
    }
}

impl ArcFault {
    fn say(self, f: &mut fmt::Formatter<'_>, node: NodeId, arc: Arc, way: Way) -> fmt::Result {
        let (end, back) = (arc.node, if way == Way::Forward { "backward" } else { "forward" });
        match self {
            ArcFault::NoSuchNode { nodes } => {
                write!(f, "leads out of the world, expected nodes below {nodes}")
            }
            ArcFault::Blocked { end } => {
                write!(f, "touches node {end}, expected ends that can be stood on")
            }
            ArcFault::Cost { least, most } => write!(
                f,
                "is outside of what arcs cost, expected {least} to {most} ticks as min_arc_cost \
                 and max_arc_cost say"
            ),
            ArcFault::Slot => write!(f, "has no slot, expected one below {MAX_SLOTS}"),
            ArcFault::Follow { found } => write!(
                f,
                "is not undone: follow from node {end} gives node {found}, expected {node}"
            ),
            ArcFault::Unmatched { here, there } => write!(
                f,
                "is named {here} times from node {node}, and {there} times among the {back} arcs of \
                 node {end}, expected equally often at one cost"
            ),
            ArcFault::ArcCost { found: Some(found), expected } => {
                write!(f, "costs {found} ticks by arc_cost, expected {expected}, the cheapest")
            }
            ArcFault::ArcCost { found: None, expected } => {
                write!(f, "is not there by arc_cost, expected {expected} ticks, the cheapest")
            }
            ArcFault::Unwanted => f.write_str(
                "is taken from offers, expected only what wants was asked and agreed to",
            ),
            ArcFault::NotCanonical => {
                f.write_str("is offered as canonical, expected only arcs that for_each_arc visits")
            }
        }
    }
}

fn side(way: Way) -> &'static str {
    if way == Way::Forward { "forward" } else { "backward" }
}

fn say_arc(f: &mut fmt::Formatter<'_>, arc: Option<Arc>) -> fmt::Result {
    match arc {
        None => f.write_str("none"),
        Some(Arc { node, cost, slot }) => {
            write!(f, "that to node {node} ({cost} ticks, slot {})", slot.code())
        }
    }
}

errors! { enum WorldFault:
    TooManyNodes { .. } => "world-too-many-nodes": "node_count is above 2^32 - 2",
    TooCostly { .. } => "world-too-costly": "max_arc_cost is above 2^31 ticks",
    Arc { broken: ArcFault::NoSuchNode { .. }, .. } => "world-arc-out-of-world":
        "an arc leads out of the world",
    Arc { broken: ArcFault::Blocked { .. }, .. } => "world-arc-blocked":
        "an arc touches a node that cannot be stood on",
    Arc { broken: ArcFault::Cost { .. }, .. } => "world-arc-cost":
        "an arc costs less than min_arc_cost or more than max_arc_cost says",
    Arc { broken: ArcFault::Slot, .. } => "world-arc-slot":
        "an arc has a slot that is not below MAX_SLOTS",
    Arc { broken: ArcFault::Follow { .. }, .. } => "world-arc-follow":
        "follow does not undo an arc",
    Arc { broken: ArcFault::Unmatched { .. }, .. } => "world-arc-unmatched":
        "an arc is not named equally often from both of its ends",
    Arc { broken: ArcFault::ArcCost { .. }, .. } => "world-arc-other-cost":
        "arc_cost does not give the cost of the cheapest arc",
    Arc { broken: ArcFault::Unwanted, .. } => "world-arc-unwanted":
        "an arc is offered and taken that was not wanted",
    Arc { broken: ArcFault::NotCanonical, .. } => "world-arc-not-canonical":
        "an arc is offered as canonical that for_each_arc does not visit",
    Order { .. } => "world-arc-order":
        "the arcs of a node are others, or in another order, when they are asked for otherwise",
    Asked { .. } => "world-no-such-offer": "arcs are offered to what is not a node",
}
