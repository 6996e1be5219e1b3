//! The map as it was, for readers on other threads that do not wait for edits.

use astride::planner::Snapshot;

use super::AstrideNavigator;
use super::ask::{AstrideAsk, Names};
use crate::find::{AstrideScratch, with_memory, within};
use crate::path::AstridePath;
use crate::status::AstrideStatus;

/// A navigator as it was at one moment: it answers as the navigator did then, whatever is edited in
/// the meantime, on any thread, and may outlive it. Freed with `astride_snapshot_free`.
#[derive(Debug)]
pub struct AstrideSnapshot {
    _private: [u8; 0],
}

opaque!(AstrideSnapshot: Shot, b"A*snapsh", "snapshot");

/// The value behind a snapshot.
#[derive(Debug)]
pub(crate) struct Shot {
    pub(super) snapshot: Snapshot,
    pub(super) names: Names,
}

/// Takes a snapshot. It copies nothing; while it is held, the first edit copies what it changes.
/// `*snapshot` must be freed by you.
///
/// Errors: `BAD_HANDLE`. Threads: any number at once, while nobody changes the navigator.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_navigator_snapshot(
    navigator: *const AstrideNavigator,
    snapshot: *mut *mut AstrideSnapshot,
) -> AstrideStatus {
    border!(|caller| caller.give(snapshot, || {
        let game = caller.share(navigator)?;
        Ok(Shot { snapshot: game.navigator.snapshot(), names: game.names.clone() })
    }))
}

/// Finds a cheapest path on the map as it was. `most_expansions` is a limit, 0 for none. `scratch`
/// may be null for memory for this call only. `path` is filled.
///
/// Returns `OK`, `UNREACHABLE` or `OUT_OF_BUDGET`. Errors: `OFF_MAP`, `UNKNOWN_NUMBER`, `BAD_SIZE`.
/// Threads: any number at once, each with a path and a scratch of its own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_snapshot_find(
    snapshot: *const AstrideSnapshot,
    ask: *const AstrideAsk,
    most_expansions: u64,
    scratch: *mut AstrideScratch,
    path: *mut AstridePath,
) -> AstrideStatus {
    border!(|caller| {
        let shot = caller.share(snapshot)?;
        let (mut path, scratch) = (caller.change(path)?, caller.change_if(scratch)?);
        path.forget();
        let ask = shot.names.ask(&caller.read(ask, "ask")?)?;
        let found = with_memory(scratch, |scratch| {
            within(most_expansions, 0, |budget| shot.snapshot.route(&ask, scratch, budget))
        })?;
        Ok(path.fill(shot.snapshot.grid(), &found))
    })
}

/// The revision of its map.
///
/// Errors: `BAD_HANDLE`. Threads: any number at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_snapshot_revision(
    snapshot: *const AstrideSnapshot,
    revision: *mut u64,
) -> AstrideStatus {
    border!(|caller| {
        caller.put(revision, caller.share(snapshot)?.snapshot.revision(), "revision")?;
        Ok(AstrideStatus::Ok)
    })
}

/// Frees a snapshot; null is ignored. The handle must not be used again.
///
/// Errors: `BAD_HANDLE`, `BUSY`. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_snapshot_free(snapshot: *mut AstrideSnapshot) -> AstrideStatus {
    border!(|caller| caller.free(snapshot))
}
