//! Tests of jump points against slow scans, and of updates against maps built from scratch.

mod edits;
mod overlays;
mod patterns;
mod scans;
mod turns;

use crate::shapes::square::jps::{lines::WALL, place::Place, planes::JumpMap};
use crate::shapes::square::{Corners, Grid, Mover, Neighbours};

/// A generator of random numbers.
pub(super) struct Lot(pub(super) u64);

impl Lot {
    pub(super) fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 20) % u64::from(bound)) as u32
    }

    pub(super) fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u32) as usize]
    }
}

/// The usual mover under each corner rule.
pub(super) fn movers() -> [Mover; 4] {
    [
        Mover::walker(),
        Mover::walker().corners(Corners::OneFree),
        Mover::walker().corners(Corners::Always),
        Mover::walker().neighbours(Neighbours::Four),
    ]
}

/// Sizes around word boundaries, and maps of a single row or column.
pub(super) const SIZES: [(u32, u32); 13] = [
    (1, 1),
    (1, 70),
    (70, 1),
    (2, 3),
    (5, 4),
    (62, 9),
    (63, 62),
    (64, 63),
    (65, 64),
    (66, 65),
    (9, 66),
    (130, 40),
    (127, 129),
];

pub(super) fn random_grid(lot: &mut Lot, (width, height): (u32, u32), letters: &[u8]) -> Grid {
    let classes: Vec<u8> = (0..width * height).map(|_| lot.pick(letters)).collect();
    Grid::from_classes(width, height, &classes).expect("a usable size")
}

/// Checks that everything searches use is the same, except for the numbers of jump points.
pub(super) fn assert_same(map: &JumpMap, fresh: &JumpMap, what: &str) {
    assert!(map.rows == fresh.rows, "rows differ: {what}");
    assert!(map.columns == fresh.columns, "columns differ: {what}");
    for (line, (ours, theirs)) in map.firsts.iter().zip(&fresh.firsts).enumerate() {
        let differing = ours.words.iter().zip(&theirs.words).position(|(a, b)| a != b);
        let shown = differing.map(|word| (word, ours.words[word], theirs.words[word]));
        assert!(shown.is_none(), "first steps {line} differ at {shown:x?}: {what}");
    }
    assert_eq!((map.costs, map.revision), (fresh.costs, fresh.revision));
    assert_eq!(map.points.len() - map.dead, fresh.points.len(), "{what}");
    assert!(map.dead <= map.points.len() / 2, "{what}");
    for number in 0..fresh.points.len() as u32 {
        let point = fresh.point(number);
        let ours = map.point(map.number_at(map.row_place(point.at)));
        assert_eq!(ours, point, "{what}");
    }
    let terrain = |map: &JumpMap| {
        map.terrain.as_ref().map(|terrain| {
            let places = (1..=map.height as u16)
                .flat_map(|y| (1..=map.width as u16).map(move |x| Place { x, y }));
            let free = places.filter(|&at| !map.rows.has(WALL, map.row_place(at)));
            (free.map(|at| map.factor(at)).collect::<Vec<u64>>(), terrain.least)
        })
    };
    assert!(terrain(map) == terrain(fresh), "terrain differs: {what}");
}
