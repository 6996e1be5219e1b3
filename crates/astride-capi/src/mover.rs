//! Movers: what terrain means to one kind of body, and how it steps.

use astride::base::Scale;
use astride::shapes::square::{Corners, Mover, Neighbours};

use crate::cell::{byte, chosen};
use crate::status::AstrideStatus;

/// One kind of body: what each class costs it, and how it steps. Freed with `astride_mover_free`.
#[derive(Debug)]
pub struct AstrideMover {
    _private: [u8; 0],
}

opaque!(AstrideMover: Mover, b"A*mover.", "mover");

/// How many neighbours a cell has.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AstrideNeighbours {
    /// Eight, with diagonal steps.
    Eight = 0,
    /// Four.
    Four = 1,
}

/// When a diagonal step is allowed.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AstrideCorners {
    /// If both cells beside it are free.
    Never = 0,
    /// If at least one of them is.
    OneFree = 1,
    /// Also between two blocked cells, but not between two walls.
    Always = 2,
}

/// Makes the usual walker: eight neighbours, corners never cut, `.`, `G` and `S` are land, `1` to
/// `9` land that costs that many times as much, `W` water, all else blocked. `*mover` is to be freed
/// by you. Where a function takes a mover, null means this one, unless stated otherwise.
///
/// Errors: `BAD_POINTER`. Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_mover_walker(mover: *mut *mut AstrideMover) -> AstrideStatus {
    border!(|caller| caller.give(mover, || Ok(Mover::walker())))
}

/// Makes a mover for which all classes are blocked, with eight neighbours and corners never cut.
/// `*mover` must be freed by you.
///
/// Errors: `BAD_POINTER`. Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_mover_new(mover: *mut *mut AstrideMover) -> AstrideStatus {
    border!(|caller| caller.give(mover, || Ok(Mover::new())))
}

/// Sets what cells of a class cost: `factor` times the ticks of the step that enters them, 1 to
/// 1024, or 0 for blocked. `media` has a bit for each medium the class belongs to, 1 for land, 2 for
/// water, more as you like; a step stays within one medium. 0 means land.
///
/// Errors: `BAD_ARGUMENT`. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_mover_class(
    mover: *mut AstrideMover,
    class_: u32,
    factor: u32,
    media: u32,
) -> AstrideStatus {
    border!(|caller| {
        let mut mover = caller.change(mover)?;
        let media = byte(if media == 0 { 1 } else { media }, "set of media")?;
        *mover = mover.clone().terrain_in(byte(class_, "class")?, factor, media)?;
        Ok(AstrideStatus::Ok)
    })
}

/// Sets how many neighbours a cell has: one of `AstrideNeighbours`.
///
/// Errors: `BAD_ARGUMENT`. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_mover_neighbours(
    mover: *mut AstrideMover,
    neighbours: u32,
) -> AstrideStatus {
    border!(|caller| {
        let mut mover = caller.change(mover)?;
        let rule = chosen(neighbours, &[Neighbours::Eight, Neighbours::Four], "neighbour rule")?;
        *mover = mover.clone().neighbours(rule);
        Ok(AstrideStatus::Ok)
    })
}

/// Sets when diagonal steps are allowed: one of `AstrideCorners`.
///
/// Errors: `BAD_ARGUMENT`. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_mover_corners(
    mover: *mut AstrideMover,
    corners: u32,
) -> AstrideStatus {
    border!(|caller| {
        let mut mover = caller.change(mover)?;
        let all = [Corners::Never, Corners::OneFree, Corners::Always];
        *mover = mover.clone().corners(chosen(corners, &all, "corner rule")?);
        Ok(AstrideStatus::Ok)
    })
}

/// Sets what steps cost, in ticks: 1 to 2^20, a diagonal one at least as much as a straight one.
/// At first they are 13860 and 19601, whose ratio is the square root of 2 to nine digits.
///
/// Errors: `BAD_ARGUMENT`. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_mover_scale(
    mover: *mut AstrideMover,
    straight: u32,
    diagonal: u32,
) -> AstrideStatus {
    border!(|caller| {
        let mut mover = caller.change(mover)?;
        *mover = mover.clone().scale(Scale::new(straight, diagonal)?);
        Ok(AstrideStatus::Ok)
    })
}

/// Lets the mover cross fences of a class, 0 to 255, for this many ticks in addition to those of the
/// step, 0 to 2^30. At first every fence is a wall to it.
///
/// Errors: `BAD_ARGUMENT`. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_mover_crosses(
    mover: *mut AstrideMover,
    class_: u32,
    ticks: u32,
) -> AstrideStatus {
    border!(|caller| {
        let mut mover = caller.change(mover)?;
        *mover = mover.clone().crosses(byte(class_, "class")?, ticks)?;
        Ok(AstrideStatus::Ok)
    })
}

/// Makes fences of a class, 0 to 255, walls to the mover again.
///
/// Errors: `BAD_ARGUMENT`. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_mover_stopped_by(
    mover: *mut AstrideMover,
    class_: u32,
) -> AstrideStatus {
    border!(|caller| {
        let mut mover = caller.change(mover)?;
        *mover = mover.clone().stopped_by(byte(class_, "class")?);
        Ok(AstrideStatus::Ok)
    })
}

/// Frees a mover; null is ignored. The handle must not be used again.
///
/// Errors: `BAD_HANDLE`, `BUSY`. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_mover_free(mover: *mut AstrideMover) -> AstrideStatus {
    border!(|caller| caller.free(mover))
}
