//! Mazes of corridors one cell wide.

use super::{BLOCKED, FREE, GenMap};
use crate::rng::Rng;

/// A maze with exactly one path between any two free cells, grown depth first.
///
/// Rooms are at odd columns and rows; maps smaller than 3 × 3 cells have none. With even sizes the
/// wall along the last column or row is two cells thick.
pub fn perfect_maze(seed: u64, width: usize, height: usize) -> GenMap {
    let mut rng = Rng::new(seed);
    let mut map = GenMap::filled(width, height, BLOCKED);
    if width < 3 || height < 3 {
        return map;
    }
    let (rooms_wide, rooms_high) = ((width - 1) / 2, (height - 1) / 2);
    let mut trail = vec![(0, 0)];
    map.set(1, 1, FREE);
    while let Some(&(x, y)) = trail.last() {
        let mut fresh = Vec::new();
        if x > 0 {
            fresh.push((x - 1, y));
        }
        if y > 0 {
            fresh.push((x, y - 1));
        }
        if x + 1 < rooms_wide {
            fresh.push((x + 1, y));
        }
        if y + 1 < rooms_high {
            fresh.push((x, y + 1));
        }
        fresh.retain(|&(x, y)| map.at(2 * x + 1, 2 * y + 1) == BLOCKED);
        if fresh.is_empty() {
            trail.pop();
            continue;
        }
        let (next_x, next_y) = rng.pick(&fresh);
        map.set(2 * next_x + 1, 2 * next_y + 1, FREE);
        // The cell between two rooms: half the sum of (2x + 1) and (2·next_x + 1).
        map.set(x + next_x + 1, y + next_y + 1, FREE);
        trail.push((next_x, next_y));
    }
    map
}

/// A perfect maze in which up to `openings` walls between rooms are removed, each creating a loop.
///
/// Places are drawn at random; a draw that hits an open wall is wasted.
pub fn looped_maze(seed: u64, width: usize, height: usize, openings: usize) -> GenMap {
    let mut map = perfect_maze(seed, width, height);
    let mut rng = Rng::new(seed ^ 0x6c6f_6f70);
    let mut walls = Vec::new();
    for y in 1..height.saturating_sub(1) {
        for x in 1..width.saturating_sub(1) {
            let is_room_or_pillar = x % 2 == y % 2;
            if !is_room_or_pillar && is_between_free(&map, x, y) {
                walls.push((x, y));
            }
        }
    }
    for _ in 0..openings {
        if !walls.is_empty() {
            let (x, y) = rng.pick(&walls);
            map.set(x, y, FREE);
        }
    }
    map
}

/// Whether the cell lies between two free cells, left and right or above and below.
fn is_between_free(map: &GenMap, x: usize, y: usize) -> bool {
    if x.is_multiple_of(2) {
        map.at(x - 1, y) == FREE && map.at(x + 1, y) == FREE
    } else {
        map.at(x, y - 1) == FREE && map.at(x, y + 1) == FREE
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::reach;
    use super::*;

    fn corridors(map: &GenMap) -> usize {
        let mut count = 0;
        for y in 0..map.height {
            for x in 0..map.width {
                let free = map.at(x, y) == FREE;
                count += usize::from(free && x + 1 < map.width && map.at(x + 1, y) == FREE);
                count += usize::from(free && y + 1 < map.height && map.at(x, y + 1) == FREE);
            }
        }
        count
    }

    #[test]
    fn a_perfect_maze_is_a_tree_of_all_rooms() {
        for seed in 0..40 {
            for (width, height) in [(3, 3), (9, 5), (21, 13), (20, 12)] {
                let map = perfect_maze(seed, width, height);
                let (reached, free) = reach(&map);
                let rooms = ((width - 1) / 2) * ((height - 1) / 2);
                assert_eq!(free, 2 * rooms - 1, "seed {seed}\n{map}");
                assert_eq!(reached, free, "seed {seed}\n{map}");
                assert_eq!(corridors(&map), free - 1, "seed {seed}\n{map}");
            }
        }
    }

    #[test]
    fn openings_make_loops() {
        for seed in 0..40 {
            let map = looped_maze(seed, 21, 13, 12);
            let (reached, free) = reach(&map);
            assert_eq!(reached, free, "seed {seed}\n{map}");
            assert!(corridors(&map) > free - 1, "seed {seed}\n{map}");
        }
    }
}
