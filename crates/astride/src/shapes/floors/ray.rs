//! Rays on a floor: a straight line over cells, as far as the mover can walk along it.

use super::{FloorPlace, FloorView};
use crate::base::{Cell, Dir, NodeId, Slot, Vec2};
use crate::world::{Borders, Ray, Way, World, cross};

impl FloorView<'_> {
    /// Follows the straight line from the centre of one cell to that of another on the same floor until
    /// a step along it is not allowed, as [`square::cast_ray`](crate::shapes::square) does on squares.
    /// Stairs are not taken, and a ray ends on its floor. It does not choose the shorter way round a map
    /// that wraps; for that, [`cast_ray_from`](Self::cast_ray_from) goes on past the joined border.
    /// `None` if the mover cannot stand at `from`, or the cells are on different floors.
    ///
    /// # Complexity
    ///
    /// O(cells on the line), in integers except for the point that is hit.
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
        (from.floor == to.floor)
            .then(|| self.cast(from.floor, Borders::between_centres(start, end)))?
    }

    /// The same from any point of a floor to any other, as
    /// [`square::cast_ray_from`](crate::shapes::square::cast_ray_from) does on squares. Where the map
    /// wraps, the ray goes on past the joined border, and points count on: the last cell is one of the
    /// map, the point that is hit may lie beyond it.
    pub fn cast_ray_from(&self, floor: u32, from: Vec2, to: Vec2) -> Option<Ray> {
        self.cast(floor, Borders::between_points(from, to)?)
    }

    fn cast(&self, floor: u32, borders: Borders) -> Option<Ray> {
        let Cell { x, y } = borders.start()?;
        let start = self.map().node(FloorPlace { x, y, floor })?;
        let step = |&at: &NodeId, dir: Dir| {
            let mut next = None;
            self.for_each_arc(at, Way::Forward, |arc| {
                next = if arc.slot == Slot::new(dir as u16) { Some(arc.node) } else { next };
            });
            next
        };
        let cross = |at: &NodeId, side| cross(self.neighbours(), at, side, step);
        let (last, hit) = self.is_passable(start).then(|| borders.follow(start, cross))?;
        let FloorPlace { x, y, .. } = self.map().place(last);
        Some(Ray { last: Cell::new(x, y), hit })
    }
}
