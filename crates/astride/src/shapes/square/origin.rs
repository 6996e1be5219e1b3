//! What an index was built from: a state of a map as one mover sees it, as far as can be told without
//! reading cells.

use crate::base::{CellRect, Scale};
use crate::shapes::square::{Corners, GridView, Neighbours};
use crate::world::{Crossings, World};

/// The revision of a map, and the part of a view that says which steps there are; for some indexes
/// also what these cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Origin {
    revision: u64,
    size: [u32; 2],
    media: [u8; 256],
    neighbours: Neighbours,
    corners: Corners,
    crossings: Crossings,
    /// The ticks of a step, and the factor of each class.
    costs: Option<Box<(Scale, [u32; 256])>>,
}

impl Origin {
    /// The origin of an index for which it does not matter what steps cost, fences aside.
    pub(super) fn of_steps(view: &GridView<'_>) -> Self {
        Origin {
            revision: view.revision(),
            size: size_of(view),
            media: *view.meanings().0,
            neighbours: view.neighbours(),
            corners: view.corners(),
            crossings: view.crossings().clone(),
            costs: None,
        }
    }

    /// The origin of an index of costs.
    pub(super) fn of_costs(view: &GridView<'_>) -> Self {
        let costs = Some(Box::new((view.scale(), view.class_factors())));
        Origin { costs, ..Origin::of_steps(view) }
    }

    pub(super) fn revision(&self) -> u64 {
        self.revision
    }

    /// Whether an index built from it describes `view`.
    pub(super) fn is_of(&self, view: &GridView<'_>) -> bool {
        self.revision == view.revision() && self.is_for(view)
    }

    /// Whether `view` is of a map of this size, by a mover with the same steps; whatever has been
    /// edited.
    pub(super) fn is_for(&self, view: &GridView<'_>) -> bool {
        let is_alike = |costs: &(Scale, [u32; 256])| *costs == (view.scale(), view.class_factors());
        self.has_media_of(view)
            && self.neighbours == view.neighbours()
            && self.corners == view.corners()
            && self.crossings == *view.crossings()
            && self.costs.as_deref().is_none_or(is_alike)
    }

    /// Whether `view` is of a map of this size, by a mover that can stand in the same terrain.
    pub(super) fn has_media_of(&self, view: &GridView<'_>) -> bool {
        self.size == size_of(view) && self.media == *view.meanings().0
    }

    /// What has been edited since; `None` if that is not known or `view` is of another mover.
    pub(super) fn changes<'v>(
        &self,
        view: &'v GridView<'_>,
    ) -> Option<impl Iterator<Item = CellRect> + 'v> {
        view.grid().changes().since(self.revision).filter(|_| self.is_for(view))
    }

    /// Notes that the index has followed the edits up to `view`.
    pub(super) fn follow(&mut self, view: &GridView<'_>) {
        self.revision = view.revision();
    }

    /// Notes that the index no longer describes any map.
    pub(super) fn end(&mut self) {
        self.revision = u64::MAX;
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.costs.as_deref().map_or(0, size_of_val)
    }
}

fn size_of(view: &GridView<'_>) -> [u32; 2] {
    [view.grid().width(), view.grid().height()]
}
