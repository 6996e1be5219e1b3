//! Building a graph place by place and arc by arc.

use std::collections::BTreeMap;

use super::error::{GraphError, Kind};
use super::layout::Layout;
use super::rows::{Rows, check_memory};
use super::{Graph, GraphPlace};
use crate::base::{NodeId, Vec2};

/// Collects places, by number or by name, and arcs between them.
///
/// # Examples
///
/// ```
/// use astride::shapes::graph::GraphBuilder;
/// let mut board = GraphBuilder::new();
/// for (here, there) in [("Alaska", "Kamchatka"), ("Alaska", "Alberta"), ("Alberta", "Ontario")] {
///     let (here, there) = (board.place(here), board.place(there));
///     board.both_ways(here, there, 1);
/// }
/// let board = board.finish()?;
/// assert_eq!((board.node_named("Alberta").map(|node| board.name(node)), board.arc_count()), (Some("Alberta"), 6));
/// # Ok::<(), astride::shapes::graph::GraphError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct GraphBuilder {
    nodes: u64,
    arcs: Vec<(u32, u32, u32)>,
    names: BTreeMap<String, u32>,
    positions: Option<Vec<Vec2>>,
    first: u32,
}

impl GraphBuilder {
    /// A builder without places.
    pub fn new() -> Self {
        GraphBuilder::default()
    }

    /// Places without names, numbered `0..nodes`.
    pub fn with_nodes(nodes: u32) -> Self {
        GraphBuilder { nodes: nodes.into(), ..GraphBuilder::default() }
    }

    /// The number of the place with this name, which is created if necessary. O(log places).
    pub fn place(&mut self, name: &str) -> u32 {
        if let Some(&node) = self.names.get(name) {
            return node;
        }
        let node = self.nodes as u32;
        self.nodes += 1;
        self.names.insert(name.to_owned(), node);
        node
    }

    /// Adds an arc from one place to another, with its cost in ticks. An arc may cost nothing, be a
    /// loop, or be parallel to others.
    pub fn arc(&mut self, from: u32, to: u32, cost: u32) -> &mut Self {
        self.arcs.push((from, to, cost));
        self
    }

    /// Adds an arc in each direction.
    pub fn both_ways(&mut self, here: u32, there: u32, cost: u32) -> &mut Self {
        self.arc(here, there, cost).arc(there, here, cost)
    }

    /// Sets the positions of the places, by number, in any unit, x to the right and y down; see
    /// [`Graph::set_positions`].
    pub fn positions(&mut self, positions: Vec<Vec2>) -> &mut Self {
        self.positions = Some(positions);
        self
    }

    /// Sets the number that users write for node 0, as in files that count from 1; the default
    /// is 0.
    pub fn count_from(&mut self, first: u32) -> &mut Self {
        self.first = first;
        self
    }

    /// Builds the graph.
    ///
    /// # Errors
    ///
    /// If there are more than 2³² − 2 nodes or arcs, if an arc names a node that does not exist or
    /// costs more than [`Graph::MAX_COST`], if more than 4095 arcs leave or enter one node, if the
    /// positions are not one pair of finite numbers for each node, or if there is no memory for the
    /// arcs or the names.
    ///
    /// # Complexity
    ///
    /// O(nodes + arcs · log nodes).
    pub fn finish(self) -> Result<Graph, GraphError> {
        let nodes = check_size(self.nodes, self.arcs.len())?;
        for &arc in &self.arcs {
            check_arc(nodes, arc)?;
        }
        let named = if self.names.is_empty() { 0 } else { nodes as usize };
        check_memory(named.saturating_mul(size_of::<String>()))?;
        let (leaving, arriving) = Rows::both_ways(nodes, &self.arcs)?;
        let mut names = vec![String::new(); named];
        let by_name: Vec<NodeId> = self.names.values().map(|&node| NodeId::new(node)).collect();
        for (name, node) in self.names {
            names[node as usize] = name;
        }
        let costs = Graph::span(&self.arcs);
        let first = GraphPlace(self.first);
        let log = Default::default();
        let layout = Layout::default();
        let mut graph = Graph { leaving, arriving, costs, names, by_name, layout, first, log };
        if let Some(positions) = self.positions {
            graph.set_positions(&positions)?;
        }
        Ok(graph)
    }
}

fn check_size(nodes: u64, arcs: usize) -> Result<u32, GraphError> {
    match u32::try_from(nodes) {
        Ok(fits) if fits <= NodeId::MAX_INDEX && arcs < u32::MAX as usize => Ok(fits),
        _ => Err(GraphError(Kind::TooLarge { nodes, arcs })),
    }
}

/// Checks that a graph with this many nodes can have an arc `(from, to, cost)`.
pub(super) fn check_arc(nodes: u32, (from, to, cost): (u32, u32, u32)) -> Result<(), GraphError> {
    if from.max(to) >= nodes {
        return Err(GraphError(Kind::NoSuchNode { node: from.max(to), nodes }));
    }
    if cost > Graph::MAX_COST {
        return Err(GraphError(Kind::Cost { from, to, cost }));
    }
    Ok(())
}
