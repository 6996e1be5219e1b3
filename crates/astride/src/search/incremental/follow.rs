//! Worlds that say themselves where they have changed.

use crate::search::{GridHeuristic, Metric};
use crate::world::{GridView, Knowledge, KnownView, Overlaid, Overlay, World};

/// A world on a grid whose layers all keep logs of their changes, so that a
/// [`Replanner`](super::Replanner) follows it by itself: a view of a grid, what a faction knows of
/// it, and either with overlays on top.
///
/// For a world of your own use [`Replanner::replan`](super::Replanner::replan) and say what changed.
pub trait Followed: World {
    #[doc(hidden)]
    fn ground(&self) -> Ground<'_>;

    #[doc(hidden)]
    fn each_overlay(&self, tell: &mut dyn FnMut(&Overlay));
}

/// What lies below all overlays.
pub struct Ground<'a> {
    pub(super) view: &'a GridView<'a>,
    pub(super) knowledge: Option<&'a Knowledge>,
    pub(super) heuristic: GridHeuristic,
}

impl Followed for GridView<'_> {
    fn ground(&self) -> Ground<'_> {
        Ground { view: self, knowledge: None, heuristic: GridHeuristic::octile(self) }
    }

    fn each_overlay(&self, _tell: &mut dyn FnMut(&Overlay)) {}
}

impl Followed for KnownView<'_> {
    fn ground(&self) -> Ground<'_> {
        let heuristic = GridHeuristic::known(self, Metric::Octile);
        Ground { view: self.truth(), knowledge: Some(self.knowledge()), heuristic }
    }

    fn each_overlay(&self, _tell: &mut dyn FnMut(&Overlay)) {}
}

impl<W: Followed> Followed for Overlaid<'_, W> {
    fn ground(&self) -> Ground<'_> {
        self.below().ground()
    }

    fn each_overlay(&self, tell: &mut dyn FnMut(&Overlay)) {
        self.below().each_overlay(tell);
        tell(self.overlay());
    }
}

impl<W: Followed> Followed for &W {
    fn ground(&self) -> Ground<'_> {
        (**self).ground()
    }

    fn each_overlay(&self, tell: &mut dyn FnMut(&Overlay)) {
        (**self).each_overlay(tell);
    }
}
