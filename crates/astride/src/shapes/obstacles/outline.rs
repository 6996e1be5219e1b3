//! Which cells an obstacle covers: those whose interior it intersects.
//!
//! On squares, coordinates are rounded to 1/256 of a cell, and from then on everything is in integers,
//! so the same cells are covered on every machine. Tiles of other shapes have corners that are no whole
//! numbers, so they are compared as floating point numbers, which are also the same everywhere.

use super::ObstacleError;
use crate::base::{Cell, CellRect, Vec2};

/// The number of units per cell.
const PARTS: i64 = 256;

/// No map extends farther than this.
const FARTHEST: f64 = (1u64 << 30) as f64;

/// The outline of an obstacle. Coordinates are in cells from the top left corner of the map: cell
/// (x, y) extends from `x` to `x + 1` and from `y` to `y + 1`. On other shapes they are those of
/// [`Shape::outline_of`](crate::shapes::Shape::outline_of). Parts off the map cover nothing.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Outline {
    /// Whole cells.
    Rect(CellRect),
    /// A disc.
    Circle {
        /// Its centre, in cells.
        centre: Vec2,
        /// The radius in cells, above 0.
        radius: f64,
    },
    /// A polygon given by its corners in order, in cells, at least three. If it intersects itself,
    /// the even-odd rule defines its inside. Cells that a side passes through are covered, even if
    /// there is no area beside it.
    Polygon(Vec<Vec2>),
}

impl From<CellRect> for Outline {
    fn from(rect: CellRect) -> Self {
        Outline::Rect(rect)
    }
}

impl From<Cell> for Outline {
    fn from(cell: Cell) -> Self {
        Outline::Rect(CellRect::of(cell))
    }
}

impl Outline {
    /// A disc of `radius` cells round (`x`, `y`).
    pub fn circle(x: f64, y: f64, radius: f64) -> Self {
        Outline::Circle { centre: Vec2::new(x, y), radius }
    }

    /// A polygon by its corners.
    pub fn polygon(corners: impl IntoIterator<Item = (f64, f64)>) -> Self {
        Outline::Polygon(corners.into_iter().map(|(x, y)| Vec2::new(x, y)).collect())
    }

    /// The first `most` cells covered within `bounds`, row by row.
    pub(crate) fn cells(&self, bounds: CellRect, most: usize) -> Result<Vec<Cell>, ObstacleError> {
        Ok(match self {
            Outline::Rect(rect) => {
                let ends = [rect.x, rect.y].map(i64::from);
                let sizes = [rect.width, rect.height].map(i64::from);
                let end = [ends[0] + sizes[0], ends[1] + sizes[1]];
                cells_between(ends, end, bounds).take(most).collect()
            }
            Outline::Circle { centre, radius } => {
                circle(*centre, *radius, bounds)?.take(most).collect()
            }
            Outline::Polygon(corners) => polygon(corners, bounds)?.take(most).collect(),
        })
    }

    /// The least and the greatest coordinates of the outline, if it is one.
    pub(crate) fn extent(&self) -> Result<[Vec2; 2], ObstacleError> {
        let corners = match self {
            Outline::Rect(rect) => rect_corners(*rect).to_vec(),
            Outline::Circle { centre, radius } => {
                let wide = parts(*radius).ok().filter(|&parts| parts > 0);
                wide.ok_or(ObstacleError::Radius { found: *radius })?;
                let corner = Vec2::new(*radius, *radius);
                vec![centre.minus(corner), centre.plus(corner)]
            }
            Outline::Polygon(corners) if corners.len() < 3 => {
                return Err(ObstacleError::Corners { found: corners.len() });
            }
            Outline::Polygon(corners) => corners.clone(),
        };
        let (mut low, mut high) = (corners[0], corners[0]);
        for corner in corners {
            point(corner)?;
            low = Vec2::new(low.x.min(corner.x), low.y.min(corner.y));
            high = Vec2::new(high.x.max(corner.x), high.y.max(corner.y));
        }
        Ok([low, high])
    }

    /// Whether it covers a convex tile, given by its corners clockwise: more of it than its border.
    pub(crate) fn covers(&self, tile: &[Vec2]) -> bool {
        let polygon = |corners: &[Vec2]| {
            let mut sides = sides_of(corners);
            sides.any(|side| passes(side, tile)) || is_around(corners, middle_of(tile))
        };
        match self {
            Outline::Rect(CellRect { width: 0, .. } | CellRect { height: 0, .. }) => false,
            Outline::Rect(rect) => polygon(&rect_corners(*rect)),
            Outline::Polygon(corners) => polygon(corners),
            Outline::Circle { centre, radius } => {
                let apart = |[a, b]: [Vec2; 2]| distance_to_line(*centre, a, b);
                let near = sides_of(tile).map(apart).fold(f64::INFINITY, f64::min);
                near < radius - TOUCHING || is_around(tile, *centre)
            }
        }
    }
}

/// What two shapes share up to here, in widths of a tile, is only their border.
const TOUCHING: f64 = 1e-9;

fn rect_corners(CellRect { x, y, width, height }: CellRect) -> [Vec2; 4] {
    let [left, top] = [x, y].map(f64::from);
    let (right, bottom) = (left + f64::from(width), top + f64::from(height));
    [(left, top), (right, top), (right, bottom), (left, bottom)].map(|(x, y)| Vec2::new(x, y))
}

fn sides_of(corners: &[Vec2]) -> impl Iterator<Item = [Vec2; 2]> {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(&a, &b)| [a, b])
}

fn middle_of(corners: &[Vec2]) -> Vec2 {
    let sum = corners.iter().fold(Vec2::default(), |sum, &corner| sum.plus(corner));
    sum.times(1.0 / corners.len() as f64)
}

/// Whether a line passes through the interior of a convex tile: the part of it that is inside of all
/// sides is left.
fn passes([a, b]: [Vec2; 2], tile: &[Vec2]) -> bool {
    let (mut first, mut last) = (0.0f64, 1.0f64);
    for [from, to] in sides_of(tile) {
        let side = to.minus(from);
        let inside = |at: Vec2| side.cross(at.minus(from)) / side.length() - TOUCHING;
        let (start, end) = (inside(a), inside(b));
        if start <= 0.0 && end <= 0.0 {
            return false;
        }
        let crossed = start / (start - end);
        match (start > 0.0, end > 0.0) {
            (false, true) => first = first.max(crossed),
            (true, false) => last = last.min(crossed),
            _ => {}
        }
    }
    // A line of no length passes through nothing.
    first < last && a != b
}

/// Whether a point is inside of a polygon by the even-odd rule.
fn is_around(corners: &[Vec2], at: Vec2) -> bool {
    let crosses = |&[a, b]: &[Vec2; 2]| {
        (a.y <= at.y) != (b.y <= at.y) && {
            let side = b.minus(a).cross(at.minus(a));
            (side > 0.0) == (b.y > a.y)
        }
    };
    sides_of(corners).filter(crosses).count() % 2 == 1
}

fn distance_to_line(at: Vec2, a: Vec2, b: Vec2) -> f64 {
    let way = b.minus(a);
    let square = way.dot(way);
    let share = if square > 0.0 { (at.minus(a).dot(way) / square).clamp(0.0, 1.0) } else { 0.0 };
    at.distance_to(a.plus(way.times(share)))
}

/// A coordinate in units of 1 / `PARTS` of a cell.
fn parts(coordinate: f64) -> Result<i64, ObstacleError> {
    // NaN fails the comparison, too.
    if coordinate.abs() <= FARTHEST {
        Ok((coordinate * PARTS as f64).round() as i64)
    } else {
        Err(ObstacleError::Coordinate { found: coordinate })
    }
}

fn point(at: Vec2) -> Result<[i64; 2], ObstacleError> {
    Ok([parts(at.x)?, parts(at.y)?])
}

/// The cells of `bounds` from `first` up to but not including `end`.
fn cells_between(first: [i64; 2], end: [i64; 2], bounds: CellRect) -> impl Iterator<Item = Cell> {
    let within = |first: i64, end: i64, most: u32| {
        first.clamp(0, most.into()) as u32..end.clamp(0, most.into()) as u32
    };
    let columns = within(first[0], end[0], bounds.width);
    let rows = within(first[1], end[1], bounds.height);
    rows.flat_map(move |y| columns.clone().map(move |x| Cell::new(x, y)))
}

/// The cells of `bounds` that a box, given in units of 1 / `PARTS` of a cell, may touch.
fn cells_around(low: [i64; 2], high: [i64; 2], bounds: CellRect) -> impl Iterator<Item = Cell> {
    let first = low.map(|part| part.div_euclid(PARTS));
    let end = high.map(|part| part.div_euclid(PARTS) + 1);
    cells_between(first, end, bounds)
}

/// The sides of a cell: left and right, or top and bottom.
fn sides(cell: u32) -> [i64; 2] {
    [i64::from(cell) * PARTS, (i64::from(cell) + 1) * PARTS]
}

fn circle(
    centre: Vec2,
    radius: f64,
    bounds: CellRect,
) -> Result<impl Iterator<Item = Cell>, ObstacleError> {
    let centre = point(centre)?;
    let wide = parts(radius).ok().filter(|&parts| parts > 0);
    let wide = wide.ok_or(ObstacleError::Radius { found: radius })?;
    let [low, high] = [-wide, wide].map(|by| (centre[1] + by).div_euclid(PARTS));
    let rows = low.clamp(0, bounds.height.into())..(high + 1).clamp(0, bounds.height.into());
    Ok(rows.flat_map(move |y| {
        let [top, bottom] = sides(y as u32);
        let off = i128::from(centre[1] - centre[1].clamp(top, bottom));
        // How far to the side a cell of this row may be, in a disc without its rim.
        let left = i128::from(wide) * i128::from(wide) - off * off - 1;
        let reach = if left < 0 { None } else { Some(left.isqrt() as i64) };
        let columns = reach.map(|reach| {
            let first = (centre[0] - reach - 1).div_euclid(PARTS);
            [first, (centre[0] + reach).div_euclid(PARTS) + 1]
        });
        let [first, end] = columns.unwrap_or_default();
        cells_between([first, y], [end, y + 1], bounds)
    }))
}

fn polygon(
    corners: &[Vec2],
    bounds: CellRect,
) -> Result<impl Iterator<Item = Cell>, ObstacleError> {
    if corners.len() < 3 {
        return Err(ObstacleError::Corners { found: corners.len() });
    }
    let corners = corners.iter().map(|&corner| point(corner)).collect::<Result<Vec<_>, _>>()?;
    let next = corners.iter().cycle().skip(1);
    let edges: Vec<[[i64; 2]; 2]> = corners.iter().zip(next).map(|(&a, &b)| [a, b]).collect();
    let end = |axis: usize, least: bool| {
        let all = corners.iter().map(|corner| corner[axis]);
        if least { all.min() } else { all.max() }.unwrap_or(0)
    };
    let [low, high] = [true, false].map(|least| [end(0, least), end(1, least)]);
    // A side has the inside of the polygon next to it. A cell that no side enters is either inside
    // or outside as a whole, like its centre.
    let is_covered = move |cell: &Cell| {
        edges.iter().any(|&edge| enters(edge, *cell)) || is_inside(&edges, *cell)
    };
    Ok(cells_around(low, high, bounds).filter(is_covered))
}

/// Whether a line passes through the interior of a cell.
fn enters([a, b]: [[i64; 2]; 2], cell: Cell) -> bool {
    let (columns, rows) = (sides(cell.x), sides(cell.y));
    let overlaps = |axis: usize, [low, high]: [i64; 2]| {
        a[axis].min(b[axis]) < high && a[axis].max(b[axis]) > low
    };
    let is_left = |x: i64, y: i64| side_of([a, b], [x, y]).signum();
    let corners = columns.map(|x| rows.map(|y| is_left(x, y)));
    let has = |sign: i128| corners.iter().flatten().any(|&side| side == sign);
    overlaps(0, columns) && overlaps(1, rows) && has(1) && has(-1)
}

/// Positive if a point is on one side of a line, negative on the other.
fn side_of([a, b]: [[i64; 2]; 2], at: [i64; 2]) -> i128 {
    let by = |from: i64, to: i64| i128::from(to - from);
    by(a[0], b[0]) * by(a[1], at[1]) - by(a[1], b[1]) * by(a[0], at[0])
}

/// Whether the centre of a cell that no side enters is inside by the even-odd rule.
fn is_inside(edges: &[[[i64; 2]; 2]], cell: Cell) -> bool {
    let at = [sides(cell.x)[0] + PARTS / 2, sides(cell.y)[0] + PARTS / 2];
    let crosses = |&&[a, b]: &&[[i64; 2]; 2]| {
        let falls = a[1] <= at[1] && b[1] > at[1];
        let rises = b[1] <= at[1] && a[1] > at[1];
        let side = side_of([a, b], at);
        (falls && side > 0) || (rises && side < 0)
    };
    edges.iter().filter(crosses).count() % 2 == 1
}
