//! `.scen` files for navigation meshes: MovingAI rows with points instead of cells.

use std::f64::consts::SQRT_2;

use crate::base::Vec2;
use crate::io::scenario::fields;
use crate::io::text::{TextError, decimal, quote, versioned, whole};

/// An upper bound for path lengths on the grids of scenarios.
const MOST_OF_A_GRID: f64 = 1e6;

/// One query of a scenario for a mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshRow {
    /// The line number in the file, from 1.
    pub line: usize,
    /// The bucket: a group of queries of similar length.
    pub bucket: u32,
    /// The name of the map in the file.
    pub map: String,
    /// The start.
    pub start: Vec2,
    /// The goal.
    pub goal: Vec2,
    /// The length as printed.
    pub length: String,
}

impl MeshRow {
    /// The length listed; `None` if the file says -1, which means that there is no answer.
    pub fn listed(&self) -> Option<f64> {
        self.length.parse().ok().filter(|&length: &f64| length >= 0.0)
    }

    /// Whether a length equals the listed one to its printed precision: within half a unit of its
    /// last digit. `None` stands for "no path", listed as -1.
    pub fn length_matches(&self, found: Option<f64>) -> bool {
        match (self.listed(), found) {
            (Some(listed), Some(found)) => (found - listed).abs() <= self.slack(),
            (listed, found) => listed.is_none() && found.is_none(),
        }
    }

    /// Half a unit in the last digit of the listed length.
    pub fn slack(&self) -> f64 {
        let digits = self.length.split_once('.').map_or(0, |(_, part)| part.len());
        0.5 * 10f64.powi(-(digits as i32)) + 1e-12 * self.listed().unwrap_or(0.0)
    }
}

/// Whether the lengths of a file are those of a grid with diagonal steps, as in published scenarios
/// that were made for grids: the path of a point over the same terrain is at most as long. This is
/// assumed if all lengths are sums of sides and diagonals of cells, within a unit of their last
/// digit, and that is unlikely to be a coincidence: by chance it would happen in one file in
/// 10⁹.
///
/// A unit and not half of one, because some files were added up in single precision and rounded
/// after that: 64 + 96 √2 is listed as 199.764 and is 199.7645020.
///
/// O(sum of the lengths).
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
        let unit = 2.0 * row.slack();
        let diagonals = ((length + unit) / SQRT_2) as u32;
        let is_sum = |diagonals: u32| {
            let sides = length - f64::from(diagonals) * SQRT_2;
            (sides - sides.round()).abs() <= unit
        };
        if !(0..=diagonals).any(is_sum) {
            return false;
        }
        chance *= (2.0 * unit * (f64::from(diagonals) + 1.0)).min(1.0);
    }
    chance < 1e-9
}

/// Reads a `.scen` file, version 1, whose places are points on a mesh: bucket, map, width, height,
/// x and y of start and goal, length. The maps named are not opened, and their sizes are ignored.
///
/// # Errors
///
/// If the version line is missing, or if a row does not have nine fields; the error names the line.
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
    let rows = versioned(bytes)?.filter(|(_, text)| !text.is_empty());
    rows.map(|(line, text)| read_row(line, text)).collect()
}

fn read_row(line: usize, text: &[u8]) -> Result<MeshRow, TextError> {
    let [bucket, map, _, _, sx, sy, gx, gy, length] = fields(line, text)?;
    let float = |field: &[u8], what: &str| {
        let found = str::from_utf8(field).ok().and_then(|text| text.parse().ok());
        found.filter(|number: &f64| number.is_finite()).ok_or_else(|| {
            TextError::new(line, 0, format!("{what} is {}, expected a number", quote(field)))
        })
    };
    let decimal = |length| decimal(line, length, "length");
    Ok(MeshRow {
        line,
        bucket: whole(line, bucket, "bucket")?,
        map: String::from_utf8_lossy(map).into_owned(),
        start: Vec2::new(float(sx, "start x")?, float(sy, "start y")?),
        goal: Vec2::new(float(gx, "goal x")?, float(gy, "goal y")?),
        length: match length.strip_prefix(b"-") {
            Some(digits) => format!("-{}", decimal(digits)?),
            None => decimal(length)?,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_of_a_grid_may_have_been_added_up_in_single_precision() {
        let are_of_a_grid = |length: &str| {
            let row = |length: &str| format!("0 m 9 9 0 0 1 1 {length}\n");
            let text = format!("version 1\n{}{}", row("120.385").repeat(40), row(length));
            are_grid_lengths(&read_mesh_scenario(text.as_bytes()).unwrap())
        };
        // 64 + 96 √2 is 199.7645020 exactly, and 199.7644997 with √2 in single precision.
        assert!(are_of_a_grid("199.764") && are_of_a_grid("199.765"));
        assert!(!are_of_a_grid("199.759"), "a row that is no sum");
    }

    #[test]
    fn rows_are_read_with_their_line_or_refused() {
        let rows = read_mesh_scenario(b"version 1.0\n\n0 m 0 0 0.5 1 2 3e0 -1\n").unwrap();
        assert_eq!((rows[0].line, rows[0].goal, rows[0].listed()), (3, Vec2::new(2.0, 3.0), None));
        let check = |text: &str, message: &str| {
            let error = read_mesh_scenario(text.as_bytes()).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        };
        check("version 2\n", "line 1: first line is \"version 2\", expected \"version 1\"");
        check("version 1\n0 m 9 9 0 0 1\n", "line 2: 7 fields, expected 9");
        check(
            "version 1\n\nx m 9 9 0 0 1 1 1\n",
            "line 3: bucket is \"x\", expected a whole number",
        );
        check("version 1\n0 m 9 9 0 0 1 nan 1\n", "goal y is \"nan\", expected a number");
        check("version 1\n0 m 9 9 0 0 1 1 1e3\n", "length is \"1e3\", expected a decimal number");
        check("version 1\n0 m 9 9 0 0 1 1 -\n", "length is \"\", expected a decimal number");
    }
}
