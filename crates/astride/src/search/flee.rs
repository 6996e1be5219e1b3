//! Fleeing: of all nodes within reach, the one farthest from the threats.

use crate::base::{Budget, Cost, NodeId, Spent};
use crate::path::Path;
use crate::search::{PathQuery, Reach, Reached, Scratch, reachable};
use crate::world::World;

/// Where to flee, and the path there.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Flight {
    /// A cheapest path there; a single node if no place is better than the start.
    pub path: Path,
    /// The cost for the nearest threat to get there, in ticks; `None` if no threat can.
    pub safety: Option<Cost>,
}

impl Reach {
    /// The safest node within reach. `safety` returns the cost in ticks for the nearest threat to
    /// get to a node, or `None` if no threat can, which is best. Among equally safe nodes the one
    /// that is cheapest to reach wins, then the one with the smaller id. O(nodes within reach).
    ///
    /// With a [`DistanceField`](crate::search::DistanceField) from the threats, one field serves
    /// any number of units that flee from the same threats.
    pub fn safest(&self, safety: impl Fn(NodeId) -> Option<Cost>) -> Option<&Reached> {
        self.safest_where(|_| true, safety)
    }

    /// As [`safest`](Self::safest), among the nodes that `is_wanted` accepts: not on a field of
    /// fire, or in sight of an ally. `None` if it accepts none.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::Budget;
    /// use astride::prelude::*;
    /// use astride::search::reachable;
    /// let grid = Grid::new(9, 1, b'.')?;
    /// let view = grid.seen_by(&Mover::walker());
    /// let query = PathQuery::everywhere(grid.node((4, 0)).unwrap()).within(4 * 13_860);
    /// let (scratch, budget) = (&mut Scratch::new(), &mut Budget::unlimited());
    /// let reach = reachable(&view, &query, scratch, budget, &mut ()).unwrap();
    /// // The threat comes from the west, and the last two cells are under fire.
    /// let column = |node| grid.cell(node).x;
    /// let safety = |node| Some(u64::from(column(node)) * 13_860);
    /// let refuge = reach.safest_where(|node| column(node) < 7, safety).unwrap();
    /// assert_eq!(column(refuge.node), 6);
    /// # Ok::<(), astride::shapes::square::GridError>(())
    /// ```
    pub fn safest_where(
        &self,
        is_wanted: impl Fn(NodeId) -> bool,
        safety: impl Fn(NodeId) -> Option<Cost>,
    ) -> Option<&Reached> {
        let rank = |reached: &&Reached| {
            let safety = safety(reached.node).unwrap_or(Cost::MAX);
            (std::cmp::Reverse(safety), reached.cost, reached.node)
        };
        self.nodes().iter().filter(|reached| is_wanted(reached.node)).min_by_key(rank)
    }
}

/// Finds the node that is farthest from the threats, of those that can be reached from the starts
/// of `query` at a cost of at most `query.max_cost` ticks. The goals of the query are ignored.
/// Threats take the same steps, from the nodes where they stand; one that stands where nobody can, such as
/// a tower, threatens nothing: name the nodes beside it. `None` if no start is passable.
///
/// Ties are broken as in [`Reach::safest`]. Without threats, no node is better than the start.
///
/// # Errors
///
/// If `budget` runs out first.
///
/// # Panics
///
/// If the query or a threat is a node outside `world`.
///
/// # Complexity
///
/// That of two Dijkstra searches: one limited to the cost, and one from the threats to everything
/// they can reach.
///
/// # Examples
///
/// ```
/// use astride::base::Budget;
/// use astride::prelude::*;
/// use astride::search::flee;
/// let map = Drawing::parse("
///     ...........
///     .A.B......#
///     ...........
/// ")?;
/// let view = map.grid.seen_by(&Mover::walker());
/// let [unit, wolf] = [map.start()?, map.goal()?].map(|cell| map.grid.node(cell).unwrap());
/// let query = PathQuery::everywhere(unit).within(9 * 13_860);
/// let (scratch, budget) = (&mut Scratch::new(), &mut Budget::unlimited());
/// let flight = flee(&view, &query, &[wolf], scratch, budget).unwrap().unwrap();
/// assert_eq!(map.grid.cell(flight.path.goal()), Cell::new(9, 0), "past the wolf: it is far there");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn flee(
    world: &impl World,
    query: &PathQuery<'_>,
    threats: &[NodeId],
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
) -> Result<Option<Flight>, Spent> {
    let reach = reachable(world, query, scratch, budget, &mut ())?;
    let Some(first) = reach.nodes().first() else { return Ok(None) };
    let starts: Vec<(NodeId, Cost)> = threats.iter().map(|&threat| (threat, 0)).collect();
    let of_threats = PathQuery::everywhere(first.node).starts(&starts);
    let threatened = reachable(world, &of_threats, scratch, budget, &mut ())?;
    let safety = |node| threatened.of(node).map(|reached| reached.cost);
    let safest = reach.safest(safety).map(|reached| reached.node);
    let path = safest.and_then(|node| Some((node, reach.path_to(node)?)));
    Ok(path.map(|(node, path)| Flight { path, safety: safety(node) }))
}
