//! `astride path`: a cheapest path between two cells, or to the nearest of many.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::Instant;

use astride::base::{Budget, Cost, NodeId};
use astride::path::Path;
use astride::planner::{Method, Question, solve};
use astride::search::{
    Enclosure, Outcome, Query, Recorder, Scratch, Unreachable, Why, alternatives, enclosure,
};
use astride::world::{GridView, Mover};
use serde_json::{Value, json};

use crate::commands::any_angle::{AnyAngleArgs, answer};
use crate::describe::{
    Straightened, cells_text, effort_json, effort_text, guarantee_json, line, path_json, path_text,
    waypoints,
};
use crate::error::Failure;
use crate::load::{Map, load_map};
use crate::options::{AskArgs, MoverArgs, SearchArgs, cell_json, free_node, node_on, plain};
use crate::parse;
use crate::pictures::{DrawArgs, Layer, Picture};
use crate::progress::Ticker;
use crate::ready::Ready;
use crate::report::{Ending, Report, count, grouped};
use crate::trace::trace;

/// The most events that are kept for traces and pictures: 320 MB, and more than any search needs
/// that expands each node of a map of two million cells once.
const MOST_EVENTS: usize = 1 << 23;

const EXAMPLES: &str = "\
Examples:
  astride path data/grid/dao/arena.map --from 1,11 --to 46,47
  astride path data/grid/dao/arena.map --from 1,11 --to 46,47 --method bidirectional --draw text
  astride path data/grid/dao/lak303d.map --from 127,124 --to 100,1 --draw png -o path.png
  printf 'A.#.\\n..#B\\n....\\n' | astride path - --scale classic --heuristic manhattan --draw text

Exit codes: 0 path found, 1 no path, 2 bad input or usage, 3 out of budget";

/// Finds a cheapest path between two cells, or to the nearest of several.
///
/// Prints what it costs, what is promised about it, what the search took, and the cells.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The map: .map or drawn text, plain or .gz; - is standard input
    map: PathBuf,

    /// Where to start; a drawn map may say so with A
    #[arg(long, value_parser = parse::cell, value_name = "X,Y", allow_hyphen_values = true)]
    from: Option<astride::base::Cell>,

    /// Where to go; a drawn map may say so with B. Several mean the nearest of them
    #[arg(long, value_parser = parse::cell, value_name = "X,Y", allow_hyphen_values = true)]
    to: Vec<astride::base::Cell>,

    /// Go to the nearest of the goals; understood when there are several
    #[arg(long)]
    nearest: bool,

    #[command(flatten)]
    search: SearchArgs,

    #[command(flatten)]
    any_angle: AnyAngleArgs,

    #[command(flatten)]
    ask: AskArgs,

    /// Give up after so many expanded nodes (exit code 3)
    #[arg(long, value_name = "NODES", help_heading = "Search")]
    budget: Option<u64>,

    /// Do not look for paths dearer than this
    #[arg(long, value_name = "TICKS", help_heading = "Search")]
    max_cost: Option<Cost>,

    /// When no goal can be reached, show the path to the reachable cell nearest to it
    #[arg(long, help_heading = "Search")]
    partial: bool,

    #[command(flatten)]
    mover: MoverArgs,

    /// Print turning points instead of all cells
    #[arg(long, help_heading = "Output")]
    waypoints: bool,

    /// Pull the path straight and print where it then turns
    #[arg(long, help_heading = "Output")]
    straighten: bool,

    /// Also find the K cheapest paths without loops
    #[arg(long, value_name = "K", help_heading = "Output",
          value_parser = clap::value_parser!(u16).range(1..=1000))]
    alternatives: Option<u16>,

    /// Write every event of the search to this file, one line of JSON each
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    trace: Option<PathBuf>,

    #[command(flatten)]
    draw: DrawArgs,
}

/// The question as the engine takes it.
struct Asked {
    start: NodeId,
    goals: Vec<NodeId>,
}

pub(crate) fn run(args: &Args) -> Result<Report, Failure> {
    args.draw.check()?;
    let map = load_map(&args.map)?;
    let mover = args.mover.mover()?;
    let asked = args.asked(&map, &mover)?;
    let view = map.grid.seen_by(&mover);
    if let Some(name) = args.any_angle.any_angle {
        let &[goal] = &asked.goals[..] else {
            return Err(Failure::new("--any-angle expects one goal, there are several"));
        };
        return answer(name, &view, [asked.start, goal], args.budget, args.ask.repeat);
    }
    let query = args.query(&asked);
    let mut recorder = Recorder::new(MOST_EVENTS);
    let mut ready = args.ready(&map, &mover, &asked)?;
    if args.ask.cost_only {
        return args.cost_alone(&map, &view, &asked, ready);
    }
    let mut seconds = f64::INFINITY;
    let mut outcome = None;
    for _ in 0..args.ask.repeat {
        recorder = Recorder::new(MOST_EVENTS);
        let began = Instant::now();
        let found = match &mut ready {
            Some(ready) => args.route(ready, &map, &asked)?,
            None => args.solve(&view, &query, &mut recorder)?,
        };
        seconds = seconds.min(began.elapsed().as_secs_f64());
        outcome = Some(found);
    }
    let Some(outcome) = outcome else { return Err(Failure::new("nothing was asked")) };

    let mut report = Report::good(
        String::new(),
        json!({
            "command": "path",
            "from": cell_json(map.grid.cell(asked.start)),
            "to": asked.goals.iter().map(|&n| cell_json(map.grid.cell(n))).collect::<Vec<_>>(),
            "method": args.question().method.to_string(),
            "scale": { "straight": view.scale().straight(), "diagonal": view.scale().diagonal() },
            "effort": effort_json(outcome.effort()),
            "timing": { "seconds": seconds },
        }),
    );
    match &outcome {
        Outcome::Found(found) => {
            let grid = &map.grid;
            let ends = (plain(grid.cell(asked.start)), plain(grid.cell(found.path.goal())));
            let _ = writeln!(report.text, "path from {} to {}", ends.0, ends.1);
            path_text(&mut report.text, &found.path, &view);
            line(&mut report.text, "guarantee", found.guarantee);
            report.json["outcome"] = "found".into();
            report.json["goal"] = cell_json(grid.cell(found.path.goal()));
            report.json["guarantee"] = guarantee_json(found.guarantee);
        }
        Outcome::Unreachable(unreachable) => {
            report.ending = Ending::Negative;
            report.json["outcome"] = "unreachable".into();
            args.why(&mut report, &view, &asked, unreachable);
        }
        Outcome::OutOfBudget(out) => {
            report.ending = Ending::OutOfBudget;
            report.json["outcome"] = "out-of-budget".into();
            report.json["lower_bound"] = out.lower_bound.into();
            let spent = args.budget.unwrap_or_default();
            let _ = writeln!(
                report.text,
                "out of budget after {}: no path is cheaper than {} ticks",
                count(spent, "expanded node"),
                grouped(out.lower_bound)
            );
        }
    }
    line(&mut report.text, "effort", effort_text(outcome.effort()));
    if let Some(ready) = &ready {
        line(&mut report.text, "built", ready.built.text());
        report.json["index"] = ready.built.json();
    }
    if let Some(path) = outcome.path() {
        args.lay_out(&mut report, path, &view);
        args.add_alternatives(&mut report, path, &view)?;
    } else if let Some(path) = outcome.nearest() {
        let nearest = plain(map.grid.cell(path.goal()));
        let _ = writeln!(report.text, "\nnearest reachable cell is {nearest}");
        path_text(&mut report.text, path, &view);
        args.lay_out(&mut report, path, &view);
    }
    args.write_trace(&mut report, &recorder, &view)?;
    let shown = outcome.path().or(outcome.nearest());
    let straightened = args.straighten.then(|| shown.map(|path| Straightened::of(path, &view)));
    let straightened = straightened.flatten();
    let picture = Picture {
        grid: &map.grid,
        mover: &mover,
        starts: vec![map.grid.cell(asked.start)],
        goals: asked.goals.iter().map(|&node| map.grid.cell(node)).collect(),
        path: shown.map(Path::nodes),
        straightened: straightened.as_ref().map(|line| &line.nodes[..]),
        layer: Layer::Search(recorder.events()),
    };
    args.draw.draw(&picture, "path", &mut report)?;
    Ok(report)
}

impl Args {
    fn asked(&self, map: &Map, mover: &Mover) -> Result<Asked, Failure> {
        let grid = &map.grid;
        let from = match (self.from, &map.starts[..]) {
            (Some(cell), _) => cell,
            (None, &[cell]) => cell,
            (None, starts) => {
                let message = "expected --from X,Y, or a drawn map with one A";
                let drawn = count(starts.len() as u64, "start");
                return Err(Failure::new(format!("where to start? {message} (it has {drawn})")));
            }
        };
        let to = if self.to.is_empty() { &map.goals } else { &self.to };
        if to.is_empty() {
            let message = "where to go? expected --to X,Y, or a drawn map with a B (it has none)";
            return Err(Failure::new(message));
        }
        let start = free_node(grid, mover, from, "--from")?;
        let goals = to.iter().map(|&cell| match self.partial {
            true => node_on(grid, cell, "--to"),
            false => free_node(grid, mover, cell, "--to"),
        });
        Ok(Asked { start, goals: goals.collect::<Result<_, _>>()? })
    }

    fn question(&self) -> Question {
        let question = self.search.question();
        let is_baked = self.ask.baked.is_some();
        if is_baked { Question { method: Method::Labels, ..question } } else { question }
    }

    fn query<'a>(&self, asked: &'a Asked) -> Query<'a> {
        let query = match asked.goals[..] {
            [goal] if !self.nearest => Query::new(asked.start, goal),
            _ => Query::to_nearest(asked.start, &asked.goals),
        };
        let query = query.ties(self.search.guess.ties());
        let query = query.within(self.max_cost.unwrap_or(Cost::MAX));
        if self.partial { query.or_nearest() } else { query }
    }

    /// The method ready to answer, if it answers by a guide: from one start to one goal.
    fn ready<'a>(
        &self,
        map: &'a Map,
        mover: &Mover,
        asked: &Asked,
    ) -> Result<Option<Ready<'a>>, Failure> {
        let question = self.question();
        let method = question.method;
        let is_limited = self.nearest || self.partial || self.max_cost.is_some();
        let is_plain = asked.goals.len() == 1 && !is_limited;
        let refused = |what: &str| {
            Err(Failure::at(format!("--method {method}"), format!("{what}, astar does")))
        };
        if method.has_index() && self.trace.is_some() {
            return refused("does not tell what it looks at");
        }
        // What is watched is searched over cells.
        let is_watched = self.trace.is_some() || self.draw.shows_search();
        match method {
            Method::Auto if !is_plain || is_watched => Ok(None),
            _ if !method.has_index() && method != Method::Auto => Ok(None),
            _ if !is_plain => refused("does not take several goals, --max-cost or --partial"),
            _ => {
                let asked = (question, self.search.guess.ties());
                let baked = self.ask.baked_for(&self.map)?;
                let queries = self.ask.repeat.into();
                Ready::new(&map.grid, mover, asked, queries, baked.as_deref()).map(Some)
            }
        }
    }

    fn route(&self, ready: &mut Ready<'_>, map: &Map, asked: &Asked) -> Result<Outcome, Failure> {
        let (from, to) = (map.grid.cell(asked.start), map.grid.cell(asked.goals[0]));
        ready.route(from, to, &mut self.limits())
    }

    /// What a path costs, and nothing else.
    fn cost_alone(
        &self,
        map: &Map,
        view: &GridView<'_>,
        asked: &Asked,
        mut ready: Option<Ready<'_>>,
    ) -> Result<Report, Failure> {
        let wants_path = self.draw.shows_search()
            || self.trace.is_some()
            || self.straighten
            || self.waypoints
            || self.partial
            || self.alternatives.is_some();
        if wants_path {
            let message = "--cost-only finds no path to show, expected one or the other";
            return Err(Failure::new(message));
        }
        if self.budget.is_some() && ready.is_some() {
            let message =
                "--cost-only takes no --budget with this method, expected one or the other";
            return Err(Failure::new(message));
        }
        let mut seconds = f64::INFINITY;
        let mut cost = None;
        for _ in 0..self.ask.repeat {
            let began = Instant::now();
            cost = match &mut ready {
                Some(ready) => {
                    let to = map.grid.cell(asked.goals[0]);
                    ready.cost(map.grid.cell(asked.start), to)?
                }
                None => {
                    let unwatched = &mut Recorder::new(0);
                    match self.solve(view, &self.query(asked), unwatched)? {
                        Outcome::OutOfBudget(_) => {
                            let mut report = Report::good("out of budget\n".into(), json!({}));
                            report.ending = Ending::OutOfBudget;
                            report.json = json!({ "command": "path", "outcome": "out-of-budget" });
                            return Ok(report);
                        }
                        outcome => outcome.cost(),
                    }
                }
            };
            seconds = seconds.min(began.elapsed().as_secs_f64());
        }
        let mut report = Report::good(
            String::new(),
            json!({
                "command": "path",
                "from": cell_json(map.grid.cell(asked.start)),
                "to": asked.goals.iter().map(|&n| cell_json(map.grid.cell(n))).collect::<Vec<_>>(),
                "method": self.question().method.to_string(),
                "outcome": if cost.is_some() { "found" } else { "unreachable" },
                "cost": cost,
                "timing": { "seconds": seconds },
            }),
        );
        match cost {
            Some(cost) => {
                let ticks = format!("{} ticks (scale {})", grouped(cost), view.scale());
                line(&mut report.text, "cost", ticks);
            }
            None => {
                report.ending = Ending::Negative;
                report.text.push_str("no path\n");
            }
        }
        line(&mut report.text, "time", format_args!("{:.2} us", seconds * 1e6));
        if let Some(ready) = &ready {
            line(&mut report.text, "built", ready.built.text());
            report.json["index"] = ready.built.json();
        }
        Ok(report)
    }

    fn solve(
        &self,
        view: &GridView<'_>,
        query: &Query<'_>,
        recorder: &mut Recorder,
    ) -> Result<Outcome, Failure> {
        let question = self.question();
        let mut ticker = Ticker::endless("searching");
        let mut tick = || {
            ticker.at(0);
            false
        };
        let budget = &mut self.limits().deadline(&mut tick);
        let scratch = &mut Scratch::new();
        let watched = self.trace.is_some() || self.draw.shows_search();
        let outcome = if watched {
            solve(view, question, query, scratch, budget, recorder)
        } else {
            solve(view, question, query, scratch, budget, &mut ())
        };
        outcome.map_err(|error| Failure::at(format!("--method {}", question.method), error))
    }

    fn limits<'a>(&self) -> Budget<'a> {
        let budget = Budget::unlimited();
        match self.budget {
            Some(most) => budget.expansions(most),
            None => budget,
        }
    }

    /// Says why there is no path, and which end is enclosed.
    fn why(
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
                    why = format!("the goal is enclosed, no more than {cells_text} lead to it");
                    enclosed = json!({ "end": "goal", "cells": cells });
                }
                Ok(Enclosure::None) | Err(_) => {}
            }
        }
        let cell = |node| plain(view.grid().cell(node));
        let goals: Vec<String> = asked.goals.iter().map(|&goal| cell(goal)).collect();
        let (start, goals) = (cell(asked.start), goals.join(" or "));
        let _ = writeln!(report.text, "no path from {start} to {goals}: {why}");
        report.json["why"] = why.into();
        report.json["enclosed"] = enclosed;
    }

    /// The cells of a path, its turning points, and the path pulled straight, as asked for.
    fn lay_out(&self, report: &mut Report, path: &Path, view: &GridView<'_>) {
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
            line(&mut report.text, "straightened", format_args!(" {length}"));
            cells_text(&mut report.text, "", straightened.cells.iter().copied());
            report.json["straightened"] = straightened.json();
        }
    }

    fn add_alternatives(
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

    fn write_trace(
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
