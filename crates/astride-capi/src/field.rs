//! Distance fields: what it costs from every cell to the nearest goal, and where to step.

use astride::base::{Budget, Cost, NodeId};
use astride::search::{DistanceField, FieldStatus};
use astride::shapes::square::{Grid, Mover};
use astride::world::Way;

use crate::ASTRIDE_NO_COST;
use crate::cell::AstrideCell;
use crate::find::within;
use crate::grid::{AstrideGrid, node_of};
use crate::mover::AstrideMover;
use crate::path::AstridePath;
use crate::status::{Answer, AstrideStatus, Fault};

/// Costs from every cell to the nearest goal, or from the nearest source to every cell. Freed with
/// `astride_field_free`.
#[derive(Debug)]
pub struct AstrideField {
    _private: [u8; 0],
}

opaque!(AstrideField: Fielded, b"A*field.", "field");

/// The direction of the costs of a field.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AstrideWay {
    /// From every cell to the nearest of the given cells, which are goals.
    ToGoals = 0,
    /// From the nearest of the given cells, which are sources, to every cell.
    FromSources = 1,
}

/// The value behind a field.
#[derive(Debug)]
pub(crate) struct Fielded {
    field: DistanceField,
    mover: Mover,
    /// Columns and rows of its grid.
    size: (u32, u32),
}

impl Fielded {
    fn node(&self, cell: AstrideCell) -> Answer<NodeId> {
        let (width, height) = self.size;
        if cell.x < width && cell.y < height {
            return Ok(NodeId::new(cell.y * width + cell.x));
        }
        self.check_computed()?;
        let text =
            format!("cell ({}, {}) is off the field of {width}x{height} cells", cell.x, cell.y);
        Err(Fault::new(AstrideStatus::OffMap, text))
    }

    /// The cost at a node; `ASTRIDE_NO_COST` if it is not reached, or not known to be the least.
    fn cost(&self, node: NodeId) -> Cost {
        let is_final = |&cost: &Cost| cost < self.field.settled_below();
        self.field.distance(node).filter(is_final).unwrap_or(ASTRIDE_NO_COST)
    }

    fn check_computed(&self) -> Answer<()> {
        let text = "the field was never computed, expected one that was, for this grid";
        let never = Fault::new(AstrideStatus::Stale, text);
        if self.size == (0, 0) { Err(never) } else { Ok(()) }
    }

    fn check_size(&self, grid: &Grid) -> Answer<()> {
        if self.size == (grid.width(), grid.height()) {
            return Ok(());
        }
        self.check_computed()?;
        let text = "the field is of a grid of another size, expected the one it was computed for";
        Err(Fault::new(AstrideStatus::Stale, text))
    }
}

/// Makes a field that reaches nothing. `*field` must be freed by you.
///
/// Errors: `BAD_POINTER`. Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_field_new(field: *mut *mut AstrideField) -> AstrideStatus {
    border!(|caller| caller.give(field, || Ok(Fielded {
        field: DistanceField::new(),
        mover: Mover::walker(),
        size: (0, 0),
    })))
}

/// Computes a field for the grid as it is now, from `count` cells; it keeps its memory from one call
/// to the next. `mover` may be null for the usual walker. `way` is an `AstrideWay`.
/// `most_expansions` and `most_micros` are limits, 0 for none. O(cells).
///
/// Returns `OK`, or `OUT_OF_BUDGET`: then cells that are farther away are not known. Errors: `OFF_MAP`.
/// Threads: any number at once on one grid, each with a field of its own, while nobody edits grid or
/// mover.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_field_compute(
    field: *mut AstrideField,
    grid: *const AstrideGrid,
    mover: *const AstrideMover,
    cells: *const AstrideCell,
    count: usize,
    way: u32,
    most_expansions: u64,
    most_micros: u64,
) -> AstrideStatus {
    border!(|caller| {
        let (grid, mover) = (caller.share(grid)?, caller.share_if(mover)?);
        let mut field = caller.change(field)?;
        let way = crate::cell::chosen(way, &[Way::Backward, Way::Forward], "way")?;
        let nodes = caller.list(cells, count, "cells")?.iter();
        let sources =
            nodes.map(|&cell| Ok((node_of(&grid, cell)?, 0))).collect::<Answer<Vec<_>>>()?;
        field.mover = mover.map_or_else(Mover::walker, |mover| mover.clone());
        field.size = (grid.width(), grid.height());
        let Fielded { field, mover, .. } = &mut *field;
        let compute =
            |budget: &mut Budget<'_>| field.compute(&grid.seen_by(mover), &sources, way, budget);
        Ok(match within(most_expansions, most_micros, compute) {
            FieldStatus::Partial { .. } => AstrideStatus::OutOfBudget,
            FieldStatus::Complete | FieldStatus::Stopped { .. } => AstrideStatus::Ok,
        })
    })
}

/// The cost at a cell in ticks; `ASTRIDE_NO_COST` if the field does not reach it.
///
/// Errors: `OFF_MAP`, `STALE` if it was never computed. Threads: any number at once, while nobody
/// computes the field.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_field_cost(
    field: *const AstrideField,
    cell: AstrideCell,
    cost: *mut u64,
) -> AstrideStatus {
    border!(|caller| {
        let field = caller.share(field)?;
        caller.put(cost, field.cost(field.node(cell)?), "cost")?;
        Ok(AstrideStatus::Ok)
    })
}

/// Copies the costs at all cells, row by row from the top left, into `count` places, which must be
/// as many as there are cells.
///
/// Errors: `BAD_SIZE` for another count. Threads: any number at once, while nobody computes the
/// field.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_field_costs(
    field: *const AstrideField,
    costs: *mut u64,
    count: usize,
) -> AstrideStatus {
    border!(|caller| {
        let field = caller.share(field)?;
        let all = (0..field.size.0 * field.size.1).map(|at| field.cost(NodeId::new(at)));
        caller.put_all(costs, count, all, "costs")?;
        Ok(AstrideStatus::Ok)
    })
}

/// The next cell on a cheapest path from `cell` to the nearest goal, or back to the nearest source.
///
/// Returns `OK`, or `NOTHING` at a goal and where the field does not reach. Errors: `OFF_MAP`,
/// `STALE` if it was never computed, or the grid is another one or has been edited since. Threads: any
/// number at once, while nobody computes the field or edits the grid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_field_next(
    field: *const AstrideField,
    grid: *const AstrideGrid,
    cell: AstrideCell,
    next: *mut AstrideCell,
) -> AstrideStatus {
    border!(|caller| {
        let (field, grid) = (caller.share(field)?, caller.share(grid)?);
        field.check_size(&grid)?;
        let node = field.node(cell)?;
        match field.field.next_from(&grid.seen_by(&field.mover), node)? {
            None => Ok(AstrideStatus::Nothing),
            Some(step) => {
                caller.put(next, grid.cell(step).into(), "next")?;
                Ok(AstrideStatus::Ok)
            }
        }
    })
}

/// A cheapest path between `cell` and the nearest goal or source, in walking order. `path` is filled.
///
/// Returns `OK`, or `UNREACHABLE`. Errors and threads: as `astride_field_next`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_field_path(
    field: *const AstrideField,
    grid: *const AstrideGrid,
    cell: AstrideCell,
    path: *mut AstridePath,
) -> AstrideStatus {
    border!(|caller| {
        let (field, grid) = (caller.share(field)?, caller.share(grid)?);
        field.check_size(&grid)?;
        let mut path = caller.change(path)?;
        path.forget();
        let node = field.node(cell)?;
        Ok(match field.field.path_from(&grid.seen_by(&field.mover), node)? {
            None => AstrideStatus::Unreachable,
            Some(found) => path.fill_cheapest(&grid, &found),
        })
    })
}

/// Frees a field; null is ignored. The handle must not be used again.
///
/// Errors: `BAD_HANDLE`, `BUSY`. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_field_free(field: *mut AstrideField) -> AstrideStatus {
    border!(|caller| caller.free(field))
}
