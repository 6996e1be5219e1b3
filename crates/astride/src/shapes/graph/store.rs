//! The graph itself: its places, arcs and names, and how a search sees it.

use super::error::GraphError;
use super::layout::Layout;
use super::rows::Rows;
use super::{GraphBuilder, GraphHeuristic, GraphPlace};
use crate::base::{CellRect, Cost, NodeId, Slot, Vec2};
use crate::search::{Followed, Guessed, Layer};
use crate::world::{Arc, Changes, Extent, Tiles, Way, World};

/// Places and one-way arcs between them, ready for every search.
///
/// Arcs cost whole ticks and may cost nothing; several may connect the same two places. Places may
/// have names, and positions for the heuristic and for pictures.
///
/// # Examples
///
/// ```
/// use astride::prelude::*;
/// use astride::search::astar;
/// use astride::shapes::graph::Graph;
/// let roads = Graph::from_arcs(4, &[(0, 1, 40), (0, 2, 10), (2, 1, 15), (1, 3, 30)])?;
/// let query = PathQuery::new(NodeId::new(0), NodeId::new(3));
/// let outcome = astar(&roads, &roads.heuristic(), &query, &mut Scratch::new(), &mut ());
/// assert_eq!(outcome.cost(), Some(10 + 15 + 30));
/// # Ok::<(), astride::shapes::graph::GraphError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Graph {
    pub(super) leaving: Rows,
    pub(super) arriving: Rows,
    /// Lower and upper bound for the costs of arcs.
    pub(super) costs: (u32, u32),
    /// By node; empty if no place has a name.
    pub(super) names: Vec<String>,
    /// Nodes with names, in the order of the names.
    pub(super) by_name: Vec<NodeId>,
    pub(super) layout: Layout,
    /// The number that users write for node 0.
    pub(super) first: GraphPlace,
    pub(super) log: Changes,
}

impl Graph {
    /// The maximum cost of an arc, in ticks.
    pub const MAX_COST: u32 = 1 << 31;

    /// The graph of nodes `0..nodes` and arcs `(from, to, cost)`, with costs in ticks.
    ///
    /// # Errors
    ///
    /// As for [`GraphBuilder::finish`].
    pub fn from_arcs(nodes: u32, arcs: &[(u32, u32, u32)]) -> Result<Graph, GraphError> {
        let mut builder = GraphBuilder::with_nodes(nodes);
        for &(from, to, cost) in arcs {
            builder.arc(from, to, cost);
        }
        builder.finish()
    }

    /// The number of arcs; one in each direction counts as two.
    pub fn arc_count(&self) -> usize {
        self.leaving.len()
    }

    /// The arcs that leave a node (`Forward`) or enter it (`Backward`).
    ///
    /// # Panics
    ///
    /// If there is no such node.
    pub fn arcs(&self, node: NodeId, way: Way) -> &[Arc] {
        match way {
            Way::Forward => self.leaving.at(node),
            Way::Backward => self.arriving.at(node),
        }
    }

    /// All nodes, in order.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.node_count()).map(NodeId::new)
    }

    /// All arcs as `(from, to, cost)`, grouped by start.
    pub fn all_arcs(&self) -> impl Iterator<Item = (u32, u32, u32)> + '_ {
        let row = |from: NodeId| {
            let arcs = self.leaving.at(from).iter();
            arcs.map(move |arc| (from.get(), arc.node.get(), arc.cost))
        };
        self.nodes().flat_map(row)
    }

    /// The same places and arcs with other costs, such as lengths instead of times: `cost` is
    /// called for each arc `(from, to, cost)`, in the order of [`all_arcs`](Self::all_arcs).
    ///
    /// # Errors
    ///
    /// If a cost is above [`Graph::MAX_COST`], or if there is no memory for a second graph.
    pub fn reweighted(
        &self,
        mut cost: impl FnMut(u32, u32, u32) -> u32,
    ) -> Result<Graph, GraphError> {
        let arcs = self.all_arcs().map(|(from, to, old)| (from, to, cost(from, to, old)));
        self.with_arcs(&arcs.collect::<Vec<_>>())
    }

    /// The same places with other arcs.
    pub(super) fn with_arcs(&self, arcs: &[(u32, u32, u32)]) -> Result<Graph, GraphError> {
        for &arc in arcs {
            super::build::check_arc(self.node_count(), arc)?;
        }
        let (leaving, arriving) = Rows::both_ways(self.node_count(), arcs)?;
        let costs = Graph::span(arcs);
        let (names, by_name) = (self.names.clone(), self.by_name.clone());
        let (layout, first, log) = (self.layout.clone(), self.first, self.log.clone());
        let mut graph = Graph { leaving, arriving, costs, names, by_name, layout, first, log };
        graph.scale_guess();
        Ok(graph)
    }

    /// The costs of the cheapest and the most expensive of some arcs.
    pub(super) fn span(arcs: &[(u32, u32, u32)]) -> (u32, u32) {
        let costs = || arcs.iter().map(|arc| arc.2);
        (costs().min().unwrap_or(1), costs().max().unwrap_or(1))
    }

    /// The name of a node; empty if it has none.
    pub fn name(&self, node: NodeId) -> &str {
        self.names.get(node.index()).map_or("", String::as_str)
    }

    /// The node with this name. O(log names).
    pub fn node_named(&self, name: &str) -> Option<NodeId> {
        let at = self.by_name.binary_search_by(|&node| self.name(node).cmp(name)).ok()?;
        Some(self.by_name[at])
    }

    /// Sets the position of each node, in any unit, x to the right and y down. Estimates become as
    /// high as lengths and costs of the arcs allow.
    ///
    /// # Errors
    ///
    /// If the positions are not two finite numbers for each node.
    ///
    /// # Complexity
    ///
    /// O(nodes + arcs).
    pub fn set_positions(&mut self, positions: &[Vec2]) -> Result<(), GraphError> {
        self.layout = Layout::of(positions, self.node_count())?;
        self.scale_guess();
        // All estimates have changed, so nothing learned before may be kept.
        self.log = Changes::forgotten_until(self.log.revision() + 1);
        Ok(())
    }

    /// The position of a node, if positions were given.
    pub fn position(&self, node: NodeId) -> Option<Vec2> {
        self.layout.position(node)
    }

    fn scale_guess(&mut self) {
        let mut layout = std::mem::take(&mut self.layout);
        layout.fit_all(self.all_arcs());
        self.layout = layout;
    }

    /// The heuristic from positions: the cost of the straight line at the least cost per length of
    /// all arcs. It is 0 without positions, or if an arc of nonzero length costs nothing. O(1).
    pub fn heuristic(&self) -> GraphHeuristic {
        GraphHeuristic::of(&self.layout)
    }

    /// Bytes of all arcs.
    pub fn bytes(&self) -> usize {
        self.leaving.bytes() + self.arriving.bytes()
    }

    /// The most recent edits. A node is a column of the only row of tiles; it is logged if an arc
    /// that leaves or enters it has changed.
    pub fn changes(&self) -> &Changes {
        &self.log
    }
}

impl World for Graph {
    fn node_count(&self) -> u32 {
        self.leaving.node_count()
    }

    fn is_passable(&self, _node: NodeId) -> bool {
        true
    }

    fn max_arc_cost(&self) -> u32 {
        self.costs.1
    }

    fn min_arc_cost(&self) -> u32 {
        self.costs.0
    }

    #[inline(always)]
    fn for_each_arc(&self, node: NodeId, way: Way, visit: impl FnMut(Arc)) {
        self.arcs(node, way).iter().copied().for_each(visit);
    }

    #[inline(always)]
    fn follow(&self, node: NodeId, slot: Slot, way: Way) -> NodeId {
        let back = if way == Way::Forward { Way::Backward } else { Way::Forward };
        self.arcs(node, back)[usize::from(slot.code())].node
    }

    fn deviation(&self, node: NodeId, start: NodeId, goal: NodeId) -> u32 {
        self.layout.deviation(node, start, goal)
    }

    fn estimate(&self, from: NodeId, to: NodeId) -> Cost {
        self.layout.guess(from, to)
    }

    fn revision(&self) -> u64 {
        self.log.revision()
    }
}

/// One row of tiles, a column for each node.
impl Tiles for Graph {
    fn extent(&self) -> Extent {
        Extent { width: self.node_count(), height: 1 }
    }
}

impl Guessed for Graph {
    type Guess = GraphHeuristic;

    fn guess(&self) -> GraphHeuristic {
        self.heuristic()
    }
}

impl Followed for Graph {
    fn basis(&self, guess: &GraphHeuristic, words: &mut Vec<u64>) {
        words.extend([self.node_count().into(), guess.scale()]);
    }

    fn each_layer(&self, tell: &mut dyn FnMut(Layer<'_>)) {
        let touch: &dyn Fn(CellRect, &mut Vec<NodeId>) =
            &|rect, touched| touched.extend((rect.x..rect.x + rect.width).map(NodeId::new));
        tell(Layer { changes: &self.log, touch });
    }
}
