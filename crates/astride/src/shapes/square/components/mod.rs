//! Components: precomputed reachability between places.
//!
//! Cells connected by steps that can be taken in both directions form a *piece*; pieces are
//! labelled row by row with a union-find forest. One-way steps and links are arcs between pieces.
//! Tarjan's algorithm joins pieces that reach each other into components, and the remaining arcs
//! form an acyclic graph that says which component leads to which. Maps without one-way steps and
//! links have no such arcs, and their pieces are their components.
//!
//! Diagonal steps need not be examined if corners may not be squeezed through: whenever a diagonal
//! is allowed, so are two straight steps round its corner.
//!
//! Rosenfeld & Pfaltz, "Sequential operations in digital picture processing", Journal of the ACM
//! 13(4), 1966, for labels row by row; Tarjan, "Depth-first search and linear graph algorithms",
//! SIAM Journal on Computing 1(2), 1972.

mod condense;
mod cuts;
mod labels;
mod lot;
mod pieces;
mod update;
mod verdict;
mod what_if;

pub use verdict::Verdict;

use super::origin::Origin;
use crate::base::{CellRect, Dir, NodeId, SmallSort};
use crate::shapes::square::{Corners, GridView, Neighbours};
use crate::world::World;
use condense::Order;
use cuts::Repair;
use labels::Sweep;

/// No component.
const NONE: u32 = u32::MAX;

/// The label of cells on which the mover cannot stand.
const NOWHERE: u32 = 0;

/// The components of a grid as one mover sees it.
///
/// Two nodes are in one component if each can be reached from the other. Components are numbered
/// `0..count()` without gaps: after [`build`](Self::build) in the order of their first nodes, after
/// [`update`](Self::update) in an unspecified but deterministic order. Numbers are valid until the
/// next update.
///
/// # Examples
///
/// ```
/// use astride::shapes::square::{Components, Verdict};
/// use astride::prelude::*;
/// let mut grid = Grid::from_classes(5, 1, b"...@.")?;
/// let mover = Mover::walker();
/// let mut components = Components::build(&grid.seen_by(&mover));
/// let [a, b] = [(0, 0), (4, 0)].map(|cell| grid.node(cell).unwrap());
/// assert_eq!(components.verdict(a, b), Verdict::GoalEnclosed { cells: 1 });
///
/// grid.apply(Edit::new().set((3, 0), b'.'))?;
/// components.update(&grid.seen_by(&mover));
/// assert!(components.reaches(a, b));
/// # Ok::<(), astride::shapes::square::GridError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Components {
    width: u32,
    origin: Origin,
    /// The label of each cell.
    labels: Vec<u32>,
    /// Labels joined since the build, as a union-find forest.
    parents: Vec<u32>,
    /// The number of cells with each label, at the roots of the forest.
    cells: Vec<u32>,
    /// Steps without a direct step back, even if another path of two-way steps leads back.
    one_way: Vec<(NodeId, NodeId)>,
    /// The component of each label.
    table: Vec<u32>,
    /// The number of cells of each component.
    sizes: Vec<u32>,
    order: Order,
    /// Whether there are no one-way steps and links, so that components are pieces.
    is_plain: bool,
    /// Whether the last update neither joined nor separated pieces, and none appeared or vanished.
    has_same_pieces: bool,
    sweep: Sweep,
    repair: Repair,
}

/// A description of one component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// Its number.
    pub component: u32,
    /// The number of its cells.
    pub cells: u32,
    /// Its first node, row by row from the top left.
    pub first: NodeId,
    /// The smallest rectangle that contains it.
    pub bounds: CellRect,
}

impl Components {
    /// Finds the components of `view`.
    ///
    /// # Complexity
    ///
    /// O(cells + one-way arcs); 4 bytes per cell, 12 per label.
    pub fn build(view: &GridView<'_>) -> Self {
        let pieces = pieces::label(view);
        let mut components = Components {
            width: view.grid().width(),
            origin: Origin::of_steps(view),
            parents: (0..pieces.cells.len() as u32).collect(),
            labels: pieces.labels,
            cells: pieces.cells,
            one_way: Vec::new(),
            table: Vec::new(),
            sizes: Vec::new(),
            order: Order::default(),
            is_plain: false,
            has_same_pieces: false,
            sweep: Sweep::default(),
            repair: Repair::default(),
        };
        if view.has_forbidden() {
            let nodes = (0..view.node_count()).map(NodeId::new);
            nodes.for_each(|node| one_way_from(view, node, &mut components.one_way));
        }
        components.condense(view);
        components
    }

    /// The revision of the grid that it describes.
    pub fn revision(&self) -> u64 {
        self.origin.revision()
    }

    /// Whether it describes `view`: same size, revision, media and steps.
    pub fn is_of(&self, view: &GridView<'_>) -> bool {
        self.origin.is_of(view)
    }

    /// The number of components.
    pub fn count(&self) -> u32 {
        self.sizes.len() as u32
    }

    /// The component of `node`; `None` if the mover cannot stand there. O(1).
    ///
    /// # Panics
    ///
    /// If `node` is not in the grid; the same holds for all queries about nodes.
    pub fn component(&self, node: NodeId) -> Option<u32> {
        let component = self.table[self.labels[node.index()] as usize];
        (component != NONE).then_some(component)
    }

    /// The number of cells of `component`, 0 if there is no such component. O(1).
    pub fn cells(&self, component: u32) -> u32 {
        self.sizes.get(component as usize).copied().unwrap_or(0)
    }

    /// Whether each of two nodes can be reached from the other. O(1).
    pub fn connected(&self, a: NodeId, b: NodeId) -> bool {
        self.component(a).is_some_and(|component| self.component(b) == Some(component))
    }

    /// Whether there is a path from one node to another.
    ///
    /// # Complexity
    ///
    /// O(1) without one-way arcs, and if at most [`Components::TABULATED`] components have any;
    /// otherwise a search over those components, which allocates memory.
    pub fn reaches(&self, from: NodeId, to: NodeId) -> bool {
        match (self.component(from), self.component(to)) {
            (Some(from), Some(to)) => from == to || self.order.leads(from, to),
            _ => false,
        }
    }

    /// All nodes that can be reached from `start`, for queries about many of them.
    pub(crate) fn reached_from(&self, start: NodeId) -> ReachedFrom<'_> {
        let component = self.component(start);
        let flood = component.map(|component| self.order.flood_from(component));
        ReachedFrom { components: self, component, flood: flood.unwrap_or_default() }
    }

    /// Removes the goals that cannot be reached from any of `starts`; the others keep their order.
    pub fn retain_goals(&self, starts: &[NodeId], goals: &mut Vec<NodeId>) {
        goals.retain(|&goal| starts.iter().any(|&start| self.reaches(start, goal)));
    }

    /// Removes the starts from which none of `goals` can be reached; the others keep their order.
    pub fn retain_starts(&self, starts: &mut Vec<NodeId>, goals: &[NodeId]) {
        starts.retain(|&start| goals.iter().any(|&goal| self.reaches(start, goal)));
    }

    /// All components, the largest first, ties by their first nodes.
    ///
    /// # Complexity
    ///
    /// O(cells).
    pub fn areas(&self) -> Vec<Area> {
        let mut areas: Vec<Option<Area>> = vec![None; self.sizes.len()];
        let rows = self.labels.chunks_exact(self.width as usize);
        for (y, row) in rows.enumerate() {
            let mut x = 0;
            for run in row.chunk_by(|a, b| a == b) {
                let component = self.table[run[0] as usize];
                let first = NodeId::new(y as u32 * self.width + x);
                let bounds = CellRect::new(x, y as u32, run.len() as u32, 1);
                x += run.len() as u32;
                let Some(area) = areas.get_mut(component as usize) else { continue };
                let cells = self.sizes[component as usize];
                let area = area.get_or_insert(Area { component, cells, first, bounds });
                area.bounds = area.bounds.union(bounds);
            }
        }
        let mut areas: Vec<Area> = areas.into_iter().flatten().collect();
        areas.sort_small_by_key(|area| (std::cmp::Reverse(area.cells), area.first));
        areas
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let words = self.labels.capacity()
            + self.parents.capacity()
            + self.cells.capacity()
            + self.table.capacity()
            + self.sizes.capacity()
            + 2 * self.one_way.capacity();
        4 * words + self.order.bytes() + self.sweep.bytes() + self.repair.bytes()
    }

    fn root(&self, label: u32) -> u32 {
        let mut label = label;
        while self.parents[label as usize] != label {
            label = self.parents[label as usize];
        }
        label
    }
}

/// The nodes that can be reached from one: each query takes O(1), however many components have
/// one-way arcs.
pub(crate) struct ReachedFrom<'a> {
    components: &'a Components,
    component: Option<u32>,
    /// The reachable components, as far as they are not tabulated.
    flood: Vec<u64>,
}

impl ReachedFrom<'_> {
    /// Whether `node` is one of them.
    pub(crate) fn contains(&self, node: NodeId) -> bool {
        match (self.component, self.components.component(node)) {
            (Some(from), Some(to)) => {
                from == to || self.components.order.is_in(&self.flood, from, to)
            }
            _ => false,
        }
    }
}

/// The directions relevant for reachability: diagonals only if they may pass between blocked cells.
pub(super) fn telling(view: &GridView<'_>) -> u8 {
    let squeezes = view.neighbours() == Neighbours::Eight && view.corners() == Corners::Always;
    if squeezes { 0xFF } else { Dir::STRAIGHT_BITS }
}

/// The relevant directions in which there is a step in both directions.
fn two_way_steps(view: &GridView<'_>, node: NodeId) -> u8 {
    let steps = view.steps_from(node) & telling(view);
    if view.has_forbidden() { steps & view.steps_into(node) } else { steps }
}

/// Lists the relevant steps out of `node` without a direct step back.
fn one_way_from(view: &GridView<'_>, node: NodeId, list: &mut Vec<(NodeId, NodeId)>) {
    if view.grid().is_far_from_walls(node) {
        return;
    }
    let telling = telling(view);
    // Straight steps depend on nothing but the side itself, and most sides are shut both ways.
    let is_even = || {
        let back = view.shut_into(node, view.inside(node) & telling);
        back & !view.grid().forbidden()[node.index()] == 0
    };
    if telling == Dir::STRAIGHT_BITS && is_even() {
        return;
    }
    let steps = view.steps_from(node) & telling;
    if steps != 0 {
        let mut left = steps & !view.steps_into(node);
        while left != 0 {
            list.push((node, neighbour(view, node, left.trailing_zeros() as usize)));
            left &= left - 1;
        }
    }
}

/// The node next to `node` in the direction with number `code`.
fn neighbour(view: &GridView<'_>, node: NodeId, code: usize) -> NodeId {
    NodeId::new(node.get().wrapping_add_signed(view.offsets()[code]))
}
