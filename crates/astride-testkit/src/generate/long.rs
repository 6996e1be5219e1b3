//! Maps whose only path is as long as possible.

use super::{BLOCKED, FREE, GenMap};

/// One corridor that winds clockwise from the top left corner inward.
pub fn spiral(width: usize, height: usize) -> GenMap {
    let mut map = GenMap::filled(width, height, BLOCKED);
    if map.classes.is_empty() {
        return map;
    }
    let turns: [(i64, i64); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
    let (mut x, mut y, mut turn, mut turned) = (0, 0, 0, 0);
    map.set(0, 0, FREE);
    // Two turns without a step between them mean that the corridor has closed in on itself.
    while turned < 2 {
        let (dx, dy) = turns[turn];
        let ahead = class_at(&map, x + dx, y + dy);
        let beyond = class_at(&map, x + 2 * dx, y + 2 * dy);
        if ahead == Some(BLOCKED) && beyond != Some(FREE) {
            x += dx;
            y += dy;
            map.set(x as usize, y as usize, FREE);
            turned = 0;
        } else {
            turn = (turn + 1) % 4;
            turned += 1;
        }
    }
    map
}

/// Columns joined alternately at the bottom and at the top: one corridor that runs up and down.
///
/// Every second column is a wall with a gap of one cell, the first gap at the bottom.
pub fn comb(width: usize, height: usize) -> GenMap {
    let mut map = GenMap::filled(width, height, FREE);
    for x in (1..width).step_by(2) {
        let gap = if x % 4 == 1 { height.saturating_sub(1) } else { 0 };
        for y in (0..height).filter(|&y| y != gap) {
            map.set(x, y, BLOCKED);
        }
    }
    map
}

fn class_at(map: &GenMap, x: i64, y: i64) -> Option<u8> {
    if x < 0 || y < 0 || x >= map.width as i64 || y >= map.height as i64 {
        return None;
    }
    Some(map.at(x as usize, y as usize))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, reach};
    use super::*;

    #[test]
    fn a_spiral_winds_inward() {
        check(
            &spiral(7, 7),
            ".......
             @@@@@@.
             .....@.
             .@@@.@.
             .@...@.
             .@@@@@.
             .......",
        );
        check(&spiral(1, 3), ".\n.\n.");
    }

    #[test]
    fn a_comb_goes_up_and_down() {
        check(
            &comb(6, 3),
            ".@...@
             .@.@.@
             ...@..",
        );
    }

    #[test]
    fn every_free_cell_is_on_the_corridor() {
        for (width, height) in [(9, 9), (10, 7), (2, 2), (30, 21), (31, 20)] {
            for map in [spiral(width, height), comb(width, height)] {
                let (reached, free) = reach(&map);
                assert_eq!(reached, free, "\n{map}");
            }
        }
    }
}
