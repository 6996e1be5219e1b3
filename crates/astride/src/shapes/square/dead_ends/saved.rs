//! Saving dead ends as bytes, and proving them against the map on loading.
//!
//! The file contains the parent block of each node and the parent door of each block. Their
//! correctness can be checked arc by arc: both ends are in one block, or one of them is the parent
//! door of the other's block. Then the door is the only way out of everything below it.

use super::repair::Repair;
use super::{DeadEnds, NONE};
use crate::base::{Container, Groups, NodeId, SmallSort, u32s};
use crate::shapes::square::GridView;
use crate::shapes::square::origin::Origin;
use crate::shapes::square::saved::{
    LoadError, SaveError, Tables, check, check_current, load, save, wrong,
};
use crate::world::{Way, World};

const BLOCKS: &str = "dead-ends.blocks";
const DOORS: &str = "dead-ends.doors";

impl DeadEnds {
    /// The index as bytes, for [`DeadEnds::load`]; equal indexes give equal bytes.
    ///
    /// # Errors
    ///
    /// If it does not describe `view`.
    ///
    /// # Complexity
    ///
    /// O(cells + bytes).
    pub fn save(&self, view: &GridView<'_>) -> Result<Vec<u8>, SaveError> {
        save(self, view)
    }

    /// Loads a saved index for a view of the same map by the same mover, at any revision.
    ///
    /// The index is proved against the map, arc by arc: even with bytes forged including all
    /// checksums, whatever a search skips is a dead end.
    ///
    /// # Errors
    ///
    /// If the bytes are damaged or of another kind, or if the index belongs to another map or
    /// mover.
    ///
    /// # Complexity
    ///
    /// O(cells + arcs), several times faster than building it.
    pub fn load(bytes: &[u8], view: &GridView<'_>) -> Result<Self, LoadError> {
        load(bytes, view)
    }
}

impl Tables for DeadEnds {
    const GROUP: &'static str = "dead-ends";

    fn check_saved(&self, view: &GridView<'_>) -> Result<(), SaveError> {
        check_current(Self::GROUP, self.is_of(view), [self.revision(), view.revision()])
    }

    fn write<'a>(&'a self, out: &mut Groups<'a>) {
        let order = self.upward_order();
        let mut numbers = vec![NONE; self.doors.len()];
        (0..).zip(&order).for_each(|(number, &block)| numbers[block as usize] = number);
        let number = |&block: &u32| numbers.get(block as usize).copied().unwrap_or(NONE);
        out.put(BLOCKS, self.blocks.iter().map(number).collect::<Vec<u32>>());
        out.put(DOORS, order.iter().map(|&block| self.door_above(block)).collect::<Vec<u32>>());
    }

    fn read(tables: &Container<'_>, view: &GridView<'_>) -> Result<Self, LoadError> {
        let (blocks, doors) = (u32s(tables, BLOCKS)?, u32s(tables, DOORS)?);
        check_tree(&blocks, &doors, view)?;
        let mut sizes = vec![0; doors.len()];
        let in_blocks = blocks.iter().filter(|&&block| block != NONE);
        in_blocks.for_each(|&block| sizes[block as usize] += 1);
        let is_empty = sizes.iter().position(|&size| size == 0);
        check(is_empty.is_none(), DOORS, is_empty.unwrap_or(0), "a door of a block with cells")?;
        let dead_ends = DeadEnds {
            origin: Origin::of_steps(view),
            links: super::links_of(view),
            blocks,
            doors: doors.into_iter().map(NodeId::new).collect(),
            sizes,
            unused: Vec::new(),
            repair: Repair::default(),
        };
        dead_ends.check_arcs(view)?;
        Ok(dead_ends)
    }
}

/// Checks that every number is valid and that all upward paths terminate.
fn check_tree(blocks: &[u32], doors: &[u32], view: &GridView<'_>) -> Result<(), LoadError> {
    let nodes = view.node_count() as usize;
    check(blocks.len() == nodes, BLOCKS, blocks.len(), "as many numbers as cells")?;
    for (at, &block) in blocks.iter().enumerate() {
        let is_known = block == NONE || (block as usize) < doors.len();
        check(is_known, BLOCKS, at, "a block or none")?;
    }
    for (at, &door) in doors.iter().enumerate() {
        let above = blocks.get(door as usize).ok_or(wrong(DOORS, at, "a cell"))?;
        // `NONE` is the largest number of all.
        check(*above as usize > at, DOORS, at, "a door below a block of a larger number")?;
    }
    Ok(())
}

impl DeadEnds {
    fn door_above(&self, block: u32) -> u32 {
        self.doors[block as usize].get()
    }

    /// All blocks, each before its parent; blocks of equal depth by number.
    fn upward_order(&self) -> Vec<u32> {
        let above = |block: u32| self.area(self.doors[block as usize]);
        // The depth of each block, computed by one pass over each upward path.
        let mut depths = vec![NONE; self.doors.len()];
        let mut way = Vec::new();
        for block in 0..self.doors.len() as u32 {
            let mut at = Some(block);
            while let Some(next) = at.filter(|&next| depths[next as usize] == NONE) {
                way.push(next);
                at = above(next);
            }
            let mut depth = at.map_or(0, |known| depths[known as usize] + 1);
            while let Some(next) = way.pop() {
                depths[next as usize] = depth;
                depth += 1;
            }
        }
        let mut order: Vec<u32> =
            (0..self.doors.len() as u32).filter(|&block| self.door(block).is_some()).collect();
        order.sort_small_by_key(|&block| (std::cmp::Reverse(depths[block as usize]), block));
        order
    }

    fn check_arcs(&self, view: &GridView<'_>) -> Result<(), LoadError> {
        let view = &view.clone().prepared();
        let is_door_of = |door: usize, block: u32| {
            self.doors.get(block as usize).map(|d| d.index()) == Some(door)
        };
        for from in (0..view.node_count()).map(NodeId::new) {
            let above = self.blocks[from.index()];
            let mut is_right = true;
            view.visit_arcs(from, None, Way::Forward, &mut |arc| {
                let to = arc.node.index();
                let other = self.blocks[to];
                is_right &= (above == other && above != NONE)
                    || is_door_of(to, above)
                    || is_door_of(from.index(), other);
            });
            check(is_right, BLOCKS, from.index(), "arcs within a block or through its door")?;
        }
        Ok(())
    }
}
