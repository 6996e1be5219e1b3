//! The straightest of all cheapest paths.

use super::{HeadingError, Headings, ShortestArcs, TurningPath};
use crate::base::{Dir, NodeId};
use crate::search::{DistanceField, PathQuery, Scratch, dijkstra};
use crate::shapes::square::OnGrid;
use crate::world::Way;

/// Of all cheapest paths from `start` to a source of `field`, one with the fewest turns, and among
/// those one with the fewest steps. If `facing` is given, the first step may count as a turn, too.
/// `None` if no path leads there, or if the field was stopped before it settled `start`.
///
/// `field` must have been computed on `world`, backward. One field serves all units with that goal.
///
/// # Errors
///
/// If the field has another revision or size than the world, or is not backward, or if the world
/// has more than 2²⁷ cells.
///
/// # Panics
///
/// If `start` is not in `world`.
///
/// # Complexity
///
/// O(k log k) for k cells on cheapest paths from `start`, times at most eight headings.
///
/// # Examples
///
/// ```
/// use astride::prelude::*;
/// use astride::search::DistanceField;
/// use astride::shapes::square::straightest_path;
/// use astride::world::Way;
/// let grid = Grid::new(9, 9, b'.')?;
/// let mover = Mover::walker();
/// let view = grid.seen_by(&mover);
/// let [start, goal] = [(0, 0), (8, 3)].map(|cell| grid.node(cell).unwrap());
/// let mut field = DistanceField::new();
/// field.compute(&view, &[(goal, 0)], Way::Backward, &mut Budget::unlimited());
/// let straightest = straightest_path(&view, &field, start, None, &mut Scratch::new())?.unwrap();
/// assert_eq!(Some(straightest.path.cost()), field.distance(start));
/// assert_eq!(straightest.turns, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn straightest_path(
    world: &(impl OnGrid + Sync),
    field: &DistanceField,
    start: NodeId,
    facing: Option<Dir>,
    scratch: &mut Scratch,
) -> Result<Option<TurningPath>, HeadingError> {
    if field.way() != Way::Backward {
        return Err(HeadingError::OtherWay);
    }
    let headings = Headings::fewest_turns(ShortestArcs::new(world, field)?)?;
    if field.distance(start).is_none_or(|distance| distance >= field.settled_below()) {
        return Ok(None);
    }
    let is_goal = |node| {
        let cell = headings.cell(node);
        let at = field.sources().binary_search_by_key(&cell, |&(source, _)| source);
        at.is_ok_and(|at| field.distance(cell) == Some(field.sources()[at].1))
    };
    let all = headings.any_start(start);
    let starts = facing.map_or(&all[..], |dir| std::slice::from_ref(&all[dir as usize]));
    let query = PathQuery::to_where(all[0].0, &is_goal).starts(starts);
    let outcome = dijkstra(&headings, &query, scratch, &mut ());
    Ok(outcome.path().map(|path| headings.cells_of(path)))
}
