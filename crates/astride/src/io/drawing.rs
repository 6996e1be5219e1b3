//! Maps drawn as text, including start and goals.

use crate::base::{Cell, SmallSort};
use crate::io::text::TextError;
use crate::io::write_error::{Loss, WriteError, losses_of};
use crate::shapes::square::Grid;

/// A map drawn as text.
///
/// | letter | meaning |
/// |---|---|
/// | `.` `□` or space | free |
/// | `#` `■` | wall |
/// | `1`–`9` | terrain with that factor |
/// | `A` | start, on free ground |
/// | `B` | goal, on free ground; there may be many |
/// | other ASCII | the terrain class with that letter, as in `.map` files |
///
/// Leading and trailing empty lines, and the indentation common to all lines, are dropped; short
/// lines are padded with walls.
///
/// # Examples
///
/// ```
/// use astride::io::Drawing;
/// let drawing = Drawing::parse("
///     A.#
///     ..B
/// ")?;
/// assert_eq!(drawing.grid.width(), 3);
/// assert_eq!(drawing.goal()?.x, 2);
/// # Ok::<(), astride::io::TextError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The map.
    pub grid: Grid,
    /// Cells drawn as `A`, row by row.
    pub starts: Vec<Cell>,
    /// Cells drawn as `B`, row by row.
    pub goals: Vec<Cell>,
}

impl Drawing {
    /// Parses a drawn map.
    ///
    /// # Errors
    ///
    /// If there are no cells, or a letter is not in the table.
    pub fn parse(text: &str) -> Result<Self, TextError> {
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        let is_drawn = |line: &&str| !line.is_empty();
        let first = lines.iter().position(is_drawn).unwrap_or(0);
        let last = lines.iter().rposition(is_drawn).map_or(0, |at| at + 1);
        let rows = &lines[first..last.max(first)];
        let indent = |line: &&str| line.chars().take_while(|c| *c == ' ').count();
        let margin = rows.iter().filter(|line| is_drawn(line)).map(indent).min();
        let margin = margin.unwrap_or(0);
        let width = rows.iter().map(|row| row.chars().count().saturating_sub(margin)).max();
        let width = width.unwrap_or(0);
        let cells = width as u64 * rows.len() as u64;
        if cells == 0 {
            return Err(TextError::new(0, 0, "the drawing has no cells"));
        }
        // One long line among many short ones must not take more memory than the length of the text
        // suggests.
        if cells > 64 * text.len() as u64 + 4096 {
            let message = format!("rows are too uneven: {width} columns in the longest");
            return Err(TextError::new(0, 0, message));
        }
        let (mut starts, mut goals) = (Vec::new(), Vec::new());
        let mut classes = Vec::with_capacity(cells as usize);
        for (y, row) in rows.iter().enumerate() {
            let mut letters = row.chars().skip(margin);
            for x in 0..width {
                let cell = Cell::new(x as u32, y as u32);
                let letter = letters.next().unwrap_or('#');
                classes.push(match letter {
                    'A' => {
                        starts.push(cell);
                        b'.'
                    }
                    'B' => {
                        goals.push(cell);
                        b'.'
                    }
                    ' ' | '□' => b'.',
                    '■' => b'#',
                    letter if letter.is_ascii_graphic() => letter as u8,
                    letter => {
                        let message = format!("unknown letter {letter:?} in a drawn map");
                        return Err(TextError::new(first + y + 1, margin + x + 1, message));
                    }
                });
            }
        }
        let grid = Grid::from_classes(width as u32, rows.len() as u32, &classes)
            .map_err(|error| TextError::new(0, 0, error.to_string()))?;
        Ok(Drawing { grid, starts, goals })
    }

    /// The only start.
    ///
    /// # Errors
    ///
    /// If there is no `A`, or more than one.
    pub fn start(&self) -> Result<Cell, TextError> {
        only(&self.starts, "start 'A'")
    }

    /// The only goal.
    ///
    /// # Errors
    ///
    /// If there is no `B`, or more than one.
    pub fn goal(&self) -> Result<Cell, TextError> {
        only(&self.goals, "goal 'B'")
    }

    /// Writes a grid row by row as a drawing, with walls as `#`, and with `A` and `B` at the given
    /// cells.
    ///
    /// # Errors
    ///
    /// If something would be lost: walls between cells, one-way steps, links, a class without a
    /// letter in drawings, or a mark that is not on free ground `.`, shares its cell with another,
    /// or is off the map. The error says what and where.
    ///
    /// # Complexity
    ///
    /// O(cells + marks · log marks).
    pub fn write(grid: &Grid, starts: &[Cell], goals: &[Cell]) -> Result<String, WriteError> {
        let has_letter = |class: u8| class.is_ascii_graphic() && class != b'A' && class != b'B';
        let mut losses = losses_of(grid, has_letter);
        let marks = |cells: &[Cell], letter| {
            let place = |&cell: &Cell| (cell.y, cell.x, letter);
            cells.iter().map(place).collect::<Vec<(u32, u32, char)>>()
        };
        let mut marks = [marks(starts, 'A'), marks(goals, 'B')].concat();
        marks.sort_small();
        let is_free = |&&(y, x, _): &&(u32, u32, char)| grid.class((x, y)) == Some(b'.');
        let off_ground = marks.iter().find(|mark| !is_free(mark));
        let twice = marks.windows(2).find(|pair| (pair[0].0, pair[0].1) == (pair[1].0, pair[1].1));
        let lost = off_ground.or(twice.map(|pair| &pair[0]));
        losses.extend(lost.map(|&(y, x, _)| Loss::Mark { cell: Cell::new(x, y) }));
        WriteError::check("a drawn map", losses)?;
        let (mut out, mut marks) = (String::new(), marks.into_iter().peekable());
        for y in 0..grid.height() {
            for (x, &class) in (0..).zip(grid.row(y).unwrap_or_default()) {
                let mark = marks.next_if(|&(row, column, _)| (row, column) == (y, x));
                out.push(mark.map_or(char::from(class), |(_, _, letter)| letter));
            }
            out.push('\n');
        }
        Ok(out)
    }
}

fn only(cells: &[Cell], what: &str) -> Result<Cell, TextError> {
    match cells {
        [cell] => Ok(*cell),
        _ => {
            let message =
                format!("the drawing has {} cells marked as {what}, expected 1", cells.len());
            Err(TextError::new(0, 0, message))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins_are_dropped_and_short_rows_filled() {
        let drawing = Drawing::parse("\n\n   A.\n   ...B\n\n").unwrap();
        assert_eq!((drawing.grid.width(), drawing.grid.height()), (4, 2));
        assert_eq!(drawing.grid.row(0), Some(&b"..##"[..]));
        let written = Drawing::write(&drawing.grid, &drawing.starts, &drawing.goals);
        assert_eq!(written.as_deref(), Ok("A.##\n...B\n"));
    }

    #[test]
    fn the_classic_squares_are_understood() {
        let drawing = Drawing::parse("□■\n■□").unwrap();
        assert_eq!(drawing.grid.row(0), Some(&b".#"[..]));
    }

    #[test]
    fn bad_drawings_are_refused() {
        let check = |text: &str, message: &str| {
            let error = Drawing::parse(text).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        };
        check("", "no cells");
        check("..\n.é", "line 2, column 2: unknown letter");
        check(&format!("{}{}", ".".repeat(10_000), "\n.".repeat(10_000)), "too uneven");
        let two = Drawing::parse("AAB").unwrap();
        assert!(two.start().unwrap_err().to_string().contains("2 cells marked as start"));
    }
}
