//! Every map there is, for sizes where that is possible.

use super::{BLOCKED, FREE, GenMap};

/// All `2^(width * height)` ways to block cells of a map, from all free to all blocked.
///
/// # Panics
///
/// If there are more than 24 cells, for nobody waits for the end of that.
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn each_pattern_comes_once() {
        let maps: Vec<GenMap> = wall_patterns(3, 2).collect();
        let distinct: BTreeSet<Vec<u8>> = maps.iter().map(|map| map.classes.clone()).collect();
        assert_eq!((maps.len(), distinct.len()), (64, 64));
        assert_eq!(maps[0].to_string(), "...\n...\n");
        assert_eq!(maps[1].to_string(), "@..\n...\n");
        assert_eq!(maps[63].to_string(), "@@@\n@@@\n");
    }
}
