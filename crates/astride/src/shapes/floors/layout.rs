//! The layout of the floors of a map in one table, and the adjacency of cells.

use std::collections::BTreeSet;

use super::{FloorPlace, FloorSide};
use crate::base::{CellRect, Dir, Divider, NodeId};
use crate::shapes::{Cover, Ring};
use crate::world::{Extent, Terrain, TileFault};

/// Which opposite borders of a map are connected: both make a torus, one makes a cylinder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Wrap {
    /// The last column is adjacent to the first.
    pub columns: bool,
    /// The last row is adjacent to the first.
    pub rows: bool,
}

/// The floors lie in one table, one below the other, with a row of rim above each floor, one below the
/// last, and a column of rim on either side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    /// The numbers of columns, rows and floors.
    pub(super) size: [u32; 3],
    pub(super) wrap: Wrap,
    /// Splits a node into its column and its row of the table, and the latter into its row on a
    /// floor and the floor.
    columns: Divider,
    rows: Divider,
}

impl Layout {
    /// Of a map of this many columns, rows and floors, which does not wrap.
    pub(super) fn new(size: [u32; 3]) -> Result<Self, TileFault<FloorPlace, FloorSide>> {
        let [width, height, floors] = size.map(u64::from);
        if size.contains(&0) {
            return Err(TileFault::Empty);
        }
        let rows = (height + 1).saturating_mul(floors).saturating_add(1);
        if (width + 2).saturating_mul(rows) > Terrain::MOST_TILES {
            let height = height.saturating_mul(floors);
            return Err(TileFault::TooLarge { width, height });
        }
        let (columns, rows) = (Divider::new(size[0] + 2), Divider::new(size[1] + 1));
        Ok(Layout { size, wrap: Wrap::default(), columns, rows })
    }

    /// The same with these borders joined; `None` if fewer than three columns or rows would be.
    pub(super) fn wrapped(self, wrap: Wrap) -> Option<Self> {
        let [columns, rows, _] = self.size;
        let is_wide = (!wrap.columns || columns >= 3) && (!wrap.rows || rows >= 3);
        is_wide.then_some(Layout { wrap, ..self })
    }

    /// Columns and rows of the table.
    pub(super) fn extent(&self) -> Extent {
        let [_, rows, floors] = self.size;
        Extent { width: self.width(), height: floors * (rows + 1) + 1 }
    }

    /// The number of tiles in a row of the table.
    fn width(&self) -> u32 {
        self.size[0] + 2
    }

    /// The node of a place on the map.
    pub(super) fn node(&self, FloorPlace { x, y, floor }: FloorPlace) -> NodeId {
        let row = floor * (self.size[1] + 1) + y + 1;
        NodeId::new(row * self.width() + x + 1)
    }

    /// Column and row, which count from 1 because 0 is the rim, and the floor.
    #[inline(always)]
    pub(super) fn split(&self, node: NodeId) -> [u32; 3] {
        let (column, row) = self.columns.split(node.get());
        let (row, floor) = self.rows.split(row);
        [column, row, floor]
    }

    /// The place of a node that is not in the rim.
    pub(super) fn place(&self, node: NodeId) -> FloorPlace {
        let [x, y, floor] = self.split(node);
        FloorPlace { x: x.wrapping_sub(1), y: y.wrapping_sub(1), floor }
    }

    /// The tile next to a cell; across a connected border, the one at the opposite end.
    #[inline(always)]
    pub(super) fn beside(&self, node: NodeId, dir: Dir) -> NodeId {
        let (dx, dy) = dir.offset();
        let beside = node.get().wrapping_add_signed(dy * self.width() as i32 + dx);
        if self.wrap == Wrap::default() {
            return NodeId::new(beside);
        }
        let ([columns, rows, _], [column, row, _]) = (self.size, self.split(node));
        // The distance from where a step leaves the map to the opposite end.
        let jump =
            |at: u32, step: i32, count: u32, is_joined: bool| match at.wrapping_add_signed(step) {
                0 if is_joined => count as i32,
                end if is_joined && end == count + 1 => -(count as i32),
                _ => 0,
            };
        let x = jump(column, dx, columns, self.wrap.columns);
        let y = jump(row, dy, rows, self.wrap.rows);
        NodeId::new(beside.wrapping_add_signed(y * self.width() as i32 + x))
    }

    /// The columns and rows from one place to another, across connected borders where that is nearer.
    pub(super) fn offset(&self, from: NodeId, to: NodeId) -> [i64; 2] {
        let (from, to) = (self.split(from), self.split(to));
        [(0, self.wrap.columns), (1, self.wrap.rows)].map(|(axis, is_joined)| {
            let [apart, count] = [to[axis], self.size[axis]].map(i64::from);
            let apart = apart - i64::from(from[axis]);
            match is_joined && 2 * apart.abs() > count {
                true => apart - count * apart.signum(),
                false => apart,
            }
        })
    }

    /// What a body of this many columns and rows covers.
    pub(super) fn cover(&self, side: u32) -> Cover {
        let ([columns, rows, _], width) = (self.size, self.width());
        let mut cover = Cover::along([(side, 1), (side, width), (1, 0)]);
        if self.wrap.columns {
            cover = cover.joined(0, Ring { of: width, first: 1, length: columns });
        }
        if self.wrap.rows {
            cover = cover.joined(1, Ring { of: rows + 1, first: 1, length: rows });
        }
        cover
    }

    /// Whether a body of this many columns and rows would neither leave the map, apart from holes, nor
    /// meet itself round it.
    pub(super) fn fits(&self, node: NodeId, side: u32) -> bool {
        let ([columns, rows, _], [column, row, _]) = (self.size, self.split(node));
        let fits = |at: u32, count: u32, is_joined: bool| {
            at > 0 && at <= count && side <= count && (is_joined || at + side <= count + 1)
        };
        fits(column, columns, self.wrap.columns) && fits(row, rows, self.wrap.rows)
    }

    /// The places from which a body of this many columns and rows may cover a tile of `rect`.
    pub(super) fn covering(&self, rect: CellRect, side: u32) -> Vec<NodeId> {
        let ([columns, rows, _], period) = (self.size, self.size[1] + 1);
        let before = |at: u32, count: u32, is_joined: bool| {
            let steps = if (1..=count).contains(&at) { side.min(count) } else { 0 };
            (0..steps).filter_map(move |step| match step < at {
                true => Some(at - step),
                false => is_joined.then(|| at + count - step),
            })
        };
        let across: BTreeSet<u32> = (rect.x..rect.x + rect.width)
            .flat_map(|column| before(column, columns, self.wrap.columns))
            .collect();
        let down: BTreeSet<u32> = (rect.y..rect.y + rect.height)
            .flat_map(|line| {
                let row = line % period;
                before(row, rows, self.wrap.rows).map(move |above| line - row + above)
            })
            .collect();
        let place = |line: u32, column: &u32| NodeId::new(line * self.width() + column);
        let row = |line| across.iter().map(move |column| place(line, column));
        down.into_iter().flat_map(row).collect()
    }

    /// The numbers of columns and rows between two cells, ignoring floors; the shorter way round
    /// where the map wraps.
    pub(super) fn apart(&self, from: NodeId, to: NodeId) -> [u32; 2] {
        let ([ax, ay, _], [bx, by, _]) = (self.split(from), self.split(to));
        let round = |gap: u32, count: u32, is_joined: bool| {
            if is_joined { gap.min(count.saturating_sub(gap)) } else { gap }
        };
        let [columns, rows, _] = self.size;
        [
            round(ax.abs_diff(bx), columns, self.wrap.columns),
            round(ay.abs_diff(by), rows, self.wrap.rows),
        ]
    }
}
