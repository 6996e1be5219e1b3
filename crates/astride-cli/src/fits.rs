//! Whether a scenario is about the map on which it is run.

use std::path::Path;

use astride::io::{Scenario, ScenarioRow};
use astride::shapes::square::Grid;

use crate::read::name_of;
use crate::report::warn;

/// Warns in one line about the first row that is for a map of another size or name.
pub(crate) fn warn_of_other_map(map: &Path, grid: &Grid, scen: &Path, scenario: &Scenario) {
    let (width, height) = (grid.width(), grid.height());
    let mut rows = scenario.rows().iter().enumerate();
    if let Some((at, row)) = rows.find(|(_, row)| !is_for(map, (width, height), row)) {
        let ScenarioRow { map: named, width: columns, height: rows, .. } = row;
        let line = scenario.line_of(at).unwrap_or_default();
        let named: String = named.chars().take(80).collect();
        warn(format_args!(
            "{}: line {line} is for {named} of {columns}x{rows} cells, the map is {} of \
             {width}x{height}",
            name_of(scen),
            name_of(map)
        ));
    }
}

/// Whether a row is for a map of this name and size; one from standard input has no name.
fn is_for(map: &Path, size: (u32, u32), row: &ScenarioRow) -> bool {
    let name = map.display().to_string();
    // A name may have a dot of its own, and the row no ending.
    let is_same = |row: &str| row.eq_ignore_ascii_case(stem(&name));
    let file = row.map.rsplit(['/', '\\']).next().unwrap_or_default();
    let is_named = map == Path::new("-") || is_same(stem(file)) || is_same(file);
    is_named && (row.width, row.height) == size
}

/// The name of a file without folders and endings: a map may have been converted or packed.
fn stem(name: &str) -> &str {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let plain = file.strip_suffix(".gz").unwrap_or(file);
    plain.rsplit_once('.').map_or(plain, |(stem, _)| stem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_compared_without_folders_and_endings() {
        let check = |map: &str, row: &str, expected: bool| {
            let scenario = Scenario::read(format!("version 1\n{row} 0 0 1 1 1\n").as_bytes());
            let is_for = is_for(Path::new(map), (3, 2), &scenario.unwrap().rows()[0]);
            assert_eq!(is_for, expected, "{map} {row}");
        };
        check("v1.2.map", "0 v1.2 3 2", true);
        check("v1.2.map", "0 maps/v1.2 3 2", true);
        check("a.map", "0 a.map 3 2", true);
        check("b/a.map.gz", "0 maps\\dao/A.map 3 2", true);
        check("b/a.astride", "0 a 3 2", true);
        check("-", "0 other.map 3 2", true);
        check("a.map", "0 b.map 3 2", false);
        check("a.map", "0 a.map 2 3", false);
        check("-", "0 a.map 3 3", false);
    }
}
