//! Flight: of all places within reach, the one from which threats are farthest away.

use crate::base::{Budget, Cost, NodeId, Spent};
use crate::path::Path;
use crate::search::{PathQuery, Reach, Reached, Scratch, reachable};
use crate::world::World;

/// Where to flee, and the way there.
#[derive(Clone, Debug, PartialEq)]
pub struct Flight {
    /// A cheapest path there; of one node, if there is no better place than the start.
    pub path: Path,
    /// What the nearest threat pays to get there, in ticks; `None` if no threat can.
    pub safety: Option<Cost>,
}

impl Reach {
    /// The node within reach that is the safest: `safety` says of a node what the nearest threat pays
    /// to get there, in ticks, and `None` that none can, which is best. Of equally safe nodes it is the
    /// one that is reached for less, then the one with the smaller id. O(nodes within reach).
    ///
    /// With a [`DistanceField`](crate::search::DistanceField) from the threats this serves any number
    /// of units that flee from the same.
    pub fn safest(&self, safety: impl Fn(NodeId) -> Option<Cost>) -> Option<&Reached> {
        let rank = |reached: &&Reached| {
            let safety = safety(reached.node).unwrap_or(Cost::MAX);
            (std::cmp::Reverse(safety), reached.cost, reached.node)
        };
        self.nodes().iter().min_by_key(rank)
    }
}

/// Finds the node to which threats have farthest to go, of those that can be reached from the starts
/// of `query` for at most `query.max_cost` ticks. Its goals are not looked at. Threats go by the same
/// steps, from the nodes where they stand. `None` if no start can be stood on.
///
/// Ties are those of [`Reach::safest`]. Without threats nothing is better than the start.
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
/// That of two searches by Dijkstra: one within the cost, and one from the threats to all that they
/// can reach.
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
