//! Randomly placed cells and rectangles.

use super::{BLOCKED, FREE, GenMap};
use crate::rng::Rng;

/// Free ground in which each cell is blocked with `percent` probability.
pub fn random_obstacles(seed: u64, width: usize, height: usize, percent: u32) -> GenMap {
    let mut rng = Rng::new(seed);
    let mut map = GenMap::filled(width, height, FREE);
    for class in &mut map.classes {
        if rng.percent(percent) {
            *class = BLOCKED;
        }
    }
    map
}

/// Each cell is one letter of `palette`, all equally likely; repeating a letter makes it more
/// frequent.
///
/// # Panics
///
/// If `palette` is empty and the map is not.
pub fn random_classes(seed: u64, width: usize, height: usize, palette: &[u8]) -> GenMap {
    let mut rng = Rng::new(seed);
    let mut map = GenMap::filled(width, height, FREE);
    for class in &mut map.classes {
        *class = rng.pick(palette);
    }
    map
}

/// Open ground with `count` blocked rectangles whose sides have 1 to `longest` cells; they may
/// overlap and are cut off at the edge of the map.
///
/// # Panics
///
/// If `longest` is 0 and the map is not empty.
pub fn rectangles(seed: u64, width: usize, height: usize, count: usize, longest: usize) -> GenMap {
    let mut rng = Rng::new(seed);
    let mut map = GenMap::filled(width, height, FREE);
    if map.classes.is_empty() {
        return map;
    }
    for _ in 0..count {
        let (left, top) = (rng.below(width), rng.below(height));
        let (right, bottom) = (left + 1 + rng.below(longest), top + 1 + rng.below(longest));
        for y in top..bottom.min(height) {
            for x in left..right.min(width) {
                map.set(x, y, BLOCKED);
            }
        }
    }
    map
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocked(map: &GenMap) -> usize {
        map.classes.iter().filter(|&&class| class == BLOCKED).count()
    }

    #[test]
    fn density_is_about_as_asked() {
        assert_eq!(blocked(&random_obstacles(1, 50, 40, 0)), 0);
        assert_eq!(blocked(&random_obstacles(1, 50, 40, 100)), 2000);
        assert!((500..700).contains(&blocked(&random_obstacles(1, 50, 40, 30))));
    }

    #[test]
    fn a_palette_is_used_whole() {
        let map = random_classes(1, 20, 20, b".W5");
        assert!(b".W5".iter().all(|class| map.classes.contains(class)));
        assert!(map.classes.iter().all(|class| b".W5".contains(class)));
    }

    #[test]
    fn one_rectangle_is_a_rectangle() {
        for seed in 0..50 {
            let map = rectangles(seed, 12, 9, 1, 5);
            let cells: Vec<(usize, usize)> = (0..12 * 9)
                .filter(|&index| map.classes[index] == BLOCKED)
                .map(|index| (index % 12, index / 12))
                .collect();
            let xs = cells.iter().map(|cell| cell.0);
            let ys = cells.iter().map(|cell| cell.1);
            let wide = xs.clone().max().unwrap_or(0) - xs.min().unwrap_or(0) + 1;
            let high = ys.clone().max().unwrap_or(0) - ys.min().unwrap_or(0) + 1;
            assert_eq!(cells.len(), wide * high, "seed {seed}\n{map}");
            assert!(wide <= 5 && high <= 5, "seed {seed}\n{map}");
        }
    }
}
