//! Where overlays have extra cost, worked out when a question names them.

use std::sync::{Arc as Shared, Mutex, PoisonError};

use crate::search::Zone;
use crate::world::Overlay;

/// The zone of one overlay: made by the first question after the overlay was lent to be changed.
#[derive(Default)]
pub(super) struct OverlayZone(Mutex<Option<Made>>);

#[derive(Clone)]
struct Made {
    /// How often the overlay had been lent.
    epoch: u64,
    zone: Shared<Zone>,
}

impl OverlayZone {
    /// The zone of an overlay that was lent `epoch` times.
    pub(super) fn of(&self, overlay: &Overlay, epoch: u64) -> Shared<Zone> {
        let mut made = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &*made {
            Some(made) if made.epoch == epoch => Shared::clone(&made.zone),
            _ => {
                let zone = Shared::new(Zone::of(overlay));
                *made = Some(Made { epoch, zone: Shared::clone(&zone) });
                zone
            }
        }
    }
}

/// A copy shares the zone.
impl Clone for OverlayZone {
    fn clone(&self) -> Self {
        OverlayZone(Mutex::new(self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()))
    }
}
