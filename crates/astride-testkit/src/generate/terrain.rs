//! Terrain costs from value noise, in integers only.

use super::GenMap;
use crate::rng::Rng;

/// Rolling terrain with classes `1` to `levels`, in which neighbouring cells are similar.
///
/// Random heights on a lattice of `spacing` cells are interpolated; further lattices of half the
/// spacing and half the height are added, down to a spacing of one cell. The height range is then
/// divided into `levels` equal parts, so that the lowest and the highest class both occur on maps
/// of two or more cells that are not flat.
///
/// # Panics
///
/// If `spacing` is 0 or above 2^20, or `levels` is not 1 to 9.
pub fn terrain(seed: u64, width: usize, height: usize, spacing: usize, levels: u8) -> GenMap {
    assert!((1..=1 << 20).contains(&spacing), "spacing from one cell to 2^20");
    assert!((1..=9).contains(&levels), "one to nine levels");
    let mut rng = Rng::new(seed);
    let mut heights = vec![0; width * height];
    let (mut step, mut amplitude) = (spacing, 1 << 16);
    while step > 0 && amplitude > 0 {
        add_octave(&mut rng, &mut heights, width, step, amplitude);
        step /= 2;
        amplitude /= 2;
    }
    let low = heights.iter().copied().min().unwrap_or(0);
    let high = heights.iter().copied().max().unwrap_or(0);
    let classes = heights
        .iter()
        .map(|height| b'1' + ((height - low) * u64::from(levels) / (high - low + 1)) as u8)
        .collect();
    GenMap { width, height, classes }
}

/// Adds noise of up to `amplitude` with lattice points every `step` cells.
fn add_octave(rng: &mut Rng, heights: &mut [u64], width: usize, step: usize, amplitude: usize) {
    if heights.is_empty() {
        return;
    }
    let columns = width / step + 2;
    let rows = heights.len() / width / step + 2;
    let lattice: Vec<u64> = (0..columns * rows).map(|_| rng.below(amplitude + 1) as u64).collect();
    for (index, height) in heights.iter_mut().enumerate() {
        let (x, y) = (index % width, index / width);
        let (column, row) = (x / step, y / step);
        let (right, down) = ((x % step) as u64, (y % step) as u64);
        let (left, up) = (step as u64 - right, step as u64 - down);
        let corner = |dx, dy| lattice[(row + dy) * columns + column + dx];
        let top = corner(0, 0) * left + corner(1, 0) * right;
        let bottom = corner(0, 1) * left + corner(1, 1) * right;
        *height += (top * up + bottom * down) / (step * step) as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_is_a_digit_and_both_ends_occur() {
        for levels in 1..=9 {
            let map = terrain(11, 60, 50, 8, levels);
            let top = b'0' + levels;
            assert!(map.classes.iter().all(|class| (b'1'..=top).contains(class)), "\n{map}");
            assert!(map.classes.contains(&b'1') && map.classes.contains(&top), "\n{map}");
        }
    }

    #[test]
    fn neighbours_are_alike() {
        let map = terrain(3, 60, 60, 16, 9);
        let mut jumps = 0;
        for y in 0..60 {
            for x in 1..60 {
                jumps += usize::from(map.at(x, y).abs_diff(map.at(x - 1, y)) > 2);
            }
        }
        assert!(jumps < 36, "{jumps} of 3540 neighbours differ by more than two levels\n{map}");
    }
}
