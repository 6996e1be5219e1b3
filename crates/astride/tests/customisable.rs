//! Customisable hierarchies: against Dijkstra's search for one set of costs after the other, and
//! after every change against a customisation from scratch.

use astride::base::{ContainerWriter, Cost, Numbers};
use astride::index::customisable::{CustomiseError, Customised, Skeleton};
use astride::index::hubs::SparseGraph;
use astride::io::{RoadRow, read_graph, read_road_queries};
use astride::search::Scratch;
use astride::shapes::graph::Graph;
use astride_testkit::data::{data_dir, repository_root, skip};
use astride_testkit::fuzz::sealed;
use astride_testkit::graph::random_arcs;
use astride_testkit::reference;
use astride_testkit::rng::Rng;
use astride_testkit::tally::is_slow_run;
use flate2::read::MultiGzDecoder;
use std::io::Read;
use std::path::Path;

type Arcs = Vec<(usize, usize, u64)>;

fn sparse(count: usize, arcs: &Arcs) -> SparseGraph {
    let arcs: Vec<_> = arcs.iter().map(|&(f, t, cost)| (f as u32, t as u32, cost as u32)).collect();
    let graph = Graph::from_arcs(count as u32, &arcs).expect("a small graph");
    SparseGraph::of_world(&graph).expect("a small graph")
}

/// Checks all ways from a node, step by step.
fn check(roads: &Customised<'_>, count: usize, arcs: &Arcs, from: usize, place: &str) {
    let graph = sparse(count, arcs);
    let step = |pair: &[u32]| {
        let arc = graph.arcs(pair[0]).find(|arc| arc.0 == pair[1]);
        Cost::from(arc.unwrap_or_else(|| panic!("{place}: no arc {pair:?}")).1)
    };
    let (mut scratch, mut nodes) = (Scratch::new(), Vec::new());
    for (to, least) in reference::dijkstra(count, arcs, &[from]).into_iter().enumerate() {
        let place = format!("{place}: {from} to {to}");
        let ends = [from, to].map(|node| node as u32);
        assert_eq!(roads.distance(ends[0], ends[1], &mut scratch), least, "{place}");
        assert_eq!(roads.path(ends[0], ends[1], &mut scratch, &mut nodes), least, "{place}");
        if let Some(least) = least {
            assert_eq!((nodes[0], nodes[nodes.len() - 1]), (ends[0], ends[1]), "{place}");
            assert_eq!(nodes.windows(2).map(step).sum::<Cost>(), least, "{place}");
            let mut once = nodes.clone();
            once.sort_unstable();
            once.dedup();
            assert_eq!(once.len(), nodes.len(), "{place}: {nodes:?}");
        }
    }
}

/// Roads on a lattice, most of them both ways, now and then for nothing.
fn lattice(rng: &mut Rng, side: usize) -> Arcs {
    let mut arcs = Vec::new();
    for at in 0..side * side {
        for other in [at + 1, at + side, at + side + 1] {
            if other < side * side && rng.percent(70) {
                arcs.push((at, other, rng.pick(&[0, 1, 2, 3, 50, 1000])));
                if rng.percent(80) {
                    arcs.push((other, at, rng.pick(&[0, 1, 2, 3, 50, 1000])));
                }
            }
        }
    }
    arcs
}

#[test]
fn every_customisation_and_every_change_gives_the_distances_of_dijkstra() {
    for seed in 0..if is_slow_run() { 4000 } else { 60 } {
        let mut rng = Rng::new(seed);
        let (count, mut arcs) = if rng.percent(50) {
            let count = 1 + rng.below(20);
            let mut arcs = random_arcs(&mut rng, count);
            // No way must be too long to be kept.
            arcs.iter_mut().for_each(|arc| arc.2 = arc.2.min(1 << 20));
            (count, arcs)
        } else {
            let side = 3 + rng.below(9);
            (side * side, lattice(&mut rng, side))
        };
        let built = Skeleton::build(&sparse(count, &arcs));
        let skeleton = Skeleton::load(&built.save()).expect("what was saved");
        assert!(skeleton == built, "seed {seed}");
        for round in 0..3 {
            let mut roads = skeleton.customise(&sparse(count, &arcs)).expect("the same arcs");
            check(&roads, count, &arcs, rng.below(count), &format!("seed {seed}, round {round}"));
            // A few other costs, as a change and from scratch.
            let mut changes = Vec::new();
            for _ in 0..rng.below(5).min(arcs.len()) {
                let (from, to, _) = rng.pick(&arcs);
                let cost = rng.pick(&[0, 1, 7, 900]);
                arcs.iter_mut()
                    .filter(|arc| (arc.0, arc.1) == (from, to))
                    .for_each(|arc| arc.2 = cost);
                changes.push((from as u32, to as u32, cost as u32));
            }
            roads.update(&changes).expect("arcs of the graph");
            let fresh = skeleton.customise(&sparse(count, &arcs)).expect("the same arcs");
            assert!(roads == fresh, "seed {seed}, round {round}: {changes:?}");
            check(&roads, count, &arcs, rng.below(count), &format!("seed {seed}, changed"));
            // All costs are others, and some arcs are gone.
            arcs.iter_mut().for_each(|arc| arc.2 = rng.pick(&[1, 2, 3, 4, 500]));
            arcs.retain(|_| rng.percent(95));
        }
    }
}

/// The rows of a network, and its graph.
fn network(folder: &Path, name: &str) -> Option<(Graph, Vec<RoadRow>)> {
    let bytes = |name: String| {
        std::fs::read(folder.join(&name)).ok().or_else(|| {
            let packed = std::fs::File::open(folder.join(format!("{name}.gz"))).ok()?;
            let mut bytes = Vec::new();
            MultiGzDecoder::new(packed).read_to_end(&mut bytes).ok()?;
            Some(bytes)
        })
    };
    let graph = read_graph(&bytes(format!("{name}.gr"))?).expect("a graph");
    Some((graph, read_road_queries(&bytes(format!("{name}.queries.txt"))?).expect("questions")))
}

fn check_rows(roads: &Customised<'_>, graph: &Graph, rows: &[RoadRow], name: &str) {
    let mut scratch = Scratch::new();
    for row in rows {
        let ends = [row.start, row.goal].map(|place| graph.node(place).expect("a place").get());
        assert_eq!(roads.distance(ends[0], ends[1], &mut scratch), row.cost, "{name}: {row:?}");
    }
}

#[test]
fn one_skeleton_meets_recorded_times_and_lengths() {
    let folders =
        [Some(repository_root().join("data/road")), data_dir().map(|d| d.join("road/osm"))];
    for (folder, place) in folders.into_iter().zip(["monaco", "andorra"]) {
        let read = |what: &str| network(folder.as_deref()?, &format!("{place}.{what}"));
        let (Some(time), Some(length)) = (read("time"), read("dist")) else {
            skip(&format!("one_skeleton_meets_recorded_times_and_lengths: no {place}"));
            continue;
        };
        let of = |graph: &Graph| SparseGraph::of_world(graph).expect("a small graph");
        let skeleton = Skeleton::build(&of(&time.0));
        for (graph, rows) in [&time, &length, &time] {
            let roads = skeleton.customise(&of(graph)).expect("the same roads");
            check_rows(&roads, graph, rows, place);
        }
    }
    let folder = data_dir().map(|folder| folder.join("road/fast_paths"));
    match folder.and_then(|folder| network(&folder, "bremen_time")) {
        Some((graph, rows)) => {
            let sparse = SparseGraph::of_world(&graph).expect("a small graph");
            let skeleton = Skeleton::build(&sparse);
            // A good order: few arcs, and short climbs.
            assert!(skeleton.arc_count() < 2 * sparse.arc_count(), "{}", skeleton.arc_count());
            let climbs = (0..skeleton.node_count()).map(|node| skeleton.climb(node)).max();
            assert!(climbs < Some(3_000), "{climbs:?}");
            let roads = skeleton.customise(&sparse).expect("the same roads");
            check_rows(&roads, &graph, &rows, "bremen");
        }
        None => skip("one_skeleton_meets_recorded_times_and_lengths: no bremen"),
    }
}

#[test]
fn a_skeleton_that_was_changed_is_refused_and_a_forged_one_gives_cheapest_paths() {
    for seed in 0..if is_slow_run() { 400 } else { 10 } {
        let mut rng = Rng::new(seed);
        let arcs = lattice(&mut rng, 4);
        let graph = sparse(16, &arcs);
        let bytes = Skeleton::build(&graph).save();
        for at in 0..bytes.len() {
            let mut torn = bytes.clone();
            torn[at] ^= 1 << rng.below(8);
            assert!(Skeleton::load(&torn).is_err(), "seed {seed}: byte {at}");
            assert!(Skeleton::load(&bytes[..at]).is_err(), "seed {seed}: cut at {at}");
            let Ok(forged) = Skeleton::load(&sealed(torn)) else { continue };
            // It may lack arcs of the graph, which is found when it gets costs.
            let Ok(roads) = forged.customise(&graph) else { continue };
            check(&roads, 16, &arcs, rng.below(16), &format!("seed {seed}: forged at {at}"));
        }
        let mut order: Vec<u32> = (0..16).collect();
        (1..16).for_each(|at| order.swap(at, rng.below(at + 1)));
        let forged = Skeleton::load(&complete(&order)).expect("a contraction in another order");
        let roads = forged.customise(&graph).expect("all arcs are there");
        check(&roads, 16, &arcs, rng.below(16), &format!("seed {seed}: {order:?}"));
    }
}

/// A file of a skeleton in which each node has arcs to all nodes after it.
fn complete(order: &[u32]) -> Vec<u8> {
    let nodes = order.len() as u32;
    let heads: Vec<u32> = (0..nodes).flat_map(|low| low + 1..nodes).collect();
    let starts: Vec<u32> = (0..=nodes).map(|at| (0..at).map(|low| nodes - 1 - low).sum()).collect();
    let mut file = ContainerWriter::new(*b"skel", 0);
    for (name, table) in [("order", order), ("starts", &starts[..]), ("heads", &heads[..])] {
        file.section(name, Numbers::U32(table));
    }
    file.finish()
}

#[test]
fn what_a_skeleton_cannot_have_is_refused_and_changes_nothing() {
    let graph = |arcs: &[(u32, u32, u32)]| {
        SparseGraph::of_world(&Graph::from_arcs(3, arcs).expect("a graph")).expect("a graph")
    };
    let (far, few) = (1 << 30, graph(&[(0, 1, 1), (1, 2, 1)]));
    let skeleton = Skeleton::build(&few);
    assert!(Skeleton::build_with(&few, &mut |_| false).is_none());
    let refused = |graph: &SparseGraph| skeleton.customise(graph).expect_err("a refusal");
    let other = SparseGraph::from_arcs(2, &[]).expect("a graph");
    assert_eq!(refused(&other), CustomiseError::Nodes { found: 2, expected: 3 });
    assert_eq!(refused(&graph(&[(0, 2, 1)])), CustomiseError::NoSuchArc { from: 0, to: 2 });
    assert_eq!(refused(&graph(&[(0, 1, 1 << 31)])), CustomiseError::TooFar);
    let mut roads = skeleton.customise(&few).expect("the same arcs");
    let before = roads.clone();
    for (changes, error) in [
        (vec![(0, 1, 5), (2, 0, 1)], CustomiseError::NoSuchArc { from: 2, to: 0 }),
        (vec![(0, 1, 5), (9, 0, 1)], CustomiseError::NoSuchArc { from: 9, to: 0 }),
        (vec![(0, 1, 5), (1, 2, u32::MAX)], CustomiseError::TooFar),
    ] {
        assert_eq!(roads.update(&changes), Err(error), "{changes:?}");
        assert!(roads == before);
    }
    // Nobody drives from a place to itself, and a way of two long arcs is too long if one arc has
    // to stand for it.
    let followed = roads.update(&[(1, 1, 5), (0, 1, far), (1, 0, far)]).expect("not too far");
    assert_eq!((followed.touched, followed.rebuilt), (2, false), "loops are never needed");
    let ring = graph(&[(0, 1, far), (1, 2, far), (2, 0, far)]);
    let skeleton = Skeleton::build(&ring);
    assert_eq!(skeleton.customise(&ring), Err(CustomiseError::TooFar));
    // One long arc among short ones is none too long.
    let long = skeleton.customise(&graph(&[(0, 1, far), (1, 2, 1), (2, 0, 1)]));
    let cost = long.expect("short ways").distance(0, 2, &mut Scratch::new());
    assert_eq!(cost, Some(u64::from(far) + 1));
    let mut roads = skeleton.customise(&graph(&[])).expect("no arc at all");
    let before = roads.clone();
    assert_eq!(roads.update(&[(0, 1, far), (1, 2, far), (2, 0, far)]), Err(CustomiseError::TooFar));
    assert!(roads == before);
    let none = SparseGraph::from_arcs(0, &[]).expect("a graph");
    assert_eq!(Skeleton::build(&none).node_count(), 0);
}
