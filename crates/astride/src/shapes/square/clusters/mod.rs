//! Hierarchical search: an abstract path at once, its steps when they are needed.
//!
//! The map is divided into square clusters. Adjacent clusters are connected by entrances. The cells
//! on both sides of an entrance are nodes of an abstract graph, connected across the border by
//! steps and within a cluster by precomputed costs. Clusters of clusters form further levels. A
//! query finds its path on the highest level and refines it a few steps at a time: each piece is a
//! search over the cells of the next few clusters, so that the path passes near the nodes rather
//! than through them.
//!
//! Botea, Müller & Schaeffer, "Near Optimal Hierarchical Path-Finding", Journal of Game Development
//! 1(1), 2004. Here nodes of higher levels are thinned out where they can represent each other, and
//! instead of smoothing a finished path, each piece of it is searched for again.

mod build;
mod domain;
mod entrances;
mod error;
mod exact;
mod flood;
mod graph;
mod legs;
mod levels;
mod queue;
mod route;
mod saved;
mod thin;
mod update;
mod walk;
mod window;

pub use build::{ClustersOptions, ClustersProgress};
pub use error::{ClustersError, RouteError};
pub use route::Route;

use crate::base::NodeId;
use crate::shapes::square::GridView;
use crate::shapes::square::origin::Origin;
use crate::world::World;
use levels::Level;

/// Clusters of a map, their entrances, and the costs between them.
///
/// Works for any view: terrain costs, corner rules, walls, one-way steps, links. A path is found if
/// and only if one exists; on average it costs within one percent of the cheapest.
///
/// # Examples
///
/// ```
/// use astride::shapes::square::{Clusters, ClustersOptions};
/// use astride::prelude::*;
/// let mut grid = Grid::new(200, 100, b'.')?;
/// let mover = Mover::walker();
/// let view = grid.seen_by(&mover);
/// let mut clusters = Clusters::build(&view, &ClustersOptions::default())?;
/// let mut scratch = Scratch::new();
/// let (from, to) = (Cell::new(3, 5), Cell::new(190, 90));
/// let outcome = clusters.route(&view, from, to, &mut scratch, &mut Budget::unlimited())?;
/// let mut route = outcome.into_path().expect("nothing is in the way");
/// let first = route.next_steps(&clusters, &view, &mut scratch)?.expect("some steps");
/// assert!(first.len() < 60);
///
/// grid.apply(Edit::new().set((100, 50), b'@'))?;
/// let view = grid.seen_by(&mover);
/// assert!(clusters.update(&view)?.changed < 10);
/// assert!(route.next_steps(&clusters, &view, &mut scratch).is_err(), "the map has changed");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Clusters {
    origin: Box<Origin>,
    options: ClustersOptions,
    /// From the smallest clusters to the largest; never empty.
    levels: Vec<Level>,
}

/// Equal clusters have the same nodes, parts and costs, for the same revision.
impl PartialEq for Clusters {
    fn eq(&self, other: &Self) -> bool {
        // The parts of the highest level are never used.
        let mut below = self.levels.iter().zip(&other.levels).rev().skip(1);
        self.options == other.options
            && self.origin == other.origin
            && self.levels == other.levels
            && below.all(|(one, two)| one.has_parts_of(two))
    }
}

impl Clusters {
    /// The revision of the grid to which the costs apply.
    pub fn revision(&self) -> u64 {
        self.origin.revision()
    }

    /// Whether this is an index of this grid as this mover sees it, as far as can be determined
    /// without reading the cells; edits that have not been followed do not matter.
    pub fn is_of(&self, view: &GridView<'_>) -> bool {
        self.revision() <= view.revision() && self.origin.is_for(view)
    }

    /// The number of levels, at least 1.
    pub fn level_count(&self) -> usize {
        self.levels.len()
    }

    /// The number of clusters on the lowest level.
    pub fn cluster_count(&self) -> usize {
        self.levels[0].cluster_count()
    }

    /// The number of nodes of a level, where 0 is the lowest; 0 for levels that do not exist.
    pub fn node_count(&self, level: usize) -> usize {
        self.levels.get(level).map_or(0, Level::node_count)
    }

    /// The side of a cluster of a level in cells, where 0 is the lowest level; 0 for levels that do
    /// not exist. Clusters are arranged from the top left corner of the map.
    pub fn side(&self, level: usize) -> u32 {
        self.levels.get(level).map_or(0, |level| 1 << level.shift)
    }

    /// The nodes of a level, cluster by cluster, row by row; none for levels that do not exist. A
    /// step between two of them in different clusters is an entrance.
    pub fn nodes(&self, level: usize) -> impl Iterator<Item = NodeId> + '_ {
        let clusters = |level| {
            (0..Level::cluster_count(level) as u32).map(move |cluster| level.block(cluster))
        };
        let cells = self.levels.get(level).into_iter().flat_map(clusters);
        cells.flat_map(|block| block.cells.iter().map(|&cell| NodeId::new(cell)))
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        size_of::<Origin>()
            + self.origin.bytes()
            + self.levels.iter().map(Level::bytes).sum::<usize>()
    }

    fn check(&self, view: &GridView<'_>) -> Result<(), RouteError> {
        let (found, expected) = (view.revision(), self.revision());
        if !self.origin.is_for(view) {
            return Err(RouteError::WrongWorld);
        }
        if found != expected {
            return Err(RouteError::Stale { found, expected });
        }
        Ok(())
    }
}
