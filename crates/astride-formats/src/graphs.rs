//! Graphs from and to the crate `petgraph`.

use ::petgraph::graph::DiGraph;
use ::petgraph::visit::{EdgeRef, GraphProp, IntoEdgeReferences, NodeIndexable};
use astride::shapes::graph::{Graph, GraphBuilder, GraphError};

/// The same graph for Astride: the node with index i becomes `NodeId` i, an edge becomes an arc that
/// costs `cost` ticks, and an undirected edge two.
///
/// `graph` is a reference to a `Graph`, `StableGraph`, `GraphMap` or `MatrixGraph`. Nodes that were
/// removed from a `StableGraph` are places without arcs.
///
/// # Errors
///
/// As for [`GraphBuilder::finish`].
///
/// # Complexity
///
/// O(nodes + edges · log nodes).
///
/// # Examples
///
/// ```
/// use astride::prelude::*;
/// use astride::search::astar;
/// use astride_formats::graph_of_petgraph;
/// use petgraph::graph::UnGraph;
/// let mut lines = UnGraph::<&str, f64>::new_undirected();
/// let [north, mill, ford] = ["north", "mill", "ford"].map(|name| lines.add_node(name));
/// lines.extend_with_edges([(north, mill, 1.5), (mill, ford, 2.0), (north, ford, 4.0)]);
///
/// let graph = graph_of_petgraph(&lines, |&minutes| (minutes * 60_000.0) as u32)?;
/// let query = PathQuery::new(NodeId::new(0), NodeId::new(ford.index() as u32));
/// let outcome = astar(&graph, &graph.heuristic(), &query, &mut Scratch::new(), &mut ());
/// let way: Vec<&str> = outcome.path().unwrap().nodes().iter()
///     .map(|node| lines[petgraph::graph::NodeIndex::new(node.index())]).collect();
/// assert_eq!((outcome.cost(), way), (Some(210_000), vec!["north", "mill", "ford"]));
/// # Ok::<(), astride::shapes::graph::GraphError>(())
/// ```
pub fn graph_of_petgraph<G>(
    graph: G,
    mut cost: impl FnMut(&G::EdgeWeight) -> u32,
) -> Result<Graph, GraphError>
where
    G: GraphProp + IntoEdgeReferences + NodeIndexable,
{
    // More than this many nodes are refused; a smaller number must not pass for theirs.
    let number = |node: usize| u32::try_from(node).unwrap_or(u32::MAX);
    let mut builder = GraphBuilder::with_nodes(number(graph.node_bound()));
    for edge in graph.edge_references() {
        let [from, to] = [edge.source(), edge.target()].map(|node| number(graph.to_index(node)));
        let cost = cost(edge.weight());
        match graph.is_directed() || from == to {
            true => builder.arc(from, to, cost),
            false => builder.both_ways(from, to, cost),
        };
    }
    builder.finish()
}

/// The same graph for `petgraph`: nodes have their names, empty where there is none, and edges their
/// ticks. The node with index i is `NodeId` i.
///
/// # Complexity
///
/// O(nodes + arcs).
///
/// # Examples
///
/// ```
/// use astride::shapes::graph::GraphBuilder;
/// use astride_formats::petgraph_of_graph;
/// let mut builder = GraphBuilder::new();
/// let [mill, ford] = ["mill", "ford"].map(|name| builder.place(name));
/// builder.both_ways(mill, ford, 30);
/// let graph = petgraph_of_graph(&builder.finish()?);
/// assert_eq!(petgraph::algo::kosaraju_scc(&graph).len(), 1);
/// assert_eq!(graph[petgraph::graph::NodeIndex::new(1)], "ford");
/// # Ok::<(), astride::shapes::graph::GraphError>(())
/// ```
pub fn petgraph_of_graph(graph: &Graph) -> DiGraph<String, u32> {
    let mut out = DiGraph::with_capacity(graph.nodes().count(), graph.arc_count());
    for node in graph.nodes() {
        out.add_node(graph.name(node).to_owned());
    }
    for (from, to, cost) in graph.all_arcs() {
        out.add_edge(from.into(), to.into(), cost);
    }
    out
}
