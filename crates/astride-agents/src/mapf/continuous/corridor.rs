//! Two agents that meet head-on where only one can pass.
//!
//! Li, Gange, Harabor, Stuckey, Ma & Koenig, "New Techniques for Pairwise Symmetry Breaking in
//! Multi-Agent Path Finding", ICAPS 2020, with lengths instead of steps: the agent that passes second gets out
//! at least the length of the corridor after the other, or goes round.

use super::conflict::Clash;
use super::graph::Graph;
use super::path::{Path, Segment, What};
use super::time::Ticks;

/// Consecutive edges, without a way out between, that one agent drives forward and another, on the
/// edges of the opposite direction, backward.
#[derive(Debug)]
pub(super) struct Corridor {
    /// The vertex where each of the two gets out, and the edge by which it does.
    pub(super) exits: [(u32, u32); 2],
    /// When each gets out in the paths in which the corridor was found.
    pub(super) times: [Ticks; 2],
    /// How long it takes to drive through.
    pub(super) length: Ticks,
}

impl Corridor {
    /// The corridor in which two paths clash, if it is one.
    pub(super) fn around(graph: &Graph, clash: &Clash, one: &Path, other: &Path) -> Option<Self> {
        let (first, second) = (drives(one), drives(other));
        let is = |drives: &[Segment], segment: &Segment| drives.iter().position(|it| it == segment);
        let against = |drives: &[Segment], segment: &Segment| {
            drives.iter().position(|it| are_opposite(graph, edge_of(it), edge_of(segment)))
        };
        let (one, other) = match (clash.first.what, clash.second.what) {
            (What::Drive(_), _) => (is(&first, &clash.first)?, against(&second, &clash.first)?),
            (_, _) => (against(&first, &clash.second)?, is(&second, &clash.second)?),
        };
        Some(Corridor::grown(graph, &first, one, &second, other))
    }

    /// The corridor around an edge that one agent drives forward and the other backward.
    fn grown(
        graph: &Graph,
        first: &[Segment],
        one: usize,
        second: &[Segment],
        other: usize,
    ) -> Self {
        let starts = [first, second].map(|drives| graph.edge(edge_of(&drives[0])).from);
        let goes_on = |vertex: u32, one: Option<&Segment>, other: Option<&Segment>| {
            let both = one.zip(other);
            // An agent that starts inside can get out without driving through.
            !starts.contains(&vertex)
                && has_two_neighbours(graph, vertex)
                && both.is_some_and(|(a, b)| are_opposite(graph, edge_of(a), edge_of(b)))
        };
        let before = |drives: &'_ [Segment], at: usize| at.checked_sub(1).map(|at| drives[at]);
        let (mut last, mut entry) = (one, other);
        while goes_on(
            graph.edge(edge_of(&first[last])).to,
            first.get(last + 1),
            before(second, entry).as_ref(),
        ) {
            (last, entry) = (last + 1, entry - 1);
        }
        let (mut begin, mut end) = (one, other);
        while goes_on(
            graph.edge(edge_of(&first[begin])).from,
            before(first, begin).as_ref(),
            second.get(end + 1),
        ) {
            (begin, end) = (begin - 1, end + 1);
        }
        let exit = |segment: &Segment| (graph.edge(edge_of(segment)).to, edge_of(segment));
        let ticks = |segment: &Segment| graph.edge(edge_of(segment)).ticks;
        Corridor {
            exits: [exit(&first[last]), exit(&second[end])],
            times: [first[last].until, second[end].until],
            length: first[begin..=last].iter().map(ticks).sum(),
        }
    }
}

fn drives(path: &Path) -> Vec<Segment> {
    let is_drive = |segment: &&Segment| matches!(segment.what, What::Drive(_));
    path.segments.iter().filter(is_drive).copied().collect()
}

fn edge_of(segment: &Segment) -> u32 {
    match segment.what {
        What::Drive(edge) | What::Stay(edge) => edge,
    }
}

fn are_opposite(graph: &Graph, one: u32, other: u32) -> bool {
    let (one, other) = (graph.edge(one), graph.edge(other));
    (one.from, one.to) == (other.to, other.from)
}

/// Whether a vertex has edges from or to exactly two others.
fn has_two_neighbours(graph: &Graph, vertex: u32) -> bool {
    let out = graph.out_of(vertex).map(|edge| graph.edge(edge).to);
    let into = graph.into(vertex).iter().map(|&edge| graph.edge(edge).from);
    let mut neighbours: Vec<u32> = out.chain(into).collect();
    neighbours.sort_unstable();
    neighbours.dedup();
    neighbours.len() == 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corridor_has_no_start_inside() {
        let points = [[0.0, 0.0], [2.0, 0.0], [4.0, 0.0], [6.0, 0.0]];
        // Their numbers are 0 to 5 in this order.
        let edges = [[0, 1], [1, 0], [1, 2], [2, 1], [2, 3], [3, 2]];
        let graph = Graph::new(&points, &edges).unwrap();
        let t = graph.edge(0).ticks;
        let other = Path::of_drives(&graph, 3, &[(5, 0), (3, t), (1, 2 * t)]);
        let around = |one: &Path, at: usize| {
            let clash = Clash { first: one.segments[at], second: other.segments[1] };
            let corridor = Corridor::around(&graph, &clash, one, &other).unwrap();
            (corridor.exits, corridor.length)
        };
        let through = Path::of_drives(&graph, 0, &[(0, 0), (2, t), (4, 2 * t)]);
        assert_eq!(around(&through, 1), ([(3, 4), (0, 1)], 3 * t));
        let inside = Path::of_drives(&graph, 1, &[(1, 0), (0, t), (2, 2 * t), (4, 3 * t)]);
        assert_eq!(around(&inside, 2), ([(3, 4), (1, 3)], 2 * t));
    }
}
