//! MovingAI `.3dscen` files: queries on maps of voxels, with the length of a shortest path.
//!
//! The first line is `version 1`, the second names the map; each following line has the places of
//! start and goal, the length, and its ratio to the length without obstacles.

use crate::io::text::{TextError, decimal, quote, versioned, whole, words};
use crate::shapes::voxel::{Voxel, VoxelMeasure};

/// A list of queries on one map of voxels.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VoxelScenario {
    map: String,
    rows: Vec<VoxelRow>,
}

/// One query of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct VoxelRow {
    /// The line number in the file, from 1.
    pub line: usize,
    /// The start.
    pub start: Voxel,
    /// The goal.
    pub goal: Voxel,
    /// The length as printed; steps along one, two and three axes have length 1, √2 and √3.
    pub length: String,
    /// The ratio of the length to that without obstacles, as printed.
    pub ratio: String,
}

impl VoxelScenario {
    /// Reads a MovingAI `.3dscen` file, version 1. The map named is not opened.
    ///
    /// # Errors
    ///
    /// If the version line is missing or if a row does not have eight fields; the error names the
    /// line.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::io::VoxelScenario;
    /// let text = b"version 1\nroom.3dmap\n1 2 3 1 2 9 6.00000000 1.000\n";
    /// let scenario = VoxelScenario::read(text)?;
    /// assert_eq!((scenario.map(), scenario.rows()[0].goal.z), ("room.3dmap", 9));
    /// # Ok::<(), astride::io::TextError>(())
    /// ```
    pub fn read(bytes: &[u8]) -> Result<Self, TextError> {
        let mut lines = versioned(bytes)?;
        // Errors name a line that exists.
        let (line, map) = lines.next().unwrap_or((1, b""));
        if map.is_empty() {
            let message = "the second line is empty or missing, expected the name of a map";
            return Err(TextError::new(line, 0, message));
        }
        let map = String::from_utf8_lossy(map).into_owned();
        let rows = lines.filter(|(_, text)| !text.is_empty());
        let rows = rows.map(|(line, text)| VoxelRow::read(line, text)).collect::<Result<_, _>>()?;
        Ok(VoxelScenario { map, rows })
    }

    /// The name of the map in the file.
    pub fn map(&self) -> &str {
        &self.map
    }

    /// The queries, in the order of the file.
    pub fn rows(&self) -> &[VoxelRow] {
        &self.rows
    }
}

impl VoxelRow {
    /// Whether a path with these steps has the listed length, to all printed digits.
    ///
    /// √2 and √3 are tried as exact and as 1.414213562 and 1.732050808, with which the published
    /// files were made.
    pub fn matches(&self, measure: VoxelMeasure) -> bool {
        let decimals = self.length.split_once('.').map_or(0, |(_, part)| part.len());
        let Ok(listed) = self.length.parse::<f64>() else { return false };
        let tolerance = 0.5 * 10f64.powi(-(decimals as i32)) + listed * 1e-12;
        #[expect(clippy::approx_constant, reason = "it is the number the files were made with")]
        let nine_digits = measure.length_with([1.0, 1.414_213_562, 1.732_050_808]);
        [measure.length(), nine_digits].iter().any(|length| (length - listed).abs() <= tolerance)
    }

    fn read(line: usize, text: &[u8]) -> Result<Self, TextError> {
        let fields: Vec<&[u8]> = words(text).collect();
        let Ok([places @ .., length, ratio]) = <[&[u8]; 8]>::try_from(fields) else {
            let message = format!(
                "{} is no row, expected 8 fields: start x y z, goal x y z, length, ratio",
                quote(text)
            );
            return Err(TextError::new(line, 0, message));
        };
        let mut numbers = [0; 6];
        for (value, field) in numbers.iter_mut().zip(places) {
            *value = whole(line, field, "a coordinate")?;
        }
        let [x, y, z, goal @ ..] = numbers;
        Ok(VoxelRow {
            line,
            start: Voxel::new(x, y, z),
            goal: goal.into(),
            length: decimal(line, length, "length")?,
            ratio: decimal(line, ratio, "ratio")?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_or_refused_with_their_line() {
        let check = |text: &str, message: &str| {
            let error = VoxelScenario::read(text.as_bytes()).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        };
        let tabs = b"Version\t1\nm.3dmap\n1\t2\t3\t1\t2\t9\t6.0\t1.0\n";
        assert_eq!(VoxelScenario::read(tabs).unwrap().rows()[0].goal.z, 9);
        check("", "line 1: first line is \"\", expected \"version 1\"");
        check("version 1", "line 1: the second line is empty or missing");
        check("version 1\n \n", "line 2: the second line is empty or missing");
        check("version 1\nm\n1 2 3 4 5 6 7\n", "line 3: \"1 2 3 4 5 6 7\" is no row");
        check("version 1\nm\n1 2 3 4 5 6 7 8 9\n", "expected 8 fields");
        check("version 1\nm\n1 2 -3 4 5 6 7 8\n", "line 3: a coordinate is \"-3\"");
        check("version 1\nm\n1 2 3 4 5 6 nan 8\n", "length is \"nan\"");
        check("version 1\nm\n1 2 3 4 5 6 7 1e3\n", "ratio is \"1e3\"");
    }

    #[test]
    fn lengths_are_compared_to_the_last_digit() {
        let row = VoxelRow::read(1, b"0 0 0 9 9 9 8.56047793 1.0").unwrap();
        assert!(row.matches(VoxelMeasure { along: [4, 2, 1] }));
        assert!(!row.matches(VoxelMeasure { along: [4, 1, 1] }));
        let row = VoxelRow { length: "8.56047794".into(), ..row };
        assert!(!row.matches(VoxelMeasure { along: [4, 2, 1] }));
        let row = VoxelRow { length: "15.55634918".into(), ..row };
        assert!(row.matches(VoxelMeasure { along: [0, 11, 0] }), "15.556349186 exactly");
    }
}
