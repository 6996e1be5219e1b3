//! Rays over triangles: the straight line between two centres, up to the first opaque triangle.
//!
//! Centres and corners have whole coordinates if a column is one unit wide and a row three units high,
//! so the side of the line on which a corner lies is computed without rounding. A line through a centre
//! never runs along a side, because no centre lies on the extension of one, but it may pass exactly
//! through a corner. It continues there if a line just to its left or just to its right would.

use super::place::STEPS;
use super::{TriangleMap, TriangleSide};
use crate::base::{Cell, Vec2};

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

/// Where a line leaves a triangle: over a side, or through a corner, and the point.
enum Exit {
    Side(TriangleSide, Vec2),
    Corner(usize, Vec2),
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

    /// The triangle this many columns and rows away, where rows go the other way if this one points down.
    fn beside(self, (x, y): (i32, i32)) -> Tile {
        let y = if self.points_up() { y } else { -y };
        Tile { x: self.x + i64::from(x), y: self.y + i64::from(y) }
    }

    fn behind(self, side: TriangleSide) -> Tile {
        self.beside(match side {
            TriangleSide::Right => (1, 0),
            TriangleSide::Base => (0, 1),
            TriangleSide::Left => (-1, 0),
        })
    }

    fn middle(self) -> [i64; 2] {
        [self.x, 3 * self.y + if self.points_up() { 2 } else { 1 }]
    }

    /// The corners clockwise: the tip, then those of the base.
    fn corners(self) -> [[i64; 2]; 3] {
        let (x, top) = (self.x, 3 * self.y);
        match self.points_up() {
            true => [[x, top], [x + 1, top + 3], [x - 1, top + 3]],
            false => [[x, top + 3], [x - 1, top], [x + 1, top]],
        }
    }

    /// The sides behind these corners, clockwise.
    fn sides(self) -> [TriangleSide; 3] {
        match self.points_up() {
            true => [TriangleSide::Right, TriangleSide::Base, TriangleSide::Left],
            false => [TriangleSide::Left, TriangleSide::Base, TriangleSide::Right],
        }
    }
}

/// A point of whole coordinates in the layout of the map.
fn laid_out([x, y]: [i64; 2]) -> Vec2 {
    Vec2::new(x as f64 * (3f64.sqrt() / 2.0), y as f64 / 2.0)
}

/// A line that begins at the centre of a triangle.
struct Line {
    start: [i64; 2],
    way: [i64; 2],
}

impl Line {
    fn between(from: Tile, to: Tile) -> Line {
        let (start, end) = (from.middle(), to.middle());
        Line { start, way: [end[0] - start[0], end[1] - start[1]] }
    }

    /// Above 0 to the right of the line, below 0 to its left.
    fn side_of(&self, [x, y]: [i64; 2]) -> i128 {
        let [dx, dy] = self.way.map(i128::from);
        dx * i128::from(y - self.start[1]) - dy * i128::from(x - self.start[0])
    }

    /// Where the line leaves a triangle whose interior it crosses: where the outline, followed clockwise,
    /// changes from its left to its right.
    fn exit(&self, tile: Tile) -> Exit {
        let corners = tile.corners();
        let sides = corners.map(|corner| self.side_of(corner));
        let next = |at: usize| (at + 1) % 3;
        let is_passed = |&at: &usize| sides[at] == 0 && sides[next(at)] > 0;
        if let Some(at) = (0..3).find(is_passed) {
            return Exit::Corner(at, laid_out(corners[at]));
        }
        let is_crossed = |&at: &usize| sides[at] < 0 && sides[next(at)] > 0;
        // A line that crosses the interior always leaves it.
        let at = (0..3).find(is_crossed).unwrap_or(0);
        let [near, far] = [corners[at], corners[next(at)]].map(laid_out);
        let share = sides[at] as f64 / (sides[at] - sides[next(at)]) as f64;
        let on = |near: f64, far: f64| near + (far - near) * share;
        let point = Vec2::new(on(near.x, far.x), on(near.y, far.y));
        Exit::Side(tile.sides()[at], point)
    }
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
        let (mut here, end) = (Tile::of(from), Tile::of(to));
        let line = Line::between(here, end);
        while here != end {
            let (next, stop, point) = match line.exit(here) {
                Exit::Side(side, point) => {
                    let next = here.behind(side);
                    (next, blocks(next).then_some(next), point)
                }
                Exit::Corner(at, point) => {
                    let (next, stop) = past_corner(here, at, blocks);
                    (next, stop, point)
                }
            };
            if let Some(stop) = stop {
                let cell = stop.cell().filter(|&cell| self.node(cell).is_some());
                let hit = Some(TriangleHit { cell, point });
                return Some(TriangleRay { last: here.cell().unwrap_or(from), hit });
            }
            here = next;
        }
        Some(TriangleRay { last: to, hit: None })
    }
}

/// The triangle opposite at a corner, and what stops a line that goes there.
fn past_corner(here: Tile, corner: usize, blocks: impl Fn(Tile) -> bool) -> (Tile, Option<Tile>) {
    // Corners are in clockwise order, the steps across them in the order tip, right, left.
    let step = match (corner, here.points_up()) {
        (0, _) => STEPS[9],
        (1, true) | (2, false) => STEPS[10],
        _ => STEPS[11],
    };
    let next = here.beside(step.to);
    let blocked = |way: &[(i32, i32)]| {
        way.iter().map(|&passed| here.beside(passed)).find(|&passed| blocks(passed))
    };
    let beside = blocked(step.one).filter(|_| blocked(step.other).is_some());
    (next, beside.or_else(|| blocks(next).then_some(next)))
}
