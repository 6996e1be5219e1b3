//! Landmarks (ALT): precomputed distances to and from a few nodes, used as a heuristic.
//!
//! By the triangle inequality, a node that is much farther from a landmark than the goal is must
//! also be far from the goal. This holds for any costs, so terrain, one-way steps and links do not
//! weaken the estimates.
//!
//! Goldberg & Harrelson, "Computing the Shortest Path: A* Search Meets Graph Theory", SODA 2005.
//! The table stores *potentials*, numbers that fall along an arc by at most its cost: the distance
//! to a landmark, and a constant minus the distance from it. An estimate is then the largest
//! difference of two rows, whichever direction a distance has. Unreachable nodes need no special
//! case, since a potential may be capped at any height.

mod heuristic;
mod select;
mod tolls;

pub use heuristic::{AimedByLandmarks, LandmarkHeuristic};
pub use select::Selection;
pub(crate) use tolls::{AimedUnderTolls, TollLandmarks};

use std::fmt;

use crate::base::{Budget, Cost, NodeId, SmallSort, Spent};
use crate::search::{DistanceField, FieldStatus, Zero};
use crate::world::{Origin, Way, World};
use select::Selector;

/// The number of potentials of a row in one cache line.
pub(crate) const LANES: usize = 16;
/// The maximum number of lines of a row.
const MAX_LINES: usize = 4;

/// A revision that is lower by at most this is taken for an earlier one of the same map.
const MOST_EDITS: u64 = 1 << 32;

/// Sixteen potentials, in ticks: one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Line(pub(crate) [u32; LANES]);

/// The distances to and from a few nodes of a world, for heuristics that take terrain into account.
///
/// Built once for a world; then [`heuristic`](Self::heuristic) gives estimates for any number of
/// queries and threads. Worthwhile where plain geometry estimates badly: terrain costs, mazes,
/// links. If arcs cost the same in both directions, one number per node and landmark is stored,
/// otherwise two.
///
/// Takes 64 bytes per node for up to 16 landmarks (8 if arcs differ by direction), including
/// blocked nodes.
///
/// # Examples
///
/// ```
/// use astride::base::Budget;
/// use astride::index::{Landmarks, Selection};
/// use astride::prelude::*;
/// use astride::shapes::square::Terrain;
/// let grid = Terrain::new(5, 1)?.over(&Grid::new(120, 90, b'.')?)?;
/// let view = grid.seen_by(&Mover::walker());
/// let landmarks = Landmarks::build(&view, 8, Selection::default(), &mut Budget::unlimited())?;
///
/// let query = PathQuery::new(grid.node((3, 5)).unwrap(), grid.node((110, 80)).unwrap());
/// let octile = GridHeuristic::octile(&view);
/// let guess = landmarks.heuristic(&view)?.over(octile).for_query(&query);
/// let mut scratch = Scratch::new();
/// let informed = astar(&view, &guess, &query, &mut scratch, &mut ());
/// let plain = astar(&view, &octile, &query, &mut scratch, &mut ());
/// assert_eq!(informed.cost(), plain.cost());
/// assert!(informed.effort().expanded * 3 < plain.effort().expanded);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Landmarks {
    /// `table[node * lines + lane / 16].0[lane % 16]`; unused lanes are 0 everywhere.
    pub(crate) table: Vec<Line>,
    /// Lines per row.
    pub(crate) lines: usize,
    /// The number of lanes in use: one per landmark if `is_symmetric`, otherwise two.
    pub(crate) lanes: usize,
    /// Whether every arc has a reverse arc of equal cost; the difference of two rows then counts in
    /// absolute value.
    pub(crate) is_symmetric: bool,
    pub(crate) nodes: Vec<NodeId>,
    pub(crate) made_for: Origin,
}

impl Landmarks {
    /// The maximum number of landmarks.
    pub const MAX: u32 = 32;

    /// A good default: the rows of this many landmarks fill a cache line if arcs differ by
    /// direction.
    pub const USUAL: u32 = 8;

    /// Chooses `count` landmarks in `world` (fewer if there are fewer passable nodes) and computes
    /// the distances. Landmarks are distributed over the connected components of the world; the
    /// next one always goes to the component with the most nodes per landmark.
    ///
    /// The same world gives the same landmarks on every machine.
    ///
    /// # Errors
    ///
    /// If `count` is 0 or above [`Landmarks::MAX`], if there is not enough memory, or if `budget`
    /// runs out. Its expansions and time count over all distance fields; its bytes limit the table.
    /// Selection temporarily takes 12 more bytes per node, 29 with [`Selection::Avoid`].
    ///
    /// # Complexity
    ///
    /// O(count · (nodes + arcs)): per landmark one distance field, two if arcs differ by direction,
    /// and for [`Selection::Avoid`] another two and a sort of all nodes.
    pub fn build<W: World>(
        world: &W,
        count: u32,
        selection: Selection,
        budget: &mut Budget<'_>,
    ) -> Result<Self, LandmarksError> {
        let ways = if is_symmetric(world) { Ways::Same } else { Ways::Differ };
        Self::choose(world, count, selection, ways, budget)
    }

    /// As [`build`](Self::build), with landmarks chosen by the caller; an impassable one
    /// contributes nothing.
    ///
    /// # Errors
    ///
    /// If there are none or more than [`Landmarks::MAX`], if there is not enough memory, or if
    /// `budget` runs out.
    ///
    /// # Panics
    ///
    /// If one of them is not a node of the world.
    ///
    /// # Complexity
    ///
    /// O(count · (nodes + arcs)).
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::Budget;
    /// use astride::index::Landmarks;
    /// use astride::prelude::*;
    /// let grid = Grid::new(30, 20, b'.')?;
    /// let view = grid.seen_by(&Mover::walker());
    /// let corner = grid.node((0, 0)).unwrap();
    /// let landmarks = Landmarks::at(&view, &[corner], &mut Budget::unlimited())?;
    /// assert_eq!(landmarks.nodes(), [corner]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn at<W: World>(
        world: &W,
        nodes: &[NodeId],
        budget: &mut Budget<'_>,
    ) -> Result<Self, LandmarksError> {
        let ways = if is_symmetric(world) { Ways::Same } else { Ways::Differ };
        let count = u32::try_from(nodes.len()).unwrap_or(u32::MAX);
        let mut landmarks = Self::none(world, count, ways, budget)?;
        let mut field = DistanceField::new();
        for &node in nodes {
            landmarks.add(world, node, ways, &mut field, budget)?;
        }
        Ok(landmarks)
    }

    fn choose<W: World>(
        world: &W,
        count: u32,
        selection: Selection,
        ways: Ways,
        budget: &mut Budget<'_>,
    ) -> Result<Self, LandmarksError> {
        let mut landmarks = Self::none(world, count, ways, budget)?;
        let mut field = DistanceField::new();
        let mut selector = Selector::new(world, selection);
        while landmarks.nodes.len() < count as usize {
            let Some(node) = selector.next(world, &landmarks, &mut field, budget)? else { break };
            landmarks.add(world, node, ways, &mut field, budget)?;
            selector.note(&landmarks);
        }
        Ok(landmarks)
    }

    /// No landmarks yet, with memory for `count`.
    fn none<W: World>(
        world: &W,
        count: u32,
        ways: Ways,
        budget: &Budget<'_>,
    ) -> Result<Self, LandmarksError> {
        if !(1..=Self::MAX).contains(&count) {
            return Err(LandmarksError::Count(count));
        }
        let is_symmetric = ways == Ways::Same;
        let lanes = count as usize * if is_symmetric { 1 } else { 2 };
        let mut landmarks = Landmarks {
            table: Vec::new(),
            lines: lanes.div_ceil(LANES),
            lanes: 0,
            is_symmetric,
            nodes: Vec::new(),
            made_for: Origin::of(world),
        };
        landmarks.reserve(world, budget)?;
        Ok(landmarks)
    }

    /// The heuristic for queries in `world`, which must be the world for which the landmarks were
    /// built: the same grid, seen by the same mover, or the same custom world.
    ///
    /// On its own it ignores geometry; see [`LandmarkHeuristic::over`].
    ///
    /// # Errors
    ///
    /// If `world` has another size, another revision, or other minimum and maximum arc costs. (Two
    /// movers with equal values of these are not distinguished.)
    pub fn heuristic(&self, world: &impl World) -> Result<LandmarkHeuristic<'_, Zero>, Stale> {
        match Origin::of(world) {
            found if found == self.made_for => Ok(LandmarkHeuristic::new(self)),
            found => Err(Stale { made_for: self.made_for, found }),
        }
    }

    /// As [`heuristic`](Self::heuristic), for a later revision: the caller guarantees that all
    /// edits since then only removed arcs or made them more expensive. Estimates are then still
    /// consistent and answers optimal; the estimates are only weaker than those of new landmarks.
    ///
    /// Such edits are blocking cells, building walls, forbidding steps, removing links and making
    /// terrain more expensive, seen by the same mover. After any other edit, answers may be
    /// silently wrong.
    ///
    /// # Errors
    ///
    /// If `world` has another size, or is an earlier revision of the same map. (Revisions of worlds with
    /// overlays and of beliefs have no order, and all pass.)
    pub fn heuristic_if_only_costlier(
        &self,
        world: &impl World,
    ) -> Result<LandmarkHeuristic<'_, Zero>, Stale> {
        let (made_for, found) = (self.made_for, Origin::of(world));
        let edits_before = made_for.revision.wrapping_sub(found.revision);
        let is_earlier = (1..=MOST_EDITS).contains(&edits_before);
        if found.nodes == made_for.nodes && !is_earlier {
            return Ok(LandmarkHeuristic::new(self));
        }
        Err(Stale { made_for, found })
    }

    /// The landmarks, in the order in which they were chosen.
    pub fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    /// Whether every arc of the world has a reverse arc of equal cost.
    pub fn is_symmetric(&self) -> bool {
        self.is_symmetric
    }

    /// The revision of the world for which they were built.
    pub fn revision(&self) -> u64 {
        self.made_for.revision
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.table.capacity() * size_of::<Line>()
    }

    /// A lower bound on the cost from `from` to `to`, in ticks, by all landmarks.
    pub(crate) fn bound(&self, from: NodeId, to: NodeId) -> Cost {
        let lanes = 0..self.lanes;
        let bound = |lane| self.drop(self.potential(from, lane), self.potential(to, lane));
        Cost::from(lanes.map(bound).max().unwrap_or(0))
    }

    /// The lower bound on the cost given by a fall from potential `from` to potential `to`.
    #[inline(always)]
    fn drop(&self, from: u32, to: u32) -> u32 {
        if self.is_symmetric { from.abs_diff(to) } else { from.saturating_sub(to) }
    }

    #[inline(always)]
    fn potential(&self, node: NodeId, lane: usize) -> u32 {
        self.row(node)[lane / LANES].0[lane % LANES]
    }

    #[inline(always)]
    pub(crate) fn row(&self, node: NodeId) -> &[Line] {
        &self.table[node.index() * self.lines..][..self.lines]
    }

    /// Allocates the table, once it is known to be allowed.
    pub(crate) fn reserve(
        &mut self,
        world: &impl World,
        budget: &Budget<'_>,
    ) -> Result<(), LandmarksError> {
        let len = world.node_count() as usize;
        let lines = len.checked_mul(self.lines);
        let bytes = lines.and_then(|lines| lines.checked_mul(size_of::<Line>()));
        let short = LandmarksError::Memory { bytes };
        let (Some(lines), Some(bytes)) = (lines, bytes) else { return Err(short) };
        if !budget.allows_bytes(bytes) {
            return Err(LandmarksError::Spent(Spent::Bytes));
        }
        self.table.try_reserve_exact(lines).map_err(|_| short)?;
        self.table.resize(lines, Line([0; LANES]));
        Ok(())
    }

    /// Makes `node` a landmark.
    fn add<W: World>(
        &mut self,
        world: &W,
        node: NodeId,
        ways: Ways,
        field: &mut DistanceField,
        budget: &mut Budget<'_>,
    ) -> Result<(), LandmarksError> {
        computed(field, world, node, Way::Backward, budget)?;
        self.write_lane(|at| clamped(field.distance(at)));
        if ways == Ways::Differ {
            computed(field, world, node, Way::Forward, budget)?;
            self.write_lane(|at| u32::MAX - clamped(field.distance(at)));
        }
        self.nodes.push(node);
        Ok(())
    }

    /// Writes one more lane of every row. Distances above 2³² − 1 ticks, and nodes out of reach,
    /// count as that far: a potential capped at any height is still one.
    fn write_lane(&mut self, potential: impl Fn(NodeId) -> u32) {
        let lane = self.lanes;
        for (node, row) in (0..).map(NodeId::new).zip(self.table.chunks_exact_mut(self.lines)) {
            row[lane / LANES].0[lane % LANES] = potential(node);
        }
        self.lanes += 1;
    }
}

fn clamped(distance: Option<Cost>) -> u32 {
    distance.and_then(|distance| u32::try_from(distance).ok()).unwrap_or(u32::MAX)
}

/// What is known about the two directions of arcs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ways {
    /// Each arc has a reverse arc of equal cost, or only the distances to landmarks are needed.
    Same,
    /// Nothing.
    Differ,
}

/// Computes a whole field, or returns the limit that was reached.
fn computed<W: World>(
    field: &mut DistanceField,
    world: &W,
    source: NodeId,
    way: Way,
    budget: &mut Budget<'_>,
) -> Result<(), LandmarksError> {
    match field.compute(world, &[(source, 0)], way, budget) {
        // Nothing in the query lets it stop early.
        FieldStatus::Complete | FieldStatus::Stopped { .. } => Ok(()),
        FieldStatus::Partial { spent, .. } => Err(LandmarksError::Spent(spent)),
    }
}

/// Whether every arc has a reverse arc of equal cost. O(nodes + arcs · log arcs of a node).
pub(crate) fn is_symmetric(world: &impl World) -> bool {
    let (mut leaving, mut arriving) = (Vec::new(), Vec::new());
    (0..world.node_count()).map(NodeId::new).all(|node| {
        for (way, arcs) in [(Way::Forward, &mut leaving), (Way::Backward, &mut arriving)] {
            arcs.clear();
            world.visit_arcs(node, None, way, &mut |arc| arcs.push((arc.node, arc.cost)));
            arcs.sort_small();
        }
        leaving == arriving
    })
}

impl fmt::Debug for Landmarks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (nodes, bytes) = (&self.nodes, self.bytes());
        write!(f, "Landmarks {{ {nodes:?}, {bytes} bytes, revision {} }}", self.revision())
    }
}

/// Why landmarks could not be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LandmarksError {
    /// The number of landmarks requested is invalid.
    Count(u32),
    /// The table does not fit in memory; `None` if its size does not even fit in a `usize`.
    Memory {
        /// The size of the table.
        bytes: Option<usize>,
    },
    /// The budget ran out.
    Spent(Spent),
}

errors! { enum LandmarksError:
    Count(count) => ("landmarks-count", "{count} landmarks, expected 1 to {}", Landmarks::MAX),
    Memory { bytes: Some(bytes) } => ("landmarks-memory",
        "no memory for landmarks of {bytes} bytes"),
    Memory { bytes: None } => ("landmarks-uncountable",
        "no memory for landmarks of more bytes than can be counted"),
    Spent(spent) => ("landmarks-spent",
        "the budget ran out before the landmarks were made: {spent}"),
}

/// Landmarks were used with a world other than the one for which they were built, or a changed one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stale {
    made_for: Origin,
    found: Origin,
}

impl Stale {
    /// Whether the worlds differ in more than their revision, so that even edits that only made
    /// arcs more expensive cannot be the reason.
    pub fn is_wrong_world(&self) -> bool {
        self.made_for.nodes != self.found.nodes || self.made_for.revision == self.found.revision
    }
}

errors! { struct Stale:
    Self { made_for, found } if made_for.nodes != found.nodes => ("landmarks-other-world",
        "the world has {} nodes, the landmarks are for {}", found.nodes, made_for.nodes),
    Self { made_for, found } if made_for.revision != found.revision => ("landmarks-stale",
        "the world has revision {}, the landmarks are for revision {}",
        found.revision, made_for.revision),
    Self { made_for, found } => ("landmarks-other-costs",
        "arcs of the world cost {} to {} ticks, the landmarks are for {} to {}",
        found.costs[0], found.costs[1], made_for.costs[0], made_for.costs[1]),
}
