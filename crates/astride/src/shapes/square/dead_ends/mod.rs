//! Dead ends: areas that a search between two outside places need not enter.
//!
//! A *door* is a cell whose removal disconnects its surroundings (an articulation point). A path
//! that visits no cell twice cannot go through a door and come back. Between two nodes only the
//! areas on the way from door to door therefore matter; all others are dead ends, and skipping them
//! changes no cost. Areas are the blocks of the map's graph with undirected arcs, so this also
//! holds for one-way steps, links and every kind of terrain. Doors are one cell wide; wider
//! passages are not detected.
//!
//! Björnsson & Halldórsson, "Improved heuristics for optimal path-finding on game maps", AIIDE
//! 2006, for the dead-end heuristic, where areas are divided by geometry; Hopcroft & Tarjan,
//! "Efficient algorithms for graph manipulation", Communications of the ACM 16(6), 1973, for
//! blocks.

mod repair;
mod saved;
mod skipping;
mod splice;
mod update;
mod walk;

pub use skipping::{DeadEndsError, Skipping};

use super::origin::Origin;
use crate::base::{NodeId, SmallSort};
use crate::shapes::square::GridView;
use crate::world::{Way, World};
use repair::Repair;
use walk::Walk;

/// No block, or no node.
const NONE: u32 = u32::MAX;

/// The areas of a grid between its doors, as one mover sees it.
///
/// # Examples
///
/// ```
/// use astride::shapes::square::DeadEnds;
/// use astride::prelude::*;
/// // A room behind a door in the west, and a corridor.
/// let grid = Grid::from_classes(6, 3, b"..@.....@.@.......")?;
/// let view = grid.seen_by(&Mover::walker().neighbours(Neighbours::Four));
/// let dead_ends = DeadEnds::build(&view);
/// let [start, goal, room] = [(3, 0), (5, 2), (0, 0)].map(|cell| grid.node(cell).unwrap());
/// let mut scratch = Scratch::new();
/// let outside = dead_ends.skipping(&view, start, goal, &mut scratch)?;
/// assert!(!outside.is_passable(room) && outside.is_passable(goal));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct DeadEnds {
    origin: Origin,
    /// The links, by their ends.
    links: Vec<(NodeId, NodeId)>,
    /// The parent block of each node; none for the first node of a component.
    blocks: Vec<u32>,
    /// The parent door of each block.
    doors: Vec<NodeId>,
    /// The number of nodes with each block as their parent.
    sizes: Vec<u32>,
    /// Numbers of deleted blocks.
    unused: Vec<u32>,
    repair: Repair,
}

/// Equal if they describe the same areas, whatever their numbers, at the same revision.
impl PartialEq for DeadEnds {
    fn eq(&self, other: &Self) -> bool {
        self.origin == other.origin && self.areas() == other.areas()
    }
}

impl Eq for DeadEnds {}

impl DeadEnds {
    /// Finds the doors of `view` and the areas between them.
    ///
    /// # Complexity
    ///
    /// O(cells + arcs) time; 4 bytes per cell and 8 per area, and up to 48 per cell while building.
    pub fn build(view: &GridView<'_>) -> Self {
        let nodes = view.node_count() as usize;
        let mut found = DeadEnds {
            origin: Origin::of_steps(view),
            links: links_of(view),
            blocks: vec![NONE; nodes],
            doors: Vec::new(),
            sizes: Vec::new(),
            unused: Vec::new(),
            repair: Repair::default(),
        };
        let mut walk = Walk::default();
        for root in (0..view.node_count()).map(NodeId::new) {
            if !walk.has_met(root.get()) && view.is_passable(root) {
                let beside = |node: u32, ahead: &mut Vec<u32>| {
                    each_beside(view, NodeId::new(node), |other| ahead.push(other.get()));
                };
                walk.meet_all(root.get(), beside, |door, members| {
                    for &node in members {
                        found.blocks[node as usize] = found.doors.len() as u32;
                    }
                    found.doors.push(NodeId::new(door));
                    found.sizes.push(members.len() as u32);
                });
            }
        }
        found
    }

    /// The revision of the grid that it describes.
    pub fn revision(&self) -> u64 {
        self.origin.revision()
    }

    /// Whether it describes `view`: same size, revision, and media, and the same steps.
    pub fn is_of(&self, view: &GridView<'_>) -> bool {
        self.origin.is_of(view)
    }

    /// The number of areas.
    pub fn count(&self) -> usize {
        self.doors.len() - self.unused.len()
    }

    /// The area that contains `node`; for a door, the one of its areas through which it was found
    /// first. `None` where the mover cannot stand, and for the first node of each component. After
    /// updates some numbers in between may be unused.
    ///
    /// # Panics
    ///
    /// If `node` is not of the grid.
    pub fn area(&self, node: NodeId) -> Option<u32> {
        let block = self.blocks[node.index()];
        (block != NONE).then_some(block)
    }

    /// The door that leads out of `area` towards the first node of its component, or that node
    /// itself; `None` if there is no such area.
    pub fn door(&self, area: u32) -> Option<NodeId> {
        let has_nodes = self.sizes.get(area as usize).is_some_and(|&size| size > 0);
        has_nodes.then(|| self.doors[area as usize])
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let numbers = self.blocks.capacity()
            + self.doors.capacity()
            + self.sizes.capacity()
            + self.unused.capacity()
            + 2 * self.links.capacity();
        4 * numbers + self.repair.bytes()
    }

    /// The cells of each area, including its doors, in unspecified order.
    fn areas(&self) -> Vec<Vec<NodeId>> {
        let nodes = self.blocks.iter().zip(0..).filter(|&(&block, _)| block != NONE);
        let mut cells: Vec<(u32, NodeId)> =
            nodes.map(|(&block, node)| (block, NodeId::new(node))).collect();
        let used = (0..self.doors.len()).filter(|&block| self.sizes[block] > 0);
        cells.extend(used.map(|block| (block as u32, self.doors[block])));
        cells.sort_small();
        let cells = cells.chunk_by(|a, b| a.0 == b.0);
        let mut areas: Vec<Vec<NodeId>> =
            cells.map(|run| run.iter().map(|&(_, node)| node).collect()).collect();
        areas.sort_unstable();
        areas
    }

    /// The block that contains both nodes; there is at most one.
    fn common(&self, a: NodeId, b: NodeId) -> Option<u32> {
        let [of_a, of_b] = [a, b].map(|node| self.blocks[node.index()]);
        let has_door = |block: u32, node| block != NONE && self.doors[block as usize] == node;
        if of_a != NONE && (of_a == of_b || has_door(of_a, b)) {
            Some(of_a)
        } else {
            has_door(of_b, a).then_some(of_b)
        }
    }
}

/// The ends of all links, in order.
fn links_of(view: &GridView<'_>) -> Vec<(NodeId, NodeId)> {
    view.link_table().all().iter().map(|link| (link.from, link.to)).collect()
}

/// Visits the nodes to or from which an arc leads, some of them twice.
fn each_beside(view: &GridView<'_>, node: NodeId, mut tell: impl FnMut(NodeId)) {
    view.for_each_arc(node, Way::Forward, |arc| tell(arc.node));
    if view.has_forbidden() || view.has_links() {
        view.for_each_arc(node, Way::Backward, |arc| tell(arc.node));
    }
}
