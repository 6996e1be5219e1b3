//! Maps and worlds generated from a seed; the same seed gives the same map on every machine.
//!
//! Maps are letters as in [`SquareWorld::from_classes`](crate::square::SquareWorld::from_classes),
//! and every size is a parameter. Unless stated otherwise, two free cells need not be connected.

mod caves;
mod long;
mod maze;
mod rich;
mod rooms;
mod scatter;
mod terrain;
mod tiny;

pub use caves::caves;
pub use long::{comb, spiral};
pub use maze::{looped_maze, perfect_maze};
pub use rich::{fenced_world, rich_world};
pub use rooms::rooms;
pub use scatter::{random_classes, random_obstacles, rectangles};
pub use terrain::terrain;
pub use tiny::{media_patterns, wall_patterns};

use std::fmt;

/// The class of a free cell.
pub const FREE: u8 = b'.';
/// The class of a blocked cell.
pub const BLOCKED: u8 = b'@';
/// The class of water, which connects only to water.
pub const WATER: u8 = b'W';

/// A map of one letter per cell: `.` and `G` are ground, `S` swamp, `W` water, `T` trees, `@`
/// blocked, and digits ground with that cost factor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GenMap {
    /// Number of columns.
    pub width: usize,
    /// Number of rows.
    pub height: usize,
    /// The letters, row by row from the top left; `width * height` of them.
    pub classes: Vec<u8>,
}

impl GenMap {
    /// A map with a single class.
    pub fn filled(width: usize, height: usize, class: u8) -> GenMap {
        GenMap { width, height, classes: vec![class; width * height] }
    }

    /// Reads a drawing with one line per row; spaces around lines and empty lines are ignored.
    /// `None` if the lines differ in length.
    pub fn from_drawing(drawing: &str) -> Option<GenMap> {
        let rows: Vec<&str> =
            drawing.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let width = rows.first().map_or(0, |row| row.len());
        if rows.iter().any(|row| row.len() != width) {
            return None;
        }
        Some(GenMap { width, height: rows.len(), classes: rows.concat().into_bytes() })
    }

    /// The class at column `x` and row `y`.
    ///
    /// # Panics
    ///
    /// If the cell lies outside the map.
    pub fn at(&self, x: usize, y: usize) -> u8 {
        assert!(x < self.width && y < self.height, "cell inside the map");
        self.classes[y * self.width + x]
    }

    /// Writes the class at column `x` and row `y`.
    ///
    /// # Panics
    ///
    /// If the cell lies outside the map.
    pub fn set(&mut self, x: usize, y: usize, class: u8) {
        assert!(x < self.width && y < self.height, "cell inside the map");
        self.classes[y * self.width + x] = class;
    }

    /// A hash of size and classes (FNV-1a, 64 bits), to pin a map in a test.
    pub fn fingerprint(&self) -> u64 {
        let sizes = [self.width as u64, self.height as u64];
        let bytes = sizes.iter().flat_map(|size| size.to_le_bytes());
        bytes.chain(self.classes.iter().copied()).fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        })
    }
}

impl fmt::Display for GenMap {
    /// Draws the map, one line per row.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in 0..self.height {
            let row: String = (0..self.width).map(|x| char::from(self.at(x, y))).collect();
            writeln!(f, "{row}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::reference::fewest_steps;
    use crate::square::{Corners, Neighbours, SquareWorld};
    use crate::world::arcs;

    /// How many cells the first free cell in reading order reaches by straight steps, and how many
    /// free cells there are.
    pub(crate) fn reach(map: &GenMap) -> (usize, usize) {
        let world = SquareWorld::from_classes(map, Neighbours::Four, Corners::Never, 1, 1);
        let free = world.cells.iter().filter(|cell| cell.factor > 0).count();
        let Some(first) = world.cells.iter().position(|cell| cell.factor > 0) else {
            return (0, 0);
        };
        let steps = fewest_steps(world.cells.len(), &arcs(&world), first);
        (steps.iter().flatten().count(), free)
    }

    pub(crate) fn check(map: &GenMap, drawing: &str) {
        let expected = GenMap::from_drawing(drawing).expect("a rectangular drawing");
        assert_eq!(map, &expected, "got\n{map}expected\n{expected}");
    }

    #[test]
    fn drawings_come_back() {
        let map = GenMap::from_drawing("..@\n W1.").expect("a rectangular drawing");
        assert_eq!((map.width, map.height, map.at(2, 0), map.at(0, 1)), (3, 2, b'@', b'W'));
        assert_eq!(map.to_string(), "..@\nW1.\n");
        assert_eq!(GenMap::from_drawing("..\n."), None);
    }

    #[test]
    fn shape_belongs_to_the_fingerprint() {
        let (wide, high) = (GenMap::filled(4, 1, FREE), GenMap::filled(1, 4, FREE));
        assert_ne!(wide.fingerprint(), high.fingerprint());
    }

    #[test]
    fn every_generator_stands_small_sizes() {
        for width in 0..6 {
            for height in 0..6 {
                let maps = [
                    caves(1, width, height, 45, 3),
                    spiral(width, height),
                    comb(width, height),
                    perfect_maze(1, width, height),
                    looped_maze(1, width, height, 3),
                    rooms(1, width, height, 2, 50),
                    random_classes(1, width, height, b".@W"),
                    random_obstacles(1, width, height, 30),
                    rectangles(1, width, height, 3, 2),
                    terrain(1, width, height, 2, 5),
                ];
                for map in maps {
                    assert_eq!(map.classes.len(), width * height);
                }
                assert_eq!(rich_world(1, width, height).cells.len(), width * height);
            }
        }
    }

    #[test]
    fn maps_are_pinned() {
        let pins = [
            (caves(7, 40, 30, 45, 4), 0x005a_5012_2458_1473),
            (spiral(40, 30), 0x58d7_94bd_2c5e_7413),
            (comb(40, 30), 0x2d2a_8c18_dc7c_40d3),
            (perfect_maze(7, 41, 31), 0x4524_7d62_d68c_13af),
            (looped_maze(7, 41, 31, 40), 0x296f_6323_e14a_400f),
            (rooms(7, 41, 31, 7, 70), 0xad50_c934_f14b_884f),
            (random_classes(7, 40, 30, b".@WST19"), 0x95f7_6af7_f4da_ce66),
            (random_obstacles(7, 40, 30, 35), 0xd97c_b9ae_5a50_a3dd),
            (rectangles(7, 40, 30, 20, 8), 0xec44_64f8_74c4_fd93),
            (terrain(7, 40, 30, 8, 9), 0x9c12_3b98_e7db_917c),
        ];
        let found: Vec<u64> = pins.iter().map(|pin| pin.0.fingerprint()).collect();
        let expected: Vec<u64> = pins.iter().map(|pin| pin.1).collect();
        assert_eq!(found, expected, "got {found:#018x?}");
    }
}
