//! Textbook solvers on explicit arc lists.
//!
//! Nodes are `0..n`; a distance of `None` means unreachable. All solvers panic if an arc names a
//! node outside `0..n` or if a sum does not fit in 64 bits.

use crate::world::Arc;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};

/// Distances from `source` to every node, by the Bellman–Ford algorithm.
///
/// # Complexity
///
/// O(V·E) time, less if distances settle early.
pub fn bellman_ford(n: usize, arcs: &[Arc], source: usize) -> Vec<Option<u64>> {
    let mut distance = vec![None; n];
    distance[source] = Some(0);
    loop {
        let mut changed = false;
        for &(from, to, cost) in arcs {
            if let Some(before) = distance[from] {
                let candidate: u64 = add(before, cost);
                if distance[to].is_none_or(|known| candidate < known) {
                    distance[to] = Some(candidate);
                    changed = true;
                }
            }
        }
        if !changed {
            return distance;
        }
    }
}

/// `distance[from][to]` for every pair, by the Floyd–Warshall algorithm.
///
/// # Complexity
///
/// O(V³) time, O(V²) memory.
pub fn all_pairs(n: usize, arcs: &[Arc]) -> Vec<Vec<Option<u64>>> {
    let mut distance = vec![vec![None; n]; n];
    for (node, row) in distance.iter_mut().enumerate() {
        row[node] = Some(0);
    }
    for &(from, to, cost) in arcs {
        if distance[from][to].is_none_or(|known| cost < known) {
            distance[from][to] = Some(cost);
        }
    }
    for middle in 0..n {
        for from in 0..n {
            for to in 0..n {
                let (Some(first), Some(second)) = (distance[from][middle], distance[middle][to])
                else {
                    continue;
                };
                let candidate = add(first, second);
                if distance[from][to].is_none_or(|known| candidate < known) {
                    distance[from][to] = Some(candidate);
                }
            }
        }
    }
    distance
}

/// Distances from the nearest of `sources` to every node, by Dijkstra's algorithm.
///
/// # Complexity
///
/// O((V + E) log E) time.
pub fn dijkstra(n: usize, arcs: &[Arc], sources: &[usize]) -> Vec<Option<u64>> {
    let outgoing = outgoing(n, arcs);
    let mut distance = vec![None; n];
    let mut open = BinaryHeap::new();
    for &source in sources {
        open.push(Reverse((0, source)));
    }
    while let Some(Reverse((g, node))) = open.pop() {
        if distance[node].is_some() {
            continue;
        }
        distance[node] = Some(g);
        for &(to, cost) in &outgoing[node] {
            if distance[to].is_none() {
                open.push(Reverse((add(g, cost), to)));
            }
        }
    }
    distance
}

/// A cheapest path as `(cost, nodes)`, including both ends, or `None` if there is none.
///
/// Ties between equally cheap paths are broken by the order of the arc list, from the goal
/// backward.
pub fn cheapest_path(
    n: usize,
    arcs: &[Arc],
    start: usize,
    goal: usize,
) -> Option<(u64, Vec<usize>)> {
    let distance = dijkstra(n, arcs, &[start]);
    let cost = distance[goal]?;
    let mut backward = vec![Vec::new(); n];
    for &(from, to, arc) in arcs {
        if let (Some(before), Some(after)) = (distance[from], distance[to])
            && add(before, arc) == after
        {
            backward[to].push(from);
        }
    }
    // Breadth first over arcs that lie on shortest paths, so that zero-cost arcs cannot form a
    // cycle.
    let mut next = vec![None; n];
    let mut open = VecDeque::from([goal]);
    next[goal] = Some(goal);
    while let Some(node) = open.pop_front() {
        for &from in &backward[node] {
            if next[from].is_none() {
                next[from] = Some(node);
                open.push_back(from);
            }
        }
    }
    let mut nodes = vec![start];
    let mut node = start;
    while node != goal {
        node = next[node].expect("a reached goal is explained back to the start");
        nodes.push(node);
    }
    Some((cost, nodes))
}

/// The least number of arcs from `source` to every node, regardless of cost.
///
/// # Complexity
///
/// O(V + E) time.
pub fn fewest_steps(n: usize, arcs: &[Arc], source: usize) -> Vec<Option<u64>> {
    let outgoing = outgoing(n, arcs);
    let mut steps = vec![None; n];
    steps[source] = Some(0);
    let mut open = VecDeque::from([(source, 0)]);
    while let Some((node, count)) = open.pop_front() {
        for &(to, _) in &outgoing[node] {
            if steps[to].is_none() {
                steps[to] = Some(count + 1);
                open.push_back((to, count + 1));
            }
        }
    }
    steps
}

/// The `k` cheapest simple paths as `(cost, nodes)`, by exhaustive search.
///
/// Ordered by cost, then by node numbers. Of parallel arcs only the cheapest counts. If there are
/// fewer than `k` paths, all are returned.
///
/// # Complexity
///
/// Exponential: for worlds of about a dozen cells.
pub fn k_shortest_simple_paths(
    n: usize,
    arcs: &[Arc],
    start: usize,
    goal: usize,
    k: usize,
) -> Vec<(u64, Vec<usize>)> {
    let mut cheapest = BTreeMap::new();
    for &(from, to, cost) in arcs {
        let known = cheapest.entry((from, to)).or_insert(cost);
        *known = cost.min(*known);
    }
    let merged: Vec<Arc> = cheapest.iter().map(|(&(from, to), &cost)| (from, to, cost)).collect();
    let mut found = Vec::new();
    extend_simple_path(&outgoing(n, &merged), goal, 0, &mut vec![start], &mut found);
    found.sort();
    found.truncate(k);
    found
}

fn extend_simple_path(
    outgoing: &[Vec<(usize, u64)>],
    goal: usize,
    cost: u64,
    path: &mut Vec<usize>,
    found: &mut Vec<(u64, Vec<usize>)>,
) {
    let last = path[path.len() - 1];
    if last == goal {
        found.push((cost, path.clone()));
        return;
    }
    for &(to, step) in &outgoing[last] {
        if !path.contains(&to) {
            path.push(to);
            extend_simple_path(outgoing, goal, add(cost, step), path, found);
            path.pop();
        }
    }
}

fn outgoing(n: usize, arcs: &[Arc]) -> Vec<Vec<(usize, u64)>> {
    let mut outgoing = vec![Vec::new(); n];
    for &(from, to, cost) in arcs {
        outgoing[from].push((to, cost));
    }
    outgoing
}

fn add(a: u64, b: u64) -> u64 {
    a.checked_add(b).expect("path costs fit in 64 bits")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    /// A random graph of up to eight nodes, which may contain parallel arcs, loops and zero-cost
    /// arcs.
    fn random_graph(seed: u64) -> (usize, Vec<Arc>) {
        let mut rng = Rng::new(seed);
        let n = 1 + rng.below(8);
        let arcs = (0..rng.below(3 * n + 1))
            .map(|_| (rng.below(n), rng.below(n), rng.below(6) as u64))
            .collect();
        (n, arcs)
    }

    #[test]
    fn a_detour_can_be_cheaper_than_a_direct_arc() {
        let arcs = [(0, 1, 9), (0, 2, 3), (2, 1, 4), (3, 0, 1)];
        let expected = vec![Some(0), Some(7), Some(3), None];
        assert_eq!(bellman_ford(4, &arcs, 0), expected);
        assert_eq!(dijkstra(4, &arcs, &[0]), expected);
        assert_eq!(all_pairs(4, &arcs)[0], expected);
        assert_eq!(fewest_steps(4, &arcs, 0), vec![Some(0), Some(1), Some(1), None]);
        assert_eq!(cheapest_path(4, &arcs, 0, 1), Some((7, vec![0, 2, 1])));
        assert_eq!(cheapest_path(4, &arcs, 0, 3), None);
        assert_eq!(
            k_shortest_simple_paths(4, &arcs, 0, 1, 5),
            [(7, vec![0, 2, 1]), (9, vec![0, 1])]
        );
    }

    #[test]
    fn the_solvers_agree_on_random_graphs() {
        for seed in 0..4000 {
            let (n, arcs) = random_graph(seed);
            let pairs = all_pairs(n, &arcs);
            for (source, row) in pairs.iter().enumerate() {
                assert_eq!(&bellman_ford(n, &arcs, source), row, "seed {seed}, source {source}");
                assert_eq!(&dijkstra(n, &arcs, &[source]), row, "seed {seed}, source {source}");
            }
        }
    }

    #[test]
    fn enumeration_path_and_hops_agree_on_random_graphs() {
        for seed in 0..2000 {
            let (n, arcs) = random_graph(seed);
            let unit: Vec<Arc> = arcs.iter().map(|&(from, to, _)| (from, to, 1)).collect();
            let distance = dijkstra(n, &arcs, &[0]);
            assert_eq!(fewest_steps(n, &arcs, 0), bellman_ford(n, &unit, 0), "seed {seed}");
            for (goal, &known) in distance.iter().enumerate() {
                let all = k_shortest_simple_paths(n, &arcs, 0, goal, usize::MAX);
                assert_eq!(all.first().map(|path| path.0), known, "seed {seed}");
                let path = cheapest_path(n, &arcs, 0, goal);
                assert_eq!(path.as_ref().map(|path| path.0), known, "seed {seed}");
                assert!(path.is_none_or(|path| all.contains(&path)), "seed {seed}");
            }
        }
    }

    #[test]
    fn several_sources_give_the_nearest() {
        for seed in 0..500 {
            let (n, arcs) = random_graph(seed);
            let last = n - 1;
            let (first, second) = (dijkstra(n, &arcs, &[0]), dijkstra(n, &arcs, &[last]));
            let expected: Vec<Option<u64>> =
                (0..n).map(|node| first[node].into_iter().chain(second[node]).min()).collect();
            assert_eq!(dijkstra(n, &arcs, &[0, last]), expected, "seed {seed}");
        }
    }
}
