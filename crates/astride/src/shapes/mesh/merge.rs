//! Fewer and larger polygons of the same ground.

use crate::base::{SmallSort, Vec2};
use crate::shapes::mesh::{
    build::Rings,
    orient::orient,
    polygons::{Mesh, NONE},
};

impl Mesh {
    /// The same ground in fewer polygons: neighbours of one area class whose union is convex are
    /// joined, beginning with those that make the largest polygon, until no two are left. Vertices on
    /// straight walls, and those that no polygon needs any more, are left out.
    ///
    /// Paths and lengths are those of this mesh, and searches are faster. Polygons and vertices get
    /// new numbers, in the order of the old ones.
    ///
    /// # Complexity
    ///
    /// O(r n log n) for n edges and r rounds, in each of which a polygon is joined with one other. There are
    /// one or two dozen rounds.
    #[must_use]
    pub fn merged(&self) -> Mesh {
        let mut mesh = self.clone();
        let edges = (0..self.from.len()).filter(|&edge| self.across[edge] == NONE);
        let walls = twice(edges.map(|edge| (self.from[edge], self.to[edge])));
        loop {
            let (rings, joined) = mesh.joined();
            if joined == 0 {
                let (points, rings, walls) = mesh.without_straight();
                return Mesh::of_rings(points, rings, &walls).unwrap_or(mesh);
            }
            match Mesh::of_rings(mesh.points.clone(), rings, &walls) {
                Ok(next) => mesh = next,
                Err(_) => return mesh, // only polygons bent by rounding could be refused
            }
        }
    }

    /// One round: every polygon is joined with at most one other.
    fn joined(&self) -> (Rings, usize) {
        let mut pairs: Vec<(f64, usize)> = (0..self.from.len())
            .filter(|&edge| self.across[edge] != NONE && (self.across[edge] as usize) > edge)
            .filter(|&edge| self.has_one_class(edge) && self.is_first_shared(edge))
            .filter(|&edge| self.is_union_convex(edge))
            .map(|edge| (self.area_of(self.owner[edge]) + self.area_of(self.beyond(edge)), edge))
            .collect();
        pairs.sort_small_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut partner = vec![NONE; self.outward.len()];
        let mut rings = Rings::new();
        let mut edges = vec![NONE; self.outward.len()];
        for (_, edge) in pairs {
            let (one, other) = (self.owner[edge], self.beyond(edge));
            if [one, other].iter().all(|&polygon| partner[polygon as usize] == NONE) {
                (partner[one as usize], partner[other as usize]) = (other, one);
                edges[one as usize] = edge as u32;
                edges[other as usize] = edge as u32;
            }
        }
        let mut joined = 0;
        for polygon in 0..self.polygon_count() {
            let class = self.classes[polygon as usize];
            match partner[polygon as usize] {
                NONE => rings.push(class, self.vertices_of(polygon).iter().copied()),
                other if other < polygon => {} // written together with the other one
                _ => {
                    rings.push(class, self.union(edges[polygon as usize] as usize));
                    joined += 1;
                }
            }
        }
        (rings, joined)
    }

    pub(super) fn next(&self, edge: usize) -> usize {
        let ring = self.edges_of(self.owner[edge]);
        if edge + 1 == ring.end { ring.start } else { edge + 1 }
    }

    pub(super) fn before(&self, edge: usize) -> usize {
        let ring = self.edges_of(self.owner[edge]);
        if edge == ring.start { ring.end - 1 } else { edge - 1 }
    }

    /// Whether the polygons on both sides of a shared edge are of one area class.
    fn has_one_class(&self, edge: usize) -> bool {
        let [one, other] = [self.owner[edge], self.beyond(edge)];
        self.classes[one as usize] == self.classes[other as usize]
    }

    /// Whether the edge before is not shared by the same two polygons.
    fn is_first_shared(&self, edge: usize) -> bool {
        self.beyond(self.before(edge)) != self.beyond(edge)
    }

    /// The last of the edges from `edge` on that the same two polygons share.
    fn last_shared(&self, mut edge: usize) -> usize {
        while self.beyond(self.next(edge)) == self.beyond(edge) {
            edge = self.next(edge);
        }
        edge
    }

    /// Whether two polygons make a convex one; `edge` is the first that they share.
    fn is_union_convex(&self, edge: usize) -> bool {
        let at = |vertex: u32| self.points[vertex as usize];
        let last = self.last_shared(edge);
        let is_straight = |edge: usize| {
            let (from, to) = self.ends_of(edge);
            edge == last || orient(from, to, at(self.to[self.next(edge)])) == 0.0
        };
        let mut shared = edge;
        while shared != last {
            if !is_straight(shared) {
                return false; // bent by rounding
            }
            shared = self.next(shared);
        }
        let (first_twin, last_twin) = (self.across[edge] as usize, self.across[last] as usize);
        // Where the shared edges begin, and where they end. Beside a wall between the two it is straight
        // back.
        let is_convex = |before: usize, after: usize| {
            let (from, here, to) =
                (at(self.from[before]), at(self.from[after]), at(self.to[after]));
            let turn = orient(from, here, to);
            turn > 0.0 || turn == 0.0 && here.minus(from).dot(to.minus(here)) > 0.0
        };
        is_convex(self.before(edge), self.next(first_twin))
            && is_convex(self.before(last_twin), self.next(last))
    }

    /// The outline of two polygons together; `edge` is the first that they share.
    fn union(&self, edge: usize) -> Vec<u32> {
        let last = self.last_shared(edge);
        let mut ring = Vec::new();
        let mut walk = |mut from: usize, end: usize| {
            while from != end {
                ring.push(self.from[from]);
                from = self.next(from);
            }
        };
        walk(self.next(last), edge);
        walk(self.next(self.across[edge] as usize), self.across[last] as usize);
        ring
    }

    /// Points, outlines and inner walls without the vertices that are on a straight line for every
    /// polygon that has them.
    fn without_straight(&self) -> (Vec<Vec2>, Rings, Vec<(u32, u32)>) {
        let mut uses = vec![0u32; self.points.len()];
        self.from.iter().for_each(|&vertex| uses[vertex as usize] += 1);
        let mut is_needed = vec![false; self.points.len()];
        for edge in 0..self.from.len() {
            let (before, from) = (self.before(edge), self.from[edge] as usize);
            let (here, ahead) = self.ends_of(edge);
            let is_straight = orient(self.points[self.from[before] as usize], here, ahead) == 0.0;
            // Both edges are between the same two polygons, or both are walls of one.
            let is_same = self.beyond(before) == self.beyond(edge);
            let users = if self.beyond(edge) == NONE { 1 } else { 2 };
            is_needed[from] |= !(is_straight && is_same && uses[from] == users);
        }
        let mut number = vec![NONE; self.points.len()];
        let mut points = Vec::new();
        for (vertex, _) in is_needed.iter().enumerate().filter(|(_, needed)| **needed) {
            number[vertex] = points.len() as u32;
            points.push(self.points[vertex]);
        }
        let (mut rings, mut walls) = (Rings::new(), Vec::new());
        for polygon in 0..self.polygon_count() {
            let edges = self.edges_of(polygon).map(|edge| (number[self.from[edge] as usize], edge));
            let kept: Vec<(u32, usize)> = edges.filter(|(vertex, _)| *vertex != NONE).collect();
            let ends = kept.iter().cycle().skip(1);
            for (&(from, edge), &(to, _)) in kept.iter().zip(ends) {
                if self.across[edge] == NONE {
                    walls.push((from, to));
                }
            }
            rings.push(self.classes[polygon as usize], kept.iter().map(|&(vertex, _)| vertex));
        }
        (points, rings, twice(walls.into_iter()))
    }
}

/// The edges that are there twice, in either direction.
pub(super) fn twice(edges: impl Iterator<Item = (u32, u32)>) -> Vec<(u32, u32)> {
    let mut edges: Vec<(u32, u32)> = edges.map(|(a, b)| (a.min(b), a.max(b))).collect();
    edges.sort_unstable();
    edges.chunk_by(|a, b| a == b).filter(|same| same.len() == 2).map(|same| same[0]).collect()
}
