//! Small queries on a mesh: how far the nearest wall is, and random places.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use crate::base::{Random, Vec2};
use crate::shapes::mesh::{
    locate::nearest_on,
    polygons::{Mesh, NONE},
};

impl Mesh {
    /// How far a place on the mesh is from the nearest wall of its floor, and the point of the wall;
    /// `None` if the place is not on the mesh.
    ///
    /// # Complexity
    ///
    /// O(k log k) for the k edges of polygons that are as near.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::Vec2;
    /// use astride::shapes::mesh::Mesh;
    /// let corners = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)];
    /// let points = corners.map(|(x, y)| Vec2::new(x, y)).to_vec();
    /// let mesh = Mesh::new(points, &[[0, 1, 2], [0, 2, 3]])?;
    /// let (distance, wall) = mesh.wall_distance(Vec2::new(3.0, 2.0)).unwrap();
    /// assert_eq!((distance, wall), (1.0, Vec2::new(4.0, 2.0)));
    /// # Ok::<(), astride::shapes::mesh::MeshError>(())
    /// ```
    pub fn wall_distance(&self, place: Vec2) -> Option<(f64, Vec2)> {
        let mut starts = Vec::new();
        let place = self.settle(place, &mut starts)?;
        let mut seen = BTreeSet::new();
        // A length that is not negative is ordered as its bits are.
        let mut waiting: BinaryHeap<Reverse<(u64, u32)>> =
            starts.iter().map(|&polygon| Reverse((0, polygon))).collect();
        let mut best: Option<(f64, Vec2)> = None;
        while let Some(Reverse((bits, polygon))) = waiting.pop() {
            if best.is_some_and(|(known, _)| known <= f64::from_bits(bits)) {
                break;
            }
            if !seen.insert(polygon) {
                continue; // already reached over a nearer edge
            }
            for edge in self.edges_of(polygon) {
                let (from, to) = self.ends_of(edge);
                let near = nearest_on(from, to, place);
                let distance = near.distance_to(place);
                match self.beyond(edge) {
                    NONE => {
                        if best.is_none_or(|(known, _)| distance < known) {
                            best = Some((distance, near));
                        }
                    }
                    beyond => waiting.push(Reverse((distance.to_bits(), beyond))),
                }
            }
        }
        best
    }

    /// Places drawn at random, each part of the ground as likely as any other of its area; the same for
    /// the same seed, on every machine.
    ///
    /// # Complexity
    ///
    /// O(n + count · log n) for n edges.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::Vec2;
    /// use astride::shapes::mesh::Mesh;
    /// let corners = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)];
    /// let points = corners.map(|(x, y)| Vec2::new(x, y)).to_vec();
    /// let mesh = Mesh::new(points, &[[0, 1, 2], [0, 2, 3]])?;
    /// let places = mesh.random_places(7, 100);
    /// assert!(places.iter().all(|&place| !mesh.polygons_at(place).is_empty()));
    /// # Ok::<(), astride::shapes::mesh::MeshError>(())
    /// ```
    pub fn random_places(&self, seed: u64, count: usize) -> Vec<Vec2> {
        let mut sums = Vec::with_capacity(self.outward.len());
        let mut sum = 0.0;
        for polygon in 0..self.polygon_count() {
            sum += self.area_of(polygon);
            sums.push(sum);
        }
        let mut dice = Random::new(seed);
        // 53 bits, from 0 to just below 1.
        let mut share = move || (dice.next() >> 11) as f64 / (1u64 << 53) as f64;
        let mut place = || {
            let drawn = share() * sum;
            let polygon = sums.partition_point(|&below| below <= drawn).min(sums.len() - 1);
            let outline = self.outline(polygon as u32);
            let mut left = drawn - if polygon == 0 { 0.0 } else { sums[polygon - 1] };
            let fan = outline.windows(2).skip(1);
            let mut triangle = [outline[0], outline[1], outline[2]];
            for edge in fan {
                triangle = [outline[0], edge[0], edge[1]];
                let area = edge[0].minus(outline[0]).cross(edge[1].minus(outline[0])) / 2.0;
                if left < area {
                    break;
                }
                left -= area;
            }
            let (mut a, mut b) = (share(), share());
            if a + b > 1.0 {
                (a, b) = (1.0 - a, 1.0 - b);
            }
            let [corner, one, other] = triangle;
            let place = corner.plus(one.minus(corner).times(a)).plus(other.minus(corner).times(b));
            self.moved_into(polygon as u32, place)
        };
        (0..count).map(|_| place()).collect()
    }
}
