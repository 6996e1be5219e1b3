//! Reporting a path, or why there is none.

use std::fmt::Write;

use astride::path::Path;
use astride::search::{Enclosure, Recorder, Scratch, Unreachable, Why, alternatives, enclosure};
use astride::shapes::square::{GridView, explain};
use serde_json::{Value, json};

use super::Args;
use super::ask::Asked;
use crate::describe::{Straightened, cells_text, line, path_json, waypoints};
use crate::error::Failure;
use crate::options::{cell_json, plain};
use crate::progress::Ticker;
use crate::reasons::tell_reasons;
use crate::report::{Ending, Report, count, grouped};
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

    /// Says what closes the way off, and what would open one, as asked for.
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

    /// The cells of a path, its turning points, and the path pulled straight, as asked for.
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

    pub(super) fn add_alternatives(
        &self,
        report: &mut Report,
        path: &Path,
        view: &GridView<'_>,
    ) -> Result<(), Failure> {
        let Some(wanted) = self.alternatives else { return Ok(()) };
        let mut ticker = Ticker::endless("finding alternatives");
        let mut tick = || {
            ticker.at(0);
            false
        };
        let (start, goal) = (path.start(), path.goal());
        let budget = &mut self.limits().deadline(&mut tick);
        let found = alternatives(view, start, goal, wanted.into(), &mut Scratch::new(), budget);
        let Ok(paths) = found else {
            report.ending = Ending::OutOfBudget;
            line(&mut report.text, "alternatives", " out of budget");
            report.json["alternatives"] = Value::Null;
            return Ok(());
        };
        let _ = writeln!(report.text, "\n{} without loops:", count(paths.len() as u64, "path"));
        for (at, path) in paths.iter().enumerate() {
            let cost = format!("{} ticks", grouped(path.cost()));
            let _ = writeln!(report.text, "{:>4}. {cost}, {} steps", at + 1, path.step_count());
            cells_text(&mut report.text, "", waypoints(path, view.grid()));
        }
        let paths = paths.iter().map(|path| path_json(path, view.grid())).collect::<Vec<_>>();
        report.json["alternatives"] = paths.into();
        Ok(())
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
