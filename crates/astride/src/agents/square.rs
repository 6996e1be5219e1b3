//! Everything that crowds know about square cells: their positions in the plane, which ones are
//! adjacent, and how a path is stored as its turning points.

use crate::agents::plane::{CELL, Point, heading_of, square_of, way_to};
use crate::base::{Cell, CellRect, Dir, NodeId};
use crate::shapes::square::{Corners, GridView, Neighbours};

/// The maximum number of steps of a [`flight`].
const RUN: usize = 6;

/// Straight neighbours first, so that the places around a target form a disc rather than a square.
const STRAIGHT_FIRST: [Dir; 8] =
    [Dir::N, Dir::E, Dir::S, Dir::W, Dir::NE, Dir::SE, Dir::SW, Dir::NW];

/// Columns and rows.
pub(super) fn size_of(view: &GridView<'_>) -> [u32; 2] {
    [view.grid().width(), view.grid().height()]
}

/// The centre of a cell.
pub(super) fn middle(cell: Cell) -> Point {
    [cell.x, cell.y].map(|side| ((side as i32) << 16) + CELL / 2)
}

/// The cell that contains a point.
pub(super) fn cell_at([x, y]: Point) -> Cell {
    Cell::new((x >> 16) as u32, (y >> 16) as u32)
}

/// The number of that cell, on a map of `width` columns.
pub(super) fn node_at([x, y]: Point, width: u32) -> u32 {
    (y >> 16) as u32 * width + (x >> 16) as u32
}

/// Whether a point is the common corner of four cells.
pub(super) fn is_corner(at: Point) -> bool {
    at.iter().all(|side| side & (CELL - 1) == 0)
}

/// A point moved as far as possible without leaving its cell.
pub(super) fn moved_inside(at: Point, by: Point) -> Point {
    [0, 1].map(|i| (at[i] + by[i]).clamp(at[i] & !(CELL - 1), at[i] | (CELL - 1)))
}

/// Whether a cell can be reached from another by one step, which may cross a fence, or is the same.
pub(super) fn may_step(view: &GridView<'_>, from: Cell, to: Cell) -> bool {
    let may = |dir| view.may_step(from, dir) || view.crossing(from, dir).is_some();
    from == to || from.direction_to(to).is_some_and(may)
}

/// Whether a step is a diagonal past something that it may touch but not enter.
pub(super) fn is_tight(view: &GridView<'_>, here: Cell, next: Cell) -> bool {
    let is_loose = view.corners() == Corners::Never && view.neighbours() == Neighbours::Eight;
    if is_loose || here.x == next.x || here.y == next.y {
        return false;
    }
    let sides = [Cell::new(next.x, here.y), Cell::new(here.x, next.y)];
    // To a diagonal step a fence is a wall.
    let is_open =
        |from: Cell, to| from.direction_to(to).is_some_and(|dir| view.may_step(from, dir));
    !sides.iter().all(|&side| is_open(here, side) && is_open(side, next))
}

/// The free cells at most `radius` from `centre`, row by row.
pub(super) fn collect_free(view: &GridView<'_>, centre: Cell, radius: u32, places: &mut Vec<u32>) {
    let [width, height] = size_of(view);
    let within = u64::from(radius).pow(2);
    let (top, left) = (centre.y.saturating_sub(radius), centre.x.saturating_sub(radius));
    places.clear();
    for y in top..=centre.y.saturating_add(radius).min(height - 1) {
        for x in left..=centre.x.saturating_add(radius).min(width - 1) {
            let apart =
                [x.abs_diff(centre.x), y.abs_diff(centre.y)].map(|side| u64::from(side).pow(2));
            if apart[0] + apart[1] <= within && view.is_free((x, y)) {
                places.push(y * width + x);
            }
        }
    }
}

/// The nodes one step from `node`, straight ones first.
pub(super) fn neighbours<'a>(
    view: &'a GridView<'_>,
    node: NodeId,
) -> impl Iterator<Item = NodeId> + 'a {
    let (cell, steps) = (view.grid().cell(node), view.steps_from(node));
    STRAIGHT_FIRST
        .into_iter()
        .filter(move |dir| steps & dir.bit() != 0)
        .filter_map(move |dir| view.grid().node(cell.step(dir)?))
}

/// The cell itself if it is free, otherwise the nearest free one along the eight directions, by
/// steps; ties go to the first clockwise from north. `None` if there is none.
pub(super) fn nearest_free(view: &GridView<'_>, cell: Cell) -> Option<Cell> {
    if view.is_free(cell) {
        return Some(cell);
    }
    let mut ends = Dir::ALL.map(|dir| cell.step(dir));
    let [width, height] = size_of(view);
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

/// Keeps the first cell, those where the direction changes, and the last. Returns `false` if two
/// consecutive nodes are not adjacent.
pub(super) fn turning_points(view: &GridView<'_>, nodes: &[NodeId], turns: &mut Vec<u32>) -> bool {
    let cell_of = |node| view.grid().cell(node);
    turns.clear();
    turns.push(nodes[0].get());
    let (mut at, mut before) = (cell_of(nodes[0]), None);
    for pair in nodes.windows(2) {
        let next = cell_of(pair[1]);
        let Some(dir) = at.direction_to(next) else { return false };
        if before.is_some_and(|before| before != dir) {
            turns.push(pair[0].get());
        }
        (at, before) = (next, Some(dir));
    }
    if nodes.len() > 1 {
        turns.push(nodes[nodes.len() - 1].get());
    }
    true
}

/// The node next to `at` on the straight line to a turning point.
pub(super) fn towards(view: &GridView<'_>, at: Cell, turn: u32) -> u32 {
    let turn = view.grid().cell(NodeId::new(turn));
    let beside = |at: u32, end: u32| match at.cmp(&end) {
        std::cmp::Ordering::Less => at + 1,
        std::cmp::Ordering::Equal => at,
        std::cmp::Ordering::Greater => at - 1,
    };
    beside(at.y, turn.y) * view.grid().width() + beside(at.x, turn.x)
}

/// Whether a path from a cell by turning points passes through a rectangle or next to it.
pub(super) fn crosses(
    view: &GridView<'_>,
    mut from: Cell,
    turns: impl Iterator<Item = u32>,
    rect: CellRect,
) -> bool {
    if rect.is_empty() {
        return false;
    }
    // A blocked cell closes the diagonals past it.
    let (left, top) = (rect.x.saturating_sub(1), rect.y.saturating_sub(1));
    let (right, bottom) = (rect.x.saturating_add(rect.width), rect.y.saturating_add(rect.height));
    for to in turns.map(|node| view.grid().cell(NodeId::new(node))) {
        let is_beside = from.x.max(to.x) < left
            || from.x.min(to.x) > right
            || from.y.max(to.y) < top
            || from.y.min(to.y) > bottom;
        if !is_beside {
            return true;
        }
        from = to;
    }
    false
}

/// Some cells leading away from `danger`, in walking order, beginning with that of `at`: each is
/// the neighbour farthest from it, as long as that increases the distance.
pub(super) fn flight(view: &GridView<'_>, at: Point, danger: Point, nodes: &mut Vec<NodeId>) {
    let far = |cell| square_of(way_to(middle(cell), danger));
    let first = dir_along(way_to(at, danger));
    let width = view.grid().width();
    let (mut cell, mut node) = (cell_at(at), NodeId::new(node_at(at, width)));
    nodes.clear();
    nodes.push(node);
    while nodes.len() <= RUN {
        let steps = view.steps_from(node);
        let ahead = (0..8).map(|turn| first.turned(turn));
        let next = ahead
            .filter(|dir: &Dir| steps & dir.bit() != 0)
            .filter_map(|dir| cell.step(dir))
            .max_by_key(|&next| far(next));
        let Some(next) = next.filter(|&next| far(next) > far(cell)) else { break };
        (cell, node) = (next, NodeId::new(next.y * width + next.x));
        nodes.push(node);
    }
}

/// The direction nearest to that of a movement.
fn dir_along(way: Point) -> Dir {
    let heading = heading_of(way).unwrap_or(0);
    // Eighths from east, while directions begin at north.
    Dir::from_code(((u32::from(heading) + 4096) / 8192 + 2) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes::square::{Edit, Grid, Mover};

    #[test]
    fn directions_are_clockwise_from_north() {
        for dir in Dir::ALL {
            let (x, y) = dir.offset();
            assert_eq!(dir_along([x * 70_000, y * 70_000]), dir);
        }
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
}
