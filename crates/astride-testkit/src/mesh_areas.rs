//! Paths over polygons of different cost, from their definition: what a given line costs, and the
//! cheapest line through points that stand close together on the edges.

use crate::mesh::BookMesh;

type Point = (f64, f64);

/// Polygons and what a unit of length costs in each; those without a factor are forbidden.
pub struct Areas<'a> {
    mesh: &'a BookMesh,
    factors: &'a [Option<f64>],
}

/// A point on an edge between two polygons, or inside of one.
struct Stand {
    at: Point,
    polygons: Vec<usize>,
    /// The edge that it is on, as its two vertices.
    edge: Option<(u32, u32)>,
}

fn distance(a: Point, b: Point) -> f64 {
    ((a.0 - b.0).powi(2) + (a.1 - b.1).powi(2)).sqrt()
}

impl<'a> Areas<'a> {
    /// The polygons of a mesh with their factors.
    pub fn new(mesh: &'a BookMesh, factors: &'a [Option<f64>]) -> Self {
        Areas { mesh, factors }
    }

    fn ring(&self, polygon: usize) -> Vec<Point> {
        let place = |&vertex: &u32| {
            let (x, y) = self.mesh.points[vertex as usize];
            (x as f64, y as f64)
        };
        self.mesh.polygons[polygon].iter().map(place).collect()
    }

    fn allowed(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        let factor = |(polygon, factor): (usize, &Option<f64>)| factor.map(|f| (polygon, f));
        self.factors.iter().enumerate().filter_map(factor)
    }

    /// The part of a leg in a polygon, as shares of the leg, where rounding counts as inside.
    fn part(&self, polygon: usize, a: Point, b: Point) -> Option<(f64, f64)> {
        let ring = self.ring(polygon);
        let (mut from, mut to) = (0.0f64, 1.0f64);
        for (k, &u) in ring.iter().enumerate() {
            let w = ring[(k + 1) % ring.len()];
            let length = distance(u, w);
            let off =
                |p: Point| ((w.0 - u.0) * (p.1 - u.1) - (w.1 - u.1) * (p.0 - u.0)) / length + 1e-9;
            match (off(a), off(b)) {
                (x, y) if x < 0.0 && y < 0.0 => return None,
                (x, y) if x < 0.0 => from = from.max(x / (x - y)),
                (x, y) if y < 0.0 => to = to.min(x / (x - y)),
                _ => {}
            }
        }
        (from <= to).then_some((from, to))
    }

    /// What a line costs; `None` if some of it is on no allowed ground. For meshes without floors above
    /// each other.
    pub fn cost_of(&self, line: &[Point]) -> Option<f64> {
        let mut sum = 0.0;
        for leg in line.windows(2) {
            let parts: Vec<(f64, f64, f64)> = self
                .allowed()
                .filter_map(|(polygon, factor)| {
                    self.part(polygon, leg[0], leg[1]).map(|(from, to)| (from, to, factor))
                })
                .collect();
            let mut breaks: Vec<f64> = parts.iter().flat_map(|part| [part.0, part.1]).collect();
            breaks.extend([0.0, 1.0]);
            breaks.sort_by(f64::total_cmp);
            for pair in breaks.windows(2) {
                let middle = (pair[0] + pair[1]) / 2.0;
                let here = parts.iter().filter(|part| part.0 <= middle && middle <= part.1);
                let factor = here.map(|part| part.2).fold(f64::INFINITY, f64::min);
                let length = (pair[1] - pair[0]) * distance(leg[0], leg[1]);
                if factor.is_infinite() && length > 1e-8 {
                    return None;
                }
                sum += if factor.is_finite() { factor * length } else { 0.0 };
            }
        }
        Some(sum)
    }

    /// The cost of the cheapest line that goes straight between points which divide each edge into
    /// `parts` parts, by Dijkstra's search over all of them.
    pub fn dense(&self, from: Point, to: Point, parts: usize) -> Option<f64> {
        let mut stands: Vec<Stand> = Vec::new();
        for end in [from, to] {
            let holds = |&(polygon, _): &(usize, f64)| self.part(polygon, end, end).is_some();
            let polygons = self.allowed().filter(holds).map(|(polygon, _)| polygon).collect();
            stands.push(Stand { at: end, polygons, edge: None });
        }
        for (one, _) in self.allowed() {
            for (other, _) in self.allowed().filter(|&(other, _)| other > one) {
                self.add_shared(one, other, parts, &mut stands);
            }
        }
        let mut costs = vec![f64::INFINITY; stands.len()];
        let mut is_done = vec![false; stands.len()];
        costs[0] = 0.0;
        loop {
            let left = (0..stands.len()).filter(|&at| !is_done[at] && costs[at].is_finite());
            let next = left.min_by(|&a, &b| costs[a].total_cmp(&costs[b]))?;
            if next == 1 {
                return Some(costs[1]);
            }
            is_done[next] = true;
            for at in 0..stands.len() {
                if let Some(leg) = self.leg(&stands[next], &stands[at]) {
                    costs[at] = costs[at].min(costs[next] + leg);
                }
            }
        }
    }

    fn add_shared(&self, one: usize, other: usize, parts: usize, stands: &mut Vec<Stand>) {
        let (ring, beside) = (&self.mesh.polygons[one], &self.mesh.polygons[other]);
        let has = |u: u32, w: u32| {
            (0..beside.len()).any(|k| (beside[k], beside[(k + 1) % beside.len()]) == (w, u))
        };
        let points = self.ring(one);
        for k in 0..ring.len() {
            let next = (k + 1) % ring.len();
            if !has(ring[k], ring[next]) {
                continue;
            }
            for part in 0..=parts {
                let share = part as f64 / parts as f64;
                let along = |a: f64, b: f64| a + (b - a) * share;
                let at = (along(points[k].0, points[next].0), along(points[k].1, points[next].1));
                let edge = Some((ring[k], ring[next]));
                stands.push(Stand { at, polygons: vec![one, other], edge });
            }
        }
    }

    /// What the straight line between two points costs, if a polygon has both.
    fn leg(&self, one: &Stand, other: &Stand) -> Option<f64> {
        let is_along = one.edge.is_some() && one.edge == other.edge;
        let both = one.polygons.iter().filter(|polygon| other.polygons.contains(polygon));
        let factors = both.filter_map(|&polygon| self.factors[polygon]);
        let least = factors.fold(f64::INFINITY, f64::min);
        debug_assert!(!is_along || least.is_finite());
        least.is_finite().then(|| least * distance(one.at, other.at))
    }
}
