//! MovingAI maps and scenarios, read in the simplest way.
//!
//! Sturtevant, "Benchmarks for Grid-Based Pathfinding", IEEE Transactions on Computational
//! Intelligence and AI in Games 4(2), 2012.
//!
//! Lengths are recorded as decimal text, for a straight step of 1 and a diagonal step of √2. Some
//! collections print a fixed number of decimals (`244.95`, `2.00000000`), others six significant
//! digits without trailing zeros (`2.41421`, `12`, `1234.56`). A single row does not always show
//! which, but the whole file does: see [`Precision::of_rows`].

use crate::generate::GenMap;
use std::f64::consts::SQRT_2;
use std::fmt;
use std::io::Read;

/// The largest unpacked size of a file: far above every published map, far below the available
/// memory.
const MOST_BYTES: u64 = 1 << 28;

/// The value of √2 with which the collections of eight decimals were computed: with a hundred
/// diagonal steps the difference shows in the last printed digit.
#[expect(clippy::approx_constant, reason = "the cut digits are the point")]
const RECORDED_SQRT_2: f64 = 1.414_213_562;

/// √2 in single precision, with which the collections of six digits were computed: with 96 diagonal
/// steps it decides how the last digit is rounded.
const SINGLE_SQRT_2: f64 = std::f32::consts::SQRT_2 as f64;

/// Why a file could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScenarioError {
    line: Option<usize>,
    problem: String,
}

impl ScenarioError {
    fn at(line: usize, problem: impl Into<String>) -> ScenarioError {
        ScenarioError { line: Some(line), problem: problem.into() }
    }

    fn whole(problem: impl Into<String>) -> ScenarioError {
        ScenarioError { line: None, problem: problem.into() }
    }

    /// The line with the error, counted from 1, or `None` if the error concerns the whole file.
    pub fn line(&self) -> Option<usize> {
        self.line
    }
}

impl fmt::Display for ScenarioError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.problem),
            None => write!(f, "{}", self.problem),
        }
    }
}

impl std::error::Error for ScenarioError {}

/// One row of a scenario file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The bucket.
    pub bucket: u32,
    /// The name of the map, as printed.
    pub map: String,
    /// Number of columns of the map.
    pub width: usize,
    /// Number of rows of the map.
    pub height: usize,
    /// Start as `(x, y)`.
    pub start: (usize, usize),
    /// Goal as `(x, y)`.
    pub goal: (usize, usize),
    /// The recorded length, as printed.
    pub length: String,
}

impl Row {
    /// Whether the row states that there is no path: length 0 between different cells.
    pub fn is_without_path(&self) -> bool {
        self.start != self.goal && self.length.bytes().all(|byte| byte == b'0' || byte == b'.')
    }
}

/// Reads a `.map` file, plain or gzipped.
///
/// # Errors
///
/// If the header or a row does not follow the format.
pub fn read_map(bytes: &[u8]) -> Result<GenMap, ScenarioError> {
    let text = text_of(bytes)?;
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let line = |index: usize| {
        lines.get(index).copied().ok_or_else(|| ScenarioError::at(index + 1, "the file ends early"))
    };
    if line(0)? != "type octile" {
        return Err(ScenarioError::at(1, "expected `type octile`"));
    }
    let height = header_number(line(1)?, "height", 2)?;
    let width = header_number(line(2)?, "width", 3)?;
    if line(3)? != "map" {
        return Err(ScenarioError::at(4, "expected `map`"));
    }
    let mut classes = Vec::new();
    for y in 0..height {
        let row = line(4 + y)?.as_bytes();
        if row.len() != width {
            let problem = format!("the row has {} cells, expected {width}", row.len());
            return Err(ScenarioError::at(5 + y, problem));
        }
        classes.extend_from_slice(row);
    }
    if let Some(extra) = (4 + height..lines.len()).find(|&index| !lines[index].is_empty()) {
        return Err(ScenarioError::at(extra + 1, format!("expected only {height} rows")));
    }
    Ok(GenMap { width, height, classes })
}

/// Reads a `.scen` file, plain or gzipped.
///
/// # Errors
///
/// If the first line is not a version, or a row does not have nine fields.
pub fn read_scenario(bytes: &[u8]) -> Result<Vec<Row>, ScenarioError> {
    let text = text_of(bytes)?;
    let mut rows = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if index == 0 {
            if !line.starts_with("version") {
                return Err(ScenarioError::at(1, "expected `version`"));
            }
        } else if !line.trim().is_empty() {
            rows.push(read_row(line, index + 1)?);
        }
    }
    if text.is_empty() {
        return Err(ScenarioError::at(1, "expected `version`"));
    }
    Ok(rows)
}

fn read_row(line: &str, number: usize) -> Result<Row, ScenarioError> {
    let fields: Vec<&str> = line.split_whitespace().collect();
    if fields.len() != 9 {
        let problem = format!("the row has {} fields, expected 9", fields.len());
        return Err(ScenarioError::at(number, problem));
    }
    let parse = |field: usize| {
        let text = fields[field];
        text.parse::<u32>().map_err(|_| {
            ScenarioError::at(number, format!("field {} is `{text}`, not a number", field + 1))
        })
    };
    let size = |field| parse(field).map(|value| value as usize);
    if Decimal::read(fields[8]).is_none() {
        let problem = format!("the length `{}` is not a decimal number", fields[8]);
        return Err(ScenarioError::at(number, problem));
    }
    Ok(Row {
        bucket: parse(0)?,
        map: fields[1].to_owned(),
        width: size(2)?,
        height: size(3)?,
        start: (size(4)?, size(5)?),
        goal: (size(6)?, size(7)?),
        length: fields[8].to_owned(),
    })
}

fn header_number(line: &str, word: &str, number: usize) -> Result<usize, ScenarioError> {
    let fields: Vec<&str> = line.split_whitespace().collect();
    match fields[..] {
        [first, value] if first == word => value.parse::<u32>().ok().map(|value| value as usize),
        _ => None,
    }
    .ok_or_else(|| ScenarioError::at(number, format!("expected `{word}` and a number")))
}

fn text_of(bytes: &[u8]) -> Result<String, ScenarioError> {
    let mut plain = Vec::new();
    if bytes.starts_with(&[0x1f, 0x8b]) {
        flate2::read::MultiGzDecoder::new(bytes)
            .take(MOST_BYTES + 1)
            .read_to_end(&mut plain)
            .map_err(|error| ScenarioError::whole(format!("cannot unpack the file: {error}")))?;
        if plain.len() as u64 > MOST_BYTES {
            return Err(ScenarioError::whole(format!("unpacks to more than {MOST_BYTES} bytes")));
        }
    } else {
        plain.extend_from_slice(bytes);
    }
    String::from_utf8(plain).map_err(|_| ScenarioError::whole("the file is not text"))
}

/// How many digits of a length a collection prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Precision {
    /// Always this many decimals.
    Decimals(usize),
    /// This many significant digits, trailing zeros dropped.
    Significant(usize),
}

impl Precision {
    /// The precision of the rows of one file: if all have the same number of decimals, and at least
    /// one, that many decimals; otherwise six significant digits.
    ///
    /// A handful of rows may agree by chance: pass the whole file.
    pub fn of_rows(rows: &[Row]) -> Precision {
        let decimals = |row: &Row| Decimal::read(&row.length).map_or(0, |length| length.decimals);
        let first = rows.first().map_or(0, decimals);
        if first > 0 && rows.iter().all(|row| decimals(row) == first) {
            Precision::Decimals(first)
        } else {
            Precision::Significant(6)
        }
    }

    /// The precision that a single text shows.
    ///
    /// With six or more digits, or a trailing zero after the point, the printed decimals are the
    /// precision, as six significant digits would have dropped the zero. Two decimals mean two
    /// fixed decimals, although a six-digit `244.950` would look the same. Everything else means
    /// six significant digits, so that `12` stands for 12 and not for 11.5 to 12.5.
    pub fn of_text(text: &str) -> Precision {
        let Some(length) = Decimal::read(text) else {
            return Precision::Significant(6);
        };
        let is_padded = length.decimals > 0 && text.ends_with('0');
        if length.significant >= 6 || is_padded || length.decimals == 2 {
            Precision::Decimals(length.decimals)
        } else {
            Precision::Significant(6)
        }
    }

    /// Whether a path with these step counts has the length printed as `text`, to within half a
    /// unit of the last digit of this precision. Text that is not a decimal number never matches.
    ///
    /// The diagonal may be √2, 1.414213562 or √2 in single precision, as collections were computed
    /// with each of them.
    pub fn length_matches(self, text: &str, straight_count: u64, diagonal_count: u64) -> bool {
        let Some(length) = Decimal::read(text) else {
            return false;
        };
        let decimals = match self {
            Precision::Decimals(decimals) => decimals as i32,
            Precision::Significant(digits) => digits as i32 - length.integer_digits as i32,
        };
        let half_unit = 0.5 * 10_f64.powi(-decimals);
        // Far below half a unit of the eighth decimal, far above the rounding of the sum.
        let rounding = 1e-9;
        [SQRT_2, RECORDED_SQRT_2, SINGLE_SQRT_2].iter().any(|diagonal| {
            let exact = straight_count as f64 + diagonal_count as f64 * diagonal;
            (exact - length.value).abs() <= half_unit + rounding
        })
    }
}

/// Whether a path with these step counts has the length printed as `text`, judged by the text
/// alone.
///
/// [`Precision::of_rows`] is more precise if the whole file is available.
pub fn length_matches(text: &str, straight_count: u64, diagonal_count: u64) -> bool {
    Precision::of_text(text).length_matches(text, straight_count, diagonal_count)
}

/// A decimal number as printed: digits, optionally followed by a point and more digits.
struct Decimal {
    value: f64,
    /// Digits before the point, leading zeros not counted.
    integer_digits: usize,
    decimals: usize,
    /// Digits from the first nonzero one.
    significant: usize,
}

impl Decimal {
    fn read(text: &str) -> Option<Decimal> {
        let (integer, fraction) = text.split_once('.').unwrap_or((text, ""));
        let digits = format!("{integer}{fraction}");
        if integer.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        Some(Decimal {
            value: text.parse().ok()?,
            integer_digits: integer.trim_start_matches('0').len(),
            decimals: fraction.len(),
            significant: digits.trim_start_matches('0').len(),
        })
    }
}

/// Splits a cost of 13 860 ticks per straight and 19 601 per diagonal step into the two counts.
///
/// `None` if no counts add up to `cost`. The counts are unique if there are fewer than 13 860
/// diagonal or 19 601 straight steps; otherwise those with the fewest diagonal steps are returned.
pub fn step_counts(cost: u64) -> Option<(u64, u64)> {
    // 13 860 diagonal steps cost as much as 19 601 straight ones, so the search ends there.
    (0..=(cost / 19_601).min(13_859))
        .find(|diagonal| (cost - diagonal * 19_601).is_multiple_of(13_860))
        .map(|diagonal| ((cost - diagonal * 19_601) / 13_860, diagonal))
}

#[cfg(test)]
mod tests;
