//! When two discs come too close: the geometry of the solver.
//!
//! Whether two drives clash depends only on the difference of their starts, and the differences at
//! which they clash are one interval, because their distance is a convex function of that difference
//! and the time. The ends of the interval are found by bisection, on whole ticks. Only sums, products,
//! quotients and square roots are computed, so all machines agree.

use std::collections::HashMap;

use super::graph::Graph;
use super::time::{Ticks, ticks_of, units};

/// Discs that overlap by less than this, in units of length, count as touching, which is allowed.
pub(super) const TOUCH: f64 = 1.0 / (1 << 24) as f64;

/// The differences of starts, exclusive at both ends, at which two drives clash.
pub(super) type Differences = (Ticks, Ticks);

/// The ticks after its start, both inclusive, at which a drive is too close to a vertex.
pub(super) type Near = (Ticks, Ticks);

/// Which drives and stays exclude each other.
pub(super) struct Clashes<'a> {
    graph: &'a Graph,
    /// Centres are never nearer than this.
    clearance: f64,
    drives: HashMap<(u32, u32), Option<Differences>>,
}

impl<'a> Clashes<'a> {
    pub(super) fn new(graph: &'a Graph, radius: f64) -> Self {
        Clashes { graph, clearance: 2.0 * radius - TOUCH, drives: HashMap::new() }
    }

    /// Whether a disc cannot be at one vertex while another is at the other.
    pub(super) fn are_near(&self, first: u32, second: u32) -> bool {
        let (a, b) = (self.graph.point(first), self.graph.point(second));
        let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
        dx * dx + dy * dy < self.clearance * self.clearance
    }

    /// Whether two drives clash if the first starts this much later.
    pub(super) fn do_drives_clash(&self, first: u32, second: u32, later: Ticks) -> bool {
        let (first, second) = (self.drive(first), self.drive(second));
        self.square_of_distance(&first, &second, later) < self.clearance * self.clearance
    }

    /// The differences of starts at which two drives clash, if they ever do.
    pub(super) fn differences(&mut self, first: u32, second: u32) -> Option<Differences> {
        if let Some(&known) = self.drives.get(&(first, second)) {
            return known;
        }
        let (one, other) = (self.drive(first), self.drive(second));
        // Most pairs are far apart: they are not kept, which would take memory for all pairs.
        if one.is_far_from(&other, self.clearance) {
            return None;
        }
        let found = self.find_differences(&one, &other);
        self.drives.insert((first, second), found);
        found
    }

    /// The bytes taken by the differences found so far.
    pub(super) fn bytes(&self) -> usize {
        self.drives.capacity() * size_of::<((u32, u32), Option<Differences>)>()
    }

    fn find_differences(&self, first: &Drive, second: &Drive) -> Option<Differences> {
        let limit = self.clearance * self.clearance;
        let square = |later| self.square_of_distance(first, second, later);
        let worst = least_of_convex(-first.ticks, second.ticks, square);
        if square(worst) >= limit {
            return None;
        }
        // One tick further out, the two are not under way at the same time.
        let above = boundary(worst, second.ticks + 1, |later| square(later) < limit);
        let below = boundary(-worst, first.ticks + 1, |earlier| square(-earlier) < limit);
        Some((-below, above))
    }

    /// When a drive is too close to a vertex, if it ever is.
    pub(super) fn near(&self, edge: u32, vertex: u32) -> Option<Near> {
        let drive = self.drive(edge);
        let point = self.graph.point(vertex);
        let from = [drive.from[0] - point[0], drive.from[1] - point[1]];
        let [x, y] = drive.velocity;
        let a = dot(drive.velocity, drive.velocity);
        // An edge far shorter than a tick does not move a disc; dividing by its speed would overflow.
        if a < 1e-16 {
            return (dot(from, from) < self.clearance * self.clearance).then_some((0, drive.ticks));
        }
        let b = dot(from, drive.velocity);
        // Equal to `b² − a · (from² − clearance²)`, which loses its digits on long edges.
        let aside = from[0] * y - from[1] * x;
        let root = a * self.clearance * self.clearance - aside * aside;
        if root <= 0.0 {
            return None;
        }
        let (since, until) = ((-b - root.sqrt()) / a, (-b + root.sqrt()) / a);
        let duration = units(drive.ticks);
        let first = if since < 0.0 { 0 } else { floor_ticks(since.min(duration)) + 1 };
        let last = if until > duration { drive.ticks } else { -floor_ticks(-until.max(0.0)) - 1 };
        (first <= last).then_some((first, last))
    }

    /// All edges that are near a vertex, with the ticks at which they are. O(edges).
    pub(super) fn edges_near(&self, vertex: u32) -> Vec<(u32, Near)> {
        let edges = 0..self.graph.edge_count() as u32;
        edges.filter_map(|edge| Some((edge, self.near(edge, vertex)?))).collect()
    }

    /// All vertices at which no other disc can be while one is at this vertex. O(vertices).
    pub(super) fn vertices_near(&self, vertex: u32) -> Vec<u32> {
        let vertices = 0..self.graph.vertex_count() as u32;
        vertices.filter(|&other| self.are_near(vertex, other)).collect()
    }

    fn drive(&self, edge: u32) -> Drive {
        let edge = self.graph.edge(edge);
        let (from, to) = (self.graph.point(edge.from), self.graph.point(edge.to));
        let duration = units(edge.ticks);
        let velocity = [(to[0] - from[0]) / duration, (to[1] - from[1]) / duration];
        Drive { from, to, velocity, ticks: edge.ticks }
    }

    /// The square of the least distance of two drives while both are under way.
    fn square_of_distance(&self, first: &Drive, second: &Drive, later: Ticks) -> f64 {
        let (since, until) = (later.max(0), second.ticks.min(later + first.ticks));
        if since > until {
            return f64::INFINITY;
        }
        let place = |drive: &Drive, ticks| {
            let time = units(ticks);
            [drive.from[0] + drive.velocity[0] * time, drive.from[1] + drive.velocity[1] * time]
        };
        let (a, b) = (place(first, since - later), place(second, since));
        let apart = [a[0] - b[0], a[1] - b[1]];
        let speed =
            [first.velocity[0] - second.velocity[0], first.velocity[1] - second.velocity[1]];
        let square = dot(speed, speed);
        let closest = if square > 0.0 { -dot(apart, speed) / square } else { 0.0 };
        let time = closest.clamp(0.0, units(until - since));
        let apart = [apart[0] + speed[0] * time, apart[1] + speed[1] * time];
        dot(apart, apart)
    }
}

/// An edge as a motion.
struct Drive {
    from: [f64; 2],
    to: [f64; 2],
    /// In units of length for each unit of time.
    velocity: [f64; 2],
    ticks: Ticks,
}

impl Drive {
    /// Whether the boxes around two drives are at least this far apart.
    fn is_far_from(&self, other: &Drive, clearance: f64) -> bool {
        (0..2).any(|axis| {
            let range = |drive: &Drive| {
                let (a, b) = (drive.from[axis], drive.to[axis]);
                (a.min(b), a.max(b))
            };
            let ((a, b), (c, d)) = (range(self), range(other));
            a - d >= clearance || c - b >= clearance
        })
    }
}

fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

fn floor_ticks(units: f64) -> Ticks {
    let nearest = ticks_of(units);
    if self::units(nearest) > units { nearest - 1 } else { nearest }
}

/// Where a convex function is least between two ticks, both included.
fn least_of_convex(mut low: Ticks, mut high: Ticks, value: impl Fn(Ticks) -> f64) -> Ticks {
    while high - low > 2 {
        let third = (high - low) / 3;
        let (left, right) = (low + third, high - third);
        if value(left) <= value(right) {
            high = right;
        } else {
            low = left;
        }
    }
    let worse = |a: &Ticks, b: &Ticks| value(*a).total_cmp(&value(*b));
    (low..=high).min_by(worse).unwrap_or(low)
}

/// The first tick from `inside` on at which `is_inside` is false; it is at `outside`.
fn boundary(mut inside: Ticks, mut outside: Ticks, is_inside: impl Fn(Ticks) -> bool) -> Ticks {
    while outside - inside > 1 {
        let middle = inside + (outside - inside) / 2;
        if is_inside(middle) {
            inside = middle;
        } else {
            outside = middle;
        }
    }
    outside
}

/// How far the line from the origin to `to` stays from the unit square around `centre`.
pub(super) fn distance_to_square(to: [f64; 2], centre: [f64; 2]) -> f64 {
    // The distance along the line is convex.
    let at = |part: f64| {
        let out = |axis: usize| ((to[axis] * part - centre[axis]).abs() - 0.5).max(0.0);
        let (dx, dy) = (out(0), out(1));
        (dx * dx + dy * dy).sqrt()
    };
    let parts = 1 << 20;
    let part = |ticks: Ticks| ticks as f64 / f64::from(parts);
    at(part(least_of_convex(0, parts.into(), |ticks| at(part(ticks)))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_that_cross_clash_between_two_differences() {
        let points = [[-2.0, 0.0], [2.0, 0.0], [0.0, -2.0], [0.0, 2.0]];
        let graph = Graph::new(&points, &[[0, 1], [2, 3]]).unwrap();
        let mut clashes = Clashes::new(&graph, 0.5);
        let (low, high) = clashes.differences(0, 1).unwrap();
        // The distance is the difference, divided by the root of two.
        assert!((units(high) - 2f64.sqrt()).abs() < 1e-6 && low == -high);
        for later in [low + 1, 0, high - 1] {
            assert!(clashes.do_drives_clash(0, 1, later));
        }
        assert!(!clashes.do_drives_clash(0, 1, low) && !clashes.do_drives_clash(0, 1, high));
    }

    #[test]
    fn a_drive_is_near_what_it_passes() {
        let points = [[0.0, 0.0], [4.0, 0.0], [2.0, 0.6], [2.0, 1.0], [0.1, 0.0]];
        let graph = Graph::new(&points, &[[0, 1]]).unwrap();
        let clashes = Clashes::new(&graph, 0.5);
        let near = |vertex| clashes.near(0, vertex).map(|(a, b)| (units(a), units(b)));
        let (since, until) = near(2).unwrap();
        assert!((since - 1.2).abs() < 1e-6 && (until - 2.8).abs() < 1e-6);
        assert_eq!(near(3), None);
        assert!(near(0).unwrap().0.abs() < 1e-9);
        assert!((near(1).unwrap().1 - 4.0).abs() < 1e-9);
        assert_eq!(clashes.vertices_near(0), [0, 4]);
        assert_eq!(clashes.edges_near(3), []);
    }

    #[test]
    fn long_drives_lose_no_digits() {
        let (from, to) = ([-60_000.0, -50_000.0], [60_000.0, 50_001.0]);
        let length = (120_000f64 * 120_000.0 + 100_001.0 * 100_001.0).sqrt();
        let aside = 1.0 - 1e-6;
        let vertex = [-100_001.0 / length * aside, 0.5 + 120_000.0 / length * aside];
        let graph = Graph::new(&[from, to, vertex], &[[0, 1]]).unwrap();
        let (first, last) = Clashes::new(&graph, 0.5).near(0, 2).unwrap();
        let expected = 2.0 * ((1.0 - TOUCH) * (1.0 - TOUCH) - aside * aside).sqrt();
        assert!((units(last - first) - expected).abs() < 1e-6);
    }

    #[test]
    fn discs_that_touch_do_not_clash() {
        let points = [[0.0, 0.0], [4.0, 0.0], [0.0, 1.0], [4.0, 1.0]];
        let graph = Graph::new(&points, &[[0, 1], [2, 3], [3, 2]]).unwrap();
        let mut clashes = Clashes::new(&graph, 0.5);
        assert_eq!((clashes.differences(0, 1), clashes.differences(0, 2)), (None, None));
        assert!(Clashes::new(&graph, 0.51).differences(0, 2).is_some());
    }
}
