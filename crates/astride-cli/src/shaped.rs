//! Maps of any shape but squares: described, drawn, and asked for paths, all by one door.

use std::fmt::Write;
use std::time::Instant;

use astride::base::{Budget, Cost, NodeId};
use astride::io::{HexDrawing, TriangleDrawing};
use astride::path::Path;
use astride::planner::{Board, Method, OnBoard};
use astride::search::{Event, Goals, Outcome, Query, Scratch, Ties};
use astride::shapes::Shape;
use astride_draw::{Outlines, Theme};
use serde_json::json;

use crate::describe::{effort_json, effort_text, guarantee_json, line};
use crate::error::Failure;
use crate::load::{load_bytes, name_of};
use crate::options::MoverArgs;
use crate::pictures::{DrawArgs, Kind};
use crate::progress::Ticker;
use crate::ready::Built;
use crate::report::{Ending, Report, count, grouped};
use crate::scenarios::RunArgs;
use crate::tally::{Listed, Tally, Times, evenly};

/// The most expanded nodes that are kept for pictures: searches that go deep again and again expand
/// far more than there are.
const MOST_EXPANDED: usize = 1 << 22;

/// A map of some shape, with the ends that are drawn in it.
pub(crate) struct Shaped {
    board: Box<dyn Board>,
    starts: Vec<NodeId>,
    goals: Vec<NodeId>,
    /// Reads recorded questions about maps of this shape, if there is a format for them.
    read_rows: Option<ReadRows>,
}

/// A map of some shape before it is said who walks there.
pub(crate) struct Unseen {
    shape: &'static str,
    by: Box<BySight>,
}

impl Unseen {
    /// A map that was drawn, with its ends, and how options tell of a mover on it.
    fn drawn<S: Shape<Mover: 'static, Kit: 'static> + 'static>(
        map: S,
        starts: Vec<S::Place>,
        goals: Vec<S::Place>,
        mover: fn(&MoverArgs) -> Result<S::Mover, Failure>,
    ) -> Unseen {
        let nodes = |places: Vec<S::Place>| -> Vec<NodeId> {
            places.into_iter().filter_map(|place| map.node_of(place)).collect()
        };
        let (starts, goals) = (nodes(starts), nodes(goals));
        let by = move |args: &MoverArgs| {
            let board = Box::new(OnBoard::new(map, mover(args)?));
            Ok(Shaped { board, starts, goals, read_rows: None })
        };
        Unseen { shape: S::NAME, by: Box::new(by) }
    }

    /// What maps of this shape are called.
    pub(crate) fn shape(&self) -> &'static str {
        self.shape
    }

    /// The map and the mover that the options tell of.
    pub(crate) fn seen_by(self, mover: &MoverArgs) -> Result<Shaped, Failure> {
        (self.by)(mover)
    }
}

type BySight = dyn FnOnce(&MoverArgs) -> Result<Shaped, Failure>;

type CheckRow = dyn Fn(Option<&Path>) -> Result<(), String>;

/// Reads the rows of a file of recorded questions.
type ReadRows = fn(&[u8]) -> Result<Vec<Row>, String>;

/// A recorded question: the names of its ends, and its answer.
pub(crate) struct Row {
    pub(crate) from: String,
    pub(crate) to: String,
    /// The cost or length as printed.
    pub(crate) listed: String,
    /// What is wrong with a path, or with there being none.
    pub(crate) check: Box<CheckRow>,
}

/// What is asked of a map.
pub(crate) struct Wish<'a> {
    pub(crate) from: Option<&'a str>,
    pub(crate) to: &'a [String],
    pub(crate) method: Method,
    pub(crate) ties: Ties,
    pub(crate) budget: Option<u64>,
    pub(crate) max_cost: Cost,
}

impl Shaped {
    pub(crate) fn hexagons(drawing: HexDrawing) -> Unseen {
        let HexDrawing { map, starts, goals } = drawing;
        Unseen::drawn(map, starts, goals, MoverArgs::hex_mover)
    }

    pub(crate) fn triangles(drawing: TriangleDrawing) -> Unseen {
        let TriangleDrawing { map, starts, goals } = drawing;
        Unseen::drawn(map, starts, goals, MoverArgs::triangle_mover)
    }

    /// Reads recorded questions about the map.
    pub(crate) fn rows(&self, file: &std::path::Path) -> Result<Vec<Row>, Failure> {
        let read = self.read_rows.ok_or_else(|| {
            let shape = self.board.shape();
            Failure::new(format!("no format records questions about maps of {shape}"))
        })?;
        read(&load_bytes(file)?).map_err(|error| Failure::at(name_of(file), error))
    }

    /// The methods that promise a cheapest path.
    pub(crate) fn optimal_methods(&self) -> Vec<Method> {
        let is_optimal = |method: &Method| method.row().promise.is_optimal();
        self.board.methods().into_iter().filter(is_optimal).collect()
    }

    /// Asks recorded questions one by one and checks every answer.
    pub(crate) fn run_rows(
        &mut self,
        rows: &[Row],
        method: Method,
        ties: Ties,
        args: &RunArgs,
    ) -> Result<Tally, Failure> {
        let refused = |error| Failure::at(format!("--method {method}"), error);
        let began = Instant::now();
        self.board.build(method).map_err(refused)?;
        let seconds = began.elapsed().as_secs_f64();
        let chosen = evenly(rows.len(), args.limit);
        let built = Built { seconds, bytes: 0, why: method.to_string() };
        let mut tally = Tally::new(method, chosen.len(), built);
        let mut ticker = Ticker::of(chosen.len() as u64, method.to_string());
        let (mut scratch, mut micros) = (Scratch::new(), Vec::with_capacity(chosen.len()));
        for (done, &at) in chosen.iter().enumerate() {
            ticker.at(done as u64);
            let row = &rows[at];
            let listed = || Listed {
                names: [row.from.clone(), row.to.clone()],
                ends: [row.from.clone().into(), row.to.clone().into()],
                length: row.listed.clone(),
            };
            let node = |name: &String| self.board.node(name).map_err(|error| error.to_string());
            let (start, goal) = match node(&row.from).and_then(|from| Ok((from, node(&row.to)?))) {
                Ok(ends) => ends,
                Err(reason) => {
                    tally.note(at, listed, reason);
                    continue;
                }
            };
            let query = Query { ties, ..Query::new(start, goal) };
            let (mut least, mut answer) = (f64::INFINITY, None);
            for _ in 0..args.ask.repeat {
                let (began, budget) = (Instant::now(), &mut Budget::unlimited());
                let found = self.board.answer(method, &query, &mut scratch, budget, None);
                least = least.min(began.elapsed().as_secs_f64() * 1e6);
                answer = Some(found.map_err(refused)?);
            }
            let Some(outcome) = answer else { continue };
            micros.push(least);
            tally.expanded += outcome.effort().expanded;
            let walked = outcome.path().map_or(Ok(()), |path| self.board.check(path));
            let checked = walked.map_err(|fault| format!("invalid path: {fault}"));
            if let Err(reason) = checked.and_then(|()| (row.check)(outcome.path())) {
                tally.note(at, listed, reason);
            }
        }
        tally.times = Times::of(micros);
        Ok(tally)
    }

    fn places(&self) -> impl Iterator<Item = NodeId> + '_ {
        let nodes = (0..self.board.node_count()).map(NodeId::new);
        nodes.filter(|&node| self.board.class(node).is_some())
    }

    /// `astride info`.
    pub(crate) fn info(&self) -> Report {
        let mut classes = [(0u64, None); 256];
        for node in self.places() {
            let (count, example) = &mut classes[usize::from(self.board.class(node).unwrap_or(0))];
            *count += 1;
            *example = Some(node);
        }
        // The class decides where a mover can stand.
        let is_free = |node: Option<NodeId>| node.is_some_and(|node| self.board.is_passable(node));
        let places: u64 = classes.iter().map(|class| class.0).sum();
        let free: u64 = classes.iter().filter(|class| is_free(class.1)).map(|class| class.0).sum();
        let classes = classes.map(|class| class.0);
        let mut text = String::new();
        line(&mut text, "shape", self.board.shape());
        line(&mut text, "places", grouped(places));
        line(&mut text, "passable", grouped(free));
        let terrain: Vec<_> =
            (0..=255u8).filter(|&class| classes[usize::from(class)] > 0).collect();
        for &class in &terrain {
            let name = format!("  {}", class.escape_ascii());
            line(&mut text, &name, grouped(classes[usize::from(class)]));
        }
        let classes = terrain.iter().map(|&class| {
            json!({ "class": class.escape_ascii().to_string(), "places": classes[usize::from(class)] })
        });
        let json = json!({
            "command": "info", "shape": self.board.shape(), "places": places, "passable": free,
            "terrain": classes.collect::<Vec<_>>(),
        });
        Report::good(text, json)
    }

    /// `astride draw`.
    pub(crate) fn draw(&self, draw: &DrawArgs) -> Result<Report, Failure> {
        let json = json!({ "command": "draw", "shape": self.board.shape() });
        let mut report = Report::good(String::new(), json);
        let bare = self.picture(&self.starts, &self.goals);
        draw_outlines(&bare, &draw.or_by_name(Kind::Svg)?, &mut report)?;
        Ok(report)
    }

    fn picture<'a>(&'a self, starts: &'a [NodeId], goals: &'a [NodeId]) -> Outlines<'a> {
        Outlines { board: &*self.board, starts, goals, path: None, expanded: &[] }
    }

    /// `astride path`.
    pub(crate) fn path(&mut self, wish: &Wish<'_>, draw: &DrawArgs) -> Result<Report, Failure> {
        let node = |name: &str, option: &str| {
            let node = self.board.node(name).map_err(|error| Failure::at(option, error))?;
            self.free(node, option)
        };
        let start = match (wish.from, &self.starts[..]) {
            (Some(name), _) => node(name, "--from")?,
            (None, &[start]) => self.free(start, "A")?,
            _ => return Err(Failure::new("where to start? expected --from, or a map with one A")),
        };
        let goals = match wish.to {
            [] => self.goals.clone(),
            names => names.iter().map(|name| node(name, "--to")).collect::<Result<_, _>>()?,
        };
        if goals.is_empty() {
            return Err(Failure::new("where to go? expected --to, or a map with a B"));
        }
        let (any, &Wish { ties, max_cost, .. }) = (Goals::Any(&goals), wish);
        let query = Query { goals: any, ties, max_cost, ..Query::new(start, goals[0]) };
        let mut expanded = Vec::new();
        let mut notice = |event| match event {
            Event::Close { node, .. } if expanded.len() < MOST_EXPANDED => expanded.push(node),
            _ => {}
        };
        let budget = Budget::unlimited();
        let mut budget = match wish.budget {
            Some(nodes) => budget.expansions(nodes),
            None => budget,
        };
        let began = Instant::now();
        let scratch = &mut Scratch::new();
        let found = self.board.answer(wish.method, &query, scratch, &mut budget, Some(&mut notice));
        let outcome = found.map_err(|error| Failure::at("--method", error))?;
        let seconds = began.elapsed().as_secs_f64();
        let mut report = self.told(&outcome, [start, goals[0]], seconds);
        report.json["method"] = wish.method.to_string().into();
        let path = outcome.path().map(|path| path.nodes());
        let starts = [start];
        let picture = Outlines { path, expanded: &expanded, ..self.picture(&starts, &goals) };
        draw_outlines(&picture, draw, &mut report)?;
        Ok(report)
    }

    fn free(&self, node: NodeId, option: &str) -> Result<NodeId, Failure> {
        let message = || format!("the mover cannot stand on {}", self.board.name(node));
        let is_free = self.board.is_passable(node);
        is_free.then_some(node).ok_or_else(|| Failure::at(option, message()))
    }

    fn told(&self, outcome: &Outcome, [start, goal]: [NodeId; 2], seconds: f64) -> Report {
        let name = |node: &NodeId| self.board.name(*node);
        let json = json!({
            "command": "path", "shape": self.board.shape(), "from": name(&start), "to": name(&goal),
            "effort": effort_json(outcome.effort()), "timing": { "seconds": seconds },
        });
        let mut report = Report::good(String::new(), json);
        let text = &mut report.text;
        match outcome {
            Outcome::Found(found) => {
                let names: Vec<_> = found.path.nodes().iter().map(name).collect();
                let _ =
                    writeln!(text, "path from {} to {}", name(&start), name(&found.path.goal()));
                line(text, "cost", format_args!("{} ticks", grouped(found.path.cost())));
                line(text, "steps", found.path.step_count());
                line(text, "guarantee", found.guarantee);
                line(text, "places", names.join(" "));
                report.json["outcome"] = "found".into();
                report.json["cost"] = found.path.cost().into();
                report.json["steps"] = found.path.step_count().into();
                report.json["guarantee"] = guarantee_json(found.guarantee);
                report.json["places"] = names.into();
            }
            Outcome::Unreachable(_) => {
                report.ending = Ending::Negative;
                report.json["outcome"] = "unreachable".into();
                let _ = writeln!(text, "no path from {} to {}", name(&start), name(&goal));
            }
            Outcome::OutOfBudget(out) => {
                report.ending = Ending::OutOfBudget;
                report.json["outcome"] = "out-of-budget".into();
                let after = count(out.effort.expanded, "expanded node");
                let _ = writeln!(text, "out of budget after {after}");
            }
        }
        line(text, "effort", effort_text(outcome.effort()));
        report
    }
}

/// Draws what was asked for, if anything, as SVG or PNG.
fn draw_outlines(
    picture: &Outlines<'_>,
    draw: &DrawArgs,
    report: &mut Report,
) -> Result<(), Failure> {
    let failed = |error| Failure::at("--draw", error);
    draw.save_as(report, |kind| match kind {
        Kind::Svg => picture.svg(Theme::Light).map(String::into_bytes).map_err(failed),
        Kind::Png => picture.png(Theme::Light).map_err(failed),
        _ => Err(Failure::at("--draw", "maps of this shape are drawn as svg or png")),
    })
}
