//! ESRI ASCII grids:
//! <https://desktop.arcgis.com/en/arcmap/latest/manage-data/raster-and-images/esri-ascii-raster-format.htm>.

use super::Heights;
use crate::error::{FormatError, Place, quote};
use crate::import::cells;

const FORMAT: &str = "ESRI ASCII grid";

const KEYS: [&str; 10] = [
    "ncols",
    "nrows",
    "xllcorner",
    "yllcorner",
    "xllcenter",
    "yllcenter",
    "cellsize",
    "dx",
    "dy",
    "nodata_value",
];

pub(super) fn read(bytes: &[u8]) -> Result<Heights, FormatError> {
    let mut words = Words { bytes, at: 0 };
    let header = Header::read(&mut words)?;
    let size = |key| {
        let value = header.needed(key)?;
        let is_whole = value.fract() == 0.0 && (1.0..=f64::from(1 << 30)).contains(&value);
        is_whole.then_some(value as u32).ok_or_else(|| {
            let expected = "a whole number of cells from 1 to 2^30";
            FormatError::new(FORMAT, format!("{key} is {value}"), expected)
        })
    };
    let (width, height) = (size("ncols")?, size("nrows")?);
    let count = cells(FORMAT, u64::from(width), u64::from(height))? as usize;
    let rest = bytes.len() - words.at;
    if rest < 2 * count - 1 {
        let found = format!("{rest} bytes for {width}x{height} heights");
        return Err(FormatError::new(FORMAT, found, format!("at least {}", 2 * count - 1)));
    }
    let side = header.side()?;
    let unknown = header.get("nodata_value").unwrap_or(-9999.0) as f32;
    let mut values = Vec::with_capacity(count);
    for index in 0..count {
        let (at, word) = words.next();
        let (row, column) = (index / width as usize, index % width as usize);
        let value = match number(word).map(|value| value as f32) {
            // If the value in the header exceeds 32 bits, it is infinite both here and there.
            value if value == Some(unknown) => Some(f32::NAN),
            value => value.filter(|value| !value.is_infinite()),
        };
        values.push(value.ok_or_else(|| {
            let found = if word.is_empty() { "the end of the file".into() } else { quote(word) };
            let expected = format!("the height in row {row}, column {column}");
            FormatError::new(FORMAT, found, expected).at(Place::Byte(at))
        })?);
    }
    let (at, word) = words.next();
    if !word.is_empty() {
        let found = format!("{} after the last height", quote(word));
        return Err(FormatError::new(FORMAT, found, "the end of the file").at(Place::Byte(at)));
    }
    let left = header.corner("xllcorner", "xllcenter", side.0)?;
    let lower = header.corner("yllcorner", "yllcenter", side.1)?;
    let upper = lower + side.1 * f64::from(height);
    let (frame, notes) = (None, Vec::new());
    let heights = Heights { format: FORMAT, width, height, values, side, frame, notes };
    heights.framed((left, upper), side)
}

/// The keys and their values.
struct Header {
    pairs: Vec<(&'static str, f64)>,
}

impl Header {
    /// Reads until a word is a number.
    fn read(words: &mut Words<'_>) -> Result<Self, FormatError> {
        let mut pairs: Vec<(&'static str, f64)> = Vec::new();
        loop {
            let begin = words.at;
            let (at, word) = words.next();
            let is_key = word.first().is_some_and(u8::is_ascii_alphabetic);
            if !is_key || number(word).is_some() {
                words.at = begin;
                return Ok(Header { pairs });
            }
            let refused = |found: String, expected: String| {
                Err(FormatError::new(FORMAT, found, expected).at(Place::Byte(at)))
            };
            let found = KEYS.into_iter().find(|key| key.as_bytes().eq_ignore_ascii_case(word));
            let Some(key) = found else {
                return refused(quote(word), format!("one of {}", KEYS.join(", ")));
            };
            if pairs.iter().any(|pair| pair.0 == key) {
                return refused(format!("{key} a second time"), "each key once".into());
            }
            let (_, value) = words.next();
            let Some(value) =
                number(value).filter(|value| value.is_finite() || key == "nodata_value")
            else {
                return refused(format!("{key} is {}", quote(value)), "a number".into());
            };
            pairs.push((key, value));
        }
    }

    fn get(&self, key: &str) -> Option<f64> {
        self.pairs.iter().find(|pair| pair.0 == key).map(|pair| pair.1)
    }

    fn needed(&self, key: &str) -> Result<f64, FormatError> {
        let missing = || FormatError::new(FORMAT, format!("no {key}"), format!("`{key} NUMBER`"));
        self.get(key).ok_or_else(missing)
    }

    /// The distance between columns and between rows.
    fn side(&self) -> Result<(f64, f64), FormatError> {
        let side = match (self.get("dx"), self.get("dy")) {
            (Some(dx), Some(dy)) => (dx, dy),
            _ => {
                let side = self.needed("cellsize")?;
                (side, side)
            }
        };
        if side.0 > 0.0 && side.1 > 0.0 {
            return Ok(side);
        }
        let found = format!("cells of {} x {}", side.0, side.1);
        Err(FormatError::new(FORMAT, found, "positive numbers"))
    }

    /// The lower or left end of the map, which is given by the corner or the centre of a cell.
    fn corner(&self, corner: &str, middle: &str, side: f64) -> Result<f64, FormatError> {
        match self.get(middle) {
            Some(middle) => Ok(middle - side / 2.0),
            None => self.needed(corner),
        }
    }
}

fn number(word: &[u8]) -> Option<f64> {
    str::from_utf8(word).ok()?.parse().ok()
}

/// Words separated by white space.
struct Words<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Words<'a> {
    /// The next word and its position; empty at the end.
    fn next(&mut self) -> (usize, &'a [u8]) {
        let rest = &self.bytes[self.at..];
        let space = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let rest = &rest[space..];
        let length = rest.iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
        let begin = self.at + space;
        self.at = begin + length;
        (begin, &rest[..length])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "NCOLS 2\nnrows 2\nxllcenter 5\nyllcorner 10\ndx 2\ndy 4\n1 2\n\n3 nan\n";

    #[test]
    fn corners_middles_and_sides_are_understood() {
        let heights = read(GOOD.as_bytes()).unwrap();
        assert_eq!(
            (heights.at(0, 1), heights.at(1, 1), heights.side()),
            (Some(3.0), None, (2.0, 4.0))
        );
        let frame = heights.frame.unwrap();
        let centre = frame.centre((0, 0).into());
        assert_eq!((centre.x, centre.y), (5.0, 16.0));
    }

    #[test]
    fn heights_that_are_unknown_are_those_of_the_header_or_the_usual_one() {
        let known = |nodata: &str, height: &str| {
            let text = GOOD.replace("1 2", &format!("{nodata} {height} 2"));
            read(text.as_bytes()).unwrap().at(0, 0)
        };
        assert_eq!((known("", "-9999"), known("", "-9998")), (None, Some(-9998.0)));
        let least = "-1.79769313486232e+308";
        assert_eq!(known(&format!("NODATA_value {least}"), least), None);
        assert_eq!(known("NODATA_value -9", "-9999"), Some(-9999.0));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let check = |text: String, message: &str| {
            let error = read(text.as_bytes()).unwrap_err().to_string();
            assert!(error.starts_with("ESRI ASCII grid: ") && error.contains(message), "{error}");
        };
        check(String::new(), "no ncols, expected `ncols NUMBER`");
        check(
            GOOD.replace("nan", ""),
            "the end of the file, expected the height in row 1, column 1",
        );
        check(GOOD.replace("nan", "x"), "byte 58: \"x\", expected the height");
        check(GOOD.replace("nan", "4 5"), "\"5\" after the last height");
        check(GOOD.replace("NCOLS 2", "ncols 2.5"), "a whole number of cells");
        check(GOOD.replace("NCOLS 2", "ncols 200000"), "bytes for 200000x2 heights");
        check(GOOD.replace("NCOLS 2", "ncols 1000000000"), "1000000000x2 cells");
        check(GOOD.replace("dx 2", "dx -2"), "positive numbers");
        check(GOOD.replace("dx", "ncols"), "ncols a second time");
        check(GOOD.replace("dx", "depth"), "\"depth\", expected one of ncols");
    }
}
