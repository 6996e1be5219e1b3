//! The allowed steps of every tile, borrowed from the world or computed.

use std::sync::Arc as Shared;

use crate::world::Tiled;

/// The allowed steps of every tile, for the duration of a computation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Masks {
    /// The masks that the world already has.
    shared: Option<Shared<[u8]>>,
    own: Vec<u8>,
    rows: Vec<u8>,
    has_own: bool,
}

impl Masks {
    /// Obtains the masks of `tiles` if the world has them or can compute them quickly; otherwise
    /// returns `false`.
    pub(crate) fn begin(&mut self, tiles: &dyn Tiled) -> bool {
        self.forget();
        match tiles.masks() {
            Some(table) => self.shared = Some(table.clone()),
            None => self.has_own = tiles.fill_masks(&mut self.own, &mut self.rows),
        }
        self.shared.is_some() || self.has_own
    }

    pub(crate) fn forget(&mut self) {
        self.shared = None;
        self.has_own = false;
    }

    pub(crate) fn table(&self) -> Option<&[u8]> {
        match &self.shared {
            Some(table) => Some(table),
            None => self.has_own.then_some(&self.own),
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.own.capacity() + self.rows.capacity()
    }
}
