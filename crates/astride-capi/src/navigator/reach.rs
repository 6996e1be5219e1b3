//! Movement ranges: what can be reached within a cost, in the world of a question.

use astride::base::{Budget, NodeId};
use astride::planner::NavigatorError;
use astride::search::{Effort, Found, Guarantee, Outcome, Reach, Unreachable, Why};
use astride::shapes::square::Grid;

use super::AstrideNavigator;
use super::ask::AstrideAsk;
use super::snapshot::AstrideSnapshot;
use crate::ASTRIDE_NO_COST;
use crate::caller::Plain;
use crate::cell::AstrideCell;
use crate::find::{AstrideScratch, with_memory, within};
use crate::grid::Size;
use crate::path::AstridePath;
use crate::status::{Answer, AstrideStatus, Fault};

/// A movement range: the cells that can be reached within a cost. It is empty at first; each question
/// to which it is lent fills it again. Freed with `astride_reach_free`.
#[derive(Debug)]
pub struct AstrideReach {
    _private: [u8; 0],
}

opaque!(AstrideReach: Ranged, b"A*reach.", "reach");

/// A cell within reach.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AstrideReached {
    /// The cell.
    pub cell: AstrideCell,
    /// The cost of a cheapest path there, in ticks.
    pub cost: u64,
}

// SAFETY: numbers in C order.
unsafe impl Plain for AstrideReached {}

/// The value behind a reach.
#[derive(Debug, Default)]
pub(crate) struct Ranged {
    reach: Reach,
    /// The same, in cells.
    cells: Vec<AstrideReached>,
    /// The size of its map.
    size: Size,
}

impl Ranged {
    /// Forgets what it held, except for the memory.
    fn forget(&mut self) {
        self.reach = Reach::default();
        self.cells.clear();
        self.size = Size::default();
    }

    /// Takes over an answer, which names nodes of `grid`.
    fn fill(&mut self, grid: &Grid, found: Result<Reach, NavigatorError>) -> Answer {
        self.reach = match found {
            Err(NavigatorError::Spent(_)) => return Ok(AstrideStatus::OutOfBudget),
            found => found?,
        };
        let size = Size::of(grid);
        self.size = size;
        let all = self.reach.nodes().iter();
        let reached = |cell, cost| AstrideReached { cell, cost };
        self.cells.extend(all.map(|one| reached(size.cell(one.node), one.cost)));
        Ok(AstrideStatus::Ok)
    }

    fn node(&self, cell: AstrideCell) -> Answer<NodeId> {
        if self.size == Size::default() {
            let text =
                "the reach is of no map, expected one that a question filled within its budget";
            return Err(Fault::new(AstrideStatus::Stale, text));
        }
        self.size.node(cell)
    }
}

/// Makes an empty reach, to be lent to questions. `*reach` must be freed by you.
///
/// Errors: `BAD_POINTER`. Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_reach_new(reach: *mut *mut AstrideReach) -> AstrideStatus {
    border!(|caller| caller.give(reach, || Ok(Ranged::default())))
}

/// Finds all cells that can be reached from the start of a question at a cost of at most `most_cost`
/// ticks; 0 is only the start, `ASTRIDE_NO_COST` all. The mover, what its faction believes, overlays
/// and blockers are those of the question; its goals are ignored. For a large body the cells are
/// those at its top left. `most_expansions` is a limit, 0 for none. `reach` is filled; there are no
/// cells if the mover cannot stand on the start. O(n log n) for n cells.
///
/// Returns `OK`, or `OUT_OF_BUDGET` without cells. Errors: `OFF_MAP`, `UNKNOWN_NUMBER`, `BAD_SIZE`.
/// Threads: any number at once, each with a reach of its own, while nobody changes the navigator; use
/// a snapshot to read while it is changed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_navigator_reach(
    navigator: *const AstrideNavigator,
    ask: *const AstrideAsk,
    most_cost: u64,
    most_expansions: u64,
    reach: *mut AstrideReach,
) -> AstrideStatus {
    border!(|caller| {
        let game = caller.share(navigator)?;
        let mut reach = caller.change(reach)?;
        let ask = game.names.ask(&caller.read(ask, "ask")?)?;
        reach.forget();
        let find = |budget: &mut Budget<'_>| game.navigator.reach(&ask, most_cost, budget);
        let found = within(most_expansions, 0, find);
        reach.fill(game.navigator.grid(), found)
    })
}

/// The same on the map as it was. `scratch` may be null for memory for this call only.
///
/// Returns and errors: as `astride_navigator_reach`. Threads: any number at once, each with a reach
/// and a scratch of its own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_snapshot_reach(
    snapshot: *const AstrideSnapshot,
    ask: *const AstrideAsk,
    most_cost: u64,
    most_expansions: u64,
    scratch: *mut AstrideScratch,
    reach: *mut AstrideReach,
) -> AstrideStatus {
    border!(|caller| {
        let shot = caller.share(snapshot)?;
        let (mut reach, scratch) = (caller.change(reach)?, caller.change_if(scratch)?);
        let ask = shot.names.ask(&caller.read(ask, "ask")?)?;
        reach.forget();
        let found = with_memory(scratch, |scratch| {
            within(most_expansions, 0, |budget| {
                shot.snapshot.reach(&ask, most_cost, scratch, budget)
            })
        });
        reach.fill(shot.snapshot.grid(), found)
    })
}

/// The cells within reach with what each costs, row by row from the top left, the start included.
/// They are valid until the reach is lent to another question or freed.
///
/// Errors: `BAD_HANDLE`. Threads: any number at once, while nobody fills the reach.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_reach_cells(
    reach: *const AstrideReach,
    cells: *mut *const AstrideReached,
    count: *mut usize,
) -> AstrideStatus {
    border!(|caller| {
        let reach = caller.share(reach)?;
        caller.put(cells, reach.cells.as_ptr(), "cells")?;
        caller.put(count, reach.cells.len(), "count")?;
        Ok(AstrideStatus::Ok)
    })
}

/// Copies the cells within reach, row by row from the top left, as many as there is room for; `total`
/// receives how many there are, and may be null. Unlike those of `astride_reach_cells`
/// they stay valid.
///
/// Errors: `BAD_POINTER`, `BAD_SIZE`. Threads: any number at once, while nobody fills the reach.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_reach_copy(
    reach: *const AstrideReach,
    cells: *mut AstrideReached,
    count: usize,
    total: *mut usize,
) -> AstrideStatus {
    border!(|caller| {
        let reach = caller.share(reach)?;
        caller.copy_most(cells, count, &reach.cells, total, "cells")?;
        Ok(AstrideStatus::Ok)
    })
}

/// What it costs to go to a cell, in ticks; `ASTRIDE_NO_COST` if it is not within reach. O(log n).
///
/// Errors: `OFF_MAP`, `STALE` if no question filled it, or the last one ran out of budget. Threads:
/// any number at once, while nobody fills the reach.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_reach_cost(
    reach: *const AstrideReach,
    cell: AstrideCell,
    cost: *mut u64,
) -> AstrideStatus {
    border!(|caller| {
        let reach = caller.share(reach)?;
        let found = reach.reach.of(reach.node(cell)?);
        caller.put(cost, found.map_or(ASTRIDE_NO_COST, |found| found.cost), "cost")?;
        Ok(AstrideStatus::Ok)
    })
}

/// A cheapest path from the start to a cell within reach. `path` is filled. O(cells log n).
///
/// Returns `OK`, or `UNREACHABLE` if it is not within reach. Errors: `OFF_MAP`, `STALE` if no question
/// filled it, or the last one ran out of budget. Threads: any number at once, each with a path of its
/// own, while nobody fills the reach.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_reach_path(
    reach: *const AstrideReach,
    cell: AstrideCell,
    path: *mut AstridePath,
) -> AstrideStatus {
    border!(|caller| {
        let reach = caller.share(reach)?;
        let mut path = caller.change(path)?;
        let node = reach.node(cell)?;
        let effort = Effort::default();
        let outcome = match reach.reach.path_to(node) {
            Some(path) => Outcome::Found(Found { path, guarantee: Guarantee::Optimal, effort }),
            None => {
                Outcome::Unreachable(Unreachable { why: Why::TooCostly, nearest: None, effort })
            }
        };
        Ok(path.fill_by(&outcome, |node| reach.size.cell(node)))
    })
}

/// Frees a reach; null is ignored. The handle must not be used again.
///
/// Errors: `BAD_HANDLE`, `BUSY`. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_reach_free(reach: *mut AstrideReach) -> AstrideStatus {
    border!(|caller| caller.free(reach))
}
