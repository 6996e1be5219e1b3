//! A single query on a grid, with nothing prepared.

use std::time::{Duration, Instant};

use astride::base::{Budget, NodeId, Weight};
use astride::planner::{Choice, find_path, solve};
use astride::search::{Method, PathQuery, Scratch};
use astride::shapes::square::Mover;

use crate::caller::Versioned;
use crate::cell::{AstrideCell, chosen};
use crate::grid::{AstrideGrid, node_of};
use crate::handle::Changing;
use crate::mover::AstrideMover;
use crate::path::AstridePath;
use crate::status::AstrideStatus;

/// The memory of searches: lend it to one question after another, and nothing is allocated after
/// the first of a size. One per thread. Freed with `astride_scratch_free`.
#[derive(Debug)]
pub struct AstrideScratch {
    _private: [u8; 0],
}

opaque!(AstrideScratch: Scratch, b"A*scratc", "scratch");

/// How a path is searched.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AstrideMethod {
    /// A*: a cheapest path.
    AStar = 0,
    /// Dijkstra's search: a cheapest path, without a guess.
    Dijkstra = 1,
    /// Breadth-first search: fewest steps. Its `most_cost` is in steps.
    BreadthFirst = 2,
    /// Greedy best-first search: some path, quickly.
    Greedy = 3,
    /// A* with its guess doubled: at most twice the cheapest.
    WeightedTwice = 4,
    /// Bidirectional A*: a cheapest path.
    Bidirectional = 5,
    /// IDA* with a transposition table: a cheapest path. It is meant for puzzles and small maps; on
    /// others it may take practically forever, so give it a limit.
    IdaStar = 6,
    /// Jump point search over planes that are made for this question: see `AstrideIndex`.
    JumpPoints = 7,
    /// IDA* with its guess doubled: at most twice the cheapest. As for IDA*, give it a limit.
    WeightedIdaStarTwice = 8,
    /// Breadth-first search from both ends: fewest steps. Its `most_cost` is in steps.
    BidirectionalBreadthFirst = 9,
    /// Greedy best-first search from both ends: some path, even more quickly.
    BidirectionalGreedy = 10,
    /// Depth-first search: some path, usually a long one.
    DepthFirst = 11,
    /// A* with half its guess: a cheapest path.
    Swarm = 12,
    /// A* with three times its guess: at most three times the cheapest.
    ConvergentSwarm = 13,
    /// Bidirectional A* with half its guess: a cheapest path.
    BidirectionalSwarm = 14,
}

/// How to answer a question. Fields that are 0 mean no limit or the default. Set
/// `struct_size` to `sizeof(AstrideFindOptions)` and the rest to 0 before you set any.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AstrideFindOptions {
    /// `sizeof(AstrideFindOptions)`.
    pub struct_size: usize,
    /// The most ticks that a path may cost; by `ASTRIDE_METHOD_BREADTH_FIRST` and
    /// `ASTRIDE_METHOD_BIDIRECTIONAL_BREADTH_FIRST` the most steps that it may have.
    pub most_cost: u64,
    /// The most nodes that may be expanded.
    pub most_expansions: u64,
    /// The most microseconds that it may take, by the clock of this machine.
    pub most_micros: u64,
    /// An `AstrideMethod`.
    pub method: u32,
    /// Other than 0 to have the path to the nearest place if there is none to the goal. The answer is
    /// `UNREACHABLE` all the same, with cells, and `is_nearest` of its `AstridePathInfo` is 1.
    pub or_nearest: u32,
}

// SAFETY: C order, the size first, and numbers alone.
unsafe impl Versioned for AstrideFindOptions {
    const OLDEST: usize = 40;
}

pub(crate) const METHODS: [Method; 15] = [
    Method::AStar,
    Method::Dijkstra,
    Method::BreadthFirst,
    Method::Greedy,
    Method::Weighted(Weight::TWICE),
    Method::Bidirectional,
    Method::IdaStar,
    Method::Jps,
    Method::WeightedIdaStar(Weight::TWICE),
    Method::BidirectionalBreadthFirst,
    Method::BidirectionalGreedy,
    Method::DepthFirst,
    Method::Swarm,
    Method::ConvergentSwarm,
    Method::BidirectionalSwarm,
];

/// Calls `body` with a budget of this many expansions and microseconds; 0 is no limit.
pub(crate) fn within<R>(
    expansions: u64,
    micros: u64,
    body: impl FnOnce(&mut Budget<'_>) -> R,
) -> R {
    let mut budget = Budget::unlimited();
    if expansions > 0 {
        budget = budget.expansions(expansions);
    }
    // A question without a deadline does not read the clock.
    let time = Duration::from_micros(micros);
    match (micros > 0).then(|| Instant::now().checked_add(time)).flatten() {
        None => body(&mut budget),
        Some(end) => body(&mut budget.deadline(&mut || Instant::now() >= end)),
    }
}

/// Calls `ask` with the memory that was lent, or with memory for this call only.
pub(crate) fn with_memory<R>(
    lent: Option<Changing<'_, Scratch>>,
    ask: impl FnOnce(&mut Scratch) -> R,
) -> R {
    match lent {
        Some(mut lent) => ask(&mut lent),
        None => ask(&mut Scratch::new()),
    }
}

/// A question with the limits of these options.
pub(crate) fn query_of(
    options: &AstrideFindOptions,
    [start, goal]: [NodeId; 2],
) -> PathQuery<'static> {
    let mut query = PathQuery::new(start, goal);
    if options.most_cost > 0 {
        query = query.within(options.most_cost);
    }
    if options.or_nearest != 0 {
        query = query.or_nearest();
    }
    query
}

/// Finds a path on a grid by A*. `mover` may be null for the usual walker. `path` is filled.
/// For many questions on one map, use a navigator or an index.
///
/// Returns `OK`, or `UNREACHABLE`. Errors: `OFF_MAP`. Threads: any number at once on one grid, each
/// with a path of its own, while nobody edits the grid or the mover.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_find_path(
    grid: *const AstrideGrid,
    mover: *const AstrideMover,
    start: AstrideCell,
    goal: AstrideCell,
    path: *mut AstridePath,
) -> AstrideStatus {
    border!(|caller| {
        let (grid, mover) = (caller.share(grid)?, caller.share_if(mover)?);
        let walker = Mover::walker;
        let mover = mover.map_or_else(walker, |mover| mover.clone());
        let mut path = caller.change(path)?;
        path.forget();
        let outcome = find_path(&grid, &mover, start.into(), goal.into())?;
        Ok(path.fill(&grid, &outcome))
    })
}

/// As `astride_find_path`, by a method of your choice, within limits, with reused memory.
/// `options` may be null for none, `scratch` for memory for this call only.
///
/// Returns `OK`, `UNREACHABLE`, or `OUT_OF_BUDGET`. Errors: `OFF_MAP`, `BAD_SIZE`, `BAD_ARGUMENT`
/// for an unknown method, `UNSUPPORTED` if the method cannot answer this. Threads: any number at
/// once on one grid, each with a path and a scratch of its own, while nobody edits grid or mover.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_find_path_by(
    grid: *const AstrideGrid,
    mover: *const AstrideMover,
    start: AstrideCell,
    goal: AstrideCell,
    options: *const AstrideFindOptions,
    scratch: *mut AstrideScratch,
    path: *mut AstridePath,
) -> AstrideStatus {
    border!(|caller| {
        let (grid, mover) = (caller.share(grid)?, caller.share_if(mover)?);
        let (mut path, scratch) = (caller.change(path)?, caller.change_if(scratch)?);
        path.forget();
        let options = caller.options(options, "options")?;
        let question =
            Choice { method: chosen(options.method, &METHODS, "method")?, ..Choice::default() };
        let query = query_of(&options, [node_of(&grid, start)?, node_of(&grid, goal)?]);
        let walker = Mover::walker();
        let view = grid.seen_by(mover.as_deref().unwrap_or(&walker));
        let outcome = with_memory(scratch, |scratch| {
            within(options.most_expansions, options.most_micros, |budget| {
                solve(&view, question, &query, scratch, budget, &mut ())
            })
        })?;
        Ok(path.fill(&grid, &outcome))
    })
}

/// Makes memory for searches. `*scratch` must be freed by you.
///
/// Errors: `BAD_POINTER`. Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_scratch_new(scratch: *mut *mut AstrideScratch) -> AstrideStatus {
    border!(|caller| caller.give(scratch, || Ok(Scratch::new())))
}

/// Frees memory of searches; null is ignored. The handle must not be used again.
///
/// Errors: `BAD_HANDLE`, `BUSY`. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_scratch_free(scratch: *mut AstrideScratch) -> AstrideStatus {
    border!(|caller| caller.free(scratch))
}
