//! Cells and chunks of a world without borders.

use std::fmt;

use crate::base::Dir;

/// A cell of a streamed world: column `x` and row `y`, of either sign.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct StreamedCell {
    /// The column.
    pub x: i64,
    /// The row.
    pub y: i64,
}

/// A chunk of a streamed world, in units of chunks: its first cell is (`x · side`, `y · side`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Chunk {
    /// The number of chunks to the right of the chunk with cell (0, 0).
    pub x: i32,
    /// The number of chunks below it.
    pub y: i32,
}

vectors! {
    "glam": StreamedCell { x: x, y: y } = glam::I64Vec2;
    "mint": StreamedCell { x: x, y: y } = mint::Point2<i64>;
}

impl StreamedCell {
    /// The cell in column `x` and row `y`.
    pub const fn new(x: i64, y: i64) -> Self {
        StreamedCell { x, y }
    }

    /// The cell one step away.
    pub(super) fn step(self, dir: Dir) -> Self {
        let (dx, dy) = dir.offset();
        StreamedCell::new(self.x.saturating_add(dx.into()), self.y.saturating_add(dy.into()))
    }
}

impl Chunk {
    /// The chunk in column `x` and row `y` of chunks.
    pub const fn new(x: i32, y: i32) -> Self {
        Chunk { x, y }
    }
}

impl From<(i64, i64)> for StreamedCell {
    fn from((x, y): (i64, i64)) -> Self {
        StreamedCell { x, y }
    }
}

impl From<(i32, i32)> for Chunk {
    fn from((x, y): (i32, i32)) -> Self {
        Chunk { x, y }
    }
}

impl fmt::Display for StreamedCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

impl fmt::Display for Chunk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

/// How cells lie in chunks of `1 << shift` by `1 << shift`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tiling {
    pub(super) shift: u32,
}

impl Tiling {
    pub(super) fn side(self) -> i64 {
        1 << self.shift
    }

    /// The chunk of a cell; `None` beyond the last chunk.
    pub(super) fn chunk(self, cell: StreamedCell) -> Option<Chunk> {
        let along = |at: i64| i32::try_from(at >> self.shift).ok();
        Some(Chunk::new(along(cell.x)?, along(cell.y)?))
    }

    /// Where a cell lies in its chunk.
    pub(super) fn within(self, cell: StreamedCell) -> StreamedCell {
        StreamedCell::new(cell.x & (self.side() - 1), cell.y & (self.side() - 1))
    }

    /// The first cell of a chunk.
    pub(super) fn first(self, chunk: Chunk) -> StreamedCell {
        StreamedCell::new(i64::from(chunk.x) << self.shift, i64::from(chunk.y) << self.shift)
    }

    /// The place of a cell in a row-by-row list of its chunk.
    pub(super) fn index(self, cell: StreamedCell) -> usize {
        let StreamedCell { x, y } = self.within(cell);
        (y << self.shift | x) as usize
    }

    /// How many cells lie at the border of a chunk.
    pub(super) fn ring_count(self) -> usize {
        4 * (self.side() as usize - 1)
    }

    /// The place of a cell on the border of its chunk, clockwise from its first cell; `None` inside.
    pub(super) fn ring_index(self, cell: StreamedCell) -> Option<usize> {
        let (StreamedCell { x, y }, last) = (self.within(cell), self.side() - 1);
        let at = match (x, y) {
            (x, 0) => x,
            (x, y) if x == last => last + y,
            (x, y) if y == last => 3 * last - x,
            (0, y) => 4 * last - y,
            _ => return None,
        };
        Some(at as usize)
    }

    /// The cell at a place on the border, counted from the first of its chunk.
    pub(super) fn ring_cell(self, at: usize) -> StreamedCell {
        let (at, last) = (at as i64, self.side() - 1);
        match at / last {
            0 => StreamedCell::new(at, 0),
            1 => StreamedCell::new(last, at - last),
            2 => StreamedCell::new(3 * last - at, last),
            _ => StreamedCell::new(0, 4 * last - at),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_border_is_counted_once_round() {
        for shift in 3..=6 {
            let tiling = Tiling { shift };
            let ring: Vec<_> = (0..tiling.ring_count()).map(|at| tiling.ring_cell(at)).collect();
            for (at, &cell) in ring.iter().enumerate() {
                assert_eq!(tiling.ring_index(cell), Some(at));
                let next = ring[(at + 1) % ring.len()];
                assert_eq!((cell.x - next.x).abs() + (cell.y - next.y).abs(), 1);
            }
            assert_eq!(tiling.ring_index(StreamedCell::new(1, 1)), None);
        }
    }

    #[test]
    fn negative_cells_lie_in_negative_chunks() {
        let tiling = Tiling { shift: 5 };
        assert_eq!(tiling.chunk(StreamedCell::new(-1, -33)), Some(Chunk::new(-1, -2)));
        assert_eq!(tiling.within(StreamedCell::new(-1, -33)), StreamedCell::new(31, 31));
        assert_eq!(tiling.first(Chunk::new(-1, -2)), StreamedCell::new(-32, -64));
        assert_eq!(tiling.chunk(StreamedCell::new(i64::MAX, 0)), None);
        let last = StreamedCell::new((1 << 36) - 1, -1 << 36);
        assert_eq!(tiling.chunk(last), Some(Chunk::new(i32::MAX, i32::MIN)));
    }
}
