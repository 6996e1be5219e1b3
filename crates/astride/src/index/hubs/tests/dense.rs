//! Cores that are labelled without contraction.

use super::*;
use crate::index::hubs::build::build_within;

/// Graphs whose nodes have many neighbours.
fn dense() -> Vec<(&'static str, u32, Arcs)> {
    let mut list = Vec::new();
    for seed in 0..3 {
        list.push(("dense", 90, sparse(seed, 90, 700, 50, true)));
        list.push(("dense ties", 90, sparse(seed, 90, 600, 3, true)));
        list.push(("dense one way", 90, sparse(seed, 90, 1200, 50, false)));
    }
    list
}

#[test]
fn all_pairs_are_as_far_as_dijkstra_says_whatever_is_core() {
    for (name, nodes, arcs) in graphs().into_iter().chain(dense()) {
        for core_degree in [0, 2, 3, 8] {
            for stored in [nodes * 3 / 10, nodes] {
                let labels = built_with_core(nodes, &arcs, core_degree, stored);
                assert_eq!(labels.summary().stored, stored, "{name}");
                check_all_pairs(name, nodes, &arcs, &labels);
            }
        }
    }
}

/// A label keeps a hub exactly if no more important node lies on a path of equal cost.
#[test]
fn no_label_has_a_hub_too_many_or_too_few() {
    for (name, nodes, arcs) in graphs().into_iter().chain(dense()) {
        for core_degree in [0, 2, 8, 1000] {
            let labels = built_with_core(nodes, &arcs, core_degree, nodes);
            let far: Vec<_> = (0..nodes).map(|node| dijkstra(nodes, &arcs, node)).collect();
            let labels = labels.view();
            let dist = |from: u32, to: u32| {
                let order = labels.order;
                far[order[from as usize] as usize][order[to as usize] as usize]
            };
            let direct = |from, to, ranks: u32| {
                let over = |via| dist(from, via).saturating_add(dist(via, to));
                dist(from, to) < u64::MAX && (0..ranks).all(|via| over(via) > dist(from, to))
            };
            for node in 0..nodes {
                let wanted = |back: bool| -> Vec<(u16, u32)> {
                    let way = |hub| if back { (hub, node) } else { (node, hub) };
                    let needed = (0..=node).filter(|&hub| direct(way(hub).0, way(hub).1, hub));
                    needed.map(|hub| (hub as u16, dist(way(hub).0, way(hub).1) as u32)).collect()
                };
                for (back, set) in [(false, &labels.labels_out), (true, labels.labels_back())] {
                    let row = set.row(node as usize);
                    let entries = set.hubs[row.clone()].iter().copied();
                    let found: Vec<_> = entries.zip(set.dists[row].iter().copied()).collect();
                    assert_eq!(found, wanted(back), "{name}: {node}, core from {core_degree}");
                }
            }
        }
    }
}

#[test]
fn dense_graphs_are_cores_and_sparse_ones_are_not() {
    let contracted = |nodes, arcs: &Arcs| {
        let graph = SparseGraph::from_arcs(nodes, arcs).unwrap();
        let mut rounds = 0;
        HubLabels::build_with(&graph, &HubOptions::default(), &mut |progress| {
            rounds += u32::from(progress.stage == Stage::Contract);
            true
        })
        .unwrap();
        rounds > 0
    };
    assert!(!contracted(90, &sparse(1, 90, 700, 50, true)));
    assert!(contracted(90, &grid(1, 9, 20, false)));
}

#[test]
fn nodes_below_a_core_fit_the_budget_or_climb() {
    let mut arcs = sparse(1, 60, 600, 50, true);
    arcs.extend(grid(5, 20, 25, false).iter().map(|&(a, b, cost)| (a + 60, b + 60, cost)));
    arcs.extend((0..60).flat_map(|node| [(node, node * 5 + 70, 9), (node * 5 + 70, node, 9)]));
    let graph = SparseGraph::from_arcs(460, &arcs).unwrap();
    let build = |bytes| {
        let options = HubOptions { core_degree: 5, ..HubOptions::default() }.bytes(bytes);
        build_within(&graph, &options, &mut |_| true)
    };
    let all = build(usize::MAX).unwrap().summary();
    assert_eq!(all.stored, 460);
    let (mut refused, mut climbing) = (0, 0);
    for part in 1..20 {
        let budget = all.bytes * part / 20;
        match build(budget) {
            Ok(labels) => {
                let stored = labels.summary().stored;
                assert!(refused < part && (60..460).contains(&stored), "{stored} of {budget}");
                climbing += 1;
                check_all_pairs("core and below", 460, &arcs, &labels);
            }
            Err(error) => {
                assert!(matches!(error, BuildError::TooLarge { bytes, .. } if bytes == budget));
                assert_eq!(climbing, 0, "a smaller budget was enough");
                refused = part;
                // If contracted completely, it can do with fewer labels.
                let options = HubOptions { core_degree: 5, ..HubOptions::default() }.bytes(budget);
                let labels = HubLabels::build(&graph, &options).unwrap();
                check_all_pairs("contracted after all", 460, &arcs, &labels);
            }
        }
    }
    assert!(refused > 0 && climbing > 2, "{refused} refused, {climbing} climbing");
}

#[test]
fn a_core_of_too_many_nodes_is_refused_before_it_is_weighed() {
    let arcs = sparse(1, 70_000, 350_000, 1000, true);
    let graph = SparseGraph::from_arcs(70_000, &arcs).unwrap();
    let options = HubOptions::default().bytes(2_000_000);
    let refused = build_within(&graph, &options, &mut |_| panic!("no work to tell of"));
    assert!(matches!(refused, Err(BuildError::TooLarge { .. })), "{refused:?}");
}

#[test]
fn a_distance_beyond_32_bits_in_a_core_is_refused() {
    let far = SparseGraph::MAX_COST;
    let arcs: Arcs = (0..4).flat_map(|n| [(n, n + 1, far), (n + 1, n, far)]).collect();
    let graph = SparseGraph::from_arcs(5, &arcs).unwrap();
    let options = HubOptions { core_degree: 0, ..HubOptions::default() };
    let refused = HubLabels::build(&graph, &options);
    assert_eq!(refused, Err(BuildError::TooFar));
}
