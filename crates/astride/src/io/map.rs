//! MovingAI `.map` files of type octile.
//!
//! Format: <https://movingai.com/benchmarks/formats.html>. Terrain classes are the letters of the
//! file, so writing a map reproduces what was read.

use crate::io::text::{TextError, lines, number, quote};
use crate::io::write_error::{WriteError, losses_of};
use crate::shapes::square::Grid;

/// The letters of a `.map` file: `.` `G` passable, `S` swamp, `W` water, `@` `O` `T` blocked, `E`
/// passable in warehouse maps, and digits for terrain costs.
const LETTERS: &[u8] = b".GSW@OTE123456789";

/// Reads a MovingAI `.map` file. The words of its header may be in any case, and white space at the
/// ends of lines is ignored.
///
/// # Errors
///
/// If the header is malformed, if the sizes do not match the rows, or if a letter is unknown; the
/// error names line and column.
///
/// # Complexity
///
/// O(bytes); memory for the cells is allocated once the text is known to be long enough.
///
/// # Examples
///
/// ```
/// use astride::io::read_map;
/// let grid = read_map(b"type octile\nheight 2\nwidth 3\nmap\n..@\nTT.\n")?;
/// assert_eq!((grid.width(), grid.class((2, 0))), (3, Some(b'@')));
/// let error = read_map(b"type octile\nheight 2\nwidth 3\nmap\n..@\nT.\n").unwrap_err();
/// assert_eq!(error.to_string(), "line 6: row 1 has 2 cells, expected 3");
/// # Ok::<(), astride::io::TextError>(())
/// ```
pub fn read_map(bytes: &[u8]) -> Result<Grid, TextError> {
    let mut lines = lines(bytes);
    let (width, height) = read_header(&mut lines)?;
    let cells = u64::from(width) * u64::from(height);
    if cells == 0 || cells > Grid::MAX_CELLS {
        let most = Grid::MAX_CELLS;
        let message =
            format!("a map of {width}x{height} cells is unusable, expected 1 to {most} cells");
        return Err(TextError::new(0, 0, message));
    }
    if cells > bytes.len() as u64 {
        let message = format!(
            "the header promises {width}x{height} = {cells} cells, the file has only {} bytes",
            bytes.len()
        );
        return Err(TextError::new(0, 0, message));
    }
    let mut classes = Vec::with_capacity(cells as usize);
    let mut row = 0;
    for (line, text) in lines {
        if row == height {
            if text.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            let text = quote(text);
            let message = format!("text after the last row: {text}, expected {height} in all");
            return Err(TextError::new(line, 0, message));
        }
        let text = text.trim_ascii_end();
        check_row(line, row, width, text)?;
        classes.extend_from_slice(text);
        row += 1;
    }
    if row < height {
        let message = format!("the number of rows is {row}, expected {height}");
        return Err(TextError::new(0, 0, message));
    }
    Grid::from_classes(width, height, &classes).map_err(|e| TextError::new(0, 0, e.to_string()))
}

fn read_header<'a>(
    lines: &mut impl Iterator<Item = (usize, &'a [u8])>,
) -> Result<(u32, u32), TextError> {
    let (mut width, mut height) = (None, None);
    let mut is_typed = false;
    let mut last = 0;
    for (line, text) in lines.take(64) {
        last = line;
        let text = text.trim_ascii();
        if text.eq_ignore_ascii_case(b"map") {
            if !is_typed {
                return Err(TextError::new(line, 0, "missing \"type octile\" before \"map\""));
            }
            let missing =
                |what| TextError::new(line, 0, format!("missing {what:?} before \"map\""));
            return Ok((width.ok_or(missing("width"))?, height.ok_or(missing("height"))?));
        }
        let (key, value) = match text.iter().position(|byte| byte.is_ascii_whitespace()) {
            Some(at) => (&text[..at], text[at..].trim_ascii()),
            None => (text, &b""[..]),
        };
        let size = || {
            number(value).ok_or_else(|| {
                let key = String::from_utf8_lossy(key);
                let message =
                    format!("{key} is {}, expected a whole number of cells", quote(value));
                TextError::new(line, 0, message)
            })
        };
        match &key.to_ascii_lowercase()[..] {
            b"type" if value.eq_ignore_ascii_case(b"octile") => is_typed = true,
            b"type" => {
                let message = format!("map type is {}, expected \"octile\"", quote(value));
                return Err(TextError::new(line, 0, message));
            }
            b"width" => width = Some(size()?),
            b"height" => height = Some(size()?),
            _ => {
                let message =
                    format!("unknown header {}, expected type, height, width or map", quote(text));
                return Err(TextError::new(line, 0, message));
            }
        }
    }
    Err(TextError::new(last, 0, "the header ends without a line \"map\""))
}

fn check_row(line: usize, row: u32, width: u32, text: &[u8]) -> Result<(), TextError> {
    if text.len() as u64 != u64::from(width) {
        let plural = if text.len() == 1 { "" } else { "s" };
        let message = format!("row {row} has {} cell{plural}, expected {width}", text.len());
        return Err(TextError::new(line, 0, message));
    }
    match text.iter().position(|byte| !LETTERS.contains(byte)) {
        None => Ok(()),
        Some(at) => {
            let message = format!(
                "unknown terrain {} in row {row}, expected one of {}",
                quote(&text[at..=at]),
                String::from_utf8_lossy(LETTERS)
            );
            Err(TextError::new(line, at + 1, message))
        }
    }
}

/// Writes a grid as a MovingAI `.map` file.
///
/// # Errors
///
/// If something would be lost: walls, one-way steps, links, or a class without a letter in the
/// format. The error says what and where.
///
/// # Complexity
///
/// O(cells).
///
/// # Examples
///
/// ```
/// use astride::io::write_map;
/// use astride::prelude::*;
/// let mut grid = Grid::from_classes(2, 1, b".@")?;
/// assert_eq!(write_map(&grid)?, b"type octile\nheight 1\nwidth 2\nmap\n.@\n");
/// grid.apply(Edit::new().wall((0, 0), Dir::E))?;
/// let refused = write_map(&grid).unwrap_err().to_string();
/// assert_eq!(refused, "a .map file cannot hold walls (the first at (0, 0) towards E)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_map(grid: &Grid) -> Result<Vec<u8>, WriteError> {
    write_map_as(grid, |class| class)
}

/// As [`write_map`], where `letter_of` returns the letter for a class, such as `@` for the `#` of
/// drawn maps.
///
/// # Errors
///
/// As for [`write_map`]; classes are judged by their letters.
pub fn write_map_as(grid: &Grid, letter_of: impl Fn(u8) -> u8) -> Result<Vec<u8>, WriteError> {
    let has_letter = |class| LETTERS.contains(&letter_of(class));
    WriteError::check("a .map file", losses_of(grid, has_letter))?;
    let (width, height) = (grid.width(), grid.height());
    let mut out = format!("type octile\nheight {height}\nwidth {width}\nmap\n").into_bytes();
    for y in 0..height {
        out.extend(grid.row(y).unwrap_or_default().iter().map(|&class| letter_of(class)));
        out.push(b'\n');
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, message: &str) {
        let error = read_map(text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }

    #[test]
    fn what_is_read_can_be_written() {
        let text = b"type octile\nheight 2\nwidth 4\nmap\n.GSW\n@OT9\n";
        assert_eq!(write_map(&read_map(text).unwrap()).unwrap(), text);
        let carriage = b"type octile\r\nwidth 1\r\nheight 1\r\nmap\r\n.\r\n\r\n";
        assert_eq!(read_map(carriage).unwrap().width(), 1);
    }

    #[test]
    fn the_case_of_headers_and_spaces_at_the_ends_of_lines_do_not_matter() {
        let text = b"TYPE Octile \nHeight 2\nWIDTH 3\nMAP\t\n..@ \t\nTT.  \n \n";
        let map = read_map(text).unwrap();
        assert_eq!((map.row(0), map.row(1)), (Some(&b"..@"[..]), Some(&b"TT."[..])));
        check("type octile\nheight 1\nwidth 3\nmap\n.. \n", "row 0 has 2 cells, expected 3");
        check("type octile\nheight 1\nwidth 3\nmap\n. .\n", "unknown terrain \" \"");
    }

    #[test]
    fn bad_maps_are_refused_with_the_place() {
        check("", "unknown header");
        check("type octile\nheight 1\nwidth 1\n", "ends without a line \"map\"");
        check("height 1\nwidth 1\nmap\n.\n", "missing \"type octile\"");
        check("type octile\nheight 1\nmap\n.\n", "missing \"width\"");
        check("type tile\n", "expected \"octile\"");
        check("type octile\nheight -1\n", "height is \"-1\", expected a whole number");
        check("type octile\nheight 4294967295\nwidth 4294967295\nmap\n.\n", "unusable");
        check("type octile\nheight 30000\nwidth 30000\nmap\n.\n", "the file has only");
        check("type octile\nheight 0\nwidth 1\nmap\n", "unusable");
        check(
            "type octile\nheight 1\nwidth 1\nmap\nx\n",
            "line 5, column 1: unknown terrain \"x\"",
        );
        check("type octile\nheight 2\nwidth 1\nmap\n.\n", "number of rows is 1, expected 2");
        check(
            "type octile\nheight 1\nwidth 1\nmap\n.\n.\n",
            "the last row: \".\", expected 1 in all",
        );
        check("type octile\nheight 1\nwidth 2\nmap\n.\n", "row 0 has 1 cell, expected 2");
    }
}
