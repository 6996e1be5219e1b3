//! All discs at the beginning of a tick, cell by cell.
//!
//! A unit reads the position, the velocity and the radius of every unit around it, and is read by
//! about as many. Here these lie side by side, in the order in which [`Near`] visits them, and those
//! of neighbouring cells of a row are one slice.

use super::body::Unit;
use super::ground::Ground;
use super::near::Near;
use super::plane::Point;

/// What others see of a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Disc {
    pub(super) at: Point,
    pub(super) velocity: Point,
    pub(super) radius: i32,
    pub(super) unit: u32,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Discs {
    discs: Vec<Disc>,
    /// Where the discs of each cell begin; meaningless for cells without discs.
    begin: Vec<u32>,
    /// Where the discs of a cell end, in the entry where they begin.
    end: Vec<u32>,
}

impl Discs {
    /// Records where all units are. O(cells / 64 + units).
    pub(super) fn update(
        &mut self,
        ground: &Ground,
        near: &Near,
        units: &[Unit],
        positions: &[Point],
        velocities: &[Point],
    ) {
        self.discs.clear();
        self.begin.resize(ground.cell_count(), 0);
        self.end.resize(units.len(), 0);
        for cell in near.taken().iter() {
            let begin = self.discs.len();
            self.begin[cell] = begin as u32;
            self.discs.extend(near.members(cell).map(|unit| {
                let id = unit as usize;
                let (at, velocity, radius) = (positions[id], velocities[id], units[id].radius);
                Disc { at, velocity, radius, unit }
            }));
            self.end[begin] = self.discs.len() as u32;
        }
    }

    /// The disc with a number that [`for_each`](Self::for_each) gave.
    #[inline(always)]
    pub(super) fn get(&self, number: u32) -> &Disc {
        &self.discs[number as usize]
    }

    /// Calls `visit` with the number of each disc in the square of cells that extends `reach` cells
    /// from the cell of `point`, and the disc.
    #[inline(always)]
    pub(super) fn for_each(
        &self,
        near: &Near,
        ground: &Ground,
        point: Point,
        reach: i32,
        mut visit: impl FnMut(u32, &Disc),
    ) {
        near.taken().any_row(ground, point, reach, |from, taken| {
            let ends = [taken.trailing_zeros(), 63 - taken.leading_zeros()];
            let [first, last] = ends.map(|at| self.begin[from + at as usize]);
            let end = self.end[last as usize];
            for (number, disc) in (first..end).zip(&self.discs[first as usize..end as usize]) {
                visit(number, disc);
            }
            false
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crowd::plane::CELL;
    use astride::base::Random;
    use astride::shapes::square::{Grid, Mover};

    #[test]
    fn discs_are_visited_as_units_are() {
        let mut dice = Random::new(4);
        let mut discs = Discs::default();
        for _ in 0..200 {
            let [width, height] = [1 + dice.below(150), 1 + dice.below(9)];
            let grid = Grid::new(width, height, b'.').unwrap();
            let ground = Ground::new(&grid.seen_by(&Mover::walker())).unwrap();
            let mut point = || [width, height].map(|side| dice.below(side) as i32 * CELL);
            let mut positions: Vec<Point> = (0..60).map(|_| point()).collect();
            let velocities: Vec<Point> = (0..60).map(|_| point()).collect();
            let mut near = Near::of(&ground, &positions);
            let units: Vec<Unit> =
                (0..).zip(&positions).map(|(id, &at)| Unit::new(id, 1.0, at, 0)).collect();
            for (unit, at) in (0..40).zip(&mut positions) {
                let to = point();
                near.step(unit, ground.cell_index(*at), ground.cell_index(to));
                *at = to;
            }
            discs.update(&ground, &near, &units, &positions, &velocities);
            for reach in [0, 1, 2, 3, 90] {
                let (eye, mut seen, mut expected) = (point(), Vec::new(), Vec::new());
                discs.for_each(&near, &ground, eye, reach, |number, &disc| {
                    assert_eq!(*discs.get(number), disc);
                    seen.push(disc);
                });
                near.for_each(&ground, eye, reach, |unit| {
                    let id = unit as usize;
                    let (at, velocity, radius) = (positions[id], velocities[id], id as i32);
                    expected.push(Disc { at, velocity, radius, unit });
                });
                assert_eq!(seen, expected);
            }
        }
    }
}
