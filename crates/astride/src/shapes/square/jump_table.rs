//! Jump tables: jump point search with precomputed jumps.

use crate::search::{PathQuery, Scratch, Unsupported};
use crate::shapes::square::jps::{Edges, Touched};
use crate::shapes::square::{GridView, JumpMap, JumpMapError, JumpSearch, Updated};

/// The work done by an update.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JumpTableUpdate {
    /// The work for the map of jump points.
    pub map: Updated,
    /// The number of jump points whose jumps were computed; all of them if `rebuilt`.
    pub points: usize,
    /// Whether all jumps were recomputed.
    pub rebuilt: bool,
}

/// The precomputed jumps from every jump point of a map.
///
/// A search reads one row of a table per expansion and never examines the map between jump points.
/// Building takes a few milliseconds per million cells on maps with few jump points.
///
/// Harabor & Grastien, "Improving Jump Point Search", ICAPS 2014 (JPS+), for precomputed jumps;
/// here they are stored per jump point instead of per cell.
///
/// # Examples
///
/// ```
/// use astride::shapes::square::{JumpTable, JumpMap, Edit};
/// use astride::prelude::*;
/// let mut grid = Grid::from_classes(5, 3, b".......@.......")?;
/// let mover = Mover::walker();
/// let mut table = JumpTable::build(JumpMap::build(&grid.seen_by(&mover))?)?;
/// let mut scratch = Scratch::new();
/// let query = PathQuery::new(grid.node((0, 1)).unwrap(), grid.node((4, 1)).unwrap());
/// assert!(table.search(&query, &mut scratch)?.cost().is_some());
///
/// grid.apply(Edit::new().set((2, 0), b'@').set((2, 2), b'@'))?;
/// table.update(&grid.seen_by(&mover))?;
/// assert_eq!(table.search(&query, &mut scratch)?.cost(), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct JumpTable {
    map: JumpMap,
    edges: Edges,
}

impl JumpTable {
    /// Computes the jumps of `map`.
    ///
    /// # Errors
    ///
    /// If a single jump costs 2³² ticks or more, or there are 2²⁸ jump points or more.
    ///
    /// # Complexity
    ///
    /// O(jump points × jump points visible from each).
    pub fn build(map: JumpMap) -> Result<Self, JumpTableError> {
        let edges = Edges::new(&map).ok_or(JumpTableError)?;
        Ok(JumpTable { map, edges })
    }

    /// Follows the edits of the grid, as [`JumpMap::update`] does, and recomputes the jumps of all
    /// jump points whose scans may touch what changed.
    ///
    /// Afterwards the cost of every answer is the same as with a new table. A different one of
    /// several cheapest paths may be found, since changed jump points have new numbers.
    ///
    /// # Errors
    ///
    /// If jump points are no longer valid for the map: the table then still answers for the
    /// revision of its [`map`](Self::map), and follows again once the reason is gone. If a jump can
    /// no longer be stored: a new table has to be built then.
    ///
    /// # Complexity
    ///
    /// At most O(cells / 16) word operations, fewer where walls are near, plus the jumps of the
    /// jump points that see a change or its row or column.
    pub fn update(&mut self, view: &GridView<'_>) -> Result<JumpTableUpdate, JumpTableUpdateError> {
        let mut touched = Some(Touched::default());
        let map = self.map.update_telling(view, &mut touched).map_err(JumpTableUpdateError::Map)?;
        let touched = touched.unwrap_or_default();
        let rebuilt = touched.is_all();
        let (is_written, points) = if rebuilt {
            let edges = Edges::new(&self.map);
            (edges.map(|edges| self.edges = edges).is_some(), self.map.point_count())
        } else {
            let points = touched.points(&self.map);
            (self.edges.update(&self.map, &points), points.len())
        };
        match is_written {
            true => Ok(JumpTableUpdate { map, points, rebuilt }),
            false => Err(JumpTableUpdateError::Table(JumpTableError)),
        }
    }

    /// The map from which it was built.
    pub fn map(&self) -> &JumpMap {
        &self.map
    }

    /// The same, and the jumps.
    pub(crate) fn parts(&self) -> (&JumpMap, Option<&Edges>) {
        (&self.map, Some(&self.edges))
    }

    /// The number of jumps stored.
    pub fn jump_count(&self) -> usize {
        self.edges.len()
    }

    /// Bytes held, including the map.
    pub fn bytes(&self) -> usize {
        self.map.bytes() + self.edges.bytes()
    }

    /// Prepares a search that looks its jumps up; it accepts the same queries as
    /// [`JumpMap::search`].
    ///
    /// # Errors
    ///
    /// If the query does not have exactly one start and one goal, or requests the nearest reachable
    /// node.
    ///
    /// # Panics
    ///
    /// If the query names a node outside the map.
    pub fn search<'a>(
        &'a self,
        query: &PathQuery<'_>,
        scratch: &'a mut Scratch,
    ) -> Result<JumpSearch<'a>, Unsupported> {
        let ends = query.ends()?;
        Ok(JumpSearch::new(&self.map, Some(&self.edges), ends, scratch.part())
            .within(query.max_cost))
    }
}

/// A map whose jumps cannot be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JumpTableError;

errors! { struct JumpTableError:
    Self => ("jump-table-too-large",
        "a jump costs 2^32 ticks or more, or there are 2^28 jump points or more; search with jumps \
        found on the way (jps) instead"),
}

/// Why a table could not follow an edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum JumpTableUpdateError {
    /// Jump points are no longer valid for the map.
    Map(JumpMapError),
    /// The jumps can no longer be stored.
    Table(JumpTableError),
}

errors! { enum JumpTableUpdateError:
    Map(error) => (source error),
    Table(error) => (source error),
}
