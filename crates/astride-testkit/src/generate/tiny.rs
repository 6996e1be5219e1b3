//! All possible maps of a size, where that is feasible.

use super::{BLOCKED, FREE, GenMap, WATER};

/// All `2^(width * height)` patterns of blocked cells, from all free to all blocked.
///
/// # Panics
///
/// If there are more than 24 cells, as the enumeration would take too long.
pub fn wall_patterns(width: usize, height: usize) -> impl Iterator<Item = GenMap> {
    let cells = width * height;
    assert!(cells <= 24, "at most 24 cells, got {cells}");
    (0..1_u32 << cells).map(move |pattern| {
        let is_blocked = |cell: usize| (pattern >> cell) & 1 == 1;
        let classes =
            (0..cells).map(|cell| if is_blocked(cell) { BLOCKED } else { FREE }).collect();
        GenMap { width, height, classes }
    })
}

/// All `3^(width * height)` maps whose cells are free, blocked or water.
///
/// # Panics
///
/// If there are more than 14 cells.
pub fn media_patterns(width: usize, height: usize) -> impl Iterator<Item = GenMap> {
    let cells = width * height;
    assert!(cells <= 14, "at most 14 cells, got {cells}");
    (0..3_u32.pow(cells as u32)).map(move |pattern| {
        let digit = |cell: usize| pattern / 3_u32.pow(cell as u32) % 3;
        let classes = (0..cells).map(|cell| [FREE, BLOCKED, WATER][digit(cell) as usize]).collect();
        GenMap { width, height, classes }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn each_pattern_comes_once() {
        let count = |maps: &[GenMap]| {
            let distinct: BTreeSet<Vec<u8>> = maps.iter().map(|map| map.classes.clone()).collect();
            (maps.len(), distinct.len())
        };
        let media: Vec<GenMap> = media_patterns(3, 2).collect();
        assert_eq!(count(&media), (729, 729));
        assert_eq!(media[728].to_string(), "WWW\nWWW\n");
        let maps: Vec<GenMap> = wall_patterns(3, 2).collect();
        assert_eq!(count(&maps), (64, 64));
        assert_eq!(maps[0].to_string(), "...\n...\n");
        assert_eq!(maps[1].to_string(), "@..\n...\n");
        assert_eq!(maps[63].to_string(), "@@@\n@@@\n");
    }
}
