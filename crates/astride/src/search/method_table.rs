//! The table of methods: the facts about each, in one row.

use super::{Guarantee, Method};
use crate::base::Weight;

/// The facts about a method: one row of [`Method::TABLE`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct MethodRow {
    /// The method, with a typical weight.
    pub method: Method,
    /// Its name.
    pub name: &'static str,
    /// Another accepted name; empty if there is none.
    pub alias: &'static str,
    /// The label for menus.
    pub label: &'static str,
    /// One line of description.
    pub about: &'static str,
    /// The guarantee for the cost, provided that the heuristic is admissible and, for a
    /// bidirectional search, consistent.
    pub promise: Guarantee,
    /// What it answers from.
    pub basis: Basis,
}

/// What a method answers from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Basis {
    /// The map itself, step by step: any world works.
    Steps,
    /// An index built for the map beforehand: each shape states which of these methods it has.
    Index,
    /// A navigation mesh, where paths are lines of points.
    Mesh,
    /// Whichever of the others fits.
    Choice,
}

impl Method {
    /// One row for each method, in display order.
    pub const TABLE: &'static [MethodRow] = &{
        use Basis::{Choice, Index, Mesh, Steps};
        use Guarantee::{FewestSteps, None, Optimal, Within};
        [
            MethodRow {
                method: Method::AStar,
                name: "astar",
                alias: "a*",
                label: "A*",
                about: "orders by cost so far plus a guess: a cheapest path",
                promise: Optimal,
                basis: Steps,
            },
            MethodRow {
                method: Method::Dijkstra,
                name: "dijkstra",
                alias: "",
                label: "Dijkstra",
                about: "orders by cost so far, guesses nothing: a cheapest path",
                promise: Optimal,
                basis: Steps,
            },
            MethodRow {
                method: Method::BreadthFirst,
                name: "breadth-first",
                alias: "bfs",
                label: "Breadth-first",
                about: "ring by ring: a path of fewest steps",
                promise: FewestSteps,
                basis: Steps,
            },
            MethodRow {
                method: Method::Greedy,
                name: "greedy",
                alias: "",
                label: "Greedy best-first",
                about: "orders by the guess alone: some path, soon",
                promise: None,
                basis: Steps,
            },
            MethodRow {
                method: Method::Weighted(Weight::TWICE),
                name: "weighted",
                alias: "",
                label: "Weighted A*",
                about: "trusts the guess more: at most W times the cheapest",
                promise: Within(Weight::TWICE),
                basis: Steps,
            },
            MethodRow {
                method: Method::Bidirectional,
                name: "bidirectional",
                alias: "",
                label: "Bidirectional A*",
                about: "searches from both ends: a cheapest path",
                promise: Optimal,
                basis: Steps,
            },
            MethodRow {
                method: Method::IdaStar,
                name: "ida-star",
                alias: "ida*",
                label: "IDA*",
                about: "goes deep again and again, to a limit that rises: a cheapest path",
                promise: Optimal,
                basis: Steps,
            },
            MethodRow {
                method: Method::WeightedIdaStar(Weight::TWICE),
                name: "weighted-ida-star",
                alias: "wida*",
                label: "Weighted IDA*",
                about: "goes deep, trusts the guess more: at most W times the cheapest",
                promise: Within(Weight::TWICE),
                basis: Steps,
            },
            MethodRow {
                method: Method::BidirectionalBreadthFirst,
                name: "bidirectional-breadth-first",
                alias: "bidirectional-bfs",
                label: "Bidirectional breadth-first",
                about: "ring by ring from both ends: a path of fewest steps",
                promise: FewestSteps,
                basis: Steps,
            },
            MethodRow {
                method: Method::BidirectionalGreedy,
                name: "bidirectional-greedy",
                alias: "",
                label: "Bidirectional greedy",
                about: "by the guess alone from both ends, until they meet: some path",
                promise: None,
                basis: Steps,
            },
            MethodRow {
                method: Method::DepthFirst,
                name: "depth-first",
                alias: "dfs",
                label: "Depth-first",
                about: "goes on until it must turn back: some path, mostly a long one",
                promise: None,
                basis: Steps,
            },
            MethodRow {
                method: Method::Swarm,
                name: "swarm",
                alias: "",
                label: "Swarm",
                about: "between Dijkstra and A*, with half the guess: a cheapest path",
                promise: Optimal,
                basis: Steps,
            },
            MethodRow {
                method: Method::ConvergentSwarm,
                name: "convergent-swarm",
                alias: "",
                label: "Convergent swarm",
                about: "with three times the guess: at most three times the cheapest",
                promise: Within(Weight::THRICE),
                basis: Steps,
            },
            MethodRow {
                method: Method::BidirectionalSwarm,
                name: "bidirectional-swarm",
                alias: "",
                label: "Bidirectional swarm",
                about: "with half the guess from both ends: a cheapest path",
                promise: Optimal,
                basis: Steps,
            },
            MethodRow {
                method: Method::Jps,
                name: "jps",
                alias: "",
                label: "Jump points",
                about: "jumps over squares where nothing has to be decided",
                promise: Optimal,
                basis: Index,
            },
            MethodRow {
                method: Method::JumpTable,
                name: "jump-table",
                alias: "",
                label: "Jump table",
                about: "jump points with all jumps written down beforehand",
                promise: Optimal,
                basis: Index,
            },
            MethodRow {
                method: Method::JumpBoxes,
                name: "jump-boxes",
                alias: "jps+bb",
                label: "Jump table with boxes",
                about: "a jump table that knows around which goals each jump leads",
                promise: Optimal,
                basis: Index,
            },
            MethodRow {
                method: Method::JumpLandmarks,
                name: "jump-landmarks",
                alias: "",
                label: "Jump points with landmarks",
                about: "jump points that guess by distances to a few places, measured beforehand",
                promise: Optimal,
                basis: Index,
            },
            MethodRow {
                method: Method::Landmarks,
                name: "landmarks",
                alias: "alt",
                label: "Landmarks",
                about: "A* that guesses by distances to a few places, measured beforehand",
                promise: Optimal,
                basis: Index,
            },
            MethodRow {
                method: Method::Clusters,
                name: "clusters",
                alias: "hpa*",
                label: "Clusters",
                about: "plans on a coarse map built beforehand: some path, mostly a short one",
                promise: None,
                basis: Index,
            },
            MethodRow {
                method: Method::Hierarchy,
                name: "hierarchy",
                alias: "ch",
                label: "Hierarchy",
                about: "climbs shortcuts built beforehand from both ends: graphs and roads",
                promise: Optimal,
                basis: Index,
            },
            MethodRow {
                method: Method::Customisable,
                name: "customisable",
                alias: "cch",
                label: "Customisable",
                about: "the same where costs change: new ones take a moment, graphs and roads",
                promise: Optimal,
                basis: Index,
            },
            MethodRow {
                method: Method::Labels,
                name: "labels",
                alias: "",
                label: "Labels",
                about: "looks distances up in tables built beforehand",
                promise: Optimal,
                basis: Index,
            },
            MethodRow {
                method: Method::Planes,
                name: "planes",
                alias: "",
                label: "Bit planes",
                about: "A* that takes up to 64 hexagons at once: a cheapest path",
                promise: Optimal,
                basis: Index,
            },
            MethodRow {
                method: Method::Polyanya,
                name: "polyanya",
                alias: "",
                label: "Polyanya",
                about: "looks through the polygons of a mesh: a shortest path of a point",
                promise: Optimal,
                basis: Mesh,
            },
            MethodRow {
                method: Method::Auto,
                name: "auto",
                alias: "",
                label: "Automatic",
                about: "whichever fits the map, its edits and the questions so far",
                promise: Optimal,
                basis: Choice,
            },
        ]
    };
}
