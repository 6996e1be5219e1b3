//! Line of sight, decided cell by cell from its definition.
//!
//! A straight line joins the centres of two cells. It enters every cell that has corners strictly
//! on both sides of it. Consecutive cells on the line share a side, or only a corner that the line
//! passes through. The line is walkable if each of these steps is possible and all cells have the
//! terrain factor of the first. Without diagonal steps the line passes a corner by one of the two
//! ways round it.

use crate::square::{Cell, Neighbours, SquareWorld};
use crate::world::arcs;
use std::collections::BTreeSet;

/// A world in which lines of sight are tested.
pub struct Sight {
    world: SquareWorld,
    steps: BTreeSet<(usize, usize)>,
}

impl Sight {
    /// Prepares for many lines in one world. Links do not help a line.
    pub fn new(world: &SquareWorld) -> Sight {
        let world = SquareWorld { links: Vec::new(), ..world.clone() };
        let steps = arcs(&world).into_iter().map(|(from, to, _)| (from, to)).collect();
        Sight { world, steps }
    }

    /// Whether the straight line is walkable.
    pub fn sees(&self, from: Cell, to: Cell) -> bool {
        let factor = |cell: Cell| self.world.cells[self.world.index(cell)].factor;
        let cells = cells_on_line(from, to);
        factor(from) > 0
            && cells.iter().all(|&cell| factor(cell) == factor(from))
            && cells.windows(2).all(|pair| self.may_pass(pair[0], pair[1]))
    }

    fn may_step(&self, from: Cell, to: Cell) -> bool {
        self.steps.contains(&(self.world.index(from), self.world.index(to)))
    }

    fn may_pass(&self, from: Cell, to: Cell) -> bool {
        let at_corner = from.0 != to.0 && from.1 != to.1;
        if at_corner && self.world.neighbours == Neighbours::Four {
            let around = [(to.0, from.1), (from.0, to.1)];
            return around.iter().any(|&by| self.may_step(from, by) && self.may_step(by, to));
        }
        self.may_step(from, to)
    }
}

/// The cells that the line between two centres enters, in order.
pub fn cells_on_line(from: Cell, to: Cell) -> Vec<Cell> {
    let signed = |cell: Cell| (cell.0 as i64, cell.1 as i64);
    let ((ax, ay), (bx, by)) = (signed(from), signed(to));
    // In half cells, so that centres and corners are integers: centres are at 2x + 1, corners at
    // 2x.
    let side = |x: i64, y: i64| {
        let (dx, dy) = (2 * (bx - ax), 2 * (by - ay));
        dx * (y - 2 * ay - 1) - dy * (x - 2 * ax - 1)
    };
    let mut cells = Vec::new();
    for y in ay.min(by)..=ay.max(by) {
        for x in ax.min(bx)..=ax.max(bx) {
            let corners = [(0, 0), (2, 0), (0, 2), (2, 2)];
            let sides = corners.map(|(right, down)| side(2 * x + right, 2 * y + down));
            let is_crossed = sides.iter().any(|&s| s > 0) && sides.iter().any(|&s| s < 0);
            if is_crossed || (ax, ay) == (bx, by) {
                cells.push((x as usize, y as usize));
            }
        }
    }
    cells.sort_by_key(|cell| cell.0.abs_diff(from.0) + cell.1.abs_diff(from.1));
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_enter_what_they_cross() {
        assert_eq!(cells_on_line((2, 2), (2, 2)), [(2, 2)]);
        assert_eq!(cells_on_line((0, 0), (2, 2)), [(0, 0), (1, 1), (2, 2)]);
        assert_eq!(cells_on_line((3, 1), (0, 1)), [(3, 1), (2, 1), (1, 1), (0, 1)]);
        assert_eq!(cells_on_line((0, 0), (3, 1)), [(0, 0), (1, 0), (2, 1), (3, 1)]);
        assert_eq!(cells_on_line((0, 0), (1, 2)), [(0, 0), (0, 1), (1, 1), (1, 2)]);
    }

    #[test]
    fn neighbours_on_a_line_touch() {
        for at in 0..2401 {
            let [a, b] = [(at % 7, at / 7 % 7), (at / 49 % 7, at / 343)];
            let cells = cells_on_line(a, b);
            assert_eq!((cells[0], cells[cells.len() - 1]), (a, b));
            for pair in cells.windows(2) {
                let (dx, dy) = (pair[0].0.abs_diff(pair[1].0), pair[0].1.abs_diff(pair[1].1));
                assert!(dx.max(dy) == 1, "{a:?} to {b:?}: {cells:?}");
            }
        }
    }
}
