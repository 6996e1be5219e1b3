//! Rays: the straight line between two cells, as far as the mover can walk along it, and what stops
//! it.

use super::straighten::{Borders, cross};
use crate::base::{Cell, Dir, NodeId, Vec2};
use crate::shapes::square::GridView;

/// The extent of a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// The last cell that it enters.
    pub last: Cell,
    /// What stops it there; `None` if it reaches its end.
    pub hit: Option<Hit>,
}

/// Where a ray is stopped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The side of the last cell at which it is stopped; a diagonal direction means a corner.
    /// Behind it lies a cell of the map.
    pub side: Dir,
    /// The point on that side, in cells: the centre of cell (x, y) is at (x + ½, y + ½). Which cell
    /// and side is hit is computed in integers; only this point is rounded.
    pub point: Vec2,
}

/// Follows the straight line from the centre of one cell to that of another until a step along it
/// is not allowed because of terrain, a wall, or the corner rule, as in
/// [`line_of_sight`](super::line_of_sight); a change of terrain factor does not stop a ray. `None`
/// if the mover cannot stand at `from`.
///
/// O(cells on the line), in integers except for the point that is hit.
///
/// # Examples
///
/// ```
/// use astride::base::{Cell, Dir, Vec2};
/// use astride::shapes::square::{Grid, Mover, cast_ray};
/// let grid = Grid::from_classes(5, 3, b"...@...........")?;
/// let view = grid.seen_by(&Mover::walker());
/// let node = |x, y| grid.node((x, y)).unwrap();
/// let ray = cast_ray(&view, node(0, 2), node(4, 0)).unwrap();
/// assert_eq!(ray.last, Cell::new(3, 1));
/// let hit = ray.hit.unwrap();
/// assert_eq!((hit.side, hit.point), (Dir::N, Vec2::new(3.5, 1.0)));
/// # Ok::<(), astride::shapes::square::GridError>(())
/// ```
pub fn cast_ray(view: &GridView<'_>, from: NodeId, to: NodeId) -> Option<Ray> {
    let (start, end) = (view.grid().cell(from), view.grid().cell(to));
    let mut last = view.is_free(start).then_some(start)?;
    let mut borders = Borders::new(start, end);
    while last != end {
        let side = borders.next_side();
        let Some(next) = cross(view, last, side) else {
            let (part, whole) = borders.share(side);
            let part = part as f64 / whole as f64;
            let on = |a: u32, b: u32| f64::from(a) + 0.5 + (f64::from(b) - f64::from(a)) * part;
            let point = Vec2::new(on(start.x, end.x), on(start.y, end.y));
            return Some(Ray { last, hit: Some(Hit { side, point }) });
        };
        last = next;
    }
    Some(Ray { last, hit: None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Random;
    use crate::shapes::square::{Edit, Grid, Mover, line_of_sight};

    #[test]
    fn a_ray_gets_through_where_there_is_a_line_of_sight_and_stops_on_the_line() {
        let mut dice = Random::new(3);
        for _ in 0..400 {
            let classes: Vec<u8> =
                (0..9 * 7).map(|_| if dice.below(5) == 0 { b'@' } else { b'.' }).collect();
            let mut grid = Grid::from_classes(9, 7, &classes).unwrap();
            grid.apply(Edit::new().wall((4, 3), Dir::E).wall((2, 2), Dir::S)).unwrap();
            let view = grid.seen_by(&Mover::walker());
            let [from, to] = [(); 2].map(|()| NodeId::new(dice.below(grid.cell_count())));
            let Some(ray) = cast_ray(&view, from, to) else {
                assert!(!view.is_free(grid.cell(from)));
                continue;
            };
            assert_eq!(ray.hit.is_none(), line_of_sight(&view, from, to));
            assert!(view.is_free(ray.last));
            assert!(cast_ray(&view, from, grid.node(ray.last).unwrap()).is_some());
            let Some(hit) = ray.hit else {
                assert_eq!(ray.last, grid.cell(to));
                continue;
            };
            assert!(!view.may_step(ray.last, hit.side));
            // The point lies on that side and on the line.
            let (dx, dy) = hit.side.offset();
            let off = [hit.point.x - f64::from(ray.last.x), hit.point.y - f64::from(ray.last.y)];
            for (off, step) in off.into_iter().zip([dx, dy]) {
                let edge = (f64::from(step) + 1.0) / 2.0;
                let is_on =
                    if step == 0 { (0.0..=1.0).contains(&off) } else { (off - edge).abs() < 1e-9 };
                assert!(is_on, "{off} on {:?}", hit.side);
            }
            let centre = |cell: Cell| (f64::from(cell.x) + 0.5, f64::from(cell.y) + 0.5);
            let (a, b) = (centre(grid.cell(from)), centre(grid.cell(to)));
            let cross = (b.0 - a.0) * (hit.point.y - a.1) - (b.1 - a.1) * (hit.point.x - a.0);
            assert!(cross.abs() < 1e-9, "{cross}");
        }
    }
}
