//! Sets of places: blockers to go around, and further goals.

use super::AstrideNavigator;
use crate::cell::AstrideCell;
use crate::status::AstrideStatus;

/// Adds an empty set of places; returns its number: 1 for the first. A question names it as
/// `around`, the places that others occupy, or as `or_to`, further goals. It is not saved with the
/// navigator, and snapshots that were taken before do not have it.
///
/// Errors: `BAD_POINTER`. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_navigator_add_places(
    navigator: *mut AstrideNavigator,
    number: *mut u32,
) -> AstrideStatus {
    border!(|caller| {
        let mut game = caller.change(navigator)?;
        caller.put(number, game.names.places_count() + 1, "number")?;
        let added = game.navigator.add_places();
        game.names.add_places(added);
        Ok(AstrideStatus::Ok)
    })
}

/// Replaces the content of a set by `count` cells, in any order; one that is listed twice counts once.
/// Call it each frame with all cells that units cover: the map is not edited, and if they are the same
/// as before, nothing becomes outdated. The cells are copied. O(count log count).
///
/// Errors: `UNKNOWN_NUMBER`, `OFF_MAP` for any of the cells; then the set stays as it was. Threads:
/// exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_navigator_set_places(
    navigator: *mut AstrideNavigator,
    set: u32,
    cells: *const AstrideCell,
    count: usize,
) -> AstrideStatus {
    border!(|caller| {
        let mut game = caller.change(navigator)?;
        let set = game.names.places(set)?;
        let cells = caller.list(cells, count, "cells")?;
        game.navigator.set_places(set, cells.iter().copied())?;
        Ok(AstrideStatus::Ok)
    })
}
