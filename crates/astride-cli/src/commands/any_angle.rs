//! `astride path --any-angle`: a path whose legs have any direction, between the centres of two cells.

use std::fmt::Write;
use std::time::Instant;

use astride::base::{Budget, NodeId, Vec2};
use astride::path::Line;
use astride::search::{Found, Guarantee, OutOfBudget, Outcome, Scratch, Unreachable};
use astride::shapes::square::{AnyAngleMap, Anya, GridView, LazyTheta, Spot, bounded_line};
use serde_json::json;

use crate::describe::{effort_json, effort_text, line};
use crate::error::Failure;
use crate::options::{cell_json, plain};
use crate::report::{Ending, Report, count};

#[derive(clap::Args, Clone, Debug)]
pub(crate) struct AnyAngleArgs {
    /// Find a path that is not bound to steps, from centre to centre
    #[arg(long, value_enum, value_name = "NAME", help_heading = "Search", conflicts_with_all = [
        "method", "heuristic", "ties", "exact", "baked", "cost_only", "nearest", "partial", "why",
        "max_cost", "waypoints", "straighten", "smooth", "alternatives", "dissimilar", "trace",
        "draw", "output",
    ])]
    pub(crate) any_angle: Option<AnyAngleName>,
}

#[derive(clap::ValueEnum, Clone, Copy, Debug)]
pub(crate) enum AnyAngleName {
    /// Each leg is a line of sight of the mover; not optimal
    LazyTheta,
    /// The same, with a bound on how far it is from the shortest such path
    Bounded,
    /// The shortest path of a point, on even ground without walls
    Optimal,
}

impl AnyAngleName {
    fn text(self) -> &'static str {
        match self {
            AnyAngleName::LazyTheta => "lazy-theta",
            AnyAngleName::Bounded => "bounded",
            AnyAngleName::Optimal => "optimal",
        }
    }

    fn guarantee(self, of_answer: Guarantee) -> String {
        match self {
            AnyAngleName::LazyTheta | AnyAngleName::Bounded => of_answer.to_string(),
            AnyAngleName::Optimal => "the shortest path of a point".to_owned(),
        }
    }
}

/// Answers from one node to another, `repeat` times; the budget counts expansions.
pub(crate) fn answer(
    name: AnyAngleName,
    view: &GridView<'_>,
    [start, goal]: [NodeId; 2],
    budget: Option<u64>,
    repeat: u16,
) -> Result<Report, Failure> {
    let map = match name {
        AnyAngleName::LazyTheta | AnyAngleName::Bounded => None,
        AnyAngleName::Optimal => {
            let map = AnyAngleMap::build(view);
            Some(map.map_err(|error| Failure::of_at("--any-angle optimal", error))?)
        }
    };
    let cells = [start, goal].map(|node| view.grid().cell(node));
    let mut scratch = Scratch::new();
    let mut ask = || {
        let mut budget = match budget {
            Some(most) => Budget::unlimited().expansions(most),
            None => Budget::unlimited(),
        };
        match &map {
            None if matches!(name, AnyAngleName::Bounded) => {
                let bounded = bounded_line(view, start, goal, &mut budget, &mut scratch);
                bounded.map(|path| path.line)
            }
            None => LazyTheta::new(view, start, goal, &mut scratch).run(&mut budget),
            Some(map) => {
                let [from, to] = cells.map(Spot::centre);
                Anya::new(map, from, to, &mut scratch).run(&mut budget)
            }
        }
    };
    let (mut seconds, mut answered) = (f64::INFINITY, None);
    for _ in 0..repeat {
        let began = Instant::now();
        answered = Some(ask());
        seconds = seconds.min(began.elapsed().as_secs_f64());
    }
    let answer = answered.ok_or_else(|| Failure::new("nothing was asked"))?;
    let mut report = Report::good(
        String::new(),
        json!({
            "command": "path",
            "any_angle": name.text(),
            "from": cell_json(cells[0]),
            "to": [cell_json(cells[1])],
            "effort": effort_json(answer.effort()),
            "timing": { "seconds": seconds },
        }),
    );
    describe(&mut report, name, &answer, cells.map(plain));
    line(&mut report.text, "effort", effort_text(answer.effort()));
    Ok(report)
}

fn describe(
    report: &mut Report,
    name: AnyAngleName,
    answer: &Outcome<Line>,
    [from, to]: [String; 2],
) {
    match answer {
        Outcome::Found(Found { path, guarantee, .. }) => {
            let _ = writeln!(report.text, "path from {from} to {to}");
            line(&mut report.text, "length", format_args!("{:.4} cells", path.length));
            line(&mut report.text, "guarantee", name.guarantee(*guarantee));
            let point = |&Vec2 { x, y }: &Vec2| format!("{x},{y}");
            let points: Vec<String> = path.points.iter().map(point).collect();
            line(&mut report.text, "points", points.join(" "));
            report.json["outcome"] = "found".into();
            report.json["length"] = path.length.into();
            if let Guarantee::Within(factor) = guarantee {
                report.json["within"] = factor.as_f64().into();
            }
            report.json["points"] = path.points.iter().map(|at| json!([at.x, at.y])).collect();
        }
        Outcome::Unreachable(Unreachable { why, .. }) => {
            let _ = writeln!(report.text, "no path from {from} to {to}: {why}");
            report.ending = Ending::Negative;
            report.json["outcome"] = "unreachable".into();
            report.json["why"] = why.to_string().into();
        }
        Outcome::OutOfBudget(OutOfBudget { effort, .. }) => {
            let spent = count(effort.expanded, "expanded node");
            let _ = writeln!(report.text, "out of budget after {spent}");
            report.ending = Ending::OutOfBudget;
            report.json["outcome"] = "out-of-budget".into();
        }
    }
}
