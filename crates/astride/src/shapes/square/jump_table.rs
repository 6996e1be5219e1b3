//! Jump tables: jump point search with precomputed jumps.

use crate::index::hubs::Progress;
use crate::search::{PathQuery, Scratch, Unsupported};
use crate::shapes::square::jps::{Boxes, Edges, Jumps, MOST_FLOODED, Touched};
use crate::shapes::square::{GridView, JumpMap, JumpMapError, JumpSearch};
use crate::world::Followed;

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
    /// The usual limit on the work for [boxes](Self::add_boxes): up to a few minutes on one thread.
    pub const USUAL_BOX_WORK: u64 = 4_000_000_000;

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

    /// Adds boxes: for every jump point and direction, a rectangle around the goals to which a
    /// cheapest path may go on in that direction. Searches then leave out directions whose box
    /// misses the goal, and expand a fraction of the jump points. Costs are the same.
    ///
    /// An edit that changes the map for the mover drops them; the table stays exact without. Ask
    /// [`has_boxes`](Self::has_boxes) after an [`update`](Self::update), and add them again.
    ///
    /// Rabin & Sturtevant, "Combining Bounding Boxes and JPS to Prune Grid Pathfinding", AAAI 2016
    /// (JPS+BB).
    ///
    /// # Errors
    ///
    /// If terrain costs differ, if the map has more than 2²⁴ cells, or if the work (jump points ×
    /// cells) is more than `most_work`. The table is then as before.
    ///
    /// # Complexity
    ///
    /// O(jump points × cells), on all threads with the feature `parallel`. The boxes take 64 bytes
    /// per jump point; building them, 8 bytes per cell and, on each thread, 8 bytes per cell, 24 per
    /// jump point and 32 for each line of cells on a cheapest path, of which there are at most four
    /// per cell. Where very many equal paths lead along the same lines, a jump point gets boxes that
    /// hold all goals.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::shapes::square::{JumpMap, JumpTable};
    /// use astride::prelude::*;
    /// let grid = Grid::from_classes(5, 3, b".......@.......")?;
    /// let map = JumpMap::build(&grid.seen_by(&Mover::walker()))?;
    /// let mut table = JumpTable::build(map)?;
    /// table.add_boxes(JumpTable::USUAL_BOX_WORK)?;
    /// assert!(table.has_boxes());
    /// assert!(JumpTable::build(table.map().clone())?.add_boxes(0).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_boxes(&mut self, most_work: u64) -> Result<(), JumpBoxesError> {
        self.add_boxes_with(most_work, &mut |_| true)
    }

    /// As [`add_boxes`](Self::add_boxes). `tell` receives the progress and cancels the build by
    /// returning `false`.
    ///
    /// # Errors
    ///
    /// As for [`add_boxes`](Self::add_boxes), or if `tell` returned `false`. The table is then as
    /// before.
    pub fn add_boxes_with(
        &mut self,
        most_work: u64,
        tell: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<(), JumpBoxesError> {
        self.map.check_boxes(most_work)?;
        self.edges.boxes = Some(Boxes::new(&self.map, tell).ok_or(JumpBoxesError::Cancelled)?);
        Ok(())
    }

    /// Whether [boxes](Self::add_boxes) are there for the present state of the map.
    pub fn has_boxes(&self) -> bool {
        self.edges.boxes.is_some()
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
    ///
    /// The report is that of the map, with the jump points whose jumps were computed as changed. That
    /// may be all of them, though the map was not rebuilt.
    pub fn update(&mut self, view: &GridView<'_>) -> Result<Followed, JumpTableUpdateError> {
        let mut touched = Some(Touched::default());
        let map = self.map.update_telling(view, &mut touched).map_err(JumpTableUpdateError::Map)?;
        let touched = touched.unwrap_or_default();
        if !map.is_nothing() {
            self.edges.boxes = None;
        }
        let (is_written, points) = if touched.is_all() {
            let edges = Edges::new(&self.map);
            (edges.map(|edges| self.edges = edges).is_some(), self.map.point_count())
        } else {
            let points = touched.points(&self.map);
            (self.edges.update(&self.map, &points), points.len())
        };
        match is_written {
            true => Ok(Followed { changed: points as u64, ..map }),
            false => Err(JumpTableUpdateError::Table(JumpTableError)),
        }
    }

    /// The map from which it was built.
    pub fn map(&self) -> &JumpMap {
        &self.map
    }

    /// What its searches read.
    pub(crate) fn jumps(&self) -> Jumps<'_> {
        Jumps::new(&self.map, Some(&self.edges))
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
        self.jumps().search(query, scratch)
    }
}

impl JumpMap {
    /// Checks that a table of this map can have [boxes](JumpTable::add_boxes) with so much work.
    ///
    /// # Errors
    ///
    /// As for [`JumpTable::add_boxes`].
    pub fn check_boxes(&self, most_work: u64) -> Result<(), JumpBoxesError> {
        if !self.is_uniform() {
            return Err(JumpBoxesError::Terrain);
        }
        // Numbers that belong to no jump point any more cost nothing.
        let (points, cells) = (self.live_point_count() as u64, self.place_count());
        match points.saturating_mul(cells) > most_work || cells > MOST_FLOODED {
            true => Err(JumpBoxesError::TooLarge { points, cells, most_work }),
            false => Ok(()),
        }
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

/// Why a table has no boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum JumpBoxesError {
    /// Terrain costs differ.
    Terrain,
    /// The map is too large, or there are too many jump points for its size.
    TooLarge {
        /// The number of jump points.
        points: u64,
        /// The number of cells, with a rim and with rows that are filled up to 64.
        cells: u64,
        /// The limit on their product.
        most_work: u64,
    },
    /// The build was cancelled.
    Cancelled,
}

errors! { enum JumpBoxesError:
    Terrain => ("jump-boxes-terrain",
        "boxes are for maps on which all terrain costs the same, and here costs differ; search with \
        the jump table without them (jump-table)"),
    TooLarge { points, cells, most_work } => ("jump-boxes-too-large",
        "boxes for {points} jump points on {cells} cells (in rows filled up to 64) take too much \
        work, expected at most 2^24 cells and a product of at most {most_work}; search with the jump \
        table without them (jump-table)"),
    Cancelled => ("jump-boxes-cancelled", "building boxes was cancelled"),
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
