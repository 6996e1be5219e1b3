//! Dissimilar alternatives: a few good paths that take different routes.
//!
//! Each candidate is a cheapest path to some via node followed by a cheapest path from there to the
//! goal. Via nodes are tried in order of that total cost. This finds most routes that are truly
//! different. The k cheapest paths, as listed by [`alternatives`](fn@super::alternatives), are
//! usually variants of a single one.
//!
//! Abraham, Delling, Goldberg & Werneck, "Alternative Routes in Road Networks", SEA 2010.

use std::collections::BTreeSet;

use crate::base::{Budget, Cost, NodeId, Spent};
use crate::path::Path;
use crate::search::{DistanceField, FieldQuery, FieldStatus, PathQuery, Scratch, Search, Zero};
use crate::world::{Way, World};

/// How different and how good the paths must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dissimilar {
    /// The maximum number of paths, including the cheapest.
    pub count: usize,
    /// The greatest percentage of its own cost that a path may share with earlier ones.
    pub most_shared: u32,
    /// How near counts as shared, in ticks: a step is shared if the node it enters can be reached
    /// from a node of an earlier path at this cost. With 0, only the nodes themselves count.
    pub margin: Cost,
    /// The greatest cost of a path, as a percentage of the cheapest cost; values below 100 are
    /// raised to it.
    pub most_cost: u32,
}

/// Three paths, each at least half new and at most 1.5 times as expensive as the cheapest.
impl Default for Dissimilar {
    fn default() -> Self {
        Dissimilar { count: 3, most_shared: 50, margin: 0, most_cost: 150 }
    }
}

/// The cheapest path from `start` to `goal`, followed by others that cost little more and share
/// little with it and with each other, cheapest first. Empty if there is no path.
///
/// Every path but the first visits no node twice, costs at most `most_cost` percent of the first,
/// and has at most `most_shared` percent of its cost in steps within `margin` of earlier paths. The
/// result need not contain all paths with these properties.
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
/// One search, two distance fields and O(n log n) for n nodes; then a small field and O(n) for each
/// path, and O(length) for each candidate, which also rules out all nodes on it whose candidates
/// cost the same. If all nodes lead to candidates of different cost, n candidates may be tried:
/// `budget` counts their nodes.
///
/// # Examples
///
/// ```
/// use astride::base::Budget;
/// use astride::prelude::*;
/// use astride::search::{Dissimilar, dissimilar};
/// let mut grid = Grid::new(21, 9, b'.')?;
/// grid.apply(Edit::new().fill(CellRect::new(3, 2, 15, 5), b'@'))?;
/// let view = grid.seen_by(&Mover::walker());
/// let [from, to] = [(0, 4), (20, 4)].map(|cell| grid.node(cell).unwrap());
/// let wish = Dissimilar { margin: 2 * 13_860, ..Dissimilar::default() };
/// let paths = dissimilar(&view, from, to, &wish, &mut Budget::unlimited()).unwrap();
/// assert_eq!(paths.len(), 2, "north of the block and south of it");
/// # Ok::<(), astride::shapes::square::GridError>(())
/// ```
pub fn dissimilar(
    world: &impl World,
    start: NodeId,
    goal: NodeId,
    wish: &Dissimilar,
    budget: &mut Budget<'_>,
) -> Result<Vec<Path>, Spent> {
    dissimilar_with(world, [start, goal], wish, &mut Scratch::new(), budget)
}

/// As [`dissimilar`], in the memory of other searches.
pub(crate) fn dissimilar_with(
    world: &impl World,
    [start, goal]: [NodeId; 2],
    wish: &Dissimilar,
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
) -> Result<Vec<Path>, Spent> {
    let query = PathQuery::new(start, goal);
    let first = Search::astar(world, &Zero, &query, scratch).run(budget, &mut ());
    let first = match first {
        crate::search::Outcome::OutOfBudget(out) => return Err(out.spent),
        outcome => outcome.into_path(),
    };
    let Some(first) = first.filter(|_| wish.count > 0) else { return Ok(Vec::new()) };
    let percent = u128::from(wish.most_cost.max(100));
    let limit = u128::from(first.cost()) * percent / 100;
    let limit = Cost::try_from(limit).unwrap_or(Cost::MAX);
    let from_start = field(world, start, Way::Forward, limit, budget)?;
    let to_goal = field(world, goal, Way::Backward, limit, budget)?;
    let through = |node: NodeId| {
        let cost = from_start.distance(node)?.checked_add(to_goal.distance(node)?)?;
        Some(cost).filter(|&cost| cost <= limit)
    };
    let nodes = (0..world.node_count()).map(NodeId::new);
    let mut ways: Vec<(Cost, NodeId)> =
        nodes.filter_map(|node| Some((through(node)?, node))).collect();
    ways.sort_unstable();
    let mut taken = Taken { near: vec![false; world.node_count() as usize], paths: Vec::new() };
    taken.add(world, first, wish.margin, budget)?;
    let mut is_tried = vec![false; world.node_count() as usize];
    for (cost, node) in ways {
        if taken.paths.len() >= wish.count {
            break;
        }
        if is_tried[node.index()] || taken.near[node.index()] {
            continue;
        }
        let there = from_start.path_from(world, node).ok().flatten();
        let back = to_goal.path_from(world, node).ok().flatten();
        let Some((there, back)) = there.zip(back) else { continue };
        let nodes = [there.nodes(), &back.nodes()[1..]].concat();
        for &node in &nodes {
            if let Some(spent) = budget.take() {
                return Err(spent);
            }
            is_tried[node.index()] |= through(node) == Some(cost);
        }
        let visited: BTreeSet<NodeId> = nodes.iter().copied().collect();
        let is_simple = visited.len() == nodes.len();
        let Some(path) = Path::new(nodes, cost).filter(|_| is_simple) else { continue };
        let most = u128::from(cost) * u128::from(wish.most_shared);
        if u128::from(taken.shared(world, &path)) * 100 <= most {
            taken.add(world, path, wish.margin, budget)?;
        }
    }
    Ok(taken.paths)
}

/// Distances around a node, up to `limit`.
fn field(
    world: &impl World,
    node: NodeId,
    way: Way,
    limit: Cost,
    budget: &mut Budget<'_>,
) -> Result<DistanceField, Spent> {
    let mut field = DistanceField::new();
    match field.answer(world, &FieldQuery::new(&[(node, 0)], way).within(limit), budget) {
        FieldStatus::Partial { spent, .. } => Err(spent),
        _ => Ok(field),
    }
}

/// The paths accepted so far, and the nodes near them.
struct Taken {
    near: Vec<bool>,
    paths: Vec<Path>,
}

impl Taken {
    fn add(
        &mut self,
        world: &impl World,
        path: Path,
        margin: Cost,
        budget: &mut Budget<'_>,
    ) -> Result<(), Spent> {
        let sources: Vec<(NodeId, Cost)> = path.nodes().iter().map(|&node| (node, 0)).collect();
        let query = FieldQuery::new(&sources, Way::Forward).within(margin);
        let mut around = DistanceField::new();
        if let FieldStatus::Partial { spent, .. } = around.answer(world, &query, budget) {
            return Err(spent);
        }
        for (index, near) in self.near.iter_mut().enumerate() {
            let distance = around.distance(NodeId::new(index as u32));
            *near |= distance.is_some_and(|distance| distance <= margin);
        }
        self.paths.push(path);
        Ok(())
    }

    /// The total cost of the steps that end near an earlier path.
    fn shared(&self, world: &impl World, path: &Path) -> Cost {
        let steps = path.nodes().windows(2).filter(|step| self.near[step[1].index()]);
        steps.map(|step| world.arc_cost(step[0], step[1]).map_or(0, Cost::from)).sum()
    }
}
