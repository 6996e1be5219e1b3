//! MovingAI `.scen` files: lists of queries with the length of a shortest path.

use crate::base::Cell;
use crate::io::text::{TextError, decimal, versioned, whole, words};
use crate::io::write_error::{Loss, WriteError};
use crate::shapes::square::Measure;

/// A list of queries on one map.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scenario {
    rows: Vec<ScenarioRow>,
    /// The line number of each row.
    lines: Vec<usize>,
    format: LengthFormat,
}

/// One query of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct ScenarioRow {
    /// The bucket: a group of queries of similar length.
    pub bucket: u32,
    /// The name of the map in the file.
    pub map: String,
    /// The number of columns of that map.
    pub width: u32,
    /// The number of rows of that map.
    pub height: u32,
    /// The start.
    pub start: Cell,
    /// The goal.
    pub goal: Cell,
    /// The length as printed, where straight steps count 1 and diagonal ones √2.
    pub length: String,
}

/// How the lengths in a file are printed, which determines how precisely they can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LengthFormat {
    /// This many digits after the point in every row.
    Decimals(u32),
    /// This many significant digits, without trailing zeros.
    Significant(u32),
}

impl Default for LengthFormat {
    fn default() -> Self {
        LengthFormat::Significant(6)
    }
}

impl Scenario {
    /// Reads a MovingAI `.scen` file, version 1. The maps named are not opened.
    ///
    /// # Errors
    ///
    /// If the version line is missing or if a row does not have nine fields; the error names the
    /// line.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::io::Scenario;
    /// let text = b"version 1\n0\tarena.map\t49\t49\t1\t11\t1\t12\t1\n";
    /// let scenario = Scenario::read(text)?;
    /// assert_eq!(scenario.rows()[0].goal.y, 12);
    /// # Ok::<(), astride::io::TextError>(())
    /// ```
    pub fn read(bytes: &[u8]) -> Result<Self, TextError> {
        let (mut rows, mut lines) = (Vec::new(), Vec::new());
        for (line, text) in versioned(bytes)?.filter(|(_, text)| !text.is_empty()) {
            rows.push(ScenarioRow::read(line, text)?);
            lines.push(line);
        }
        let format = LengthFormat::of(&rows);
        Ok(Scenario { rows, lines, format })
    }

    /// The queries, in the order of the file.
    pub fn rows(&self) -> &[ScenarioRow] {
        &self.rows
    }

    /// The line number of a row in the file, from 1; `None` past the last row.
    pub fn line_of(&self, row: usize) -> Option<usize> {
        self.lines.get(row).copied()
    }

    /// How the lengths in the file are printed.
    pub fn length_format(&self) -> LengthFormat {
        self.format
    }

    /// Whether a path with these steps has the length listed in `row`, to its printed precision;
    /// `None` stands for "no path", which a file lists as 0 for distinct cells.
    ///
    /// √2 is tried as exact, as 1.414213562 and in single precision, since files were made with
    /// each of these.
    pub fn length_matches(&self, row: &ScenarioRow, found: Option<Measure>) -> bool {
        let Ok(listed) = row.length.parse::<f64>() else { return false };
        let Some(measure) = found else { return row.is_without_path() };
        if row.is_without_path() {
            return false;
        }
        let unit = match self.format {
            LengthFormat::Decimals(decimals) => 10f64.powi(-(decimals as i32)),
            LengthFormat::Significant(digits) => {
                let leading = if listed > 0.0 { listed.log10().floor() as i32 } else { 0 };
                10f64.powi(leading + 1 - digits as i32)
            }
        };
        // Some files were made with √2 to nine digits, some in single precision.
        #[expect(clippy::approx_constant, reason = "it is the number those files were made with")]
        const NINE_DIGITS: f64 = 1.414_213_562;
        let tolerance = unit * 0.5 + listed * 1e-12;
        let single = f64::from(std::f32::consts::SQRT_2);
        [std::f64::consts::SQRT_2, NINE_DIGITS, single].into_iter().any(|root| {
            let length = measure.straight as f64 + measure.diagonal as f64 * root;
            (length - listed).abs() <= tolerance
        })
    }
}

impl LengthFormat {
    /// Files print either a fixed number of decimals (2 or 8 in the published sets) or six
    /// significant digits; in the latter case some short path shows more than two decimals.
    fn of(rows: &[ScenarioRow]) -> Self {
        let decimals =
            |row: &ScenarioRow| row.length.split_once('.').map_or(0, |(_, part)| part.len() as u32);
        let most = rows.iter().map(decimals).max().unwrap_or(0);
        let least = rows.iter().map(decimals).min().unwrap_or(0);
        match most {
            0 => LengthFormat::default(),
            1..=2 => LengthFormat::Decimals(2),
            _ if most == least => LengthFormat::Decimals(most),
            _ => LengthFormat::default(),
        }
    }
}

impl ScenarioRow {
    /// Whether the row says that there is no path: length 0 between distinct cells.
    pub fn is_without_path(&self) -> bool {
        self.start != self.goal && self.length.parse() == Ok(0.0)
    }

    fn read(line: usize, text: &[u8]) -> Result<Self, TextError> {
        let [bucket, map, width, height, sx, sy, gx, gy, length] = fields(line, text)?;
        let whole = |field, what| whole(line, field, what);
        let row = ScenarioRow {
            bucket: whole(bucket, "bucket")?,
            map: String::from_utf8_lossy(map).into_owned(),
            width: whole(width, "width")?,
            height: whole(height, "height")?,
            start: Cell::new(whole(sx, "start x")?, whole(sy, "start y")?),
            goal: Cell::new(whole(gx, "goal x")?, whole(gy, "goal y")?),
            length: decimal(line, length, "length")?,
        };
        for (what, cell) in [("start", row.start), ("goal", row.goal)] {
            if cell.x >= row.width || cell.y >= row.height {
                let (width, height) = (row.width, row.height);
                let message = format!("{what} {cell} is off the map of {width}x{height} cells");
                return Err(TextError::new(line, 0, message));
            }
        }
        Ok(row)
    }
}

/// The fields of a row of a `.scen` file, of cells or of points.
pub(super) fn fields(line: usize, text: &[u8]) -> Result<[&[u8]; 9], TextError> {
    let fields: Vec<&[u8]> = words(text).collect();
    <[&[u8]; 9]>::try_from(fields).map_err(|fields| {
        let names = "bucket map width height start-x start-y goal-x goal-y length";
        TextError::new(line, 0, format!("{} fields, expected 9: {names}", fields.len()))
    })
}

/// Writes rows as a MovingAI `.scen` file.
///
/// # Errors
///
/// If a row would not be read back unchanged: its map has no name or contains white space, its
/// length is not a decimal number of at most 32 characters, or an end is off the map. The error
/// says which.
///
/// # Examples
///
/// ```
/// use astride::io::{Scenario, write_scenario};
/// let text = "version 1\n0\tarena.map\t49\t49\t1\t11\t1\t12\t1\n";
/// assert_eq!(write_scenario(Scenario::read(text.as_bytes())?.rows())?, text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_scenario(rows: &[ScenarioRow]) -> Result<String, WriteError> {
    let mut out = String::from("version 1\n");
    for (at, row) in rows.iter().enumerate() {
        let ScenarioRow { bucket, map, width, height, start, goal, length } = row;
        let line = format!(
            "{bucket}\t{map}\t{width}\t{height}\t{}\t{}\t{}\t{}\t{length}\n",
            start.x, start.y, goal.x, goal.y
        );
        let expected = "what can be read again: a name without spaces, a length, ends on the map";
        let is_read = ScenarioRow::read(0, line.as_bytes()).as_ref() == Ok(row);
        let losses = if is_read { Vec::new() } else { vec![Loss::Row { row: at, expected }] };
        WriteError::check("a .scen file", losses)?;
        out += &line;
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scenario(lengths: &[&str]) -> Scenario {
        let rows = lengths.iter().map(|length| format!("0 m 9 9 0 0 1 1 {length}\n"));
        Scenario::read(format!("version 1\n{}", rows.collect::<String>()).as_bytes()).unwrap()
    }

    fn matches(lengths: &[&str], straight: u64, diagonal: u64) -> bool {
        let scenario = scenario(lengths);
        let found = Measure { straight, diagonal, links: 0 };
        scenario.length_matches(&scenario.rows()[0], Some(found))
    }

    #[test]
    fn lengths_are_compared_as_exactly_as_they_are_printed() {
        assert!(
            matches(&["244.85", "3.00"], 100, 102)
                == (100.0 + 102.0 * 2f64.sqrt() - 244.85).abs().le(&0.005)
        );
        assert!(matches(&["2.41421"], 1, 1));
        assert!(!matches(&["2.41422"], 1, 1));
        assert!(matches(&["339.764", "2.41421"], 204, 96), "339.764502 as a 32-bit number");
        assert!(matches(&["12", "2.41421"], 12, 0));
        assert!(!matches(&["12", "2.41421"], 11, 1), "12.41 is not 12 to six digits");
        assert!(matches(&["3.41421356", "1.00000000"], 2, 1));
        assert!(!matches(&["3.41421346", "1.00000000"], 2, 1));
    }

    #[test]
    fn lengths_that_were_added_up_in_single_precision_match() {
        // 155 + 96 √2 is 290.7645020 exactly, and 290.7644997 with √2 in single precision.
        assert!(matches(&["290.764"], 155, 96));
        assert!(matches(&["290.765"], 155, 96));
        assert!(!matches(&["290.763"], 155, 96));
    }

    #[test]
    fn zero_means_no_path() {
        let scenario = scenario(&["0", "1.41421"]);
        assert!(scenario.length_matches(&scenario.rows()[0], None));
        assert!(!scenario.length_matches(&scenario.rows()[0], Some(Measure::default())));
        assert!(!scenario.length_matches(&scenario.rows()[1], None));
    }

    #[test]
    fn torn_rows_are_refused_with_their_line() {
        let check = |text: &str, message: &str| {
            let error = Scenario::read(text.as_bytes()).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        };
        check("", "expected \"version 1\"");
        check("version 1 2\n", "first line is \"version 1 2\", expected \"version 1\"");
        assert!(Scenario::read(b" VERSION\t1.0 \n").is_ok());
        check("version 1\n\n0 m 9 9 0 0 1\n", "line 3: 7 fields, expected 9");
        check("version 1\n0 m 9 9 0 0 1 x 1\n", "goal y is \"x\"");
        check("version 1\n0 m 9 9 0 0 9 1 1\n", "goal (9, 1) is off the map of 9x9 cells");
        check("version 1\n0 m 9 9 0 0 1 1 nan\n", "length is \"nan\"");
        let long = format!("version 1\n0 m 9 9 0 0 1 1 {}\n", "x".repeat(5000));
        check(&long, "length is \"xxx");
        assert!(Scenario::read(long.as_bytes()).unwrap_err().to_string().len() < 200);
    }

    #[test]
    fn rows_know_their_lines() {
        let text = b"version 1\n0 m 9 9 0 0 1 1 1.5\n\n0 m 9 9 0 0 1 1 1.5\n";
        let scenario = Scenario::read(text).unwrap();
        assert_eq!([0, 1, 2].map(|row| scenario.line_of(row)), [Some(2), Some(4), None]);
    }

    #[test]
    fn what_is_read_can_be_written() {
        let read = scenario(&["1.5", "2"]);
        let written = write_scenario(read.rows()).unwrap();
        assert_eq!(Scenario::read(written.as_bytes()).unwrap(), read);
    }
}
