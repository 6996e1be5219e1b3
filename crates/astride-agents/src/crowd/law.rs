//! The law: half-planes that a movement must respect, and whether two movements collide.
//!
//! Each of two discs may use half of the room between them, measured along the line through both:
//! these are their buffered Voronoi cells (Zhou, Wang, Bandyopadhyay & Schwager, "Fast, On-line
//! Collision Avoidance for Dynamic Vehicles Using Buffered Voronoi Cells", RA-L 2(2), 2017).
//! Everything is in integers here, so nothing is ever rounded the wrong way.

use super::plane::{Point, times, way};

/// All movements whose dot product with `toward` is at most `most`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bound {
    pub(super) toward: [i64; 2],
    pub(super) most: i64,
}

impl Bound {
    /// The movements of a disc that keep it `apart` from another one that follows the same law,
    /// between centres, from the beginning of the movement to its end.
    ///
    /// With `p` the vector to the other disc and `a`, `b` the two movements, the distance along `p`
    /// after any fraction of both is at least `|p| − (p·a − p·b) / |p|`, so `p·a − p·b ≤ p·p −
    /// apart·|p|` is sufficient. Each takes half of that, and standing still is always allowed.
    pub(super) fn between(from: Point, other: Point, apart: i32) -> Self {
        let toward = way(from, other);
        Bound { toward, most: room(toward, apart) / 2 }
    }

    /// The movements of a disc that keep its centre `apart` from a wall whose nearest point is
    /// `wall`.
    pub(super) fn before_wall(from: Point, wall: Point, apart: i32) -> Self {
        let toward = way(from, wall);
        Bound { toward, most: room(toward, apart) }
    }

    pub(super) fn allows(&self, movement: Point) -> bool {
        times(self.toward, movement.map(i64::from)) <= self.most
    }
}

/// `p·p − apart·|p|` for the vector `p`, rounded down, and at least 0.
fn room(way: [i64; 2], apart: i32) -> i64 {
    let square = times(way, way);
    let mut length = (square as f64).sqrt() as i64;
    while length * length < square {
        length += 1;
    }
    (square - i64::from(apart) * length).max(0)
}

/// Whether two discs with the offset `between` come nearer than `apart` while both move uniformly,
/// where the second moves by `change` more than the first. Exact.
pub(super) fn meet(between: [i64; 2], change: [i64; 2], apart: i32) -> bool {
    let apart = i128::from(apart) * i128::from(apart);
    let closing = -times(between, change);
    let square = times(change, change);
    if closing <= 0 {
        return i128::from(times(between, between)) < apart;
    }
    if closing >= square {
        let end = [between[0] + change[0], between[1] + change[1]];
        return i128::from(times(end, end)) < apart;
    }
    let aside = i128::from(between[0] * change[1] - between[1] * change[0]);
    aside * aside < apart * i128::from(square)
}

#[cfg(test)]
mod tests {
    use super::*;
    use astride::base::Random;

    #[test]
    fn two_that_keep_the_law_never_meet() {
        let mut dice = Random::new(3);
        let mut side = |most: u32| dice.below(2 * most + 1) as i32 - most as i32;
        let mut kept = 0;
        for _ in 0..200_000 {
            let [a, b] = [[side(50), side(50)], [side(50), side(50)]];
            let moves = [[side(40), side(40)], [side(40), side(40)]];
            let apart = 1 + side(12).abs();
            if times(way(a, b), way(a, b)) < i64::from(apart * apart) {
                continue;
            }
            let both = [Bound::between(a, b, apart), Bound::between(b, a, apart)];
            assert!(both[0].allows([0, 0]));
            if both[0].allows(moves[0]) && both[1].allows(moves[1]) {
                kept += 1;
                let change = way(moves[0], moves[1]);
                assert!(!meet(way(a, b), change, apart), "{a:?} {b:?} {moves:?} {apart}");
            }
        }
        assert!(kept > 10_000);
    }

    #[test]
    fn meetings_are_seen_before_during_and_after() {
        for (change, expected) in [
            ([0, 0], false),
            ([-20, 0], true),
            ([-5, 0], false),
            ([-6, 0], true),
            ([-20, 20], false),
            ([-20, 9], true),
            ([20, 0], false),
        ] {
            assert_eq!(meet([10, 0], change, 5), expected, "{change:?}");
        }
        assert!(meet([10, 0], [-10_000_000, 0], 5), "it would have passed through");
    }
}
