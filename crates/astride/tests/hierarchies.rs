//! Contraction hierarchies and labels of graphs: against explicit arcs, saved and forged.

use astride::base::{Container, ContainerWriter, Cost, NodeId, Numbers};
use astride::index::hierarchy::Hierarchy;
use astride::index::hubs::{HubLabels, HubOptions, SparseGraph};
use astride::search::Scratch;
use astride::shapes::graph::Graph;
use astride_testkit::contestants::graph::GraphWorld;
use astride_testkit::reference;
use astride_testkit::rng::Rng;
use astride_testkit::tally::cases;

use crate::graphs::roads;

pub(crate) fn hierarchy_of(graph: &Graph) -> Hierarchy {
    let sparse = SparseGraph::of_world(graph).expect("a small graph");
    Hierarchy::build(&sparse).expect("a sparse graph")
}

/// Whether the nodes are a way of this cost.
pub(crate) fn check_real(graph: &Graph, nodes: &[u32], ends: [u32; 2], cost: Cost, place: &str) {
    let way: Vec<NodeId> = nodes.iter().map(|&at| NodeId::new(at)).collect();
    assert_eq!([nodes[0], nodes[nodes.len() - 1]], ends, "{place}");
    let path = astride::path::Path::new(way, cost).expect("a way");
    assert_eq!(path.validate(graph), Ok(()), "{place}: {nodes:?}");
}

/// Whether the nodes are a way of this cost that visits none twice.
pub(crate) fn check_way(graph: &Graph, nodes: &[u32], ends: [u32; 2], cost: Cost, place: &str) {
    check_real(graph, nodes, ends, cost, place);
    let mut once = nodes.to_vec();
    once.sort_unstable();
    once.dedup();
    assert_eq!(once.len(), nodes.len(), "{place}: {nodes:?}");
}

pub(crate) fn labels_of(graph: &Graph) -> HubLabels {
    let sparse = SparseGraph::of_world(graph).expect("a small graph");
    HubLabels::build(&sparse, &HubOptions::default()).expect("a sparse graph")
}

/// Whether labels lead from one node to another at this cost, and by a way that visits none twice.
pub(crate) fn check_labels(
    (graph, labels): (&Graph, &HubLabels),
    [from, to]: [u32; 2],
    least: Option<Cost>,
    scratch: &mut Scratch,
    place: &str,
) {
    let met = labels.distance(&[(from, 0)], &[(to, 0)], scratch);
    assert_eq!(met.map(|met| met.total), least, "{place}");
    if let Some(met) = met {
        let mut nodes = Vec::new();
        labels.unpack(&met, scratch, &mut nodes);
        check_way(graph, &nodes, [from, to], met.total, place);
    }
}

#[test]
fn hierarchies_and_labels_are_right_on_every_tiny_graph() {
    // Each arc between three nodes is absent or costs 0, 1 or 2; now and then a fourth node hangs on.
    let (mut scratch, mut hubs) = (Scratch::new(), Scratch::new());
    for code in 0..4_u32.pow(6) {
        let ends = [(0, 1), (1, 0), (1, 2), (2, 1), (2, 0), (0, 2)];
        let costs = (0..6).map(|at| code / 4_u32.pow(at) % 4);
        let arcs = ends.iter().zip(costs).filter(|(_, cost)| *cost < 3);
        let mut arcs: Vec<_> =
            arcs.map(|(&(from, to), cost)| (from, to, u64::from(cost))).collect();
        if code % 3 == 0 {
            arcs.extend([(3, 1, 1), (0, 3, u64::from(code % 2))]);
        }
        let truth = reference::all_pairs(4, &arcs);
        let graph = GraphWorld::new(4, arcs).graph();
        let hierarchy = hierarchy_of(&graph);
        let matrix = hierarchy.matrix(&[0, 1, 2, 3], &[0, 1, 2, 3], &mut scratch);
        let labels = labels_of(&graph);
        assert_eq!(labels.matrix(&[0, 1, 2, 3], &[0, 1, 2, 3], &mut hubs), matrix, "{code}");
        for (from, row) in (0..).zip(&truth) {
            for (to, &least) in (0..).zip(row) {
                let mut nodes = Vec::new();
                let cost = hierarchy.path(from, to, &mut scratch, &mut nodes);
                assert_eq!(cost, least, "{code}: {from} to {to}");
                let listed = matrix[from as usize][to as usize];
                assert_eq!(listed, least.unwrap_or(Cost::MAX), "{code}: {from} to {to}");
                if let Some(cost) = cost {
                    check_way(&graph, &nodes, [from, to], cost, &format!("{code}"));
                }
                check_labels((&graph, &labels), [from, to], least, &mut hubs, &format!("{code}"));
            }
        }
    }
}

#[test]
fn hierarchies_and_labels_are_right_on_larger_graphs() {
    for seed in 0..cases(20, 2_000) {
        let mut rng = Rng::new(seed);
        let side = 5 + rng.below(12);
        let count = side * side;
        let mut arcs = roads(&mut rng, side);
        if !rng.percent(60) {
            arcs.iter_mut().for_each(|arc| arc.2 += 1);
        }
        let graph = GraphWorld::new(count, arcs.clone()).graph();
        let hierarchy = hierarchy_of(&graph);
        let labels = labels_of(&graph);
        let (mut scratch, mut hubs) = (Scratch::new(), Scratch::new());
        let all: Vec<u32> = (0..count as u32).collect();
        let sources = [0, rng.below(count) as u32];
        let matrix = hierarchy.matrix(&sources, &all, &mut scratch);
        assert_eq!(labels.matrix(&sources, &all, &mut hubs), matrix, "seed {seed}");
        for (&from, row) in sources.iter().zip(matrix) {
            let truth = reference::dijkstra(count, &arcs, &[from as usize]);
            for (to, &least) in (0..).zip(&truth) {
                let mut nodes = Vec::new();
                let cost = hierarchy.path(from, to, &mut scratch, &mut nodes);
                let place = format!("seed {seed}: {from} to {to}");
                assert_eq!(
                    (cost, row[to as usize]),
                    (least, least.unwrap_or(Cost::MAX)),
                    "{place}"
                );
                if let Some(cost) = cost {
                    check_way(&graph, &nodes, [from, to], cost, &place);
                }
                check_labels((&graph, &labels), [from, to], least, &mut hubs, &place);
            }
        }
    }
}

#[test]
fn numbers_of_nodes_and_the_way_round_do_not_matter() {
    for seed in 0..cases(20, 2_000) {
        let mut rng = Rng::new(seed);
        let side = 4 + rng.below(8);
        let count = side * side;
        let arcs = roads(&mut rng, side);
        let graph = GraphWorld::new(count, arcs.clone()).graph();
        let mut number: Vec<usize> = (0..count).collect();
        (1..count).for_each(|at| number.swap(at, rng.below(at + 1)));
        let moved = arcs.iter().map(|&(from, to, cost)| (number[from], number[to], cost));
        let moved = GraphWorld::new(count, moved.collect()).graph();
        let twins = arcs.iter().flat_map(|&(from, to, cost)| [(from, to, cost), (to, from, cost)]);
        let even = GraphWorld::new(count, twins.collect()).graph();
        let [plain, moved, even] = [&graph, &moved, &even].map(hierarchy_of);
        let mut scratch = Scratch::new();
        for _ in 0..50 {
            let [from, to] = [rng.below(count), rng.below(count)];
            let cost = plain.distance(from as u32, to as u32, &mut scratch);
            let other = moved.distance(number[from] as u32, number[to] as u32, &mut scratch);
            assert_eq!(cost, other, "seed {seed}: {from} to {to}");
            let there = even.distance(from as u32, to as u32, &mut scratch);
            let back = even.distance(to as u32, from as u32, &mut scratch);
            assert_eq!(there, back, "seed {seed}: {from} to {to}");
        }
    }
}

#[test]
fn builds_are_the_same_again_and_can_be_cancelled() {
    let graph = GraphWorld::new(100, roads(&mut Rng::new(3), 10)).graph();
    assert_eq!(hierarchy_of(&graph), hierarchy_of(&graph));
    let sparse = SparseGraph::of_world(&graph).expect("a small graph");
    let cancelled = Hierarchy::build_with(&sparse, &mut |_| false).unwrap_err().to_string();
    assert_eq!(cancelled, "the build was cancelled");
    let far = Graph::from_arcs(4, &[(0, 1, 1 << 31), (1, 2, 1 << 31), (2, 3, 1 << 31)]);
    let sparse = SparseGraph::of_world(&far.expect("a graph")).expect("a small graph");
    // Nothing leads round, so no shortcut is needed, and a sum may be larger than 32 bits.
    match Hierarchy::build(&sparse) {
        Ok(hierarchy) => {
            let cost = hierarchy.distance(0, 3, &mut Scratch::new());
            assert_eq!(cost, Some(3 << 31));
        }
        Err(error) => assert!(error.to_string().starts_with("a distance is 4294967295")),
    }
    let none = hierarchy_of(&Graph::from_arcs(0, &[]).expect("no places"));
    assert_eq!((none.node_count(), none.bytes()), (0, 4));
}

const TABLES: [&str; 6] = ["shape", "order", "starts", "heads", "costs", "middles"];

#[test]
fn a_saved_hierarchy_comes_back_and_a_forged_one_leads_along_real_arcs_only() {
    for seed in 0..cases(4, 200) {
        let mut rng = Rng::new(seed);
        let mut arcs = roads(&mut rng, 5);
        if seed % 2 == 0 {
            arcs = arcs.iter().flat_map(|&(a, b, cost)| [(a, b, cost), (b, a, cost)]).collect();
        }
        let graph = GraphWorld::new(25, arcs).graph();
        let sparse = SparseGraph::of_world(&graph).expect("a small graph");
        let hierarchy = hierarchy_of(&graph);
        let bytes = hierarchy.save(&sparse);
        assert_eq!(Hierarchy::load(&bytes, &sparse).as_ref(), Ok(&hierarchy), "seed {seed}");
        let other = graph.reweighted(|_, _, cost| cost + 1).expect("small costs");
        let other = SparseGraph::of_world(&other).expect("a small graph");
        let refused = Hierarchy::load(&bytes, &other).unwrap_err().to_string();
        assert_eq!(
            refused,
            "table `shape` is wrong at 0, expected the graph that is given, with the same costs"
        );
        for at in 0..bytes.len() {
            let mut torn = bytes.clone();
            torn[at] ^= 1 << rng.below(8);
            assert!(Hierarchy::load(&torn, &sparse).is_err(), "seed {seed}: byte {at}");
        }
        let container = Container::read(&bytes, *b"hier").expect("a whole file");
        let tables = TABLES.map(|name| container.u32s(name).expect("a table"));
        for (which, table) in tables.iter().enumerate() {
            for at in 0..table.len() {
                let mut forged = tables.clone();
                let old = table[at];
                forged[which][at] =
                    rng.pick(&[0, 1, old.wrapping_add(1), old.wrapping_sub(1), u32::MAX]);
                let mut writer = ContainerWriter::new(*b"hier", container.world());
                for (name, table) in TABLES.into_iter().zip(&forged) {
                    writer.section(name, Numbers::U32(table));
                }
                let Ok(read) = Hierarchy::load(&writer.finish(), &sparse) else { continue };
                let (mut scratch, mut nodes) = (Scratch::new(), Vec::new());
                for _ in 0..20 {
                    let ends = [rng.below(25) as u32, rng.below(25) as u32];
                    if let Some(cost) = read.path(ends[0], ends[1], &mut scratch, &mut nodes) {
                        check_real(&graph, &nodes, ends, cost, &format!("seed {seed}"));
                    }
                }
            }
        }
    }
}

/// A file for a symmetric graph in which the nodes are as important as their numbers are small: of
/// each node from 1 on its more important ends, and the node that its arcs lead over.
fn forged(graph: &SparseGraph, rows: &[(Vec<u32>, u32)], cost: u32) -> Vec<u8> {
    let count = rows.len() as u32 + 1;
    let order = (0..count).collect();
    let (mut starts, mut heads, mut middles) = (vec![0, 0], Vec::new(), Vec::new());
    for (ends, middle) in rows {
        heads.extend(ends);
        middles.resize(heads.len(), *middle);
        starts.push(heads.len() as u32);
    }
    let costs = vec![cost; heads.len()];
    let tables = [vec![count, 1], order, starts, heads, costs, middles];
    let mut writer = ContainerWriter::new(*b"hier", graph.fingerprint());
    for (name, table) in TABLES.into_iter().zip(&tables) {
        writer.section(name, Numbers::U32(table));
    }
    writer.finish()
}

fn both_ways(nodes: usize, arcs: impl Iterator<Item = (usize, usize, u64)>) -> SparseGraph {
    let arcs = arcs.flat_map(|(from, to, cost)| [(from, to, cost), (to, from, cost)]).collect();
    SparseGraph::of_world(&GraphWorld::new(nodes, arcs).graph()).expect("a small graph")
}

#[test]
fn a_forged_hierarchy_whose_ways_would_hardly_end_is_refused() {
    for (nodes, is_good) in [(12, true), (27, false)] {
        let last = nodes - 1;
        let star = both_ways(nodes, (0..last).map(|node| (node, last, 0)));
        // Every arc stands for two of the next node, so each node doubles them.
        let over = |node: u32| if node as usize == last { u32::MAX } else { node + 1 };
        let rows: Vec<_> =
            (1..nodes as u32).map(|node| ((0..node).collect(), over(node))).collect();
        let read = Hierarchy::load(&forged(&star, &rows, 0), &star);
        let refused = read.err().map(|error| error.to_string());
        assert_eq!(refused.is_none(), is_good, "{nodes} nodes: {refused:?}");
        assert!(refused.is_none_or(|text| text.contains("a way of fewer arcs")));
    }
}

#[test]
fn a_forged_hierarchy_in_which_a_climb_costs_too_much_is_refused() {
    for (nodes, is_good) in [(8, true), (10, false)] {
        let chain = both_ways(nodes, (1..nodes).map(|node| (node - 1, node, 1 << 31)));
        let rows: Vec<_> = (1..nodes as u32).map(|node| (vec![node - 1], u32::MAX)).collect();
        let read = Hierarchy::load(&forged(&chain, &rows, 1 << 31), &chain);
        let refused = read.err().map(|error| error.to_string());
        assert_eq!(refused.is_none(), is_good, "{nodes} nodes: {refused:?}");
        assert!(refused.is_none_or(|text| text.contains("a smaller cost")));
    }
}
