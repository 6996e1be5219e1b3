//! Graphs from and to `petgraph`: its Dijkstra and ours agree, and nothing is lost on the way.

use astride::base::NodeId;
use astride::io::write_world_of;
use astride::search::{PathQuery, Scratch, dijkstra};
use astride::shapes::graph::{Graph, GraphBuilder};
use astride_formats::{graph_of_petgraph, petgraph_of_graph};
use petgraph::graph::{DiGraph, NodeIndex, UnGraph};
use petgraph::graphmap::DiGraphMap;
use petgraph::stable_graph::StableGraph;

/// Numbers that are the same every time.
fn numbers(seed: u64) -> impl FnMut(u32) -> u32 {
    let mut state = seed;
    move |most| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as u32 % most
    }
}

fn cost(graph: &Graph, from: usize, to: usize) -> Option<u64> {
    let [from, to] = [from, to].map(|node| NodeId::new(node as u32));
    dijkstra(graph, &PathQuery::new(from, to), &mut Scratch::new(), &mut ()).cost()
}

#[test]
fn both_say_the_same_of_every_pair() {
    for seed in 0..40 {
        let mut number = numbers(seed);
        let (nodes, edges) = (2 + number(12), number(40));
        let mut one_way = DiGraph::<(), u32>::new();
        let mut both_ways = UnGraph::<(), u32>::new_undirected();
        for _ in 0..nodes {
            one_way.add_node(());
            both_ways.add_node(());
        }
        for _ in 0..edges {
            // Loops, parallel edges and edges that cost nothing among them.
            let (from, to, cost) = (number(nodes).into(), number(nodes).into(), number(20));
            one_way.add_edge(from, to, cost);
            both_ways.add_edge(from, to, cost);
        }
        let ours = graph_of_petgraph(&one_way, |&cost| cost).unwrap();
        let ours_both = graph_of_petgraph(&both_ways, |&cost| cost).unwrap();
        assert_eq!(ours.arc_count(), edges as usize);
        for from in 0..nodes as usize {
            let at = NodeIndex::new(from);
            let theirs = petgraph::algo::dijkstra(&one_way, at, None, |edge| *edge.weight());
            let theirs_both = petgraph::algo::dijkstra(&both_ways, at, None, |edge| *edge.weight());
            for to in 0..nodes as usize {
                let listed = |of: &std::collections::HashMap<NodeIndex, u32>| {
                    of.get(&NodeIndex::new(to)).map(|&cost| u64::from(cost))
                };
                let theirs = theirs.iter().map(|(&node, &cost)| (node, cost)).collect();
                let theirs_both = theirs_both.iter().map(|(&node, &cost)| (node, cost)).collect();
                assert_eq!(cost(&ours, from, to), listed(&theirs), "seed {seed}, {from} to {to}");
                assert_eq!(cost(&ours_both, from, to), listed(&theirs_both), "seed {seed}");
            }
        }
        // There and back.
        let again = graph_of_petgraph(&petgraph_of_graph(&ours), |&cost| cost).unwrap();
        assert_eq!(write_world_of(&again), write_world_of(&ours), "seed {seed}");
    }
}

#[test]
fn names_go_out_and_other_kinds_of_graphs_come_in() {
    let mut builder = GraphBuilder::new();
    let [here, there] = ["here", "there"].map(|name| builder.place(name));
    builder.arc(here, there, 7);
    let graph = petgraph_of_graph(&builder.finish().unwrap());
    let names: Vec<&str> = graph.node_weights().map(String::as_str).collect();
    assert_eq!(
        (names, graph.edge_weights().copied().collect::<Vec<_>>()),
        (vec!["here", "there"], vec![7])
    );

    let mut stable = StableGraph::<(), u32>::new();
    let [first, second, third] = [(); 3].map(|()| stable.add_node(()));
    stable.extend_with_edges([(first, second, 1), (second, third, 1), (first, third, 5)]);
    stable.remove_node(second);
    let ours = graph_of_petgraph(&stable, |&cost| cost).unwrap();
    assert_eq!((ours.nodes().count(), cost(&ours, 0, 2), cost(&ours, 0, 1)), (3, Some(5), None));

    let map = DiGraphMap::<u8, u32>::from_edges([(30, 10, 4), (10, 20, 3)]);
    let ours = graph_of_petgraph(&map, |&cost| cost).unwrap();
    assert_eq!(ours.arc_count(), 2);

    let dear = DiGraph::<(), u32>::from_edges([(0, 1, u32::MAX)]);
    assert!(graph_of_petgraph(&dear, |&cost| cost).is_err(), "no arc costs that much");
    assert_eq!(graph_of_petgraph(&DiGraph::<(), u32>::new(), |_| 1).unwrap().arc_count(), 0);
}
