//! What factions know of the map, and extra cost on top of it.

use astride::world::Overlay;

use super::AstrideNavigator;
use crate::cell::{AstrideCell, AstrideRect, byte};
use crate::status::{AstrideStatus, Fault};

/// Adds a faction that knows nothing about the map yet and assumes it to be of class `assumed`;
/// returns its number: 1 for the first.
///
/// Errors: `BAD_ARGUMENT` for a class above 255. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_navigator_add_faction(
    navigator: *mut AstrideNavigator,
    assumed: u32,
    number: *mut u32,
) -> AstrideStatus {
    border!(|caller| {
        let mut game = caller.change(navigator)?;
        let assumed = byte(assumed, "class")?;
        caller.put(number, game.navigator.factions().len() as u32 + 1, "number")?;
        let added = game.navigator.add_faction(assumed);
        game.names.add_faction(added);
        Ok(AstrideStatus::Ok)
    })
}

/// A faction sees the cells of a rectangle as they are; cells off the map are ignored. `known` receives
/// how many cells became known, and may be null.
///
/// Errors: `UNKNOWN_NUMBER`. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_navigator_reveal(
    navigator: *mut AstrideNavigator,
    faction: u32,
    rect: AstrideRect,
    known: *mut u32,
) -> AstrideStatus {
    border!(|caller| {
        let mut game = caller.change(navigator)?;
        let faction = game.names.faction(faction)?;
        let tell = caller.place_if(known, "known")?;
        tell(game.navigator.reveal(faction, rect.into())?);
        Ok(AstrideStatus::Ok)
    })
}

/// A faction sees what is in sight from `eye`, up to `radius` cells away; the `count` classes of
/// `opaque` block its view. `known` receives how many cells became known, and may be null.
///
/// Errors: `UNKNOWN_NUMBER`. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_navigator_reveal_around(
    navigator: *mut AstrideNavigator,
    faction: u32,
    eye: AstrideCell,
    radius: u32,
    opaque: *const u8,
    count: usize,
    known: *mut u32,
) -> AstrideStatus {
    border!(|caller| {
        let mut game = caller.change(navigator)?;
        let faction = game.names.faction(faction)?;
        let opaque = caller.list(opaque, count, "opaque")?;
        let is_opaque = |class| opaque.contains(&class);
        let tell = caller.place_if(known, "known")?;
        tell(game.navigator.reveal_around(faction, eye, radius, is_opaque)?);
        Ok(AstrideStatus::Ok)
    })
}

/// Before an edit that a faction does not see: it goes on believing that the cells it knows in a
/// rectangle are what they are now, until they are revealed again. The same holds for walls, fences and
/// one-way steps between them; for a wall, name both of its cells.
///
/// Errors: `UNKNOWN_NUMBER`. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_navigator_remember(
    navigator: *mut AstrideNavigator,
    faction: u32,
    rect: AstrideRect,
) -> AstrideStatus {
    border!(|caller| {
        let mut game = caller.change(navigator)?;
        let faction = game.names.faction(faction)?;
        game.navigator.remember(faction, rect.into())?;
        Ok(AstrideStatus::Ok)
    })
}

/// Adds an overlay without extra cost; returns its number: 0 for the first. There can be 64.
///
/// Errors: `FULL`. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_navigator_add_overlay(
    navigator: *mut AstrideNavigator,
    number: *mut u32,
) -> AstrideStatus {
    border!(|caller| {
        let mut game = caller.change(navigator)?;
        caller.put(number, game.navigator.overlays().len() as u32, "number")?;
        let added = game.navigator.add_overlay()?;
        game.names.add_overlay(added);
        Ok(AstrideStatus::Ok)
    })
}

/// Sets the extra cost of entering each cell of a rectangle, 0 to 2^24 - 1 ticks, for questions
/// with this overlay.
///
/// Errors: `UNKNOWN_NUMBER`, `OFF_MAP`, `BAD_ARGUMENT` for more ticks. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_navigator_overlay_fill(
    navigator: *mut AstrideNavigator,
    overlay: u32,
    rect: AstrideRect,
    ticks: u32,
) -> AstrideStatus {
    border!(|caller| {
        let mut game = caller.change(navigator)?;
        let overlay = game.names.overlay(overlay)?;
        if ticks > Overlay::MOST {
            let text = format!("the extra cost is {ticks} ticks, expected 0 to {}", Overlay::MOST);
            return Err(Fault::new(AstrideStatus::BadArgument, text));
        }
        let rect = rect.into();
        game.navigator.grid().check_rect(rect)?;
        game.navigator.overlay_mut(overlay)?.fill(rect, ticks);
        Ok(AstrideStatus::Ok)
    })
}
