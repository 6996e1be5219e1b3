//! Turning points: the cells where a path changes direction.

use crate::base::{Cell, NodeId};
use crate::path::Path;
use crate::shapes::square::Grid;

/// How a waypoint is reached from the previous one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Leg {
    /// By steps in one of the eight directions. The first waypoint is of this kind as well.
    Walk,
    /// By one link.
    Link,
}

/// A cell where the path turns, starts, ends, or uses a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Waypoint {
    /// The cell.
    pub cell: Cell,
    /// How it is reached from the previous one.
    pub leg: Leg,
}

/// The turning points of a path: the start, every change of direction, both ends of every link, and
/// the goal.
///
/// A path with k turns needs k + 2 waypoints, however long it is. [`expand`] restores all cells.
///
/// # Examples
///
/// ```
/// use astride::shapes::square::compress;
/// use astride::prelude::*;
/// let grid = Grid::new(6, 4, b'.')?;
/// let outcome = find_path(&grid, &Mover::walker(), Cell::new(0, 0), Cell::new(5, 3))?;
/// let turns = compress(outcome.path().unwrap(), &grid);
/// assert_eq!(turns.len(), 3, "start, one turn, goal");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn compress(path: &Path, grid: &Grid) -> Vec<Waypoint> {
    waypoints(path.cells(grid))
}

/// As [`compress`], of cells in walking order; between two that are no neighbours is a link.
pub fn waypoints(cells: impl IntoIterator<Item = Cell>) -> Vec<Waypoint> {
    let (mut waypoints, mut previous) = (Vec::new(), None);
    for cell in cells {
        let is_walk =
            previous.replace(cell).is_none_or(|from: Cell| from.direction_to(cell).is_some());
        go_on(&mut waypoints, Waypoint { cell, leg: if is_walk { Leg::Walk } else { Leg::Link } });
    }
    waypoints
}

/// Adds a waypoint, in place of the last one if the way leads straight on there.
pub(super) fn go_on(waypoints: &mut Vec<Waypoint>, next: Waypoint) {
    let heading = |from: Cell, to: Cell| [from.x.cmp(&to.x), from.y.cmp(&to.y)];
    if let [.., before, Waypoint { cell, leg: Leg::Walk }] = waypoints[..]
        && next.leg == Leg::Walk
        && heading(before.cell, cell) == heading(cell, next.cell)
    {
        waypoints.pop();
    }
    waypoints.push(next);
}

/// All nodes between waypoints, both ends included: the inverse of [`compress`].
///
/// `None` if a waypoint is off the map or a walking leg is not in one of the eight directions.
///
/// # Examples
///
/// ```
/// use astride::base::Cell;
/// use astride::shapes::square::{Leg, Waypoint, expand, Grid};
/// let grid = Grid::new(6, 4, b'.')?;
/// let at = |x, y| Waypoint { cell: Cell::new(x, y), leg: Leg::Walk };
/// let nodes = expand(&[at(0, 0), at(3, 3), at(5, 3)], &grid).unwrap();
/// assert_eq!(nodes.len(), 6);
/// # Ok::<(), astride::shapes::square::GridError>(())
/// ```
pub fn expand(waypoints: &[Waypoint], grid: &Grid) -> Option<Vec<NodeId>> {
    let mut nodes = Vec::new();
    let mut at: Option<Cell> = None;
    for waypoint in waypoints {
        let end = grid.node(waypoint.cell)?;
        if let (Some(from), Leg::Walk) = (at, waypoint.leg) {
            let dx = i64::from(waypoint.cell.x) - i64::from(from.x);
            let dy = i64::from(waypoint.cell.y) - i64::from(from.y);
            let steps = dx.abs().max(dy.abs());
            let aligned = dx == 0 || dy == 0 || dx.abs() == dy.abs();
            if !aligned || steps == 0 {
                return None;
            }
            for step in 1..steps {
                let x = i64::from(from.x) + dx.signum() * step;
                let y = i64::from(from.y) + dy.signum() * step;
                nodes.push(grid.node((u32::try_from(x).ok()?, u32::try_from(y).ok()?))?);
            }
        }
        nodes.push(end);
        at = Some(waypoint.cell);
    }
    Some(nodes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expanding_undoes_compressing() {
        let grid = Grid::new(9, 9, b'.').unwrap();
        let cells = [(0, 0), (1, 1), (2, 2), (3, 2), (4, 2), (8, 8), (8, 7), (7, 7)];
        let nodes: Vec<_> = cells.iter().map(|&c| grid.node(c).unwrap()).collect();
        let path = Path::new(nodes.clone(), 0).unwrap();
        let waypoints = compress(&path, &grid);
        let corners: Vec<_> = waypoints.iter().map(|w| (w.cell.x, w.cell.y)).collect();
        assert_eq!(corners, [(0, 0), (2, 2), (4, 2), (8, 8), (8, 7), (7, 7)]);
        assert_eq!(waypoints[3].leg, Leg::Link);
        assert_eq!(expand(&waypoints, &grid).unwrap(), nodes);
    }

    #[test]
    fn crooked_legs_are_refused() {
        let grid = Grid::new(9, 9, b'.').unwrap();
        let at = |x, y| Waypoint { cell: Cell::new(x, y), leg: Leg::Walk };
        assert_eq!(expand(&[at(0, 0), at(2, 1)], &grid), None);
        assert_eq!(expand(&[at(0, 0), at(0, 9)], &grid), None);
        assert_eq!(expand(&[at(0, 0), at(0, 0)], &grid), None);
    }
}
