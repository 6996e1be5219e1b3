//! Tables of all distances on a map of a few cells: small enough to be computed for every possible
//! map.
//!
//! The rules of movement are stated a second time, for maps of blocked cells and of cells that
//! connect only to cells of the same class, so that [`world`](crate::world) and this file check
//! each other.

use crate::generate::{BLOCKED, GenMap};
use crate::judge::Walk;
use crate::square::{Corners, Neighbours};

/// The distance between cells that are not connected.
pub const NONE: u32 = u32::MAX / 4;

/// The maximum number of cells of a map.
const MOST: usize = 20;

/// All arcs and distances of one small map.
pub struct Tiny {
    cells: usize,
    arc: [[u32; MOST]; MOST],
    distance: [[u32; MOST]; MOST],
}

impl Tiny {
    /// The tables of `map`, on which steps connect cells of the same class, except blocked cells.
    ///
    /// # Panics
    ///
    /// If the map has more than twenty cells.
    pub fn new(
        map: &GenMap,
        neighbours: Neighbours,
        corners: Corners,
        straight: u32,
        diagonal: u32,
    ) -> Tiny {
        let (width, height) = (map.width as i32, map.height as i32);
        let cells = map.classes.len();
        assert!(cells <= MOST, "at most {MOST} cells");
        let class = |x: i32, y: i32| {
            let is_inside = (0..width).contains(&x) && (0..height).contains(&y);
            if is_inside { map.classes[(y * width + x) as usize] } else { BLOCKED }
        };
        let free = |x: i32, y: i32| class(x, y) != BLOCKED;
        let mut arc = [[NONE; MOST]; MOST];
        for (from, arcs) in arc.iter_mut().enumerate().take(cells) {
            for (to, arc) in arcs.iter_mut().enumerate().take(cells) {
                let (x, y) = (from as i32 % width, from as i32 / width);
                let (tx, ty) = (to as i32 % width, to as i32 / width);
                let (dx, dy) = ((tx - x).abs(), (ty - y).abs());
                if !free(x, y) || class(tx, ty) != class(x, y) {
                    continue;
                }
                let like = |at: i32, other: i32| class(at, other) == class(x, y);
                if dx + dy == 1 {
                    *arc = straight;
                }
                if dx == 1 && dy == 1 && neighbours == Neighbours::Eight {
                    let sides = u8::from(like(x, ty)) + u8::from(like(tx, y));
                    let needed = match corners {
                        Corners::Never => 2,
                        Corners::OneFree => 1,
                        Corners::Always => 0,
                    };
                    if sides >= needed {
                        *arc = diagonal;
                    }
                }
            }
        }
        let mut distance = arc;
        for (cell, row) in distance.iter_mut().enumerate().take(cells) {
            if free(cell as i32 % width, cell as i32 / width) {
                row[cell] = 0;
            }
        }
        close(&mut distance, cells);
        Tiny { cells, arc, distance }
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// The distance, or [`NONE`].
    pub fn distance(&self, from: usize, to: usize) -> u32 {
        self.distance[from][to]
    }

    /// Checks that the walk is a cheapest one.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn check_cheapest(&self, from: usize, to: usize, walk: &Walk) -> Result<(), String> {
        self.check_walk(from, to, walk)?;
        let least = u64::from(self.distance[from][to]);
        if walk.1 != least {
            return Err(format!("costs {}, the table says {least}", walk.1));
        }
        Ok(())
    }

    /// Checks that the walk has the fewest steps.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn check_fewest(&self, from: usize, to: usize, walk: &Walk) -> Result<(), String> {
        self.check_walk(from, to, walk)?;
        // Breadth first over the table of arcs, one set of cells at a time.
        let (mut seen, mut steps) = (1_u32 << from, 0);
        while seen >> to & 1 == 0 {
            let reached = |cell: &usize| {
                (0..self.cells).any(|at| seen >> at & 1 == 1 && self.arc[at][*cell] != NONE)
            };
            let next = (0..self.cells).filter(reached).fold(seen, |set, cell| set | 1_u32 << cell);
            if next == seen {
                return Err("a path where there is none".to_owned());
            }
            (seen, steps) = (next, steps + 1);
        }
        if walk.0.len() != steps + 1 {
            return Err(format!("{} steps, {steps} are enough", walk.0.len() - 1));
        }
        Ok(())
    }

    /// Checks that the walk follows arcs and costs what it states.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn check_walk(&self, from: usize, to: usize, walk: &Walk) -> Result<(), String> {
        let (nodes, cost) = walk;
        if nodes.first() != Some(&from) || nodes.last() != Some(&to) {
            return Err("begins or ends elsewhere".to_owned());
        }
        if self.distance[from][from] == NONE {
            return Err("the start is blocked".to_owned());
        }
        let mut sum = 0;
        for pair in nodes.windows(2) {
            let arc = self.arc[pair[0]][pair[1]];
            if arc == NONE {
                return Err(format!("no arc leads from {} to {}", pair[0], pair[1]));
            }
            sum += u64::from(arc);
        }
        if sum != *cost {
            return Err(format!("says {cost} ticks, its arcs add up to {sum}"));
        }
        Ok(())
    }
}

/// The Floyd–Warshall algorithm.
fn close(distance: &mut [[u32; MOST]; MOST], cells: usize) {
    for middle in 0..cells {
        let through = distance[middle];
        for row in distance.iter_mut().take(cells) {
            let first = row[middle];
            if first == NONE {
                continue;
            }
            for (known, second) in row.iter_mut().zip(through).take(cells) {
                *known = (*known).min(first + second).min(NONE);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{media_patterns, wall_patterns};
    use crate::reference::bellman_ford;
    use crate::square::SquareWorld;
    use crate::world::arcs;

    #[test]
    fn both_ways_to_write_the_rules_agree() {
        for corners in [Corners::Never, Corners::OneFree, Corners::Always] {
            for neighbours in [Neighbours::Four, Neighbours::Eight] {
                for map in wall_patterns(3, 3).chain(media_patterns(3, 2)) {
                    let tiny = Tiny::new(&map, neighbours, corners, 10, 14);
                    let world = SquareWorld::from_classes(&map, neighbours, corners, 10, 14);
                    let arcs = arcs(&world);
                    let cells = tiny.cells();
                    for from in (0..cells).filter(|&cell| world.cells[cell].factor > 0) {
                        let expected = bellman_ford(cells, &arcs, from);
                        for (to, &expected) in expected.iter().enumerate() {
                            let found = tiny.distance(from, to);
                            let found = (found != NONE).then_some(u64::from(found));
                            assert_eq!(found, expected, "{from} to {to}\n{map}");
                        }
                    }
                }
            }
        }
    }
}
