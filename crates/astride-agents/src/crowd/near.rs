//! Units by the cell that contains them.

use super::ground::{Ground, cell_of};
use super::plane::Point;

/// No unit, in arrays only.
pub(super) const NOBODY: u32 = u32::MAX;

/// The units of each cell as linked lists; moving a unit is O(units of its cell).
#[derive(Clone, Debug)]
pub(super) struct Near {
    first: Vec<u32>,
    next: Vec<u32>,
}

impl Near {
    pub(super) fn new(cells: usize) -> Self {
        Near { first: vec![NOBODY; cells], next: Vec::new() }
    }

    /// The lists for all units at their positions.
    pub(super) fn of(ground: &Ground, positions: &[Point]) -> Self {
        let mut near = Near::new(ground.cell_count());
        positions.iter().for_each(|&point| near.push(ground.cell_index(point)));
        near
    }

    /// Adds one more unit in `cell`.
    pub(super) fn push(&mut self, cell: usize) {
        let unit = self.next.len() as u32;
        self.next.push(self.first[cell]);
        self.first[cell] = unit;
    }

    /// Moves a unit to another cell.
    pub(super) fn step(&mut self, unit: u32, from: usize, to: usize) {
        if from == to {
            return;
        }
        self.unlink(unit, from);
        self.next[unit as usize] = self.first[to];
        self.first[to] = unit;
    }

    /// Removes a unit; the last one, in `last_cell`, gets its number.
    pub(super) fn remove(&mut self, unit: u32, cell: usize, last_cell: usize) {
        self.unlink(unit, cell);
        let last = self.next.len() as u32 - 1;
        if unit != last {
            self.unlink(last, last_cell);
            self.next[unit as usize] = self.first[last_cell];
            self.first[last_cell] = unit;
        }
        self.next.pop();
    }

    fn unlink(&mut self, unit: u32, cell: usize) {
        let behind = self.next[unit as usize];
        match self.before(unit, cell) {
            None => self.first[cell] = behind,
            Some(before) => self.next[before as usize] = behind,
        }
    }

    fn before(&self, unit: u32, cell: usize) -> Option<u32> {
        let mut before = None;
        let mut at = self.first[cell];
        while at != unit {
            before = Some(at);
            at = self.next[at as usize];
        }
        before
    }

    /// Calls `visit` with each unit in the square of cells that extends `reach` cells from the cell
    /// of `point`.
    #[inline]
    pub(super) fn for_each(
        &self,
        ground: &Ground,
        point: Point,
        reach: i32,
        mut visit: impl FnMut(u32),
    ) {
        self.any(ground, point, reach, |unit| {
            visit(unit);
            false
        });
    }

    /// Whether one of these units satisfies `is_wanted`; asks no further then.
    #[inline]
    pub(super) fn any(
        &self,
        ground: &Ground,
        point: Point,
        reach: i32,
        mut is_wanted: impl FnMut(u32) -> bool,
    ) -> bool {
        let [x, y] = cell_of(point);
        let [width, height] = ground.size().map(|side| side as i32);
        let columns = (x - reach).max(0)..(x + reach + 1).min(width);
        for row in (y - reach).max(0)..(y + reach + 1).min(height) {
            let begin = (row * width) as usize;
            let cells = begin + columns.start as usize..begin + columns.end as usize;
            for &first in &self.first[cells] {
                let mut unit = first;
                while unit != NOBODY {
                    if is_wanted(unit) {
                        return true;
                    }
                    unit = self.next[unit as usize];
                }
            }
        }
        false
    }
}
