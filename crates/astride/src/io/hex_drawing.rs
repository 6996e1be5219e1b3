//! Maps of hexagons drawn as text.

use super::letters::letters;
use crate::io::text::TextError;
use crate::shapes::hex::{Hex, HexLayout, HexMap, HexOffset};

/// A map of hexagons drawn as text, including start and goals.
///
/// The first line is `hex pointy` or `hex flat`; each line below is a row of letters, with optional
/// spaces between them. In the pointy layout every second row is shifted to the right by half a
/// hexagon, in the flat one every second column is lower by half a hexagon; shifting the text as
/// well is optional and only helps the reader. Letters are those of
/// [`Drawing`](crate::io::Drawing): `.` free, `#` wall, `1`–`9` terrain with that factor, `A`
/// start, `B` goal, other ASCII for other terrain classes; `_` is not part of the map.
///
/// # Examples
///
/// ```
/// use astride::io::HexDrawing;
/// let drawing = HexDrawing::parse("hex pointy\nA . #\n . # .\n. . B")?;
/// assert_eq!(drawing.goals.len(), 1);
/// assert_eq!(drawing.map.tiles().count(), 9);
/// # Ok::<(), astride::io::TextError>(())
/// ```
#[derive(Clone, Debug)]
pub struct HexDrawing {
    /// The map.
    pub map: HexMap,
    /// Tiles drawn as `A`, row by row.
    pub starts: Vec<Hex>,
    /// Tiles drawn as `B`, row by row.
    pub goals: Vec<Hex>,
}

impl HexDrawing {
    /// Whether a text begins like a drawing of hexagons.
    pub fn is_one(text: &str) -> bool {
        text.trim_start().starts_with("hex ")
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
        let layout = match header.trim() {
            "hex pointy" => HexLayout::Pointy,
            "hex flat" => HexLayout::Flat,
            _ => {
                let message = "the first line is to be \"hex pointy\" or \"hex flat\"";
                return Err(TextError::new(first + 1, 1, message));
            }
        };
        check_size(text.len() as u64, layout, lines.clone().map(|(_, letters)| letters))?;
        let drawn = letters(lines, |column, row| {
            let (column, row) = (column as i32, row as i32);
            match layout {
                HexLayout::Pointy => Hex::from_offset((column, row), HexOffset::OddRows),
                HexLayout::Flat => Hex::from_offset((column, row), HexOffset::OddColumns),
            }
        })?;
        let map = HexMap::of_tiles(layout, &drawn.tiles);
        let map = map.map_err(|error| TextError::new(0, 0, error.to_string()))?;
        Ok(HexDrawing { map, starts: drawn.starts, goals: drawn.goals })
    }
}

/// Refuses one long row among many short ones, or very long rows: the map must not take more memory
/// than the length of the text suggests.
fn check_size<'a>(
    bytes: u64,
    layout: HexLayout,
    lines: impl Iterator<Item = &'a str>,
) -> Result<(), TextError> {
    let (rows, longest) = lines.fold((0, 0), |(rows, longest): (u64, u64), line| {
        let letters = line.chars().filter(|letter| *letter != ' ').count() as u64;
        (rows + 1, longest.max(letters))
    });
    let tiles = match layout {
        HexLayout::Pointy => (longest + rows / 2).saturating_mul(rows),
        HexLayout::Flat => (rows + longest / 2).saturating_mul(longest),
    };
    if tiles > (64 * bytes + (1 << 20)).min(HexMap::MOST_TILES) {
        let message = format!("rows are too long or too uneven: {longest} columns, {rows} rows");
        return Err(TextError::new(0, 0, message));
    }
    Ok(())
}
