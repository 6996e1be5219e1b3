//! What is shown: a map, marks on it, a path, and one layer over the terrain.

use astride::base::{Cell, NodeId};
use astride::search::{DistanceField, Reach};
use astride::world::{Grid, Mover};

use crate::progress::Progress;

/// What is shown, whatever the form.
///
/// Cells and nodes off the map are left out of every picture.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The map.
    pub grid: &'a Grid,
    /// Whose eyes it is seen with: says which terrain is blocked and which is dear.
    pub mover: &'a Mover,
    /// Cells marked as start.
    pub starts: &'a [Cell],
    /// Cells marked as goal.
    pub goals: &'a [Cell],
    /// Nodes of a path in walking order. Neighbours in this list that are far apart on the map
    /// are joined by a straight line, or by an arc where a link joins them.
    pub path: Option<&'a [NodeId]>,
    /// What lies over the terrain.
    pub layer: Layer<'a>,
    /// A line of text above the picture.
    pub title: Option<&'a str>,
}

impl<'a> Scene<'a> {
    /// The bare map: nothing marked, no path, no layer, no title.
    pub fn new(grid: &'a Grid, mover: &'a Mover) -> Scene<'a> {
        Scene { grid, mover, starts: &[], goals: &[], path: None, layer: Layer::None, title: None }
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

    /// Those of `cells` that are on the map.
    pub(crate) fn on_map(&self, cells: &'a [Cell]) -> impl Iterator<Item = Cell> + 'a {
        let bounds = self.grid.bounds();
        cells.iter().copied().filter(move |&cell| bounds.contains(cell))
    }
}

/// What lies over the terrain.
#[derive(Clone, Copy, Debug, Default)]
pub enum Layer<'a> {
    /// Nothing.
    #[default]
    None,
    /// A search: closed nodes by their cost so far, open nodes in a colour of their own.
    Search(&'a Progress),
    /// A distance field, by distance.
    Field(&'a DistanceField),
    /// Movement range, by cost.
    Reach(&'a Reach),
}
