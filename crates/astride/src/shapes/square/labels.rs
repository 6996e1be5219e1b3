//! Labels of a map: a query finds the jump points visible from start and goal, and merges a few
//! short lists.

mod saved;
mod search;

pub(super) use saved::{KIND, POINTS, origin_of};
pub use search::LabelsSearch;

use crate::index::hubs::{BuildError, HubLabels, HubOptions, Progress, SparseGraph, Summary};
use crate::search::{PathQuery, Scratch, Unsupported};
use crate::shapes::square::jps::BackMap;
use crate::shapes::square::saved::Fingerprint;
use crate::shapes::square::{GridView, JumpMap, JumpMapError};

/// Hub labels over the jump points of a static map: the fastest queries available, for seconds of
/// building.
///
/// Between start and goal a shortest path turns only at jump points. The index stores labels for
/// these, from which the distance of any two is found by merging two lists. A query finds the jump
/// points that start and goal see, merges, and follows the labels from turn to turn.
///
/// Uras, Koenig & Hernández, "Subgoal Graphs for Optimal Pathfinding in Eight-Neighbor Grids",
/// ICAPS 2013, for searching between the points visible from the ends; [`hubs`](crate::index::hubs)
/// for labels.
///
/// # Examples
///
/// ```
/// use astride::shapes::square::{Labels, LabelsOptions};
/// use astride::prelude::*;
/// let grid = Grid::from_classes(5, 3, b".......@.......")?;
/// let view = grid.seen_by(&Mover::walker());
/// let labels = Labels::build(&view, &LabelsOptions::default())?;
/// let mut scratch = Scratch::new();
/// let query = PathQuery::new(grid.node((0, 1)).unwrap(), grid.node((4, 2)).unwrap());
/// let mut search = labels.search(&query, &mut scratch)?;
/// let outcome = search.run(&mut Budget::unlimited(), &mut ());
/// assert_eq!(outcome.path().unwrap().step_count(), 4);
/// assert_eq!(outcome.cost(), search.cost());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Labels {
    map: JumpMap,
    back: BackMap,
    hubs: HubLabels,
    origin: Fingerprint,
}

/// Limits of a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LabelsOptions {
    /// The maximum number of bytes of labels per cell of the map; four times as many if terrain
    /// costs differ, since each jump point then has two labels and there are more of them. Such a
    /// map counts as having at least 32 768 cells. If the bytes do not suffice, only the more
    /// important jump points have labels, and queries search their way up to them.
    pub bytes_per_cell: u32,
    /// The number of arcs that the build may examine, per cell and in total, before the map counts
    /// as having too many jump points.
    pub work: u64,
}

/// The factor on the bytes for labels if terrain costs differ.
const TERRAIN_BYTES: u64 = 4;

/// The minimum number of cells assumed if terrain costs differ: a small map has few jump points,
/// but they may be half of its cells.
const TERRAIN_CELLS: u64 = 1 << 15;

/// Larger maps have labels of this many jump points, whose hubs take 16 bits.
const MOST_LABELS: u32 = 1 << 16;

impl Default for LabelsOptions {
    fn default() -> Self {
        LabelsOptions { bytes_per_cell: 40, work: 4_000_000_000 }
    }
}

impl Labels {
    /// Builds the labels of a map.
    ///
    /// # Errors
    ///
    /// If jump points are not valid for this view (see [`JumpMap::build`]), if there are too many
    /// of them, or if a cost does not fit into 32 bits.
    ///
    /// # Complexity
    ///
    /// Grows with the number of jump points and of connections between them: about a second for
    /// most game maps.
    pub fn build(view: &GridView<'_>, options: &LabelsOptions) -> Result<Self, LabelsError> {
        Labels::build_with(view, options, &mut |_| true)
    }

    /// As [`build`](Self::build). `tell` receives the progress and cancels the build by returning
    /// `false`.
    ///
    /// # Errors
    ///
    /// As for [`build`](Self::build), or if `tell` returned `false`.
    pub fn build_with(
        view: &GridView<'_>,
        options: &LabelsOptions,
        tell: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<Self, LabelsError> {
        let map = map_of(view)?;
        let graph = graph_of(&map)?;
        let cells = u64::from(view.grid().cell_count());
        let per_cell = u64::from(options.bytes_per_cell);
        let bytes = if map.is_uniform() {
            cells.saturating_mul(per_cell)
        } else {
            cells.max(TERRAIN_CELLS).saturating_mul(per_cell * TERRAIN_BYTES)
        };
        let bytes = bytes.max(1 << 16);
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
        let hub_options =
            HubOptions::default().bytes(bytes).work(options.work).most_stored(MOST_LABELS);
        let hubs = HubLabels::build_with(&graph, &hub_options, tell).map_err(LabelsError::Build)?;
        let back = BackMap::new(&map);
        Ok(Labels { map, back, hubs, origin: Fingerprint::of(view) })
    }

    /// The composition of the labels.
    pub fn summary(&self) -> Summary {
        self.hubs.summary()
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.map.bytes() + self.back.bytes() + self.hubs.summary().bytes
    }

    /// The revision of the grid from which it was built; it answers for no other.
    pub fn revision(&self) -> u64 {
        self.map.revision()
    }

    /// The jump points from which it was built.
    pub(crate) fn map(&self) -> &JumpMap {
        &self.map
    }

    /// The same by value; they can follow edits.
    pub(crate) fn into_map(self) -> JumpMap {
        self.map
    }

    /// Prepares a lookup of a path, as a search of a single step. It ignores the tie rule of the
    /// query and its setting for canonical arcs.
    ///
    /// # Errors
    ///
    /// If the query does not have exactly one start and one goal, or requests the nearest reachable
    /// node.
    ///
    /// # Panics
    ///
    /// If the query names a node outside the map.
    pub fn search<'a>(
        &'a self,
        query: &PathQuery<'_>,
        scratch: &'a mut Scratch,
    ) -> Result<LabelsSearch<'a>, Unsupported> {
        Ok(LabelsSearch::new(self, query.ends()?, query.max_cost, scratch.part()))
    }
}

/// The planes of a map on which no leg is too expensive for labels.
fn map_of(view: &GridView<'_>) -> Result<JumpMap, LabelsError> {
    let map = JumpMap::build(view).map_err(LabelsError::Map)?;
    if map.costliest_leg() >= u64::from(u32::MAX) { Err(LabelsError::TooCostly) } else { Ok(map) }
}

/// The jump points of a map and the jumps between them.
fn graph_of(map: &JumpMap) -> Result<SparseGraph, LabelsError> {
    let count = map.point_count() as u32;
    let mut arcs = Vec::new();
    for point in 0..count {
        map.visit_seen_by_point(point, &mut |other, at, cost| {
            arcs.push((point, other, (cost * map.factor(at)) as u32));
            if map.is_uniform() {
                // The cost is the same in reverse, so one set of labels serves both directions.
                arcs.push((other, point, cost as u32));
            }
        });
    }
    SparseGraph::from_arcs(count, &arcs).map_err(LabelsError::Graph)
}

/// Why labels could not be built for a map.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LabelsError {
    /// Jump points are not valid for this view.
    Map(JumpMapError),
    /// There are too many jump points, or too many pairs that see each other.
    Graph(crate::index::hubs::GraphError),
    /// The labels could not be built.
    Build(BuildError),
    /// Crossing the map can cost 2³² ticks or more.
    TooCostly,
}

impl LabelsError {
    /// Whether the build was cancelled.
    pub fn is_cancelled(&self) -> bool {
        matches!(self, LabelsError::Build(BuildError::Cancelled))
    }
}

errors! { enum LabelsError:
    Map(error) => (source error),
    Graph(error) => (source error, "no labels for this map: {error}"),
    Build(error) => (source error, "no labels for this map: {error}"),
    TooCostly => ("labels-map-too-costly",
        "no labels for this map: crossing it can cost 2^32 ticks or more, expected a smaller scale \
        or smaller factors"),
}
