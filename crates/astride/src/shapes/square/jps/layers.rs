//! Layers: if land and water never mix, each medium is a map of its own.
//!
//! No step leads from one medium into another, and at a corner the cells of another medium count as
//! blocked. Each medium therefore gets a layer, on which all others are walls, and the layers are
//! stacked into one high map with a row of walls between them. Scans, jump points, tables and
//! labels are unaware of it; the layer matters only where a cell is converted to a place or a place
//! to a node.

use super::place::Place;
use crate::base::Cell;
use crate::shapes::square::GridView;

/// The layers of a map: usually there is one, which is the map itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layers {
    /// For each terrain class, the layer of its cells, counted from 1; 0 if they are blocked.
    of_class: Box<[u8; 256]>,
    pub(super) count: u8,
    /// The number of rows of the grid.
    pub(super) rows: u32,
}

impl Layers {
    /// `media` are those that [divide](GridView::separate_media) the map.
    pub(super) fn new(view: &GridView<'_>, media: u8) -> Self {
        Layers {
            of_class: Box::new(view.places_among(media)),
            count: media.count_ones().max(1) as u8,
            rows: view.grid().height(),
        }
    }

    /// The number of rows of the grid.
    pub(super) fn rows(&self) -> u32 {
        self.rows
    }

    /// The number of rows of all layers and between them; at most 8 times 2³⁰ and a few.
    pub(super) fn height(&self) -> u64 {
        u64::from(self.count) * (u64::from(self.rows) + 1) - 1
    }

    /// All layers, from 0.
    pub(super) fn all(&self) -> impl Iterator<Item = u8> + use<> {
        0..self.count
    }

    /// Whether cells of a class are free on a layer.
    pub(super) fn has(&self, layer: u8, class: u8) -> bool {
        self.of_class[usize::from(class)] == layer + 1
    }

    /// For each terrain class, 1 if its cells are free on a layer and 0 if not.
    pub(super) fn free_classes(&self, layer: u8) -> [u8; 256] {
        self.of_class.map(|place| u8::from(place == layer + 1))
    }

    /// The place of a cell on a layer.
    pub(super) fn place(&self, cell: Cell, layer: u8) -> Place {
        let above = u32::from(layer) * (self.rows + 1);
        Place { x: cell.x as u16 + 1, y: (cell.y + above) as u16 + 1 }
    }

    /// The layer of a place.
    pub(super) fn layer_of(&self, at: Place) -> u8 {
        ((u32::from(at.y) - 1) / (self.rows + 1)) as u8
    }
}
