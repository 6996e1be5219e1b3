//! The colour of each cell: terrain under one layer of heat, groups or fog.

use astride::base::{Cell, NodeId};
use astride::shapes::square::Grid;

use crate::palette::{Palette, Rgb, mix};
use crate::scene::{Layer, Scene};
use crate::shades::{self, LINE};

/// The proportion of heat in a cell's colour, in 1/256: enough terrain is left to be recognised.
const HEAT_SHARE: u32 = 218;

/// The same under the lines of a tree, which must stand out.
const TREE_SHARE: u32 = 110;

/// The same for groups, which need fewer shades.
const GROUP_SHARE: u32 = 168;

/// The same for unknown cells.
const FOG_SHARE: u32 = 176;

/// Determines the colour of each cell.
pub(crate) struct Paint<'a> {
    pub(crate) grid: &'a Grid,
    terrain: [Rgb; 256],
    layer: Layer<'a>,
    palette: &'static Palette,
    /// The values at the ends of the heat table.
    least: i64,
    most: u64,
    /// Marks of groups by node, for layers that have them.
    shades: Vec<u8>,
}

/// The meaning of a layer's colours.
pub(crate) enum Meaning {
    None,
    /// Heat from one value to another.
    Heat {
        least: String,
        most: String,
        of: &'static str,
    },
    /// Colours and their names.
    Swatches(Vec<(Rgb, String)>),
}

impl<'a> Paint<'a> {
    /// O(nodes) if the layer is a field or an index, otherwise O(1).
    pub(crate) fn new(scene: &Scene<'a>, palette: &'static Palette) -> Self {
        let terrain = std::array::from_fn(|class| {
            palette.terrain(class as u8, scene.mover.factor(class as u8))
        });
        let nodes = || (0..scene.grid.cell_count()).map(NodeId::new);
        let (mut least, mut most, mut shades) = (0, 0, Vec::new());
        match scene.layer {
            Layer::None | Layer::Clusters(_) | Layer::Fog(_) => {}
            Layer::Search(progress) | Layer::Tree(progress) => most = progress.most_g(),
            Layer::Field(field) => {
                let known = nodes().take(field.node_count());
                most = known.filter_map(|node| field.distance(node)).max().unwrap_or(0);
            }
            Layer::Reach(reach) => {
                most = reach.nodes().iter().map(|reached| reached.cost).max().unwrap_or(0);
            }
            Layer::Clearance(clearance) => {
                most = nodes().map(|node| hundredths(clearance.squared(node))).max().unwrap_or(0);
            }
            Layer::Influence(influence) => {
                let (low, high) = nodes()
                    .map(|node| influence.value(node))
                    .fold((0, 0), |(low, high), value| (value.min(low), value.max(high)));
                (least, most) = (i64::from(low), high.abs_diff(low).into());
            }
            Layer::Overlay(overlay) => {
                most = nodes().map(|node| overlay.extra(node).into()).max().unwrap_or(0);
            }
            Layer::Components(components) => shades = shades::components(scene.grid, components),
            Layer::Regions(regions) => shades = shades::regions(scene.grid, regions),
            Layer::DeadEnds(dead_ends) => shades = shades::dead_ends(scene.grid, dead_ends),
        }
        Paint { grid: scene.grid, terrain, layer: scene.layer, palette, least, most, shades }
    }

    /// The same for another state of the search, with heat on the same scale.
    pub(crate) fn with_layer<'b>(&self, layer: Layer<'b>) -> Paint<'b>
    where
        'a: 'b,
    {
        Paint { layer, shades: Vec::new(), ..*self }
    }

    /// The colour of a node that is on the map.
    pub(crate) fn cell(&self, node: NodeId) -> Rgb {
        let terrain = self.terrain[self.grid.class_at(node) as usize];
        let heat = match self.layer {
            Layer::None | Layer::Clusters(_) => None,
            Layer::Search(progress) | Layer::Tree(progress) => {
                progress.of(node).map(|touched| match touched.is_closed {
                    true => self.palette.heat(touched.g, self.most),
                    false => self.palette.open,
                })
            }
            Layer::Components(_) | Layer::Regions(_) | Layer::DeadEnds(_) => {
                return self.shaded(terrain, node);
            }
            Layer::Fog(knowledge) => {
                let believed = self.terrain[knowledge.class_at(self.grid, node) as usize];
                let is_known = knowledge.is_known(self.grid.cell(node));
                let share = if is_known { 0 } else { FOG_SHARE };
                return mix(believed, self.palette.fog, share);
            }
            _ => self.level(node).map(|level| self.palette.heat(level, self.most)),
        };
        let share = if matches!(self.layer, Layer::Tree(_)) { TREE_SHARE } else { HEAT_SHARE };
        heat.map_or(terrain, |heat| mix(terrain, heat, share))
    }

    /// The heat of a node above the minimum, for layers that consist only of heat.
    pub(crate) fn level(&self, node: NodeId) -> Option<u64> {
        match self.layer {
            Layer::Field(field) => field.distance(node),
            Layer::Reach(reach) => reach.of(node).map(|reached| reached.cost),
            Layer::Clearance(clearance) => {
                Some(hundredths(clearance.squared(node))).filter(|&level| level > 0)
            }
            Layer::Influence(influence) => {
                let value = i64::from(influence.value(node));
                (value != 0).then(|| value.abs_diff(self.least))
            }
            Layer::Overlay(overlay) => Some(overlay.extra(node).into()).filter(|&extra| extra > 0),
            _ => None,
        }
    }

    /// The level of maximum heat.
    pub(crate) fn most(&self) -> u64 {
        self.most
    }

    /// The mark of a node, for layers of groups.
    pub(crate) fn mark(&self, node: NodeId) -> u8 {
        self.shades.get(node.index()).copied().unwrap_or(shades::BARE)
    }

    fn shaded(&self, terrain: Rgb, node: NodeId) -> Rgb {
        match (self.mark(node), shades::colour_of(self.mark(node))) {
            (LINE, _) => self.palette.ink,
            (_, Some(colour)) => mix(terrain, self.palette.groups[colour], GROUP_SHARE),
            (_, None) => terrain,
        }
    }

    /// The meaning of the colours.
    pub(crate) fn meaning(&self) -> Meaning {
        let group = |colour: usize, text: &str| {
            (mix(self.palette.free, self.palette.groups[colour], GROUP_SHARE), text.to_owned())
        };
        let heat = |most: String, of| Meaning::Heat { least: "0".to_owned(), most, of };
        match self.layer {
            Layer::None | Layer::Search(_) | Layer::Tree(_) => Meaning::None,
            Layer::Field(_) => heat(self.most.to_string(), "distance in ticks"),
            Layer::Reach(_) => heat(self.most.to_string(), "cost in ticks"),
            Layer::Overlay(_) => heat(self.most.to_string(), "extra ticks"),
            Layer::Clearance(_) => {
                heat(format!("{:.1}", self.most as f64 / 200.0), "cells to the nearest wall")
            }
            Layer::Influence(_) => Meaning::Heat {
                least: self.least.to_string(),
                most: (i128::from(self.least) + i128::from(self.most)).to_string(),
                of: "influence",
            },
            Layer::Components(components) => {
                let areas = components.areas();
                let shown = areas.iter().take(4).enumerate();
                let mut swatches: Vec<_> = shown
                    .map(|(rank, area)| group(rank, &count(area.cells.into(), "cell")))
                    .collect();
                if areas.len() > 4 {
                    let rest = count(areas.len() as u64 - 4, "more component");
                    swatches.push((self.palette.page, rest));
                }
                Meaning::Swatches(swatches)
            }
            Layer::Regions(regions) => Meaning::Swatches(vec![
                group(0, &count(regions.regions().len() as u64, "region")),
                (self.palette.ink, count(regions.gates().len() as u64, "gate")),
            ]),
            Layer::DeadEnds(_) => Meaning::Swatches(vec![
                (self.palette.free, "the largest area".to_owned()),
                group(0, "dead ends of it"),
                (self.palette.ink, "doors".to_owned()),
            ]),
            Layer::Clusters(clusters) => {
                let level = |at: usize| {
                    let (side, nodes) = (clusters.side(at), clusters.node_count(at) as u64);
                    let colour = self.palette.nodes[at.min(self.palette.nodes.len() - 1)];
                    (colour, format!("{} of clusters of {side}x{side}", count(nodes, "node")))
                };
                Meaning::Swatches((0..clusters.level_count()).map(level).collect())
            }
            Layer::Fog(_) => Meaning::Swatches(vec![
                (self.palette.free, "known".to_owned()),
                (mix(self.palette.free, self.palette.fog, FOG_SHARE), "not seen yet".to_owned()),
            ]),
        }
    }

    /// The mean colour of a block of `side` × `side` cells whose top left cell is `first`, clipped
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

/// Squared half cells as hundredths of half cells, rounded down.
fn hundredths(squared: u32) -> u64 {
    (u64::from(squared) * 10_000).isqrt()
}

fn count(number: u64, of: &str) -> String {
    format!("{number} {of}{}", if number == 1 { "" } else { "s" })
}
