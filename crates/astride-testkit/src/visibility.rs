//! Shortest paths of a point among blocked cells, from their definition.
//!
//! A point moves freely outside blocked cells. It may touch blocked cells, but it may not move
//! between two that share a side, nor between two that touch only at a corner. Everything off the
//! map is blocked. Shortest paths therefore turn only at corners of cells, so the distance is that
//! in the graph of all corners, joined where the straight line between them is free.
//!
//! Coordinates are in half cells; all tests use integer arithmetic.

use crate::generate::{FREE, GenMap};

/// A position in half cells from the top left: `(2x, 2y)` is a corner, `(2x + 1, 2y + 1)` a centre.
pub type Place = (i64, i64);

/// The visibility graph of the corners of a map.
pub struct Visibility<'a> {
    map: &'a GenMap,
    corners: Vec<Place>,
    /// `length[from][to]` of the straight line, if it is free.
    length: Vec<Vec<Option<f64>>>,
}

impl<'a> Visibility<'a> {
    /// Tests the line between every pair of corners.
    pub fn new(map: &'a GenMap) -> Visibility<'a> {
        let (width, height) = (map.width as i64, map.height as i64);
        let all = (0..=height).flat_map(|y| (0..=width).map(move |x| (2 * x, 2 * y)));
        let corners: Vec<Place> =
            all.filter(|&at| is_open(map, at) && !is_pinched(map, at)).collect();
        let row =
            |&a: &Place| corners.iter().map(|&b| sees(map, a, b).then(|| gap(a, b))).collect();
        let length = corners.iter().map(row).collect();
        Visibility { map, corners, length }
    }

    /// The length of the shortest path in cell widths; `None` if there is none.
    pub fn shortest(&self, from: Place, to: Place) -> Option<f64> {
        self.all_lengths(&[from, to])[0][1]
    }

    /// `length[from][to]` of the shortest paths between all pairs of places.
    pub fn all_lengths(&self, places: &[Place]) -> Vec<Vec<Option<f64>>> {
        let leg = |a: Place, b: Place| sees(self.map, a, b).then(|| gap(a, b));
        let row = |&at: &Place| self.corners.iter().map(|&corner| leg(at, corner)).collect();
        let legs: Vec<Vec<Option<f64>>> = places.iter().map(row).collect();
        let from = |(&from, first): (&Place, &Vec<Option<f64>>)| {
            let best = self.lengths_over(first);
            let to = |(&to, last): (&Place, &Vec<Option<f64>>)| {
                let ways = best.iter().zip(last).filter_map(|(best, last)| Some(best + (*last)?));
                let least = ways.chain(leg(from, to)).fold(f64::INFINITY, f64::min);
                (least < f64::INFINITY).then_some(least)
            };
            places.iter().zip(&legs).map(to).collect()
        };
        places.iter().zip(&legs).map(from).collect()
    }

    /// The lengths to all corners, given the first legs: Dijkstra's algorithm without a heap.
    fn lengths_over(&self, first: &[Option<f64>]) -> Vec<f64> {
        let mut best: Vec<f64> = first.iter().map(|leg| leg.unwrap_or(f64::INFINITY)).collect();
        let mut left: Vec<usize> = (0..best.len()).collect();
        let nearest = |left: &[usize], best: &[f64]| {
            (0..left.len()).min_by(|&a, &b| best[left[a]].total_cmp(&best[left[b]]))
        };
        while let Some(place) = nearest(&left, &best) {
            let at = left.swap_remove(place);
            for &to in &left {
                if let Some(length) = self.length[at][to] {
                    best[to] = best[to].min(best[at] + length);
                }
            }
        }
        best
    }
}

/// Whether a path may start or end here: at least one free cell touches the place.
pub fn is_open(map: &GenMap, at: Place) -> bool {
    let cells = cells_around(at);
    cells.iter().any(|&cell| !is_blocked(map, cell))
}

/// Whether the straight line between two places is free.
pub fn sees(map: &GenMap, a: Place, b: Place) -> bool {
    if !is_open(map, a) || !is_open(map, b) {
        return false;
    }
    let (left, right) = (a.0.min(b.0), a.0.max(b.0));
    let (top, bottom) = (a.1.min(b.1), a.1.max(b.1));
    for y in top.div_euclid(2) - 1..=bottom.div_euclid(2) + 1 {
        for x in left.div_euclid(2) - 1..=right.div_euclid(2) + 1 {
            if is_blocked(map, (x, y)) && enters(a, b, (x, y)) {
                return false;
            }
            // The upper and the left edge of the cell, each between two blocked cells.
            let above = is_blocked(map, (x, y)) && is_blocked(map, (x, y - 1));
            if above && top == bottom && top == 2 * y && left < 2 * x + 2 && 2 * x < right {
                return false;
            }
            let beside = is_blocked(map, (x, y)) && is_blocked(map, (x - 1, y));
            if beside && left == right && left == 2 * x && top < 2 * y + 2 && 2 * y < bottom {
                return false;
            }
            let corner = (2 * x, 2 * y);
            if corner != a && corner != b && is_pinched(map, corner) && is_on(a, b, corner) {
                return false;
            }
        }
    }
    true
}

/// Whether the line enters the interior of a cell, that is, whether no line along a side of either
/// separates them.
fn enters(a: Place, b: Place, cell: (i64, i64)) -> bool {
    let (x, y) = (2 * cell.0, 2 * cell.1);
    let is_beside = a.0.max(b.0) <= x || x + 2 <= a.0.min(b.0);
    let is_above = a.1.max(b.1) <= y || y + 2 <= a.1.min(b.1);
    let sides = [(x, y), (x + 2, y), (x, y + 2), (x + 2, y + 2)].map(|corner| side(a, b, corner));
    let is_along = sides.iter().all(|&side| side >= 0) || sides.iter().all(|&side| side <= 0);
    !is_beside && !is_above && (a == b || !is_along)
}

fn side(a: Place, b: Place, c: Place) -> i64 {
    (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
}

fn is_on(a: Place, b: Place, c: Place) -> bool {
    side(a, b, c) == 0
        && (a.0.min(b.0)..=a.0.max(b.0)).contains(&c.0)
        && (a.1.min(b.1)..=a.1.max(b.1)).contains(&c.1)
}

fn gap(a: Place, b: Place) -> f64 {
    let (dx, dy) = ((a.0 - b.0) as f64 / 2.0, (a.1 - b.1) as f64 / 2.0);
    (dx * dx + dy * dy).sqrt()
}

/// Whether exactly two diagonally opposite cells at a corner are blocked.
pub fn is_pinched(map: &GenMap, at: Place) -> bool {
    if at.0 % 2 != 0 || at.1 % 2 != 0 {
        return false;
    }
    let (x, y) = (at.0 / 2, at.1 / 2);
    let around = [(x - 1, y - 1), (x, y - 1), (x, y), (x - 1, y)].map(|cell| is_blocked(map, cell));
    around == [true, false, true, false] || around == [false, true, false, true]
}

/// The cells whose closed squares contain the place.
fn cells_around(at: Place) -> Vec<(i64, i64)> {
    let near = |end: i64| (end - 1).div_euclid(2)..=end.div_euclid(2);
    near(at.1).flat_map(|y| near(at.0).map(move |x| (x, y))).collect()
}

fn is_blocked(map: &GenMap, (x, y): (i64, i64)) -> bool {
    let inside = (0..map.width as i64).contains(&x) && (0..map.height as i64).contains(&y);
    !inside || map.at(x as usize, y as usize) != FREE
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(drawing: &str, from: Place, to: Place, expected: Option<f64>) {
        let map = GenMap::from_drawing(drawing).expect("a rectangular drawing");
        let found = Visibility::new(&map).shortest(from, to);
        let same = match (found, expected) {
            (Some(a), Some(b)) => (a - b).abs() < 1e-12,
            (a, b) => a == b,
        };
        assert!(same, "{found:?} is not {expected:?}\n{map}");
    }

    #[test]
    fn a_pillar_is_gone_round() {
        let around = 1.0 + 2.0 * 2.5f64.sqrt();
        check("..... ..@.. .....".replace(' ', "\n").as_str(), (1, 3), (9, 3), Some(around));
        check("...\n...\n...", (0, 0), (6, 4), Some(13f64.sqrt()));
    }

    #[test]
    fn two_cells_that_touch_at_a_corner_shut_the_way() {
        check(".@\n@.", (1, 1), (3, 3), None);
        check(".@\n@.", (1, 1), (2, 2), Some(0.5f64.sqrt()));
        check(".@\n@.", (2, 2), (3, 3), Some(0.5f64.sqrt()));
        check("..\n@.", (0, 2), (2, 4), Some(2.0));
    }

    #[test]
    fn edges_of_blocked_cells_are_free_but_not_between_two() {
        check("...\n@@@", (0, 2), (6, 2), Some(3.0));
        check(".@.\n.@.\n...", (2, 0), (4, 0), Some(5.0));
        check("@@\n@@\n..", (2, 0), (2, 4), None);
        check(".@@.\n....", (4, 0), (4, 4), None);
    }
}
