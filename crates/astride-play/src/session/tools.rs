//! Drawing tools: which cells a stroke covers.
//!
//! Lines are Bresenham's: "Algorithm for computer control of a digital plotter", IBM Systems
//! Journal 4(1), 1965.

use astride::base::Cell;
use astride::shapes::square::Grid;

use crate::session::history::Run;
use crate::session::message::{Shape, Tool};

/// The widest brush, in cells.
pub(super) const MAX_SIZE: u32 = 65;

/// A stroke whose ends are on the map and whose size is at most [`MAX_SIZE`].
pub(super) struct Draft {
    pub(super) tool: Tool,
    pub(super) class: u8,
    pub(super) size: u32,
    pub(super) shape: Shape,
    pub(super) from: Cell,
    pub(super) to: Cell,
}

/// The cells that a stroke gives another class, row by row, each once.
pub(super) fn cells_of(draft: &Draft, grid: &Grid) -> Vec<Run> {
    let (width, height) = (grid.width(), grid.height());
    let mut cover = Cover { width: width.into(), height: height.into(), spans: Vec::new() };
    let (a, b) = (draft.from, draft.to);
    match draft.tool {
        Tool::Brush | Tool::Line => cover.line(a, b, draft.size, draft.shape),
        Tool::Rectangle => {
            let (top, bottom) = (a.y.min(b.y), a.y.max(b.y));
            for y in top..=bottom {
                cover.span(y.into(), a.x.min(b.x).into(), a.x.max(b.x).into());
            }
        }
        Tool::Outline => {
            let corners = [a, Cell::new(b.x, a.y), b, Cell::new(a.x, b.y)];
            for side in 0..4 {
                cover.line(corners[side], corners[(side + 1) % 4], draft.size, draft.shape);
            }
        }
        Tool::Fill => cover.flood(grid, a),
        Tool::Walls => cover.walls(grid),
    }
    cover.changed(grid, draft.class)
}

/// Spans of cells, as they come: `(row, first column, last column)`.
struct Cover {
    width: i64,
    height: i64,
    spans: Vec<(u32, u32, u32)>,
}

impl Cover {
    /// Adds the part of a span that is on the map.
    fn span(&mut self, y: i64, first: i64, last: i64) {
        let (first, last) = (first.max(0), last.min(self.width - 1));
        if (0..self.height).contains(&y) && first <= last {
            self.spans.push((y as u32, first as u32, last as u32));
        }
    }

    fn line(&mut self, from: Cell, to: Cell, size: u32, shape: Shape) {
        let brush = brush(size, shape);
        let (mut x, mut y) = (i64::from(from.x), i64::from(from.y));
        let (end_x, end_y) = (i64::from(to.x), i64::from(to.y));
        let (dx, dy) = ((end_x - x).abs(), -(end_y - y).abs());
        let (step_x, step_y) = ((end_x - x).signum(), (end_y - y).signum());
        let mut error = dx + dy;
        loop {
            for &(row, first, last) in &brush {
                self.span(y + row, x + first, x + last);
            }
            if (x, y) == (end_x, end_y) {
                return;
            }
            let twice = 2 * error;
            if twice >= dy {
                error += dy;
                x += step_x;
            }
            if twice <= dx {
                error += dx;
                y += step_y;
            }
        }
    }

    /// All walls; trees and water do not count, since some movers can walk on them.
    fn walls(&mut self, grid: &Grid) {
        for y in 0..grid.height() {
            let row = grid.row(y).unwrap_or_default();
            let walls = (0u32..).zip(row).filter(|(_, class)| b"@#O".contains(class));
            self.spans.extend(walls.map(|(x, _)| (y, x, x)));
        }
    }

    /// All cells that reach `from` by straight steps over cells of its class.
    fn flood(&mut self, grid: &Grid, from: Cell) {
        let width = grid.width() as usize;
        let Some(class) = grid.class(from) else { return };
        let mut seen = vec![0u64; (grid.cell_count() as usize).div_ceil(64)];
        let is_new = |seen: &[u64], x: u32, y: u32| {
            let at = y as usize * width + x as usize;
            seen[at / 64] >> (at % 64) & 1 == 0 && grid.class((x, y)) == Some(class)
        };
        let mut waiting = vec![from];
        while let Some(Cell { x, y }) = waiting.pop() {
            if !is_new(&seen, x, y) {
                continue;
            }
            let (mut first, mut last) = (x, x);
            while first > 0 && is_new(&seen, first - 1, y) {
                first -= 1;
            }
            while last + 1 < grid.width() && is_new(&seen, last + 1, y) {
                last += 1;
            }
            for x in first..=last {
                let at = y as usize * width + x as usize;
                seen[at / 64] |= 1 << (at % 64);
            }
            self.spans.push((y, first, last));
            let beside = [y.checked_sub(1), Some(y + 1).filter(|&y| y < grid.height())];
            for y in beside.into_iter().flatten() {
                // One cell of each stretch is enough: the stretch is found from it.
                let mut was_new = false;
                for x in first..=last {
                    let is_new = is_new(&seen, x, y);
                    if is_new && !was_new {
                        waiting.push(Cell::new(x, y));
                    }
                    was_new = is_new;
                }
            }
        }
    }

    /// The cells covered that are not of `class` yet.
    fn changed(mut self, grid: &Grid, class: u8) -> Vec<Run> {
        self.spans.sort_unstable();
        let mut runs: Vec<Run> = Vec::new();
        // Cells of the current row before this column are done.
        let (mut row, mut done) = (u32::MAX, 0);
        for (y, first, last) in self.spans {
            if y != row {
                (row, done) = (y, 0);
            }
            let cells = grid.row(y).unwrap_or_default();
            for x in first.max(done)..=last {
                if cells[x as usize] == class {
                    continue;
                }
                let node = y * grid.width() + x;
                match runs.last_mut() {
                    Some(run) if run.start + run.length == node && x > 0 => run.length += 1,
                    _ => runs.push(Run { start: node, length: 1 }),
                }
            }
            done = done.max(last + 1);
        }
        runs
    }
}

/// The spans of a brush around its middle: `(row, first column, last column)`.
fn brush(size: u32, shape: Shape) -> Vec<(i64, i64, i64)> {
    let size = i64::from(size);
    let low = -((size - 1) / 2);
    let half = |row: i64| {
        // Of the circle around the middle of the square, in half cells.
        let (radius, dy) = (size, 2 * (row - low) + 1 - size);
        (radius * radius - dy * dy).isqrt()
    };
    let span = |row: i64| match shape {
        Shape::Square => (row, low, low + size - 1),
        Shape::Round => {
            // Columns whose middle is inside: |2·(column − low) + 1 − size| <= half.
            let first = (size - 1 - half(row) + 1).max(0) / 2;
            (row, low + first, low + size - 1 - first)
        }
    };
    (low..low + size).map(span).filter(|&(_, first, last)| first <= last).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use astride::io::Drawing;
    use astride::shapes::square::Edit;

    /// Draws on an empty map of 9×7 with a wall, and shows it.
    fn check(draft: Draft, expected: &str) {
        let mut grid = Grid::new(9, 7, b'.').unwrap();
        grid.apply(Edit::new().fill(astride::base::CellRect::new(4, 0, 1, 6), b'#')).unwrap();
        let mut edit = Edit::new();
        for run in cells_of(&draft, &grid) {
            for node in run.start..run.start + run.length {
                let cell = (node % 9, node / 9);
                assert_ne!(grid.class(cell), Some(draft.class), "{cell:?} changes nothing");
                edit.set(cell, draft.class);
            }
        }
        grid.apply(&edit).unwrap();
        let drawn = Drawing::write(&grid, &[], &[]).unwrap();
        assert_eq!(drawn, expected.replace([' ', '/'], "\n") + "\n");
    }

    fn draft(tool: Tool, size: u32, shape: Shape, from: (u32, u32), to: (u32, u32)) -> Draft {
        Draft { tool, class: b'S', size, shape, from: from.into(), to: to.into() }
    }

    #[test]
    fn a_brush_is_square_or_round() {
        check(
            draft(Tool::Brush, 3, Shape::Square, (1, 1), (1, 1)),
            "SSS.#....\nSSS.#....\nSSS.#....\n....#....\n....#....\n....#....\n.........",
        );
        check(
            draft(Tool::Brush, 5, Shape::Round, (2, 2), (2, 2)),
            ".SSS#....\nSSSSS....\nSSSSS....\nSSSSS....\n.SSS#....\n....#....\n.........",
        );
    }

    #[test]
    fn lines_rectangles_and_outlines() {
        check(
            draft(Tool::Line, 1, Shape::Square, (0, 0), (3, 6)),
            "S...#....\n.S..#....\n.S..#....\n..S.#....\n..S.#....\n...S#....\n...S.....",
        );
        check(
            draft(Tool::Rectangle, 1, Shape::Square, (8, 6), (5, 4)),
            "....#....\n....#....\n....#....\n....#....\n....#SSSS\n....#SSSS\n.....SSSS",
        );
        check(
            draft(Tool::Outline, 1, Shape::Square, (0, 2), (3, 6)),
            "....#....\n....#....\nSSSS#....\nS..S#....\nS..S#....\nS..S#....\nSSSS.....",
        );
    }

    #[test]
    fn a_flood_goes_round_the_wall_but_not_through() {
        check(
            draft(Tool::Fill, 1, Shape::Square, (0, 0), (0, 0)),
            "SSSS#SSSS\nSSSS#SSSS\nSSSS#SSSS\nSSSS#SSSS\nSSSS#SSSS\nSSSS#SSSS\nSSSSSSSSS",
        );
        check(
            draft(Tool::Fill, 1, Shape::Square, (4, 3), (0, 0)),
            "....S....\n....S....\n....S....\n....S....\n....S....\n....S....\n.........",
        );
    }

    #[test]
    fn strokes_at_the_rim_stay_on_the_map() {
        check(
            draft(Tool::Brush, 4, Shape::Square, (8, 6), (8, 6)),
            "....#....\n....#....\n....#....\n....#....\n....#....\n....#..SS\n.......SS",
        );
    }
}
