//! Self-certifying answers: checks that need no reference solver.

use crate::world::Arc;
use std::fmt;

/// Why an answer is wrong. Nodes are node numbers; costs are in the unit of the arcs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// An arc, a source or a walk names a node that has no distance.
    NoSuchNode {
        /// The node.
        node: usize,
        /// How many nodes there are.
        node_count: usize,
    },
    /// A source is not at distance 0.
    SourceNotZero {
        /// The source.
        node: usize,
        /// The given distance.
        distance: Option<u64>,
    },
    /// An arc leads to its end more cheaply than the given distance, or reaches a node given as
    /// unreachable.
    ArcImproves {
        /// The start of the arc.
        from: usize,
        /// Its end.
        to: usize,
        /// The distance via the arc.
        offered: u64,
        /// The given distance.
        distance: Option<u64>,
    },
    /// No chain of arcs from a source adds up to the given distance.
    Unexplained {
        /// The node.
        node: usize,
        /// The given distance.
        distance: u64,
    },
    /// A sum does not fit in 64 bits.
    Overflow,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::NoSuchNode { node, node_count } => {
                write!(f, "node {node} is named, but there are only {node_count} nodes")
            }
            Fault::SourceNotZero { node, distance } => {
                write!(f, "source {node} has distance {}, expected 0", Shown(*distance))
            }
            Fault::ArcImproves { from, to, offered, distance } => write!(
                f,
                "the arc from {from} to {to} offers {offered}, but {to} has distance {}",
                Shown(*distance)
            ),
            Fault::Unexplained { node, distance } => {
                write!(f, "no arcs from a source add up to the distance {distance} of node {node}")
            }
            Fault::Overflow => write!(f, "a sum of costs does not fit in 64 bits"),
        }
    }
}

impl std::error::Error for Fault {}

/// Checks that `distances` are the distances from the nearest of `sources`.
///
/// Three facts together are a proof: sources are at 0, no arc improves a distance, and each reached
/// node is connected to a source by arcs that add up exactly to its distance. The last is checked
/// from the sources outward, so that a cycle of zero-cost arcs cannot explain itself.
///
/// # Errors
///
/// The first fault found.
///
/// # Complexity
///
/// O(V + E) time and memory.
pub fn check_distances(
    arcs: &[Arc],
    sources: &[usize],
    distances: &[Option<u64>],
) -> Result<(), Fault> {
    let node_count = distances.len();
    for &node in sources {
        match distances.get(node) {
            None => return Err(Fault::NoSuchNode { node, node_count }),
            Some(Some(0)) => {}
            Some(&distance) => return Err(Fault::SourceNotZero { node, distance }),
        }
    }
    let mut explains = vec![Vec::new(); node_count];
    for &(from, to, cost) in arcs {
        if from.max(to) >= node_count {
            return Err(Fault::NoSuchNode { node: from.max(to), node_count });
        }
        let Some(before) = distances[from] else {
            continue;
        };
        let offered = before.checked_add(cost).ok_or(Fault::Overflow)?;
        if distances[to].is_none_or(|distance| offered < distance) {
            return Err(Fault::ArcImproves { from, to, offered, distance: distances[to] });
        }
        if distances[to] == Some(offered) {
            explains[from].push(to);
        }
    }
    let mut explained = vec![false; node_count];
    let mut open = sources.to_vec();
    while let Some(node) = open.pop() {
        if !explained[node] {
            explained[node] = true;
            open.extend(&explains[node]);
        }
    }
    for (node, distance) in distances.iter().enumerate() {
        if let (Some(distance), false) = (*distance, explained[node]) {
            return Err(Fault::Unexplained { node, distance });
        }
    }
    Ok(())
}

/// A distance as shown in messages.
struct Shown(Option<u64>);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(distance) => write!(f, "{distance}"),
            None => write!(f, "unreachable"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::fenced_world;
    use crate::reference::dijkstra;
    use crate::rng::Rng;
    use crate::world::arcs;

    const ARCS: [Arc; 4] = [(0, 1, 9), (0, 2, 3), (2, 1, 4), (3, 0, 1)];

    fn check(distances: &[Option<u64>], expected: Result<(), Fault>) {
        assert_eq!(check_distances(&ARCS, &[0], distances), expected);
    }

    #[test]
    fn right_distances_pass() {
        check(&[Some(0), Some(7), Some(3), None], Ok(()));
    }

    #[test]
    fn too_high_is_caught() {
        let fault = Fault::ArcImproves { from: 2, to: 1, offered: 7, distance: Some(9) };
        check(&[Some(0), Some(9), Some(3), None], Err(fault));
    }

    #[test]
    fn too_low_is_caught() {
        let fault = Fault::Unexplained { node: 1, distance: 6 };
        check(&[Some(0), Some(6), Some(3), None], Err(fault));
    }

    #[test]
    fn a_missed_node_is_caught() {
        let fault = Fault::ArcImproves { from: 0, to: 1, offered: 9, distance: None };
        check(&[Some(0), None, Some(3), None], Err(fault.clone()));
        assert_eq!(
            fault.to_string(),
            "the arc from 0 to 1 offers 9, but 1 has distance unreachable"
        );
    }

    #[test]
    fn a_wrong_source_is_caught() {
        let fault = Fault::SourceNotZero { node: 0, distance: Some(1) };
        check(&[Some(1), Some(8), Some(4), None], Err(fault));
    }

    #[test]
    fn a_node_too_few_is_caught() {
        check(&[Some(0), Some(7), Some(3)], Err(Fault::NoSuchNode { node: 3, node_count: 3 }));
        check(&[], Err(Fault::NoSuchNode { node: 0, node_count: 0 }));
    }

    #[test]
    fn free_arcs_in_a_circle_explain_nothing() {
        let circle = [(0, 1, 5), (1, 2, 0), (2, 1, 0)];
        let fault = Fault::Unexplained { node: 1, distance: 2 };
        assert_eq!(check_distances(&circle, &[0], &[Some(0), Some(2), Some(2)]), Err(fault));
        assert_eq!(check_distances(&circle, &[0], &[Some(0), Some(5), Some(5)]), Ok(()));
    }

    #[test]
    fn every_planted_fault_is_caught_in_random_worlds() {
        for seed in 0..1500 {
            let world = fenced_world(seed, 4, 3);
            let (arcs, mut rng) = (arcs(&world), Rng::new(seed));
            let source = rng.below(12);
            let right = dijkstra(12, &arcs, &[source]);
            assert_eq!(check_distances(&arcs, &[source], &right), Ok(()), "seed {seed}");
            let mut wrong = right.clone();
            let node = rng.below(12);
            wrong[node] = match wrong[node] {
                None => Some(rng.below(50) as u64),
                Some(0) => Some(1),
                Some(distance) => rng.pick(&[None, Some(distance + 1), Some(distance - 1)]),
            };
            assert!(check_distances(&arcs, &[source], &wrong).is_err(), "seed {seed}");
        }
    }
}
