//! Rays over triangles: the straight line between two points, up to the first opaque triangle or the first
//! step that a mover cannot take.
//!
//! Corners have whole coordinates if a column is one unit wide and a row three units high; these units are
//! divided for points that are not centres.

use super::{TriangleMap, TriangleSide, TriangleView};
use crate::base::{Cell, Vec2};
use crate::world::{Extended, Facet, PARTS, Stretch, World};

/// How far a line reaches over a map of triangles.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct TriangleRay {
    /// The last triangle that it enters.
    pub last: Cell,
    /// What stops it; `None` if it reaches its end.
    pub hit: Option<TriangleHit>,
}

/// Where a line is stopped.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct TriangleHit {
    /// The triangle that stops it; `None` for what is not part of the map. If it stops at a corner, one
    /// of the opaque triangles there.
    pub cell: Option<Cell>,
    /// The point where the line reaches that triangle, in units of the distance between the centres of
    /// two triangles that share a side. Only this point is rounded.
    pub point: Vec2,
}

/// A triangle on or off the map.
#[derive(Clone, Copy, PartialEq)]
struct Tile {
    x: i64,
    y: i64,
}

impl Tile {
    fn of(cell: Cell) -> Tile {
        Tile { x: cell.x.into(), y: cell.y.into() }
    }

    fn cell(self) -> Option<Cell> {
        Some(Cell::new(u32::try_from(self.x).ok()?, u32::try_from(self.y).ok()?))
    }

    fn points_up(self) -> bool {
        (self.x ^ self.y) & 1 == 0
    }

    fn middle(self) -> [i64; 2] {
        let third = if self.points_up() { 2 } else { 1 };
        [self.x, 3 * self.y + third].map(|at| at * PARTS)
    }

    /// The sides behind these corners, clockwise.
    fn sides(self) -> [TriangleSide; 3] {
        match self.points_up() {
            true => [TriangleSide::Right, TriangleSide::Base, TriangleSide::Left],
            false => [TriangleSide::Left, TriangleSide::Base, TriangleSide::Right],
        }
    }
}

impl Facet<3> for Tile {
    /// The tip, then the corners of the base.
    fn corners(self) -> [[i64; 2]; 3] {
        let (x, top) = (self.x, 3 * self.y);
        let corners = match self.points_up() {
            true => [[x, top], [x + 1, top + 3], [x - 1, top + 3]],
            false => [[x, top + 3], [x - 1, top], [x + 1, top]],
        };
        corners.map(|corner| corner.map(|at| at * PARTS))
    }

    fn behind(self, side: usize) -> Tile {
        let Tile { x, y } = self;
        match self.sides()[side] {
            TriangleSide::Right => Tile { x: x + 1, y },
            TriangleSide::Left => Tile { x: x - 1, y },
            TriangleSide::Base if self.points_up() => Tile { x, y: y + 1 },
            TriangleSide::Base => Tile { x, y: y - 1 },
        }
    }
}

/// The width of half a side, and the height of a third of a row, where the distance between the centres of
/// two triangles that share a side is 1.
fn unit() -> [f64; 2] {
    [3f64.sqrt() / 2.0, 0.5]
}

/// A point of parts in the layout of the map.
fn laid_out([x, y]: [i64; 2]) -> Vec2 {
    let [wide, high] = unit().map(|unit| unit / PARTS as f64);
    Vec2::new(x as f64 * wide, y as f64 * high)
}

/// The line between two points of the layout.
fn stretch(from: Vec2, to: Vec2) -> Option<Stretch> {
    let [wide, high] = unit();
    Stretch::between([from, to], |at| [at.x / wide, at.y / high])
}

/// A tile at a point, or one near it.
fn near([x, y]: [i64; 2]) -> Tile {
    Tile { x: x.div_euclid(PARTS), y: y.div_euclid(3 * PARTS) }
}

impl TriangleMap {
    /// Follows the line between the centres of two triangles until an opaque one stops it; the first one
    /// never does. `is_opaque` decides by terrain class, and is called with [`VOID`](Self::VOID) for what
    /// is not part of the map. The line passes exactly through a corner if neither of the two triangles
    /// on its left, or neither of the two on its right, is opaque. Walls do not stop it. `None` if an end
    /// is not on the map.
    ///
    /// # Complexity
    ///
    /// O(triangles on the line), in whole numbers except for the point that is hit.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::shapes::triangle::{TriangleEdit, TriangleMap};
    /// let mut map = TriangleMap::new(9, 1, b'.')?;
    /// map.apply(TriangleEdit::new().set((4, 0), b'#'))?;
    /// let ray = map.cast_ray((0, 0), (8, 0), |class| class == b'#').unwrap();
    /// let hit = ray.hit.unwrap();
    /// assert_eq!((ray.last, hit.cell), ((3, 0).into(), Some((4, 0).into())));
    /// assert!((hit.point.y - 1.0).abs() < 1e-9, "the line is level");
    /// assert!(map.cast_ray((0, 0), (3, 0), |class| class == b'#').unwrap().hit.is_none());
    /// # Ok::<(), astride::shapes::triangle::TriangleError>(())
    /// ```
    pub fn cast_ray(
        &self,
        from: impl Into<Cell>,
        to: impl Into<Cell>,
        is_opaque: impl Fn(u8) -> bool,
    ) -> Option<TriangleRay> {
        let (from, to) = (from.into(), to.into());
        self.node(from).and(self.node(to))?;
        let class = |tile: Tile| tile.cell().and_then(|cell| self.class(cell));
        let blocks = |tile: Tile| is_opaque(class(tile).unwrap_or(Self::VOID));
        let (start, end) = (Tile::of(from), Tile::of(to));
        let line = Stretch { from: start.middle(), to: end.middle() };
        let extended = line.follow(start, |_| true, |_, _, next| !blocks(next))?;
        self.ray(extended)
    }

    /// The same from any point to any other, where the distance between the centres of two triangles that
    /// share a side is 1, as in [`outline_of`](crate::shapes::Shape::outline_of). For a heading and a range,
    /// `to` is the point at the end of the range; it may be off the map, whose border stops every ray.
    ///
    /// A ray begins in the triangle ahead, which never stops it. Exactly through a corner or along a side it
    /// goes on if one just to its left or just to its right would. `None` if it begins off the map, or a
    /// coordinate is no number from −2³¹ to 2³¹.
    ///
    /// # Complexity
    ///
    /// O(triangles on the line). Both points are rounded to 2⁻¹⁶ of a width; all else is computed in integers
    /// except for the point that is hit.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::Vec2;
    /// use astride::shapes::triangle::{TriangleEdit, TriangleMap};
    /// let mut map = TriangleMap::new(9, 1, b'.')?;
    /// map.apply(TriangleEdit::new().set((4, 0), b'#'))?;
    /// let (from, ahead) = (Vec2::new(0.0, 1.25), Vec2::new(100.0, 1.25));
    /// let hit = map.cast_ray_from(from, ahead, |class| class == b'#').unwrap().hit.unwrap();
    /// assert_eq!(hit.cell, Some((4, 0).into()));
    /// # Ok::<(), astride::shapes::triangle::TriangleError>(())
    /// ```
    pub fn cast_ray_from(
        &self,
        from: Vec2,
        to: Vec2,
        is_opaque: impl Fn(u8) -> bool,
    ) -> Option<TriangleRay> {
        let line = stretch(from, to)?;
        self.ray(line.see(near(line.from), |tile: Tile| self.class(tile.cell()?), is_opaque)?)
    }

    fn ray(&self, (last, hit): Extended<Tile>) -> Option<TriangleRay> {
        let hit = hit.map(|(stop, at)| {
            let cell = stop.cell().filter(|&cell| self.node(cell).is_some());
            TriangleHit { cell, point: at.point(laid_out) }
        });
        Some(TriangleRay { last: last.cell()?, hit })
    }
}

impl TriangleView<'_> {
    /// Follows the straight line from any point to any other as far as the mover can walk along it, across
    /// the sides of triangles: until terrain, a wall, a fence (even one that the mover crosses) or the border
    /// of the map stops it. Points are those of [`TriangleMap::cast_ray_from`]. Past a corner it goes on if
    /// one of the ways round it is open, whatever the corner rule. `None` if the mover cannot stand where it
    /// begins, or a coordinate is no number from −2³¹ to 2³¹.
    ///
    /// # Complexity
    ///
    /// O(triangles on the line), in integers except for the point that is hit.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::{Cell, Vec2};
    /// use astride::shapes::triangle::{TriangleEdit, TriangleMap, TriangleMover, TriangleSide};
    /// let mut map = TriangleMap::new(9, 1, b'.')?;
    /// map.apply(TriangleEdit::new().wall((3, 0), TriangleSide::Right))?;
    /// let view = map.seen_by(&TriangleMover::walker());
    /// let ray = view.cast_ray_from(Vec2::new(0.0, 0.75), Vec2::new(100.0, 0.75)).unwrap();
    /// assert_eq!((ray.last, ray.hit.unwrap().cell), (Cell::new(3, 0), Some(Cell::new(4, 0))));
    /// # Ok::<(), astride::shapes::triangle::TriangleError>(())
    /// ```
    pub fn cast_ray_from(&self, from: Vec2, to: Vec2) -> Option<TriangleRay> {
        let (map, line) = (self.map(), stretch(from, to)?);
        let node = |tile: Tile| map.node(tile.cell()?);
        let is_open = |at: Tile, side: usize, next: Tile| {
            let (Some(cell), Some(from), Some(to)) = (at.cell(), node(at), node(next)) else {
                return false;
            };
            let side = at.sides()[side];
            !map.is_step_forbidden(cell, side) && self.shares_medium(from, to)
        };
        let begins = |tile| node(tile).is_some_and(|node| self.is_passable(node));
        map.ray(line.follow(near(line.from), begins, is_open)?)
    }
}
