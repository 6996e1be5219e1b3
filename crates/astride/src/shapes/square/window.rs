//! A window onto an unbounded world: a grid that follows a unit.

use crate::base::{Cell, Dir, NodeId};
use crate::shapes::square::grid::Kind;
use crate::shapes::square::painted::Painted;
use crate::shapes::square::{Edit, Grid, GridError, Link};
use crate::world::Side;

/// The part of an unbounded world that a [`Grid`] shows: the grid is the map around a unit, and is
/// shifted when the unit comes near its rim.
///
/// Places of the world have integer coordinates, which may be negative, up to [`Window::FARTHEST`].
/// A window does not own a grid. A shift is a batch of edits like any other, so components, jump
/// points, fields, beliefs and requests follow it as they follow edits;
/// [`Navigator::shift`](crate::planner::Navigator::shift) takes overlays and factions along.
///
/// Cells that are in the window before and after keep their class, the walls, fences and one-way
/// steps between each other, and their links. A closure is called for cells that come in, and for no
/// others. What leaves is forgotten, including walls and links to it: record it yourself, or let
/// the closure reproduce it.
///
/// # Examples
///
/// ```
/// use astride::planner::Navigator;
/// use astride::shapes::square::Window;
/// // A world of pillars, three columns and rows apart.
/// let world = |x: i64, y: i64| if (x % 3, y % 3) == (0, 0) { b'@' } else { b'.' };
/// let mut window = Window::new(-20, -20, 41, 41)?;
/// let mut nav = Navigator::new(window.grid(world)?);
/// let (mut x, y) = (1, 1);
/// for _ in 0..1000 {
///     x += 1;
///     let by = window.to_centre((x, y), 8);
///     nav.shift(&mut window, by, world)?;
/// }
/// let from = window.cell((x, y)).unwrap();
/// let to = window.cell((x + 9, y)).expect("at least twelve cells around the hero are there");
/// assert_eq!(nav.path(from, to)?.step_count(), 9);
/// assert_eq!(window.place(from), (1001, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Window {
    left: i64,
    top: i64,
    width: u32,
    height: u32,
}

impl Window {
    /// The maximum distance of the corner of a window from 0: 2⁶².
    pub const FARTHEST: i64 = 1 << 62;

    /// A window of `width` × `height` cells whose first cell shows the place (`left`, `top`).
    ///
    /// # Errors
    ///
    /// If the corner is farther than [`FARTHEST`](Self::FARTHEST), or if no grid can have that
    /// size.
    pub fn new(left: i64, top: i64, width: u32, height: u32) -> Result<Window, GridError> {
        Grid::check_size(width, height)?;
        let is_near = |at: i64| at.unsigned_abs() <= Self::FARTHEST.unsigned_abs();
        match is_near(left) && is_near(top) {
            true => Ok(Window { left, top, width, height }),
            false => Err(GridError(Kind::FarWindow { left, top })),
        }
    }

    /// The grid of what the window shows; `class_of` returns the class of each place, row by row.
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    pub fn grid(&self, mut class_of: impl FnMut(i64, i64) -> u8) -> Result<Grid, GridError> {
        Grid::new(self.width, self.height, 0)?.with_classes(|cell, _| {
            let (x, y) = self.place(cell);
            class_of(x, y)
        })
    }

    /// The place of the world that the first cell shows.
    pub fn corner(&self) -> (i64, i64) {
        (self.left, self.top)
    }

    /// The place of the world that a cell shows, or would show if the window were larger.
    pub fn place(&self, cell: impl Into<Cell>) -> (i64, i64) {
        let cell = cell.into();
        (self.left + i64::from(cell.x), self.top + i64::from(cell.y))
    }

    /// The cell that shows a place; `None` outside the window.
    pub fn cell(&self, (x, y): (i64, i64)) -> Option<Cell> {
        let within = |at: i64, first: i64, size: u32| {
            let offset = at.checked_sub(first).and_then(|offset| u32::try_from(offset).ok());
            offset.filter(|&offset| offset < size)
        };
        Some(Cell::new(within(x, self.left, self.width)?, within(y, self.top, self.height)?))
    }

    /// The cell that shows a place or, outside the window, the one nearest to it: where to head for
    /// on the way to a place that is farther than the window shows.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::Cell;
    /// use astride::shapes::square::Window;
    /// let window = Window::new(-20, -20, 41, 41)?;
    /// assert_eq!(window.nearest_cell((0, 5)), Cell::new(20, 25));
    /// assert_eq!(window.nearest_cell((900, 5)), Cell::new(40, 25));
    /// # Ok::<(), astride::shapes::square::GridError>(())
    /// ```
    pub fn nearest_cell(&self, (x, y): (i64, i64)) -> Cell {
        let along = |at: i64, first: i64, size: u32| {
            at.saturating_sub(first).clamp(0, i64::from(size) - 1) as u32
        };
        Cell::new(along(x, self.left, self.width), along(y, self.top, self.height))
    }

    /// The shift, in columns and rows, that brings a place to the centre; (0, 0) while it is at
    /// most `slack` columns and rows away from there.
    ///
    /// With a slack of an eighth of the window's side there is only one shift for that many steps.
    pub fn to_centre(&self, (x, y): (i64, i64), slack: u32) -> (i64, i64) {
        let [dx, dy] = [(x, self.left, self.width), (y, self.top, self.height)]
            .map(|(at, first, size)| at.saturating_sub(first + i64::from(size / 2)));
        let is_near = dx.unsigned_abs().max(dy.unsigned_abs()) <= u64::from(slack);
        if is_near { (0, 0) } else { (dx, dy) }
    }

    /// The window `by` columns and rows further on, and the batch that updates `grid` from this
    /// window to that one. `class_of` is called for the places that come in, row by row.
    ///
    /// # Errors
    ///
    /// If the size of the grid differs, or if the window would be farther than
    /// [`FARTHEST`](Self::FARTHEST).
    ///
    /// # Complexity
    ///
    /// O(cells that come in) calls of `class_of`. Cells are numbered from the corner of the grid,
    /// so each shows another place afterwards and is compared with its earlier contents: O(cells)
    /// for terrain and, if there are any, for walls, and O(links). The batch contains only cells
    /// whose class has changed, as runs of equal cells; whatever follows edits follows these, and
    /// is rebuilt if there are thousands. Therefore shift by several cells from time to time
    /// instead of by one at each step.
    pub fn shifted(
        &self,
        grid: &Grid,
        by: (i64, i64),
        mut class_of: impl FnMut(i64, i64) -> u8,
    ) -> Result<(Window, Edit), GridError> {
        if (grid.width(), grid.height()) != (self.width, self.height) {
            let (found, expected) = ((grid.width(), grid.height()), (self.width, self.height));
            return Err(GridError(Kind::OtherSize { found, expected }));
        }
        let (left, top) = (self.left.saturating_add(by.0), self.top.saturating_add(by.1));
        let next = Window::new(left, top, self.width, self.height)?;
        let mut painted = Painted::default();
        for y in 0..self.height {
            for (x, &before) in (0..).zip(grid.row(y).unwrap_or_default()) {
                let cell = Cell::new(x, y);
                let class = match grid.bounds().moved(cell, by).and_then(|old| grid.class(old)) {
                    Some(class) => class,
                    None => class_of(next.place(cell).0, next.place(cell).1),
                };
                if class != before {
                    painted.add(cell, class);
                }
            }
        }
        let mut batch = painted.edit();
        shift_steps(grid, by, &mut batch);
        shift_links(grid, by, &mut batch);
        Ok((next, batch))
    }
}

/// Walls, fences and one-way steps between cells that stay.
fn shift_steps(grid: &Grid, by: (i64, i64), batch: &mut Edit) {
    if grid.forbidden().is_empty() {
        return;
    }
    let bounds = grid.bounds();
    let is_kept = |cell: Cell, dir: Dir| {
        let end = cell.step(dir).filter(|&end| bounds.contains(end));
        end.is_some_and(|end| bounds.moved(end, by).is_some())
    };
    for node in (0..grid.cell_count()).map(NodeId::new) {
        let cell = grid.cell(node);
        let old = bounds.moved(cell, by);
        for dir in Dir::ALL {
            let side = old.filter(|_| is_kept(cell, dir)).map(|old| grid.side(old, dir));
            let wanted = side.unwrap_or(Side::Open);
            if wanted != grid.side(cell, dir) {
                batch.side_as(cell, dir, wanted);
            }
        }
    }
}

/// Links between cells that stay.
fn shift_links(grid: &Grid, by: (i64, i64), batch: &mut Edit) {
    let back = (by.0.saturating_neg(), by.1.saturating_neg());
    let moved =
        |node: NodeId| grid.bounds().moved(grid.cell(node), back).and_then(|cell| grid.node(cell));
    // All move alike, so they stay sorted.
    let kept: Vec<Link> = grid
        .links()
        .iter()
        .filter_map(|link| Some(Link { from: moved(link.from)?, to: moved(link.to)?, ..*link }))
        .collect();
    batch.relink(grid, &kept);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_places_that_come_in_are_asked_about() {
        let window = Window::new(-3, 5, 6, 4).unwrap();
        let world = |x: i64, y: i64| (x.rem_euclid(5) * 3 + y.rem_euclid(7)) as u8;
        let grid = window.grid(world).unwrap();
        for (by, asked) in [((0, 0), 0), ((1, 0), 4), ((0, -2), 12), ((-2, 1), 12), ((6, 0), 24)] {
            let mut count = 0;
            let (next, batch) = window
                .shifted(&grid, by, |x, y| {
                    count += 1;
                    assert_eq!(window.cell((x, y)), None);
                    world(x, y)
                })
                .unwrap();
            let mut shifted = grid.clone();
            shifted.apply(&batch).unwrap();
            assert_eq!(count, asked, "{by:?}");
            let fresh = next.grid(world).unwrap();
            assert!((0..4).all(|y| shifted.row(y) == fresh.row(y)), "{by:?}");
        }
    }

    #[test]
    fn the_ends_of_the_world_are_refused() {
        let far = Window::FARTHEST;
        assert!(Window::new(far + 1, 0, 5, 5).is_err() && Window::new(0, 0, 0, 5).is_err());
        let window = Window::new(far, -far, 5, 5).unwrap();
        let grid = window.grid(|_, _| b'.').unwrap();
        assert_eq!(window.cell((i64::MIN, i64::MAX)), None);
        assert_eq!(window.nearest_cell((i64::MIN, i64::MAX)), Cell::new(0, 4));
        assert_eq!(window.to_centre((i64::MIN, 0), 3).0, i64::MIN);
        let error = window.shifted(&grid, (i64::MAX, 0), |_, _| b'.').unwrap_err().to_string();
        assert!(error.contains("expected coordinates within"), "{error}");
        let other = Grid::new(4, 5, b'.').unwrap();
        let error = window.shifted(&other, (0, 0), |_, _| b'.').unwrap_err().to_string();
        assert_eq!(error, "a grid of 4x5 cells, expected 5x5 as the window has");
    }
}
