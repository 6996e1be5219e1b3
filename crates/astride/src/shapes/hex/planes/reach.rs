//! Ranges of movement by rings of bits.

use super::super::{HexDir, HexMap};
use super::map::HexPlanes;
use super::memory::HexPlaneMemory;
use crate::base::{Cost, NodeId};
use crate::search::{Reach, Reached, Scratch};

impl HexPlanes {
    /// Everything that can be reached from a hexagon at a cost of at most `max_cost` ticks, as
    /// [`reachable`](crate::search::reachable) finds it; of several predecessors at the same cost,
    /// the first by direction of the step is named, clockwise from the northeast.
    ///
    /// # Panics
    ///
    /// If it does not match the current state of `map`, or if `from` is off the map.
    ///
    /// # Complexity
    ///
    /// O(hexagons within reach), with one operation for up to 64 of a row.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::search::Scratch;
    /// use astride::shapes::hex::{HexLayout, HexMap, HexMover, HexPlanes};
    /// let map = HexMap::hexagon(HexLayout::Pointy, 9, b'.')?;
    /// let planes = HexPlanes::build(&map, &HexMover::walker())?;
    /// let from = map.node((2, 1)).unwrap();
    /// let reach = planes.reach(&map, from, 3 * 13_860, &mut Scratch::new());
    /// assert_eq!(reach.nodes().len(), 1 + 6 + 12 + 18);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn reach(
        &self,
        map: &HexMap,
        from: NodeId,
        max_cost: Cost,
        scratch: &mut Scratch,
    ) -> Reach {
        assert!(self.is_of(map), "the planes are of another revision than the map");
        assert!(from.index() < self.extent.tile_count(), "a node is off the map");
        let start = self.split(from);
        if !self.is_free(start) {
            return Reach::new(Vec::new(), self.revision());
        }
        let scratch: &mut HexPlaneMemory = scratch.part();
        let most = (max_cost / Cost::from(self.step)).min(Cost::from(u32::MAX)) as usize;
        let count = self.spread_rings(start, most, scratch);
        Reach::new(self.list(from, count, scratch), self.revision())
    }

    /// Ring by ring, notes the number of steps to each hexagon, and returns how many there are.
    fn spread_rings(&self, start: [i64; 2], most: usize, scratch: &mut HexPlaneMemory) -> usize {
        scratch.begin(self);
        let tiles = self.extent.tile_count();
        // Numbers of earlier ranges are below the base, so nothing has to be cleared.
        if scratch.steps.len() < tiles || u32::MAX - scratch.base <= tiles as u32 {
            scratch.steps.clear();
            scratch.steps.resize(tiles, 0);
            scratch.base = 1;
        }
        let [q, r] = start.map(|at| at as usize);
        scratch.touch(r, q / 64, q / 64);
        scratch.send(0, r, q / 64, [0, 1 << (q % 64), 0]);
        let mut count = 0;
        let last_row = self.extent.height as usize - 1;
        loop {
            let before = count;
            while let Some(row) = scratch.next_row(last_row) {
                count += self.ring(row, scratch.sweep < most, scratch);
            }
            if count == before || scratch.sweep == most {
                return count;
            }
            scratch.sweep += 1;
        }
    }

    /// Takes the hexagons of a ring in one row, and sends them on.
    #[inline(always)]
    fn ring(&self, row: usize, goes_on: bool, scratch: &mut HexPlaneMemory) -> usize {
        let (words, mut count) = (scratch.take_row(row), 0);
        scratch.touch(row, *words.start(), *words.end());
        for word in words {
            let at = row * self.words + word;
            *scratch.waiting(at) &= self.free[at] & !scratch.cells[at].seen;
            let new = scratch.accept(at);
            if new == 0 {
                continue;
            }
            let steps = scratch.base + scratch.sweep as u32;
            let first = row * self.extent.width as usize + word * 64;
            each_bit(new, |bit| scratch.steps[first + bit] = steps);
            count += new.count_ones() as usize;
            if goes_on {
                scratch.send(1, row, word, [new, 0, new]);
                scratch.send(1, row + 1, word, [0, new, new]);
                scratch.send(1, row - 1, word, [new, new, 0]);
            }
        }
        count
    }

    /// The hexagons within reach in the order of their numbers.
    fn list(&self, from: NodeId, count: usize, scratch: &mut HexPlaneMemory) -> Vec<Reached> {
        let width = self.extent.width;
        let back = HexDir::ALL.map(|dir| {
            let (q, r) = dir.offset();
            -(r * width as i32 + q)
        });
        let (steps, base) = (&scratch.steps, scratch.base);
        let mut nodes = Vec::with_capacity(count);
        for (row, word) in scratch.touched() {
            let first = row as u32 * width + word as u32 * 64;
            each_bit(scratch.cells[row * self.words + word].seen, |bit| {
                let node = NodeId::new(first + bit as u32);
                let here = steps[node.index()];
                let before = |&by: &i32| {
                    let parent = NodeId::new(node.get().wrapping_add_signed(by));
                    (steps[parent.index()] == here - 1).then_some(parent)
                };
                let parent = if node == from { None } else { back.iter().find_map(before) };
                let cost = Cost::from(here - base) * Cost::from(self.step);
                nodes.push(Reached { node, cost, parent });
            });
        }
        // Above all numbers noted, so that none of them counts for the next range.
        scratch.base += scratch.sweep as u32 + 1;
        nodes
    }
}

/// Calls `visit` for each bit that is set, from the lowest.
#[inline(always)]
fn each_bit(mut bits: u64, mut visit: impl FnMut(usize)) {
    while bits != 0 {
        visit(bits.trailing_zeros() as usize);
        bits &= bits - 1;
    }
}
