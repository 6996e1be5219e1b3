//! What a place means to a body on it: the terrain under it, and the sides in the way of its steps. The
//! same for all shapes of tiles.

use super::Cover;
use crate::base::NodeId;
use crate::world::{Crossings, Terrain};

/// What a body has under it at a place: the media that all covered tiles share, the highest cost of
/// entering one of them, and the sides through which leaving any of them is forbidden.
#[derive(Clone, Copy, Default)]
pub(super) struct Ground {
    pub(super) media: u8,
    pub(super) cost: u32,
    pub(super) forbidden: u8,
}

/// What a mover makes of the tiles of a map.
pub(super) struct Meaning<'a> {
    pub(super) terrain: &'a Terrain,
    pub(super) media: &'a [u8; 256],
    pub(super) costs: &'a [u32; 256],
    pub(super) crossings: &'a Crossings,
    pub(super) cover: &'a Cover,
}

impl Meaning<'_> {
    /// What a tile means to a body of one tile.
    #[inline(always)]
    pub(super) fn of_tile(&self, tile: NodeId) -> Ground {
        let class = usize::from(self.terrain.class_at(tile));
        let forbidden = self.terrain.forbidden_at(tile.index());
        Ground { media: self.media[class], cost: self.costs[class], forbidden }
    }

    /// What is under a body at a place where it is wholly in the rows. It stands nowhere across a side
    /// that is closed both ways. `halves` returns half of the sides of a tile: the bits of the step
    /// through each and of the step back, and the tile behind it.
    #[inline(never)]
    pub(super) fn under<const SIDES: usize>(
        &self,
        place: NodeId,
        halves: impl Fn(NodeId) -> [(u8, u8, NodeId); SIDES],
    ) -> Ground {
        let (mut all, mut is_parted) = (Ground { media: u8::MAX, cost: 0, forbidden: 0 }, false);
        let is_closed = |from, bit| self.terrain.side(from, bit).is_closed_to(self.crossings);
        for tile in self.cover.nodes(place) {
            let Ground { media, cost, forbidden } = self.of_tile(tile);
            all.media &= media;
            all.cost = all.cost.max(cost);
            all.forbidden |= forbidden;
            is_parted |= forbidden != 0
                && halves(tile).into_iter().any(|(bit, back, far)| {
                    forbidden & bit != 0
                        && is_closed(tile, bit)
                        && is_closed(far, back)
                        && self.cover.covers(place, far.index())
                });
        }
        if is_parted { Ground { media: 0, ..all } } else { all }
    }

    /// The extra ticks of a step through the side of this bit; `None` if something in its way is closed
    /// to the mover. A body of several tiles pays for the costliest fence that its front crosses, and the
    /// rest follows for nothing. `ahead` returns the tile to which the step takes a tile.
    #[inline(always)]
    pub(super) fn toll(
        &self,
        place: NodeId,
        ground: Ground,
        bit: u8,
        ahead: impl Fn(NodeId) -> NodeId,
    ) -> Option<u32> {
        if ground.forbidden & bit == 0 { Some(0) } else { self.toll_under(place, bit, ahead) }
    }

    #[inline(never)]
    fn toll_under(&self, place: NodeId, bit: u8, ahead: impl Fn(NodeId) -> NodeId) -> Option<u32> {
        if *self.cover == Cover::ONE {
            return self.terrain.toll(place, bit, self.crossings);
        }
        let mut most = 0;
        for tile in self.cover.nodes(place) {
            let toll = self.terrain.toll(tile, bit, self.crossings)?;
            if toll > most && !self.cover.covers(place, ahead(tile).index()) {
                most = toll;
            }
        }
        Some(most)
    }
}
