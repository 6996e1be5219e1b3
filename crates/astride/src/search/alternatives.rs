//! Alternatives: the k cheapest paths without loops.
//!
//! Yen, "Finding the K Shortest Loopless Paths in a Network", Management Science 17(11), 1971, with
//! Lawler's rule (deviate only at or after the node where a path left its parent). Exact distances
//! to the goal serve as the heuristic of every deviation search.

use std::cmp::Ordering;
use std::collections::{BTreeSet, BinaryHeap};

use crate::base::{Budget, Cost, NodeId, Slot, Spent};
use crate::path::Path;
use crate::search::{
    DistanceField, Estimate, FieldStatus, Heuristic, Outcome, PathQuery, Promise, Scratch, Search,
};
use crate::world::{Arc, Erased, Way, World, leave_to_world};

/// The `count` cheapest paths from `start` to `goal` that visit no node twice, cheapest first;
/// fewer if fewer exist. Paths of equal cost are ordered by their nodes. Which of them are cut off
/// at `count` depends only on the world and the two ends.
///
/// # Errors
///
/// If `budget` runs out first.
///
/// # Panics
///
/// If a node is not in `world`.
///
/// # Complexity
///
/// A distance field of the whole world, then O(count · length) searches guided by it.
///
/// # Examples
///
/// ```
/// use astride::base::Budget;
/// use astride::search::{Scratch, alternatives};
/// use astride::shapes::square::{Grid, Mover};
/// let grid = Grid::from_classes(3, 3, b"....@....")?;
/// let view = grid.seen_by(&Mover::walker());
/// let [from, to] = [(0, 1), (2, 1)].map(|cell| grid.node(cell).unwrap());
/// let budget = &mut Budget::unlimited();
/// let paths = alternatives(&view, from, to, 5, &mut Scratch::new(), budget).unwrap();
/// assert_eq!(paths.len(), 2);
/// assert_eq!(paths[0].cost(), paths[1].cost());
/// # Ok::<(), astride::shapes::square::GridError>(())
/// ```
pub fn alternatives(
    world: &impl World,
    start: NodeId,
    goal: NodeId,
    count: usize,
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
) -> Result<Vec<Path>, Spent> {
    let mut to_goal = DistanceField::new();
    let sources = [(goal, 0)];
    if let FieldStatus::Partial { spent, .. } =
        to_goal.compute(world, &sources, Way::Backward, budget)
    {
        return Err(spent);
    }
    let mut found: Vec<Path> = Vec::new();
    let mut candidates = BinaryHeap::new();
    let mut known = BTreeSet::new();
    if world.is_passable(start)
        && let Ok(Some(path)) = to_goal.path_from(world, start)
    {
        known.insert(path.nodes().to_vec());
        candidates.push(Candidate { path, left_at: 0 });
    }
    while found.len() < count {
        let Some(Candidate { path, left_at }) = candidates.pop() else { break };
        let mut paid: Cost = prefix_cost(world, &path.nodes()[..=left_at]);
        for at in left_at..path.step_count() {
            let prefix = &path.nodes()[..=at];
            let paths = &mut found.iter().chain([&path]);
            let banned = Banned::new(Erased::new(world), prefix, paths);
            let ends = [path.nodes()[at], goal];
            match deviation(&banned, &Exact(&to_goal), ends, scratch, budget) {
                Outcome::Found(rest) => {
                    let mut nodes = prefix[..at].to_vec();
                    nodes.extend_from_slice(rest.path.nodes());
                    let cost = paid + rest.path.cost();
                    if known.insert(nodes.clone()) {
                        let path = Path::new(nodes, cost).expect("it holds the goal");
                        candidates.push(Candidate { path, left_at: at });
                    }
                }
                Outcome::Unreachable(_) => {}
                Outcome::OutOfBudget(out) => return Err(out.spent),
            }
            paid += prefix_cost(world, &path.nodes()[at..=at + 1]);
        }
        found.push(path);
    }
    // A deviation found late may cost the same as a path already returned.
    found.sort_by(|a, b| (a.cost(), a.nodes()).cmp(&(b.cost(), b.nodes())));
    Ok(found)
}

/// A search of its own, compiled once for all worlds.
#[inline(never)]
fn deviation(
    world: &Banned<'_>,
    guess: &Exact<'_>,
    [start, goal]: [NodeId; 2],
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
) -> Outcome {
    let query = PathQuery::new(start, goal);
    Search::astar(world, guess, &query, scratch).run(budget, &mut ())
}

fn prefix_cost(world: &impl World, nodes: &[NodeId]) -> Cost {
    let arc = |pair: &[NodeId]| world.arc_cost(pair[0], pair[1]).map_or(0, Cost::from);
    nodes.windows(2).map(arc).sum()
}

/// A path waiting to be returned. The heap yields the cheapest first, and among equals the one with
/// the smaller nodes.
#[derive(PartialEq, Eq)]
struct Candidate {
    path: Path,
    /// Where it leaves the path it deviates from.
    left_at: usize,
}

impl Ord for Candidate {
    fn cmp(&self, other: &Self) -> Ordering {
        let key = |c: &Candidate| (c.path.cost(), c.left_at);
        (other.path.cost(), other.path.nodes())
            .cmp(&(self.path.cost(), self.path.nodes()))
            .then_with(|| key(other).cmp(&key(self)))
    }
}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A world without the nodes of a prefix (except its last) and without some arcs out of that last
/// node.
struct Banned<'a> {
    world: Erased<'a>,
    nodes: BTreeSet<NodeId>,
    spur: NodeId,
    firsts: BTreeSet<NodeId>,
}

impl<'a> Banned<'a> {
    fn new<'p>(
        world: Erased<'a>,
        prefix: &[NodeId],
        paths: &mut dyn Iterator<Item = &'p Path>,
    ) -> Self {
        let (&spur, before) = prefix.split_last().expect("a prefix holds the spur node");
        let firsts = paths
            .filter(|path| path.nodes().starts_with(prefix))
            .filter_map(|path| path.nodes().get(prefix.len()).copied())
            .collect();
        Banned { world, nodes: before.iter().copied().collect(), spur, firsts }
    }
}

impl World for Banned<'_> {
    leave_to_world! { node_count max_arc_cost min_arc_cost follow }

    fn is_passable(&self, node: NodeId) -> bool {
        self.world.is_passable(node) && !self.nodes.contains(&node)
    }

    fn for_each_arc(&self, node: NodeId, way: Way, mut visit: impl FnMut(Arc)) {
        self.world.visit_arcs(node, None, way, &mut |arc| {
            let (from, to) = match way {
                Way::Forward => (node, arc.node),
                Way::Backward => (arc.node, node),
            };
            let first = from == self.spur && self.firsts.contains(&to);
            if !first && !self.nodes.contains(&arc.node) {
                visit(arc);
            }
        });
    }
}

/// Exact distances to the goal in the whole world, which are consistent in every part of it.
struct Exact<'a>(&'a DistanceField);

impl<'a> Heuristic for Exact<'a> {
    type Aimed = ExactAimed<'a>;

    fn aim(&self, _goals: &mut dyn Iterator<Item = NodeId>) -> ExactAimed<'a> {
        ExactAimed(self.0)
    }

    fn promise(&self) -> Promise {
        Promise::Consistent
    }
}

struct ExactAimed<'a>(&'a DistanceField);

impl Estimate for ExactAimed<'_> {
    fn estimate(&self, node: NodeId) -> Cost {
        // For a node that cannot reach the goal any estimate is valid; this is a large one.
        self.0.distance(node).unwrap_or(Cost::MAX / 4)
    }
}
