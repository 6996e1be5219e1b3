//! The links of recent views, including the fences that their movers cross, so that another view of
//! the same state of a grid need not find them.

use std::sync::{Arc as Shared, Mutex, MutexGuard, PoisonError};

use crate::world::{Crossings, Links};

/// More movers than this that cross fences take turns.
const MOST: usize = 8;

/// What a mover has to do with fences: which it crosses, and for each class of terrain its media and the
/// ticks of a straight step into it.
#[derive(Clone, PartialEq)]
pub(in crate::shapes::square) struct Crosser {
    pub(in crate::shapes::square) crossings: Crossings,
    pub(in crate::shapes::square) media: [u8; 256],
    pub(in crate::shapes::square) straight: [u32; 256],
}

/// What was found for recent views of one grid; an edit empties it, and a copy of the grid starts with
/// nothing.
#[derive(Default)]
pub(super) struct Recent(Mutex<Vec<Known>>);

struct Known {
    crosser: Crosser,
    links: Option<Shared<Links>>,
}

impl Recent {
    /// What `find` returns, or has returned for this mover before.
    pub(super) fn links(
        &self,
        crosser: Crosser,
        find: impl FnOnce(&Crosser) -> Option<Links>,
    ) -> Option<Shared<Links>> {
        let mut known = self.lock();
        if let Some(known) = known.iter().find(|known| known.crosser == crosser) {
            return known.links.clone();
        }
        let links = find(&crosser).map(Shared::new);
        if known.len() == MOST {
            known.remove(0);
        }
        known.push(Known { crosser, links: links.clone() });
        links
    }

    /// Bytes of the links.
    pub(super) fn bytes(&self) -> usize {
        self.lock().iter().flat_map(|known| &known.links).map(|links| links.bytes()).sum()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Known>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Clone for Recent {
    fn clone(&self) -> Self {
        Recent::default()
    }
}
