//! Dead ends as bytes, proved against the map when they are loaded.
//!
//! Stored are the block above each node and the door above each block. What makes them right can be
//! seen at each arc alone: its ends are in one block, or one of them is the door above the block of
//! the other. Then nothing leads out of what lies below a door but the door.

use super::{DeadEnds, NONE};
use crate::base::{Container, NodeId};
use crate::index::saved::{Groups, LoadError, SaveError, Tables, check, load, save, u32s, wrong};
use crate::world::{GridView, Way, World};

const BLOCKS: &str = "dead-ends.blocks";
const DOORS: &str = "dead-ends.doors";

impl DeadEnds {
    /// The index as bytes, for [`DeadEnds::load`]; the same index gives the same bytes.
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

    /// The index that was saved, for a view of the same map by the same mover, at any revision.
    ///
    /// What is loaded is proved against the map, arc by arc: even out of bytes that were forged with
    /// all their checksums, whatever is left out of a search is a dead end.
    ///
    /// # Errors
    ///
    /// If the bytes are damaged or something else, or the index is of another map or mover.
    ///
    /// # Complexity
    ///
    /// O(cells + arcs), some times quicker than building it.
    pub fn load(bytes: &[u8], view: &GridView<'_>) -> Result<Self, LoadError> {
        load(bytes, view)
    }
}

impl Tables for DeadEnds {
    const GROUP: &'static str = "dead-ends";

    fn check_saved(&self, view: &GridView<'_>) -> Result<(), SaveError> {
        let (index, built, given) = (Self::GROUP, self.revision, view.revision());
        match self.fingerprint == view.fingerprint() {
            true => Ok(()),
            false if built != given => Err(SaveError::Stale { index, built, given }),
            false => Err(SaveError::OtherWorld { index }),
        }
    }

    fn write<'a>(&'a self, out: &mut Groups<'a>) {
        out.put(BLOCKS, &self.blocks[..]);
        out.put(DOORS, self.doors.iter().map(|door| door.get()).collect::<Vec<u32>>());
    }

    fn read(tables: &Container<'_>, view: &GridView<'_>) -> Result<Self, LoadError> {
        let (blocks, doors) = (u32s(tables, BLOCKS)?, u32s(tables, DOORS)?);
        check_tree(&blocks, &doors, view)?;
        let mut dead_ends = DeadEnds {
            revision: view.revision(),
            fingerprint: tables.world(),
            blocks,
            doors: doors.into_iter().map(NodeId::new).collect(),
            depths: Vec::new(),
        };
        dead_ends.check_arcs(view)?;
        dead_ends.measure_depths();
        Ok(dead_ends)
    }
}

/// Whether every number names something, and all ways up end.
fn check_tree(blocks: &[u32], doors: &[u32], view: &GridView<'_>) -> Result<(), LoadError> {
    let nodes = view.node_count() as usize;
    check(blocks.len() == nodes, BLOCKS, blocks.len(), "as many numbers as cells")?;
    for (at, &block) in blocks.iter().enumerate() {
        let is_known = block == NONE || (block as usize) < doors.len();
        check(is_known, BLOCKS, at, "a block or none")?;
    }
    for (at, &door) in doors.iter().enumerate() {
        let above = blocks.get(door as usize).ok_or(wrong(DOORS, at, "a cell"))?;
        // None is the largest number of all.
        check(*above as usize > at, DOORS, at, "a door below a block of a larger number")?;
    }
    Ok(())
}

impl DeadEnds {
    fn check_arcs(&self, view: &GridView<'_>) -> Result<(), LoadError> {
        let view = &view.clone().prepared();
        let is_door_of = |door: usize, block: u32| {
            self.doors.get(block as usize).map(|d| d.index()) == Some(door)
        };
        for from in (0..view.node_count()).map(NodeId::new) {
            let above = self.blocks[from.index()];
            let mut is_right = true;
            view.for_each_arc(from, Way::Forward, |arc| {
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
