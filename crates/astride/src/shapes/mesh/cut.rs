//! Cutting convex shapes out of a mesh.
//!
//! A mesh is opened into half edges, each with links to the next, the previous and the opposite one.
//! A line through a polygon puts a vertex on both half edges of each edge that it crosses, so
//! neighbours always agree about the vertices between them and rounding opens no gap.
//! Only the position of such a vertex is rounded; on which side of a cutting line a vertex lies is
//! decided with the mesh's tolerance, so that no line is cut twice where two shapes share an edge.

use std::collections::BTreeSet;

use crate::base::{SmallSort, Vec2};
use crate::shapes::mesh::{
    build::{Rings, check_count, check_ring},
    error::{Kind, MeshError},
    limits::tidy,
    merge::twice,
    orient::orient,
    polygons::{Mesh, NONE},
};

/// A mesh while shapes are cut out of it.
#[derive(Debug)]
pub(super) struct Cutting {
    points: Vec<Vec2>,
    /// The vertex at which each half edge begins.
    from: Vec<u32>,
    next: Vec<u32>,
    before: Vec<u32>,
    /// The same edge of the neighbour, [`NONE`] for a wall.
    across: Vec<u32>,
    /// The piece of each half edge.
    piece: Vec<u32>,
    /// A half edge of each piece, [`NONE`] for pieces that are cut out.
    first: Vec<u32>,
    /// What has become of each polygon of the mesh.
    pieces: Vec<Vec<u32>>,
    /// How many pieces are left.
    left: usize,
    /// The area classes of the polygons of the mesh.
    classes: Vec<u8>,
    tolerance: f64,
    bend: f64,
}

impl Cutting {
    pub(super) fn of(mesh: &Mesh) -> Self {
        let edges = 0..mesh.from.len();
        Cutting {
            points: mesh.points.clone(),
            from: mesh.from.clone(),
            next: edges.clone().map(|edge| mesh.next(edge) as u32).collect(),
            before: edges.map(|edge| mesh.before(edge) as u32).collect(),
            across: mesh.across.clone(),
            piece: mesh.owner.clone(),
            first: mesh.first[..mesh.first.len() - 1].to_vec(),
            pieces: (0..mesh.polygon_count()).map(|polygon| vec![polygon]).collect(),
            left: mesh.polygon_count() as usize,
            classes: mesh.classes.clone(),
            tolerance: mesh.tolerance(),
            bend: super::BEND * mesh.extent,
        }
    }

    /// Whether everything is cut out.
    pub(super) fn is_empty(&self) -> bool {
        self.left == 0
    }

    /// Cuts a convex shape, counter-clockwise, out of what is left of a polygon. The cut is exact to a
    /// few times the tolerance if the edges of the shape are longer than that.
    pub(super) fn cut(&mut self, polygon: u32, shape: &[Vec2]) -> Result<(), MeshError> {
        for at in 0..self.pieces[polygon as usize].len() {
            let piece = self.pieces[polygon as usize][at];
            let outline: Vec<Vec2> =
                self.ring(piece).into_iter().map(|edge| self.at(edge)).collect();
            let is_beyond = |edge: [Vec2; 2], all: &[Vec2]| {
                all.iter().all(|&point| offset(edge, point) <= self.tolerance)
            };
            // The direction of a very short edge is only rounding.
            let is_long = |edge: &[Vec2; 2]| edge[0].distance_to(edge[1]) > 1e4 * self.tolerance;
            let is_apart = edges_of(shape).any(|edge| is_beyond(edge, &outline))
                || edges_of(&outline).filter(is_long).any(|edge| is_beyond(edge, shape));
            if !is_apart && edges_of(shape).all(|edge| self.keep_left(polygon, piece, edge)) {
                self.remove(piece);
            }
            check_count("edges", self.from.len(), Mesh::MOST)?;
        }
        let first = &self.first;
        self.pieces[polygon as usize].retain(|&piece| first[piece as usize] != NONE);
        Ok(())
    }

    /// Splits off what lies to the right of a line; `false` if nothing lies to its left.
    fn keep_left(&mut self, polygon: u32, piece: u32, line: [Vec2; 2]) -> bool {
        loop {
            let ring = self.ring(piece);
            let side = |&edge: &u32| match offset(line, self.at(edge)) {
                off if off > self.tolerance => 1,
                off if off < -self.tolerance => -1,
                _ => 0,
            };
            let sides: Vec<i8> = ring.iter().map(side).collect();
            if !sides.contains(&1) {
                return false;
            }
            // The last vertex on the right before one on the left.
            let n = ring.len();
            let is_last = |&k: &usize| {
                sides[k] < 0 && (1..n).map(|on| sides[(k + on) % n]).find(|&s| s != 0) == Some(1)
            };
            let Some(last) = (0..n).find(is_last) else {
                return true;
            };
            self.split(polygon, piece, line, &Turned { ring, sides, last });
        }
    }

    /// Splits a piece in two where a line enters and leaves the side on its left, which keeps the
    /// number of the piece.
    fn split(&mut self, polygon: u32, piece: u32, line: [Vec2; 2], turned: &Turned) {
        let n = turned.ring.len();
        let first_left = (1..n).find(|&k| turned.side(k) > 0).unwrap_or(1);
        let right_again = (first_left..=n).find(|&k| turned.side(k) < 0).unwrap_or(n);
        let last_left = (first_left..right_again).rev().find(|&k| turned.side(k) > 0);
        let last_left = last_left.unwrap_or(first_left);
        // Where a vertex is on the line the cut goes through it.
        let enter = match first_left {
            1 => self.split_edge(turned.edge(0), line),
            k => turned.edge(k - 1),
        };
        let leave = match last_left + 1 {
            k if k == right_again => self.split_edge(turned.edge(last_left), line),
            k => turned.edge(k),
        };
        let other = self.first.len() as u32;
        let inner = self.push_edge(self.from[leave as usize], piece);
        let outer = self.push_edge(self.from[enter as usize], other);
        (self.across[inner as usize], self.across[outer as usize]) = (outer, inner);
        let (before_enter, before_leave) =
            (self.before[enter as usize], self.before[leave as usize]);
        self.join(before_leave, inner);
        self.join(inner, enter);
        self.join(before_enter, outer);
        self.join(outer, leave);
        self.first[piece as usize] = inner;
        self.first.push(outer);
        self.pieces[polygon as usize].push(other);
        self.left += 1;
        for edge in self.ring(other) {
            self.piece[edge as usize] = other;
        }
    }

    /// Puts a vertex where a line crosses an edge, and returns the half edge that begins there.
    fn split_edge(&mut self, edge: u32, line: [Vec2; 2]) -> u32 {
        let (from, to) = (self.at(edge), self.at(self.next[edge as usize]));
        let (here, there) = (offset(line, from), offset(line, to));
        let point = from.plus(to.minus(from).times(here / (here - there)));
        let vertex = self.points.len() as u32;
        self.points.push(tidy(point).unwrap_or(from));
        let second = self.insert(edge, vertex);
        let twin = self.across[edge as usize];
        if twin != NONE {
            let second_twin = self.insert(twin, vertex);
            self.pair(edge, second_twin);
            self.pair(second, twin);
        }
        second
    }

    /// Ends a half edge at a vertex, and begins another there.
    fn insert(&mut self, edge: u32, vertex: u32) -> u32 {
        let second = self.push_edge(vertex, self.piece[edge as usize]);
        self.join(second, self.next[edge as usize]);
        self.join(edge, second);
        second
    }

    fn push_edge(&mut self, vertex: u32, piece: u32) -> u32 {
        self.from.push(vertex);
        self.next.push(NONE);
        self.before.push(NONE);
        self.across.push(NONE);
        self.piece.push(piece);
        self.from.len() as u32 - 1
    }

    fn join(&mut self, edge: u32, next: u32) {
        (self.next[edge as usize], self.before[next as usize]) = (next, edge);
    }

    fn pair(&mut self, edge: u32, twin: u32) {
        (self.across[edge as usize], self.across[twin as usize]) = (twin, edge);
    }

    /// Removes a piece; its neighbours get walls where they bordered on it.
    fn remove(&mut self, piece: u32) {
        for edge in self.ring(piece) {
            let twin = self.across[edge as usize];
            if twin != NONE {
                self.across[twin as usize] = NONE;
            }
        }
        self.first[piece as usize] = NONE;
        self.left -= 1;
    }

    fn at(&self, edge: u32) -> Vec2 {
        self.points[self.from[edge as usize] as usize]
    }

    /// The half edges of a piece, counter-clockwise; none if it is cut out.
    fn ring(&self, piece: u32) -> Vec<u32> {
        let first = self.first[piece as usize];
        let next = |&edge: &u32| Some(self.next[edge as usize]).filter(|&next| next != first);
        std::iter::successors(Some(first).filter(|&first| first != NONE), next).collect()
    }

    /// The mesh of what is left; the error `nothing` if nothing is.
    pub(super) fn finish(mut self, nothing: Kind) -> Result<Mesh, MeshError> {
        self.absorb_slivers();
        if self.is_empty() {
            return Err(MeshError(nothing));
        }
        let (mut parts, mut walls, mut classes) = (Vec::new(), Vec::new(), Vec::new());
        let pieces = self.pieces.iter().zip(&self.classes);
        for (&piece, &class) in
            pieces.flat_map(|(all, class)| all.iter().map(move |at| (at, class)))
        {
            let ring = self.ring(piece);
            let wall = ring.iter().filter(|&&edge| self.across[edge as usize] == NONE);
            walls.extend(wall.map(|&edge| (edge, self.next[edge as usize])));
            if !ring.is_empty() {
                let vertices = ring.iter().map(|&edge| self.from[edge as usize]).collect();
                split_convex(&self.points, vertices, &mut parts);
                classes.resize(parts.len(), class);
            }
        }
        // Only the vertices that are used, in the order in which they were.
        let mut number = vec![NONE; self.points.len()];
        parts.iter().flatten().for_each(|&vertex| number[vertex as usize] = 0);
        let mut points = Vec::new();
        for (vertex, number) in number.iter_mut().enumerate().filter(|(_, number)| **number == 0) {
            *number = points.len() as u32;
            points.push(self.points[vertex]);
        }
        let numbered = |vertex: &u32| number[*vertex as usize];
        let mut rings = Rings::new();
        for (part, &class) in parts.iter().zip(&classes) {
            rings.push(class, part.iter().map(numbered));
        }
        let ends = |&(edge, next): &(u32, u32)| {
            [edge, next].map(|edge| numbered(&self.from[edge as usize])).into()
        };
        Mesh::of_rings(points, rings, &twice(walls.iter().map(ends)))
    }

    /// Joins each piece that is too thin to have an area after rounding with the neighbour across its
    /// longest shared edge; a piece without neighbours leads nowhere and is taken out.
    fn absorb_slivers(&mut self) {
        let mut waiting: Vec<u32> =
            self.pieces.iter().flatten().copied().filter(|&piece| !self.is_sound(piece)).collect();
        while let Some(piece) = waiting.pop() {
            if self.is_sound(piece) {
                continue;
            }
            let ring = self.ring(piece);
            let is_shared = |edge: &&u32| {
                let twin = self.across[**edge as usize];
                twin != NONE && self.piece[twin as usize] != piece
            };
            let length = |edge: u32| self.at(edge).distance_to(self.at(self.next[edge as usize]));
            let longest = ring
                .iter()
                .filter(is_shared)
                .max_by(|&&a, &&b| length(a).total_cmp(&length(b)))
                .copied();
            match longest {
                Some(edge) => waiting.push(self.absorb(piece, edge)),
                None => self.remove(piece),
            }
        }
    }

    /// Whether a piece is a polygon that a mesh accepts, or no longer exists.
    fn is_sound(&self, piece: u32) -> bool {
        let ring: Vec<u32> =
            self.ring(piece).into_iter().map(|edge| self.from[edge as usize]).collect();
        ring.is_empty() || check_ring(&self.points, piece, &ring, self.bend).is_ok()
    }

    /// Joins a piece with the one across one of its edges, which keeps its number and is returned.
    fn absorb(&mut self, piece: u32, edge: u32) -> u32 {
        let twin = self.across[edge as usize];
        let into = self.piece[twin as usize];
        let (mut first, mut last) = (edge, edge);
        let across = |cutting: &Self, edge: u32| cutting.across[edge as usize];
        // All edges in a row that both share.
        while across(self, self.before[first as usize]) == self.next[across(self, first) as usize]
            && self.before[first as usize] != last
        {
            first = self.before[first as usize];
        }
        while across(self, self.next[last as usize]) == self.before[across(self, last) as usize]
            && self.next[last as usize] != first
        {
            last = self.next[last as usize];
        }
        let (twin_first, twin_last) = (across(self, last), across(self, first));
        let keep = self.next[twin_last as usize];
        self.join(self.before[first as usize], keep);
        self.join(self.before[twin_first as usize], self.next[last as usize]);
        self.first[piece as usize] = NONE;
        self.left -= 1;
        self.first[into as usize] = keep;
        for edge in self.ring(into) {
            self.piece[edge as usize] = into;
        }
        into
    }
}

/// Splits a ring that is bent inward by rounding into rings that are exactly convex, so that no ray
/// leaves one of them twice. A ring that no chord splits stays as it is.
fn split_convex(points: &[Vec2], ring: Vec<u32>, parts: &mut Vec<Vec<u32>>) {
    let mut waiting = vec![ring];
    while let Some(ring) = waiting.pop() {
        let Some([first, second]) = halves(points, &ring) else {
            parts.push(ring); // a mesh accepts polygons that are bent this little
            continue;
        };
        waiting.extend([second, first]);
    }
}

/// The two rings on either side of a chord from the first vertex at which a ring is bent inward; `None`
/// if the ring is convex, or crossed by rounding so that it has no such chord.
fn halves(points: &[Vec2], ring: &[u32]) -> Option<[Vec<u32>; 2]> {
    let n = ring.len();
    let at = |k: usize| points[ring[k % n] as usize];
    let bent = (0..n).find(|&k| orient(at(k + n - 1), at(k), at(k + 1)) < 0.0)?;
    let here = at(bent);
    // One part of the ring is wholly to the right of the chord, the other wholly to its left. Of
    // such chords, the one that leaves the widest angle on either side is taken.
    let is_chord = |&on: &usize| {
        let side = |k: usize| orient(here, at(bent + on), at(bent + k));
        (1..on).all(|k| side(k) < 0.0) && (on + 1..n).all(|k| side(k) > 0.0)
    };
    let width = |on: usize| {
        let end = at(bent + on);
        let apart = |beside: Vec2| orient(here, end, beside).abs() / here.distance_to(end);
        apart(at(bent + 1)).min(apart(at(bent + n - 1)))
    };
    // The widest first, since checking a chord takes far longer than measuring it.
    let mut chords: Vec<(f64, usize)> = (2..n - 1).map(|on| (width(on), on)).collect();
    chords.sort_small_by(|a, b| b.0.total_cmp(&a.0).then(b.1.cmp(&a.1)));
    let on = chords.into_iter().map(|(_, on)| on).find(is_chord)?;
    let part = |from: usize, to: usize| (from..=to).map(|k| ring[k % n]).collect();
    Some([part(bent, bent + on), part(bent + on, bent + n)])
}

/// The half edges of a piece, on which side of a line each begins, and the one from which to count:
/// the last that begins on the right before one that begins on the left.
struct Turned {
    ring: Vec<u32>,
    sides: Vec<i8>,
    last: usize,
}

impl Turned {
    fn side(&self, k: usize) -> i8 {
        self.sides[(self.last + k) % self.sides.len()]
    }

    fn edge(&self, k: usize) -> u32 {
        self.ring[(self.last + k) % self.ring.len()]
    }
}

impl Mesh {
    /// The polygons that a convex shape covers and that can be reached from some polygons without
    /// leaving the shape: where there are several floors, only those of the same one.
    pub(super) fn covered(
        &self,
        starts: impl IntoIterator<Item = u32>,
        shape: &[Vec2],
    ) -> Vec<u32> {
        let mut found: BTreeSet<u32> = starts.into_iter().collect();
        let mut waiting: Vec<u32> = found.iter().copied().collect();
        while let Some(polygon) = waiting.pop() {
            for edge in self.edges_of(polygon) {
                let (beyond, (from, to)) = (self.beyond(edge), self.ends_of(edge));
                if beyond != NONE && meets(from, to, shape) && found.insert(beyond) {
                    waiting.push(beyond);
                }
            }
        }
        found.into_iter().collect()
    }
}

/// Whether a straight piece meets a convex shape or touches it.
fn meets(from: Vec2, to: Vec2, shape: &[Vec2]) -> bool {
    let side = |line: [Vec2; 2], point: Vec2| orient(line[0], line[1], point);
    let is_beside =
        |edge: [Vec2; 2]| edge[0] != edge[1] && side(edge, from) < 0.0 && side(edge, to) < 0.0;
    let line = [from, to];
    !edges_of(shape).any(is_beside)
        && !shape.iter().all(|&corner| side(line, corner) < 0.0)
        && !shape.iter().all(|&corner| side(line, corner) > 0.0)
}

/// The edges of an outline.
pub(super) fn edges_of(outline: &[Vec2]) -> impl Iterator<Item = [Vec2; 2]> + '_ {
    let ends = outline.iter().cycle().skip(1);
    outline.iter().zip(ends).map(|(&from, &to)| [from, to]).filter(|edge| edge[0] != edge[1])
}

/// How far a point is to the left of a line.
fn offset(line: [Vec2; 2], point: Vec2) -> f64 {
    orient(line[0], line[1], point) / line[0].distance_to(line[1])
}
