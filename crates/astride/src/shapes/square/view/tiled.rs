//! A view as rows of tiles.

use std::sync::Arc as Shared;

use super::canonical::ONWARD;
use crate::base::{CellRect, NodeId};
use crate::shapes::square::{Grid, GridView, Neighbours};
use crate::world::{Changes, Extent, Stencil, Tiled, Tiles, Way};

/// With four neighbours, a canonical path goes along columns first: after a step along a row it turns
/// only where it could not have turned before.
const COLUMNS_FIRST: [u8; 8] = {
    let [north, east, south, west] = [1, 1 << 2, 1 << 4, 1 << 6];
    [south, 0, north | south | west, 0, north, 0, north | south | east, 0]
};

impl Tiles for Grid {
    fn extent(&self) -> Extent {
        Extent { width: self.width(), height: self.height() }
    }
}

impl Tiles for GridView<'_> {
    fn extent(&self) -> Extent {
        self.grid.extent()
    }
}

impl Tiled for GridView<'_> {
    fn changes(&self) -> &Changes {
        self.grid.changes()
    }

    /// The cells, their neighbours, whose diagonals pass them, and the other ends of links.
    fn touch(&self, rect: CellRect, touched: &mut Vec<NodeId>) {
        let extent = self.grid.extent();
        touched.extend(extent.nodes(extent.around(rect)));
        if self.has_links {
            let links = self.link_table();
            for node in extent.nodes(rect) {
                touched.extend(links.leaving(node).iter().map(|link| link.to));
                touched.extend(links.arriving(node).iter().map(|link| link.from));
            }
        }
    }

    /// With eight neighbours, if arcs are canonical and thus the same in both directions.
    fn stencil(&self, way: Way) -> Option<Stencil> {
        let turn = if way == Way::Forward { 0 } else { 4 };
        let slots = std::array::from_fn(|code| (code as u8 + turn) & 7);
        let offsets = self.offsets;
        let with = |costs, onward, beside| Stencil { offsets, costs, slots, onward, beside };
        if let Some([straight, diagonal]) = self.canonical {
            let costs = std::array::from_fn(|code| [straight, diagonal][code & 1]);
            return Some(with(costs, &ONWARD[usize::from(turn > 0)], [0; 8]));
        }
        let is_one_way = self.has_forbidden && way == Way::Backward;
        match (self.neighbours, self.uniform) {
            (Neighbours::Four, Some([cost, _])) if !self.has_links && !is_one_way => {
                let costs = std::array::from_fn(|code| if code & 1 == 0 { cost } else { 0 });
                let beside = if self.is_only_blocked_by_cells() { COLUMNS_FIRST } else { [0; 8] };
                Some(with(costs, Stencil::ALL_ONWARD, beside))
            }
            _ => None,
        }
    }

    fn masks(&self) -> Option<&Shared<[u8]>> {
        self.table.as_ref()
    }

    fn fill_masks(&self, masks: &mut Vec<u8>, rows: &mut Vec<u8>) -> bool {
        self.fill_steps(masks, rows)
    }
}
