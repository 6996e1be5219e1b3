//! A fleet as a picture: where it drove, and where it stands.

use std::fmt::Write;

use astride::base::Cell;
use astride::shapes::square::Grid;
use astride_agents::fleet::{Heading, Robot};

/// Walls, a shade for how often robots were on each cell, and robots that point ahead, with ten
/// pixels per cell. `visits` are by row and column.
pub(super) fn picture(grid: &Grid, robots: impl Iterator<Item = Robot>, visits: &[u32]) -> String {
    let (width, height) = (grid.width(), grid.height());
    let most = visits.iter().copied().max().unwrap_or(0).max(1);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" \
         height=\"{1}\"><rect width=\"100%\" height=\"100%\" fill=\"#f7f5ef\"/>",
        width * 10,
        height * 10
    );
    for (at, &count) in visits.iter().enumerate() {
        let (x, y) = (at as u32 % width, at as u32 / width);
        let is_wall = grid.class((x, y)) != Some(b'.');
        let (tone, opacity) =
            if is_wall { ("#555", 1.0) } else { ("#c0392b", f64::from(count) / f64::from(most)) };
        if is_wall || count > 0 {
            let _ = write!(
                svg,
                "<rect x=\"{}\" y=\"{}\" width=\"10\" height=\"10\" fill=\"{tone}\" \
                 opacity=\"{opacity:.2}\"/>",
                x * 10,
                y * 10
            );
        }
    }
    for robot in robots {
        let Cell { x, y } = grid.cell(robot.start);
        let turn = Heading::ALL.iter().position(|&heading| heading == robot.heading);
        let _ = write!(
            svg,
            "<path d=\"M4 0L-3 3L-3 -3Z\" fill=\"#2471a3\" transform=\"translate({} {}) \
             rotate({})\"/>",
            x * 10 + 5,
            y * 10 + 5,
            turn.unwrap_or(0) * 90
        );
    }
    svg.push_str("</svg>\n");
    svg
}
