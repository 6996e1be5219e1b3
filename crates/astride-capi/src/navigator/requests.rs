//! Requests: asked now, answered over the next frames within a budget.

use astride::path::Path;
use astride::planner::{NavigatorError, Progress, Request, Stamp, Standing};

use super::ask::AstrideAsk;
use super::{AstrideNavigator, Game};
use crate::caller::Versioned;
use crate::cell::byte;
use crate::find::within;
use crate::grid::node_of;
use crate::path::AstridePath;
use crate::status::{Answer, AstrideStatus, Fault};

/// What a frame did. Set `struct_size` to `sizeof(AstrideWork)`; the rest is filled.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AstrideWork {
    /// `sizeof(AstrideWork)`, set by you.
    pub struct_size: usize,
    /// Expansions made, never more than allowed.
    pub expansions: u64,
    /// Requests that were answered.
    pub served: u64,
    /// Requests that are being answered.
    pub running: u64,
    /// Requests that wait.
    pub waiting: u64,
}

// SAFETY: C order, the size first, and numbers alone.
unsafe impl Versioned for AstrideWork {
    const OLDEST: usize = 40;
}

/// How much of an answer holds on the map as it was when it was delivered.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AstrideStanding {
    /// All of it.
    Current = 0,
    /// Its path can be walked at its cost; there may be a cheaper one now.
    Walkable = 1,
    /// Its path can be walked at another cost, which is in `cost`.
    OtherCost = 2,
    /// Its path can be walked up to a step, whose number from 0 is in `step`.
    Blocked = 3,
    /// It says that there was no path, or that its limit was reached; there may be a path now.
    Outdated = 4,
}

/// A request that was answered. Set `struct_size` to `sizeof(AstrideDelivery)`; the rest is filled.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AstrideDelivery {
    /// `sizeof(AstrideDelivery)`, set by you.
    pub struct_size: usize,
    /// The number of the request.
    pub ticket: u64,
    /// The revision of the map for which the answer holds.
    pub revision: u64,
    /// With `ASTRIDE_STANDING_OTHER_COST`, what its path costs now, in ticks.
    pub cost: u64,
    /// With `ASTRIDE_STANDING_BLOCKED`, the first step that is not possible.
    pub step: u64,
    /// How many frames it took, at least 1.
    pub frames: u64,
    /// The result of the question: `OK`, `UNREACHABLE`, `OUT_OF_BUDGET`, `EXPIRED`, or an error.
    pub status: i32,
    /// An `AstrideStanding`.
    pub standing: u32,
}

// SAFETY: C order, the size first, and numbers alone.
unsafe impl Versioned for AstrideDelivery {
    const OLDEST: usize = 56;
}

/// How far a request has come.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AstrideStage {
    /// It waits; `number` requests come before it.
    Waiting = 0,
    /// It is being answered; `number` expansions were made for it.
    Running = 1,
    /// Its answer waits to be taken.
    Done = 2,
}

/// Puts a question in the queue and gives its ticket, from 1. `priority` is 0 to 255, the higher
/// the sooner. After `most_expansions` it is delivered with what is known so far; 0 is no limit.
///
/// Errors: `OFF_MAP`, `UNKNOWN_NUMBER`, `BAD_ARGUMENT`, `FULL`. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_navigator_request(
    navigator: *mut AstrideNavigator,
    ask: *const AstrideAsk,
    priority: u32,
    most_expansions: u64,
    ticket: *mut u64,
) -> AstrideStatus {
    border!(|caller| {
        let mut game = caller.change(navigator)?;
        caller.put(ticket, 0, "ticket")?;
        let ask = caller.read(ask, "ask")?;
        let given = submit(&mut game, &ask, priority, most_expansions, 0)?;
        caller.put(ticket, given, "ticket")?;
        Ok(AstrideStatus::Ok)
    })
}

/// How to answer a request. Set `struct_size` to `sizeof(AstrideRequestOptions)` and the rest
/// to 0 before you set any; fields that are 0 mean no limit.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AstrideRequestOptions {
    /// `sizeof(AstrideRequestOptions)`.
    pub struct_size: usize,
    /// The most expansions, after which it is delivered with what is known so far.
    pub most_expansions: u64,
    /// The most frames that it may take: if it is not answered after this many calls of
    /// `astride_navigator_work`, waiting or begun, it is given up and delivered as `EXPIRED`, without
    /// a path.
    pub most_frames: u64,
    /// 0 to 255, the higher the sooner.
    pub priority: u32,
    /// Leave it 0. It is ignored, and a later version may use it.
    pub reserved: u32,
}

// SAFETY: C order, the size first, and numbers alone.
unsafe impl Versioned for AstrideRequestOptions {
    const OLDEST: usize = 32;
}

/// As `astride_navigator_request`, with all options; null is none.
///
/// Errors: `OFF_MAP`, `UNKNOWN_NUMBER`, `BAD_ARGUMENT`, `BAD_SIZE`, `FULL`. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_navigator_submit(
    navigator: *mut AstrideNavigator,
    ask: *const AstrideAsk,
    options: *const AstrideRequestOptions,
    ticket: *mut u64,
) -> AstrideStatus {
    border!(|caller| {
        let mut game = caller.change(navigator)?;
        caller.put(ticket, 0, "ticket")?;
        let ask = caller.read(ask, "ask")?;
        let AstrideRequestOptions { most_expansions, most_frames, priority, .. } =
            caller.options(options, "options")?;
        let given = submit(&mut game, &ask, priority, most_expansions, most_frames)?;
        caller.put(ticket, given, "ticket")?;
        Ok(AstrideStatus::Ok)
    })
}

fn submit(
    game: &mut Game,
    ask: &AstrideAsk,
    priority: u32,
    most_expansions: u64,
    most_frames: u64,
) -> Answer<u64> {
    let mut request = Request::new(game.names.ask(ask)?, byte(priority, "priority")?);
    request.limit = Some(most_expansions).filter(|&most| most > 0);
    request.within = Some(most_frames).filter(|&most| most > 0);
    let given = game.navigator.submit(request)?;
    game.tickets.insert(given.number(), given);
    Ok(given.number())
}

/// One frame: answers requests until this many expansions were made or this many microseconds have
/// passed by the clock of this machine; 0 is no limit. `work` may be null.
///
/// Errors: `BAD_SIZE`. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_navigator_work(
    navigator: *mut AstrideNavigator,
    most_expansions: u64,
    most_micros: u64,
    work: *mut AstrideWork,
) -> AstrideStatus {
    border!(|caller| {
        let mut game = caller.change(navigator)?;
        // What cannot be reported is not done.
        caller.check_place(work, "work")?;
        let report = within(most_expansions, most_micros, |budget| game.navigator.work(budget));
        if !work.is_null() {
            let report = AstrideWork {
                struct_size: 0,
                expansions: report.expansions,
                served: report.served as u64,
                running: report.running as u64,
                waiting: report.waiting as u64,
            };
            caller.report(work, report, "work")?;
        }
        Ok(AstrideStatus::Ok)
    })
}

/// Takes one answer, in the order in which they were found: fills `delivery` and `path`. Call it in
/// the frame that found them, until there is none.
///
/// Returns `OK`, or `NOTHING` if there is none. Errors: `BAD_SIZE`. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_navigator_take(
    navigator: *mut AstrideNavigator,
    delivery: *mut AstrideDelivery,
    path: *mut AstridePath,
) -> AstrideStatus {
    border!(|caller| {
        let mut game = caller.change(navigator)?;
        let mut path = caller.change(path)?;
        // What cannot be reported is not taken.
        caller.check_size(delivery, "delivery")?;
        path.forget();
        let Game { navigator, tickets, done, .. } = &mut *game;
        done.extend(navigator.take_done());
        let Some(next) = done.front() else { return Ok(AstrideStatus::Nothing) };
        let number = next.ticket.number();
        let (standing, cost, step) = told(next.standing);
        let status = match &next.answer {
            Ok(outcome) => path.fill(navigator.grid(), outcome),
            Err(NavigatorError::Expired { .. }) => path.end(AstrideStatus::Expired),
            Err(error) => Fault::from(error.clone()).status,
        };
        let report = AstrideDelivery {
            struct_size: 0,
            ticket: number,
            revision: next.stamp.revision(),
            cost,
            step,
            frames: next.frames,
            status: status as i32,
            standing: standing as u32,
        };
        caller.report(delivery, report, "delivery")?;
        done.pop_front();
        tickets.remove(&number);
        Ok(AstrideStatus::Ok)
    })
}

fn told(standing: Standing) -> (AstrideStanding, u64, u64) {
    match standing {
        Standing::Current => (AstrideStanding::Current, 0, 0),
        Standing::Walkable => (AstrideStanding::Walkable, 0, 0),
        Standing::OtherCost { cost } => (AstrideStanding::OtherCost, cost, 0),
        Standing::Blocked { step } => (AstrideStanding::Blocked, 0, step as u64),
        Standing::Outdated => (AstrideStanding::Outdated, 0, 0),
    }
}

/// How much of a path holds on the map as it is now, for a unit that walks it while the map is edited:
/// `ask` is the question that this navigator answered with it. `standing` is an `AstrideStanding`:
/// `ASTRIDE_STANDING_CURRENT` if nothing was changed since the navigator was made, else one of the
/// others. `cost` and `step` are what an `AstrideDelivery` says; either may be null. O(cells).
///
/// Returns `OK`, or `NOTHING` for a path without cells. Errors: `OFF_MAP`, `UNKNOWN_NUMBER`.
/// Threads: any number at once, while nobody changes the navigator or fills the path.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_navigator_standing(
    navigator: *const AstrideNavigator,
    ask: *const AstrideAsk,
    path: *const AstridePath,
    standing: *mut u32,
    cost: *mut u64,
    step: *mut u64,
) -> AstrideStatus {
    border!(|caller| {
        let (game, walked) = (caller.share(navigator)?, caller.share(path)?);
        let ask = game.names.ask(&caller.read(ask, "ask")?)?;
        let grid = game.navigator.grid();
        let nodes = walked.cells.iter().map(|&cell| node_of(grid, cell));
        let nodes = nodes.collect::<Answer<Vec<_>>>()?;
        let Some(path) = Path::new(nodes, walked.cost()) else { return Ok(AstrideStatus::Nothing) };
        let now = game.navigator.standing_of(&ask, &path, Stamp::default())?;
        let (now, cost_now, first) = told(now);
        caller.put(standing, now as u32, "standing")?;
        caller.put_if(cost, cost_now, "cost")?;
        caller.put_if(step, first, "step")?;
        Ok(AstrideStatus::Ok)
    })
}

/// How far a request has come: `stage` is an `AstrideStage`, `number` the number that it describes;
/// either may be null.
///
/// Errors: `UNKNOWN_NUMBER` if there is no such request, or its answer was taken, or it was
/// cancelled. Threads: any number at once, while nobody changes the navigator.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_navigator_progress(
    navigator: *const AstrideNavigator,
    ticket: u64,
    stage: *mut u32,
    number: *mut u64,
) -> AstrideStatus {
    border!(|caller| {
        let game = caller.share(navigator)?;
        let known = game.tickets.get(&ticket).ok_or_else(|| unknown(ticket))?;
        let (now, told) = match game.navigator.progress(*known) {
            Progress::Waiting { ahead } => (AstrideStage::Waiting, ahead as u64),
            Progress::Running { expanded, .. } => (AstrideStage::Running, expanded),
            // Answers that have been fetched for the caller are done as well.
            Progress::Done | Progress::Unknown => (AstrideStage::Done, 0),
        };
        caller.put_if(stage, now as u32, "stage")?;
        caller.put_if(number, told, "number")?;
        Ok(AstrideStatus::Ok)
    })
}

/// Cancels a request, at any time before its answer is taken.
///
/// Errors: `UNKNOWN_NUMBER` if there is no such request. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_navigator_cancel(
    navigator: *mut AstrideNavigator,
    ticket: u64,
) -> AstrideStatus {
    border!(|caller| {
        let mut game = caller.change(navigator)?;
        cancel(&mut game, ticket)?;
        Ok(AstrideStatus::Ok)
    })
}

fn cancel(game: &mut Game, ticket: u64) -> Answer<()> {
    let known = game.tickets.remove(&ticket).ok_or_else(|| unknown(ticket))?;
    game.navigator.cancel(known);
    game.done.retain(|delivery| delivery.ticket != known);
    Ok(())
}

fn unknown(ticket: u64) -> Fault {
    let text = format!("there is no request {ticket}, or its answer was taken");
    Fault::new(AstrideStatus::UnknownNumber, text)
}
