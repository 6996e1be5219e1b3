//! The colour of each cell: terrain under one layer of heat.

use astride::base::{Cell, NodeId};
use astride::world::Grid;

use crate::palette::{Palette, Rgb, mix};
use crate::scene::{Layer, Scene};

/// How much of a cell's colour is heat, in parts of 256: enough terrain is left to be recognised.
const HEAT_SHARE: u32 = 218;

/// Says the colour of each cell.
pub(crate) struct Paint<'a> {
    pub(crate) grid: &'a Grid,
    terrain: [Rgb; 256],
    layer: Layer<'a>,
    palette: &'static Palette,
    /// What the hot end of the heat table stands for.
    most: u64,
}

impl<'a> Paint<'a> {
    /// O(nodes) when the layer is a field, else O(1).
    pub(crate) fn new(scene: &Scene<'a>, palette: &'static Palette) -> Self {
        let terrain = std::array::from_fn(|class| {
            palette.terrain(class as u8, scene.mover.factor(class as u8))
        });
        let most = match scene.layer {
            Layer::None => 0,
            Layer::Search(progress) => progress.most_g(),
            Layer::Field(field) => {
                let nodes = scene.grid.cell_count().min(field.node_count() as u32);
                (0..nodes).filter_map(|node| field.distance(NodeId::new(node))).max().unwrap_or(0)
            }
            Layer::Reach(reach) => {
                reach.nodes().iter().map(|reached| reached.cost).max().unwrap_or(0)
            }
        };
        Paint { grid: scene.grid, terrain, layer: scene.layer, palette, most }
    }

    /// The same for another state of the search, with heat on the same scale.
    pub(crate) fn with_layer<'b>(&self, layer: Layer<'b>) -> Paint<'b>
    where
        'a: 'b,
    {
        Paint { layer, ..*self }
    }

    /// The colour of a node that is on the map.
    pub(crate) fn cell(&self, node: NodeId) -> Rgb {
        let terrain = self.terrain[self.grid.class_at(node) as usize];
        let heat = match self.layer {
            Layer::None => None,
            Layer::Search(progress) => progress.of(node).map(|touched| match touched.is_closed {
                true => self.palette.heat(touched.g, self.most),
                false => self.palette.open,
            }),
            Layer::Field(field) => {
                field.distance(node).map(|distance| self.palette.heat(distance, self.most))
            }
            Layer::Reach(reach) => {
                reach.of(node).map(|reached| self.palette.heat(reached.cost, self.most))
            }
        };
        heat.map_or(terrain, |heat| mix(terrain, heat, HEAT_SHARE))
    }

    /// The mean colour of a block of `side` × `side` cells whose top left cell is `first`, cut off
    /// at the rim of the map.
    pub(crate) fn block(&self, first: Cell, side: u32) -> Rgb {
        let (width, height) = (self.grid.width(), self.grid.height());
        if side == 1 {
            return self.grid.node(first).map_or(self.palette.page, |node| self.cell(node));
        }
        let (mut sums, mut count) = ([0u64; 3], 0u64);
        for y in first.y..first.y.saturating_add(side).min(height) {
            for x in first.x..first.x.saturating_add(side).min(width) {
                let colour = self.cell(NodeId::new(y * width + x));
                for (sum, channel) in sums.iter_mut().zip(colour) {
                    *sum += u64::from(channel);
                }
                count += 1;
            }
        }
        sums.map(|sum| ((sum + count / 2) / count.max(1)) as u8)
    }
}
