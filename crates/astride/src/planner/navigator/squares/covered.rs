//! Overlays as large bodies meet them: at each place the most extra cost of any cell covered there.
//!
//! Nothing is computed for a size of body before the first question under an overlay, nor for an
//! overlay before the first question that names it after it was last borrowed.

use std::sync::{Arc as Shared, OnceLock};

use super::KeptForSquares;
use crate::planner::navigator::pile::Pile;
use crate::planner::navigator::state::State;
use crate::shapes::square::Zone;
use crate::world::{Listed, Overlay};

/// Where each overlay has extra cost.
pub(super) type Zones = Vec<OnceLock<Shared<Zone>>>;

/// All overlays as bodies of one size meet them.
#[derive(Clone)]
pub(super) struct Covered {
    side: u32,
    overlays: Vec<OnceLock<Shared<Overlay>>>,
    zones: Zones,
}

impl Covered {
    /// Forgets one overlay, which may change.
    pub(super) fn forget(&mut self, place: usize) {
        (self.overlays[place], self.zones[place]) = Default::default();
    }
}

impl State {
    /// The overlays in `set` as the mover with this index meets them, and their zones.
    pub(super) fn pile_for(&self, place: usize, set: u64) -> (Pile<'_>, &Zones) {
        let KeptForSquares { zones, covered, .. } = &self.kept;
        let side = self.walkers[place].side();
        let covered = covered.iter().find(|covered| side == Some(covered.side));
        debug_assert!(covered.is_some() || side.is_none_or(|side| side < 2), "there is room");
        let Some(Covered { side, overlays, zones }) = covered.filter(|_| set != 0) else {
            return (Pile::new(Listed::All(&self.overlays), set), zones);
        };
        for (at, made) in overlays.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1) {
            made.get_or_init(|| Shared::new(self.overlays[at].greatest_covered(*side)));
        }
        (Pile::new(Listed::Made(overlays), set), zones)
    }

    /// Makes room for what is kept of each overlay, once movers or overlays were added.
    pub(super) fn make_room_for_overlays(&mut self) {
        let KeptForSquares { zones, covered, .. } = &mut self.kept;
        let count = self.overlays.len();
        zones.resize_with(count, OnceLock::new);
        for side in self.walkers.iter().filter_map(|walker| walker.side()).filter(|&side| side > 1)
        {
            if covered.iter().all(|covered| covered.side != side) {
                covered.push(Covered { side, overlays: Vec::new(), zones: Vec::new() });
            }
        }
        for covered in covered {
            covered.overlays.resize_with(count, OnceLock::new);
            covered.zones.resize_with(count, OnceLock::new);
        }
    }
}
