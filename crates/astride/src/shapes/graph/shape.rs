//! Graphs as one shape among others, with places by number, as users write them.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc as Shared;

use super::{Graph, GraphEdit, GraphError, GraphIndex, GraphKit, GraphMover, GraphView};
use crate::base::{Budget, Cost, NodeId, Vec2};
use crate::search::{Event, Method, Outcome, PathQuery, Scratch, Unsupported};
use crate::shapes::{Editable, Refused, Shape, Unseen};
use crate::world::{Changes, Way, World};

/// A place of a graph by the number that users write, which need not begin at 0.
///
/// # Examples
///
/// ```
/// use astride::shapes::graph::{GraphBuilder, GraphPlace};
/// let mut roads = GraphBuilder::with_nodes(3);
/// roads.count_from(1);
/// let roads = roads.finish()?;
/// let last = "3".parse::<GraphPlace>().ok().and_then(|place| roads.node(place)).unwrap();
/// assert_eq!((last.get(), roads.place(last).to_string()), (2, "3".to_owned()));
/// # Ok::<(), astride::shapes::graph::GraphError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GraphPlace(pub u32);

impl fmt::Display for GraphPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for GraphPlace {
    type Err = GraphPlaceError;

    /// Parses a number.
    fn from_str(text: &str) -> Result<Self, GraphPlaceError> {
        text.trim().parse().map(GraphPlace).map_err(|_| GraphPlaceError(text.to_owned()))
    }
}

/// A text that is not a place of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphPlaceError(String);

errors! { struct GraphPlaceError:
    Self(text) => ("not-a-graph-place", "{text:?} is no place, expected a number such as 17"),
}

impl Graph {
    /// The node of a place, if the graph has it.
    pub fn node(&self, place: GraphPlace) -> Option<NodeId> {
        let node = place.0.checked_sub(self.first.0)?;
        (node < self.node_count()).then(|| NodeId::new(node))
    }

    /// The place of a node.
    pub fn place(&self, node: NodeId) -> GraphPlace {
        GraphPlace(self.first.0.saturating_add(node.get()))
    }
}

impl Shape for Graph {
    const NAME: &'static str = "graphs";

    // Recordings number these methods, so a new one goes to the end.
    const INDEXED: &'static [Method] = &[Method::Hierarchy, Method::Labels, Method::Customisable];

    type Place = GraphPlace;
    type Mover = GraphMover;
    type View<'a> = GraphView<'a>;
    type Kit = GraphKit;

    fn view<'a>(&'a self, mover: &GraphMover) -> GraphView<'a> {
        self.seen_by(mover)
    }

    fn node_of(&self, place: GraphPlace) -> Option<NodeId> {
        self.node(place)
    }

    fn place_of(&self, node: NodeId) -> GraphPlace {
        self.place(node)
    }

    fn class_of(&self, _node: NodeId) -> Option<u8> {
        Some(b'.')
    }

    /// A small square at the position of the node, or at the origin if positions were not given.
    fn outline_of(&self, place: GraphPlace) -> Vec<Vec2> {
        let at = self.node(place).and_then(|node| self.layout.in_arcs(node)).unwrap_or_default();
        let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
        corners.map(|(x, y)| at.plus(Vec2::new(x, y).times(0.08))).to_vec()
    }

    fn lines_at(&self, node: NodeId) -> Vec<NodeId> {
        self.arcs(node, Way::Forward).iter().map(|arc| arc.node).collect()
    }

    fn build(&self, mover: &GraphMover, method: Method, kit: &mut GraphKit) -> Result<(), Refused> {
        Ok(kit.build(&self.seen_by(mover), method)?)
    }

    fn save_index(&self, mover: &GraphMover, method: Method, kit: &GraphKit) -> Option<Vec<u8>> {
        kit.save(&self.seen_by(mover), method)
    }

    fn load_index(
        &self,
        mover: &GraphMover,
        bytes: &[u8],
        kit: &mut GraphKit,
    ) -> Option<Result<Method, Refused>> {
        Some(kit.load(&self.seen_by(mover), bytes).map_err(Refused::of))
    }

    fn cost_by(
        &self,
        mover: &GraphMover,
        method: Method,
        ends: [NodeId; 2],
        kit: &mut GraphKit,
    ) -> Result<Option<Cost>, Unsupported> {
        kit.cost(&self.seen_by(mover), method, ends)
    }

    fn answer(
        &self,
        mover: &GraphMover,
        method: Method,
        query: &PathQuery<'_>,
        kit: &mut GraphKit,
        budget: &mut Budget<'_>,
        _notice: Option<&mut dyn FnMut(Event)>,
    ) -> Result<Outcome, Unsupported> {
        kit.answer(&self.seen_by(mover), method, query, budget)
    }
}

impl Editable for Graph {
    type Edit = GraphEdit;
    type EditError = GraphError;
    type Assumed = Unseen;
    type Index = GraphIndex;

    fn index(
        &self,
        mover: &GraphMover,
        method: Method,
        _before: Option<Shared<GraphIndex>>,
    ) -> Result<GraphIndex, Unsupported> {
        GraphIndex::build(&self.seen_by(mover), method)
    }

    fn by_index(
        &self,
        index: &GraphIndex,
        ends: [NodeId; 2],
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Option<Outcome> {
        Some(index.route(ends, scratch, budget))
    }

    fn is_empty(batch: &GraphEdit) -> bool {
        batch.is_empty()
    }

    fn apply_batch(&mut self, batch: &GraphEdit) -> Result<u64, GraphError> {
        self.apply(batch)
    }

    fn inverse_of(&self, batch: &GraphEdit) -> Result<GraphEdit, GraphError> {
        batch.inverse(self)
    }

    fn changes(&self) -> &Changes {
        Graph::changes(self)
    }

    fn unseen(&self, assumed: Unseen) -> Graph {
        self.all_of(assumed)
    }

    fn see(&mut self, truth: &Graph, nodes: &[NodeId]) {
        self.see_nodes(truth, nodes);
    }
}
