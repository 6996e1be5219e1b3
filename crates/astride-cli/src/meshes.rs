//! Navigation meshes: described, drawn, asked for paths, and held to recorded lengths.

use std::fmt::Write;
use std::path::Path;
use std::time::Instant;

use astride::base::{NodeId, Vec2};
use astride::io::{MeshRow, are_grid_lengths, read_mesh_scenario};
use astride::path::Line;
use astride::search::{Event, Method, Outcome};
use astride::shapes::mesh::{
    AreaFactors, Mesh, MeshScratch, Polyanya, WeightedMesh, WeightedPath, polyanya,
};
use astride_draw::MeshPicture;
use clap::Args;
use serde_json::{Value, json};

use crate::describe::{effort_json, effort_text, guarantee_json, line};
use crate::error::Failure;
use crate::load::{Loaded, load_bytes, name_of};
use crate::options::{MoverArgs, at_most};
use crate::pictures::{DrawArgs, Kind};
use crate::progress::Ticker;
use crate::ready::Built;
use crate::report::{Ending, Report, count, grouped};
use crate::scenarios::RunArgs;
use crate::shaped::{Wish, keep_expanded};
use crate::tally::{Listed, Tally, Times, evenly};

/// Who moves over a mesh.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Mover over meshes")]
pub(crate) struct DiscArgs {
    /// Move a disc of this radius instead of a point: its centre keeps this far from walls
    #[arg(long, value_name = "LENGTH")]
    radius: Option<f64>,
}

impl DiscArgs {
    /// A mesh as ground for the centre of the disc; other maps as they are, if there is no disc.
    pub(crate) fn on(&self, map: Loaded) -> Result<Loaded, Failure> {
        match (map, self.radius) {
            (map, None) => Ok(map),
            (Loaded::Mesh(mesh), Some(radius)) => {
                let ground = mesh.for_radius(radius);
                let ground = ground.map_err(|error| Failure::of_at("--radius", error))?;
                Ok(Loaded::Mesh(Box::new(ground)))
            }
            (_, Some(_)) => Err(Failure::at("--radius", "is for navigation meshes")),
        }
    }

    /// Says that a report is about a disc.
    pub(crate) fn tell(&self, report: &mut Report) {
        if let Some(radius) = self.radius {
            line(&mut report.text, "radius", radius);
            report.json["radius"] = radius.into();
        }
    }
}

/// What the areas of a mesh cost a mover, if it has areas; forbidden ones are taken out of the ground.
pub(crate) fn areas(map: &mut Loaded, mover: &MoverArgs) -> Result<Option<AreaFactors>, Failure> {
    let Loaded::Mesh(mesh) = map else { return Ok(None) };
    let factors = mover.areas(mesh)?;
    if let Some(factors) = &factors {
        **mesh = weighted(mesh, factors)?.mesh().clone();
    }
    Ok(factors)
}

fn weighted(mesh: &Mesh, factors: &AreaFactors) -> Result<WeightedMesh, Failure> {
    WeightedMesh::new(mesh, factors).map_err(|error| Failure::of_at("--terrain", error))
}

/// `astride info`.
pub(crate) fn info(mesh: &Mesh) -> Report {
    let merged = mesh.merged().polygon_count();
    let (least, most) = mesh.bounds();
    let mut text = String::new();
    line(&mut text, "shape", "navigation mesh");
    line(&mut text, "polygons", grouped(mesh.polygon_count().into()));
    line(&mut text, "merged", format_args!("{} polygons", grouped(merged.into())));
    line(&mut text, "vertices", grouped(mesh.vertex_count().into()));
    line(&mut text, "area", mesh.area());
    line(&mut text, "bounds", format_args!("{} to {}", name(least), name(most)));
    let json = json!({
        "command": "info", "shape": "mesh", "polygons": mesh.polygon_count(), "merged": merged,
        "vertices": mesh.vertex_count(), "area": mesh.area(), "bounds": [point(least), point(most)],
    });
    Report::good(text, json)
}

/// `astride draw`.
pub(crate) fn draw(mesh: &Mesh, draw: &DrawArgs) -> Result<Report, Failure> {
    let mut report = Report::good(String::new(), json!({ "command": "draw", "shape": "mesh" }));
    let bare = MeshPicture { mesh, starts: &[], goals: &[], path: None, expanded: &[] };
    save(&bare, &draw.or_by_name(Kind::Svg)?, &mut report)?;
    Ok(report)
}

/// `astride path`.
pub(crate) fn path(
    mesh: &Mesh,
    areas: Option<(&AreaFactors, f64)>,
    wish: &Wish<'_>,
    draw: &DrawArgs,
) -> Result<Report, Failure> {
    let from = wish.from.ok_or_else(|| Failure::new("where to start? expected --from"))?;
    let [to] = wish.to else {
        return Err(Failure::new("where to go? expected one --to"));
    };
    let (from, to) = (place(from, "--from")?, place(to, "--to")?);
    let mut expanded = Vec::new();
    let mut keep = |event| keep_expanded(&mut expanded, event);
    let mut notice: &mut dyn FnMut(Event) = &mut keep;
    let mut budget = at_most(wish.budget);
    let mut scratch = MeshScratch::new();
    let ground = areas.map(|(factors, within)| Ok((weighted(mesh, factors)?, within)));
    let ground = ground.transpose()?;
    let began = Instant::now();
    let answer = match &ground {
        None => {
            let answer = Polyanya::new(mesh, from, to, &mut scratch).run(&mut budget, &mut notice);
            answer.map(|line| (line, None))
        }
        Some((ground, within)) => {
            let answer = ground.path(from, to, *within, &mut scratch, &mut budget, &mut notice);
            answer.map(|WeightedPath { points, cost, at_least, .. }| {
                let length = points.windows(2).map(|leg| leg[0].distance_to(leg[1])).sum();
                (Line { points, length }, Some([cost, at_least]))
            })
        }
    };
    let seconds = began.elapsed().as_secs_f64();
    let json = json!({
        "command": "path", "shape": "mesh", "from": point(from), "to": point(to),
        "effort": effort_json(answer.effort()), "timing": { "seconds": seconds },
    });
    let mut report = Report::good(String::new(), json);
    tell(&mut report, &answer, from, to);
    line(&mut report.text, "effort", effort_text(answer.effort()));
    let expanded: Vec<u32> = expanded.into_iter().map(NodeId::get).collect();
    let picture = MeshPicture {
        mesh,
        starts: &[from],
        goals: &[to],
        path: answer.path().map(|(line, _)| &line.points[..]),
        expanded: &expanded,
    };
    save(&picture, draw, &mut report)?;
    Ok(report)
}

/// Tells of a path, and of its cost and the bound on all others where areas differ in cost.
fn tell(report: &mut Report, answer: &Outcome<(Line, Option<[f64; 2]>)>, from: Vec2, to: Vec2) {
    let ends = format!("from {} to {}", name(from), name(to));
    match answer {
        Outcome::Found(found) => {
            let _ = writeln!(report.text, "path {ends}");
            let (path, areas) = &found.path;
            line(&mut report.text, "length", path.length);
            if let Some([cost, at_least]) = areas {
                line(&mut report.text, "cost", cost);
                line(&mut report.text, "at least", at_least);
                report.json["cost"] = (*cost).into();
                report.json["at_least"] = (*at_least).into();
            }
            line(&mut report.text, "guarantee", found.guarantee);
            let names: Vec<String> = path.points.iter().copied().map(name).collect();
            line(&mut report.text, "points", names.join(" "));
            report.json["outcome"] = "found".into();
            report.json["length"] = path.length.into();
            report.json["guarantee"] = guarantee_json(found.guarantee);
            report.json["points"] = path.points.iter().copied().map(point).collect();
        }
        Outcome::Unreachable(none) => {
            let why = none.why;
            let _ = writeln!(report.text, "no path {ends}: {why}");
            report.ending = Ending::Negative;
            report.json["outcome"] = "unreachable".into();
            report.json["why"] = why.to_string().into();
        }
        Outcome::OutOfBudget(out) => {
            let spent = count(out.effort.expanded, "polygon");
            let _ = writeln!(report.text, "out of budget after {spent}");
            report.ending = Ending::OutOfBudget;
            report.json["outcome"] = "out-of-budget".into();
        }
    }
}

/// Refuses methods that do not answer on a mesh.
pub(crate) fn check_method(method: Method) -> Result<(), Failure> {
    match method {
        Method::Polyanya | Method::Auto => Ok(()),
        other => Err(Failure::at(format!("--method {other}"), "a mesh has one method, polyanya")),
    }
}

/// Reads the rows of a scenario for a mesh.
pub(crate) fn rows(file: &Path) -> Result<Vec<MeshRow>, Failure> {
    read_mesh_scenario(&load_bytes(file)?).map_err(|error| Failure::of_at(name_of(file), error))
}

/// Asks recorded questions one by one and compares lengths at their printed digits; those of a grid
/// are the most that a path may have.
pub(crate) fn run_rows(mesh: &Mesh, rows: &[MeshRow], args: &RunArgs) -> Tally {
    let chosen = evenly(rows.len(), args.limit);
    let built = Built { seconds: 0.0, bytes: mesh.bytes(), why: "the mesh as it is".into() };
    let mut tally = Tally::new("polyanya", chosen.len(), built);
    let mut ticker = Ticker::of(chosen.len() as u64, "polyanya");
    let (mut scratch, mut micros) = (MeshScratch::new(), Vec::with_capacity(chosen.len()));
    let are_most = are_grid_lengths(rows);
    for (done, &at) in chosen.iter().enumerate() {
        ticker.at(done as u64);
        let row = &rows[at];
        let (mut least, mut answer) = (f64::INFINITY, None);
        for _ in 0..args.ask.repeat {
            let began = Instant::now();
            answer = Some(polyanya(mesh, row.start, row.goal, &mut scratch, &mut ()));
            least = least.min(began.elapsed().as_secs_f64() * 1e6);
        }
        let Some(answer) = answer else { continue };
        micros.push(least);
        tally.expanded += answer.effort().expanded;
        if let Some(reason) = fault(mesh, row, answer.length(), are_most) {
            let listed = || Listed {
                line: row.line,
                names: [name(row.start), name(row.goal)],
                ends: [point(row.start), point(row.goal)],
                length: row.length.clone(),
            };
            tally.note(at, listed, reason);
        }
    }
    tally.times = Times::of(micros);
    tally
}

/// What is wrong with a length. Files list -1 also where an end is on a vertex at which ground comes
/// together without being connected, so that it is not said on which side a path begins.
fn fault(mesh: &Mesh, row: &MeshRow, found: Option<f64>, is_most: bool) -> Option<String> {
    let is_unsaid =
        row.listed().is_none() && [row.start, row.goal].iter().any(|&at| mesh.is_pinched(at));
    let is_short =
        is_most && row.listed().zip(found).is_some_and(|(most, found)| found <= most + row.slack());
    if row.length_matches(found) || is_short || is_unsaid {
        return None;
    }
    let found = found.map_or("no path".to_owned(), |length| format!("length {length}"));
    Some(format!("{found}, listed {}", row.length))
}

fn place(text: &str, option: &str) -> Result<Vec2, Failure> {
    let number = |text: &str| text.trim().parse().ok().filter(|number: &f64| number.is_finite());
    let parts = text.trim_matches(['(', ')']).split_once(',');
    let place = parts.and_then(|(x, y)| Some(Vec2::new(number(x)?, number(y)?)));
    place.ok_or_else(|| {
        Failure::at(option, format!("{text:?} is no point, expected x,y such as 1.5,-2"))
    })
}

fn name(at: Vec2) -> String {
    format!("{},{}", at.x, at.y)
}

fn point(at: Vec2) -> Value {
    json!([at.x, at.y])
}

/// Draws what was asked for, if anything.
fn save(picture: &MeshPicture<'_>, draw: &DrawArgs, report: &mut Report) -> Result<(), Failure> {
    draw.svg_or_png(report, |theme| picture.svg(theme), |theme| picture.png(theme))
}
