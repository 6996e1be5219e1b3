//! Labels of a map: a query looks at what start and goal see, and merges a few short lists.

mod saved;

pub(super) use saved::{KIND, POINTS, origin_of};

use std::fmt;

use crate::base::{Cell, Cost, NodeId};
use crate::index::hubs::{
    Access, BuildError, HubLabels, HubOptions, HubScratch, Meeting, Progress, SparseGraph, Summary,
};
use crate::path::Path;
use crate::search::{Effort, Found, Guarantee, Outcome, Unreachable, Why};
use crate::shapes::square::jps::{BackMap, Place};
use crate::shapes::square::saved::Origin;
use crate::shapes::square::{GridView, JumpMap, JumpMapError};

/// Hub labels over the jump points of a map that does not change: the fastest answers there are,
/// for seconds of building.
///
/// Between start and goal a shortest path turns only at jump points. The index holds labels for
/// these, from which the distance of any two is a merge of two lists. A query finds the jump points
/// that start and goal see, merges, and follows the labels from turn to turn.
///
/// Uras, Koenig & Hernández, "Subgoal Graphs for Optimal Pathfinding in Eight-Neighbor Grids",
/// ICAPS 2013, for searching between the points that ends see; [`hubs`](crate::index::hubs) for
/// labels.
///
/// # Examples
///
/// ```
/// use astride::shapes::square::{Labels, LabelsOptions, LabelsScratch};
/// use astride::prelude::*;
/// let grid = Grid::from_classes(5, 3, b".......@.......")?;
/// let view = grid.seen_by(&Mover::walker());
/// let labels = Labels::new(&view, &LabelsOptions::default(), &mut |_| true)?;
/// let mut scratch = LabelsScratch::new();
/// let (from, to) = (Cell::new(0, 1), Cell::new(4, 2));
/// let path = labels.path(from, to, &mut scratch);
/// assert_eq!(path.cost(), labels.cost(from, to, &mut scratch));
/// assert_eq!(path.path().unwrap().step_count(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Labels {
    map: JumpMap,
    back: BackMap,
    hubs: HubLabels,
    origin: Origin,
}

/// Limits of a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LabelsOptions {
    /// Bytes of labels per cell of the map, at most, and four times as many where terrain costs
    /// differ: there each jump point has two labels, and there are more of them. Such a map counts as
    /// one of 32 768 cells if it is smaller. Where they do not suffice, only the more important jump
    /// points have labels, and queries search their way up to them.
    pub bytes_per_cell: u32,
    /// How many arcs the build may look at per cell and in all before the map counts as too dense
    /// with jump points.
    pub work: u64,
}

/// How many times as many bytes labels may take where terrain costs differ.
const TERRAIN_BYTES: u64 = 4;

/// As how many cells a small map counts where terrain costs differ: its jump points are few, but
/// they may be half of its cells.
const TERRAIN_CELLS: u64 = 1 << 15;

impl Default for LabelsOptions {
    fn default() -> Self {
        LabelsOptions { bytes_per_cell: 40, work: 4_000_000_000 }
    }
}

/// The memory of one running query: keep one per thread.
#[derive(Default)]
pub struct LabelsScratch {
    hubs: HubScratch,
    from: Vec<Access>,
    to: Vec<Access>,
    points: Vec<u32>,
}

impl LabelsScratch {
    /// Memory that has answered nothing yet.
    pub fn new() -> Self {
        LabelsScratch::default()
    }
}

/// How start and goal are joined.
enum Way {
    /// One sees the other: first steps and then straight on, from the start or from the goal.
    Direct { cost: Cost },
    /// Over jump points.
    Turning(Meeting),
}

impl Labels {
    /// Builds the labels of a map. `tell` hears of progress and cancels by returning `false`.
    ///
    /// # Errors
    ///
    /// If there are no jump points for this view (see [`JumpMap::new`]), the map is too dense with
    /// them, a cost is too large for 32 bits, or `tell` said no.
    ///
    /// # Complexity
    ///
    /// Grows with the jump points and how intricately they are joined: a second for most game maps.
    pub fn new(
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
        let hub_options = HubOptions::default().bytes(bytes).work(options.work);
        let hubs = HubLabels::build(&graph, &hub_options, tell).map_err(LabelsError::Build)?;
        let back = BackMap::new(&map);
        Ok(Labels { map, back, hubs, origin: Origin::of(view) })
    }

    /// What the labels consist of.
    pub fn summary(&self) -> Summary {
        self.hubs.summary()
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.map.bytes() + self.back.bytes() + self.hubs.summary().bytes
    }

    /// The revision of the grid it was built from: it answers for no other.
    pub fn revision(&self) -> u64 {
        self.map.revision()
    }

    /// The jump points that it was built from.
    pub(crate) fn map(&self) -> &JumpMap {
        &self.map
    }

    /// The same, which can follow edits.
    pub(crate) fn into_map(self) -> JumpMap {
        self.map
    }

    /// The cost of a cheapest path; `None` if there is none, or an end is blocked.
    ///
    /// # Panics
    ///
    /// If a cell is off the map.
    pub fn cost(&self, from: Cell, to: Cell, scratch: &mut LabelsScratch) -> Option<Cost> {
        let [from, to] = self.map.ends(from, to).ok()?;
        self.join(from, to, scratch).map(|way| match way {
            Way::Direct { cost } => cost,
            Way::Turning(meeting) => meeting.total,
        })
    }

    /// A cheapest path. Its effort counts as expanded the jump points that start and goal see.
    ///
    /// # Panics
    ///
    /// If a cell is off the map.
    pub fn path(&self, from: Cell, to: Cell, scratch: &mut LabelsScratch) -> Outcome {
        let effort = Effort::default();
        let nowhere =
            |why, effort| Outcome::Unreachable(Unreachable { why, nearest: None, effort });
        let [from, to] = match self.map.ends(from, to) {
            Ok(ends) => ends,
            Err(why) => return nowhere(why, effort),
        };
        let way = self.join(from, to, scratch);
        let expanded = (scratch.from.len() + scratch.to.len()) as u64;
        let effort = Effort { expanded, ..effort };
        let (cost, points) = match way {
            None => return nowhere(Why::Enclosed { seen: expanded }, effort),
            Some(Way::Direct { cost }) => (cost, &[][..]),
            Some(Way::Turning(meeting)) => {
                self.hubs.unpack(&meeting, &mut scratch.hubs, &mut scratch.points);
                (meeting.total, &scratch.points[..])
            }
        };
        let Some(nodes) = self.cells_of(from, to, points) else {
            return nowhere(Why::Enclosed { seen: expanded }, effort);
        };
        let path = Path::new(nodes, cost).expect("a path has its start");
        Outcome::Found(Found { path, guarantee: Guarantee::Optimal, effort })
    }

    fn join(&self, from: Place, to: Place, scratch: &mut LabelsScratch) -> Option<Way> {
        // The usual kind of map has code of its own.
        if self.map.is_plain() {
            self.join_as::<true>(from, to, scratch)
        } else {
            self.join_as::<false>(from, to, scratch)
        }
    }

    fn join_as<const PLAIN: bool>(
        &self,
        from: Place,
        to: Place,
        scratch: &mut LabelsScratch,
    ) -> Option<Way> {
        let LabelsScratch { hubs, from: sources, to: targets, .. } = scratch;
        sources.clear();
        targets.clear();
        let direct =
            self.map.sees::<PLAIN>(from, to).then(|| self.map.cost_in_sight::<PLAIN>(from, to));
        if let Some(cost) = direct
            && cost == self.map.guess::<PLAIN>(from, to)
        {
            return Some(Way::Direct { cost });
        }
        self.map.for_each_seen::<PLAIN>(from, |point, at, cost| {
            let cost = cost * if PLAIN { 1 } else { self.map.factor(at) };
            let least = cost + self.map.guess::<PLAIN>(at, to);
            sources.push(Access { node: point, cost: cost as u32, least });
        });
        if sources.is_empty() {
            return direct.map(|cost| Way::Direct { cost });
        }
        // All cells on the way from a jump point to what it sees have one factor.
        let factor = self.map.factor(to);
        self.map.for_each_seeing(&self.back, to, |point, at, cost| {
            let cost = cost * factor;
            let least = cost + self.map.guess::<PLAIN>(from, at);
            targets.push(Access { node: point, cost: cost as u32, least });
        });
        let meeting = self.hubs.distance(sources, targets, hubs);
        match (direct, meeting) {
            (Some(cost), Some(meeting)) if cost <= meeting.total => Some(Way::Direct { cost }),
            (Some(cost), None) => Some(Way::Direct { cost }),
            (_, meeting) => meeting.map(Way::Turning),
        }
    }

    /// All cells of the way over `points`; nothing if it enters a cell twice for sure or leads over
    /// points of another medium, which only tables can lead to that were forged and then loaded.
    fn cells_of(&self, from: Place, to: Place, points: &[u32]) -> Option<Vec<NodeId>> {
        let places = || points.iter().map(|&point| self.map.place_of(point)).chain([to]);
        let mut at = from;
        let mut length = 1;
        for next in places() {
            length += self.map.steps_between(at, next);
            at = next;
        }
        if length > self.origin.cell_count() || !self.map.are_of_one_medium(points, to) {
            return None;
        }
        let mut nodes = Vec::with_capacity(length);
        at = from;
        for next in places() {
            self.map.extend_by_leg(at, next, &mut nodes);
            at = next;
        }
        self.map.end_path(to, &mut nodes);
        Some(nodes)
    }
}

/// The planes of a map on which no leg is too costly for labels.
fn map_of(view: &GridView<'_>) -> Result<JumpMap, LabelsError> {
    let map = JumpMap::new(view).map_err(LabelsError::Map)?;
    if map.costliest_leg() >= u64::from(u32::MAX) { Err(LabelsError::TooCostly) } else { Ok(map) }
}

/// The jump points of a map and the jumps between them.
fn graph_of(map: &JumpMap) -> Result<SparseGraph, LabelsError> {
    let count = map.point_count() as u32;
    let mut arcs = Vec::new();
    for point in 0..count {
        map.for_each_seen_by_point(point, |other, at, cost| {
            arcs.push((point, other, (cost * map.factor(at)) as u32));
            if map.is_uniform() {
                // Walked the other way it costs the same, and one set of labels serves both ways.
                arcs.push((other, point, cost as u32));
            }
        });
    }
    SparseGraph::from_arcs(count, &arcs).map_err(LabelsError::Graph)
}

/// Why there are no labels for a map.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LabelsError {
    /// There are no jump points for this view.
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

impl fmt::Display for LabelsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LabelsError::Map(error) => error.fmt(f),
            LabelsError::Graph(error) => write!(f, "no labels for this map: {error}"),
            LabelsError::Build(error) => write!(f, "no labels for this map: {error}"),
            LabelsError::TooCostly => f.write_str(
                "no labels for this map: crossing it can cost 2^32 ticks or more, expected a \
                 smaller scale or smaller factors",
            ),
        }
    }
}

impl std::error::Error for LabelsError {}
