//! `.scen` files for navigation meshes: the rows of MovingAI with points instead of cells.

use std::f64::consts::SQRT_2;

use crate::base::Vec2;
use crate::io::text::{TextError, lines, number, quote};

/// No path on a grid that a scenario is about is longer.
const MOST_OF_A_GRID: f64 = 1e6;

/// One query of a scenario for a mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshRow {
    /// The group of queries of about equal length it belongs to.
    pub bucket: u32,
    /// The map as the file names it.
    pub map: String,
    /// Where to start.
    pub start: Vec2,
    /// Where to go.
    pub goal: Vec2,
    /// The length as printed.
    pub length: String,
}

impl MeshRow {
    /// The listed length; `None` where the file says -1, as it does where there is no answer.
    pub fn listed(&self) -> Option<f64> {
        self.length.parse().ok().filter(|&length: &f64| length >= 0.0)
    }

    /// Whether a length is the listed one, as exactly as that is printed: within half a unit of its
    /// last digit. `None` stands for "no path", listed as -1.
    pub fn length_matches(&self, found: Option<f64>) -> bool {
        match (self.listed(), found) {
            (Some(listed), Some(found)) => (found - listed).abs() <= self.slack(),
            (listed, found) => listed.is_none() && found.is_none(),
        }
    }

    /// Half a unit of the last digit of the listed length.
    pub fn slack(&self) -> f64 {
        let digits = self.length.split_once('.').map_or(0, |(_, part)| part.len());
        0.5 * 10f64.powi(-(digits as i32)) + 1e-12 * self.listed().unwrap_or(0.0)
    }
}

/// Whether the lengths of a file are those of a grid with diagonal steps, some sides of cells and some
/// diagonals, as published scenarios have them that were made for grids: the path of a point over the
/// same ground is at most as long. It is taken for one where that all lengths are such sums is no
/// accident: by chance it would be one file in a thousand millions.
///
/// # Complexity
///
/// O(lengths together).
///
/// # Examples
///
/// ```
/// use astride::io::{are_grid_lengths, read_mesh_scenario};
/// let file = |length: &str| format!("version 1\n{}", format!("0 m 9 9 0 0 5 2 {length}\n").repeat(3));
/// let rows = |length: &str| read_mesh_scenario(file(length).as_bytes());
/// assert!(are_grid_lengths(&rows("5.828427")?)); // 3 + 2 * 1.414214
/// assert!(!are_grid_lengths(&rows("5.385165")?)); // the straight line
/// # Ok::<(), astride::io::TextError>(())
/// ```
pub fn are_grid_lengths(rows: &[MeshRow]) -> bool {
    let mut chance = 1.0;
    for (row, length) in rows.iter().filter_map(|row| Some((row, row.listed()?))) {
        if length > MOST_OF_A_GRID {
            return false;
        }
        let diagonals = ((length + row.slack()) / SQRT_2) as u32;
        let is_sum = |diagonals: u32| {
            let sides = length - f64::from(diagonals) * SQRT_2;
            (sides - sides.round()).abs() <= row.slack()
        };
        if !(0..=diagonals).any(is_sum) {
            return false;
        }
        chance *= (2.0 * row.slack() * (f64::from(diagonals) + 1.0)).min(1.0);
    }
    chance < 1e-9
}

/// Reads a `.scen` file, version 1, whose places are points on a mesh: bucket, map, width, height,
/// x and y of start and goal, length. Maps named there are not looked for, and their size is of no
/// account.
///
/// # Errors
///
/// If the version line is missing, or a row does not have its nine fields; the error names the line.
///
/// # Examples
///
/// ```
/// use astride::io::read_mesh_scenario;
/// let rows = read_mesh_scenario(b"version 1\n0\ta.mesh\t2\t2\t0\t0\t0.5\t0.5\t0.707\n")?;
/// assert!(rows[0].length_matches(Some(0.5f64.sqrt())));
/// # Ok::<(), astride::io::TextError>(())
/// ```
pub fn read_mesh_scenario(bytes: &[u8]) -> Result<Vec<MeshRow>, TextError> {
    let mut rows = Vec::new();
    let mut is_versioned = false;
    for (line, text) in lines(bytes) {
        let text = text.trim_ascii();
        if !is_versioned {
            if !matches!(text, b"version 1" | b"version 1.0") {
                let message = format!("first line is {}, expected \"version 1\"", quote(text));
                return Err(TextError::new(line, 0, message));
            }
            is_versioned = true;
        } else if !text.is_empty() {
            rows.push(read_row(line, text)?);
        }
    }
    Ok(rows)
}

fn read_row(line: usize, text: &[u8]) -> Result<MeshRow, TextError> {
    let fields: Vec<&[u8]> =
        text.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty()).collect();
    let [bucket, map, _, _, sx, sy, gx, gy, length] = fields[..] else {
        let message = format!(
            "{} fields, expected 9: bucket map width height start-x start-y goal-x goal-y length",
            fields.len()
        );
        return Err(TextError::new(line, 0, message));
    };
    let float = |field: &[u8], what: &str| {
        let found = str::from_utf8(field).ok().and_then(|text| text.parse().ok());
        found.filter(|number: &f64| number.is_finite()).ok_or_else(|| {
            TextError::new(line, 0, format!("{what} is {}, expected a number", quote(field)))
        })
    };
    let known = number(bucket).ok_or_else(|| {
        TextError::new(line, 0, format!("bucket is {}, expected a whole number", quote(bucket)))
    })?;
    let is_plain = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'-');
    if float(length, "length").is_err() || !length.iter().all(is_plain) || length.len() > 32 {
        let message = format!("length is {}, expected a decimal number", quote(length));
        return Err(TextError::new(line, 0, message));
    }
    Ok(MeshRow {
        bucket: known,
        map: String::from_utf8_lossy(map).into_owned(),
        start: Vec2::new(float(sx, "start x")?, float(sy, "start y")?),
        goal: Vec2::new(float(gx, "goal x")?, float(gy, "goal y")?),
        length: String::from_utf8_lossy(length).into_owned(),
    })
}
