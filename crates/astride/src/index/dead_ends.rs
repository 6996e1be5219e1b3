//! Dead ends: what a search between two places outside need not look into.
//!
//! A *door* is a cell without which its surroundings fall apart. A path that visits no cell twice
//! cannot go through a door and come back, so between two nodes only the areas on the way from door
//! to door matter; all others are dead ends, and leaving them out changes no cost. Areas are the
//! blocks of the map's graph with arcs taken both ways, so this holds for one-way steps, links and
//! every kind of terrain, too. Doors are one cell wide; wider passages are not found.
//!
//! Björnsson & Halldórsson, "Improved heuristics for optimal path-finding on game maps", AIIDE
//! 2006, for the dead-end heuristic, there between areas cut by geometry; Hopcroft & Tarjan,
//! "Efficient algorithms for graph manipulation", Communications of the ACM 16(6), 1973, for
//! blocks.

mod saved;

use crate::base::{Cost, NodeId, Slot};
use crate::world::{Arc, GridView, Offers, Way, World};

/// No block, or no node.
const NONE: u32 = u32::MAX;

/// The areas of a grid between its doors, as one mover sees it.
///
/// # Examples
///
/// ```
/// use astride::index::{DeadEnds, DeadEndsScratch};
/// use astride::prelude::*;
/// // A room behind a door in the west, and a corridor.
/// let grid = Grid::from_classes(6, 3, b"..@.....@.@.......")?;
/// let view = grid.seen_by(&Mover::walker().neighbours(Neighbours::Four));
/// let dead_ends = DeadEnds::build(&view);
/// let [start, goal, room] = [(3, 0), (5, 2), (0, 0)].map(|cell| grid.node(cell).unwrap());
/// let mut scratch = DeadEndsScratch::new();
/// let outside = dead_ends.skipping(&view, start, goal, &mut scratch);
/// assert!(!outside.is_passable(room) && outside.is_passable(goal));
/// # Ok::<(), astride::world::GridError>(())
/// ```
#[derive(Clone, Debug)]
pub struct DeadEnds {
    revision: u64,
    fingerprint: u64,
    /// The block above each node; none for the first node of a component.
    blocks: Vec<u32>,
    /// The door above each block.
    doors: Vec<NodeId>,
    /// How many blocks lie on the way up from each block, itself included.
    depths: Vec<u32>,
}

impl DeadEnds {
    /// Finds the doors of `view` and the areas between them.
    ///
    /// # Complexity
    ///
    /// O(cells + arcs) time; 4 bytes per cell and 8 per area, up to 48 per cell while building.
    pub fn build(view: &GridView<'_>) -> Self {
        let nodes = view.node_count() as usize;
        let mut walk = Walk {
            view,
            is_one_way: view.has_forbidden() || view.has_links(),
            met: vec![NONE; nodes],
            lowest: vec![NONE; nodes],
            waiting: Vec::new(),
            way: Vec::new(),
            ahead: Vec::new(),
            time: 0,
            found: DeadEnds {
                revision: view.revision(),
                fingerprint: view.fingerprint(),
                blocks: vec![NONE; nodes],
                doors: Vec::new(),
                depths: Vec::new(),
            },
        };
        for root in (0..view.node_count()).map(NodeId::new) {
            if walk.met[root.index()] == NONE && view.is_passable(root) {
                walk.enter(root);
                walk.finish();
            }
        }
        walk.found.measure_depths();
        walk.found
    }

    /// Follows the edits of the grid by finding all doors again, if there was any edit. One door
    /// can join or part areas all over the map.
    ///
    /// # Complexity
    ///
    /// As [`build`](Self::build).
    pub fn update(&mut self, view: &GridView<'_>) {
        if !self.is_of(view) {
            *self = DeadEnds::build(view);
        }
    }

    /// The revision of the grid that it describes.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Whether it describes `view`: same revision and meaning. O(cells), by fingerprint.
    pub fn is_of(&self, view: &GridView<'_>) -> bool {
        self.revision == view.revision() && self.fingerprint == view.fingerprint()
    }

    /// How many areas there are.
    pub fn count(&self) -> usize {
        self.doors.len()
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        4 * (self.blocks.capacity() + self.doors.capacity() + self.depths.capacity())
    }

    /// `world`, without what lies in dead ends for a path from `start` to `goal`: paths between
    /// these two cost what they cost in `world`, and others may be missing.
    ///
    /// `world` has to be the view that this describes, or one that has no arcs besides its.
    ///
    /// # Panics
    ///
    /// If a node is not of the grid, or `world` has another number of nodes.
    ///
    /// # Complexity
    ///
    /// O(areas on the way); 4 bytes of scratch per area.
    pub fn skipping<'a, W: World>(
        &'a self,
        world: &'a W,
        start: NodeId,
        goal: NodeId,
        scratch: &'a mut DeadEndsScratch,
    ) -> Skipping<'a, W> {
        assert_eq!(world.node_count() as usize, self.blocks.len(), "a world of as many nodes");
        scratch.begin(self.doors.len());
        let apex = self.mark(start, goal, scratch);
        Skipping { world, dead_ends: self, apex, start, goal, scratch }
    }

    /// Marks the blocks on the way; returns the door above all of them.
    fn mark(&self, start: NodeId, goal: NodeId, scratch: &mut DeadEndsScratch) -> NodeId {
        let [mut a, mut b] = [start, goal];
        while a != b {
            let [above_a, above_b] = [a, b].map(|node| self.blocks[node.index()]);
            let [depth_a, depth_b] = [above_a, above_b].map(|block| self.depth(block));
            let (block, climbs_a) =
                if depth_a >= depth_b { (above_a, true) } else { (above_b, false) };
            if block == NONE {
                break; // no path at all
            }
            scratch.marks[block as usize] = scratch.now;
            let door = self.doors[block as usize];
            if above_a == above_b {
                return door;
            }
            *(if climbs_a { &mut a } else { &mut b }) = door;
        }
        a
    }

    fn depth(&self, block: u32) -> u32 {
        self.depths.get(block as usize).copied().unwrap_or(0)
    }

    /// Blocks are found from the bottom up, so those above have larger numbers.
    fn measure_depths(&mut self) {
        self.depths = vec![0; self.doors.len()];
        for block in (0..self.doors.len()).rev() {
            self.depths[block] = self.depth(self.blocks[self.doors[block].index()]) + 1;
        }
    }
}

/// Memory of questions about dead ends; reused, one per thread.
#[derive(Clone, Debug, Default)]
pub struct DeadEndsScratch {
    /// Blocks marked in this question have its number.
    marks: Vec<u32>,
    now: u32,
}

impl DeadEndsScratch {
    /// Nothing yet; memory is taken at the first question.
    pub fn new() -> Self {
        DeadEndsScratch::default()
    }

    fn begin(&mut self, blocks: usize) {
        self.now = self.now.wrapping_add(1);
        if self.now == 0 {
            self.marks.fill(0);
            self.now = 1;
        }
        if self.marks.len() < blocks {
            self.marks.resize(blocks, 0);
        }
    }
}

/// A world without the dead ends of one question.
#[derive(Clone, Copy, Debug)]
pub struct Skipping<'a, W> {
    world: &'a W,
    dead_ends: &'a DeadEnds,
    apex: NodeId,
    start: NodeId,
    goal: NodeId,
    scratch: &'a DeadEndsScratch,
}

impl<W> Skipping<'_, W> {
    fn is_kept(&self, index: usize) -> bool {
        let block = self.dead_ends.blocks[index] as usize;
        self.scratch.marks.get(block) == Some(&self.scratch.now)
            || index == self.apex.index()
            || index == self.start.index()
            || index == self.goal.index()
    }
}

impl<W: World> World for Skipping<'_, W> {
    fn node_count(&self) -> u32 {
        self.world.node_count()
    }

    fn is_passable(&self, node: NodeId) -> bool {
        self.is_kept(node.index()) && self.world.is_passable(node)
    }

    fn max_arc_cost(&self) -> u32 {
        self.world.max_arc_cost()
    }

    fn min_arc_cost(&self) -> u32 {
        self.world.min_arc_cost()
    }

    fn for_each_arc(&self, node: NodeId, way: Way, mut visit: impl FnMut(Arc)) {
        if self.is_kept(node.index()) {
            self.world.for_each_arc(node, way, |arc| {
                if self.is_kept(arc.node.index()) {
                    visit(arc);
                }
            });
        }
    }

    fn offer_arcs(&self, node: NodeId, way: Way, offers: &mut impl Offers) {
        if self.is_kept(node.index()) {
            self.world.offer_arcs(node, way, &mut Kept { skipping: self, offers });
        }
    }

    fn follow(&self, node: NodeId, slot: Slot, way: Way) -> NodeId {
        self.world.follow(node, slot, way)
    }

    fn deviation(&self, node: NodeId, start: NodeId, goal: NodeId) -> u32 {
        self.world.deviation(node, start, goal)
    }

    fn estimate(&self, from: NodeId, to: NodeId) -> Cost {
        self.world.estimate(from, to)
    }

    fn revision(&self) -> u64 {
        self.world.revision()
    }
}

/// Wants what is wanted and kept.
struct Kept<'a, 'b, W, O> {
    skipping: &'a Skipping<'b, W>,
    offers: &'a mut O,
}

impl<W, O: Offers> Offers for Kept<'_, '_, W, O> {
    #[inline(always)]
    fn wants(&self, index: usize, cost: u32) -> bool {
        self.offers.wants(index, cost) && self.skipping.is_kept(index)
    }

    #[inline(always)]
    fn take(&mut self, arc: Arc) {
        self.offers.take(arc);
    }
}

/// The walk that finds blocks, depth first.
struct Walk<'a, 'b> {
    view: &'a GridView<'b>,
    is_one_way: bool,
    /// When each node was met, and the earliest that it is known to reach besides by its way down.
    met: Vec<u32>,
    lowest: Vec<u32>,
    /// Nodes met whose block is not complete.
    waiting: Vec<NodeId>,
    /// The way down, and where the neighbours of each node on it start in `ahead`.
    way: Vec<(NodeId, usize)>,
    ahead: Vec<NodeId>,
    time: u32,
    found: DeadEnds,
}

impl Walk<'_, '_> {
    fn enter(&mut self, node: NodeId) {
        self.met[node.index()] = self.time;
        self.lowest[node.index()] = self.time;
        self.time += 1;
        self.waiting.push(node);
        self.way.push((node, self.ahead.len()));
        let ahead = &mut self.ahead;
        self.view.for_each_arc(node, Way::Forward, |arc| ahead.push(arc.node));
        if self.is_one_way {
            self.view.for_each_arc(node, Way::Backward, |arc| ahead.push(arc.node));
        }
    }

    fn finish(&mut self) {
        while let Some(&(node, start)) = self.way.last() {
            if self.ahead.len() > start {
                let Some(next) = self.ahead.pop() else { return };
                match self.met[next.index()] {
                    NONE => self.enter(next),
                    met => self.reach(node, met),
                }
                continue;
            }
            self.way.pop();
            match self.way.last() {
                Some(&(door, _)) => {
                    let lowest = self.lowest[node.index()];
                    self.reach(door, lowest);
                    if lowest >= self.met[door.index()] {
                        self.complete(node, door);
                    }
                }
                None => self.waiting.clear(),
            }
        }
    }

    fn reach(&mut self, node: NodeId, met: u32) {
        let lowest = &mut self.lowest[node.index()];
        *lowest = met.min(*lowest);
    }

    /// All nodes that wait since `first` are a block below `door`.
    fn complete(&mut self, first: NodeId, door: NodeId) {
        let block = self.found.doors.len() as u32;
        self.found.doors.push(door);
        while let Some(node) = self.waiting.pop() {
            self.found.blocks[node.index()] = block;
            if node == first {
                return;
            }
        }
    }
}
