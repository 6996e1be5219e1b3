//! Worlds whose nodes are tiles in rows, so that whole-map computations run over arrays.

use std::sync::Arc as Shared;

use super::{Changes, Way};
use crate::base::{CellRect, NodeId};

/// Rows of tiles, all of the same length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Extent {
    /// Tiles per row.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

impl Extent {
    /// The number of tiles.
    pub fn tile_count(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// A rectangle inside, extended by the tiles around it.
    pub(crate) fn around(self, rect: CellRect) -> CellRect {
        let (left, top) = (rect.x.saturating_sub(1), rect.y.saturating_sub(1));
        let right = (rect.x + rect.width + 1).min(self.width);
        let bottom = (rect.y + rect.height + 1).min(self.height);
        CellRect::new(left, top, right - left, bottom - top)
    }

    /// The nodes of the tiles in a rectangle inside, row by row.
    pub fn nodes(self, rect: CellRect) -> impl Iterator<Item = NodeId> {
        let columns = rect.x..rect.x + rect.width;
        let row = move |y: u32| columns.clone().map(move |x| NodeId::new(y * self.width + x));
        (rect.y..rect.y + rect.height).flat_map(row)
    }
}

/// Anything with a node for each tile of some rows: node ids are `y · width + x`.
///
/// Maps of squares, hexagons and triangles are examples; a world without rows counts as one row.
pub trait Tiles {
    /// The number of tiles, and how they are arranged.
    fn extent(&self) -> Extent;
}

impl Tiles for Extent {
    fn extent(&self) -> Extent {
        *self
    }
}

/// The steps of all tiles in one description: the arcs of a tile are the steps in its mask, and the
/// cost and target of a step depend only on its direction.
#[derive(Clone, Copy, Debug)]
pub struct Stencil {
    /// The difference of node ids for each step.
    pub offsets: [i32; 8],
    /// The ticks of each step; 0 for unused directions.
    pub costs: [u32; 8],
    /// The slot of each step at its target tile.
    pub slots: [u8; 8],
    /// By slot of arrival and mask: the steps that a canonical path may take next, as in
    /// [`World::offer_canonical_arcs`](super::World::offer_canonical_arcs). Unless some step costs as
    /// much as two others, they have to be right whichever of two arrivals at the same cost comes
    /// first.
    pub onward: &'static [[u8; 256]; 8],
    /// By step: which of the steps after it a canonical path leaves out where the tile before has
    /// them, too, because turning there costs as much. `onward` leaves out others; 0 adds none.
    pub beside: [u8; 8],
}

impl Stencil {
    /// Takes every step onward: no knowledge of which paths are canonical.
    pub const ALL_ONWARD: &'static [[u8; 256]; 8] = &{
        let mut table = [[0; 256]; 8];
        let mut at = 0;
        while at < 8 * 256 {
            table[at / 256][at % 256] = (at % 256) as u8;
            at += 1;
        }
        table
    };

    /// The cost of a step, if all steps cost the same.
    pub fn even_cost(&self) -> Option<u32> {
        let mut costs = self.costs.into_iter().filter(|&cost| cost > 0);
        let first = costs.next()?;
        costs.all(|cost| cost == first).then_some(first)
    }
}

/// A world of tiles that keeps a log of its changes.
///
/// [`World::tiled`](super::World::tiled) passes it to searches; fields then work row by row and are
/// repaired using the log.
pub trait Tiled: Tiles {
    /// The log of which tiles changed in which revision of the map.
    fn changes(&self) -> &Changes;

    /// Appends the nodes at which arcs may have changed because the tiles in `rect` did, some of
    /// them more than once.
    fn touch(&self, rect: CellRect, touched: &mut Vec<NodeId>);

    /// The steps in the direction `way`, if they form a stencil; the masks come from
    /// [`masks`](Self::masks) or [`fill_masks`](Self::fill_masks).
    fn stencil(&self, way: Way) -> Option<Stencil> {
        let _ = way;
        None
    }

    /// The masks of all tiles, if already available: bit `code` is set where that step is allowed.
    fn masks(&self) -> Option<&Shared<[u8]>> {
        None
    }

    /// Computes the masks of all tiles, with `rows` as working memory; `false` if that would not be
    /// fast.
    fn fill_masks(&self, masks: &mut Vec<u8>, rows: &mut Vec<u8>) -> bool {
        let _ = (masks, rows);
        false
    }
}
