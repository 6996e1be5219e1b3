//! Maps of hexagons drawn as text.

use super::letters::{Drawn, letters};
use super::write_error::{Loss, WriteError};
use crate::io::text::TextError;
use crate::shapes::hex::{Hex, HexDir, HexLayout, HexMap, HexOffset};

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
            Hex::from_offset((column as i32, row as i32), offset_of(layout))
        })?;
        let map = HexMap::of_tiles(layout, &drawn.tiles);
        let map = map.map_err(|error| TextError::new(0, 0, error.to_string()))?;
        Ok(HexDrawing { map, starts: drawn.starts, goals: drawn.goals })
    }

    /// Writes a map as a drawing, with walls `@` as `#`, and with `A` and `B` at the given tiles.
    ///
    /// # Errors
    ///
    /// If something would be lost: walls between tiles, one-way steps, fences, a class without a
    /// letter in drawings, a mark that is not on free ground `.`, shares its tile with another, or
    /// is off the map; or if the map has tiles in columns or rows before 0, or far too long or
    /// uneven ones for [`parse`](Self::parse).
    ///
    /// # Complexity
    ///
    /// O(columns · rows + marks · log marks).
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::io::HexDrawing;
    /// let text = "hex pointy\nA . #\n . # 3\n. _ B\n";
    /// let HexDrawing { map, starts, goals } = HexDrawing::parse(text)?;
    /// assert_eq!(HexDrawing::write(&map, &starts, &goals).as_deref(), Ok(text));
    /// # Ok::<(), astride::io::TextError>(())
    /// ```
    pub fn write(map: &HexMap, starts: &[Hex], goals: &[Hex]) -> Result<String, WriteError> {
        let (layout, offset) = (map.layout(), offset_of(map.layout()));
        let tiles: Vec<(Hex, u8)> =
            map.tiles().map(|hex| (hex, map.class(hex).unwrap_or_default())).collect();
        let drawn = Drawn { tiles, starts, goals };
        let mut losses =
            drawn.losses(|hex| HexDir::ALL.iter().any(|&dir| map.is_step_forbidden(hex, dir)));
        let places = || drawn.tiles.iter().map(|&(hex, _)| hex.to_offset(offset));
        let least = places().fold(0, |least, (column, row)| least.min(column).min(row));
        let size = places().fold([0; 2], |[width, height], (column, row)| {
            [width.max(i64::from(column) + 1), height.max(i64::from(row) + 1)]
        });
        let [width, height] = size.map(|side| side.unsigned_abs());
        let bytes = width.saturating_mul(height);
        if least < 0 {
            losses.push(Loss::Outline { expected: "no tiles in columns or rows before 0" });
        } else if check_lengths(bytes, layout, height, width).is_err() {
            losses.push(Loss::Outline { expected: "fewer rows, or longer ones" });
        }
        WriteError::check("a drawing of hexagons", losses)?;
        let rows = drawn.rows([width as usize, height as usize], |hex| {
            let (column, row) = hex.to_offset(offset);
            [column as usize, row as usize]
        });
        let mut out = match layout {
            HexLayout::Pointy => "hex pointy\n".to_owned(),
            HexLayout::Flat => "hex flat\n".to_owned(),
        };
        for (at, row) in rows.iter().enumerate() {
            let shift = if layout == HexLayout::Pointy && at % 2 == 1 { " " } else { "" };
            out.push_str(shift);
            let letters = row.chars().flat_map(|letter| [letter, ' ']);
            out.extend(letters.take((2 * row.len()).saturating_sub(1)));
            out.push('\n');
        }
        Ok(out)
    }
}

/// The columns and rows of drawings.
fn offset_of(layout: HexLayout) -> HexOffset {
    match layout {
        HexLayout::Pointy => HexOffset::OddRows,
        HexLayout::Flat => HexOffset::OddColumns,
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
    check_lengths(bytes, layout, rows, longest)
}

/// The same for this many rows, the longest of which has this many tiles.
fn check_lengths(bytes: u64, layout: HexLayout, rows: u64, longest: u64) -> Result<(), TextError> {
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
