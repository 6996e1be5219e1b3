//! Shortest paths of a disc between walls, from their definition.
//!
//! A disc fits at a place if no wall is nearer than its radius. Its shortest paths are straight lines
//! and arcs around the ends of walls. Here an arc is replaced by tangents, so lengths are those of
//! paths open to the disc, at most slightly too long. Walls are segments in one plane; which side of a
//! wall is ground does not matter, as no path leads through one.

use crate::mesh::BookMesh;

/// A point.
pub type Point = (f64, f64);

/// How many tangents there are around the end of a wall.
const TANGENTS: usize = 24;

/// How much rounding may take from a distance.
const SLACK: f64 = 1e-9;

/// A disc between walls.
pub struct DiscSight {
    walls: Vec<(Point, Point)>,
    radius: f64,
    turns: Vec<Point>,
    arcs: Vec<Vec<(usize, f64)>>,
}

impl DiscSight {
    /// A disc between the walls of a mesh.
    pub fn new(book: &BookMesh, radius: f64) -> DiscSight {
        DiscSight::between(book.walls(), radius)
    }

    /// Tests the line between every two places where a path may turn.
    pub fn between(walls: Vec<(Point, Point)>, radius: f64) -> DiscSight {
        let mut ends: Vec<Point> = walls.iter().flat_map(|wall| [wall.0, wall.1]).collect();
        ends.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        ends.dedup();
        let mut sight = DiscSight { walls, radius, turns: Vec::new(), arcs: Vec::new() };
        let step = std::f64::consts::PI / TANGENTS as f64;
        let reach = radius / step.cos() * (1.0 + SLACK);
        let around = |&(x, y): &Point| {
            (0..TANGENTS).map(move |k| {
                let angle = 2.0 * step * k as f64;
                (x + reach * angle.cos(), y + reach * angle.sin())
            })
        };
        sight.turns = ends.iter().flat_map(around).filter(|&at| sight.fits(at, at)).collect();
        sight.arcs = sight.turns.iter().map(|&at| sight.seen_from(at)).collect();
        sight
    }

    /// Whether the disc can go straight from `a` to `b`.
    pub fn fits(&self, a: Point, b: Point) -> bool {
        self.walls.iter().all(|&(u, w)| between(a, b, u, w) >= self.radius - SLACK)
    }

    /// The length of a path from `a` to `b`, both of which must be on the ground.
    pub fn distance(&self, a: Point, b: Point) -> Option<f64> {
        if !self.fits(a, a) || !self.fits(b, b) {
            return None;
        }
        let mut best = if self.fits(a, b) { gap(a, b) } else { f64::INFINITY };
        let mut known = vec![f64::INFINITY; self.turns.len()];
        self.seen_from(a).into_iter().for_each(|(at, length)| known[at] = length);
        let last = self.seen_from(b);
        let mut is_done = vec![false; self.turns.len()];
        loop {
            let open = (0..known.len()).filter(|&at| !is_done[at] && known[at].is_finite());
            let Some(at) = open.min_by(|&a, &b| known[a].total_cmp(&known[b])) else { break };
            is_done[at] = true;
            for &(next, length) in &self.arcs[at] {
                known[next] = known[next].min(known[at] + length);
            }
        }
        for (at, length) in last {
            best = best.min(known[at] + length);
        }
        best.is_finite().then_some(best)
    }

    fn seen_from(&self, from: Point) -> Vec<(usize, f64)> {
        let turns = self.turns.iter().enumerate();
        turns.filter(|&(_, &to)| self.fits(from, to)).map(|(at, &to)| (at, gap(from, to))).collect()
    }
}

/// The smallest distance between a segment and any wall.
pub fn clearance(walls: &[(Point, Point)], a: Point, b: Point) -> f64 {
    walls.iter().map(|&(u, w)| between(a, b, u, w)).fold(f64::INFINITY, f64::min)
}

/// The distance between two segments.
fn between(a: Point, b: Point, u: Point, w: Point) -> f64 {
    let side = |a: Point, b: Point, c: Point| (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0);
    let is_crossed = |a, b, u, w| (side(a, b, u) > 0.0) != (side(a, b, w) > 0.0);
    if is_crossed(a, b, u, w) && is_crossed(u, w, a, b) {
        return 0.0;
    }
    from_piece(u, w, a).min(from_piece(u, w, b)).min(from_piece(a, b, u)).min(from_piece(a, b, w))
}

fn from_piece(u: Point, w: Point, at: Point) -> f64 {
    let (along, off) = ((w.0 - u.0, w.1 - u.1), (at.0 - u.0, at.1 - u.1));
    let square = along.0 * along.0 + along.1 * along.1;
    let share = if square > 0.0 { (off.0 * along.0 + off.1 * along.1) / square } else { 0.0 };
    let share = share.clamp(0.0, 1.0);
    gap(at, (u.0 + along.0 * share, u.1 + along.1 * share))
}

fn gap(a: Point, b: Point) -> f64 {
    ((a.0 - b.0).powi(2) + (a.1 - b.1).powi(2)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disc_goes_round_the_end_of_a_wall_in_an_arc() {
        // A room of 20 × 20 with a wall of 10 into it from below.
        let points = vec![(0, 0), (10, 0), (20, 0), (20, 20), (10, 20), (0, 20), (10, 10)];
        let left = vec![0, 1, 6, 4, 5];
        let right = vec![1, 2, 3, 4, 6];
        let mut book = BookMesh::new(points, vec![left, right]);
        assert_eq!(DiscSight::new(&book, 2.0).distance((8.0, 10.0), (12.0, 10.0)), Some(4.0));
        book.wall_off(1, 6);
        let length = DiscSight::new(&book, 2.0).distance((8.0, 10.0), (12.0, 10.0)).expect("a way");
        // Twelve sides of the polygon around the circle, and the way to its corners at both ends.
        let half = std::f64::consts::PI / TANGENTS as f64;
        let expected = 12.0 * 4.0 * half.tan() + 4.0 * (1.0 / half.cos() - 1.0);
        assert!((length - expected).abs() < 1e-6, "{length}");
        assert_eq!(DiscSight::new(&book, 5.1).distance((4.0, 10.0), (16.0, 10.0)), None);
    }
}
