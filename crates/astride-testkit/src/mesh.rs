//! Shortest paths of a point over convex polygons, from their definition, and random meshes.
//!
//! A point moves within polygons, and from one to another only if both contain the point and share
//! an edge that contains it too. Shortest paths turn only at vertices, so the distance is that in
//! the graph of all vertices, joined where the straight line between them is passable. All
//! coordinates are integers; all tests use exact fractions.

use std::collections::{BTreeMap, BTreeSet};

use crate::rng::Rng;

/// A position in integers.
pub type Place = (i64, i64);

/// A fraction as numerator and denominator; the denominator is positive.
type Fraction = (i128, i128);

fn is_less(a: Fraction, b: Fraction) -> bool {
    a.0 * b.1 < b.0 * a.1
}

fn greater(a: Fraction, b: Fraction) -> Fraction {
    if is_less(a, b) { b } else { a }
}

/// Polygons, counter-clockwise where y points up.
#[derive(Debug, Clone, Default)]
pub struct BookMesh {
    /// The vertices.
    pub points: Vec<Place>,
    /// How long a unit is along each axis.
    pub unit: (f64, f64),
    /// The vertices of each polygon.
    pub polygons: Vec<Vec<u32>>,
    /// The polygon beyond each edge.
    beyond: Vec<Vec<Option<usize>>>,
    /// The minimum and maximum corner of the bounding box of each polygon.
    boxes: Vec<(Place, Place)>,
}

/// Polygons between which a point can move at some position.
pub type Together = BTreeSet<usize>;

fn cross(a: Place, b: Place, c: Place) -> i128 {
    let wide = |v: i64| i128::from(v);
    (wide(b.0) - wide(a.0)) * (wide(c.1) - wide(a.1))
        - (wide(b.1) - wide(a.1)) * (wide(c.0) - wide(a.0))
}

impl BookMesh {
    /// A mesh of these polygons; two polygons share an edge if one has it in one direction and the
    /// other in the opposite direction.
    pub fn new(points: Vec<Place>, polygons: Vec<Vec<u32>>) -> BookMesh {
        let mut mesh = BookMesh { points, polygons, unit: (1.0, 1.0), ..BookMesh::default() };
        let all: BTreeMap<(u32, u32), usize> = (0..mesh.polygons.len())
            .flat_map(|polygon| mesh.edges(polygon).map(move |edge| (edge, polygon)))
            .collect();
        for polygon in 0..mesh.polygons.len() {
            let beyond = mesh.edges(polygon).map(|(u, w)| all.get(&(w, u)).copied()).collect();
            let places = || mesh.polygons[polygon].iter().map(|&vertex| mesh.point(vertex));
            let (xs, ys) = (|| places().map(|at| at.0), || places().map(|at| at.1));
            let least = (xs().min().unwrap_or(0), ys().min().unwrap_or(0));
            let most = (xs().max().unwrap_or(0), ys().max().unwrap_or(0));
            mesh.boxes.push((least, most));
            mesh.beyond.push(beyond);
        }
        mesh
    }

    /// Makes a wall of the edge between two vertices.
    pub fn wall_off(&mut self, a: u32, b: u32) {
        for polygon in 0..self.polygons.len() {
            let edges: Vec<(u32, u32)> = self.edges(polygon).collect();
            for (edge, beyond) in edges.into_iter().zip(&mut self.beyond[polygon]) {
                if edge == (a, b) || edge == (b, a) {
                    *beyond = None;
                }
            }
        }
    }

    /// The edges with nothing beyond.
    pub fn walls(&self) -> Vec<((f64, f64), (f64, f64))> {
        let float = |vertex: u32| {
            let at = self.point(vertex);
            (at.0 as f64, at.1 as f64)
        };
        let of = |polygon: usize| self.edges(polygon).zip(&self.beyond[polygon]);
        let walls = (0..self.polygons.len()).flat_map(of).filter(|(_, beyond)| beyond.is_none());
        walls.map(|((a, b), _)| (float(a), float(b))).collect()
    }

    /// Whether no two polygons lie over one another.
    pub fn is_flat(&self) -> bool {
        let is_apart = |one: usize, other: usize| {
            self.edges(one).any(|(u, w)| {
                let beside = |&at: &u32| cross(self.point(u), self.point(w), self.point(at)) <= 0;
                self.polygons[other].iter().all(beside)
            })
        };
        let all = 0..self.polygons.len();
        all.clone().all(|a| all.clone().all(|b| a == b || is_apart(a, b) || is_apart(b, a)))
    }

    fn edges(&self, polygon: usize) -> impl Iterator<Item = (u32, u32)> + '_ {
        let ring = &self.polygons[polygon];
        (0..ring.len()).map(move |at| (ring[at], ring[(at + 1) % ring.len()]))
    }

    fn distance(&self, a: Place, b: Place) -> f64 {
        let (dx, dy) = ((a.0 - b.0) as f64 * self.unit.0, (a.1 - b.1) as f64 * self.unit.1);
        (dx * dx + dy * dy).sqrt()
    }

    fn point(&self, vertex: u32) -> Place {
        self.points[vertex as usize]
    }

    /// The part of the segment from `a` to `b` that lies in a polygon, as fractions of the segment.
    fn part(&self, polygon: usize, a: Place, b: Place) -> Option<(Fraction, Fraction)> {
        let (least, most) = self.boxes[polygon];
        let is_apart = |a: i64, b: i64, least: i64, most: i64| a.max(b) < least || a.min(b) > most;
        if is_apart(a.0, b.0, least.0, most.0) || is_apart(a.1, b.1, least.1, most.1) {
            return None;
        }
        let (mut from, mut to) = ((0, 1), (1, 1));
        for (u, w) in self.edges(polygon) {
            let (at_a, at_b) =
                (cross(self.point(u), self.point(w), a), cross(self.point(u), self.point(w), b));
            match (at_a < 0, at_b < 0) {
                (true, true) => return None,
                (true, false) => from = greater(from, (-at_a, at_b - at_a)),
                (false, true) => {
                    let end = (at_a, at_a - at_b);
                    to = if is_less(end, to) { end } else { to };
                }
                (false, false) => {}
            }
        }
        (!is_less(to, from)).then_some((from, to))
    }

    /// All polygons that can be entered from `some` at the fraction `t` of the segment from `a` to
    /// `b`.
    fn joined(&self, some: &Together, a: Place, b: Place, t: Fraction) -> Together {
        let wide = |v: i64| i128::from(v);
        let at = (
            wide(a.0) * t.1 + t.0 * (wide(b.0) - wide(a.0)),
            wide(a.1) * t.1 + t.0 * (wide(b.1) - wide(a.1)),
        );
        let has = |&(u, w): &(u32, u32)| {
            let (u, w) = (self.point(u), self.point(w));
            let (ux, uy, wx, wy) =
                (wide(u.0) * t.1, wide(u.1) * t.1, wide(w.0) * t.1, wide(w.1) * t.1);
            (wx - ux) * (at.1 - uy) == (wy - uy) * (at.0 - ux)
                && (ux.min(wx)..=ux.max(wx)).contains(&at.0)
                && (uy.min(wy)..=uy.max(wy)).contains(&at.1)
        };
        let mut all = some.clone();
        let mut waiting: Vec<usize> = some.iter().copied().collect();
        while let Some(polygon) = waiting.pop() {
            for (edge, beyond) in self.edges(polygon).zip(&self.beyond[polygon]) {
                if let Some(other) =
                    beyond.filter(|_| has(&edge)).filter(|&other| all.insert(other))
                {
                    waiting.push(other);
                }
            }
        }
        all
    }

    /// The polygons that contain a position, grouped by whether a point can move between them
    /// there.
    pub fn around(&self, at: Place) -> Vec<Together> {
        let mut left: Together =
            (0..self.polygons.len()).filter(|&p| self.part(p, at, at).is_some()).collect();
        let mut all = Vec::new();
        while let Some(&first) = left.first() {
            let together = self.joined(&[first].into(), at, at, (0, 1));
            left = left.difference(&together).copied().collect();
            all.push(together);
        }
        all
    }

    /// Moves straight from `a`, in the polygons `from`, to `b`; returns the polygons at `b`, or an
    /// empty set if the way is blocked.
    pub fn go(&self, a: Place, b: Place, from: &Together) -> Together {
        if a == b {
            return from.clone();
        }
        let parts: Vec<_> = (0..self.polygons.len()).map(|p| self.part(p, a, b)).collect();
        let mut breaks: Vec<Fraction> = parts
            .iter()
            .flatten()
            .flat_map(|&(from, to)| [from, to])
            .chain([(0, 1), (1, 1)])
            .collect();
        breaks.sort_by(|&one, &other| (one.0 * other.1).cmp(&(other.0 * one.1)));
        breaks.dedup_by(|one, other| one.0 * other.1 == other.0 * one.1);
        let mut inside = from.clone();
        for step in breaks.windows(2) {
            let holds = |polygon: usize| {
                parts[polygon]
                    .is_some_and(|(from, to)| !is_less(step[0], from) && !is_less(to, step[1]))
            };
            inside =
                self.joined(&inside, a, b, step[0]).into_iter().filter(|&p| holds(p)).collect();
            if inside.is_empty() {
                return inside;
            }
        }
        self.joined(&inside, a, b, (1, 1))
    }

    /// Whether a polyline is passable.
    pub fn can_go(&self, line: &[Place]) -> bool {
        self.around(line[0]).iter().any(|start| {
            let mut inside = start.clone();
            for leg in line.windows(2) {
                inside = self.go(leg[0], leg[1], &inside);
            }
            !inside.is_empty()
        })
    }
}

/// The visibility graph of the vertices of a mesh.
pub struct MeshSight<'a> {
    mesh: &'a BookMesh,
    nodes: Vec<(Place, Together)>,
    arcs: Vec<Vec<(usize, f64)>>,
}

impl<'a> MeshSight<'a> {
    /// Tests the line between every pair of vertices.
    pub fn new(mesh: &'a BookMesh) -> MeshSight<'a> {
        let places: BTreeSet<Place> = mesh.points.iter().copied().collect();
        let around = |at: Place| mesh.around(at).into_iter().map(move |together| (at, together));
        let nodes: Vec<(Place, Together)> = places.into_iter().flat_map(around).collect();
        let arcs = nodes.iter().map(|(from, inside)| seen(mesh, &nodes, *from, inside)).collect();
        MeshSight { mesh, nodes, arcs }
    }

    /// The length of the shortest path; `None` if there is none or an end is outside the mesh.
    pub fn distance(&self, from: Place, to: Place) -> Option<f64> {
        let (starts, goals) = (self.mesh.around(from), self.mesh.around(to));
        let mut best = f64::INFINITY;
        let mut known = vec![f64::INFINITY; self.nodes.len()];
        for start in &starts {
            let end = self.mesh.go(from, to, start);
            if goals.iter().any(|goal| !goal.is_disjoint(&end)) {
                best = best.min(self.mesh.distance(from, to));
            }
            for (node, length) in seen(self.mesh, &self.nodes, from, start) {
                known[node] = known[node].min(length);
            }
        }
        let mut is_done = vec![false; self.nodes.len()];
        loop {
            let open = (0..known.len()).filter(|&node| !is_done[node] && known[node] < best);
            let Some(node) = open.min_by(|&a, &b| known[a].total_cmp(&known[b])) else { break };
            is_done[node] = true;
            for &(next, length) in &self.arcs[node] {
                known[next] = known[next].min(known[node] + length);
            }
            let (place, inside) = &self.nodes[node];
            let length = known[node] + self.mesh.distance(*place, to);
            if length < best {
                let end = self.mesh.go(*place, to, inside);
                if goals.iter().any(|goal| !goal.is_disjoint(&end)) {
                    best = length;
                }
            }
        }
        (best < f64::INFINITY).then_some(best)
    }
}

fn seen(
    mesh: &BookMesh,
    nodes: &[(Place, Together)],
    from: Place,
    inside: &Together,
) -> Vec<(usize, f64)> {
    let mut all = Vec::new();
    let mut last: Option<(Place, Together)> = None;
    for (at, (to, around)) in nodes.iter().enumerate() {
        if last.as_ref().is_none_or(|(place, _)| place != to) {
            last = Some((*to, mesh.go(from, *to, inside)));
        }
        if last.as_ref().is_some_and(|(_, end)| !end.is_disjoint(around)) {
            all.push((at, mesh.distance(from, *to)));
        }
    }
    all
}

/// Rectangles of cells, each with all cell corners on its outline as vertices, except some on
/// straight lines; `None` if everything is blocked. Skewed and rotated by a random matrix.
pub fn random_rectangles(rng: &mut Rng) -> Option<BookMesh> {
    let (width, height) = (1 + rng.below(7), 1 + rng.below(7));
    let blocked = [10, 30, 45][rng.below(3)];
    let free: Vec<bool> = (0..width * height).map(|_| !rng.percent(blocked)).collect();
    let mut owner = vec![usize::MAX; width * height];
    let mut boxes = Vec::new();
    for at in 0..width * height {
        if !free[at] || owner[at] != usize::MAX {
            continue;
        }
        let (x, y) = (at % width, at / width);
        let is_open = |owner: &[usize], x: usize, y: usize| {
            x < width && y < height && free[y * width + x] && owner[y * width + x] == usize::MAX
        };
        let (mut wide, mut high) = (1, 1);
        for _ in 0..rng.below(6) {
            if rng.percent(50) {
                wide += usize::from((y..y + high).all(|y| is_open(&owner, x + wide, y)));
            } else {
                high += usize::from((x..x + wide).all(|x| is_open(&owner, x, y + high)));
            }
        }
        for y in y..y + high {
            (x..x + wide).for_each(|x| owner[y * width + x] = boxes.len());
        }
        boxes.push((x, y, wide, high));
    }
    if boxes.is_empty() {
        return None;
    }
    let at = |x: usize, y: usize| y * (width + 1) + x;
    let mut polygons: Vec<Vec<usize>> = Vec::new();
    for &(x, y, wide, high) in &boxes {
        let bottom = (x..x + wide).map(|x| at(x, y));
        let right = (y..y + high).map(|y| at(x + wide, y));
        let top = (0..wide).map(|back| at(x + wide - back, y + high));
        let left = (0..high).map(|back| at(x, y + high - back));
        polygons.push(bottom.chain(right).chain(top).chain(left).collect());
    }
    let [(a, b), (c, d)] = rng.pick(&[[(4, 0), (0, 4)], [(12, 4), (-4, 8)], [(28, 12), (20, 36)]]);
    let place = |n: usize| {
        let (x, y) = ((n % (width + 1)) as i64, (n / (width + 1)) as i64);
        (a * x + b * y, c * x + d * y)
    };
    Some(numbered(polygons, place))
}

/// Triangles between jittered points of a lattice, some of them omitted.
pub fn random_triangles(rng: &mut Rng) -> Option<BookMesh> {
    let (width, height) = (1 + rng.below(5), 1 + rng.below(5));
    let mut places = Vec::new();
    for y in 0..=height as i64 {
        for x in 0..=width as i64 {
            let shake = [0, 2, 6][rng.below(3)];
            let mut off = || 4 * (rng.below(2 * shake + 1) as i64 - shake as i64);
            places.push((64 * x + off(), 64 * y + off()));
        }
    }
    let left_out = [0, 20, 40][rng.below(3)];
    let mut polygons = Vec::new();
    for cell in 0..width * height {
        let corner = cell / width * (width + 1) + cell % width;
        let [a, b, c, d] = [corner, corner + 1, corner + width + 2, corner + width + 1];
        let both = if rng.percent(50) { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] };
        for [a, b, c] in both {
            if cross(places[a], places[b], places[c]) > 0 && !rng.percent(left_out) {
                polygons.push(vec![a, b, c]);
            }
        }
    }
    (!polygons.is_empty()).then(|| numbered(polygons, |n| places[n]))
}

/// A mesh with only the vertices in use.
fn numbered(polygons: Vec<Vec<usize>>, place: impl Fn(usize) -> Place) -> BookMesh {
    let used: BTreeSet<usize> = polygons.iter().flatten().copied().collect();
    let used: Vec<usize> = used.into_iter().collect();
    let number = |n: &usize| used.binary_search(n).expect("a vertex of a polygon") as u32;
    BookMesh::new(
        used.iter().map(|&n| place(n)).collect(),
        polygons.iter().map(|ring| ring.iter().map(number).collect()).collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_goes_round_a_corner_and_not_through_a_point() {
        // Two squares that touch at (4, 4), and a third that joins them.
        let points = vec![(0, 0), (4, 0), (4, 4), (0, 4), (8, 4), (8, 8), (4, 8), (0, 8)];
        let mut polygons = vec![vec![0, 1, 2, 3], vec![2, 4, 5, 6]];
        let mesh = BookMesh::new(points.clone(), polygons.clone());
        assert_eq!(MeshSight::new(&mesh).distance((0, 0), (8, 8)), None);
        assert_eq!(MeshSight::new(&mesh).distance((4, 4), (8, 8)), Some(32f64.sqrt()));
        polygons.push(vec![3, 2, 6, 7]);
        let joined = BookMesh::new(points, polygons);
        let sight = MeshSight::new(&joined);
        assert_eq!(sight.distance((0, 0), (8, 8)), Some(2.0 * 32f64.sqrt()));
        assert_eq!(sight.distance((4, 0), (8, 4)), Some(8.0));
        assert!(joined.can_go(&[(4, 0), (4, 4), (8, 4)]));
        assert!(!joined.can_go(&[(4, 0), (8, 4)]));
        assert!(!mesh.can_go(&[(4, 0), (4, 4), (8, 4)]));
    }
}
