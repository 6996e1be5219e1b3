//! Line of sight, and straightening paths along it.

use crate::base::{Cell, Dir, NodeId};
use crate::path::Path;
use crate::shapes::square::GridView;
use crate::world::{self, Borders};

/// Whether the mover can walk along the straight line between the centres of two cells.
///
/// Every cell that the line enters must be enterable from the previous one by an allowed step;
/// where the line passes exactly through a corner this is a diagonal step, under the mover's corner
/// rule. With four neighbours a corner can be passed if one of the two ways round it is open. All
/// cells on the line must have the terrain factor of the first, so that straightening never moves
/// onto worse terrain.
///
/// # Complexity
///
/// O(cells on the line), in integers only.
///
/// # Examples
///
/// ```
/// use astride::shapes::square::{line_of_sight, Grid, Mover};
/// let grid = Grid::from_classes(4, 2, b"..@.....")?;
/// let view = grid.seen_by(&Mover::walker());
/// let node = |x, y| grid.node((x, y)).unwrap();
/// assert!(line_of_sight(&view, node(0, 1), node(3, 1)));
/// assert!(!line_of_sight(&view, node(1, 0), node(3, 0)), "a wall is between");
/// # Ok::<(), astride::shapes::square::GridError>(())
/// ```
pub fn line_of_sight(view: &GridView<'_>, from: NodeId, to: NodeId) -> bool {
    let grid = view.grid();
    let mut at = grid.cell(from);
    let factor = view.factor(at);
    if factor == 0 {
        return false;
    }
    let mut borders = Borders::between_centres(at, grid.cell(to));
    while let Some(side) = borders.next_side() {
        match cross(view, at, side) {
            Some(cell) if view.factor(cell) == factor => at = cell,
            _ => return false,
        }
    }
    true
}

/// The cell behind a side, if the mover can cross it.
pub(super) fn cross(view: &GridView<'_>, at: Cell, side: Dir) -> Option<Cell> {
    let step = |&at: &Cell, dir| view.may_step(at, dir).then(|| at.step(dir)).flatten();
    world::cross(view.neighbours(), &at, side, step)
}

/// Straightens a path: keeps only nodes where the mover must turn, so that each is in line of sight
/// of the next or one step away from it (onto other terrain, or by a link). The ends and both ends
/// of links are kept.
///
/// The result is never longer than the path and lies within cells that the mover may cross. It is
/// not always the shortest any-angle path, since it only straightens within the given corridor.
///
/// # Complexity
///
/// O(nodes × cells on the longest leg).
///
/// # Examples
///
/// ```
/// use astride::shapes::square::straighten;
/// use astride::prelude::*;
/// let grid = Grid::new(9, 4, b'.')?;
/// let mover = Mover::walker();
/// let outcome = find_path(&grid, &mover, Cell::new(0, 0), Cell::new(8, 3))?;
/// let kept = straighten(outcome.path().unwrap(), &grid.seen_by(&mover));
/// assert_eq!(kept.len(), 2, "nothing is in the way");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn straighten(path: &Path, view: &GridView<'_>) -> Vec<NodeId> {
    let nodes = path.nodes();
    let mut kept = vec![nodes[0]];
    let mut at = 0;
    while at + 1 < nodes.len() {
        let grid = view.grid();
        let mut next = at + 1;
        if grid.cell(nodes[at]).direction_to(grid.cell(nodes[next])).is_some() {
            while next + 1 < nodes.len()
                && grid.cell(nodes[next]).direction_to(grid.cell(nodes[next + 1])).is_some()
                && line_of_sight(view, nodes[at], nodes[next + 1])
            {
                next += 1;
            }
        }
        kept.push(nodes[next]);
        at = next;
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes::square::{Corners, Edit, Grid, Mover};

    fn sees(rows: &[&str], mover: &Mover, from: (u32, u32), to: (u32, u32)) -> bool {
        let width = rows[0].len() as u32;
        let classes = rows.concat();
        let grid = Grid::from_classes(width, rows.len() as u32, classes.as_bytes()).unwrap();
        let view = grid.seen_by(mover);
        line_of_sight(&view, grid.node(from).unwrap(), grid.node(to).unwrap())
    }

    #[test]
    fn a_corner_is_only_cut_where_the_mover_may() {
        let rows = ["..", ".@"];
        let walker = Mover::walker();
        assert!(!sees(&rows, &walker, (0, 1), (1, 0)));
        assert!(sees(&rows, &walker.clone().corners(Corners::OneFree), (0, 1), (1, 0)));
        let both = [".@", "@."];
        assert!(!sees(&both, &walker.clone().corners(Corners::OneFree), (0, 0), (1, 1)));
        assert!(sees(&both, &walker.corners(Corners::Always), (0, 0), (1, 1)));
    }

    #[test]
    fn lines_are_blocked_by_what_they_touch() {
        let walker = Mover::walker();
        assert!(sees(&["....", "....", "...."], &walker, (0, 0), (3, 1)));
        assert!(!sees(&["....", "..@.", "...."], &walker, (0, 0), (3, 2)));
        assert!(sees(&["..@.", "....", "...."], &walker, (0, 2), (3, 1)));
        assert!(!sees(&[".@."], &walker, (0, 0), (2, 0)));
        assert!(!sees(&[".5."], &walker, (0, 0), (2, 0)), "other terrain");
    }

    #[test]
    fn a_wall_between_cells_blocks_the_view() {
        let mut grid = Grid::new(4, 1, b'.').unwrap();
        let ends = [grid.node((0, 0)).unwrap(), grid.node((3, 0)).unwrap()];
        assert!(line_of_sight(&grid.seen_by(&Mover::walker()), ends[0], ends[1]));
        grid.apply(Edit::new().wall((1, 0), Dir::E)).unwrap();
        assert!(!line_of_sight(&grid.seen_by(&Mover::walker()), ends[0], ends[1]));
    }
}
