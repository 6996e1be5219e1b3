//! One level: the positions of its clusters, and for each its nodes and the costs between them.

use crate::base::{Cell, CellRect, Cost, Dir};

/// No path inside the cluster.
pub(super) const NO_WAY: u32 = u32::MAX;

/// All clusters of one size.
///
/// A cluster of `k` nodes stores `k` cells in increasing order, `k` numbers that say which of its
/// nodes reach each other within the cluster one level up, and `k²` costs, `cost[from][to]`. If any
/// cost in the cluster is 2³² − 1 ticks or more, the upper halves of all costs follow, another `k²`
/// numbers.
#[derive(Clone, Debug)]
pub(super) struct Level {
    /// A cluster has `1 << shift` cells per side; those at the right and lower rim may have fewer.
    pub(super) shift: u32,
    pub(super) columns: u32,
    pub(super) rows: u32,
    slots: Vec<Slot>,
    words: Vec<u32>,
    /// Words that no cluster uses any more.
    wasted: usize,
}

/// Where the numbers of a cluster are stored.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    start: usize,
    room: u32,
    nodes: u16,
    is_wide: bool,
}

/// The numbers of one cluster.
#[derive(Clone, Copy)]
pub(super) struct Block<'a> {
    pub(super) cells: &'a [u32],
    pub(super) parts: &'a [u32],
    low: &'a [u32],
    high: &'a [u32],
}

impl<'a> Block<'a> {
    /// The cost between two nodes by their indices in the cluster, if there is a path inside.
    #[inline(always)]
    pub(super) fn cost(&self, from: usize, to: usize) -> Option<Cost> {
        let at = from * self.cells.len() + to;
        let low = self.low[at];
        if self.high.is_empty() {
            return (low != NO_WAY).then_some(Cost::from(low));
        }
        let high = self.high[at];
        (low & high != NO_WAY).then_some(Cost::from(high) << 32 | Cost::from(low))
    }

    /// The cells, and the lower and upper halves of all costs as stored.
    pub(super) fn raw(self) -> (&'a [u32], &'a [u32], &'a [u32]) {
        (self.cells, self.low, self.high)
    }

    /// The costs from a node to all, [`NO_WAY`] for none, if they fit in 32 bits.
    #[inline(always)]
    pub(super) fn row(&self, from: usize) -> Option<&[u32]> {
        let k = self.cells.len();
        self.high.is_empty().then(|| &self.low[from * k..(from + 1) * k])
    }

    /// The index of a cell among the nodes.
    #[inline(always)]
    pub(super) fn place(&self, cell: u32) -> Option<usize> {
        // For few nodes, linear search is faster than bisection.
        if self.cells.len() > 24 {
            return self.cells.binary_search(&cell).ok();
        }
        let place = self.cells.iter().position(|&other| other >= cell)?;
        (self.cells[place] == cell).then_some(place)
    }
}

/// Compares nodes and costs, wherever they are stored.
impl PartialEq for Level {
    fn eq(&self, other: &Self) -> bool {
        let is_same = |cluster: u32| {
            let (one, two) = (self.block(cluster), other.block(cluster));
            let k = one.cells.len();
            let mut pairs = (0..k * k).map(|at| (at / k, at % k));
            one.cells == two.cells
                && pairs.all(|(from, to)| one.cost(from, to) == two.cost(from, to))
        };
        (self.shift, self.columns, self.rows) == (other.shift, other.columns, other.rows)
            && (0..self.slots.len() as u32).all(is_same)
    }
}

impl Level {
    pub(super) fn new(width: u32, height: u32, shift: u32) -> Level {
        let (columns, rows) = (((width - 1) >> shift) + 1, ((height - 1) >> shift) + 1);
        let slots = vec![Slot::default(); columns as usize * rows as usize];
        Level { shift, columns, rows, slots, words: Vec::new(), wasted: 0 }
    }

    pub(super) fn cluster_count(&self) -> usize {
        self.slots.len()
    }

    pub(super) fn node_count(&self) -> usize {
        self.slots.iter().map(|slot| usize::from(slot.nodes)).sum()
    }

    pub(super) fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<Slot>() + self.words.capacity() * size_of::<u32>()
    }

    /// The cluster of a cell.
    #[inline(always)]
    pub(super) fn cluster_of(&self, cell: Cell) -> u32 {
        (cell.y >> self.shift) * self.columns + (cell.x >> self.shift)
    }

    /// The directions that lead out of the cluster of a cell, one bit per [`Dir`]; at the rim of
    /// the map they may lead off it.
    #[inline(always)]
    pub(super) fn outward(&self, cell: Cell) -> u8 {
        let last = (1 << self.shift) - 1;
        let (x, y) = (cell.x & last, cell.y & last);
        let side = |is_rim: bool, dir: Dir| match is_rim {
            true => dir.turned(7).bit() | dir.bit() | dir.turned(1).bit(),
            false => 0,
        };
        side(x == 0, Dir::W)
            | side(x == last, Dir::E)
            | side(y == 0, Dir::N)
            | side(y == last, Dir::S)
    }

    /// Column and row of a cluster.
    pub(super) fn place_of(&self, cluster: u32) -> (u32, u32) {
        (cluster % self.columns, cluster / self.columns)
    }

    /// The cells of a cluster on a map of this size.
    pub(super) fn rect(&self, cluster: u32, width: u32, height: u32) -> CellRect {
        let (column, row) = self.place_of(cluster);
        let (x, y) = (column << self.shift, row << self.shift);
        let side = 1 << self.shift;
        CellRect::new(x, y, side.min(width - x), side.min(height - y))
    }

    #[inline(always)]
    pub(super) fn block(&self, cluster: u32) -> Block<'_> {
        let slot = self.slots[cluster as usize];
        let k = usize::from(slot.nodes);
        let words = &self.words[slot.start..slot.start + words_of(k, slot.is_wide)];
        let (cells, rest) = words.split_at(k);
        let (parts, rest) = rest.split_at(k);
        let (low, high) = rest.split_at(k * k);
        Block { cells, parts, low, high }
    }

    /// Whether the reachability between nodes is the same as in another level with the same nodes.
    pub(super) fn has_parts_of(&self, other: &Level) -> bool {
        let is_same = |cluster| self.block(cluster).parts == other.block(cluster).parts;
        (0..self.slots.len() as u32).all(is_same)
    }

    /// Stores which nodes of a cluster reach each other.
    pub(super) fn set_parts(&mut self, cluster: u32, parts: &[u32]) {
        let slot = self.slots[cluster as usize];
        let start = slot.start + usize::from(slot.nodes);
        self.words[start..start + parts.len()].copy_from_slice(parts);
    }

    /// Stores nodes and costs, `Cost::MAX` for no path; returns whether they changed.
    pub(super) fn set(&mut self, cluster: u32, cells: &[u32], costs: &[Cost]) -> bool {
        debug_assert_eq!(costs.len(), cells.len() * cells.len());
        let k = cells.len();
        let limit = Cost::from(NO_WAY);
        let is_wide = costs.iter().any(|&cost| cost >= limit && cost != Cost::MAX);
        let before = self.slots[cluster as usize];
        let block = self.block(cluster);
        let is_same = || {
            let known = (0..k * k).map(|at| block.cost(at / k, at % k).unwrap_or(Cost::MAX));
            block.cells == cells && known.eq(costs.iter().copied())
        };
        if is_same() {
            return false;
        }
        let need = words_of(k, is_wide);
        let mut slot = Slot { nodes: k as u16, is_wide, ..before };
        if need > before.room as usize {
            self.wasted += before.room as usize;
            slot.start = self.words.len();
            slot.room = need as u32;
            self.words.resize(self.words.len() + need, 0);
        }
        let words = &mut self.words[slot.start..slot.start + need];
        words[..k].copy_from_slice(cells);
        for (at, &cost) in costs.iter().enumerate() {
            words[2 * k + at] = cost as u32;
            if is_wide {
                words[2 * k + k * k + at] = (cost >> 32) as u32;
            }
        }
        self.slots[cluster as usize] = slot;
        if self.wasted > self.words.len() / 2 + 4096 {
            self.compact();
        }
        true
    }

    /// Drops words that no cluster uses any more.
    pub(super) fn compact(&mut self) {
        let need = |slot: &Slot| words_of(usize::from(slot.nodes), slot.is_wide);
        let mut words = Vec::with_capacity(self.slots.iter().map(need).sum());
        for slot in &mut self.slots {
            let need = need(slot);
            let start = words.len();
            words.extend_from_slice(&self.words[slot.start..slot.start + need]);
            (slot.start, slot.room) = (start, need as u32);
        }
        (self.words, self.wasted) = (words, 0);
    }
}

fn words_of(nodes: usize, is_wide: bool) -> usize {
    nodes * (2 + nodes * (1 + usize::from(is_wide)))
}
