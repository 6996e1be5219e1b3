//! Rays on a floor: a straight line over cells, as far as the mover can walk along it.

use super::{FloorPlace, FloorView};
use crate::base::{Cell, Dir, NodeId, Vec2};
use crate::world::{Borders, Ray, World, cross};

/// How far past joined borders a ray may be asked for, in cells: nothing need ever stop it there.
const MOST_BEYOND: f64 = 1_048_576.0;

impl FloorView<'_> {
    /// Follows the straight line from the centre of one cell to that of another on the same floor until
    /// a step along it is not allowed, as [`square::cast_ray`](crate::shapes::square::cast_ray) does on
    /// squares. Stairs are not taken, and a ray ends on its floor. It does not choose the shorter way
    /// round a map that wraps; for that, [`cast_ray_from`](Self::cast_ray_from) goes on past the joined
    /// border. A body of several cells goes along the line with its top left cell, whose side is the one
    /// that is hit. `None` if the mover cannot stand at `from`, or `to` is not on the same floor.
    ///
    /// # Complexity
    ///
    /// O(cells on the line), in integers except for the point that is hit; for a body, times the cells that
    /// it covers.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::{Cell, Dir};
    /// use astride::shapes::floors::{FloorEdit, FloorMap, FloorMover, FloorSide};
    /// let mut map = FloorMap::of_classes([5, 1, 2], |_| b'.')?;
    /// map.apply(FloorEdit::new().wall((2, 0, 1), FloorSide::East))?;
    /// let view = map.seen_by(&FloorMover::walker());
    /// let node = |x, floor| map.node((x, 0, floor)).unwrap();
    /// assert_eq!(view.cast_ray(node(0, 0), node(4, 0)).unwrap().hit, None);
    /// let ray = view.cast_ray(node(0, 1), node(4, 1)).unwrap();
    /// assert_eq!((ray.last, ray.hit.unwrap().side), (Cell::new(2, 0), Dir::E));
    /// # Ok::<(), astride::shapes::floors::FloorError>(())
    /// ```
    pub fn cast_ray(&self, from: NodeId, to: NodeId) -> Option<Ray> {
        let [from, to] = [from, to].map(|node| self.map().place(node));
        let [start, end] = [from, to].map(|place| Cell::new(place.x, place.y));
        let [width, height, _] = self.map().size();
        (from.floor == to.floor && to.x < width && to.y < height)
            .then(|| self.cast(from.floor, Borders::between_centres(start, end)))?
    }

    /// The same from any point of a floor to any other, as
    /// [`square::cast_ray_from`](crate::shapes::square::cast_ray_from) does on squares. Where the map
    /// wraps, the ray goes on past the joined border, and points count on: the last cell is one of the
    /// map, the point that is hit may lie beyond it. `from` must be on the map. `None` also if `to` is more
    /// than 2²⁰ cells beyond a joined border: a ray that nothing stops goes round and round.
    ///
    /// # Complexity
    ///
    /// O(cells on the line), each counted as often as the ray enters it.
    pub fn cast_ray_from(&self, floor: u32, from: Vec2, to: Vec2) -> Option<Ray> {
        let ([width, height, _], wrap) = (self.map().size(), self.map().wrap());
        let is_near = |at: f64, size: u32, is_joined: bool| {
            !is_joined || (-MOST_BEYOND..=f64::from(size) + MOST_BEYOND).contains(&at)
        };
        let is_near = is_near(to.x, width, wrap.columns) && is_near(to.y, height, wrap.rows);
        let borders = Borders::between_points(from, to).filter(|_| is_near)?;
        self.cast(floor, borders)
    }

    fn cast(&self, floor: u32, borders: Borders) -> Option<Ray> {
        let Cell { x, y } = borders.start()?;
        let start = self.map().node(FloorPlace { x, y, floor })?;
        let step = |&at: &NodeId, dir: Dir| {
            // A straight step may cross a fence, at which a ray ends.
            let is_open = dir.is_diagonal() || !self.is_closed(at, dir);
            self.step(at, dir).filter(|_| is_open)
        };
        let cross = |at: &NodeId, side| cross(self.neighbours(), at, side, step);
        let (last, hit) = self.is_passable(start).then(|| borders.follow(start, cross))?;
        let FloorPlace { x, y, .. } = self.map().place(last);
        Some(Ray { last: Cell::new(x, y), hit })
    }
}
