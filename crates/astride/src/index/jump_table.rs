//! Jump tables: jump point search that looks its jumps up.

use std::fmt;

use crate::base::Cell;
use crate::search::jps::Edges;
use crate::search::{JumpMap, JumpScratch, JumpSearch};

/// The jumps from every jump point of a map, written down.
///
/// A search then reads one row of a table per expansion and never looks at the map between jump
/// points. Building it takes a few milliseconds per million cells on maps with few jump points.
///
/// Harabor & Grastien, "Improving Jump Point Search", ICAPS 2014 (JPS+), for jumps worked out
/// beforehand; here by jump point instead of by cell.
#[derive(Clone, Debug)]
pub struct JumpTable {
    map: JumpMap,
    edges: Edges,
}

impl JumpTable {
    /// Writes down the jumps of `map`.
    ///
    /// # Errors
    ///
    /// If a single jump costs 2³² ticks or more, or there are more than 2²⁹ jump points.
    ///
    /// # Complexity
    ///
    /// O(jump points × what each sees).
    pub fn new(map: JumpMap) -> Result<Self, JumpTableError> {
        let edges = Edges::new(&map).ok_or(JumpTableError)?;
        Ok(JumpTable { map, edges })
    }

    /// The map it was made from.
    pub fn map(&self) -> &JumpMap {
        &self.map
    }

    /// How many jumps are written down.
    pub fn jump_count(&self) -> usize {
        self.edges.len()
    }

    /// Bytes held, the map included.
    pub fn bytes(&self) -> usize {
        self.map.bytes() + self.edges.bytes()
    }

    /// Prepares a search between two cells.
    ///
    /// # Panics
    ///
    /// If a cell is off the map.
    pub fn search<'a>(
        &'a self,
        from: Cell,
        to: Cell,
        scratch: &'a mut JumpScratch,
    ) -> JumpSearch<'a> {
        JumpSearch::new(&self.map, from, to, scratch).with_edges(&self.edges)
    }
}

/// A map whose jumps cannot be written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JumpTableError;

impl fmt::Display for JumpTableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "a jump costs 2^32 ticks or more, or there are more than 2^29 jump points; search with \
             jumps found on the way (jps) instead",
        )
    }
}

impl std::error::Error for JumpTableError {}
