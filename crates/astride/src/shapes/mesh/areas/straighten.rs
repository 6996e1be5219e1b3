//! Making a path cheaper without changing the edges that it crosses.

use crate::base::Vec2;
use crate::shapes::mesh::{
    areas::{WeightedPath, sites::point_at},
    limits::tidied,
    orient::orient,
    polygons::Mesh,
};

/// The most sweeps over a path.
const SWEEPS: usize = 64;

/// A sweep that gains no more than this share of the cost is the last.
const GAIN: f64 = 1e-9;

/// The edges that a path crosses and the factors between them, one more than edges.
pub(super) struct Chain {
    pub(super) ends: [Vec2; 2],
    pub(super) crossings: Vec<Crossing>,
    pub(super) factors: Vec<f64>,
}

/// Where a path crosses an edge.
#[derive(Clone, Copy)]
pub(super) struct Crossing {
    /// The edge, as an edge of the polygon that is left.
    pub(super) left: usize,
    /// The point of the edge.
    pub(super) share: f64,
}

impl Chain {
    pub(super) fn reversed(mut self, mesh: &Mesh) -> Self {
        self.ends.reverse();
        self.crossings.reverse();
        self.factors.reverse();
        for Crossing { left, share } in &mut self.crossings {
            (*left, *share) = (mesh.across[*left] as usize, 1.0 - *share);
        }
        self
    }

    /// The path with each crossing moved to where it costs least between its neighbours, again and again,
    /// and without the points at which it need not bend.
    ///
    /// The cost is a convex function of all shares, so this descends towards the cheapest path over these
    /// edges; it may stop early, at points where several crossings come together.
    pub(super) fn straightened(mut self, mesh: &Mesh) -> WeightedPath {
        let mut points = Vec::with_capacity(self.crossings.len() + 2);
        points.push(self.ends[0]);
        let place = |at: &Crossing| point_at(mesh.ends_of(at.left), at.share);
        points.extend(self.crossings.iter().map(place));
        points.push(self.ends[1]);
        let mut cost = self.cost(&points);
        for _ in 0..SWEEPS {
            for at in 0..self.crossings.len() {
                self.move_one(mesh, at, &mut points);
            }
            let before = std::mem::replace(&mut cost, self.cost(&points));
            if before - cost <= GAIN * cost {
                break;
            }
        }
        self.without_needless(mesh, &points)
    }

    fn cost(&self, points: &[Vec2]) -> f64 {
        let legs = points.windows(2).zip(&self.factors);
        legs.fold(0.0, |sum, (leg, factor)| sum + factor * leg[0].distance_to(leg[1]))
    }

    /// Moves one crossing along its edge to where the cost of the legs on both sides is least.
    fn move_one(&mut self, mesh: &Mesh, at: usize, points: &mut [Vec2]) {
        let ends = mesh.ends_of(self.crossings[at].left);
        let beside = [(points[at], self.factors[at]), (points[at + 2], self.factors[at + 1])];
        let along = ends.1.minus(ends.0);
        // How the cost changes with the share, just before or after a point where it has a kink.
        let slope = |share: f64, side: f64| {
            let here = point_at(ends, share);
            beside.iter().fold(0.0, |sum, &(point, factor)| {
                let off = here.minus(point);
                let length = off.length();
                let change =
                    if length > 0.0 { off.dot(along) / length } else { side * along.length() };
                sum + factor * change
            })
        };
        let share = if slope(0.0, 1.0) >= 0.0 {
            0.0
        } else if slope(1.0, -1.0) <= 0.0 {
            1.0
        } else {
            let (mut low, mut high) = (0.0, 1.0);
            for _ in 0..52 {
                let middle = (low + high) / 2.0;
                *(if slope(middle, 1.0) < 0.0 { &mut low } else { &mut high }) = middle;
            }
            high
        };
        let cost = |here: Vec2| {
            beside.iter().fold(0.0, |sum, &(point, factor)| sum + factor * here.distance_to(point))
        };
        let point = tidied(point_at(ends, share));
        if cost(point) < cost(points[at + 1]) {
            self.crossings[at].share = share;
            points[at + 1] = point;
        }
    }

    /// Goes straight past crossings between ground of one factor, as far as their edges allow.
    fn without_needless(&self, mesh: &Mesh, points: &[Vec2]) -> WeightedPath {
        let mut path =
            WeightedPath { points: vec![points[0]], factors: Vec::new(), cost: 0.0, at_least: 0.0 };
        let mut from = 0;
        while from < self.factors.len() {
            let mut to = from + 1;
            while to < self.factors.len()
                && self.factors[to].total_cmp(&self.factors[from]).is_eq()
                && self.passes(mesh, points, from, to + 1)
            {
                to += 1;
            }
            let length = points[from].distance_to(points[to]);
            if length > 0.0 {
                path.cost += self.factors[from] * length;
                path.points.push(points[to]);
                path.factors.push(self.factors[from]);
            }
            from = to;
        }
        path
    }

    /// Whether the straight line from one point of the path to another crosses all edges between.
    fn passes(&self, mesh: &Mesh, points: &[Vec2], from: usize, to: usize) -> bool {
        let (begin, end) = (points[from], points[to]);
        self.crossings[from..to - 1].iter().all(|crossing| {
            let (right, left) = mesh.ends_of(crossing.left);
            orient(begin, end, left) >= 0.0
                && orient(begin, end, right) <= 0.0
                && orient(right, left, begin) >= 0.0
                && orient(right, left, end) <= 0.0
        })
    }
}
