//! Layers: if land and water never mix, each medium is a map of its own.
//!
//! No step leads from one medium into another, and at a corner the cells of another medium count as
//! blocked. Each medium therefore gets a layer, on which all others are walls, and the layers are
//! stacked into one high map with a row of walls between them. Scans, jump points, tables and
//! labels are unaware of it; the layer matters only where a cell is converted to a place or a place
//! to a node.

use super::lines::WALL;
use super::place::Place;
use super::planes::JumpMap;
use crate::base::bits::BitPlane;
use crate::base::{Cell, NodeId};
use crate::search::Why;
use crate::shapes::square::GridView;

/// The layers of a map: usually there is one, which is the map itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layers {
    /// For each terrain class, the layer of its cells, counted from 1; 0 if they are blocked.
    of_class: Box<[u8; 256]>,
    count: u8,
    /// The number of rows of the grid.
    rows: u32,
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

impl JumpMap {
    /// The places of start and goal.
    ///
    /// # Errors
    ///
    /// If the mover cannot stand on one of them, or if no path can connect them because they are in
    /// different media.
    ///
    /// # Panics
    ///
    /// If a node is outside the map.
    #[inline]
    pub(crate) fn ends(&self, ends: [NodeId; 2]) -> Result<[Place; 2], Why> {
        let [from, to] = ends.map(|node| {
            let cell = Cell::new(node.get() % self.width, node.get() / self.width);
            assert!(cell.y < self.layers.rows, "node {node} is outside the map");
            self.place(cell)
        });
        let (from, to) = (from.ok_or(Why::StartBlocked)?, to.ok_or(Why::GoalBlocked)?);
        if self.layers.count > 1 && self.layers.layer_of(from) != self.layers.layer_of(to) {
            return Err(Why::Enclosed { seen: 0 });
        }
        Ok([from, to])
    }

    /// Whether jump points are on the layer of a place.
    #[inline(always)]
    pub(crate) fn are_of_one_medium(&self, points: &[u32], at: Place) -> bool {
        let layer = |at| self.layers.layer_of(at);
        self.layers.count == 1
            || points.iter().all(|&point| layer(self.place_of(point)) == layer(at))
    }

    /// The place of a cell, on the layer where it is free; `None` if there is none.
    #[inline]
    pub(super) fn place(&self, cell: Cell) -> Option<Place> {
        if cell.x >= self.width || cell.y >= self.layers.rows {
            return None;
        }
        let at = self.layers.place(cell, 0);
        let is_wall = self.rows.has(WALL, self.row_place(at));
        if is_wall && self.layers.count > 1 {
            return self.place_below(cell);
        }
        (!is_wall).then_some(at)
    }

    /// The place of a cell that is a wall on the first layer.
    #[cold]
    fn place_below(&self, cell: Cell) -> Option<Place> {
        let mut places = self.layers.all().skip(1).map(|layer| self.layers.place(cell, layer));
        places.find(|&at| !self.rows.has(WALL, self.row_place(at)))
    }

    /// The cell at a place.
    pub(crate) fn node(&self, at: Place) -> NodeId {
        NodeId::new(self.index(at) as u32 - self.above(at))
    }

    /// The cell of a place.
    pub(crate) fn cell(&self, at: Place) -> Cell {
        let node = self.node(at).get();
        Cell::new(node % self.width, node / self.width)
    }

    /// Converts the numbers of places that are all on the layer of `at` to nodes.
    #[inline(always)]
    pub(super) fn number_as_cells(&self, at: Place, numbers: &mut [NodeId]) {
        if self.layers.count > 1 {
            let above = self.above(at);
            numbers.iter_mut().for_each(|number| *number = NodeId::new(number.get() - above));
        }
    }

    /// The number of places on and between the layers above that of a place.
    fn above(&self, at: Place) -> u32 {
        u32::from(self.rows_above(at)) * self.width
    }

    /// The number of rows on and between the layers above that of a place.
    pub(super) fn rows_above(&self, at: Place) -> u16 {
        (u32::from(self.layers.layer_of(at)) * (self.layers.rows + 1)) as u16
    }

    /// Repeats planes along rows and along columns of the map for each layer.
    pub(super) fn on_all_layers(&self, planes: [BitPlane; 2]) -> [BitPlane; 2] {
        if self.layers.count == 1 {
            return planes;
        }
        let (width, [once, _]) = (self.width as usize + 2, planes);
        let mut rows = BitPlane::new(self.height as usize + 2, width);
        for layer in self.layers.all() {
            let top = usize::from(layer) * (self.layers.rows as usize + 1);
            for y in 1..=self.layers.rows as usize {
                rows.line_mut(top + y).copy_from_slice(once.line(y));
            }
        }
        let columns = rows.transposed(width);
        [rows, columns]
    }
}
