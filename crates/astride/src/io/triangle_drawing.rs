//! Maps of triangles drawn as text.

use super::letters::{Drawn, letters};
use super::write_error::WriteError;
use crate::base::Cell;
use crate::io::text::TextError;
use crate::shapes::triangle::{TriangleMap, TriangleSide};

/// A map of triangles drawn as text, including start and goals.
///
/// The first line is `triangles`; each line below is a row of letters, with optional spaces between
/// them. The first triangle of the first row points up, the next one down, and so on; the first of
/// the second row points down. Letters are those of [`HexDrawing`](crate::io::HexDrawing); a row
/// shorter than others, or `_`, leaves a hole that cannot be entered.
///
/// # Examples
///
/// ```
/// use astride::io::TriangleDrawing;
/// let drawing = TriangleDrawing::parse("triangles\nA.#..\n..#.B")?;
/// assert_eq!(drawing.goals.len(), 1);
/// assert_eq!((drawing.map.width(), drawing.map.height()), (5, 2));
/// # Ok::<(), astride::io::TextError>(())
/// ```
#[derive(Clone, Debug)]
pub struct TriangleDrawing {
    /// The map.
    pub map: TriangleMap,
    /// Tiles drawn as `A`, row by row.
    pub starts: Vec<Cell>,
    /// Tiles drawn as `B`, row by row.
    pub goals: Vec<Cell>,
}

/// The class of tiles that are not drawn: a wall.
const HOLE: u8 = b'@';

impl TriangleDrawing {
    /// Whether a text begins like a drawing of triangles.
    pub fn is_one(text: &str) -> bool {
        text.trim_start().lines().next().is_some_and(|line| line.trim() == "triangles")
    }

    /// Parses a drawing.
    ///
    /// # Errors
    ///
    /// If the first line does not have the format above, if there is no tile, if a letter is not
    /// ASCII, or if the rows of the map would have far more tiles than the text has letters.
    pub fn parse(text: &str) -> Result<Self, TextError> {
        let mut lines = text.lines().enumerate().skip_while(|(_, line)| line.trim().is_empty());
        let (first, header) = lines.next().unwrap_or((0, ""));
        if header.trim() != "triangles" {
            return Err(TextError::new(first + 1, 1, "the first line is to be \"triangles\""));
        }
        let drawn = letters(lines, Cell::new)?;
        let side = |axis: fn(Cell) -> u32| {
            drawn.tiles.iter().map(|&(cell, _)| axis(cell) + 1).max().unwrap_or(0)
        };
        let (width, height) = (side(|cell| cell.x), side(|cell| cell.y));
        if u64::from(width) * u64::from(height) > 64 * text.len() as u64 + (1 << 20) {
            let message = format!("rows are too uneven: {width} columns, {height} rows");
            return Err(TextError::new(0, 0, message));
        }
        let mut tiles = drawn.tiles.iter().peekable();
        let map = TriangleMap::of_classes(width, height, |cell| {
            tiles.next_if(|tile| tile.0 == cell).map_or(HOLE, |tile| tile.1)
        });
        let map = map.map_err(|error| TextError::new(0, 0, error.to_string()))?;
        Ok(TriangleDrawing { map, starts: drawn.starts, goals: drawn.goals })
    }

    /// Writes a map as a drawing, with walls `@` as `#`, and with `A` and `B` at the given tiles.
    ///
    /// # Errors
    ///
    /// If something would be lost: walls between tiles, one-way steps, fences, a class without a
    /// letter in drawings, or a mark that is not on free ground `.`, shares its tile with another, or
    /// is off the map.
    ///
    /// # Complexity
    ///
    /// O(tiles + marks · log marks).
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::io::TriangleDrawing;
    /// let text = "triangles\nA.#.\n3.#B\n";
    /// let TriangleDrawing { map, starts, goals } = TriangleDrawing::parse(text)?;
    /// assert_eq!(TriangleDrawing::write(&map, &starts, &goals).as_deref(), Ok(text));
    /// # Ok::<(), astride::io::TextError>(())
    /// ```
    pub fn write(map: &TriangleMap, starts: &[Cell], goals: &[Cell]) -> Result<String, WriteError> {
        let cells = (0..map.height()).flat_map(|y| (0..map.width()).map(move |x| Cell::new(x, y)));
        let tiles: Vec<(Cell, u8)> =
            cells.filter_map(|cell| Some((cell, map.class(cell)?))).collect();
        let drawn = Drawn { tiles, starts, goals };
        let losses = drawn
            .losses(|cell| TriangleSide::ALL.iter().any(|&side| map.is_step_forbidden(cell, side)));
        WriteError::check("a drawing of triangles", losses)?;
        let size = [map.width() as usize, map.height() as usize];
        let rows = drawn.rows(size, |cell| [cell.x as usize, cell.y as usize]);
        Ok(std::iter::once("triangles")
            .chain(rows.iter().map(String::as_str))
            .fold(String::new(), |out, row| out + row + "\n"))
    }
}
