//! A world of chunks that are loaded and unloaded.

use std::collections::BTreeMap;

use super::StreamedMover;
use super::place::{Chunk, StreamedCell, Tiling};
use super::sight::{Sight, VOID};
use super::summary::Summary;

/// A world of square cells without borders, in chunks that are loaded and unloaded, for movers that
/// are named when it is made.
///
/// Chunk coordinates have 32 bits, so the world is 2³² chunks wide and high.
///
/// # Complexity
///
/// A byte per loaded cell. An unloaded chunk of 32 × 32 cells takes 500 bytes with one mover if its
/// border is open, up to 16 kB if walls cut the border into pieces, and up to 62 kB if cells of
/// different media alternate along it. Both count towards the limit.
///
/// # Examples
///
/// ```
/// use astride::base::Budget;
/// use astride::search::Scratch;
/// use astride::shapes::streamed::{Known, StreamedMap, StreamedMover};
/// let mut map = StreamedMap::new(32, 1 << 20, &[StreamedMover::walker()])?;
/// let meadow = [b'.'; 32 * 32];
/// for x in -2..=2 {
///     map.load((x, 0), &meadow)?;
/// }
/// map.unload((1, 0))?;
/// let (scratch, budget) = (&mut Scratch::new(), &mut Budget::unlimited());
/// let route = map.route(0, (-60, 16), (90, 16), scratch, budget)?;
/// let known: Vec<_> = route.legs.iter().map(|leg| leg.known).collect();
/// assert_eq!(known, [Known::Loaded, Known::Remembered, Known::Loaded]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct StreamedMap {
    pub(super) tiling: Tiling,
    pub(super) sights: Box<[Sight]>,
    pub(super) loaded: BTreeMap<Chunk, Box<[u8]>>,
    pub(super) left: BTreeMap<Chunk, Summary>,
    pub(super) assumed: Option<Summary>,
    bytes: usize,
    most: usize,
    revision: u64,
}

/// The bytes of a map entry besides what it refers to.
const ENTRY: usize = 48;

impl StreamedMap {
    /// A world with nothing loaded, in chunks of `side` × `side` cells, which takes at most `bytes`.
    ///
    /// # Errors
    ///
    /// If `side` is not 8, 16, 32 or 64, or there is no mover or more than 64.
    pub fn new(side: u32, bytes: usize, movers: &[StreamedMover]) -> Result<Self, StreamedError> {
        if !side.is_power_of_two() || !(8..=64).contains(&side) {
            return Err(StreamedError::Side { side });
        }
        if !(1..=64).contains(&movers.len()) {
            return Err(StreamedError::Movers { count: movers.len() });
        }
        Ok(StreamedMap {
            tiling: Tiling { shift: side.trailing_zeros() },
            sights: movers.iter().map(Sight::new).collect(),
            loaded: BTreeMap::new(),
            left: BTreeMap::new(),
            assumed: None,
            bytes: 0,
            most: bytes,
            revision: 0,
        })
    }

    /// The same world, in which all cells of chunks that were never loaded are assumed to have this
    /// class. Otherwise they are impassable.
    ///
    /// # Errors
    ///
    /// If crossing such a chunk costs more than 2³¹ ticks.
    pub fn assuming(mut self, class: u8) -> Result<Self, StreamedError> {
        let classes = vec![class; self.cells()];
        let summary = Summary::of(self.tiling, &self.sights, &classes);
        self.assumed = Some(summary.ok_or(StreamedError::Costly)?);
        self.raise();
        Ok(self)
    }

    fn cells(&self) -> usize {
        1 << (2 * self.tiling.shift)
    }

    /// The number of columns, and of rows, of a chunk.
    pub fn side(&self) -> u32 {
        1 << self.tiling.shift
    }

    /// The bytes that chunks take, loaded and remembered.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Rises with every change.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The chunk that contains a cell; `None` beyond the last chunk.
    pub fn chunk_of(&self, cell: impl Into<StreamedCell>) -> Option<Chunk> {
        self.tiling.chunk(cell.into())
    }

    /// Whether a chunk is loaded.
    pub fn is_loaded(&self, chunk: impl Into<Chunk>) -> bool {
        self.loaded.contains_key(&chunk.into())
    }

    /// Whether a chunk was unloaded and is remembered.
    pub fn is_remembered(&self, chunk: impl Into<Chunk>) -> bool {
        self.left.contains_key(&chunk.into())
    }

    /// The loaded chunks, by column, then by row.
    pub fn loaded(&self) -> impl ExactSizeIterator<Item = Chunk> + '_ {
        self.loaded.keys().copied()
    }

    /// The class of a cell; `None` if its chunk is not loaded.
    pub fn class(&self, cell: impl Into<StreamedCell>) -> Option<u8> {
        let cell = cell.into();
        let chunk = self.loaded.get(&self.tiling.chunk(cell)?)?;
        Some(chunk[self.tiling.index(cell)])
    }

    /// Loads a chunk from its classes, row by row, and replaces what was known of it. Class 0 is void.
    /// Returns the new revision.
    ///
    /// # Errors
    ///
    /// If there are not as many classes as cells, or no bytes are left. Nothing is then changed.
    pub fn load(&mut self, chunk: impl Into<Chunk>, classes: &[u8]) -> Result<u64, StreamedError> {
        let (chunk, expected) = (chunk.into(), self.cells());
        if classes.len() != expected {
            return Err(StreamedError::Cells { chunk, found: classes.len(), expected });
        }
        let old = self.bytes_of(chunk);
        self.bytes = self.room(self.bytes - old, expected + ENTRY)?;
        self.left.remove(&chunk);
        self.loaded.insert(chunk, classes.into());
        Ok(self.raise())
    }

    /// Changes the class of a loaded cell, and returns the new revision.
    ///
    /// # Errors
    ///
    /// If the chunk of the cell is not loaded.
    pub fn set(&mut self, cell: impl Into<StreamedCell>, class: u8) -> Result<u64, StreamedError> {
        let cell = cell.into();
        let chunk = self.tiling.chunk(cell).and_then(|chunk| self.loaded.get_mut(&chunk));
        chunk.ok_or(StreamedError::NotLoaded { cell })?[self.tiling.index(cell)] = class;
        Ok(self.raise())
    }

    /// Unloads a chunk, remembers for each mover which cells of its border are connected inside and at
    /// what cost, and returns the new revision. O(doors · cells · log cells) for each mover, where an
    /// open border has at most 8 doors.
    ///
    /// # Errors
    ///
    /// If the chunk is not loaded, no bytes are left, or a crossing costs more than 2³¹ ticks. The chunk
    /// then stays loaded; [`forget`](Self::forget) removes it in any case.
    pub fn unload(&mut self, chunk: impl Into<Chunk>) -> Result<u64, StreamedError> {
        let chunk = chunk.into();
        let cell = self.tiling.first(chunk);
        let classes = self.loaded.get(&chunk).ok_or(StreamedError::NotLoaded { cell })?;
        let summary = Summary::of(self.tiling, &self.sights, classes);
        let summary = summary.ok_or(StreamedError::Costly)?;
        let old = self.bytes_of(chunk);
        self.bytes = self.room(self.bytes - old, summary.bytes() + ENTRY)?;
        self.loaded.remove(&chunk);
        self.left.insert(chunk, summary);
        Ok(self.raise())
    }

    /// Removes a chunk, loaded or remembered, as if it had never been loaded. Returns `false` if nothing
    /// was known of it.
    pub fn forget(&mut self, chunk: impl Into<Chunk>) -> bool {
        let chunk = chunk.into();
        self.bytes -= self.bytes_of(chunk);
        let was_known = self.loaded.remove(&chunk).is_some() | self.left.remove(&chunk).is_some();
        if was_known {
            self.raise();
        }
        was_known
    }

    fn bytes_of(&self, chunk: Chunk) -> usize {
        let loaded = self.loaded.get(&chunk).map(|classes| classes.len() + ENTRY);
        let left = || self.left.get(&chunk).map(|summary| summary.bytes() + ENTRY);
        loaded.or_else(left).unwrap_or(0)
    }

    fn room(&self, others: usize, needed: usize) -> Result<usize, StreamedError> {
        let most = self.most;
        let sum = others.checked_add(needed).filter(|&sum| sum <= most);
        sum.ok_or(StreamedError::Memory { needed, most })
    }

    fn raise(&mut self) -> u64 {
        self.revision += 1;
        self.revision
    }

    /// What is known of a chunk; `None` if nothing is, which makes it impassable.
    pub(super) fn tier(&self, chunk: Chunk) -> Option<Tier<'_>> {
        let loaded = self.loaded.get(&chunk).map(|classes| Tier::Loaded(classes));
        let left = || self.left.get(&chunk).map(Tier::Remembered);
        loaded.or_else(left).or(self.assumed.as_ref().map(Tier::Assumed))
    }

    /// The class of a cell, if it is known: everywhere but inside chunks that are remembered or assumed.
    pub(super) fn class_in(&self, tier: Option<Tier<'_>>, cell: StreamedCell) -> Option<u8> {
        match tier {
            Some(Tier::Loaded(classes)) => Some(classes[self.tiling.index(cell)]),
            Some(Tier::Remembered(summary) | Tier::Assumed(summary)) => {
                self.tiling.ring_index(cell).map(|at| summary.ring[at])
            }
            None => Some(VOID),
        }
    }
}

/// How a chunk is known, and its contents.
#[derive(Clone, Copy, Debug)]
pub(super) enum Tier<'a> {
    Loaded(&'a [u8]),
    Remembered(&'a Summary),
    Assumed(&'a Summary),
}

/// Why a streamed world cannot do something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StreamedError {
    /// Chunks of no usable size.
    Side {
        /// Their side in cells.
        side: u32,
    },
    /// No mover, or too many.
    Movers {
        /// How many.
        count: usize,
    },
    /// No mover has this number.
    Mover {
        /// The number.
        mover: usize,
        /// How many there are.
        count: usize,
    },
    /// More or fewer classes than cells.
    Cells {
        /// The chunk.
        chunk: Chunk,
        /// How many classes were given.
        found: usize,
        /// How many cells it has.
        expected: usize,
    },
    /// The limit on bytes would be passed.
    Memory {
        /// What the chunk needs.
        needed: usize,
        /// What all may take.
        most: usize,
    },
    /// The chunk of this cell is not loaded.
    NotLoaded {
        /// A cell of it.
        cell: StreamedCell,
    },
    /// A way through a chunk costs more ticks than can be remembered.
    Costly,
}

errors! { enum StreamedError:
    Side { side } => ("chunk-side", "chunks of {side} cells a side, expected 8, 16, 32 or 64"),
    Movers { count } => ("streamed-mover-count", "{count} movers, expected 1 to 64"),
    Mover { mover, count } => ("no-streamed-mover", "no mover {mover}, expected one below {count}"),
    Cells { chunk, found, expected } => ("chunk-cells",
        "{found} terrain classes for chunk {chunk}, expected {expected}"),
    Memory { needed, most } => ("streamed-memory",
        "no room for {needed} bytes more, expected at most {most} bytes of all chunks"),
    NotLoaded { cell } => ("chunk-not-loaded", "the chunk of cell {cell} is not loaded"),
    Costly => ("crossing-too-costly",
        "a way through the chunk costs more than 2^31 ticks, expected smaller factors or a smaller scale"),
}
