//! Plans for a team of agents: where each of them is at every timestep, without a collision.

use std::num::NonZeroU16;

use astride::base::{Cell, NodeId, Weight};
use astride::shapes::square::{Grid, GridView, Mover, Neighbours};
use astride_agents::mapf::{
    Instance, Method, Objective, Plan, Solved, Status, Trip, Wanted, WantedError, read_plan, solve,
    validate, write_plan,
};

use crate::ASTRIDE_NO_COST;
use crate::bytes::AstrideBytes;
use crate::caller::{Caller, Versioned};
use crate::cell::{AstrideCell, chosen};
use crate::find::within;
use crate::grid::{AstrideGrid, Size};
use crate::mover::AstrideMover;
use crate::path::AstrideGuarantee;
use crate::status::{Answer, AstrideStatus, Fault};

/// The way of every agent of a team through time. It is empty at first; each question that it is lent
/// to fills it again. Freed with `astride_plan_free`.
///
/// In a timestep every agent steps to a neighbour or waits, whatever the step costs. No two are ever
/// on one cell, and no two exchange cells; one may follow another at once. An agent that has
/// arrived stays.
#[derive(Debug)]
pub struct AstridePlan {
    _private: [u8; 0],
}

opaque!(AstridePlan: Planned, b"A*plan..", "plan");

/// How a plan is made.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AstridePlanMethod {
    /// A first plan at once, then better ones by several methods until the budget ends.
    Auto = 0,
    /// Right of way, step by step: the quickest; may not arrive where passages are narrow.
    Pibt = 1,
    /// LaCAM: some plan if there is one, or the proof that there is none.
    Lacam = 2,
    /// LaCAM with local guidance: slower, and far better plans where it is crowded.
    Guided = 3,
    /// Prioritised planning on safe intervals: good plans where there is room; may give up.
    Prioritised = 4,
    /// Large neighbourhood search: a first plan that gets better until the budget ends.
    Lns = 5,
    /// Conflict-based search: a best plan, for small teams.
    Cbs = 6,
    /// Explicit estimation CBS: at most `percent` per cent more than the least.
    Eecbs = 7,
    /// Windowed cooperative A*, 16 timesteps at a time: light on memory, and those at their goals
    /// make room; may give up.
    Whca = 8,
    /// LaCAM that goes on after its first plan: the least makespan or loss in the end, on small boards.
    LacamStar = 9,
}

/// What a plan keeps as small as possible.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AstridePlanObjective {
    /// The arrivals of all agents, added.
    SumOfCosts = 0,
    /// The last arrival.
    Makespan = 1,
    /// The timesteps that all agents spend other than resting at their goals, added.
    SumOfLoss = 2,
}

/// How a plan is to be made. Fields that are 0 are as usual. Set `struct_size` to
/// `sizeof(AstridePlanOptions)` and the rest to 0 before you set any.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AstridePlanOptions {
    /// `sizeof(AstridePlanOptions)`.
    pub struct_size: usize,
    /// The most expansions; one is about 32 decisions of agents. With this limit alone, the same
    /// question gives the same plan on every machine.
    pub most_expansions: u64,
    /// The most microseconds by the clock of this machine; a second if both limits are 0.
    pub most_micros: u64,
    /// Decides whatever is left to chance.
    pub seed: u64,
    /// About how many bytes tables of distances may take; 0 is 2^30. Less memory makes slower plans.
    pub field_bytes: u64,
    /// An `AstridePlanMethod`.
    pub method: u32,
    /// An `AstridePlanObjective`.
    pub objective: u32,
    /// For `ASTRIDE_PLAN_METHOD_EECBS`: at most this many per cent more than the least, up to 99900;
    /// 0 is 20.
    pub percent: u32,
    /// Leave it 0. It is not looked at, and a later version may use it.
    pub reserved: u32,
}

// SAFETY: C order, the size first, and numbers alone.
unsafe impl Versioned for AstridePlanOptions {
    const OLDEST: usize = 56;
}

/// What is known of a plan. Set `struct_size` to `sizeof(AstridePlanInfo)`; the rest is filled.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AstridePlanInfo {
    /// `sizeof(AstridePlanInfo)`, set by you.
    pub struct_size: usize,
    /// The value of the objective; `ASTRIDE_NO_COST` without a plan.
    pub cost: u64,
    /// No plan costs less than this, as far as is proved.
    pub lower_bound: u64,
    /// The arrivals of all agents, added.
    pub sum_of_costs: u64,
    /// The timesteps that all agents spend other than resting at their goals, added.
    pub sum_of_loss: u64,
    /// How many nodes a search for a best plan has expanded.
    pub expanded: u64,
    /// The timestep from which on nobody moves.
    pub makespan: u32,
    /// How many agents the plan has; 0 without a plan.
    pub agent_count: u32,
    /// What the question came to: an `AstrideStatus` from 0 to 3.
    pub status: i32,
    /// An `AstrideGuarantee`.
    pub guarantee: u32,
    /// The `AstridePlanMethod` that made it.
    pub method: u32,
    /// 0.
    pub reserved: u32,
}

// SAFETY: C order, the size first, and numbers alone.
unsafe impl Versioned for AstridePlanInfo {
    const OLDEST: usize = 72;
}

/// A stay of an agent on one cell, until its next stay; the last one has no end.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AstrideStay {
    /// The first timestep on the cell; 0 for the first stay.
    pub since: u32,
    /// Where.
    pub cell: AstrideCell,
}

/// What stands behind a plan: it, the same in cells, and what is known of it.
#[derive(Debug)]
pub(crate) struct Planned {
    plan: Plan,
    /// Of the grid that it is on.
    size: Size,
    /// All stays, agent by agent.
    stays: Vec<AstrideStay>,
    /// Where those of each agent end.
    ends: Vec<usize>,
    known: AstridePlanInfo,
}

impl Planned {
    fn nothing() -> Self {
        let known = AstridePlanInfo {
            struct_size: 0,
            cost: ASTRIDE_NO_COST,
            lower_bound: 0,
            sum_of_costs: 0,
            sum_of_loss: 0,
            expanded: 0,
            makespan: 0,
            agent_count: 0,
            status: AstrideStatus::Nothing as i32,
            guarantee: AstrideGuarantee::None as u32,
            method: AstridePlanMethod::Auto as u32,
            reserved: 0,
        };
        let (stays, ends) = (Vec::new(), Vec::new());
        Planned { plan: Plan::default(), size: Size::default(), stays, ends, known }
    }

    /// Takes a plan over, which names nodes of `grid`.
    fn take(&mut self, grid: &Grid, plan: Plan) {
        *self = Planned { size: Size::of(grid), ..Planned::nothing() };
        for agent in 0..plan.agent_count() {
            let stays = plan.stays(agent).iter();
            let cell = |node| self.size.cell(node);
            self.stays
                .extend(stays.map(|stay| AstrideStay { since: stay.since, cell: cell(stay.node) }));
            self.ends.push(self.stays.len());
        }
        self.known.makespan = plan.makespan();
        self.known.agent_count = plan.agent_count() as u32;
        self.known.sum_of_costs = plan.sum_of_costs();
        self.known.sum_of_loss = plan.sum_of_loss();
        self.plan = plan;
    }

    /// Takes an answer over.
    fn fill(&mut self, grid: &Grid, solved: Solved, asked: Method) -> AstrideStatus {
        let (status, guarantee) = told(solved.status);
        self.take(grid, solved.plan.unwrap_or_default());
        self.known.cost = solved.cost.unwrap_or(ASTRIDE_NO_COST);
        self.known.lower_bound =
            if status == AstrideStatus::Unreachable { ASTRIDE_NO_COST } else { solved.bound };
        self.known.expanded = solved.nodes;
        self.known.status = status as i32;
        self.known.guarantee = guarantee as u32;
        self.known.method =
            number_of(if status == AstrideStatus::Ok { solved.method } else { asked });
        status
    }

    fn stays_of(&self, agent: u32) -> Answer<&[AstrideStay]> {
        let at = agent as usize;
        let Some(&end) = self.ends.get(at) else {
            let text =
                format!("there is no agent {agent}, expected a number below {}", self.ends.len());
            return Err(Fault::new(AstrideStatus::UnknownNumber, text));
        };
        let begin = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        Ok(&self.stays[begin..end])
    }
}

/// What a solver says, as reported to C.
fn told(status: Status) -> (AstrideStatus, AstrideGuarantee) {
    match status {
        Status::Optimal => (AstrideStatus::Ok, AstrideGuarantee::Optimal),
        Status::Bounded => (AstrideStatus::Ok, AstrideGuarantee::Within),
        Status::Feasible => (AstrideStatus::Ok, AstrideGuarantee::None),
        Status::Unsolvable => (AstrideStatus::Unreachable, AstrideGuarantee::None),
        Status::OutOfBudget => (AstrideStatus::OutOfBudget, AstrideGuarantee::None),
        Status::GaveUp => (AstrideStatus::Nothing, AstrideGuarantee::None),
    }
}

/// The method that an enumerator stands for.
fn method(number: u32, percent: u32) -> Answer<Method> {
    let more = if percent == 0 { 20 } else { percent };
    let weight = Weight::new(more.saturating_add(100), 100).map_err(|_| {
        let text = format!("percent is {percent}, expected 0 to 99900");
        Fault::new(AstrideStatus::BadArgument, text)
    })?;
    chosen(number, &methods(weight), "method")
}

fn methods(weight: Weight) -> [Method; 10] {
    [
        Method::Auto,
        Method::Pibt,
        Method::Lacam,
        Method::Guided,
        Method::Prioritised,
        Method::Lns,
        Method::Cbs,
        Method::Eecbs(weight),
        Method::Whca(NonZeroU16::new(16).expect("16 is not 0")),
        Method::LacamStar,
    ]
}

fn number_of(method: Method) -> u32 {
    let is_same = |other: &Method| other.row().name == method.row().name;
    methods(Weight::TWICE).iter().position(is_same).unwrap_or(0) as u32
}

/// A team's grid is so small that the steps on it can be counted in 32 bits.
const MOST_CELLS: u32 = 1 << 28;

/// Calls `body` with the grid and with what the mover sees of it; null is a walker with four
/// neighbours, whose steps all take as long.
pub(crate) fn on_floor<R>(
    caller: &Caller,
    grid: *const AstrideGrid,
    mover: *const AstrideMover,
    body: impl FnOnce(&Grid, &GridView<'_>) -> Answer<R>,
) -> Answer<R> {
    let (grid, mover) = (caller.share(grid)?, caller.share_if(mover)?);
    if grid.cell_count() >= MOST_CELLS {
        let text = format!("the grid has {} cells, expected fewer than 2^28", grid.cell_count());
        return Err(Fault::new(AstrideStatus::BadArgument, text));
    }
    let walker = Mover::walker().neighbours(Neighbours::Four);
    body(&grid, &grid.seen_by(mover.as_deref().unwrap_or(&walker)))
}

/// What a node is called in messages.
pub(crate) fn name_on(size: Size) -> impl Fn(NodeId) -> String {
    move |node| format!("cell {}", Cell::from(size.cell(node)))
}

/// As many trips as there are starts and goals.
fn trips(
    caller: &Caller,
    grid: &Grid,
    starts: *const AstrideCell,
    goals: *const AstrideCell,
    count: usize,
) -> Answer<Vec<Trip>> {
    let (starts, goals) =
        (caller.list(starts, count, "starts")?, caller.list(goals, count, "goals")?);
    // More than can stand there are refused before anything is allocated for them.
    if count > grid.cell_count() as usize {
        let text = format!("there are {count} agents on {} cells", grid.cell_count());
        return Err(Fault::new(AstrideStatus::BadArgument, text));
    }
    let node = |&cell: &AstrideCell| Size::of(grid).node(cell);
    let trip = |(start, goal)| Ok(Trip { start: node(start)?, goal: node(goal)? });
    starts.iter().zip(goals).map(trip).collect()
}

/// Makes an empty plan, to be lent to questions. `*plan` is to be freed by you.
///
/// Errors: `BAD_POINTER`. Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_plan_new(plan: *mut *mut AstridePlan) -> AstrideStatus {
    border!(|caller| caller.give(plan, || Ok(Planned::nothing())))
}

/// Frees a plan and its stays; null is nothing to free. The handle must not be used again.
///
/// Errors: `BAD_HANDLE`, `BUSY`. Threads: one, alone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_plan_free(plan: *mut AstridePlan) -> AstrideStatus {
    border!(|caller| caller.free(plan))
}

/// Makes a plan for `count` agents, the first from `starts[0]` to `goals[0]`, and fills `plan` with
/// it. `mover` may be null for a usual walker with four neighbours, and `options` for one second
/// of `ASTRIDE_PLAN_METHOD_AUTO`.
///
/// Returns `OK`; `UNREACHABLE` if it is proved that there is no plan; `OUT_OF_BUDGET` if none was
/// found in time; `NOTHING` if the method gave up, which proves nothing. Errors: `OFF_MAP`;
/// `BAD_ARGUMENT` for an agent that starts or has its goal where nobody can stand, two agents with
/// one start or one goal, a grid of 2^28 cells or more, and an unknown method or objective;
/// `UNSUPPORTED` for a method that cannot be asked for the objective (CBS and EECBS for loss).
/// Threads: any number at once on one grid, each with a plan of its own, while nobody edits it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_plan_solve(
    plan: *mut AstridePlan,
    grid: *const AstrideGrid,
    mover: *const AstrideMover,
    starts: *const AstrideCell,
    goals: *const AstrideCell,
    count: usize,
    options: *const AstridePlanOptions,
) -> AstrideStatus {
    border!(|caller| on_floor(caller, grid, mover, |grid, view| {
        let mut plan = caller.change(plan)?;
        *plan = Planned::nothing();
        let options = caller.options(options, "options")?;
        let wanted = wanted(&options)?;
        let unsupported = |error: WantedError| {
            Fault::saying(AstrideStatus::Unsupported, &error, error.to_string())
        };
        wanted.check().map_err(unsupported)?;
        let instance =
            Instance::new(view, &trips(caller, grid, starts, goals, count)?).map_err(|error| {
                let text = error.with_names(name_on(Size::of(grid)));
                Fault::saying(AstrideStatus::BadArgument, &error, text)
            })?;
        let is_free = options.most_expansions == 0 && options.most_micros == 0;
        let micros = if is_free { 1_000_000 } else { options.most_micros };
        let solved = within(options.most_expansions, micros, |budget| {
            solve(&instance, &wanted, budget, &mut |_| ())
        });
        Ok(plan.fill(grid, solved, wanted.method))
    }))
}

fn wanted(options: &AstridePlanOptions) -> Answer<Wanted> {
    let usual = Wanted::default();
    Ok(Wanted {
        objective: chosen(options.objective, &Objective::ALL, "objective")?,
        method: method(options.method, options.percent)?,
        seed: options.seed,
        field_bytes: match options.field_bytes {
            0 => usual.field_bytes,
            bytes => usize::try_from(bytes).unwrap_or(usize::MAX),
        },
    })
}

/// What is known of a plan.
///
/// Errors: `BAD_SIZE`. Threads: any number at once, while nobody fills the plan.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_plan_info(
    plan: *const AstridePlan,
    info: *mut AstridePlanInfo,
) -> AstrideStatus {
    border!(|caller| {
        caller.report(info, caller.share(plan)?.known, "info")?;
        Ok(AstrideStatus::Ok)
    })
}

/// The stays of an agent, the first at timestep 0; it rests on its last cell for ever. They are good
/// until the plan is filled again or freed.
///
/// Errors: `UNKNOWN_NUMBER`. Threads: any number at once, while nobody fills the plan.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_plan_stays(
    plan: *const AstridePlan,
    agent: u32,
    stays: *mut *const AstrideStay,
    count: *mut usize,
) -> AstrideStatus {
    border!(|caller| {
        let plan = caller.share(plan)?;
        let list = plan.stays_of(agent)?;
        caller.put(stays, list.as_ptr(), "stays")?;
        caller.put(count, list.len(), "count")?;
        Ok(AstrideStatus::Ok)
    })
}

/// Copies where each agent is at a timestep into `count` places, which must be as many as there are
/// agents. O(agents, each with the logarithm of its stays).
///
/// Errors: `BAD_SIZE` for another count. Threads: any number at once, while nobody fills the plan.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_plan_at(
    plan: *const AstridePlan,
    timestep: u32,
    cells: *mut AstrideCell,
    count: usize,
) -> AstrideStatus {
    border!(|caller| {
        let plan = caller.share(plan)?;
        let all =
            (0..plan.ends.len()).map(|agent| plan.size.cell(plan.plan.node_at(agent, timestep)));
        caller.put_all(cells, count, all, "cells")?;
        Ok(AstrideStatus::Ok)
    })
}

/// Checks a plan from any source for these agents against every rule, by code that shares nothing
/// with the solvers.
///
/// Errors: `BAD_DATA` for the first rule that is broken, which `astride_last_error` describes and
/// `astride_last_error_code` names, such as "plan-vertex-conflict"; `OFF_MAP`; `BAD_ARGUMENT` for a
/// grid of another size than the plan's. Threads: as of `astride_plan_solve`, while nobody fills the
/// plan.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_plan_check(
    plan: *const AstridePlan,
    grid: *const AstrideGrid,
    mover: *const AstrideMover,
    starts: *const AstrideCell,
    goals: *const AstrideCell,
    count: usize,
) -> AstrideStatus {
    border!(|caller| on_floor(caller, grid, mover, |grid, view| {
        let plan = caller.share(plan)?;
        let (here, Size { width, height }) = (Size::of(grid), plan.size);
        if plan.plan.agent_count() > 0 && here != plan.size {
            let Size { width: columns, height: rows } = here;
            let text = format!("the grid has {columns}x{rows} cells, expected {width}x{height}");
            return Err(Fault::new(AstrideStatus::BadArgument, text));
        }
        validate(view, &trips(caller, grid, starts, goals, count)?, &plan.plan).map_err(
            |fault| Fault::saying(AstrideStatus::BadData, &fault, fault.with_names(name_on(here))),
        )?;
        Ok(AstrideStatus::Ok)
    }))
}

/// Turns a plan into text, a line for each timestep, as "0:(0,0),(2,0)"; that of an empty plan has no
/// agents. `*bytes` is to be freed by you.
///
/// Errors: `BAD_HANDLE`. Threads: any number at once, while nobody fills the plan.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_plan_write(
    plan: *const AstridePlan,
    bytes: *mut *mut AstrideBytes,
) -> AstrideStatus {
    border!(|caller| caller.give(bytes, || {
        let plan = caller.share(plan)?;
        Ok(write_plan(&plan.plan, |node| plan.size.cell(node).into()).into_bytes())
    }))
}

/// Fills a plan from a text that `astride_plan_write` or another program made for this grid. It
/// does not check the rules; `astride_plan_check` does.
///
/// Errors: `BAD_DATA`, with the line in the text; the plan is empty then. Threads: as of
/// `astride_plan_solve`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_plan_read(
    plan: *mut AstridePlan,
    grid: *const AstrideGrid,
    data: *const u8,
    count: usize,
) -> AstrideStatus {
    border!(|caller| {
        let grid = caller.share(grid)?;
        let mut plan = caller.change(plan)?;
        *plan = Planned::nothing();
        plan.take(&grid, read_plan(caller.list(data, count, "data")?, |cell| grid.node(cell))?);
        plan.known.cost = plan.known.sum_of_costs;
        plan.known.status = AstrideStatus::Ok as i32;
        Ok(AstrideStatus::Ok)
    })
}
