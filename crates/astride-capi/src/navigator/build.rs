//! Indexes that take long to build, built in the background.

use astride::planner::{Adopted, Build, Built};
use astride::shapes::square::IndexFile;

use super::{AstrideNavigator, KEPT};
use crate::status::{AstrideStatus, Fault};

/// An index that takes long to build, to be built on any thread and handed back. Freed with
/// `astride_build_free`.
#[derive(Debug)]
pub struct AstrideBuild {
    _private: [u8; 0],
}

opaque!(AstrideBuild: Work, b"A*build.", "build");

/// The value behind a build.
#[derive(Debug)]
pub(crate) enum Work {
    Wanted(Build),
    Built(Built),
    Handed,
}

/// An index that `astride_navigator_keep` asked for and that takes seconds: labels, or clusters that
/// were never built. `*build` must be freed by you; it is null if nothing is wanted.
///
/// Returns `OK`, or `NOTHING`. Errors: `BAD_HANDLE`. Threads: any number at once, while nobody
/// changes the navigator.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_navigator_pending(
    navigator: *const AstrideNavigator,
    build: *mut *mut AstrideBuild,
) -> AstrideStatus {
    border!(|caller| {
        // Null also if the navigator is refused, as for all functions that make a handle.
        caller.put(build, std::ptr::null_mut(), "the place for the handle")?;
        match caller.share(navigator)?.navigator.pending() {
            Some(wanted) => caller.give(build, || Ok(Work::Wanted(wanted))),
            None => Ok(AstrideStatus::Nothing),
        }
    })
}

/// Builds the index; the game goes on in the meantime.
///
/// Errors: `BAD_ARGUMENT` if it was run already. Threads: one on one build, any; the navigator may be used
/// in the meantime.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_build_run(build: *mut AstrideBuild) -> AstrideStatus {
    border!(|caller| {
        let mut work = caller.change(build)?;
        match std::mem::replace(&mut *work, Work::Handed) {
            Work::Wanted(wanted) => *work = Work::Built(wanted.run()),
            other => {
                *work = other;
                return Err(Fault::new(AstrideStatus::BadArgument, "the build was run already"));
            }
        }
        Ok(AstrideStatus::Ok)
    })
}

/// Takes an index that was built. The build is empty afterwards; free it.
///
/// Instead of labels that are not possible, landmarks of the jump points may have been built, which
/// are used until the next edit. Returns `OK` if it is used from now on, or `NOTHING` if it comes
/// too late or is no longer wanted; it is offered again if it is still wanted.
///
/// Errors: `BAD_ARGUMENT` if it was not run, `UNKNOWN_NUMBER` if it is for another navigator. Threads:
/// exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_navigator_adopt(
    navigator: *mut AstrideNavigator,
    build: *mut AstrideBuild,
) -> AstrideStatus {
    border!(|caller| {
        let mut game = caller.change(navigator)?;
        let mut work = caller.change(build)?;
        match std::mem::replace(&mut *work, Work::Handed) {
            Work::Built(built) => Ok(match game.navigator.adopt(built)? {
                Adopted::Taken | Adopted::CaughtUp | Adopted::Instead => AstrideStatus::Ok,
                _ => AstrideStatus::Nothing,
            }),
            other => {
                *work = other;
                let text = "the build holds no index, expected one that was run and not adopted";
                Err(Fault::new(AstrideStatus::BadArgument, text))
            }
        }
    })
}

/// Takes indexes for a mover from the bytes of a file that the command `astride bake` or
/// `astride_index_save` made of this map for an equal mover: labels, clusters and landmarks, as many as
/// are in it. They are used and kept from now on, as by `astride_navigator_keep`. `taken` receives a bit
/// for each, 1 shifted left by its `AstrideKeep`, and may be null.
///
/// Errors: `UNKNOWN_NUMBER`; `BAD_DATA` if the bytes are damaged, for another map or mover, or hold no
/// index that can be taken; then nothing is. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_navigator_adopt_saved(
    navigator: *mut AstrideNavigator,
    mover: u32,
    data: *const u8,
    count: usize,
    taken: *mut u32,
) -> AstrideStatus {
    border!(|caller| {
        let mut game = caller.change(navigator)?;
        let file = IndexFile::read(caller.list(data, count, "data")?)?;
        let tell = caller.place_if(taken, "taken")?;
        let mover = game.names.mover(mover)?;
        let kept = game.navigator.adopt_saved(mover, &file)?;
        let bit = |keep| KEPT.iter().position(|&known| known == keep).map_or(0, |at| 1 << at);
        tell(kept.into_iter().fold(0, |bits, keep| bits | bit(keep)));
        Ok(AstrideStatus::Ok)
    })
}

/// Frees a build; null is ignored. The handle must not be used again.
///
/// Errors: `BAD_HANDLE`, `BUSY`. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_build_free(build: *mut AstrideBuild) -> AstrideStatus {
    border!(|caller| caller.free(build))
}
