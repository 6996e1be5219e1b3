//! Navigation meshes: described, drawn, searched for paths, and compared with recorded lengths.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::time::Instant;

use astride::base::{Budget, NodeId, Vec2};
use astride::io::{MeshRow, are_grid_lengths, read_mesh_scenario};
use astride::path::Line;
use astride::search::{Event, Method, Outcome, Scratch, SearchObserver};
use astride::shapes::mesh::{
    AreaFactors, Mesh, MeshLabels, MeshLabelsOptions, Polyanya, WeightedMesh, WeightedPath,
};
use astride_draw::MeshPicture;
use astride_formats::{Coordinates, GeoJson, Property};
use clap::Args;
use serde_json::{Value, json};

use crate::build;
use crate::describe::{effort_json, effort_text, guarantee_json, line, meaning};
use crate::error::Failure;
use crate::options::{MoverArgs, at_most};
use crate::parse;
use crate::pictures::{DrawArgs, Kind};
use crate::progress::Ticker;
use crate::read::{load_bytes, name_of};
use crate::ready::Built;
use crate::report::{Ending, Report, count, grouped};
use crate::scenarios::RunArgs;
use crate::shaped::{Wish, keep_expanded};
use crate::tally::{Listed, Tally, Times, evenly};

/// Who moves over a mesh.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Mover over meshes")]
pub(crate) struct DiscArgs {
    /// Move a disc of this radius instead of a point: its centre keeps this far from walls; on
    /// squares with path --smooth, in cells
    #[arg(long, value_name = "LENGTH")]
    radius: Option<f64>,
}

impl DiscArgs {
    /// Refuses a disc on other maps.
    pub(crate) fn refuse(&self) -> Result<(), Failure> {
        match self.radius {
            None => Ok(()),
            Some(_) => Err(Failure::at(
                "--radius",
                "is for navigation meshes, or with path --smooth for squares",
            )),
        }
    }

    /// The radius; 0 is a point.
    pub(crate) fn radius(&self) -> f64 {
        self.radius.unwrap_or(0.0)
    }

    /// Says that a report is about a disc.
    pub(crate) fn tell(&self, report: &mut Report) {
        if let Some(radius) = self.radius {
            line(&mut report.text, "radius", radius);
            report.json["radius"] = radius.into();
        }
    }
}

/// How near to the cheapest paths over areas have to be.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Mover over meshes")]
pub(crate) struct WithinArgs {
    /// Over areas that differ in cost, stop at a path that is proved to cost at most this many times as
    /// much as the cheapest [default: 1.01]
    #[arg(long, value_parser = parse::ratio, value_name = "RATIO")]
    within: Option<f64>,
}

impl WithinArgs {
    /// The ratio for paths over areas; refused where there are none.
    pub(crate) fn ratio(&self, has_areas: bool) -> Result<f64, Failure> {
        if self.within.is_some() && !has_areas {
            return Err(Failure::at(
                "--within",
                "is for navigation meshes with areas, expected an .obj whose materials name terrain",
            ));
        }
        Ok(self.within.unwrap_or(1.01))
    }
}

/// What a mover may enter of a mesh.
pub(crate) enum Ground {
    /// Ground that costs the same everywhere.
    Even(Box<Mesh>),
    /// The same, with tables that answer instead of a search.
    Labelled(Box<Mesh>, Box<MeshLabels>),
    /// Ground without the areas that are forbidden, and what the others cost.
    Areas(Box<WeightedMesh>, Box<AreaFactors>),
}

/// A path, and over areas its cost and the bound on all others.
type Walk = (Line, Option<[f64; 2]>);

impl Ground {
    /// The ground of a point, or for the centre of a disc.
    pub(crate) fn of(mesh: Box<Mesh>, mover: &MoverArgs, disc: &DiscArgs) -> Result<Self, Failure> {
        let shrunk = |mesh: &Mesh, radius| {
            mesh.for_radius(radius).map_err(|error| Failure::of_at("--radius", error))
        };
        let Some(factors) = mover.areas(&mesh)? else {
            return Ok(Ground::Even(match disc.radius {
                Some(radius) => Box::new(shrunk(&mesh, radius)?),
                None => mesh,
            }));
        };
        let weighted = |mesh: &Mesh| {
            WeightedMesh::new(mesh, &factors).map_err(|error| Failure::of_at("--terrain", error))
        };
        let mut ground = weighted(&mesh)?;
        if let Some(radius) = disc.radius {
            ground = weighted(&shrunk(ground.mesh(), radius)?)?;
        }
        Ok(Ground::Areas(Box::new(ground), Box::new(factors)))
    }

    /// The ground with what a method builds beforehand, and what that took since the ground was begun.
    pub(crate) fn ready_for(
        self,
        method: Method,
        began: Instant,
    ) -> Result<(Self, Built), Failure> {
        let (ground, bytes, why) = match (method, self) {
            (Method::Labels, Ground::Even(mesh)) => {
                let options = MeshLabelsOptions::default();
                let labels = MeshLabels::build_with(&mesh, &options, &mut build::bars())
                    .map_err(|error| Failure::of_at("--method labels", error))?;
                let bytes = labels.bytes();
                (Ground::Labelled(mesh, Box::new(labels)), bytes, "labels: as asked for")
            }
            (Method::Labels, Ground::Areas(..)) => {
                let words = "knows no areas that differ in cost, expected polyanya";
                return Err(Failure::at("--method labels", words));
            }
            (_, ground) => {
                let bytes = ground.mesh().bytes();
                let why = match ground.factors() {
                    None => "the mesh as it is",
                    Some(_) => "the mesh and what its areas cost",
                };
                (ground, bytes, why)
            }
        };
        let seconds = began.elapsed().as_secs_f64();
        Ok((ground, Built { seconds, bytes: Some(bytes), why: why.into() }))
    }

    pub(crate) fn mesh(&self) -> &Mesh {
        match self {
            Ground::Even(mesh) | Ground::Labelled(mesh, _) => mesh,
            Ground::Areas(ground, _) => ground.mesh(),
        }
    }

    /// What areas cost, if there are any.
    pub(crate) fn factors(&self) -> Option<&AreaFactors> {
        match self {
            Ground::Even(_) | Ground::Labelled(..) => None,
            Ground::Areas(_, factors) => Some(factors),
        }
    }

    fn walk(
        &self,
        [from, to]: [Vec2; 2],
        within: f64,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
        observer: &mut impl SearchObserver,
    ) -> Result<Outcome<Walk>, Failure> {
        Ok(match self {
            Ground::Labelled(mesh, labels) => {
                let answer = labels.path(mesh, from, to, scratch);
                answer.map_err(Failure::of)?.map(|line| (line, None))
            }
            Ground::Even(mesh) => {
                let answer = Polyanya::new(mesh, from, to, scratch).run(budget, observer);
                answer.map(|line| (line, None))
            }
            Ground::Areas(ground, _) => {
                let answer = ground.path(from, to, within, scratch, budget, observer);
                answer.map(|WeightedPath { points, cost, at_least, .. }| {
                    let length = points.windows(2).map(|leg| leg[0].distance_to(leg[1])).sum();
                    (Line { points, length }, Some([cost, at_least]))
                })
            }
        })
    }

    /// How long a path is, over areas what it costs, without the path where that is quicker.
    fn length(
        &self,
        [from, to]: [Vec2; 2],
        within: f64,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome<f64>, Failure> {
        if let Ground::Labelled(mesh, labels) = self {
            return labels.distance(mesh, from, to, scratch).map_err(Failure::of);
        }
        let answer = self.walk([from, to], within, scratch, budget, &mut ())?;
        Ok(answer.map(|(line, areas)| areas.map_or(line.length, |[cost, _]| cost)))
    }
}

/// `astride info`: of a whole mesh, or of what is left of it for a disc.
pub(crate) fn info(mesh: Box<Mesh>, mover: &MoverArgs, disc: &DiscArgs) -> Result<Report, Failure> {
    if disc.radius.is_none() {
        return Ok(describe(&mesh, mover.areas(&mesh)?.as_ref()));
    }
    let ground = Ground::of(mesh, mover, disc)?;
    let mut report = describe(ground.mesh(), ground.factors());
    disc.tell(&mut report);
    Ok(report)
}

fn describe(mesh: &Mesh, factors: Option<&AreaFactors>) -> Report {
    let merged = mesh.merged().polygon_count();
    let (least, most) = mesh.bounds();
    let mut text = String::new();
    line(&mut text, "shape", "navigation mesh");
    line(&mut text, "polygons", grouped(mesh.polygon_count().into()));
    line(&mut text, "merged", count(merged.into(), "polygon"));
    line(&mut text, "vertices", grouped(mesh.vertex_count().into()));
    line(&mut text, "area", rounded(mesh.area()));
    let bounds = [least, most].map(|at| name(Vec2::new(rounded(at.x), rounded(at.y))));
    line(&mut text, "bounds", bounds.join(" to "));
    let json = json!({
        "command": "info", "shape": "mesh", "polygons": mesh.polygon_count(), "merged": merged,
        "vertices": mesh.vertex_count(), "area": mesh.area(), "bounds": [point(least), point(most)],
    });
    let mut report = Report::good(text, json);
    if let Some(factors) = factors {
        tell_areas(&mut report, mesh, factors);
    }
    report
}

/// Lists the classes of areas, the largest first: their polygons, their size and what they cost.
fn tell_areas(report: &mut Report, mesh: &Mesh, factors: &AreaFactors) {
    let mut areas: BTreeMap<u8, (u64, f64)> = BTreeMap::new();
    for polygon in 0..mesh.polygon_count() {
        let (polygons, area) = areas.entry(mesh.class_of(polygon).unwrap_or_default()).or_default();
        *polygons += 1;
        *area += mesh.area_of(polygon);
    }
    let mut areas: Vec<_> = areas.into_iter().collect();
    areas.sort_by(|(_, one), (_, other)| other.1.total_cmp(&one.1));
    let mut listed = Vec::new();
    for (at, (class, (polygons, area))) in areas.into_iter().enumerate() {
        let factor = factors.of(class).unwrap_or_default();
        let (letter, share) = (char::from(class), 100.0 * area / mesh.area());
        let numbers = format!("{:>12} {share:>5.1} %", count(polygons, "polygon"));
        let title = if at == 0 { "terrain" } else { "" };
        line(&mut report.text, title, format_args!("{letter} {numbers}  {}", meaning(factor)));
        let letter = letter.to_string();
        listed.push(
            json!({ "letter": letter, "polygons": polygons, "area": area, "factor": factor }),
        );
    }
    report.json["terrain"] = listed.into();
}

/// `astride draw`.
pub(crate) fn draw(mesh: &Mesh, mover: &MoverArgs, draw: &DrawArgs) -> Result<Report, Failure> {
    let mut report = Report::good(String::new(), json!({ "command": "draw", "shape": "mesh" }));
    let factors = mover.areas(mesh)?;
    let factors = factors.as_ref();
    let bare = MeshPicture { mesh, factors, starts: &[], goals: &[], path: None, expanded: &[] };
    save(&bare, &draw.or_by_name(Kind::Svg)?, &mut report)?;
    Ok(report)
}

/// `astride path`.
pub(crate) fn path(
    (ground, built): (&Ground, &Built),
    within: f64,
    wish: &Wish<'_>,
    draw: &DrawArgs,
) -> Result<Report, Failure> {
    let from = wish.from.ok_or_else(|| Failure::new("where to start? expected --from"))?;
    let [to] = wish.to else {
        return Err(Failure::new("where to go? expected one --to"));
    };
    let (from, to) = (place(from, "--from")?, place(to, "--to")?);
    if wish.cost_only {
        wish.check_cost_only(draw, !matches!(ground, Ground::Labelled(..)))?;
        return length_alone((ground, built), within, wish, [from, to]);
    }
    let mut expanded = Vec::new();
    let mut keep = |event| keep_expanded(&mut expanded, event);
    let mut notice: &mut dyn FnMut(Event) = &mut keep;
    let mut budget = at_most(wish.budget);
    let began = Instant::now();
    let scratch = &mut Scratch::new();
    let answer = ground.walk([from, to], within, scratch, &mut budget, &mut notice)?;
    let mut seconds = began.elapsed().as_secs_f64();
    for _ in 1..wish.repeat {
        let (began, budget) = (Instant::now(), &mut at_most(wish.budget));
        let _ = ground.walk([from, to], within, scratch, budget, &mut ())?;
        seconds = seconds.min(began.elapsed().as_secs_f64());
    }
    let json = json!({
        "command": "path", "shape": "mesh", "from": point(from), "to": point(to),
        "effort": effort_json(answer.effort()), "timing": { "seconds": seconds },
    });
    let mut report = Report::good(String::new(), json);
    tell(&mut report, &answer, from, to);
    if let Ground::Labelled(..) = ground {
        let corners = count(answer.effort().expanded, "corner");
        line(&mut report.text, "effort", format_args!("{corners} at both ends"));
        line(&mut report.text, "built", built.text());
        report.json["index"] = built.json();
    } else {
        line(&mut report.text, "effort", effort_text(answer.effort()));
    }
    let expanded: Vec<u32> = expanded.into_iter().map(NodeId::get).collect();
    let picture = MeshPicture {
        mesh: ground.mesh(),
        factors: ground.factors(),
        starts: &[from],
        goals: &[to],
        path: answer.path().map(|(line, _)| &line.points[..]),
        expanded: &expanded,
    };
    save(&picture, draw, &mut report)?;
    Ok(report)
}

/// How long a path is, and nothing else.
fn length_alone(
    (ground, built): (&Ground, &Built),
    within: f64,
    wish: &Wish<'_>,
    ends: [Vec2; 2],
) -> Result<Report, Failure> {
    let (mut seconds, mut found, scratch) = (f64::INFINITY, None, &mut Scratch::new());
    for _ in 0..wish.repeat {
        let (began, budget) = (Instant::now(), &mut at_most(wish.budget));
        found = Some(ground.length(ends, within, scratch, budget)?);
        seconds = seconds.min(began.elapsed().as_secs_f64());
    }
    let name_of_length = if ground.factors().is_some() { "cost" } else { "length" };
    let json = json!({
        "command": "path", "shape": "mesh", "from": point(ends[0]), "to": point(ends[1]),
        "timing": { "seconds": seconds },
    });
    let mut report = Report::good(String::new(), json);
    match found {
        Some(Outcome::Found(found)) => {
            line(&mut report.text, name_of_length, found.path);
            report.json["outcome"] = "found".into();
            report.json[name_of_length] = found.path.into();
        }
        Some(Outcome::OutOfBudget(_)) => {
            report.ending = Ending::OutOfBudget;
            report.text.push_str("out of budget\n");
            report.json["outcome"] = "out-of-budget".into();
        }
        _ => {
            report.ending = Ending::Negative;
            report.text.push_str("no path\n");
            report.json["outcome"] = "unreachable".into();
        }
    }
    line(&mut report.text, "time", format_args!("{:.2} us", seconds * 1e6));
    if let Ground::Labelled(..) = ground {
        line(&mut report.text, "built", built.text());
        report.json["index"] = built.json();
    }
    Ok(report)
}

/// Tells of a path, and of its cost and the bound on all others where areas differ in cost.
fn tell(report: &mut Report, answer: &Outcome<Walk>, from: Vec2, to: Vec2) {
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
        Method::Polyanya | Method::Labels | Method::Auto => Ok(()),
        other => {
            let words = "a mesh has two methods, polyanya and labels";
            Err(Failure::at(format!("--method {other}"), words))
        }
    }
}

/// Reads the rows of a scenario for a mesh.
pub(crate) fn rows(file: &Path) -> Result<Vec<MeshRow>, Failure> {
    read_mesh_scenario(&load_bytes(file)?).map_err(|error| Failure::of_at(name_of(file), error))
}

/// `astride scen`: asks recorded questions one by one and compares lengths, over areas costs, at their
/// printed digits; lengths of a grid are the most that a path may have.
pub(crate) fn run_rows(
    ground: &Ground,
    within: f64,
    (method, built): (Method, Built),
    rows: &[MeshRow],
    args: &RunArgs,
) -> Result<Tally, Failure> {
    let name_of_method = if method == Method::Labels { "labels" } else { "polyanya" };
    let chosen = evenly(rows.len(), args.limit);
    let mut tally = Tally::new(name_of_method, chosen.len(), built);
    let mut ticker = Ticker::of(chosen.len() as u64, name_of_method);
    let (mut scratch, mut micros) = (Scratch::new(), Vec::with_capacity(chosen.len()));
    let are_most = ground.factors().is_none() && are_grid_lengths(rows);
    for (done, &at) in chosen.iter().enumerate() {
        ticker.at(done as u64);
        let row = &rows[at];
        let (mut least, mut answer) = (f64::INFINITY, None);
        let (ends, mut length) = ([row.start, row.goal], None);
        for _ in 0..args.ask.repeat {
            let (began, budget) = (Instant::now(), &mut at_most(args.budget));
            if args.ask.cost_only {
                length = Some(ground.length(ends, within, &mut scratch, budget)?);
            } else {
                answer = Some(ground.walk(ends, within, &mut scratch, budget, &mut ())?);
            }
            least = least.min(began.elapsed().as_secs_f64() * 1e6);
        }
        // Where only lengths are timed, the path is found as well, so that it can be checked.
        let answer = match answer {
            Some(answer) => answer,
            None => ground.walk(ends, within, &mut scratch, &mut at_most(args.budget), &mut ())?,
        };
        micros.push(least);
        let listed = || Listed {
            line: row.line,
            names: [name(row.start), name(row.goal)],
            ends: [point(row.start), point(row.goal)],
            length: row.length.clone(),
        };
        if length.is_some_and(|length| !is_length_of(&length, &answer)) {
            tally.note(at, listed, "the length alone is not that of the path".to_owned());
            continue;
        }
        tally.expanded += answer.effort().expanded;
        if let Outcome::OutOfBudget(_) = answer {
            tally.given_up += 1;
            continue;
        }
        if let Some(reason) = fault(ground.mesh(), row, answer.path(), are_most) {
            tally.note(at, listed, reason);
        }
    }
    tally.times = Times::of(micros);
    Ok(tally)
}

/// Whether a length found alone is that of a path, up to rounding in another order.
fn is_length_of(length: &Outcome<f64>, answer: &Outcome<Walk>) -> bool {
    match (length.path(), answer.path()) {
        (Some(length), Some((line, areas))) => {
            let other = areas.map_or(line.length, |[cost, _]| cost);
            (length - other).abs() <= 1e-9 * other.max(1.0)
        }
        (length, path) => length.is_none() && path.is_none(),
    }
}

/// Says what lengths are compared with, where it is not a length alone.
pub(crate) fn tell_listed(report: &mut Report, ground: &Ground, within: f64, rows: &[MeshRow]) {
    let mut tell = |words: String, name: &str| {
        let _ = writeln!(report.text, "  listed    {words}");
        report.json["listed"] = name.into();
    };
    if ground.factors().is_some() {
        tell(format!("costs, which paths within {within} of the cheapest enclose"), "cost");
    } else if are_grid_lengths(rows) {
        tell("lengths of a grid, which no path of a point exceeds".to_owned(), "at most");
    }
}

/// What is wrong with a length. Files list -1 also where an end is on a vertex at which ground comes
/// together without being connected, so that it is not said on which side a path begins.
fn fault(mesh: &Mesh, row: &MeshRow, found: Option<&Walk>, is_most: bool) -> Option<String> {
    let is_unsaid =
        row.listed().is_none() && [row.start, row.goal].iter().any(|&at| mesh.is_pinched(at));
    let bounds = found.map(|(line, areas)| areas.unwrap_or([line.length; 2]));
    // Lengths of a grid are rounded as `are_grid_lengths` says.
    let slack = if is_most { 2.0 * row.slack() } else { row.slack() };
    let is_right = match (row.listed(), bounds) {
        // What a cheapest path costs is not known better than this.
        (Some(listed), Some([cost, at_least])) => {
            at_least <= listed + slack && (is_most || listed <= cost + slack)
        }
        (listed, bounds) => listed.is_none() && bounds.is_none(),
    };
    if is_right || is_unsaid {
        return None;
    }
    let found = match found {
        None => "no path".to_owned(),
        Some((Line { length, .. }, None)) => format!("length {length}"),
        Some((_, Some([cost, at_least]))) => format!("cost {cost}, at least {at_least}"),
    };
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

/// A number for people: with three decimals at most, unless nothing would be left of it.
fn rounded(number: f64) -> f64 {
    let rounded = (number * 1000.0).round() / 1000.0;
    if rounded.abs() > 0.0 { rounded } else { number }
}

fn name(at: Vec2) -> String {
    format!("{},{}", at.x, at.y)
}

fn point(at: Vec2) -> Value {
    json!([at.x, at.y])
}

/// Draws what was asked for, if anything.
fn save(picture: &MeshPicture<'_>, draw: &DrawArgs, report: &mut Report) -> Result<(), Failure> {
    draw.refuse_tree()?;
    let geojson = |origin| geojson(picture, origin);
    draw.drawn_by(report, |theme| picture.svg(theme), |theme| picture.png(theme), geojson)
}

/// What a picture shows as GeoJSON: a path and its ends, or the polygons where there is none.
fn geojson(picture: &MeshPicture<'_>, origin: Option<Coordinates>) -> Result<GeoJson, Failure> {
    let place = |at| match origin {
        None => GeoJson::degrees(at),
        Some(origin) => origin.moved(at),
    };
    let refused = |error| match origin {
        None => Failure::of_at("--draw geojson", error).advised("as with --origin 43.73,7.42"),
        Some(_) => Failure::of_at("--origin", error),
    };
    let placed = |points: &[Vec2]| GeoJson::placed(points, place).map_err(refused);
    let mut out = GeoJson::new();
    if let Some(path) = picture.path {
        let length = path.windows(2).map(|leg| leg[0].distance_to(leg[1])).sum();
        out.line(&placed(path)?, &[("length", Property::Number(length))]);
    }
    for (what, points) in [("start", picture.starts), ("goal", picture.goals)] {
        for at in placed(points)? {
            out.point(at, &[("mark", Property::Text(what))]);
        }
    }
    if picture.path.is_none() && picture.starts.is_empty() {
        out.mesh(picture.mesh, place).map_err(refused)?;
    }
    Ok(out)
}
