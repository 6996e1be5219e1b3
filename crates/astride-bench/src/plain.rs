//! A grid as a newcomer would write it: one `bool` per cell and the rule of movement in ten lines.
//!
//! The peers search on it, and it checks distance fields; it shares nothing with the engine.

use astride::base::{Cell, Cost};

use crate::maps::Map;
use crate::rules::Rule;

/// Ticks of a straight step.
pub(crate) const STRAIGHT: u32 = 13_860;
/// Ticks of a diagonal step.
pub(crate) const DIAGONAL: u32 = 19_601;

/// A cell as `(x, y)`.
pub(crate) type Place = (i32, i32);

pub(crate) fn place(cell: Cell) -> Place {
    (cell.x as i32, cell.y as i32)
}

const STEPS: [(i32, i32); 8] =
    [(0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1)];

/// Free and blocked cells, and the rule of movement.
pub(crate) struct PlainGrid {
    width: i32,
    height: i32,
    free: Vec<bool>,
    steps: &'static [(i32, i32)],
    cuts_corners: bool,
}

impl PlainGrid {
    /// The land of a map: what a walker that does not swim can stand on.
    pub(crate) fn land_of(map: &Map, rule: Rule) -> Self {
        let (width, height) = (map.grid.width(), map.grid.height());
        let rows = (0..height).filter_map(|y| map.grid.row(y));
        let free = rows.flatten().map(|class| matches!(class, b'.' | b'G' | b'S')).collect();
        let steps = if rule == Rule::Four { &STEPS[..4] } else { &STEPS[..] };
        let cuts_corners = rule == Rule::FreeDiagonals;
        PlainGrid { width: width as i32, height: height as i32, free, steps, cuts_corners }
    }

    pub(crate) fn size(&self) -> (usize, usize) {
        (self.width as usize, self.height as usize)
    }

    pub(crate) fn cell_count(&self) -> usize {
        self.free.len()
    }

    pub(crate) fn index(&self, (x, y): Place) -> usize {
        (y * self.width + x) as usize
    }

    pub(crate) fn place(&self, index: usize) -> Place {
        (index as i32 % self.width, index as i32 / self.width)
    }

    #[inline]
    pub(crate) fn is_free(&self, (x, y): Place) -> bool {
        x >= 0 && y >= 0 && x < self.width && y < self.height && self.free[self.index((x, y))]
    }

    /// Every step from a free cell, with its cost.
    #[inline]
    pub(crate) fn steps_from(&self, (x, y): Place) -> impl Iterator<Item = (Place, u32)> + '_ {
        self.steps.iter().filter_map(move |&(dx, dy)| {
            let to = (x + dx, y + dy);
            if dx == 0 || dy == 0 {
                return self.is_free(to).then_some((to, STRAIGHT));
            }
            let is_open = self.is_free(to)
                && (self.cuts_corners || self.is_free((x + dx, y)) && self.is_free((x, y + dy)));
            is_open.then_some((to, DIAGONAL))
        })
    }

    /// The cost of a step, if there is one.
    pub(crate) fn step(&self, from: Place, to: Place) -> Option<Cost> {
        let is_found = |&(other, _): &(Place, u32)| other == to;
        self.is_free(from)
            .then(|| self.steps_from(from).find(is_found))?
            .map(|(_, cost)| cost.into())
    }

    /// Breadth-first search with an array as queue: the fewest steps to every cell, `u32::MAX`
    /// where none lead. The fewest steps are also the cheapest path where there are no diagonals.
    pub(crate) fn breadth_first(&self, source: Place, steps: &mut Vec<u32>, queue: &mut Vec<u32>) {
        steps.clear();
        steps.resize(self.cell_count(), u32::MAX);
        queue.clear();
        if self.is_free(source) {
            steps[self.index(source)] = 0;
            queue.push(self.index(source) as u32);
        }
        let mut next = 0;
        while let Some(&index) = queue.get(next) {
            next += 1;
            let further = steps[index as usize] + 1;
            for (to, _) in self.steps_from(self.place(index as usize)) {
                let to = self.index(to);
                if steps[to] == u32::MAX {
                    steps[to] = further;
                    queue.push(to as u32);
                }
            }
        }
    }
}

/// The cost between two cells if nothing were in the way.
#[inline]
pub(crate) fn octile(from: Place, to: Place) -> u32 {
    let (dx, dy) = (from.0.abs_diff(to.0), from.1.abs_diff(to.1));
    let (less, more) = if dx < dy { (dx, dy) } else { (dy, dx) };
    less * DIAGONAL + (more - less) * STRAIGHT
}

#[cfg(test)]
mod tests {
    use astride::shapes::square::Grid;

    use super::*;
    use crate::verdict::{Step, walk};

    #[test]
    fn a_path_is_walked_by_the_rule() {
        let grid = Grid::from_classes(2, 2, b".@..").expect("a whole map");
        let map = Map { name: "tiny".to_owned(), grid };
        let ends = [(0, 0), (1, 1)].map(Cell::from);
        let cost = |rule, path: &[Place]| {
            let plain = PlainGrid::land_of(&map, rule);
            walk(path, ends, &(Box::new(move |from, to| plain.step(from, to)) as Step<'_>))
        };
        let (round, straight) = ([(0, 0), (0, 1), (1, 1)], [(0, 0), (1, 1)]);
        for rule in Rule::ALL {
            assert_eq!(cost(rule, &round), Ok(2 * 13_860));
        }
        assert_eq!(cost(Rule::FreeDiagonals, &straight), Ok(19_601));
        assert!(cost(Rule::NoCorners, &straight).is_err());
        assert!(cost(Rule::Four, &straight).is_err());
        assert!(cost(Rule::Four, &round[..2]).unwrap_err().contains("does not lead"));
        assert!(cost(Rule::Four, &[]).is_err());
        assert!(cost(Rule::FreeDiagonals, &[(0, 0), (1, 0), (1, 1)]).is_err(), "blocked");
    }
}
