//! Movement range: everything within a cost, with parents.

use crate::base::{Budget, Cost, NodeId, Random, Spent};
use crate::path::Path;
use crate::search::seldom::Given;
use crate::search::{
    Estimate, Goals, Outcome, PathQuery, Promise, Scratch, Search, SearchObserver, Zero,
};
use crate::world::{AnyRuled, World};

/// One node within reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reached {
    /// The node.
    pub node: NodeId,
    /// The cost of a cheapest path there, in ticks.
    pub cost: Cost,
    /// Its predecessor on such a path; `None` for starts.
    pub parent: Option<NodeId>,
}

/// All nodes within reach, in id order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    nodes: Vec<Reached>,
    /// Of the world.
    revision: u64,
}

impl Reach {
    /// Of nodes in id order.
    pub(crate) fn new(nodes: Vec<Reached>, revision: u64) -> Self {
        Reach { nodes, revision }
    }

    /// The nodes within reach, including the starts, in id order.
    pub fn nodes(&self) -> &[Reached] {
        &self.nodes
    }

    /// The revision of the world for which this was computed; it is valid only at that revision.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The entry of one node, if it is within reach. O(log n).
    pub fn of(&self, node: NodeId) -> Option<&Reached> {
        let at = self.nodes.binary_search_by_key(&node, |reached| reached.node).ok()?;
        Some(&self.nodes[at])
    }

    /// One of the nodes, chosen uniformly at random. `None` if there is none. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::{Budget, Random};
    /// use astride::prelude::*;
    /// use astride::search::reachable;
    /// let grid = Grid::new(9, 9, b'.')?;
    /// let view = grid.seen_by(&Mover::walker());
    /// let query = PathQuery::everywhere(grid.node((4, 4)).unwrap()).within(3 * 13_860);
    /// let (scratch, budget) = (&mut Scratch::new(), &mut Budget::unlimited());
    /// let reach = reachable(&view, &query, scratch, budget, &mut ()).unwrap();
    /// let wander = reach.random(&mut Random::new(7)).unwrap();
    /// assert!(reach.path_to(wander.node).is_some_and(|path| path.cost() <= 3 * 13_860));
    /// # Ok::<(), astride::shapes::square::GridError>(())
    /// ```
    pub fn random(&self, dice: &mut Random) -> Option<&Reached> {
        self.nodes.get(dice.below(self.nodes.len() as u32) as usize)
    }

    /// A cheapest path from a start to `node`, if it is within reach. O(length · log n).
    pub fn path_to(&self, node: NodeId) -> Option<Path> {
        let end = self.of(node)?;
        let mut nodes = vec![node];
        let mut first = end;
        while let Some(parent) = first.parent {
            nodes.push(parent);
            first = self.of(parent)?;
        }
        nodes.reverse();
        Path::new(nodes, end.cost - first.cost)
    }
}

/// Everything that can be reached from the starts of `query` at a cost of at most `query.max_cost`
/// ticks. The goals are ignored.
///
/// # Errors
///
/// If `budget` runs out first.
///
/// # Panics
///
/// If the query names a node outside `world`.
///
/// # Examples
///
/// ```
/// use astride::base::Budget;
/// use astride::search::{PathQuery, Scratch, reachable};
/// use astride::shapes::square::{Grid, Mover};
/// let grid = Grid::new(9, 9, b'.')?;
/// let view = grid.seen_by(&Mover::walker());
/// let start = grid.node((4, 4)).unwrap();
/// let query = PathQuery::everywhere(start).within(2 * 13_860);
/// let budget = &mut Budget::unlimited();
/// let reach = reachable(&view, &query, &mut Scratch::new(), budget, &mut ()).unwrap();
/// assert_eq!(reach.nodes().len(), 13);
/// # Ok::<(), astride::shapes::square::GridError>(())
/// ```
pub fn reachable(
    world: &impl World,
    query: &PathQuery<'_>,
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
    observer: &mut impl SearchObserver,
) -> Result<Reach, Spent> {
    let query = everywhere(query);
    reach_of(Search::dijkstra(world, &query, scratch), world.revision(), budget, observer)
}

/// As [`reachable`] under a rule, which is compiled once for all worlds.
pub(crate) fn reachable_under(
    world: &AnyRuled<'_>,
    query: &PathQuery<'_>,
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
) -> Result<Reach, Spent> {
    let query = everywhere(query);
    let nothing = Given::new(&Zero, Promise::Consistent);
    let search = Search::astar(world, &nothing, &query, scratch);
    reach_of(search, world.revision(), budget, &mut ())
}

fn everywhere<'a>(query: &PathQuery<'a>) -> PathQuery<'a> {
    PathQuery { goals: Goals::Nowhere, nearest: false, ..*query }
}

fn reach_of<W: World, E: Estimate>(
    search: Search<'_, W, E>,
    revision: u64,
    budget: &mut Budget<'_>,
    observer: &mut impl SearchObserver,
) -> Result<Reach, Spent> {
    let mut search = search.listing();
    if let Outcome::OutOfBudget(out) = search.run(budget, observer) {
        return Err(out.spent);
    }
    let mut nodes = Vec::new();
    search.for_each_closed(|node, cost, parent| nodes.push(Reached { node, cost, parent }));
    Ok(Reach { nodes, revision })
}
