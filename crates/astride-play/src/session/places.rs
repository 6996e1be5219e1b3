//! Where to start and where to go on a map that does not say so.

use astride::base::{Budget, Cell, NodeId};
use astride::search::DistanceField;
use astride::shapes::square::{Grid, Mover};
use astride::world::Way;

use crate::session::plan::Plan;
use crate::session::tiling::{Tiled, Tiling};

/// Starts that are tried, in percent of width and height from the top left.
const TRIED: [(u32, u32); 5] = [(20, 50), (15, 20), (25, 80), (50, 50), (10, 10)];

/// Where the goal is wanted, in the same percent.
const WANTED: (u32, u32) = (80, 50);

/// A start on the left and a goal on the right that can be reached from it, if there are such cells;
/// otherwise cells near those places.
pub(super) fn places(grid: &Grid, tiling: Tiling, plan: Option<&Plan>) -> (Cell, Cell) {
    let ends = plan.map(|plan| match plan {
        Plan::Roads(roads) => roads.ends(),
        Plan::Mesh(mesh) => mesh.ends(),
    });
    if let Some((start, goal)) = ends {
        return (grid.cell(start), grid.cell(goal));
    }
    let mover = Mover::walker();
    let tiles = (!tiling.is_squares()).then(|| Tiled::of(tiling, None, grid).ok()).flatten();
    let view = grid.seen_by(&mover);
    let mut field = DistanceField::new();
    let wanted = part(grid, WANTED);
    let mut best: Option<(u64, Cell, Cell)> = None;
    let mut tried = Vec::new();
    for percent in TRIED {
        let Some(start) = nearest(grid, part(grid, percent), |cell| view.is_free(cell)) else {
            return (part(grid, TRIED[0]), wanted);
        };
        // A start that an earlier one reaches sees the same cells.
        if tried.contains(&start) {
            continue;
        }
        tried.push(start);
        let (source, budget) = (node(grid, start), &mut Budget::unlimited());
        let _ = match &tiles {
            None => field.compute(&view, &[(source, 0)], Way::Forward, budget),
            Some(tiles) => match tiles.distances(&mut field, &[source], Way::Forward, budget) {
                Ok(status) => status,
                Err(_) => continue,
            },
        };
        let distance_at = |node| match &tiles {
            None => field.distance(node),
            Some(tiles) => tiles.in_field(&field, node),
        };
        let reached = |cell| distance_at(node(grid, cell)).is_some();
        let goal = nearest(grid, wanted, |cell| cell != start && reached(cell));
        let goal = goal.unwrap_or(start);
        let gap = distance(goal, wanted);
        if best.is_none_or(|(least, ..)| gap < least) {
            best = Some((gap, start, goal));
        }
        // Near enough: within a tenth of the map.
        let tenth = u64::from(grid.width().max(grid.height()) / 10);
        if gap <= tenth * tenth {
            break;
        }
    }
    best.map_or((part(grid, TRIED[0]), wanted), |(_, start, goal)| (start, goal))
}

fn part(grid: &Grid, (x, y): (u32, u32)) -> Cell {
    let at = |side: u32, percent: u32| (u64::from(side) * u64::from(percent) / 100) as u32;
    Cell::new(at(grid.width(), x), at(grid.height(), y))
}

fn node(grid: &Grid, cell: Cell) -> NodeId {
    NodeId::new(cell.y * grid.width() + cell.x)
}

/// The square of the straight distance.
fn distance(a: Cell, b: Cell) -> u64 {
    let (dx, dy) = (u64::from(a.x.abs_diff(b.x)), u64::from(a.y.abs_diff(b.y)));
    dx * dx + dy * dy
}

/// The cell nearest `to` that `suits`; the first row by row among equals.
fn nearest(grid: &Grid, to: Cell, suits: impl Fn(Cell) -> bool) -> Option<Cell> {
    let mut best: Option<(u64, Cell)> = None;
    // Rows by their distance, so that far rows are not looked at.
    let mut rows: Vec<u32> = (0..grid.height()).collect();
    rows.sort_by_key(|y| y.abs_diff(to.y));
    for y in rows {
        let gap = u64::from(y.abs_diff(to.y));
        if best.is_some_and(|(least, _)| gap * gap > least) {
            break;
        }
        for x in 0..grid.width() {
            let cell = Cell::new(x, y);
            let gap = distance(cell, to);
            if best.is_none_or(|(least, _)| gap < least) && suits(cell) {
                best = Some((gap, cell));
            }
        }
    }
    best.map(|(_, cell)| cell)
}
