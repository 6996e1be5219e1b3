//! Following edits: which areas an edit affects, and which of them may have come apart.
//!
//! Every step that an edit changes lies between two touched cells, so an area with fewer than two
//! of them is unchanged. Areas between the ends of new steps merge. Where steps are removed, a
//! search of the surroundings determines whether the area is intact without them; if that cannot be
//! decided nearby, the whole area is searched.

use super::walk::Walk;
use super::{DeadEnds, NONE, Repair, each_beside, links_of};
use crate::base::{CellRect, Dir, NodeId, SmallSort};
use crate::shapes::square::{GridView, Neighbours};
use crate::world::{Followed, World};

/// If more than this fraction of all cells is touched, finding all doors again is cheaper.
const MOST_PART: usize = 8;

/// This many cells may always be touched, on any map.
const MOST_ANYWAY: usize = 64;

/// If two thirds of all cells lie in areas that may have come apart, finding all doors again is
/// cheaper. This also keeps the cost of a batch close to that of its edits.
const MOST_BROKEN: usize = 3;

/// The areas affected by edits.
#[derive(Debug, Default)]
pub(super) struct Concerned {
    /// The touched cells, in order.
    pub(super) touched: Vec<NodeId>,
    /// Blocks, each with those of its cells that connect it to others, sorted.
    pub(super) parts: Vec<(u32, NodeId)>,
    /// The blocks that are not known to be intact, sorted.
    pub(super) broken: Vec<u32>,
    /// Arcs between cells that had no area in common, in both directions.
    pub(super) arcs: Vec<(NodeId, NodeId)>,
}

impl DeadEnds {
    /// Follows the edits of the grid, by the same mover. Afterwards the result is that of a new
    /// build, though areas may have other numbers.
    ///
    /// It is rebuilt if the view has another size or mover, if the log of changes does not reach
    /// back, if more than an eighth of the map (and more than 64 cells) is touched, or if two
    /// thirds of it are in areas that may have come apart.
    ///
    /// # Complexity
    ///
    /// O(touched cells + doors above them + cells of areas that come apart, or of the smaller ones
    /// that are merged + links), and 4 more bytes per cell. Where the map is open around an edit,
    /// only some cells around it are visited.
    ///
    /// The work of a batch is at most about the sum of that of its edits, however far apart they
    /// are. A single edit costs most if it separates a large area, or one that cannot be proved
    /// intact nearby: the whole area is then searched.
    ///
    /// The report counts touched cells with those around them, cells looked at, including doors on
    /// the way up, some of them several times, and as changed the cells whose area is another one.
    pub fn update(&mut self, view: &GridView<'_>) -> Followed {
        if self.is_of(view) {
            return Followed::default();
        }
        let mut repair = std::mem::take(&mut self.repair);
        if let Some(updated) = self.follow(view, &mut repair) {
            self.origin.follow(view);
            self.links = links_of(view);
            self.repair = repair;
            return updated;
        }
        *self = DeadEnds::build(view);
        Followed::built(self.blocks.len() as u64)
    }

    fn follow(&mut self, view: &GridView<'_>, repair: &mut Repair) -> Option<Followed> {
        let most = self.blocks.len() / MOST_PART + MOST_ANYWAY;
        let touched = touched(view, self.origin.changes(view)?, most)?;
        let mut updated = Followed { touched: touched.len() as u64, ..Default::default() };
        let concerned = self.concerned(view, touched, repair, &mut updated);
        let sizes = concerned.broken.iter().map(|&block| self.sizes[block as usize] as usize);
        if sizes.sum::<usize>() > 2 * self.blocks.len() / MOST_BROKEN + MOST_ANYWAY {
            return None;
        }
        self.splice(view, concerned, repair, &mut updated);
        Some(updated)
    }

    fn concerned(
        &self,
        view: &GridView<'_>,
        touched: Vec<NodeId>,
        repair: &mut Repair,
        updated: &mut Followed,
    ) -> Concerned {
        let mut concerned = Concerned::default();
        for run in self.parts_of(&touched).chunk_by(|a, b| a.0 == b.0).filter(|run| run.len() > 1) {
            let block = run[0].0;
            concerned.parts.extend_from_slice(run);
            let is_one = |loose: Vec<NodeId>| {
                self.hangs_together(view, block, &loose, repair, &mut updated.looked)
            };
            if !self.loosened(view, run).into_iter().all(is_one) {
                concerned.broken.push(block);
            }
        }
        for &node in touched.iter().filter(|&&node| view.is_passable(node)) {
            each_beside(view, node, |other| {
                if self.common(node, other).is_none() {
                    concerned.arcs.extend([(node, other), (other, node)]);
                }
            });
        }
        self.add_ways(&mut concerned, &mut updated.looked);
        self.add_doors(&mut concerned.parts);
        concerned.touched = touched;
        concerned
    }

    /// Appends the parent door of each block, also to the parent of that door if it is one of these
    /// blocks.
    fn add_doors(&self, parts: &mut Vec<(u32, NodeId)>) {
        parts.sort_small();
        let blocks: Vec<u32> = parts.chunk_by(|a, b| a.0 == b.0).map(|run| run[0].0).collect();
        for &block in &blocks {
            let door = self.doors[block as usize];
            let above = self.blocks[door.index()];
            let both = [Some(block), blocks.binary_search(&above).is_ok().then_some(above)];
            parts.extend(both.into_iter().flatten().map(|block| (block, door)));
        }
        parts.sort_small();
        parts.dedup();
    }

    /// The blocks of the touched cells, sorted.
    fn parts_of(&self, touched: &[NodeId]) -> Vec<(u32, NodeId)> {
        let blocks = touched.iter().map(|&node| (self.blocks[node.index()], node));
        let mut parts: Vec<(u32, NodeId)> = blocks.filter(|&(block, _)| block != NONE).collect();
        parts.sort_small();
        let blocks = parts.chunk_by(|a, b| a.0 == b.0);
        let doors = blocks.map(|run| (run[0].0, self.doors[run[0].0 as usize]));
        let doors: Vec<(u32, NodeId)> =
            doors.filter(|(_, door)| touched.binary_search(door).is_ok()).collect();
        parts.extend(doors);
        parts.sort_small();
        parts
    }

    /// Groups of cells of one block that removed steps may have connected: adjacent cells without a
    /// step between them, cells on either side of one that became impassable, and ends of a removed
    /// link.
    fn loosened(&self, view: &GridView<'_>, members: &[(u32, NodeId)]) -> Vec<Vec<NodeId>> {
        let mut groups: Vec<usize> = (0..members.len()).collect();
        fn top(groups: &[usize], mut at: usize) -> usize {
            while groups[at] != at {
                at = groups[at];
            }
            at
        }
        let mut join = |a: usize, b: usize| {
            let (a, b) = (top(&groups, a), top(&groups, b));
            groups[a.max(b)] = a.min(b);
        };
        for (at, &(block, node)) in members.iter().enumerate() {
            let first = self.links.partition_point(|&(from, _)| from < node);
            for &(_, to) in self.links[first..].iter().take_while(|&&(from, _)| from == node) {
                if let Ok(other) = members.binary_search(&(block, to)) {
                    join(at, other);
                }
            }
            let steps = view.steps_from(node) | view.steps_into(node);
            let is_possible =
                |dir: &Dir| view.neighbours() == Neighbours::Eight || !dir.is_diagonal();
            for dir in Dir::ALL.into_iter().filter(is_possible).filter(|dir| steps & dir.bit() == 0)
            {
                let other =
                    view.grid().cell(node).step(dir).and_then(|cell| view.grid().node(cell));
                let other = other.and_then(|other| members.binary_search(&(block, other)).ok());
                if let Some(other) = other {
                    join(at, other);
                }
            }
        }
        let mut grouped: Vec<(usize, NodeId)> = (0..members.len())
            .filter(|&at| view.is_passable(members[at].1))
            .map(|at| (top(&groups, at), members[at].1))
            .collect();
        grouped.sort_small();
        grouped
            .chunk_by(|a, b| a.0 == b.0)
            .filter(|run| run.len() > 1)
            .map(|run| run.iter().map(|&(_, node)| node).collect())
            .collect()
    }

    /// Appends everything between the ends of new arcs within an old component: together with the
    /// new arcs it may be on a cycle.
    fn add_ways(&self, concerned: &mut Concerned, looked: &mut u64) {
        for ends in self.ends_on_circles(&concerned.arcs, looked) {
            let (first, mut way) = (ends[0], Vec::new());
            let mut at = first;
            while self.blocks[at.index()] != NONE {
                way.push((self.blocks[at.index()], at));
                at = self.doors[self.blocks[at.index()] as usize];
            }
            *looked += way.len() as u64;
            let mut places: Vec<(u32, usize)> =
                way.iter().zip(0..).map(|(w, at)| (w.0, at)).collect();
            places.sort_small();
            let before = concerned.parts.len();
            let mut most = 0;
            for &end in &ends[1..] {
                let climbed = self.climb(end, &way, &places, &mut concerned.parts);
                most = most.max(climbed);
            }
            for &(block, node) in &way[..most] {
                concerned.parts.extend([(block, node), (block, self.doors[block as usize])]);
            }
            *looked += ((concerned.parts.len() - before) / 2) as u64;
        }
    }

    /// Groups of ends of new arcs in one component that may be on a cycle of new arcs and paths
    /// within components: those in one block of a graph in which each component is a star.
    /// Unrelated edits are thus in different groups.
    fn ends_on_circles(&self, arcs: &[(NodeId, NodeId)], looked: &mut u64) -> Vec<Vec<NodeId>> {
        let mut ends: Vec<NodeId> = arcs.iter().map(|arc| arc.0).collect();
        ends.sort_unstable();
        ends.dedup();
        let roots: Vec<NodeId> = ends.iter().map(|&node| self.root(node, looked)).collect();
        let mut hubs = roots.clone();
        hubs.sort_unstable();
        hubs.dedup();
        let number = |node: &NodeId, of: &[NodeId]| of.partition_point(|other| other < node);
        // Ends come first, followed by the centre of each star.
        let mut ties: Vec<(u32, u32)> = Vec::new();
        for (at, root) in roots.iter().enumerate() {
            let hub = ends.len() + number(root, &hubs);
            ties.extend([(at as u32, hub as u32), (hub as u32, at as u32)]);
        }
        ties.extend(
            arcs.iter().map(|(from, to)| (number(from, &ends) as u32, number(to, &ends) as u32)),
        );
        ties.sort_unstable();
        let beside = |node: u32, ahead: &mut Vec<u32>| {
            let first = ties.partition_point(|tie| tie.0 < node);
            ahead.extend(ties[first..].iter().take_while(|tie| tie.0 == node).map(|tie| tie.1));
        };
        let (mut walk, mut groups) = (Walk::default(), Vec::new());
        for start in 0..ends.len() as u32 {
            if walk.has_met(start) {
                continue;
            }
            walk.meet_all(start, beside, |door, members| {
                let mut all: Vec<usize> =
                    members.iter().chain([&door]).map(|&node| node as usize).collect();
                all.sort_small();
                let first_hub = all.partition_point(|&node| node < ends.len());
                for hub in &all[first_hub..] {
                    let own =
                        all[..first_hub].iter().filter(|&&at| roots[at] == hubs[hub - ends.len()]);
                    let own: Vec<NodeId> = own.map(|&at| ends[at]).collect();
                    if own.len() > 1 {
                        groups.push(own);
                    }
                }
            });
        }
        groups
    }

    /// Appends the climb from `end` up to where it meets another climb, and returns how much of
    /// that one lies below.
    fn climb(
        &self,
        end: NodeId,
        way: &[(u32, NodeId)],
        places: &[(u32, usize)],
        parts: &mut Vec<(u32, NodeId)>,
    ) -> usize {
        let mut at = end;
        loop {
            let block = self.blocks[at.index()];
            if block == NONE {
                return way.len();
            }
            if let Ok(found) = places.binary_search_by_key(&block, |&(block, _)| block) {
                let (place, entry) = (places[found].1, way[places[found].1].1);
                if entry != at {
                    parts.extend([(block, at), (block, entry)]);
                }
                return place;
            }
            let door = self.doors[block as usize];
            parts.extend([(block, at), (block, door)]);
            at = door;
        }
    }

    fn root(&self, node: NodeId, looked: &mut u64) -> NodeId {
        let mut at = node;
        while self.blocks[at.index()] != NONE {
            at = self.doors[self.blocks[at.index()] as usize];
            *looked += 1;
        }
        at
    }
}

/// The cells affected by edits, in order: changed ones, those around them, and the other ends of
/// their links. `None` if there are more than `most`.
fn touched(
    view: &GridView<'_>,
    edited: impl Iterator<Item = CellRect>,
    most: usize,
) -> Option<Vec<NodeId>> {
    let (grid, rects) = (view.grid(), edited.collect::<Vec<CellRect>>());
    if rects.iter().map(|rect| rect.grown_area()).sum::<u64>() > most as u64 {
        return None;
    }
    let mut touched = Vec::new();
    for rect in rects {
        for y in rect.y.saturating_sub(1)..(rect.y + rect.height + 1).min(grid.height()) {
            for x in rect.x.saturating_sub(1)..(rect.x + rect.width + 1).min(grid.width()) {
                let node = NodeId::new(y * grid.width() + x);
                touched.push(node);
                if view.has_links() {
                    let links = view.link_table();
                    touched.extend(links.leaving(node).iter().map(|link| link.to));
                    touched.extend(links.arriving(node).iter().map(|link| link.from));
                }
            }
        }
    }
    touched.sort_unstable();
    touched.dedup();
    Some(touched)
}
