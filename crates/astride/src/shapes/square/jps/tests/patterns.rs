//! The lookup tables for one cell against the operations on words of 64: all neighbourhoods.

use super::super::build;
use crate::base::Dir;
use crate::base::bits::BitPlane;
use crate::shapes::square::jps::rules::Rules;
use crate::shapes::square::{Corners, Neighbours};

/// A plane whose middle cell is free and has exactly the free neighbours `free`.
fn neighbourhood(free: u8) -> BitPlane {
    let mut plane = BitPlane::new(3, 130);
    // At the last position of a word, so that neighbours are taken from the next word.
    let middle = 63;
    let mut set = |x: i32, y: i32| {
        let at = (middle + x) as usize;
        plane.line_mut((1 + y) as usize)[at / 64] |= 1 << (at % 64);
    };
    set(0, 0);
    for dir in Dir::ALL.into_iter().filter(|dir| free & dir.bit() != 0) {
        let (x, y) = dir.offset();
        set(x, y);
    }
    plane
}

#[test]
fn words_and_tables_agree_on_every_neighbourhood() {
    let rules = [
        (Corners::Never, Neighbours::Eight),
        (Corners::OneFree, Neighbours::Eight),
        (Corners::Always, Neighbours::Eight),
        (Corners::Never, Neighbours::Four),
        (Corners::Always, Neighbours::Four),
    ];
    let mut forced_at_all = 0;
    for (corners, neighbours) in rules {
        let rules = Rules::new(corners, neighbours);
        for free in 0..=255 {
            let plane = neighbourhood(free);
            // Without diagonals, corners make no difference.
            let corners = if neighbours == Neighbours::Four { Corners::Never } else { corners };
            for dir in Dir::ALL {
                if neighbours == Neighbours::Four && dir.is_diagonal() {
                    continue;
                }
                let (step, forced) = build::around_bit(&plane, (63, 1), dir, corners);
                assert_eq!(step, rules.steps(free) & dir.bit() != 0, "{free:08b} {dir:?}");
                // Vertical steps are first steps if there are no others, and need no turns.
                let is_first = neighbours == Neighbours::Four && matches!(dir, Dir::N | Dir::S);
                let in_table = rules.forced_arrivals(free) & dir.bit() != 0;
                assert_eq!(forced && !is_first, in_table, "{corners:?} {free:08b} {dir:?}");
                forced_at_all += u32::from(in_table);
            }
        }
    }
    assert!(forced_at_all > 1000, "{forced_at_all}");
}
