//! Scans and sight against walking cell by cell.

use super::{Lot, SIZES, movers, random_grid};
use crate::base::Dir;
use crate::shapes::square::jps::{
    lines::WALL,
    place::Place,
    planes::JumpMap,
    rules::{is_first, turns_off},
};

/// The slow reference, cell by cell.
struct Slow<'a>(&'a JumpMap);

impl Slow<'_> {
    fn is_free(&self, at: Place) -> bool {
        let (x, y) = (u32::from(at.x), u32::from(at.y));
        let is_inside = x > 0 && y > 0 && x <= self.0.width && y <= self.0.height;
        is_inside && !self.0.rows.has(WALL, self.0.row_place(at))
    }

    fn around(&self, at: Place) -> u8 {
        let is_free = |dir: &Dir| self.is_free(at.moved(*dir, 1));
        Dir::ALL.into_iter().filter(is_free).fold(0, |mask, dir| mask | dir.bit())
    }

    fn may_step(&self, at: Place, dir: Dir) -> bool {
        self.is_free(at) && self.0.rules.steps(self.around(at)) & dir.bit() != 0
    }

    /// Whether a path arriving at `at` in direction `dir` stops there.
    fn stops(&self, at: Place, dir: Dir) -> bool {
        let forced = |dir: Dir| {
            self.may_step(at, dir.opposite()) && self.0.rules.is_forced(dir, self.around(at))
        };
        forced(dir) || self.0.border_stops(at) & dir.bit() != 0
    }

    /// Steps to the first stop in direction `dir`, or to the last cell before the wall.
    fn run(&self, mut at: Place, dir: Dir) -> (usize, bool) {
        for steps in 0.. {
            if !self.may_step(at, dir) {
                return (steps, false);
            }
            at = at.moved(dir, 1);
            if self.stops(at, dir) {
                return (steps + 1, true);
            }
        }
        unreachable!("every line ends")
    }

    /// Everything that a walk along first steps passes: side, steps.
    fn walk(&self, from: Place, dir: Dir) -> (Vec<(usize, usize)>, usize) {
        let mut sides = turns_off(dir, self.0.rules.neighbours);
        // Side 0 is along the row eastwards or westwards.
        if !matches!(sides[0], Dir::E | Dir::W) {
            sides.reverse();
        }
        let (mut seen, mut at) = (Vec::new(), from);
        for steps in 1.. {
            if !self.may_step(at, dir) {
                return (seen, steps - 1);
            }
            at = at.moved(dir, 1);
            if self.stops(at, dir) {
                return (seen, steps);
            }
            for (side, turn) in sides.into_iter().enumerate() {
                if self.run(at, turn).1 {
                    seen.push((side, steps));
                }
            }
        }
        unreachable!("every line ends")
    }

    /// Whether `b` is reached by first steps followed by straight ones, with no stop that ends the
    /// former on the way and no change of cost anywhere.
    fn sees(&self, a: Place, b: Place) -> bool {
        if self.0.terrain.is_some() {
            return true;
        }
        let (mut at, mut is_turned) = (a, false);
        while at != b {
            let dir = self.toward(at, b);
            let first = is_first(dir, self.0.rules.neighbours);
            // Beyond a jump point, first steps belong to another jump.
            let stopped = first && at != a && self.stops(at, dir);
            if stopped || !self.may_step(at, dir) || is_turned && first {
                return false;
            }
            is_turned |= !first;
            at = at.moved(dir, 1);
        }
        true
    }

    fn toward(&self, at: Place, to: Place) -> Dir {
        let (right, down) = (i32::from(to.x) - i32::from(at.x), i32::from(to.y) - i32::from(at.y));
        let vertical = if down > 0 { Dir::S } else { Dir::N };
        let along = if right > 0 { Dir::E } else { Dir::W };
        let is_four = self.0.rules.neighbours == crate::shapes::square::Neighbours::Four;
        match (right != 0, down != 0) {
            (_, true) if is_four => vertical,
            (true, true) => {
                let turns = [along.turned(1), along.turned(7)];
                turns[usize::from((turns[0].offset().1 > 0) != (down > 0))]
            }
            (true, false) => along,
            _ => vertical,
        }
    }
}

fn for_each_map(mut check: impl FnMut(&JumpMap, &mut Lot)) {
    for (case, size) in SIZES.into_iter().enumerate() {
        for letters in [&b"....@"[..], b".............................@", b"......@2", b"....WWW@3"]
        {
            let mut lot = Lot(31 + case as u64);
            let grid = random_grid(&mut lot, size, letters);
            for mover in &movers() {
                check(&JumpMap::build(&grid.seen_by(mover)).unwrap(), &mut lot);
            }
        }
    }
}

fn random_place(map: &JumpMap, lot: &mut Lot) -> Place {
    Place { x: lot.below(map.width) as u16 + 1, y: lot.below(map.height) as u16 + 1 }
}

#[test]
fn straight_scans_stop_where_walking_does() {
    for_each_map(|map, lot| {
        let slow = Slow(map);
        for _ in 0..300 {
            let at = random_place(map, lot);
            if !slow.is_free(at) {
                continue;
            }
            let row = map.row_place(at);
            let check = |dir: Dir, run: crate::shapes::square::jps::sight::Run| {
                assert_eq!((run.steps, run.is_point), slow.run(at, dir), "{at:?} {dir:?}");
            };
            check(Dir::E, map.straight::<2>(at, row));
            check(Dir::W, map.straight::<6>(at, row));
            if map.rules.neighbours == crate::shapes::square::Neighbours::Eight {
                check(Dir::N, map.straight::<0>(at, row));
                check(Dir::S, map.straight::<4>(at, row));
            }
        }
    });
}

#[test]
fn first_steps_see_what_walking_sees() {
    let mut seen_at_all = 0;
    for_each_map(|map, lot| {
        let slow = Slow(map);
        for _ in 0..100 {
            let at = random_place(map, lot);
            for dir in Dir::ALL {
                if !is_first(dir, map.rules.neighbours) || !slow.may_step(at, dir) {
                    continue;
                }
                let mut seen = Vec::new();
                let visit = |side, steps| seen.push((side, steps));
                let furthest = match dir {
                    Dir::N => map.walk_first::<0>(at, visit),
                    Dir::NE => map.walk_first::<1>(at, visit),
                    Dir::SE => map.walk_first::<3>(at, visit),
                    Dir::S => map.walk_first::<4>(at, visit),
                    Dir::SW => map.walk_first::<5>(at, visit),
                    _ => map.walk_first::<7>(at, visit),
                };
                seen.sort_unstable();
                let (mut expected, end) = slow.walk(at, dir);
                expected.sort_unstable();
                if matches!(dir, Dir::N | Dir::S) {
                    // East first, in either direction.
                    assert_eq!(turns_off(dir, map.rules.neighbours)[0], Dir::E);
                }
                assert_eq!((seen, furthest), (expected, end), "{at:?} {dir:?}");
                seen_at_all += end;
            }
        }
    });
    assert!(seen_at_all > 1000);
}

#[test]
fn sight_is_a_walk_with_nothing_in_the_way() {
    let mut in_sight = [0; 2];
    for_each_map(|map, lot| {
        if map.terrain.is_some() {
            return;
        }
        let slow = Slow(map);
        for _ in 0..600 {
            let a = random_place(map, lot);
            let mut b = random_place(map, lot);
            if lot.below(3) > 0 {
                let near = |at: u16, side: u32, by: u32| {
                    (i64::from(at) + i64::from(by) - 6).clamp(1, i64::from(side)) as u16
                };
                b = Place {
                    x: near(a.x, map.width, lot.below(13)),
                    y: near(a.y, map.height, lot.below(13)),
                };
            }
            if slow.is_free(a) && slow.is_free(b) {
                let expected = slow.sees(a, b);
                assert_eq!(map.sees::<false>(a, b), expected, "{a:?} {b:?}");
                if map.is_plain() {
                    assert_eq!(map.sees::<true>(a, b), expected, "{a:?} {b:?}");
                }
                in_sight[usize::from(expected)] += 1;
                let (steps, first) = (lot.below(256) as u8, slow.toward(a, b));
                let goes_on = a == b || steps & first.bit() != 0;
                assert_eq!(map.goes_on_toward::<false>(a, b, steps), goes_on, "{a:?} {b:?}");
                if map.is_plain() {
                    assert_eq!(map.goes_on_toward::<true>(a, b, steps), goes_on, "{a:?} {b:?}");
                }
            }
        }
    });
    assert!(in_sight.iter().all(|&count| count > 1000), "{in_sight:?}");
}
