//! What if: answers as if a batch of edits had been made, without making it, and what would have to be
//! opened.

use astride::planner::{ExplainTerms, NavigatorError};
use astride::shapes::square::Edit;

use super::AstrideNavigator;
use super::ask::AstrideAsk;
use crate::edit::AstrideEdit;
use crate::find::within;
use crate::path::AstridePath;
use crate::status::{Answer, AstrideStatus};

/// Which of `count` questions have a path now but would have none after a batch of edits, which is not
/// made. So you can ask, before a tower is built, whether it would cut a way that has to stay open.
/// `parted` has a place for each question, which becomes 1 or 0, and may be null. Overlays and
/// blockers are ignored; with several goals, a question is parted if no path is left to any. The
/// questions must all have the `struct_size` of the first. Usually it looks only at the cells near the
/// edits.
///
/// Returns `OK` if any would be parted, or `NOTHING` if none. Errors: `OFF_MAP`, `UNKNOWN_NUMBER`,
/// `BAD_ARGUMENT` for a change that could not be made, with the change in the text; then nothing is
/// written. Threads: any number at once, while nobody changes the navigator or the batch.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_navigator_would_part(
    navigator: *const AstrideNavigator,
    edit: *const AstrideEdit,
    asks: *const AstrideAsk,
    count: usize,
    parted: *mut u8,
) -> AstrideStatus {
    border!(|caller| {
        let (game, edit) = (caller.share(navigator)?, caller.share(edit)?);
        let asks = caller.structs(asks, count, "asks")?;
        let asks = asks.iter().map(|ask| game.names.ask(ask)).collect::<Answer<Vec<_>>>()?;
        let found = game.navigator.would_part(&edit, &asks)?;
        if !parted.is_null() {
            let mut flags = vec![0; asks.len()];
            found.iter().for_each(|&at| flags[at] = 1);
            caller.put_all(parted, count, flags.into_iter(), "parted")?;
        }
        Ok(if found.is_empty() { AstrideStatus::Nothing } else { AstrideStatus::Ok })
    })
}

/// Finds a cheapest path on the map as it would be after a batch of edits, which is not made, by A*.
/// `most_expansions` is a limit, 0 for none. `path` is filled.
///
/// Returns `OK`, `UNREACHABLE` or `OUT_OF_BUDGET`. Errors: `OFF_MAP`, `UNKNOWN_NUMBER`, `BAD_SIZE`,
/// `BAD_ARGUMENT` for a change that could not be made, with the change in the text. Threads: any
/// number at once, each with a path of its own, while nobody changes the navigator or the batch.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_navigator_find_if(
    navigator: *const AstrideNavigator,
    edit: *const AstrideEdit,
    ask: *const AstrideAsk,
    most_expansions: u64,
    path: *mut AstridePath,
) -> AstrideStatus {
    border!(|caller| {
        let (game, edit) = (caller.share(navigator)?, caller.share(edit)?);
        let mut path = caller.change(path)?;
        let ask = game.names.ask(&caller.read(ask, "ask")?)?;
        path.forget();
        let found =
            within(most_expansions, 0, |budget| game.navigator.route_if(&edit, &ask, budget))?;
        Ok(path.fill(game.navigator.grid(), &found))
    })
}

/// Explains why there is no path, and finds the fewest blocked cells that would have to be opened for
/// one. `path` is filled: its `why` and `enclosed` say which end is to blame, and its cells are the way
/// through what has to be opened. `opening` may be null, or a batch that becomes the one that opens the
/// way, and empty if there is none. `after` may be null, or a batch of edits that is supposed to be made
/// before; `opening` is then to be made after it. Overlays are ignored. Blockers are to blame, but are
/// not opened: if they alone are in the way, it leads through them and `opening` is empty.
/// `most_expansions` is a limit, 0 for none.
///
/// Returns `OK` if there is no path, but a way once what shuts it is opened; `UNREACHABLE` if nothing
/// that could be opened helps; `NOTHING` if there is a path; or `OUT_OF_BUDGET`. Errors: `OFF_MAP`,
/// `UNKNOWN_NUMBER`, `BAD_SIZE`, `BAD_ARGUMENT` for a change that could not be made, `UNSUPPORTED` for
/// several goals. Threads: any number at once, each with a path and an `opening` of its own, while
/// nobody changes the navigator or `after`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_navigator_explain(
    navigator: *const AstrideNavigator,
    ask: *const AstrideAsk,
    after: *const AstrideEdit,
    most_expansions: u64,
    opening: *mut AstrideEdit,
    path: *mut AstridePath,
) -> AstrideStatus {
    border!(|caller| {
        let (game, after) = (caller.share(navigator)?, caller.share_if(after)?);
        let (mut path, mut opening) = (caller.change(path)?, caller.change_if(opening)?);
        let ask = game.names.ask(&caller.read(ask, "ask")?)?;
        path.forget();
        if let Some(opening) = &mut opening {
            **opening = Edit::new();
        }
        let terms = after
            .as_deref()
            .map_or_else(ExplainTerms::new, |after| ExplainTerms::new().after(after));
        let explained =
            within(most_expansions, 0, |budget| game.navigator.explain_with(&ask, &terms, budget));
        let explained = match explained {
            Err(NavigatorError::Spent(_)) => return Ok(path.end(AstrideStatus::OutOfBudget)),
            explained => explained?,
        };
        let Some(explained) = explained else { return Ok(AstrideStatus::Nothing) };
        let way = explained.opening.as_ref().map_or(&[][..], |opening| &opening.way);
        path.explain(explained.why, way);
        let Some(found) = explained.opening else { return Ok(AstrideStatus::Unreachable) };
        if let Some(opening) = &mut opening {
            **opening = found.edit();
        }
        Ok(AstrideStatus::Ok)
    })
}
