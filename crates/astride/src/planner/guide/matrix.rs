//! Costs from many sources to many targets.

use super::answer::node_of;
use super::{Guide, GuideError};
use crate::base::{Budget, Cell, Cost, NodeId};
use crate::planner::pool::Lent;
use crate::planner::spread;
use crate::search::{DistanceField, FieldQuery, PathQuery, Scratch};
use crate::shapes::square::{Grid, GridView, SquareIndex};
use crate::world::{Way, World};

/// Represents "cannot be reached".
const NONE: Cost = Cost::MAX;

/// The number of cells per target above which a jump point search from each source to each target
/// is used; with more targets, distance fields are faster.
const CELLS_PER_SEARCH: u64 = 16_384;

/// The cheapest costs from each of several sources to each of several targets, in ticks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CostMatrix {
    sources: usize,
    targets: usize,
    /// Row by row, one row per source.
    costs: Vec<Cost>,
}

impl CostMatrix {
    /// The matrix of the values of `cost` for each source and target, called row by row; `None`
    /// means "cannot be reached".
    ///
    /// # Errors
    ///
    /// If the matrix does not fit in memory.
    pub fn from_fn(
        sources: usize,
        targets: usize,
        mut cost: impl FnMut(usize, usize) -> Option<Cost>,
    ) -> Result<Self, GuideError> {
        let mut costs = room_for(sources, targets)?;
        for (at, place) in costs.iter_mut().enumerate() {
            // The largest value means "none", and no path costs half as much.
            *place = cost(at / targets, at % targets).map_or(NONE, |cost| cost.min(NONE - 1));
        }
        Ok(CostMatrix { sources, targets, costs })
    }

    /// The number of sources, which are rows.
    pub fn source_count(&self) -> usize {
        self.sources
    }

    /// The number of targets, which are columns.
    pub fn target_count(&self) -> usize {
        self.targets
    }

    /// The cost from the source with index `source` to the target with index `target`; `None` if
    /// there is no path.
    ///
    /// # Panics
    ///
    /// If there is no such source or target.
    pub fn get(&self, source: usize, target: usize) -> Option<Cost> {
        assert!(source < self.sources && target < self.targets, "outside the matrix");
        Some(self.costs[source * self.targets + target]).filter(|&cost| cost != NONE)
    }

    /// The costs from the source with index `source` to all targets, in order.
    ///
    /// # Panics
    ///
    /// If there is no such source.
    pub fn row(&self, source: usize) -> impl Iterator<Item = Option<Cost>> + '_ {
        let row = &self.costs[source * self.targets..(source + 1) * self.targets];
        row.iter().map(|&cost| Some(cost).filter(|&cost| cost != NONE))
    }
}

impl Guide {
    /// The cheapest costs from each source to each target, by labels or jump points if they are
    /// ready, otherwise by one distance field per source or per target, whichever are fewer.
    ///
    /// With the feature `parallel` all threads of rayon's current pool take part; the costs are the
    /// same with any number of them. These costs are always the cheapest, even if the method of the
    /// guide does not guarantee that.
    ///
    /// # Errors
    ///
    /// If a cell is off the map, if the matrix does not fit in memory, or if the method was chosen
    /// by name and what it needs is not prepared for this state of the grid.
    ///
    /// # Complexity
    ///
    /// Sources × targets queries by labels or jump points, or O(cells) per field.
    pub fn cost_matrix(
        &self,
        grid: &Grid,
        sources: &[Cell],
        targets: &[Cell],
    ) -> Result<CostMatrix, GuideError> {
        let index = self.index_for(grid)?;
        let nodes = |cells: &[Cell]| {
            cells.iter().map(|&cell| node_of(grid, cell)).collect::<Result<Vec<_>, _>>()
        };
        let (from, to) = (nodes(sources)?, nodes(targets)?);
        let mut costs = room_for(sources.len(), targets.len())?;
        self.note_costs(costs.len() as u64);
        let per_search = u64::from(grid.cell_count()) / CELLS_PER_SEARCH + 1;
        let is_few = sources.len().max(targets.len()) as u64 <= per_search;
        match index {
            Some(SquareIndex::Labels(_)) => self.fill_pairwise(grid, (&from, &to), &mut costs),
            Some(SquareIndex::Planes(_) | SquareIndex::Table(_)) if is_few => {
                self.fill_pairwise(grid, (&from, &to), &mut costs);
            }
            _ if sources.len() <= targets.len() => {
                self.fill_by_fields(grid, Way::Forward, (&from, &to), &mut costs);
            }
            _ => {
                let mut turned = room_for(targets.len(), sources.len())?;
                self.fill_by_fields(grid, Way::Backward, (&to, &from), &mut turned);
                for (at, cost) in costs.iter_mut().enumerate() {
                    let (source, target) = (at / targets.len(), at % targets.len());
                    *cost = turned[target * sources.len() + source];
                }
            }
        }
        Ok(CostMatrix { sources: sources.len(), targets: targets.len(), costs })
    }

    /// One query per pair; only half of them if costs are symmetric.
    fn fill_pairwise(
        &self,
        grid: &Grid,
        (sources, targets): (&[NodeId], &[NodeId]),
        costs: &mut [Cost],
    ) {
        let width = targets.len();
        let is_mirrored = sources == targets && is_symmetric(&grid.seen_by(&self.mover));
        let ask = |scratch: &mut Lent<'_, Scratch>, source: usize, row: &mut [Cost]| {
            let first = if is_mirrored { source } else { 0 };
            for (cost, &target) in row.iter_mut().zip(targets).skip(first) {
                // The caller has checked the index.
                let found = self.cost_of(grid, &PathQuery::new(sources[source], target), scratch);
                *cost = found.ok().flatten().unwrap_or(NONE);
            }
        };
        spread::fill_rows(costs, width, || self.idle.lend(), ask);
        if is_mirrored {
            for source in 1..width {
                for target in 0..source {
                    costs[source * width + target] = costs[target * width + source];
                }
            }
        }
    }

    /// One field per row.
    fn fill_by_fields(
        &self,
        grid: &Grid,
        way: Way,
        (ends, others): (&[NodeId], &[NodeId]),
        costs: &mut [Cost],
    ) {
        let view = self.view(grid);
        let view = if view.step_table().is_some() { view } else { view.prepared() };
        // A field runs until each of its targets is settled; a blocked one would make it run to the
        // end.
        let reachable: Vec<NodeId> =
            others.iter().copied().filter(|&node| view.is_passable(node)).collect();
        spread::fill_rows(
            costs,
            others.len(),
            || self.idle.lend(),
            |scratch, number, row| {
                if reachable.is_empty() {
                    return;
                }
                let sources = [(ends[number], 0)];
                let query = FieldQuery::new(&sources, way).until_settled(&reachable);
                let field = scratch.part::<DistanceField>();
                // Without a limit it ends when all targets, or everything reachable, are settled.
                let _ = field.answer(&view, &query, &mut Budget::unlimited());
                for (cost, &node) in row.iter_mut().zip(others) {
                    *cost = field.distance(node).unwrap_or(NONE);
                }
            },
        );
    }
}

/// Whether every path has the same cost in reverse.
fn is_symmetric(view: &GridView<'_>) -> bool {
    view.is_uniform() && !view.has_forbidden() && !view.has_links()
}

/// A matrix in which nothing can be reached.
fn room_for(sources: usize, targets: usize) -> Result<Vec<Cost>, GuideError> {
    let too_large = GuideError::TooLarge { sources, targets };
    let Some(count) = sources.checked_mul(targets) else { return Err(too_large) };
    let mut costs = Vec::new();
    if costs.try_reserve_exact(count).is_err() {
        return Err(too_large);
    }
    costs.resize(count, NONE);
    Ok(costs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_in_memory_is_refused_before_it_is_taken() {
        assert!(room_for(usize::MAX, 2).is_err() && room_for(usize::MAX / 16, 2).is_err());
        assert_eq!(room_for(3, 2).map(|costs| costs.len()), Ok(6));
        assert_eq!(room_for(0, 5).map(|costs| costs.len()), Ok(0));
    }
}
