//! Queries that are answered at once: one, or many in one call.

use astride::base::Budget;
use astride::planner::{Ask, NavigatorError};
use astride::search::Outcome;
use astride::shapes::square::{Near, SnapError};

use super::AstrideNavigator;
use super::ask::AstrideAsk;
use crate::ASTRIDE_NO_COST;
use crate::cell::AstrideCell;
use crate::find::within;
use crate::path::AstridePath;
use crate::status::{AstrideStatus, Fault};

/// Finds a cheapest path. `most_expansions` is a limit, 0 for none. `path` is filled.
///
/// Returns `OK`, `UNREACHABLE` or `OUT_OF_BUDGET`. Errors: `OFF_MAP`, `UNKNOWN_NUMBER`, `BAD_SIZE`.
/// Threads: any number at once, each with a path of its own, while nobody changes the navigator;
/// use a snapshot to read while it is changed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_navigator_find(
    navigator: *const AstrideNavigator,
    ask: *const AstrideAsk,
    most_expansions: u64,
    path: *mut AstridePath,
) -> AstrideStatus {
    border!(|caller| {
        let game = caller.share(navigator)?;
        let mut path = caller.change(path)?;
        path.forget();
        let ask = game.names.ask(&caller.read(ask, "ask")?)?;
        let found = within(most_expansions, 0, |budget| game.navigator.route(&ask, budget))?;
        Ok(path.fill(game.navigator.grid(), &found))
    })
}

/// The cost of a cheapest path in ticks; `ASTRIDE_NO_COST` if there is none. It is quicker than the
/// path.
///
/// Returns `OK`, or `UNREACHABLE`. Errors and threads: as `astride_navigator_find`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_navigator_cost(
    navigator: *const AstrideNavigator,
    ask: *const AstrideAsk,
    cost: *mut u64,
) -> AstrideStatus {
    border!(|caller| {
        let game = caller.share(navigator)?;
        let ask = game.names.ask(&caller.read(ask, "ask")?)?;
        let found = game.navigator.cost(&ask)?;
        caller.put(cost, found.unwrap_or(ASTRIDE_NO_COST), "cost")?;
        Ok(if found.is_some() { AstrideStatus::Ok } else { AstrideStatus::Unreachable })
    })
}

/// The costs of `count` cheapest paths, each as of `astride_navigator_cost`. The questions must all
/// have the `struct_size` of the first.
///
/// Returns `OK`, also if some have no path. Errors: as `astride_navigator_find`; then no cost is
/// written. Threads: any number at once, while nobody changes the navigator.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_navigator_costs(
    navigator: *const AstrideNavigator,
    asks: *const AstrideAsk,
    count: usize,
    costs: *mut u64,
) -> AstrideStatus {
    border!(|caller| {
        let game = caller.share(navigator)?;
        let mut found = Vec::new();
        for ask in caller.structs(asks, count, "asks")? {
            let cost = game.navigator.cost(&game.names.ask(&ask)?)?;
            found.push(cost.unwrap_or(ASTRIDE_NO_COST));
        }
        caller.put_all(costs, count, found.into_iter(), "costs")?;
        Ok(AstrideStatus::Ok)
    })
}

/// Finds `count` paths, each as `astride_navigator_find` without a limit, into as many paths, all
/// different. `astride_path_info` says what became of each. The questions must all have the
/// `struct_size` of the first.
///
/// Returns `OK`, also if some have no path. Errors: as `astride_navigator_find`, for any of the
/// questions; no path is filled then. `BUSY` if a path is given twice. Threads: any number at once,
/// each with paths of its own, while nobody changes the navigator.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_navigator_find_many(
    navigator: *const AstrideNavigator,
    asks: *const AstrideAsk,
    count: usize,
    paths: *const *mut AstridePath,
) -> AstrideStatus {
    border!(|caller| {
        let game = caller.share(navigator)?;
        let asks = caller.structs(asks, count, "asks")?;
        let asks = asks.iter().map(|ask| game.names.ask(ask)).collect::<Result<Vec<_>, Fault>>()?;
        let paths = caller.handles(paths, count, "paths")?;
        let mut filled = Vec::new();
        for &path in paths {
            filled.push(caller.change(path)?);
        }
        let found = game.navigator.many(&asks);
        let found = found.into_iter().collect::<Result<Vec<Outcome>, NavigatorError>>()?;
        for (path, outcome) in filled.iter_mut().zip(&found) {
            path.fill(game.navigator.grid(), outcome);
        }
        Ok(AstrideStatus::Ok)
    })
}

/// The nearest cell to `cell` on which a mover can stand, at most `radius` columns and rows away;
/// 0 is as far as it takes. With `reached_from` not null, one that is reached from there.
///
/// Returns `OK`, or `UNREACHABLE` if there is none. Errors: `OFF_MAP`, `UNKNOWN_NUMBER`,
/// `BAD_ARGUMENT` if the mover cannot stand on `reached_from`. Threads: any number at once, while
/// nobody changes the navigator.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_navigator_snap(
    navigator: *const AstrideNavigator,
    mover: u32,
    cell: AstrideCell,
    radius: u32,
    reached_from: *const AstrideCell,
    nearest: *mut AstrideCell,
) -> AstrideStatus {
    border!(|caller| {
        let game = caller.share(navigator)?;
        let mut near = Near::new(cell);
        if radius > 0 {
            near = near.within(radius);
        }
        if let [from] = caller.list(reached_from, usize::from(!reached_from.is_null()), "cell")? {
            near = near.reached_from(*from);
        }
        let ask = Ask::new(cell, cell).mover(game.names.mover(mover)?);
        let found = game.navigator.snap_for(&ask, near, &mut Budget::unlimited());
        if let Err(NavigatorError::Snap(SnapError::Nothing { .. })) = found {
            return Ok(AstrideStatus::Unreachable);
        }
        caller.put(nearest, found?.into(), "nearest")?;
        Ok(AstrideStatus::Ok)
    })
}
