//! What if: answers as if a batch of edits had been made, without making it.

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
