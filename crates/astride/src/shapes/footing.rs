//! What a place means to a body on it: the terrain under it, and the sides in the way of its steps. The
//! same for all shapes of tiles.

use super::Cover;
use crate::base::{NodeId, Slot};
use crate::world::{Crossings, Terrain, Way};

/// What a body has under it at a place: the media that all covered tiles share, the highest cost of
/// entering one of them, and the sides through which leaving any of them is forbidden.
#[derive(Clone, Copy, Default)]
pub(super) struct Footing {
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
    pub(super) fn of_tile(&self, tile: NodeId) -> Footing {
        let class = usize::from(self.terrain.class_at(tile));
        let forbidden = self.terrain.forbidden_at(tile.index());
        Footing { media: self.media[class], cost: self.costs[class], forbidden }
    }

    /// What is under a body at a place where it is wholly in the rows. It stands nowhere across a side
    /// that is closed both ways. `halves` returns half of the sides of a tile: the bits of the step
    /// through each and of the step back, and the tile behind it.
    #[inline(never)]
    pub(super) fn under<const SIDES: usize>(
        &self,
        place: NodeId,
        halves: impl Fn(NodeId) -> [(u8, u8, NodeId); SIDES],
    ) -> Footing {
        let (mut all, mut is_parted) = (Footing { media: u8::MAX, cost: 0, forbidden: 0 }, false);
        let is_closed = |from, bit| self.terrain.side(from, bit).is_closed_to(self.crossings);
        for tile in self.cover.nodes(place) {
            let Footing { media, cost, forbidden } = self.of_tile(tile);
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
        if is_parted { Footing { media: 0, ..all } } else { all }
    }

    /// The extra ticks of a step through the side of this bit; `None` if something in its way is closed
    /// to the mover. A body of several tiles pays for the costliest fence that its front crosses, and the
    /// rest follows for nothing. `ahead` returns the tile to which the step takes a tile.
    #[inline(always)]
    pub(super) fn toll(
        &self,
        place: NodeId,
        ground: Footing,
        bit: u8,
        ahead: impl Fn(NodeId) -> NodeId,
    ) -> Option<u32> {
        if ground.forbidden & bit == 0 { Some(0) } else { self.toll_under(place, bit, &ahead) }
    }

    /// Compiled once, and not again in everything that looks at arcs.
    #[inline(never)]
    fn toll_under(&self, place: NodeId, bit: u8, ahead: &dyn Fn(NodeId) -> NodeId) -> Option<u32> {
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

/// What walls, fences and one-way steps forbid a body of several tiles, for explanations.
pub trait Walls {
    /// Visits the steps out of a place, or into it, that are forbidden between places where the body can
    /// stand: with the place at the other end, and the slot of the step.
    fn shut(&self, place: NodeId, way: Way, visit: &mut dyn FnMut(NodeId, Slot));

    /// Visits the steps of tiles under the body that forbid the step of a slot out of a place.
    fn closed(&self, place: NodeId, slot: Slot, visit: &mut dyn FnMut([NodeId; 2]));

    /// Visits the places beside one where nothing but a wall under the body keeps it from standing.
    fn parted_beside(&self, place: NodeId, visit: &mut dyn FnMut(NodeId));

    /// Visits the steps of tiles, one of each two, across which the body would stand at a place where
    /// nothing else keeps it from standing.
    fn parting(&self, place: NodeId, visit: &mut dyn FnMut([NodeId; 2]));
}

/// The walls of a map of tiles. Slots of steps are the numbers of the bits of sides, clockwise.
pub(super) struct WallsOf<'a, B, F> {
    pub(super) meaning: Meaning<'a>,
    /// Half of the sides of a tile, and how many numbers there are for all directions.
    pub(super) halves: &'static [u16],
    pub(super) turn: u16,
    /// The tile beside one.
    pub(super) beside: B,
    /// Whether the body is wholly in the rows of the map at a place.
    pub(super) fits: F,
}

impl<B: Fn(NodeId, u16) -> NodeId, F: Fn(NodeId) -> bool> WallsOf<'_, B, F> {
    fn opposite(&self, heading: u16) -> u16 {
        (heading + self.turn / 2) % self.turn
    }

    fn headings(&self) -> impl Iterator<Item = u16> {
        self.halves.iter().flat_map(|&half| [half, self.opposite(half)])
    }

    fn is_closed(&self, tile: NodeId, heading: u16) -> bool {
        self.meaning.terrain.side(tile, 1 << heading).is_closed_to(self.meaning.crossings)
    }

    /// The media that all covered tiles share, walls or not.
    fn media(&self, place: NodeId) -> u8 {
        let tiles = || self.meaning.cover.nodes(place);
        let media = |tile| self.meaning.of_tile(tile).media;
        if (self.fits)(place) { tiles().fold(u8::MAX, |all, tile| all & media(tile)) } else { 0 }
    }

    fn is_parted(&self, place: NodeId) -> bool {
        let mut is_parted = false;
        self.parting(place, &mut |_| is_parted = true);
        is_parted
    }
}

impl<B: Fn(NodeId, u16) -> NodeId, F: Fn(NodeId) -> bool> Walls for WallsOf<'_, B, F> {
    fn shut(&self, place: NodeId, way: Way, visit: &mut dyn FnMut(NodeId, Slot)) {
        let here = self.media(place);
        for side in self.headings() {
            let other = (self.beside)(place, side);
            let (from, heading) = match way {
                Way::Forward => (place, side),
                Way::Backward => (other, self.opposite(side)),
            };
            if self.media(other) & here != 0
                && self.meaning.cover.nodes(from).any(|tile| self.is_closed(tile, heading))
                && ![place, other].into_iter().any(|end| self.is_parted(end))
            {
                visit(other, Slot::new(heading));
            }
        }
    }

    fn closed(&self, place: NodeId, slot: Slot, visit: &mut dyn FnMut([NodeId; 2])) {
        let closed = |&tile: &NodeId| self.is_closed(tile, slot.code());
        for tile in self.meaning.cover.nodes(place).filter(closed) {
            visit([tile, (self.beside)(tile, slot.code())]);
        }
    }

    fn parted_beside(&self, place: NodeId, visit: &mut dyn FnMut(NodeId)) {
        let here = self.media(place);
        let beside = self.headings().map(|side| (self.beside)(place, side));
        beside
            .filter(|&other| self.media(other) & here != 0 && self.is_parted(other))
            .for_each(visit);
    }

    fn parting(&self, place: NodeId, visit: &mut dyn FnMut([NodeId; 2])) {
        if self.media(place) == 0 {
            return;
        }
        for tile in self.meaning.cover.nodes(place) {
            for &side in self.halves {
                let far = (self.beside)(tile, side);
                if self.meaning.cover.covers(place, far.index())
                    && self.is_closed(tile, side)
                    && self.is_closed(far, self.opposite(side))
                {
                    visit([tile, far]);
                }
            }
        }
    }
}
