//! Reporting a path, or why there is none.

use std::fmt::Write;

use astride::base::{Budget, Cost, Vec2};
use astride::path::Path;
use astride::search::{Enclosure, Recorder, Scratch, Unreachable, Why, enclosure};
use astride::shapes::square::{FreeSpace, GridView, explain};
use serde_json::{Value, json};

use super::Args;
use super::ask::Asked;
use crate::describe::{Straightened, cells_text, centres, line, path_json, waypoints};
use crate::error::Failure;
use crate::options::{cell_json, plain};
use crate::reasons::tell_reasons;
use crate::report::{Report, count, grouped};
use crate::shaped::{Ways, tell_ways};
use crate::smooth::smooth;
use crate::trace::trace;

impl Args {
    /// Says why there is no path, and which end is enclosed.
    pub(super) fn why(
        &self,
        report: &mut Report,
        view: &GridView<'_>,
        asked: &Asked,
        unreachable: &Unreachable,
    ) {
        let mut why = unreachable.why.to_string();
        let mut enclosed = Value::Null;
        if let (Why::Enclosed { .. }, [goal]) = (unreachable.why, &asked.goals[..]) {
            let budget = &mut self.limits();
            match enclosure(view, asked.start, *goal, &mut Scratch::new(), budget) {
                Ok(Enclosure::Start(cells)) => {
                    let cells_text = count(cells, "cell");
                    why = format!("the start is enclosed, it leads to no more than {cells_text}");
                    enclosed = json!({ "end": "start", "cells": cells });
                }
                Ok(Enclosure::Goal(cells)) => {
                    let cells_text = count(cells, "cell");
                    why = "the goal is enclosed, it is reached from no more than ".to_owned();
                    why += &cells_text;
                    enclosed = json!({ "end": "goal", "cells": cells });
                }
                Ok(Enclosure::None) | Err(_) => {}
            }
        }
        match unreachable.why {
            Why::StartEnclosed { cells } => enclosed = json!({ "end": "start", "cells": cells }),
            Why::GoalEnclosed { cells } => enclosed = json!({ "end": "goal", "cells": cells }),
            _ => {}
        }
        let cell = |node| plain(view.grid().cell(node));
        let goals: Vec<String> = asked.goals.iter().map(|&goal| cell(goal)).collect();
        let (start, goals) = (cell(asked.start), goals.join(" or "));
        let _ = writeln!(report.text, "no path from {start} to {goals}: {why}");
        report.json["why"] = why.into();
        report.json["enclosed"] = enclosed;
    }

    /// Says what closes the way off and what would open one, if requested.
    pub(super) fn explain(
        &self,
        report: &mut Report,
        view: &GridView<'_>,
        asked: &Asked,
    ) -> Result<(), Failure> {
        if !self.why {
            return Ok(());
        }
        let &[goal] = &asked.goals[..] else {
            return Err(Failure::at("--why", "expected one goal, there are several"));
        };
        let (scratch, budget) = (&mut Scratch::new(), &mut self.limits());
        let explained = explain(view, asked.start, goal, scratch, budget);
        tell_reasons(report, explained, "cell", |&cell| plain(cell), |&cell| cell_json(cell));
        Ok(())
    }

    /// The cells of a path, its turning points, and the path pulled straight, as requested.
    pub(super) fn lay_out(&self, report: &mut Report, path: &Path, view: &GridView<'_>) {
        let grid = view.grid();
        if self.waypoints {
            cells_text(&mut report.text, "waypoints", waypoints(path, grid));
        } else {
            cells_text(&mut report.text, "cells", path.cells(grid));
        }
        report.json["path"] = path_json(path, grid);
        if self.straighten {
            let straightened = Straightened::of(path, view);
            let length = format!("{:.4} cells long, turning at", straightened.length);
            line(&mut report.text, "straightened", format_args!("{length}"));
            cells_text(&mut report.text, "", straightened.cells.iter().copied());
            report.json["straightened"] = straightened.json();
        }
    }

    /// The path with rounded corners, if requested.
    pub(super) fn smoothed(
        &self,
        report: &mut Report,
        path: &Path,
        view: &GridView<'_>,
    ) -> Result<Option<Vec<Vec2>>, Failure> {
        let Some(radius) = self.smooth else { return Ok(None) };
        let space = FreeSpace::new(view, self.disc.radius());
        let space = space.map_err(|error| Failure::of_at("--smooth", error))?;
        smooth(report, &centres(path, view.grid()), radius, &space).map(Some)
    }

    /// The other paths, as far as requested; returns those by different ways, none if the budget ran
    /// out.
    pub(super) fn add_ways(
        &self,
        report: &mut Report,
        path: &Path,
        view: &GridView<'_>,
    ) -> Vec<Path> {
        let (ends, margin) = ([path.start(), path.goal()], 2 * Cost::from(view.scale().straight()));
        let mut different = Vec::new();
        for ways in self.ways() {
            let find = |budget: &mut Budget<'_>| ways.find(view, ends, margin, budget);
            let list = |path: &Path| {
                let mut text = String::new();
                cells_text(&mut text, "", waypoints(path, view.grid()));
                (text.trim_end_matches('\n').to_owned(), path_json(path, view.grid()))
            };
            let limits = (self.budget, self.max_cost.unwrap_or(Cost::MAX));
            let found = tell_ways(report, ways, limits, find, list);
            if let Ways::Different(_) = ways {
                different = found;
            }
        }
        different
    }

    pub(super) fn write_trace(
        &self,
        report: &mut Report,
        recorder: &Recorder,
        view: &GridView<'_>,
    ) -> Result<(), Failure> {
        let Some(file) = &self.trace else { return Ok(()) };
        report.save(file, trace(recorder.events(), view.grid()).as_bytes())?;
        let mut events = count(recorder.events().len() as u64, "event");
        if recorder.dropped() > 0 {
            let _ = write!(events, ", {} more left out", grouped(recorder.dropped()));
        }
        line(&mut report.text, "trace", format_args!("{} ({events})", file.display()));
        report.json["trace"] = json!({
            "file": file.display().to_string(),
            "events": recorder.events().len(),
            "left_out": recorder.dropped(),
        });
        Ok(())
    }
}
