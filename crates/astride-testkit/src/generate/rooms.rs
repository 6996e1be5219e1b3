//! Square rooms with doors between them.

use super::{BLOCKED, FREE, GenMap};
use crate::rng::Rng;

/// Rooms of `size` × `size` cells with walls one cell thick between them; each stretch of wall
/// between two rooms has one door with `percent` probability, at a random place.
///
/// Rooms at the right and bottom edges are cut off.
///
/// # Panics
///
/// If `size` is 0.
pub fn rooms(seed: u64, width: usize, height: usize, size: usize, percent: u32) -> GenMap {
    assert!(size > 0, "rooms are at least one cell wide");
    let mut rng = Rng::new(seed);
    let mut map = GenMap::filled(width, height, FREE);
    let pitch = size + 1;
    for y in 0..height {
        for x in 0..width {
            if x % pitch == size || y % pitch == size {
                map.set(x, y, BLOCKED);
            }
        }
    }
    for top in (0..height).step_by(pitch) {
        for left in (0..width).step_by(pitch) {
            let (room_width, room_height) = (size.min(width - left), size.min(height - top));
            if left + pitch < width && rng.percent(percent) {
                map.set(left + size, top + rng.below(room_height), FREE);
            }
            if top + pitch < height && rng.percent(percent) {
                map.set(left + rng.below(room_width), top + size, FREE);
            }
        }
    }
    map
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, reach};
    use super::*;

    #[test]
    fn without_doors_the_rooms_are_closed() {
        check(
            &rooms(5, 6, 5, 2, 0),
            "..@..@
             ..@..@
             @@@@@@
             ..@..@
             ..@..@",
        );
    }

    #[test]
    fn with_all_doors_the_rooms_are_joined() {
        for seed in 0..50 {
            let map = rooms(seed, 23, 17, 4, 100);
            let (reached, free) = reach(&map);
            assert_eq!(reached, free, "seed {seed}\n{map}");
        }
    }
}
