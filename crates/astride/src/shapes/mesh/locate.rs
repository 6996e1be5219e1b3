//! Where a point is: a grid of buckets over the mesh, each with the polygons near it.

use std::collections::BTreeSet;

use crate::base::Vec2;
use crate::shapes::mesh::{limits::tidy, orient::orient, polygons::Mesh};

/// Polygons by the squares of a grid that their boxes touch.
#[derive(Clone, Debug)]
pub(super) struct Buckets {
    pub(super) least: Vec2,
    pub(super) most: Vec2,
    /// The width of a bucket.
    pub(super) size: f64,
    pub(super) columns: usize,
    pub(super) rows: usize,
    pub(super) first: Vec<u32>,
    pub(super) polygons: Vec<u32>,
}

/// A place on a mesh that is nearest to some point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// The place; it is on the mesh exactly.
    pub point: Vec2,
    /// The polygon that it is in, the first if there are several.
    pub polygon: u32,
    /// How far it is from the given point.
    pub distance: f64,
}

impl Mesh {
    /// The polygons that hold a point, least number first: several where it is on an edge or a
    /// vertex, none where it is beside the mesh. A point exactly on an edge is on it.
    ///
    /// # Complexity
    ///
    /// O(1) expected; O(n) where all n polygons are long and thin.
    pub fn polygons_at(&self, point: Vec2) -> Vec<u32> {
        let mut found = Vec::new();
        if let Some(point) = tidy(point) {
            self.collect_at(point, &mut found);
        }
        found
    }

    /// The point of the mesh nearest to a point, which is the point itself where it is on the
    /// mesh; `None` for a point that is not a number or farther than 10¹² from 0. Ties go to the
    /// polygon with the least number.
    ///
    /// # Complexity
    ///
    /// O(k) for the k polygons in the squares around the point that are as near; at worst all of them.
    pub fn nearest(&self, point: Vec2) -> Option<Nearest> {
        let target = tidy(point)?;
        let (column, row) = self.buckets.at(target);
        let mut best: Option<(f64, u32, Vec2)> = None;
        for ring in 0..self.buckets.columns.max(self.buckets.rows) {
            self.buckets.for_each_in_ring(column, row, ring, |polygon| {
                let near = self.nearest_of(polygon, target);
                let distance = near.distance_to(target);
                let is_better = |&(known, of, _): &(f64, u32, Vec2)| {
                    distance.total_cmp(&known).then(polygon.cmp(&of)).is_lt()
                };
                if best.as_ref().is_none_or(is_better) {
                    best = Some((distance, polygon, near));
                }
            });
            if best.is_some_and(|(known, ..)| {
                known < self.buckets.least_beyond(column, row, ring, target)
            }) {
                break;
            }
        }
        let (_, polygon, near) = best?;
        let point = self.moved_into(polygon, near);
        Some(Nearest { point, polygon, distance: point.distance_to(target) })
    }

    /// Whether ground comes together at a point without being connected there: polygons that
    /// cannot be entered from each other at that point.
    ///
    /// # Complexity
    ///
    /// That of [`polygons_at`](Self::polygons_at).
    pub fn is_pinched(&self, point: Vec2) -> bool {
        let Some(point) = tidy(point) else { return false };
        let mut left = Vec::new();
        self.collect_at(point, &mut left);
        let mut waiting: Vec<u32> = left.pop().into_iter().collect();
        while let Some(polygon) = waiting.pop() {
            for edge in self.edges_of(polygon) {
                let (from, to) = self.ends_of(edge);
                let is_between = |a: f64, b: f64, x: f64| a.min(b) <= x && x <= a.max(b);
                if orient(from, to, point) == 0.0
                    && is_between(from.x, to.x, point.x)
                    && is_between(from.y, to.y, point.y)
                    && let Some(at) = left.iter().position(|&other| other == self.beyond(edge))
                {
                    waiting.push(left.swap_remove(at));
                }
            }
        }
        !left.is_empty()
    }

    /// Finds the polygons of a point that is on the mesh, or beside it by at most the tolerance; such a
    /// point is moved onto the mesh.
    pub(super) fn settle(&self, point: Vec2, found: &mut Vec<u32>) -> Option<Vec2> {
        let mut place = tidy(point)?;
        self.collect_at(place, found);
        if found.is_empty() {
            let near =
                self.nearest(place).filter(|near| near.distance <= 2.0 * self.tolerance())?;
            place = near.point;
            self.collect_at(place, found);
        }
        (!found.is_empty()).then_some(place)
    }

    fn collect_at(&self, point: Vec2, found: &mut Vec<u32>) {
        found.clear();
        let all = self.buckets.polygons_in(self.buckets.at(point));
        found.extend(all.iter().copied().filter(|&polygon| self.holds(polygon, point)));
    }

    /// The point of a polygon nearest to a point, rounded.
    fn nearest_of(&self, polygon: u32, point: Vec2) -> Vec2 {
        if self.holds(polygon, point) {
            return point;
        }
        let (mut best, mut nearest) = (f64::INFINITY, point);
        for edge in self.edges_of(polygon) {
            let (from, to) = self.ends_of(edge);
            let near = nearest_on(from, to, point);
            let distance = near.distance_to(point);
            if distance < best {
                (best, nearest) = (distance, near);
            }
        }
        nearest
    }

    /// A point of a polygon as near as possible to one that is beside it by rounding.
    pub(super) fn moved_into(&self, polygon: u32, point: Vec2) -> Vec2 {
        let outline = self.outline(polygon);
        let sum = outline.iter().fold(Vec2::default(), |sum, &corner| sum.plus(corner));
        let centre = sum.times(1.0 / outline.len() as f64);
        let mut share = 0.0;
        while share <= 1.0 {
            let moved = point.plus(centre.minus(point).times(share));
            if self.holds(polygon, moved) {
                return moved;
            }
            share = if share == 0.0 { f64::EPSILON } else { 2.0 * share };
        }
        // Thinner than rounding: its vertices at least are exact.
        let by_distance =
            |a: &&Vec2, b: &&Vec2| point.distance_to(**a).total_cmp(&point.distance_to(**b));
        outline.iter().min_by(by_distance).copied().unwrap_or(point)
    }
}

/// The point of a straight piece nearest to a point.
pub(super) fn nearest_on(from: Vec2, to: Vec2, point: Vec2) -> Vec2 {
    let (along, off) = (to.minus(from), point.minus(from));
    let share = off.dot(along) / along.dot(along);
    if share <= 0.0 {
        from
    } else if share >= 1.0 {
        to
    } else {
        from.plus(along.times(share))
    }
}

impl Buckets {
    /// About twice as many buckets as polygons, or fewer where long polygons would be in very many of them.
    pub(super) fn new(points: &[Vec2], first: &[u32], from: &[u32]) -> Self {
        Buckets::of_about(2 * (first.len() - 1), points, first, from)
    }

    /// About `wanted` buckets, or fewer: as long as they list more than eight polygons in all for each
    /// wanted bucket, or for each polygon if there are more of those, their number is quartered.
    pub(super) fn of_about(wanted: usize, points: &[Vec2], first: &[u32], from: &[u32]) -> Self {
        let boxes: Vec<(Vec2, Vec2)> = first
            .windows(2)
            .map(|ring| {
                bounds(from[ring[0] as usize..ring[1] as usize].iter().map(|&v| points[v as usize]))
            })
            .collect();
        let (least, most) = bounds(boxes.iter().flat_map(|&(least, most)| [least, most]));
        let (width, height) = (most.x - least.x, most.y - least.y);
        let (mut wanted, limit) = (wanted.max(1), 8 * wanted.max(boxes.len()) as u64);
        loop {
            let most_columns = wanted as f64;
            let size = (width * height / most_columns).sqrt().max(width.max(height) / most_columns);
            let count = |length: f64| ((length / size) as usize).min(wanted) + 1;
            let (columns, rows) = (count(width), count(height));
            let mut buckets = Buckets {
                least,
                most,
                size,
                columns,
                rows,
                first: Vec::new(),
                polygons: Vec::new(),
            };
            let touched = |&(least, most): &(Vec2, Vec2)| {
                let ((left, top), (right, bottom)) = (buckets.at(least), buckets.at(most));
                ((right - left + 1) * (bottom - top + 1)) as u64
            };
            if wanted <= 1 || boxes.iter().map(touched).sum::<u64>() <= limit {
                buckets.fill(&boxes);
                return buckets;
            }
            wanted /= 4;
        }
    }

    fn fill(&mut self, boxes: &[(Vec2, Vec2)]) {
        let mut first = vec![0u32; self.columns * self.rows + 1];
        let each =
            |buckets: &Buckets, &(least, most): &(Vec2, Vec2), visit: &mut dyn FnMut(usize)| {
                let ((left, top), (right, bottom)) = (buckets.at(least), buckets.at(most));
                for row in top..=bottom {
                    (left..=right).for_each(|column| visit(row * buckets.columns + column));
                }
            };
        for one in boxes {
            each(self, one, &mut |bucket| first[bucket + 1] += 1);
        }
        for bucket in 1..first.len() {
            first[bucket] += first[bucket - 1];
        }
        let mut next = first.clone();
        let mut polygons = vec![0; first[first.len() - 1] as usize];
        for (polygon, one) in boxes.iter().enumerate() {
            each(self, one, &mut |bucket| {
                polygons[next[bucket] as usize] = polygon as u32;
                next[bucket] += 1;
            });
        }
        (self.first, self.polygons) = (first, polygons);
    }

    /// The bucket of a point; of points outside, one at the rim. Rounds the same way for boxes and
    /// for points, so that a point is in a bucket of each box that holds it.
    fn at(&self, point: Vec2) -> (usize, usize) {
        let index = |offset: f64, count: usize| ((offset / self.size) as usize).min(count - 1);
        (index(point.x - self.least.x, self.columns), index(point.y - self.least.y, self.rows))
    }

    fn polygons_in(&self, (column, row): (usize, usize)) -> &[u32] {
        let bucket = row * self.columns + column;
        &self.polygons[self.first[bucket] as usize..self.first[bucket + 1] as usize]
    }

    /// The numbers of the entries of a bucket: one for each polygon near it.
    #[inline(always)]
    pub(super) fn entries_at(&self, point: Vec2) -> std::ops::Range<usize> {
        let (column, row) = self.at(point);
        let bucket = row * self.columns + column;
        self.first[bucket] as usize..self.first[bucket + 1] as usize
    }

    /// The polygon of an entry.
    #[inline(always)]
    pub(super) fn polygon(&self, entry: usize) -> u32 {
        self.polygons[entry]
    }

    /// The entries of each bucket, with the least and the greatest corner of a box around all
    /// points in it.
    pub(super) fn boxes(
        &self,
    ) -> impl Iterator<Item = (std::ops::Range<usize>, (Vec2, Vec2))> + '_ {
        self.first.windows(2).enumerate().map(|(bucket, ends)| {
            let (column, row) = (bucket % self.columns, bucket / self.columns);
            // Rounding moves points across the lines between buckets.
            let far = self.most.x.abs().max(self.most.y.abs());
            let slack =
                1e-6 * self.size + 1e-12 * far.max(self.least.x.abs()).max(self.least.y.abs());
            let span = |at: usize, count: usize, least: f64, most: f64| {
                let begin = least + at as f64 * self.size;
                let end = if at + 1 == count { most } else { begin + self.size };
                (begin - slack, end + slack)
            };
            let (left, right) = span(column, self.columns, self.least.x, self.most.x);
            let (below, above) = span(row, self.rows, self.least.y, self.most.y);
            let entries = ends[0] as usize..ends[1] as usize;
            (entries, (Vec2::new(left, below), Vec2::new(right, above)))
        })
    }

    /// How many entries there are.
    pub(super) fn entry_count(&self) -> usize {
        self.polygons.len()
    }

    /// The polygons that a shape may touch, least number first.
    pub(super) fn touched_by(&self, shape: &[Vec2]) -> BTreeSet<u32> {
        let (least, most) = bounds(shape.iter().copied());
        let ((left, top), (right, bottom)) = (self.at(least), self.at(most));
        let buckets =
            (top..=bottom).flat_map(|row| (left..=right).map(move |column| (column, row)));
        buckets.flat_map(|bucket| self.polygons_in(bucket)).copied().collect()
    }

    /// The polygons of the buckets that are `ring` buckets away, where a diagonal step counts as one.
    fn for_each_in_ring(&self, column: usize, row: usize, ring: usize, mut visit: impl FnMut(u32)) {
        let mut visit_bucket = |x: usize, y: usize| {
            self.polygons_in((x, y)).iter().for_each(|&polygon| visit(polygon));
        };
        let (left, right) = (column.checked_sub(ring), column + ring);
        for y in row.saturating_sub(ring)..=(row + ring).min(self.rows - 1) {
            if y.abs_diff(row) == ring {
                let all = left.unwrap_or(0)..=right.min(self.columns - 1);
                all.for_each(|x| visit_bucket(x, y));
            } else {
                let ends = [left, Some(right).filter(|&x| x < self.columns)];
                ends.into_iter().flatten().for_each(|x| visit_bucket(x, y));
            }
        }
    }

    /// No polygon outside the buckets within `ring` is nearer to a point than this.
    fn least_beyond(&self, column: usize, row: usize, ring: usize, point: Vec2) -> f64 {
        let side = |at: usize, count: usize, offset: f64| {
            let before = at.checked_sub(ring).filter(|&first| first > 0);
            let after = Some(at + ring + 1).filter(|&last| last < count);
            let before = before.map_or(f64::INFINITY, |first| offset - first as f64 * self.size);
            let after = after.map_or(f64::INFINITY, |last| last as f64 * self.size - offset);
            before.min(after)
        };
        let x = side(column, self.columns, point.x - self.least.x);
        let y = side(row, self.rows, point.y - self.least.y);
        x.min(y) * (1.0 - 1e-12)
    }

    pub(super) fn bytes(&self) -> usize {
        (self.first.len() + self.polygons.len()) * 4
    }
}

pub(super) fn bounds(points: impl Iterator<Item = Vec2>) -> (Vec2, Vec2) {
    let none =
        (Vec2::new(f64::INFINITY, f64::INFINITY), Vec2::new(f64::NEG_INFINITY, f64::NEG_INFINITY));
    points.fold(none, |(least, most), point| {
        let least = Vec2::new(least.x.min(point.x), least.y.min(point.y));
        (least, Vec2::new(most.x.max(point.x), most.y.max(point.y)))
    })
}
