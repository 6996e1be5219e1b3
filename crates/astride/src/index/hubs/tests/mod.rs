//! Hub labels against Dijkstra's search on the same arcs.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::*;
use crate::base::Table;
use crate::search::Scratch;

mod dense;
mod parts;

/// A linear congruential generator; good enough to draw graphs.
struct Draws(u64);

impl Draws {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(bound)) as u32
    }
}

type Arcs = Vec<(u32, u32, u32)>;

/// Distances from `source` over the plain list of arcs.
fn dijkstra(nodes: u32, arcs: &Arcs, source: u32) -> Vec<u64> {
    let mut rows = vec![Vec::new(); nodes as usize];
    for &(from, to, cost) in arcs {
        rows[from as usize].push((to, cost));
    }
    let mut dist = vec![u64::MAX; nodes as usize];
    let mut open = BinaryHeap::from([Reverse((0, source))]);
    dist[source as usize] = 0;
    while let Some(Reverse((cost, node))) = open.pop() {
        if cost > dist[node as usize] {
            continue;
        }
        for &(to, step) in &rows[node as usize] {
            let next = cost + u64::from(step);
            if next < dist[to as usize] {
                dist[to as usize] = next;
                open.push(Reverse((next, to)));
            }
        }
    }
    dist
}

fn sparse(seed: u64, nodes: u32, arcs: u32, costs: u32, both: bool) -> Arcs {
    let mut draws = Draws(seed);
    let mut list = Vec::new();
    for _ in 0..arcs {
        let (from, to) = (draws.below(nodes), draws.below(nodes));
        let cost = 1 + draws.below(costs);
        list.push((from, to, cost));
        if both {
            list.push((to, from, cost));
        }
    }
    list
}

/// A grid with holes; with `slopes`, a step costs more in one direction than in the other.
fn grid(seed: u64, side: u32, holes: u32, slopes: bool) -> Arcs {
    let mut draws = Draws(seed);
    let open: Vec<bool> = (0..side * side).map(|_| draws.below(100) >= holes).collect();
    let mut list = Vec::new();
    for from in 0..side * side {
        let (x, y) = (from % side, from / side);
        for to in [(x + 1 < side).then(|| from + 1), (y + 1 < side).then(|| from + side)] {
            let Some(to) = to.filter(|&to| open[from as usize] && open[to as usize]) else {
                continue;
            };
            let (there, back) =
                if slopes { (1 + draws.below(4), 1 + draws.below(4)) } else { (3, 3) };
            list.extend([(from, to, there), (to, from, back)]);
        }
    }
    list
}

fn graphs() -> Vec<(&'static str, u32, Arcs)> {
    let mut list = vec![("no node", 0, vec![]), ("one node", 1, vec![]), ("no arc", 5, vec![])];
    for seed in 0..6 {
        list.push(("sparse", 40, sparse(seed, 40, 60, 20, true)));
        list.push(("ties", 40, sparse(seed, 40, 80, 2, true)));
        list.push(("pieces", 60, sparse(seed, 60, 30, 9, true)));
        list.push(("one way", 40, sparse(seed, 40, 120, 20, false)));
        list.push(("grid", 64, grid(seed, 8, 20, false)));
        list.push(("slopes", 64, grid(seed, 8, 20, true)));
    }
    list.push(("large grid", 400, grid(1, 20, 30, false)));
    list.push(("large slopes", 400, grid(1, 20, 30, true)));
    list
}

fn built(nodes: u32, arcs: &Arcs, stored: u32) -> HubLabels {
    let graph = SparseGraph::from_arcs(nodes, arcs).unwrap();
    let options = HubOptions::default().most_stored(stored);
    HubLabels::build(&graph, &options).unwrap()
}

/// An index whose core consists of all nodes that remain when they have this many neighbours on
/// average.
fn built_with_core(nodes: u32, arcs: &Arcs, core_degree: usize, stored: u32) -> HubLabels {
    let graph = SparseGraph::from_arcs(nodes, arcs).unwrap();
    let options = HubOptions { core_degree, ..HubOptions::default() }.most_stored(stored);
    HubLabels::build(&graph, &options).unwrap()
}

impl HubLabels {
    fn view(&self) -> store::View<'_> {
        match &self.0 {
            Form::Narrow(tables) => tables.view(),
            Form::Wide(_) => panic!("these labels are in the other form"),
        }
    }
}

/// Labels of all nodes beside a hierarchy, which larger graphs have.
fn built_wide(nodes: u32, arcs: &Arcs) -> HubLabels {
    let graph = SparseGraph::from_arcs(nodes, arcs).unwrap();
    let wide = Wide::build(&graph, &HubOptions::default(), &mut |_| true);
    HubLabels(Form::Wide(wide.unwrap()))
}

/// The same arcs at costs so high that a distance takes a word of its own.
fn far(arcs: &Arcs) -> Arcs {
    arcs.iter().map(|&(from, to, cost)| (from, to, cost << 22)).collect()
}

/// The cost of a path, with each step by its cheapest arc.
fn walk(arcs: &Arcs, nodes: &[u32]) -> u64 {
    let step = |pair: &[u32]| {
        let between = arcs.iter().filter(|&&(from, to, _)| [from, to] == pair);
        u64::from(between.map(|&(.., cost)| cost).min().expect("an arc between neighbours"))
    };
    nodes.windows(2).map(step).sum()
}

fn check_all_pairs(name: &str, nodes: u32, arcs: &Arcs, labels: &HubLabels) {
    let (mut scratch, mut path) = (Scratch::new(), Vec::new());
    let mut steps = vec![u64::MAX; (nodes * nodes) as usize];
    for &(from, to, cost) in arcs {
        let step = &mut steps[(from * nodes + to) as usize];
        *step = (*step).min(u64::from(cost));
    }
    let step = |pair: &[u32]| steps[(pair[0] * nodes + pair[1]) as usize];
    for source in 0..nodes {
        let expected = dijkstra(nodes, arcs, source);
        for target in 0..nodes {
            let meeting = labels.distance(&[(source, 7)], &[(target, 5)], &mut scratch);
            let total = meeting.map_or(u64::MAX, |meeting| meeting.total - 12);
            assert_eq!(total, expected[target as usize], "{name}: {source} to {target}");
            if let Some(meeting) = meeting {
                labels.unpack(&meeting, &mut scratch, &mut path);
                assert_eq!((path.first(), path.last()), (Some(&source), Some(&target)), "{name}");
                let walked = path.windows(2).map(step).fold(0, u64::saturating_add);
                assert_eq!(walked, total, "{name}: {path:?}");
            }
        }
    }
}

#[test]
fn all_pairs_are_as_far_as_dijkstra_says_however_much_is_stored() {
    for (name, nodes, arcs) in graphs() {
        for stored in [0, nodes * 3 / 10, nodes] {
            let labels = built(nodes, &arcs, stored);
            assert_eq!(labels.summary().stored, stored, "{name}");
            check_all_pairs(name, nodes, &arcs, &labels);
        }
        for arcs in [far(&arcs), arcs] {
            let labels = built_wide(nodes, &arcs);
            assert_eq!(labels.summary().stored, nodes, "{name}");
            check_all_pairs(name, nodes, &arcs, &labels);
        }
    }
}

#[test]
fn both_forms_have_the_same_hubs() {
    for (name, nodes, arcs) in graphs() {
        let graph = SparseGraph::from_arcs(nodes, &arcs).unwrap();
        let options = HubOptions::default().without_core();
        let narrow = build::build_within(&graph, &options, &mut |_| true).unwrap();
        let wide = built_wide(nodes, &arcs);
        assert_eq!(narrow.summary().entries, wide.summary().entries, "{name}");
        let all: Vec<u32> = (0..nodes).collect();
        let mut scratch = Scratch::new();
        let matrix = wide.matrix(&all, &all, &mut scratch);
        assert_eq!(matrix, narrow.matrix(&all, &all, &mut scratch), "{name}");
        assert_eq!(matrix, built(nodes, &arcs, nodes / 3).matrix(&all, &all, &mut scratch));
        for (source, row) in (0..).zip(matrix) {
            assert_eq!(row, dijkstra(nodes, &arcs, source), "{name}");
        }
    }
}

#[test]
fn wide_labels_within_too_few_bytes_are_refused() {
    let arcs = grid(1, 12, 10, true);
    let graph = SparseGraph::from_arcs(144, &arcs).unwrap();
    let bytes = built_wide(144, &arcs).summary().bytes;
    for (most, fits) in [(bytes, true), (bytes - 1, false), (0, false)] {
        let built = Wide::build(&graph, &HubOptions::default().bytes(most), &mut |_| true);
        let refused = |error| matches!(error, BuildError::TooLarge { bytes, .. } if bytes == most);
        assert!(built.map_or_else(refused, |_| fits), "{most}");
    }
    let options = HubOptions::default().work(5_000);
    let built = Wide::build(&graph, &options, &mut |_| true);
    assert!(matches!(built, Err(BuildError::TooDense { work: 5_000, .. })), "{built:?}");
    let line: Arcs = (0..40).map(|node| (node, node + 1, 1 << 31)).collect();
    let far = SparseGraph::from_arcs(41, &line).unwrap();
    let built = Wide::build(&far, &HubOptions::default(), &mut |_| true);
    assert_eq!(built.unwrap_err(), BuildError::TooFar);
}

#[test]
fn many_sources_and_targets_give_the_best_pair() {
    for (name, nodes, arcs) in graphs().into_iter().filter(|graph| graph.1 > 1) {
        let distances: Vec<_> = (0..nodes).map(|source| dijkstra(nodes, &arcs, source)).collect();
        let mut draws = Draws(u64::from(nodes));
        let mut scratch = Scratch::new();
        for stored in [0, nodes / 3, nodes] {
            let labels = built(nodes, &arcs, stored);
            for _ in 0..50 {
                let mut list = || -> Vec<_> {
                    let count = draws.below(5);
                    (0..count).map(|_| (draws.below(nodes), draws.below(30))).collect()
                };
                let (from, to) = (list(), list());
                let pairs = from.iter().flat_map(|s| to.iter().map(move |t| (*s, *t)));
                let sum = |((source, there), (target, rest)): ((u32, u32), (u32, u32))| {
                    let between = distances[source as usize][target as usize];
                    between.saturating_add(u64::from(there + rest))
                };
                let expected = pairs.map(sum).min().filter(|&total| total < u64::MAX);
                let meeting = labels.distance(&from, &to, &mut scratch);
                assert_eq!(meeting.map(|meeting| meeting.total), expected, "{name}");
                let Some(meeting) = meeting else { continue };
                let (source, target) = (from[meeting.source as usize], to[meeting.target as usize]);
                assert_eq!(sum((source, target)), meeting.total, "{name}");
                let mut path = Vec::new();
                labels.unpack(&meeting, &mut scratch, &mut path);
                let ends = (path.first().copied(), path.last().copied());
                assert_eq!(ends, (Some(source.0), Some(target.0)), "{name}");
                let total = walk(&arcs, &path) + u64::from(source.1 + target.1);
                assert_eq!(total, meeting.total, "{name}");
            }
        }
    }
}

#[test]
fn bounds_that_are_no_guess_too_high_change_no_total() {
    for (name, nodes, arcs) in graphs().into_iter().filter(|graph| graph.1 > 1) {
        let labels = built(nodes, &arcs, nodes);
        let distances: Vec<_> = (0..nodes).map(|source| dijkstra(nodes, &arcs, source)).collect();
        let (mut draws, mut scratch) = (Draws(3), Scratch::new());
        for _ in 0..30 {
            let mut list =
                || -> Vec<_> { (0..12).map(|_| (draws.below(nodes), draws.below(30))).collect() };
            let (from, to) = (list(), list());
            let between = |s: (u32, u32), t: (u32, u32)| {
                let between = distances[s.0 as usize][t.0 as usize];
                between.saturating_add(u64::from(s.1 + t.1))
            };
            let mut access = |(node, cost), least: u64| {
                let slack = u64::from(draws.below(3)) * 4;
                Access { node, cost, least: least.saturating_sub(slack) }
            };
            let sources: Vec<_> = from
                .iter()
                .map(|&s| access(s, to.iter().map(|&t| between(s, t)).min().unwrap()))
                .collect();
            let targets: Vec<_> = to
                .iter()
                .map(|&t| access(t, from.iter().map(|&s| between(s, t)).min().unwrap()))
                .collect();
            let plain = labels.distance(&from, &to, &mut scratch).map(|meeting| meeting.total);
            let bound = labels.distance(&sources, &targets, &mut scratch);
            assert_eq!(bound.map(|meeting| meeting.total), plain, "{name}");
        }
    }
}

#[test]
fn the_index_fits_its_budget_where_it_can() {
    let arcs = grid(5, 30, 25, false);
    let graph = SparseGraph::from_arcs(900, &arcs).unwrap();
    let build = |bytes| {
        let options = HubOptions::default().bytes(bytes);
        HubLabels::build(&graph, &options).unwrap().summary()
    };
    let (least, all) = (build(0), build(usize::MAX));
    assert_eq!(all.stored, 900);
    for tenth in 1..10 {
        let budget = least.bytes + (all.bytes - least.bytes) * tenth / 10;
        let summary = build(budget);
        assert!(summary.bytes <= budget, "{} of {budget}", summary.bytes);
        assert!(summary.stored >= least.stored && summary.stored < 900);
    }
}

#[test]
fn a_build_can_be_cancelled_at_every_step() {
    let graph = SparseGraph::from_arcs(64, &grid(1, 8, 20, true)).unwrap();
    let mut steps = 0;
    HubLabels::build_with(&graph, &HubOptions::default(), &mut |_| {
        steps += 1;
        true
    })
    .unwrap();
    for stop in 0..steps {
        let mut step = 0;
        let cancelled = HubLabels::build_with(&graph, &HubOptions::default(), &mut |progress| {
            assert!(progress.done <= progress.total);
            step += 1;
            step <= stop
        });
        assert_eq!(cancelled, Err(BuildError::Cancelled));
    }
}

#[test]
fn a_dense_graph_is_refused() {
    let mut draws = Draws(1);
    let mut arcs = Vec::new();
    for (from, to) in (0..120).flat_map(|from| (0..120).map(move |to| (from, to))) {
        arcs.push((from, to, 1000 + draws.below(1000)));
    }
    let graph = SparseGraph::from_arcs(120, &arcs).unwrap();
    let refused = HubLabels::build(&graph, &HubOptions::default().work(100_000));
    assert!(matches!(refused, Err(BuildError::TooDense { nodes_left: 120, .. })), "{refused:?}");
}

#[test]
fn labels_that_take_too_much_work_are_refused() {
    let arcs: Arcs = (0..2000).flat_map(|n| [(n, n + 1, 1), (n + 1, n, 1)]).collect();
    let graph = SparseGraph::from_arcs(2001, &arcs).unwrap();
    let build = |work| HubLabels::build(&graph, &HubOptions::default().work(work));
    let enough = (0..40).map(|power| 1_u64 << power).find(|&work| build(work).is_ok()).unwrap();
    let refused = build(enough / 2).unwrap_err();
    assert!(matches!(refused, BuildError::TooDense { nodes_left, .. } if nodes_left < 2001));
}

#[test]
fn a_distance_beyond_32_bits_is_refused() {
    let far = SparseGraph::MAX_COST;
    let arcs: Arcs = (0..40).flat_map(|n| [(n, n + 1, far), (n + 1, n, far)]).collect();
    let graph = SparseGraph::from_arcs(41, &arcs).unwrap();
    for stored in [0, 41] {
        let options = HubOptions::default().most_stored(stored);
        let refused = HubLabels::build(&graph, &options);
        assert_eq!(refused, Err(BuildError::TooFar));
    }
    let one = built(2, &vec![(0, 1, far)], 2);
    let meeting = one.distance(&[(0, u32::MAX)], &[(1, u32::MAX)], &mut Scratch::new());
    assert_eq!(meeting.unwrap().total, u64::from(far) + 2 * u64::from(u32::MAX));
}

#[test]
fn a_scratch_serves_many_indexes_and_old_questions_leave_nothing_behind() {
    let mut scratch = Scratch::new();
    let grid = built(64, &grid(1, 8, 20, false), 20);
    let pieces = built(60, &sparse(1, 60, 30, 9, true), 60);
    for node in 0..60 {
        for labels in [&grid, &pieces] {
            let used = labels.distance(&[(node, 1)], &[(59 - node, 2)], &mut scratch);
            let fresh = labels.distance(&[(node, 1)], &[(59 - node, 2)], &mut Scratch::new());
            assert_eq!(used, fresh);
        }
    }
}

#[test]
fn more_sources_than_the_table_can_tell_apart_are_told_apart() {
    let arcs = grid(2, 9, 15, true);
    let mut scratch = Scratch::new();
    for stored in [30, 81] {
        let labels = built(81, &arcs, stored);
        for target in 0..81 {
            let mut sources = vec![(80 - target, 1000); 5000];
            sources.push((80 - target, 999));
            let Some(meeting) = labels.distance(&sources, &[(target, 0)], &mut scratch) else {
                continue;
            };
            assert_eq!(meeting.source, 5000);
            let alone = labels.distance(&sources[5000..], &[(target, 0)], &mut scratch).unwrap();
            assert_eq!(meeting.total, alone.total);
        }
    }
}

/// A digest of the tables of some indexes.
fn digest() -> u64 {
    let mut digest = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |number: u32| digest = (digest ^ u64::from(number)).wrapping_mul(0x100_0000_01b3);
    for labels in [
        built(900, &grid(5, 30, 25, false), 400),
        built(400, &grid(6, 20, 25, true), 400),
        built(300, &sparse(7, 300, 2000, 50, true), 300),
        built(300, &sparse(8, 300, 3000, 50, false), 300),
    ] {
        for (_, table) in labels.tables() {
            match table {
                Table::U16(numbers) => numbers.iter().for_each(|&number| add(u32::from(number))),
                Table::U32(numbers) => numbers.iter().for_each(|&number| add(number)),
                other => panic!("{other:?} in an index"),
            }
        }
    }
    digest
}

/// The digest is the same with and without the feature `parallel`: the tables do not depend on it.
#[test]
fn the_tables_are_pinned() {
    assert_eq!(digest(), PINNED);
}

const PINNED: u64 = 12_119_362_799_398_148_938;

#[cfg(feature = "parallel")]
#[test]
fn the_tables_do_not_depend_on_the_number_of_threads() {
    for threads in [1, 2, 3, 8] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        assert_eq!(pool.install(digest), PINNED, "{threads} threads");
    }
}
