//! Paths and efforts in words and in JSON.

use std::fmt::Write;

use astride::base::{Cell, NodeId, Vec2};
use astride::index::hubs::Summary;
use astride::path::Path;
use astride::search::{Effort, Guarantee};
use astride::shapes::square::{Grid, GridView, compress, straighten};
use serde_json::{Value, json};

use crate::options::{cell_json, plain};
use crate::report::{count, grouped};

/// How wide lists of cells may grow.
const COLUMNS: usize = 96;

/// One line with a name in front.
pub(crate) fn line(out: &mut String, name: &str, value: impl std::fmt::Display) {
    let _ = writeln!(out, "{name:<11} {value}");
}

/// How many entries labels have, in words.
pub(crate) fn entries_text(labels: &Summary) -> String {
    let per_label = format!("{:.1} per label, {} at most", labels.mean(), labels.largest);
    format!("{} ({per_label})", grouped(labels.entries))
}

/// What a factor of terrain means; 0 is blocked.
pub(crate) fn meaning(factor: f64) -> String {
    match factor {
        0.0 => "blocked".to_owned(),
        1.0 => "passable".to_owned(),
        factor => format!("passable at {factor} times the cost"),
    }
}

/// What a path costs, as lines of text.
pub(crate) fn path_text(out: &mut String, path: &Path, view: &GridView<'_>) {
    let measure = path.measure(view.grid());
    line(out, "cost", format_args!("{} ticks (scale {})", grouped(path.cost()), view.scale()));
    line(out, "length", format_args!("{:.4} cells", measure.length()));
    let steps = format!(
        "{} ({} straight, {} diagonal)",
        path.step_count(),
        measure.straight,
        measure.diagonal
    );
    line(out, "steps", steps);
}

/// What a path costs and where it leads, in JSON.
pub(crate) fn path_json(path: &Path, grid: &Grid) -> Value {
    let measure = path.measure(grid);
    json!({
        "cost": path.cost(),
        "length": measure.length(),
        "steps": path.step_count(),
        "straight": measure.straight,
        "diagonal": measure.diagonal,
        "links": measure.links,
        "cells": path.cells(grid).map(cell_json).collect::<Vec<_>>(),
        "waypoints": waypoints(path, grid).into_iter().map(cell_json).collect::<Vec<_>>(),
    })
}

/// The cells where a path turns or takes a link, both ends included.
pub(crate) fn waypoints(path: &Path, grid: &Grid) -> Vec<Cell> {
    compress(path, grid).into_iter().map(|point| point.cell).collect()
}

/// The centres of the cells of a path, in cell widths.
pub(crate) fn centres(path: &Path, grid: &Grid) -> Vec<Vec2> {
    path.cells(grid).map(Cell::centre).collect()
}

/// A path pulled straight: its turning points and its length in cells.
#[derive(Debug)]
pub(crate) struct Straightened {
    pub(crate) nodes: Vec<NodeId>,
    pub(crate) cells: Vec<Cell>,
    pub(crate) length: f64,
}

impl Straightened {
    pub(crate) fn of(path: &Path, view: &GridView<'_>) -> Self {
        let nodes = straighten(path, view);
        let cells: Vec<Cell> = nodes.iter().map(|&node| view.grid().cell(node)).collect();
        let leg = |pair: &[Cell]| {
            let (dx, dy) = (pair[0].x.abs_diff(pair[1].x), pair[0].y.abs_diff(pair[1].y));
            f64::from(dx).hypot(f64::from(dy))
        };
        let length = cells.windows(2).map(leg).sum();
        Straightened { nodes, cells, length }
    }

    pub(crate) fn json(&self) -> Value {
        json!({
            "length": self.length,
            "waypoints": self.cells.iter().copied().map(cell_json).collect::<Vec<_>>(),
        })
    }
}

/// A list of cells under a name, broken into lines.
pub(crate) fn cells_text(out: &mut String, name: &str, cells: impl IntoIterator<Item = Cell>) {
    names_text(out, name, cells.into_iter().map(plain));
}

/// As [`cells_text`], for places by name.
pub(crate) fn names_text(out: &mut String, name: &str, words: impl IntoIterator<Item = String>) {
    let mut row = format!("{name:<12}");
    for (at, word) in words.into_iter().enumerate() {
        if row.len() + word.len() + 1 > COLUMNS {
            out.push_str(row.trim_end());
            row = format!("\n{:<12}", "");
        } else if at > 0 {
            row.push(' ');
        }
        row.push_str(&word);
    }
    out.push_str(row.trim_end());
    out.push('\n');
}

/// The effort of a search, in words.
pub(crate) fn effort_text(effort: Effort) -> String {
    let mut out = format!(
        "{} expanded, {} generated",
        count(effort.expanded, "node"),
        grouped(effort.generated)
    );
    if effort.improved > 0 {
        let _ = write!(out, ", {} improved", grouped(effort.improved));
    }
    if effort.reopened > 0 {
        let _ = write!(out, ", {} reopened", grouped(effort.reopened));
    }
    let _ = write!(out, ", at most {} open", grouped(effort.open_most));
    out
}

/// The effort of a search, in JSON.
pub(crate) fn effort_json(effort: Effort) -> Value {
    json!({
        "expanded": effort.expanded,
        "generated": effort.generated,
        "improved": effort.improved,
        "reopened": effort.reopened,
        "open_most": effort.open_most,
        "bytes": effort.bytes,
    })
}

/// What is guaranteed about a path, in JSON.
pub(crate) fn guarantee_json(guarantee: Guarantee) -> Value {
    json!({ "optimal": guarantee.is_optimal(), "text": guarantee.to_string() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_of_cells_are_broken_into_lines() {
        let mut out = String::new();
        cells_text(&mut out, "cells", (0..40).map(|x| Cell::new(x, 100)));
        assert!(out.lines().count() > 1 && out.lines().all(|line| line.len() <= COLUMNS));
        assert_eq!(out.split_whitespace().count(), 41);
    }
}
