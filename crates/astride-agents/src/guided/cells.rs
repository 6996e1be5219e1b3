//! What guiding knows about square cells: the nearest free one, turning points of paths, flights.

use astride::base::{Cell, CellRect, Dir, NodeId};
use astride::shapes::square::{GridView, Leg, Waypoint, waypoints};

use crate::crowd::{CELL, Point};

/// The maximum number of steps of a [`flight`].
const RUN: usize = 6;

/// The vector from the centre of a cell to a point, in parts.
pub(super) fn off_middle(cell: Cell, at: Point) -> [i64; 2] {
    let middle = [cell.x, cell.y].map(|side| i64::from(side) * i64::from(CELL) + CELL as i64 / 2);
    [0, 1].map(|i| i64::from(at[i]) - middle[i])
}

/// The square of the length of a vector.
pub(crate) fn square([x, y]: [i64; 2]) -> i64 {
    x * x + y * y
}

/// Steps between two cells over eight neighbours, with nothing in between.
pub(super) fn steps_between(a: Cell, b: Cell) -> u32 {
    a.x.abs_diff(b.x).max(a.y.abs_diff(b.y))
}

/// The free cells at most `radius` from `centre`, row by row.
pub(super) fn free_within(view: &GridView<'_>, centre: Cell, radius: u32) -> Vec<Cell> {
    let (width, height) = (view.grid().width(), view.grid().height());
    let range = |at: u32, side: u32| {
        at.saturating_sub(radius)..at.saturating_add(radius).saturating_add(1).min(side)
    };
    let cells =
        range(centre.y, height).flat_map(|y| range(centre.x, width).map(move |x| Cell::new(x, y)));
    let is_within = |cell: &Cell| {
        let [x, y] = [cell.x.abs_diff(centre.x), cell.y.abs_diff(centre.y)].map(u64::from);
        x * x + y * y <= u64::from(radius).pow(2)
    };
    cells.filter(|cell| is_within(cell) && view.is_free(*cell)).collect()
}

/// The cell itself if it is free, otherwise the nearest free one along the eight directions, by
/// steps; ties go to the first clockwise from north. `None` if there is none.
pub(super) fn nearest_free(view: &GridView<'_>, cell: Cell) -> Option<Cell> {
    if view.is_free(cell) {
        return Some(cell);
    }
    let mut ends = Dir::ALL.map(|dir| cell.step(dir));
    let (width, height) = (view.grid().width(), view.grid().height());
    for _ in 0..width.max(height) {
        for (end, dir) in ends.iter_mut().zip(Dir::ALL) {
            let Some(here) = *end else { continue };
            if view.is_free(here) {
                return Some(here);
            }
            *end = here.step(dir).filter(|next| next.x < width && next.y < height);
        }
    }
    None
}

/// The nodes of a path where its direction changes, and the last, in reverse. `None` if two
/// consecutive nodes are not adjacent.
pub(super) fn turning_points(view: &GridView<'_>, nodes: &[NodeId]) -> Option<Vec<u32>> {
    let waypoints = waypoints(nodes.iter().map(|&node| view.grid().cell(node)));
    let ahead = &waypoints[usize::from(waypoints.len() > 1)..];
    let node = |at: &Waypoint| view.grid().node(at.cell).filter(|_| at.leg == Leg::Walk);
    ahead.iter().rev().map(|at| node(at).map(NodeId::get)).collect()
}

/// The cell of the straight line from `from` to `to` that is `steps` steps before `to`, or `from`.
pub(super) fn before(from: Cell, to: Cell, steps: u32) -> Cell {
    let back = |from: u32, to: u32| match from.cmp(&to) {
        std::cmp::Ordering::Less => to - steps.min(to - from),
        std::cmp::Ordering::Equal => to,
        std::cmp::Ordering::Greater => to + steps.min(from - to),
    };
    Cell::new(back(from.x, to.x), back(from.y, to.y))
}

/// Whether a path from a cell by turning points passes through a rectangle or next to it.
pub(super) fn crosses(mut from: Cell, turns: impl Iterator<Item = Cell>, rect: CellRect) -> bool {
    // A blocked cell closes the diagonals past it.
    let (left, top) = (rect.x.saturating_sub(1), rect.y.saturating_sub(1));
    let (right, bottom) = (rect.x.saturating_add(rect.width), rect.y.saturating_add(rect.height));
    for to in turns {
        let is_beside = from.x.max(to.x) < left
            || from.x.min(to.x) > right
            || from.y.max(to.y) < top
            || from.y.min(to.y) > bottom;
        if !is_beside && !rect.is_empty() {
            return true;
        }
        from = to;
    }
    false
}

/// Some cells leading away from `danger`, in walking order, beginning with that of `at`: each is
/// the neighbour farthest from it, as long as that increases the distance.
pub(super) fn flight(view: &GridView<'_>, at: Point, danger: Point, nodes: &mut Vec<NodeId>) {
    let far = |cell: Cell| square(off_middle(cell, danger));
    let [x, y] = at.map(|side| (side >> 16) as u32);
    let mut cell = Cell::new(x, y);
    nodes.clear();
    nodes.extend(view.grid().node(cell));
    while let Some(&node) = nodes.last().filter(|_| nodes.len() <= RUN) {
        let steps = view.steps_from(node);
        let next = Dir::ALL
            .into_iter()
            .filter(|dir| steps & dir.bit() != 0)
            .filter_map(|dir| cell.step(dir))
            .max_by_key(|&next| far(next));
        let Some(next) = next.filter(|&next| far(next) > far(cell)) else { break };
        cell = next;
        nodes.extend(view.grid().node(cell));
    }
}

/// The direction of a movement, where 65 536 is a full turn, 0 is east and a quarter turn is south;
/// accurate to 1/1300 of a turn. `None` for no movement.
pub(super) fn heading_of([x, y]: Point) -> Option<u16> {
    let (wide, high) = (i64::from(x).abs(), i64::from(y).abs());
    let (short, long) = (wide.min(high), wide.max(high));
    if long == 0 {
        return None;
    }
    let part = short * 4096 / long;
    // atan t ≈ t (π/4 + 0.273 (1 − t)) for t from 0 to 1.
    let eighth = (part * 8192 + part * (4096 - part) / 4096 * 2847) / 4096;
    let quarter = if wide >= high { eighth } else { 16_384 - eighth };
    let angle = match (x >= 0, y >= 0) {
        (true, true) => quarter,
        (false, true) => 32_768 - quarter,
        (false, false) => 32_768 + quarter,
        (true, false) => 65_536 - quarter,
    };
    Some(angle as u16)
}

#[cfg(test)]
mod tests {
    use super::*;
    use astride::shapes::square::{Edit, Grid, Mover};

    #[test]
    fn headings_are_those_of_the_arc_tangent() {
        for degrees in 0..360 {
            let (sin, cos) = f64::from(degrees).to_radians().sin_cos();
            let way = [(cos * 10_000.0).round() as i32, (sin * 10_000.0).round() as i32];
            let expected = (f64::from(degrees) / 360.0 * 65_536.0).round() as i32;
            let off = heading_of(way).map(|found| (i32::from(found) - expected) as i16);
            assert!(off.is_some_and(|off| off.abs() < 60), "{degrees}: {off:?}");
        }
        assert_eq!(heading_of([0, 0]), None);
    }

    #[test]
    fn the_nearest_free_cell_is_found_along_the_eight_directions() {
        let mut grid = Grid::new(9, 9, b'@').unwrap();
        let mover = Mover::walker();
        assert_eq!(nearest_free(&grid.seen_by(&mover), Cell::new(4, 4)), None);
        grid.apply(Edit::new().set((8, 8), b'.').set((5, 7), b'.')).unwrap();
        let near = |grid: &Grid, x, y| nearest_free(&grid.seen_by(&mover), Cell::new(x, y));
        assert_eq!(near(&grid, 4, 4), Some(Cell::new(8, 8)));
        assert_eq!(near(&grid, 5, 0), Some(Cell::new(5, 7)));
        assert_eq!(near(&grid, 8, 8), Some(Cell::new(8, 8)));
        assert_eq!(near(&grid, 0, 1), None);
    }

    #[test]
    fn paths_are_kept_by_their_turning_points() {
        let grid = Grid::new(9, 9, b'.').unwrap();
        let mover = Mover::walker();
        let view = grid.seen_by(&mover);
        let nodes = |cells: &[(u32, u32)]| -> Vec<NodeId> {
            cells.iter().map(|&cell| grid.node(cell).unwrap()).collect()
        };
        let path = nodes(&[(0, 0), (1, 0), (2, 0), (3, 1), (4, 2), (4, 3)]);
        assert_eq!(turning_points(&view, &path), Some(vec![3 * 9 + 4, 2 * 9 + 4, 2]));
        assert_eq!(turning_points(&view, &path[..1]), Some(vec![0]));
        assert_eq!(turning_points(&view, &nodes(&[(0, 0), (2, 0)])), None);
        let cell = |x, y| Cell::new(x, y);
        assert_eq!(before(cell(1, 8), cell(7, 2), 2), cell(5, 4));
        assert_eq!(before(cell(1, 8), cell(7, 2), 9), cell(1, 8));
    }
}
