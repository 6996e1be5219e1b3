//! A view as rows of tiles.

use std::sync::Arc as Shared;

use super::canonical::ONWARD;
use crate::base::{CellRect, NodeId};
use crate::shapes::square::{Grid, GridView, Neighbours};
use crate::world::{Changes, Extent, Stencil, Tiled, Tiles, Way};

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

    /// The cells and their neighbours, whose diagonals pass them, and the other ends of links.
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

    /// With eight neighbours where arcs are canonical, and so the same both ways.
    fn stencil(&self, way: Way) -> Option<Stencil> {
        let turn = if way == Way::Forward { 0 } else { 4 };
        let slots = std::array::from_fn(|code| (code as u8 + turn) & 7);
        let with = |costs, onward| Stencil { offsets: self.offsets, costs, slots, onward };
        if let Some([straight, diagonal]) = self.canonical {
            let costs = std::array::from_fn(|code| [straight, diagonal][code & 1]);
            return Some(with(costs, &ONWARD[usize::from(turn > 0)]));
        }
        let is_one_way = self.has_forbidden && way == Way::Backward;
        match (self.neighbours, self.uniform) {
            (Neighbours::Four, Some([cost, _])) if !self.has_links && !is_one_way => {
                let costs = std::array::from_fn(|code| if code & 1 == 0 { cost } else { 0 });
                Some(with(costs, Stencil::ALL_ONWARD))
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
