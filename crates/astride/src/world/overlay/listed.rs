//! Overlays in a list, for those who use some of them at a time.

use std::sync::{Arc as Shared, OnceLock};

use super::Overlay;

/// A list of overlays, or of those made from them so far.
#[derive(Clone, Copy)]
pub(crate) enum Listed<'a> {
    All(&'a [Shared<Overlay>]),
    Made(&'a [OnceLock<Shared<Overlay>>]),
}

impl<'a> Listed<'a> {
    #[inline(always)]
    pub(crate) fn get(self, place: usize) -> Option<&'a Shared<Overlay>> {
        match self {
            Listed::All(all) => all.get(place),
            Listed::Made(made) => made.get(place)?.get(),
        }
    }
}
