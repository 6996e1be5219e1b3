//! Recomputing the areas affected by an edit, and splicing them back between the others.
//!
//! An intact block may be as large as the map, so it is represented by a ring of its few relevant
//! cells. A single depth-first search finds the blocks of rings, new arcs and broken areas. When
//! blocks merge, the largest keeps its number.

use std::cmp::Reverse;
use std::ops::Range;

use super::update::Concerned;
use super::{DeadEnds, NONE, Repair, each_beside};
use crate::base::{NodeId, SmallSort};
use crate::shapes::square::GridView;
use crate::world::{Followed, World};

/// The blocks found by a search.
#[derive(Default)]
struct Found {
    /// The index of the parent door of each, and the range of its members.
    blocks: Vec<(u32, Range<usize>)>,
    /// Indices of members, block by block.
    members: Vec<u32>,
    /// Roots without a parent.
    roots: Vec<NodeId>,
    /// Cells that were doors below a block that now has to be below them.
    turned: Vec<(NodeId, u32)>,
}

impl DeadEnds {
    pub(super) fn splice(
        &mut self,
        view: &GridView<'_>,
        concerned: Concerned,
        repair: &mut Repair,
        updated: &mut Followed,
    ) {
        let whole = whole_blocks(view, &concerned);
        let found = self.find_blocks(view, &concerned, &whole, repair);
        updated.looked += repair.seen.nodes.len() as u64;
        let nodes = &repair.seen.nodes;
        let mut block_of = vec![NONE; nodes.len()];
        for (block, (_, members)) in found.blocks.iter().enumerate() {
            found.members[members.clone()]
                .iter()
                .for_each(|&at| block_of[at as usize] = block as u32);
        }
        for &node in concerned.touched.iter().filter(|&&node| !view.is_passable(node)) {
            self.set(node, NONE);
        }
        // Which intact blocks have become part of which.
        let mut joined: Vec<(u32, Reverse<u32>, u32, NodeId)> = Vec::new();
        for cells in whole.chunk_by(|a, b| a.0 == b.0).filter(|cells| cells.len() > 1) {
            let block = cells[0].0;
            let [a, b] = [cells[0].1, cells[1].1].map(|node| repair.seen.place(node));
            let [of_a, of_b] = [a, b].map(|place| block_of[place as usize]);
            let is_above =
                |node: u32, block: u32| block != NONE && found.blocks[block as usize].0 == node;
            let into =
                if of_a != NONE && (of_a == of_b || is_above(b, of_a)) { of_a } else { of_b };
            let inside = cells.iter().find(|(_, node)| self.blocks[node.index()] == block);
            let inside = inside.expect("at most one of several is the door").1;
            joined.push((into, Reverse(self.sizes[block as usize]), block, inside));
        }
        joined.sort_small();
        let mut labels = vec![NONE; found.blocks.len()];
        for (into, _, block, inside) in joined {
            match &mut labels[into as usize] {
                label @ &mut NONE => *label = block,
                &mut label => updated.changed += self.relabel(view, inside, block, label),
            }
        }
        for ((door, members), label) in found.blocks.iter().zip(labels) {
            let label = if label == NONE { self.new_block() } else { label };
            self.doors[label as usize] = repair.seen.nodes[*door as usize];
            for &place in &found.members[members.clone()] {
                let node = repair.seen.nodes[place as usize];
                updated.changed += u64::from(self.set(node, label));
            }
        }
        found.roots.iter().for_each(|&root| _ = self.set(root, NONE));
        found.turned.iter().for_each(|&(node, block)| self.turn(node, block));
        let blocks = concerned.parts.chunk_by(|a, b| a.0 == b.0).map(|run| run[0].0);
        let gone = blocks.filter(|&block| self.sizes[block as usize] == 0);
        self.unused.extend(gone.collect::<Vec<_>>());
    }

    /// The blocks of the affected part, with a ring for each intact block.
    fn find_blocks(
        &self,
        view: &GridView<'_>,
        concerned: &Concerned,
        whole: &[(u32, NodeId)],
        repair: &mut Repair,
    ) -> Found {
        let mut ties = concerned.arcs.clone();
        for cells in whole.chunk_by(|a, b| a.0 == b.0).filter(|cells| cells.len() > 1) {
            let next = cells.iter().cycle().skip(1);
            ties.extend(cells.iter().zip(next).flat_map(|(a, b)| [(a.1, b.1), (b.1, a.1)]));
        }
        ties.sort_small();
        ties.dedup();
        let is_concerned =
            |block: u32| concerned.parts.binary_search_by_key(&block, |part| part.0).is_ok();
        let (mut found, seen, walk) = (Found::default(), &mut repair.seen, &mut repair.walk);
        seen.clear(self.blocks.len());
        walk.clear();
        for (node, above) in self.starts(view, concerned, is_concerned) {
            let place = seen.place(node);
            if walk.has_met(place) {
                if let Some(above) = above {
                    found.turned.push((node, above));
                }
                continue;
            }
            if above.is_none() {
                found.roots.push(node);
            }
            let beside = |place: u32, ahead: &mut Vec<u32>| {
                let node = seen.nodes[place as usize];
                let first = ties.partition_point(|tie| tie.0 < node);
                let tied = ties[first..].iter().take_while(|tie| tie.0 == node);
                tied.for_each(|&(_, other)| ahead.push(seen.place(other)));
                if concerned.broken.is_empty() {
                    return;
                }
                each_beside(view, node, |other| {
                    let block = self.common(node, other);
                    if block.is_some_and(|block| concerned.broken.binary_search(&block).is_ok()) {
                        ahead.push(seen.place(other));
                    }
                });
            };
            walk.meet_all(place, beside, |door, members| {
                let first = found.members.len();
                found.members.extend_from_slice(members);
                found.blocks.push((door, first..found.members.len()));
            });
        }
        found
    }

    /// The cells from which searches start: first those below unaffected blocks, together with that
    /// block, the farthest from their root first; then all others.
    fn starts(
        &self,
        view: &GridView<'_>,
        concerned: &Concerned,
        is_concerned: impl Fn(u32) -> bool,
    ) -> Vec<(NodeId, Option<u32>)> {
        let ends = concerned.arcs.iter().map(|arc| arc.0);
        let cells = concerned.parts.iter().map(|part| part.1).chain(ends);
        let mut nodes: Vec<NodeId> = cells.filter(|&node| view.is_passable(node)).collect();
        nodes.sort_unstable();
        nodes.dedup();
        let mut starts: Vec<(Reverse<u32>, NodeId, Option<u32>)> = nodes
            .into_iter()
            .map(|node| match self.blocks[node.index()] {
                block if block != NONE && !is_concerned(block) => {
                    (Reverse(self.depth(node)), node, Some(block))
                }
                _ => (Reverse(0), node, None),
            })
            .collect();
        starts.sort_small();
        starts.into_iter().map(|(_, node, above)| (node, above)).collect()
    }

    /// The number of blocks above `node`.
    fn depth(&self, node: NodeId) -> u32 {
        let (mut at, mut depth) = (node, 0);
        while self.blocks[at.index()] != NONE {
            at = self.doors[self.blocks[at.index()] as usize];
            depth += 1;
        }
        depth
    }

    /// Sets the parent block of `node`; returns whether it had one before.
    fn set(&mut self, node: NodeId, block: u32) -> bool {
        let before = std::mem::replace(&mut self.blocks[node.index()], block);
        if before != NONE {
            self.sizes[before as usize] -= 1;
        }
        if block != NONE {
            self.sizes[block as usize] += 1;
        }
        before != NONE && before != block
    }

    /// Moves all cells of one block to another, starting from its cell `inside`; returns how many.
    fn relabel(&mut self, view: &GridView<'_>, inside: NodeId, from: u32, to: u32) -> u64 {
        let (mut open, mut count) = (vec![inside], 0);
        self.set(inside, to);
        while let Some(node) = open.pop() {
            count += 1;
            each_beside(view, node, |other| {
                if self.blocks[other.index()] == from {
                    self.set(other, to);
                    open.push(other);
                }
            });
        }
        count
    }

    fn new_block(&mut self) -> u32 {
        self.unused.pop().unwrap_or_else(|| {
            self.doors.push(NodeId::new(0));
            self.sizes.push(0);
            self.sizes.len() as u32 - 1
        })
    }

    /// Makes `node`, which was below `block`, the parent of it and of everything above.
    fn turn(&mut self, mut node: NodeId, mut block: u32) {
        loop {
            let door = std::mem::replace(&mut self.doors[block as usize], node);
            let above = self.blocks[door.index()];
            self.set(door, block);
            if above == NONE {
                return;
            }
            (node, block) = (door, above);
        }
    }
}

/// The relevant cells of intact blocks.
fn whole_blocks(view: &GridView<'_>, concerned: &Concerned) -> Vec<(u32, NodeId)> {
    let parts = concerned.parts.iter().copied();
    let parts = parts.filter(|&(_, node)| view.is_passable(node));
    parts.filter(|(block, _)| concerned.broken.binary_search(block).is_err()).collect()
}
