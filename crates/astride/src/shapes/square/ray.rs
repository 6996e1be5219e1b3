//! Rays: a straight line over cells, as far as the mover can walk along it, and what stops it.

use super::straighten::cross;
use crate::base::{NodeId, Vec2};
use crate::shapes::square::GridView;
use crate::world::{Borders, Ray};

/// Follows the straight line from the centre of one cell to that of another until a step along it
/// is not allowed because of terrain, a wall, a fence (even one that the mover crosses), or the corner
/// rule, as in [`line_of_sight`](super::line_of_sight); a change of terrain factor does not stop a ray.
/// `None` if the mover cannot stand at `from`.
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
    let [start, end] = [from, to].map(|node| view.grid().cell(node));
    cast(view, Borders::between_centres(start, end))
}

/// The same from any point to any other, in cells: cell (x, y) is the square from (x, y) to
/// (x + 1, y + 1). For a heading and a range, `to` is the point at the end of the range; it may be off
/// the map, whose border stops every ray.
///
/// A ray from a point on a side begins in the cell ahead, and one to a point on a side ends in the cell
/// before; a ray along a side is in the cells of the greater column or row. `None` if the mover cannot
/// stand in the cell where the ray begins, or a coordinate is no number from −2³¹ to 2³¹.
///
/// O(cells on the line). Both points are rounded to 2⁻¹⁶ of a cell; all else is computed in integers
/// except where along the side the hit is, which is rounded by at most 2⁻⁵⁰ of the largest coordinate of
/// the two.
///
/// # Examples
///
/// ```
/// use astride::base::{Cell, Dir, Vec2};
/// use astride::shapes::square::{Grid, Mover, cast_ray_from};
/// let grid = Grid::from_classes(5, 3, b"...@...........")?;
/// let view = grid.seen_by(&Mover::walker());
/// let ray = cast_ray_from(&view, Vec2::new(0.25, 2.75), Vec2::new(4.25, 0.75)).unwrap();
/// let hit = ray.hit.unwrap();
/// assert_eq!((ray.last, hit.side, hit.point), (Cell::new(3, 1), Dir::N, Vec2::new(3.75, 1.0)));
/// # Ok::<(), astride::shapes::square::GridError>(())
/// ```
pub fn cast_ray_from(view: &GridView<'_>, from: Vec2, to: Vec2) -> Option<Ray> {
    cast(view, Borders::between_points(from, to)?)
}

fn cast(view: &GridView<'_>, borders: Borders) -> Option<Ray> {
    let start = borders.start().filter(|&start| view.is_free(start))?;
    let (last, hit) = borders.follow(start, |&at, side| cross(view, at, side));
    Some(Ray { last, hit })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Cell, Dir, Random};
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
