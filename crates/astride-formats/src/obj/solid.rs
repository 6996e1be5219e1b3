//! A level as columns of solid spans: which heights of each cell its faces occupy.
//!
//! The idea is that of Recast, by Mononen: <https://github.com/recastnavigation/recastnavigation>. Here
//! heights are not rounded, and a cell includes its edges, so that faces that end on an edge touch the
//! cells on both sides.

use astride::base::Vec2;
use astride::shapes::mesh::Mesh;

use super::cells::Grid;
use super::text::{Faces, Point};
use super::{FORMAT, LevelRule, Up, mesh_error};
use crate::error::FormatError;

/// A part of a column that is solid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Span {
    pub(super) bottom: f64,
    pub(super) top: f64,
    /// Whether the top is level enough to stand on.
    pub(super) is_level: bool,
}

/// The columns over the cells of a grid, each with its spans from the lowest to the highest, between
/// which there is space.
pub(super) struct Columns {
    pub(super) grid: Grid,
    /// The first span of each column, and how many there are in all.
    first: Vec<u32>,
    spans: Vec<Span>,
}

impl Columns {
    pub(super) fn of(faces: &Faces, grid: Grid, rule: LevelRule) -> Result<Self, FormatError> {
        let most = grid.most_cells(faces.bytes);
        let mut touched: Vec<(u32, Span)> = Vec::new();
        let mut pieces = Pieces::default();
        for face in 0..faces.count() {
            let is_level = is_level(faces, face, rule);
            for triangle in triangles(faces, face)? {
                let is_within = pieces.for_each_cell(grid, triangle, |cell, bottom, top| {
                    touched.push((cell, Span { bottom, top, is_level }));
                    (touched.len() as u64) < most
                });
                if !is_within {
                    let found = format!("faces that touch more than {most} cells of {}", grid.cell);
                    return Err(FormatError::new(FORMAT, found, "larger cells (--cell)")
                        .at(faces.place(face)));
                }
            }
        }
        touched.sort_unstable_by(|a, b| {
            a.0.cmp(&b.0).then(a.1.bottom.total_cmp(&b.1.bottom)).then(a.1.top.total_cmp(&b.1.top))
        });
        Ok(Columns::joined(grid, &touched, rule.step()))
    }

    /// Joins what touches in a column. The top of a span is level if something is that ends no farther
    /// below it than a step; so is one up to a step above another that is level.
    fn joined(grid: Grid, touched: &[(u32, Span)], step: f64) -> Self {
        let mut first = vec![0; grid.cells() + 1];
        let mut spans = Vec::new();
        for column in touched.chunk_by(|a, b| a.0 == b.0) {
            let begin = spans.len();
            let mut rest = column;
            while let Some(&(_, lowest)) = rest.first() {
                let (mut top, mut count) = (lowest.top, 1);
                while let Some((_, next)) = rest.get(count).filter(|next| next.1.bottom <= top) {
                    (top, count) = (top.max(next.top), count + 1);
                }
                let (parts, above) = rest.split_at(count);
                let is_level =
                    parts.iter().any(|(_, part)| part.is_level && part.top >= top - step);
                spans.push(Span { bottom: lowest.bottom, top, is_level });
                rest = above;
            }
            for at in (begin + 1..spans.len()).rev() {
                let below: Span = spans[at - 1];
                spans[at].is_level |= below.is_level && spans[at].top - below.top <= step;
            }
            first[column[0].0 as usize + 1] = spans.len() as u32;
        }
        for at in 1..first.len() {
            first[at] = first[at].max(first[at - 1]);
        }
        Columns { grid, first, spans }
    }

    /// The spans of a column.
    pub(super) fn column(&self, cell: usize) -> &[Span] {
        &self.spans[self.first[cell] as usize..self.first[cell + 1] as usize]
    }
}

/// A face in triangles. One that is not convex is cut as it is seen along the axis that its normal is
/// nearest to.
fn triangles(faces: &Faces, face: usize) -> Result<Vec<[Point; 3]>, FormatError> {
    let mut corners: Vec<Point> = faces.ring(face).iter().map(|&at| faces.point(at)).collect();
    corners.dedup();
    while corners.len() > 1 && corners.first() == corners.last() {
        corners.pop();
    }
    let fan = |ring: &[Point]| -> Vec<[Point; 3]> {
        ring.windows(2).skip(1).map(|pair| [ring[0], pair[0], pair[1]]).collect()
    };
    let normal = faces.normal(face);
    let axis = (0..3).max_by(|&a, &b| normal[a].abs().total_cmp(&normal[b].abs())).unwrap_or(2);
    if corners.len() <= 3 || normal[axis] == 0.0 {
        return Ok(match corners[..] {
            [one] => vec![[one; 3]],
            [one, other] => vec![[one, other, other]],
            _ => fan(&corners),
        });
    }
    let seen = |point: &Point| match axis {
        0 => Vec2::new(point.at.y, point.height),
        1 => Vec2::new(point.height, point.at.x),
        _ => point.at,
    };
    // The normal of a file with y up has the opposite sign in the coordinates that are used here.
    if (normal[axis] > 0.0) != (faces.up == Up::Z) {
        corners.reverse();
    }
    let places: Vec<Vec2> = corners.iter().map(seen).collect();
    let n = places.len();
    let turn = |k: usize| {
        let [a, b, c] = [0, 1, 2].map(|on| places[(k + on) % n]);
        let (ahead, beyond) = (b.minus(a), c.minus(b));
        ahead.x * beyond.y - ahead.y * beyond.x
    };
    if n == 4 && (0..n).all(|k| turn(k) >= 0.0) {
        return Ok(fan(&corners));
    }
    let ring: Vec<u32> = (0..n as u32).collect();
    let mesh = Mesh::from_faces(places, &[ring])
        .map_err(|error| mesh_error(&error).at(faces.place(face)))?;
    let parts = (0..mesh.polygon_count()).map(|polygon| mesh.vertices_of(polygon).to_vec());
    let points =
        |part: Vec<u32>| part.into_iter().map(|at| corners[at as usize]).collect::<Vec<_>>();
    Ok(parts.flat_map(|part| fan(&points(part))).collect())
}

/// Whether a face looks up and is not too steep.
fn is_level(faces: &Faces, face: usize, rule: LevelRule) -> bool {
    let normal = faces.normal(face);
    let length = normal.iter().map(|number| number * number).sum::<f64>().sqrt();
    length > 0.0 && normal[2] >= rule.flattest() * length
}

/// Memory for cutting triangles into pieces.
#[derive(Default)]
struct Pieces {
    row: Vec<Point>,
    cell: Vec<Point>,
    half: Vec<Point>,
}

impl Pieces {
    /// Visits the cells that a triangle touches, with its least and greatest height over each, until
    /// a visit says no; whether all said yes.
    fn for_each_cell(
        &mut self,
        grid: Grid,
        triangle: [Point; 3],
        mut visit: impl FnMut(u32, f64, f64) -> bool,
    ) -> bool {
        let Pieces { row, cell, half } = self;
        for y in grid.rows_of(&triangle) {
            slab(&triangle, |at| at.y, [grid.south(y), grid.south(y + 1)], half, row);
            for x in grid.columns_of(row) {
                slab(row, |at| at.x, [grid.west(x), grid.west(x + 1)], half, cell);
                let heights = || cell.iter().map(|point| point.height);
                let (least, most) = (
                    heights().fold(f64::INFINITY, f64::min),
                    heights().fold(f64::NEG_INFINITY, f64::max),
                );
                if !cell.is_empty() && !visit(grid.cell_at(x, y), least, most) {
                    return false;
                }
            }
        }
        true
    }
}

/// The part of a convex polygon between two parallel lines, its edges included.
fn slab(
    polygon: &[Point],
    axis: impl Fn(Vec2) -> f64 + Copy,
    [least, most]: [f64; 2],
    half: &mut Vec<Point>,
    part: &mut Vec<Point>,
) {
    clip(polygon, |at| axis(at) - least, half);
    clip(half, |at| most - axis(at), part);
}

/// The part of a convex polygon that lies on the positive side of a line or on it (Sutherland and
/// Hodgman, "Reentrant Polygon Clipping", Communications of the ACM 17, 1974).
fn clip(polygon: &[Point], side: impl Fn(Vec2) -> f64, part: &mut Vec<Point>) {
    part.clear();
    let mut from = polygon.last();
    for to in polygon {
        if let Some(from) = from {
            let (here, there) = (side(from.at), side(to.at));
            if (here < 0.0) != (there < 0.0) && here != 0.0 && there != 0.0 {
                part.push(between(from, to, here / (here - there)));
            }
        }
        if side(to.at) >= 0.0 {
            part.push(*to);
        }
        from = Some(to);
    }
}

fn between(from: &Point, to: &Point, share: f64) -> Point {
    let at = from.at.plus(to.at.minus(from.at).times(share));
    Point { at, height: from.height + (to.height - from.height) * share }
}
