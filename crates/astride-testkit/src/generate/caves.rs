//! Caves: noise smoothed by a cellular automaton.

use super::{BLOCKED, FREE, GenMap, random_obstacles};

/// Caves grown from noise in which `percent` of the cells are blocked, smoothed `rounds` times.
///
/// In each round a cell becomes blocked if at least five of the nine cells of its 3 × 3
/// neighbourhood are; cells off the map count as blocked. 45 percent and four rounds give winding
/// caves.
pub fn caves(seed: u64, width: usize, height: usize, percent: u32, rounds: usize) -> GenMap {
    let mut map = random_obstacles(seed, width, height, percent);
    for _ in 0..rounds {
        map = smoothed(&map);
    }
    map
}

fn smoothed(map: &GenMap) -> GenMap {
    let mut next = map.clone();
    for y in 0..map.height {
        for x in 0..map.width {
            let class = if blocked_around(map, x, y) >= 5 { BLOCKED } else { FREE };
            next.set(x, y, class);
        }
    }
    next
}

fn blocked_around(map: &GenMap, x: usize, y: usize) -> usize {
    let mut count = 0;
    // Shifted by one, so that the row and column before the first have nonnegative numbers.
    for shifted_y in y..y + 3 {
        for shifted_x in x..x + 3 {
            let outside =
                shifted_x == 0 || shifted_y == 0 || shifted_x > map.width || shifted_y > map.height;
            if outside || map.at(shifted_x - 1, shifted_y - 1) == BLOCKED {
                count += 1;
            }
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;
    use super::*;

    #[test]
    fn lone_pillars_vanish_and_rims_grow() {
        let map = GenMap::from_drawing(
            ".....
             .....
             ..@..
             .....
             .....",
        )
        .expect("a rectangular drawing");
        check(
            &smoothed(&map),
            "@...@
             .....
             .....
             .....
             @...@",
        );
    }
}
