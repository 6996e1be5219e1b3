//! Where places lie on the lines of a jump map, and which cells they are.

use super::lines::WALL;
use super::place::Place;
use super::planes::JumpMap;
use crate::base::bits::{BitPlane, around};
use crate::base::{Cell, NodeId};
use crate::search::Why;

impl JumpMap {
    #[inline(always)]
    pub(super) fn row_place(&self, at: Place) -> usize {
        usize::from(at.y) * self.rows.bits_per_line + usize::from(at.x)
    }

    #[inline(always)]
    pub(super) fn column_place(&self, at: Place) -> usize {
        usize::from(at.x) * self.columns.bits_per_line + usize::from(at.y)
    }

    /// The position of `at` on its rising diagonal.
    #[inline(always)]
    pub(super) fn rising_place(&self, at: Place) -> usize {
        let lines = self.height + 2;
        let line = self.wraps[usize::from(at.x)] + u32::from(at.y);
        let line = if line >= lines { line - lines } else { line };
        line as usize * self.rows.bits_per_line + usize::from(at.x)
    }

    /// The position of `at` on its falling diagonal.
    #[inline(always)]
    pub(super) fn falling_place(&self, at: Place) -> usize {
        let lines = self.height + 2;
        let (wrap, y) = (self.wraps[usize::from(at.x)], u32::from(at.y));
        let line = if wrap >= y { wrap - y } else { wrap + lines - y };
        line as usize * self.rows.bits_per_line + usize::from(at.x)
    }

    /// The index of the place among all places except those of the rim, row by row.
    #[inline(always)]
    pub(super) fn index(&self, at: Place) -> usize {
        ((u32::from(at.y) - 1) * self.width + u32::from(at.x) - 1) as usize
    }

    /// The number of places, with those of the rim and of the padding of lines.
    pub(crate) fn place_count(&self) -> u64 {
        self.rows.words.len() as u64 * 64
    }

    /// The free neighbours of a place on the map.
    #[inline(always)]
    pub(super) fn free_around(&self, at: Place) -> u8 {
        let place = self.row_place(at) - 1;
        let three = |place: usize| {
            let (word, shift) = (place / 64, place % 64);
            let low = self.rows.words[word][WALL] >> shift;
            let high = if shift > 61 { self.rows.words[word + 1][WALL] << (64 - shift) } else { 0 };
            (!(low | high) & 7) as u8
        };
        let bits = self.rows.bits_per_line;
        around(three(place - bits), three(place), three(place + bits))
    }

    /// The factor for the ticks of steps into `at`. All cells of a jump have the factor of its last
    /// cell.
    #[inline(always)]
    pub(crate) fn factor(&self, at: Place) -> u64 {
        match &self.terrain {
            None => 1,
            Some(terrain) => {
                let class = terrain.classes[self.index(at)];
                u64::from(terrain.factors[usize::from(class)])
            }
        }
    }

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
