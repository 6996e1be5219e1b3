//! Units by the cell that contains them.

use super::cells::{Cells, ones};
use super::ground::Ground;
use super::plane::Point;

/// No unit, in arrays only.
pub(super) const NOBODY: u32 = u32::MAX;

/// The units of each cell as linked lists; moving a unit is O(units of its cell).
#[derive(Clone, Debug)]
pub(super) struct Near {
    first: Vec<u32>,
    next: Vec<u32>,
    /// The cells that have units. Most cells around a unit are empty, and this is much less memory to
    /// look at than their lists.
    taken: Cells,
}

impl Near {
    /// The lists for all units at their positions.
    pub(super) fn of(ground: &Ground, positions: &[Point]) -> Self {
        let (first, next) = (vec![NOBODY; ground.cell_count()], Vec::new());
        let mut near = Near { first, next, taken: Cells::default() };
        near.taken.clear(ground);
        positions.iter().for_each(|&point| near.push(ground.cell_index(point)));
        near
    }

    /// Adds one more unit in `cell`.
    pub(super) fn push(&mut self, cell: usize) {
        let unit = self.next.len() as u32;
        self.next.push(NOBODY);
        self.link(unit, cell);
    }

    /// Moves a unit to another cell.
    pub(super) fn step(&mut self, unit: u32, from: usize, to: usize) {
        if from == to {
            return;
        }
        self.unlink(unit, from);
        self.link(unit, to);
    }

    /// Removes a unit; the last one, in `last_cell`, gets its number.
    pub(super) fn remove(&mut self, unit: u32, cell: usize, last_cell: usize) {
        self.unlink(unit, cell);
        let last = self.next.len() as u32 - 1;
        if unit != last {
            self.unlink(last, last_cell);
            self.link(unit, last_cell);
        }
        self.next.pop();
    }

    fn link(&mut self, unit: u32, cell: usize) {
        self.next[unit as usize] = self.first[cell];
        self.first[cell] = unit;
        self.taken.insert(cell);
    }

    fn unlink(&mut self, unit: u32, cell: usize) {
        let behind = self.next[unit as usize];
        match self.before(unit, cell) {
            None => {
                self.first[cell] = behind;
                if behind == NOBODY {
                    self.taken.remove(cell);
                }
            }
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
        self.taken.any_row(ground, point, reach, |from, taken| {
            ones(taken).any(|bit| self.members(from + bit).any(&mut is_wanted))
        })
    }

    /// The cells that have units.
    pub(super) fn taken(&self) -> &Cells {
        &self.taken
    }

    /// The units of a cell.
    #[inline(always)]
    pub(super) fn members(&self, cell: usize) -> impl Iterator<Item = u32> {
        let first = Some(self.first[cell]).filter(|&unit| unit != NOBODY);
        std::iter::successors(first, |&unit| {
            Some(self.next[unit as usize]).filter(|&next| next != NOBODY)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crowd::plane::CELL;
    use astride::base::Random;
    use astride::shapes::square::{Grid, Mover};

    #[test]
    fn units_are_visited_once_in_every_cell_within_reach_and_no_other() {
        let mut dice = Random::new(7);
        for lot in 0..200 {
            let [width, height] = [1 + dice.below(150), 1 + dice.below(9)];
            let grid = Grid::new(width, height, b'.').unwrap();
            let ground = Ground::new(&grid.seen_by(&Mover::walker())).unwrap();
            let mut point = || [width, height].map(|side| dice.below(side) as i32 * CELL);
            let mut units: Vec<Point> = (0..8 + lot % 33).map(|_| point()).collect();
            let mut near = Near::of(&ground, &units);
            for round in 0..30 {
                let (unit, to, eye, far) = (round % units.len(), point(), point(), point());
                let cells = [units[unit], to].map(|at| ground.cell_index(at));
                if round % 4 == 3 {
                    let last = ground.cell_index(*units.last().unwrap());
                    near.remove(unit as u32, cells[0], last);
                    units.swap_remove(unit);
                } else {
                    near.step(unit as u32, cells[0], cells[1]);
                    units[unit] = to;
                }
                let reach = far[0] / CELL % 90;
                let mut found = Vec::new();
                near.for_each(&ground, eye, reach, |unit| found.push(unit));
                let cell = |unit: &u32| ground.cell_index(units[*unit as usize]);
                assert!(found.is_sorted_by_key(cell), "row by row");
                found.sort_unstable();
                let is_near = |at: &Point| (0..2).all(|i| (at[i] - eye[i]).abs() <= reach * CELL);
                let ids = (0..).zip(&units).filter(|(_, at)| is_near(at));
                assert_eq!(found, ids.map(|(id, _)| id).collect::<Vec<u32>>());
            }
        }
    }
}
