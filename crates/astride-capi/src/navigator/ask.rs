//! Questions to a navigator: numbers instead of handles, and batches of questions.

use astride::planner::{Ask, FactionId, MoverId, Navigator, OverlayId, PlacesId};

use crate::caller::Versioned;
use crate::cell::AstrideCell;
use crate::status::{Answer, AstrideStatus, Fault};

/// One question to a navigator. Set `struct_size` to `sizeof(AstrideAsk)` and the rest to 0 before
/// you set any: 0 everywhere is the first mover, on the map as it is.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AstrideAsk {
    /// `sizeof(AstrideAsk)`.
    pub struct_size: usize,
    /// Where it starts.
    pub start: AstrideCell,
    /// Where it goes.
    pub goal: AstrideCell,
    /// The number of the mover: 0 is the first.
    pub mover: u32,
    /// The number of the faction by whose knowledge it goes, from 1; 0 for the map as it is.
    pub faction: u32,
    /// A bit for each overlay whose extra cost counts: 1 for overlay 0, 2 for overlay 1, 4 for
    /// overlay 2.
    pub overlays: u64,
    /// Other than 0 to have the path to the nearest place if there is none to the goal. The answer is
    /// `UNREACHABLE` all the same, with cells, and `is_nearest` of its `AstridePathInfo` is 1.
    pub or_nearest: u32,
    /// Leave it 0. It is ignored, and a later version may use it.
    pub reserved: u32,
    /// The number of the set of places that are blocked for it, from 1; 0 for none: see
    /// `astride_navigator_add_places`. It enters none of them, except those that it covers at its
    /// start, so all units can be in the set, itself as well.
    pub around: u32,
    /// The number of the set of places that are goals as well, from 1; 0 for none. The path leads to
    /// the goal that is reached at the least cost.
    pub or_to: u32,
}

// SAFETY: C order, the size first, and numbers alone.
unsafe impl Versioned for AstrideAsk {
    const OLDEST: usize = 48;
}

/// The meaning of the numbers of a navigator.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    movers: Vec<MoverId>,
    factions: Vec<FactionId>,
    overlays: Vec<OverlayId>,
    places: Vec<PlacesId>,
}

impl Names {
    pub(crate) fn of(navigator: &Navigator) -> Self {
        Names {
            movers: navigator.movers().collect(),
            factions: navigator.factions().collect(),
            overlays: navigator.overlays().collect(),
            // One that has just been made or loaded has none.
            places: Vec::new(),
        }
    }

    pub(super) fn add_mover(&mut self, mover: MoverId) {
        self.movers.push(mover);
    }

    pub(super) fn add_faction(&mut self, faction: FactionId) {
        self.factions.push(faction);
    }

    pub(super) fn add_overlay(&mut self, overlay: OverlayId) {
        self.overlays.push(overlay);
    }

    pub(super) fn add_places(&mut self, places: PlacesId) {
        self.places.push(places);
    }

    /// How many sets of places there are.
    pub(super) fn places_count(&self) -> u32 {
        self.places.len() as u32
    }

    pub(crate) fn mover(&self, number: u32) -> Answer<MoverId> {
        named(&self.movers, number, "mover", 0)
    }

    pub(crate) fn faction(&self, number: u32) -> Answer<FactionId> {
        named(&self.factions, number, "faction", 1)
    }

    pub(crate) fn overlay(&self, number: u32) -> Answer<OverlayId> {
        named(&self.overlays, number, "overlay", 0)
    }

    pub(super) fn places(&self, number: u32) -> Answer<PlacesId> {
        named(&self.places, number, "set of places", 1)
    }

    pub(crate) fn ask(&self, ask: &AstrideAsk) -> Answer<Ask> {
        let mut asked = Ask::new(ask.start, ask.goal).mover(self.mover(ask.mover)?);
        if ask.faction != 0 {
            asked = asked.faction(self.faction(ask.faction)?);
        }
        for number in (0..u64::BITS).filter(|bit| ask.overlays >> bit & 1 != 0) {
            asked = asked.overlay(self.overlay(number)?);
        }
        if ask.around != 0 {
            asked = asked.around(self.places(ask.around)?);
        }
        if ask.or_to != 0 {
            asked = asked.or_to(self.places(ask.or_to)?);
        }
        Ok(if ask.or_nearest != 0 { asked.or_nearest() } else { asked })
    }
}

/// The item of a number, in a list that is counted from `first`.
fn named<T: Copy>(all: &[T], number: u32, what: &str, first: u32) -> Answer<T> {
    let place = number.checked_sub(first).and_then(|place| all.get(place as usize));
    let refusal = || {
        let expected = match all.len() as u32 {
            0 => "one that was added, and none was".to_owned(),
            1 => format!("{first}, the only one"),
            count => format!("{first} to {}", first + count - 1),
        };
        let text = format!("there is no {what} {number}, expected {expected}");
        Fault::new(AstrideStatus::UnknownNumber, text)
    };
    place.copied().ok_or_else(refusal)
}
