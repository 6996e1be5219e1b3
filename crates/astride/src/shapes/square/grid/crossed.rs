//! The links of recent views, including the fences that their movers cross, so that another view of
//! the same state of a grid is made at once.

use std::sync::{Arc as Shared, Mutex, PoisonError};

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

/// What was found for recent views of one grid. A copy of the grid starts with nothing.
#[derive(Default)]
pub(super) struct Recent(Mutex<Vec<Known>>);

struct Known {
    revision: u64,
    crosser: Crosser,
    links: Option<Shared<Links>>,
}

impl Recent {
    /// What `find` returns, or has returned for this mover and revision before.
    pub(super) fn links(
        &self,
        revision: u64,
        crosser: Crosser,
        find: impl FnOnce(&Crosser) -> Option<Links>,
    ) -> Option<Shared<Links>> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|known| known.revision == revision);
        if let Some(known) = known.iter().find(|known| known.crosser == crosser) {
            return known.links.clone();
        }
        let links = find(&crosser).map(Shared::new);
        if known.len() == MOST {
            known.remove(0);
        }
        known.push(Known { revision, crosser, links: links.clone() });
        links
    }
}

impl Clone for Recent {
    fn clone(&self) -> Self {
        Recent::default()
    }
}
