//! What to show: a map, marks on it, a path, and one layer over the terrain.

use astride::base::{Cell, NodeId, Vec2};
use astride::search::{DistanceField, Reach};
use astride::shapes::square::{
    Clearance, Clusters, Components, DeadEnds, Grid, InfluenceMap, Knowledge, Mover, Regions,
};
use astride::world::Overlay;

use crate::error::{DrawError, Kind};
use crate::progress::Progress;

/// What to show, whatever the output format.
///
/// Cells and nodes off the map are ignored in every picture.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The map.
    pub grid: &'a Grid,
    /// The mover through whose eyes it is seen, which determines which terrain is blocked and which
    /// is expensive.
    pub mover: &'a Mover,
    /// Cells marked as start.
    pub starts: &'a [Cell],
    /// Cells marked as goal.
    pub goals: &'a [Cell],
    /// The nodes of a path in walking order. Consecutive nodes that are far apart on the map are
    /// connected by a straight line, or by an arc if there is a link between them.
    pub path: Option<&'a [NodeId]>,
    /// Lines in cell widths that `svg` and `png` show, such as a smooth curve or several paths: the
    /// first in the colour of the path, the others in colours of their own.
    pub lines: &'a [&'a [Vec2]],
    /// What is shown over the terrain.
    pub layer: Layer<'a>,
    /// A line of text above the picture.
    pub title: Option<&'a str>,
}

impl<'a> Scene<'a> {
    /// The bare map, without marks, path, lines, layer or title.
    pub fn new(grid: &'a Grid, mover: &'a Mover) -> Scene<'a> {
        let (starts, goals, lines) = (&[], &[], &[]);
        Scene { grid, mover, starts, goals, path: None, lines, layer: Layer::None, title: None }
    }

    /// Checks that an index describes the current state of this map for this mover, and that
    /// knowledge, influence or an overlay has its size.
    pub(crate) fn check_layer(&self) -> Result<(), DrawError> {
        let view = self.grid.seen_by(self.mover);
        let is_right = match self.layer {
            Layer::None | Layer::Search(_) | Layer::Tree(_) | Layer::Field(_) | Layer::Reach(_) => {
                true
            }
            Layer::Components(components) => components.is_of(&view),
            Layer::Clearance(clearance) => clearance.is_of(&view),
            Layer::Regions(regions) => regions.is_of(&view),
            Layer::Clusters(clusters) => {
                clusters.is_of(&view) && clusters.revision() == self.grid.revision()
            }
            Layer::DeadEnds(dead_ends) => dead_ends.is_of(&view),
            Layer::Influence(influence) => influence.bounds() == self.grid.bounds(),
            Layer::Overlay(overlay) => overlay.bounds() == self.grid.bounds(),
            Layer::Fog(knowledge) => knowledge.bounds() == self.grid.bounds(),
        };
        if is_right { Ok(()) } else { Err(Kind::OtherWorld.into()) }
    }

    /// The terrain class of a node, as far as it is known.
    pub(crate) fn class_at(&self, node: NodeId) -> u8 {
        match self.layer {
            Layer::Fog(knowledge) => knowledge.class_at(self.grid, node),
            _ => self.grid.class_at(node),
        }
    }

    /// The cell of a node, or `None` off the map.
    pub(crate) fn cell(&self, node: NodeId) -> Option<Cell> {
        (node.get() < self.grid.cell_count()).then(|| self.grid.cell(node))
    }

    /// The nodes of the path that are on the map.
    pub(crate) fn path_nodes(&self) -> impl Iterator<Item = NodeId> + 'a {
        let count = self.grid.cell_count();
        self.path.unwrap_or_default().iter().copied().filter(move |node| node.get() < count)
    }

    /// The cells that are on the map.
    pub(crate) fn on_map(&self, cells: &'a [Cell]) -> impl Iterator<Item = Cell> + 'a {
        let bounds = self.grid.bounds();
        cells.iter().copied().filter(move |&cell| bounds.contains(cell))
    }
}

/// What is shown over the terrain.
///
/// An index must describe the current state of the map for the mover of the scene: otherwise
/// pictures are refused, and in the terminal the layer is left out.
#[derive(Clone, Copy, Debug, Default)]
pub enum Layer<'a> {
    /// Nothing.
    #[default]
    None,
    /// A search: closed nodes by their cost so far, open nodes in a separate colour.
    Search(&'a Progress),
    /// A search, paler, with a line from each node to the one it was reached from. Branches
    /// of a mean width below four pixels, which would merge, are left out. In the terminal there
    /// are no lines.
    Tree(&'a Progress),
    /// A distance field, by distance.
    Field(&'a DistanceField),
    /// Movement range, by cost.
    Reach(&'a Reach),
    /// Components, the largest in the first colour; the colours repeat after seven.
    Components(&'a Components),
    /// The distance from each cell to the nearest wall.
    Clearance(&'a Clearance),
    /// Regions, with neighbours in different colours as far as possible, and the gates between
    /// them.
    Regions(&'a Regions),
    /// Borders and nodes of clusters, bolder for higher levels.
    Clusters(&'a Clusters),
    /// What a search between two places in the largest area need not enter, and the doors to it.
    DeadEnds(&'a DeadEnds),
    /// Influence, by value; cells of value 0 are left bare.
    Influence(&'a InfluenceMap),
    /// Extra costs, by ticks; cells without any are left bare.
    Overlay(&'a Overlay),
    /// The map as a faction believes it to be, with unknown cells under fog.
    Fog(&'a Knowledge),
}
