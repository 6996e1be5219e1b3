//! Answers: a path that is filled by each query to which it is lent.

use astride::base::{Cost, NodeId};
use astride::path::Path;
use astride::search::{Guarantee, Outcome, Why};
use astride::shapes::square::Grid;

use crate::ASTRIDE_NO_COST;
use crate::caller::Versioned;
use crate::cell::AstrideCell;
use crate::status::AstrideStatus;

/// The answer to a question: the cells of a path, or why there is none. It is empty at first; each
/// question to which it is lent fills it again and keeps its memory. Freed with `astride_path_free`.
#[derive(Debug)]
pub struct AstridePath {
    _private: [u8; 0],
}

opaque!(AstridePath: Answered, b"A*path..", "path");

/// What a path is known to be.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AstrideGuarantee {
    /// Nothing; or there is no path.
    None = 0,
    /// No path costs less.
    Optimal = 1,
    /// It costs at most `bound` times the cheapest.
    Within = 2,
    /// No path has fewer steps.
    FewestSteps = 3,
}

/// Why there is no path.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AstrideWhy {
    /// There is one, or the reason is not known.
    None = 0,
    /// The mover cannot stand on the start.
    StartBlocked = 1,
    /// The mover cannot stand on the goal.
    GoalBlocked = 2,
    /// All `enclosed` cells that can be reached were seen.
    Enclosed = 3,
    /// No path is within the cost limit.
    TooCostly = 4,
    /// The start is in a closed area of `enclosed` cells.
    StartEnclosed = 5,
    /// The goal is in a closed area of `enclosed` cells.
    GoalEnclosed = 6,
    /// One-way steps lead from the start and to the goal, but not from one to the other.
    Apart = 7,
}

/// What is known about an answer. Set `struct_size` to `sizeof(AstridePathInfo)`; the rest is filled.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AstridePathInfo {
    /// `sizeof(AstridePathInfo)`, set by you.
    pub struct_size: usize,
    /// How many cells the path has, both ends included; 0 without a path.
    pub cell_count: u64,
    /// The cost of the path in ticks; `ASTRIDE_NO_COST` without a path.
    pub cost: u64,
    /// Its length in sides of a cell: 1 for a straight step, the square root of 2 for a diagonal
    /// one, nothing for a link.
    pub length: f64,
    /// How many times the cheapest path it costs at most; 0 if that is not known.
    pub bound: f64,
    /// Cells of the area that encloses one end, or that were seen; see `AstrideWhy`.
    pub enclosed: u64,
    /// A proven lower bound on the cost of a path, in ticks.
    pub lower_bound: u64,
    /// How many nodes were expanded for it.
    pub expanded: u64,
    /// The result of the question: an `AstrideStatus` from 0 to 4.
    pub status: i32,
    /// An `AstrideGuarantee`.
    pub guarantee: u32,
    /// An `AstrideWhy`.
    pub why: u32,
    /// 1 if the path leads not to the goal but to the nearest place, as the question allowed.
    pub is_nearest: u32,
}

// SAFETY: C order, the size first, and numbers alone.
unsafe impl Versioned for AstridePathInfo {
    const OLDEST: usize = 80;
}

/// What is known before the first question.
const NOTHING: AstridePathInfo = AstridePathInfo {
    struct_size: 0,
    cell_count: 0,
    cost: ASTRIDE_NO_COST,
    length: 0.0,
    bound: 0.0,
    enclosed: 0,
    lower_bound: 0,
    expanded: 0,
    status: AstrideStatus::Nothing as i32,
    guarantee: AstrideGuarantee::None as u32,
    why: AstrideWhy::None as u32,
    is_nearest: 0,
};

/// The value behind a path.
#[derive(Debug)]
pub(crate) struct Answered<P = AstrideCell> {
    pub(crate) cells: Vec<P>,
    /// The line along them, if it was smoothed.
    #[cfg(feature = "whole")]
    pub(crate) line: Vec<crate::crowd::AstridePoint>,
    known: AstridePathInfo,
}

impl<P> Answered<P> {
    pub(crate) fn nothing() -> Self {
        Answered {
            cells: Vec::new(),
            #[cfg(feature = "whole")]
            line: Vec::new(),
            known: NOTHING,
        }
    }

    /// Forgets what it held, except for the memory.
    pub(crate) fn forget(&mut self) {
        self.cells.clear();
        #[cfg(feature = "whole")]
        self.line.clear();
        self.known = NOTHING;
    }

    /// Takes over an answer that is no more than its status, such as that a request expired.
    #[cfg(feature = "whole")]
    pub(crate) fn end(&mut self, status: AstrideStatus) -> AstrideStatus {
        self.forget();
        self.known.status = status as i32;
        status
    }

    /// Takes over an answer, with its nodes converted to places.
    pub(crate) fn fill_by(
        &mut self,
        outcome: &Outcome,
        place: impl Fn(NodeId) -> P + Copy,
    ) -> AstrideStatus {
        self.forget();
        self.known.expanded = outcome.effort().expanded;
        let status = match outcome {
            Outcome::Found(found) => {
                self.take(&found.path, place);
                (self.known.guarantee, self.known.bound) = promise(found.guarantee);
                if found.guarantee.is_optimal() {
                    self.known.lower_bound = found.path.cost();
                }
                AstrideStatus::Ok
            }
            Outcome::Unreachable(none) => {
                (self.known.why, self.known.enclosed) = reason(none.why);
                self.known.lower_bound = ASTRIDE_NO_COST;
                AstrideStatus::Unreachable
            }
            Outcome::OutOfBudget(out) => {
                self.known.lower_bound = out.lower_bound;
                AstrideStatus::OutOfBudget
            }
        };
        if let Some(nearest) = outcome.nearest() {
            self.take(nearest, place);
            self.known.is_nearest = 1;
        }
        self.known.status = status as i32;
        status
    }

    fn take(&mut self, path: &Path, place: impl Fn(NodeId) -> P) {
        self.cells.extend(path.nodes().iter().map(|&node| place(node)));
        self.known.cost = path.cost();
    }

    /// What is known, except the length.
    pub(crate) fn known(&self) -> AstridePathInfo {
        AstridePathInfo { cell_count: self.cells.len() as u64, ..self.known }
    }
}

impl Answered {
    /// Takes over an answer, which names nodes of `grid`.
    pub(crate) fn fill(&mut self, grid: &Grid, outcome: &Outcome) -> AstrideStatus {
        self.fill_by(outcome, |node| grid.cell(node).into())
    }

    /// Takes over a path that is known to be a cheapest one.
    pub(crate) fn fill_cheapest(&mut self, grid: &Grid, path: &Path) -> AstrideStatus {
        self.forget();
        self.take(path, |node| grid.cell(node).into());
        (self.known.guarantee, self.known.bound) = promise(Guarantee::Optimal);
        self.known.lower_bound = path.cost();
        self.known.status = AstrideStatus::Ok as i32;
        AstrideStatus::Ok
    }

    /// Takes over why there is no path, and the way through what would have to be opened.
    #[cfg(feature = "whole")]
    pub(crate) fn explain(&mut self, why: Why, way: &[astride::base::Cell]) {
        self.forget();
        self.cells.extend(way.iter().map(|&cell| AstrideCell::from(cell)));
        (self.known.why, self.known.enclosed) = reason(why);
        self.known.lower_bound = ASTRIDE_NO_COST;
        self.known.status = AstrideStatus::Unreachable as i32;
    }

    fn info(&self) -> AstridePathInfo {
        AstridePathInfo { length: self.length(), ..self.known() }
    }

    fn length(&self) -> f64 {
        let (mut straight, mut diagonal) = (0u64, 0u64);
        for pair in self.cells.windows(2) {
            let apart = (pair[0].x.abs_diff(pair[1].x), pair[0].y.abs_diff(pair[1].y));
            straight += u64::from(matches!(apart, (0, 1) | (1, 0)));
            diagonal += u64::from(apart == (1, 1));
        }
        straight as f64 + diagonal as f64 * std::f64::consts::SQRT_2
    }

    pub(crate) fn cost(&self) -> Cost {
        self.known.cost
    }
}

fn promise(guarantee: Guarantee) -> (u32, f64) {
    let (kind, bound) = match guarantee {
        Guarantee::Optimal => (AstrideGuarantee::Optimal, 1.0),
        Guarantee::Within(weight) => (AstrideGuarantee::Within, weight.as_f64()),
        Guarantee::FewestSteps => (AstrideGuarantee::FewestSteps, 0.0),
        Guarantee::None => (AstrideGuarantee::None, 0.0),
    };
    (kind as u32, bound)
}

fn reason(why: Why) -> (u32, u64) {
    let (kind, cells) = match why {
        Why::StartBlocked => (AstrideWhy::StartBlocked, 0),
        Why::GoalBlocked => (AstrideWhy::GoalBlocked, 0),
        Why::Enclosed { seen } => (AstrideWhy::Enclosed, seen),
        Why::TooCostly => (AstrideWhy::TooCostly, 0),
        Why::StartEnclosed { cells } => (AstrideWhy::StartEnclosed, cells),
        Why::GoalEnclosed { cells } => (AstrideWhy::GoalEnclosed, cells),
        Why::Apart => (AstrideWhy::Apart, 0),
    };
    (kind as u32, cells)
}

/// Makes an empty path, to be lent to questions. `*path` must be freed by you.
///
/// Errors: `BAD_POINTER`. Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_path_new(path: *mut *mut AstridePath) -> AstrideStatus {
    border!(|caller| caller.give(path, || Ok(Answered::nothing())))
}

/// The cells of a path in walking order, both ends included. They are valid until the path is lent
/// to another question or freed. Without a path the count is 0.
///
/// Errors: `BAD_HANDLE`. Threads: any number at once, while nobody fills the path.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_path_cells(
    path: *const AstridePath,
    cells: *mut *const AstrideCell,
    count: *mut usize,
) -> AstrideStatus {
    border!(|caller| {
        let path = caller.share(path)?;
        caller.put(cells, path.cells.as_ptr(), "cells")?;
        caller.put(count, path.cells.len(), "count")?;
        Ok(AstrideStatus::Ok)
    })
}

/// Copies the cells of a path in walking order, both ends included, as many as there is room for;
/// `total` receives how many there are, and may be null. Unlike those of `astride_path_cells`
/// they stay valid.
///
/// Errors: `BAD_POINTER`, `BAD_SIZE`. Threads: any number at once, while nobody fills the path.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_path_copy(
    path: *const AstridePath,
    cells: *mut AstrideCell,
    count: usize,
    total: *mut usize,
) -> AstrideStatus {
    border!(|caller| {
        let path = caller.share(path)?;
        caller.copy_most(cells, count, &path.cells, total, "cells")?;
        Ok(AstrideStatus::Ok)
    })
}

/// How many steps a path has: one less than cells, or 0 without a path.
///
/// Errors: `BAD_HANDLE`. Threads: any number at once, while nobody fills the path.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_path_steps(
    path: *const AstridePath,
    steps: *mut usize,
) -> AstrideStatus {
    border!(|caller| {
        let count = caller.share(path)?.cells.len().saturating_sub(1);
        caller.put(steps, count, "steps")?;
        Ok(AstrideStatus::Ok)
    })
}

/// The cost of a path in ticks; `ASTRIDE_NO_COST` without a path.
///
/// Errors: `BAD_HANDLE`. Threads: any number at once, while nobody fills the path.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_path_cost(
    path: *const AstridePath,
    cost: *mut u64,
) -> AstrideStatus {
    border!(|caller| {
        caller.put(cost, caller.share(path)?.cost(), "cost")?;
        Ok(AstrideStatus::Ok)
    })
}

/// What is known about an answer: cost, length, guarantee, or why there is no path. O(cells).
///
/// Errors: `BAD_SIZE`. Threads: any number at once, while nobody fills the path.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_path_info(
    path: *const AstridePath,
    info: *mut AstridePathInfo,
) -> AstrideStatus {
    border!(|caller| {
        caller.report(info, caller.share(path)?.info(), "info")?;
        Ok(AstrideStatus::Ok)
    })
}

/// Frees a path and its cells; null is ignored. The handle must not be used again.
///
/// Errors: `BAD_HANDLE`, `BUSY`. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_path_free(path: *mut AstridePath) -> AstrideStatus {
    border!(|caller| caller.free(path))
}
