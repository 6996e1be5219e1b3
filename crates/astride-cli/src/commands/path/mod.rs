//! `astride path`: a cheapest path between two cells, or to the nearest of many.

mod ask;
mod tell;

use std::fmt::Write;
use std::path::PathBuf;
use std::time::Instant;

use astride::base::{Cost, Vec2};
use astride::path::Path;
use astride::search::{Method, Outcome, Recorder};
use serde_json::json;

use crate::changes::ChangeArgs;
use crate::commands::any_angle::{AnyAngleArgs, answer};
use crate::describe::{
    Straightened, centres, effort_json, effort_text, guarantee_json, line, path_text,
};
use crate::error::Failure;
use crate::foreign::ReadArgs;
use crate::keys::KeyArgs;
use crate::load::{Loaded, load_with};
use crate::meshes::{self, Ground};
use crate::options::{AskArgs, MoverArgs, SearchArgs, cell_json, plain};
use crate::pictures::{DrawArgs, Layer, Picture};
use crate::report::{Ending, Report, count, grouped};

/// The most events that are kept for traces and pictures: 320 MB, which is enough for any search
/// that expands each node of a map of two million cells once.
const MOST_EVENTS: usize = 1 << 23;

const EXAMPLES: &str = "\
Examples:
  astride path data/grid/dao/arena.map --from 1,11 --to 46,47
  astride path data/grid/dao/arena.map --from 1,11 --to 46,47 --method bidirectional --draw text
  astride path data/grid/dao/lak303d.map --from 127,124 --to 100,1 --draw png -o path.png
  astride path data/grid/dao/lak303d.map --from 127,124 --to 100,1 --method clusters --exact
  astride path data/road/monaco.osm.gz --from 43.7347,7.4206 --to 43.7478,7.4397 --method labels
  printf 'A.#.\\n..#B\\n....\\n' | astride path - --scale classic --heuristic manhattan --draw text

Exit codes: 0 path found, 1 no path, 2 bad input or usage, 3 out of budget";

/// Finds a cheapest path between two cells, or to the nearest of several.
///
/// Prints its cost, what is guaranteed about it, the effort of the search, and the cells.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The map, of any kind that `astride --help` lists; - is standard input
    map: PathBuf,

    /// Where to start; a drawn map may say so with A. On roads a place by its number, or coordinates,
    /// which are taken to the nearest road
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true)]
    from: Option<String>,

    /// Where to go; a drawn map may say so with B. Several mean the nearest of them
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true)]
    to: Vec<String>,

    /// Go to the nearest of the goals; understood when there are several
    #[arg(long)]
    nearest: bool,

    #[command(flatten)]
    search: SearchArgs,

    /// On squares, the cheapest path, where clusters would take one that is found faster
    #[arg(long, help_heading = "Search")]
    exact: bool,

    #[command(flatten)]
    any_angle: AnyAngleArgs,

    #[command(flatten)]
    ask: AskArgs,

    /// Give up after this many expanded nodes (exit code 3)
    #[arg(long, value_name = "NODES", help_heading = "Search")]
    budget: Option<u64>,

    /// Do not look for paths costlier than this
    #[arg(long, value_name = "TICKS", help_heading = "Search")]
    max_cost: Option<Cost>,

    /// On squares, when no goal can be reached, show the path to the reachable cell nearest to it
    #[arg(long, help_heading = "Search")]
    partial: bool,

    /// Where there is no path to the goal, say which cells, or places of another shape, close it
    /// off, and the fewest that would have to be opened
    #[arg(long, help_heading = "Search")]
    why: bool,

    /// Where the start or a goal is blocked, take the nearest place that is not: for a goal, one that
    /// can be reached; on squares, floors, hexagons and triangles
    #[arg(long, help_heading = "Search")]
    snap: bool,

    /// Go to the nearest place beside this area, such as a building: on squares a rectangle, on floors,
    /// hexagons and triangles a place (repeat for more)
    #[arg(long, value_name = "X,Y,WxH", allow_hyphen_values = true, help_heading = "Search",
          conflicts_with_all = ["to", "snap", "partial", "why"])]
    beside: Vec<String>,

    #[command(flatten)]
    mover: MoverArgs,

    #[command(flatten)]
    change: ChangeArgs,

    #[command(flatten)]
    keys: KeyArgs,

    #[command(flatten)]
    read: ReadArgs,

    #[command(flatten)]
    disc: meshes::DiscArgs,

    #[command(flatten)]
    within: meshes::WithinArgs,

    /// Print turning points instead of all cells, on squares
    #[arg(long, help_heading = "Output")]
    waypoints: bool,

    /// Pull the path straight and print where it then turns, on squares and among voxels
    #[arg(long, help_heading = "Output")]
    straighten: bool,

    /// On squares, floors, hexagons and triangles, smooth the path and round its corners by arcs of
    /// this radius in cells, clear of walls; says where there is only room for a smaller radius
    #[arg(long, value_name = "RADIUS", help_heading = "Output", conflicts_with = "straighten")]
    smooth: Option<f64>,

    /// Also find the K cheapest paths without loops; not on meshes
    #[arg(long, value_name = "K", help_heading = "Output",
          value_parser = clap::value_parser!(u16).range(1..=1000))]
    alternatives: Option<u16>,

    /// Also find up to K paths that take different ways, the cheapest among them: each costs at most
    /// half as much again, and shares at most half of its cost with the others, within two cells, or
    /// two of the cheapest steps of another shape; not on meshes
    #[arg(long, value_name = "K", help_heading = "Output",
          value_parser = clap::value_parser!(u16).range(1..=1000))]
    dissimilar: Option<u16>,

    /// On squares, write every event of the search to this file, one line of JSON each
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    trace: Option<PathBuf>,

    #[command(flatten)]
    draw: DrawArgs,
}

pub(crate) fn run(args: &Args) -> Result<Report, Failure> {
    args.draw.check()?;
    args.check_keys()?;
    let map = args.change.on(load_with(&args.map, &args.read)?.map, &args.mover)?;
    if !matches!(map, Loaded::Mesh(_)) {
        if args.smooth.is_none() {
            args.disc.refuse()?;
        }
        args.within.ratio(false)?;
    }
    let map = match map {
        Loaded::Squares(map) => map,
        Loaded::Other(map) => {
            let (mut map, mut wish) = (map.seen_by(&args.mover)?, args.wish()?);
            if let Some(bytes) = args.ask.baked_for(&args.map)? {
                args.ask.refuse_methods(args.search.method.as_slice())?;
                wish.method = map.load_index(&bytes)?;
            }
            return map.path(&wish, &args.draw);
        }
        Loaded::Mesh(mesh) => {
            let given = [
                ("--max-cost", args.max_cost.is_some()),
                ("--why", args.why),
                ("--snap", args.snap),
                ("--beside", !args.beside.is_empty()),
                ("--smooth", args.smooth.is_some()),
                ("--alternatives", args.alternatives.is_some()),
                ("--dissimilar", args.dissimilar.is_some()),
            ];
            for (option, is_given) in given {
                if is_given {
                    return Err(Failure::at(option, "is for maps of tiles"));
                }
            }
            args.keys.refuse("is for maps of tiles, voxels and graphs")?;
            args.ask.refuse_baked()?;
            let wish = args.wish()?;
            if args.search.method.is_some() {
                meshes::check_method(wish.method)?;
            }
            if wish.method == Method::Labels && args.budget.is_some() {
                return Err(Failure::at("--budget", "is for searches, labels answer without one"));
            }
            let began = Instant::now();
            let ground = Ground::of(mesh, &args.mover, &args.disc)?;
            let within = args.within.ratio(ground.factors().is_some())?;
            let (ground, built) = ground.ready_for(wish.method, began)?;
            let mut report = meshes::path((&ground, &built), within, &wish, &args.draw)?;
            args.disc.tell(&mut report);
            return Ok(report);
        }
    };
    let mover = args.mover.mover()?;
    let asked = args.asked(&map, &mover)?;
    let view = map.grid.seen_by(&mover);
    if let Some(name) = args.any_angle.any_angle {
        let &[goal] = &asked.goals[..] else {
            return Err(Failure::new("--any-angle expects one goal, there are several"));
        };
        return answer(name, &view, [asked.start, goal], args.budget, args.ask.repeat);
    }
    let mut recorder = Recorder::new(MOST_EVENTS);
    let locks = args.locks(&map, &asked)?;
    let mut ready = args.ready(&map, &mover, &asked)?;
    if args.ask.cost_only {
        return args.cost_alone(&map, &view, &asked, ready);
    }
    let mut seconds = f64::INFINITY;
    let mut outcome = None;
    for _ in 0..args.ask.repeat {
        recorder = Recorder::new(MOST_EVENTS);
        let began = Instant::now();
        let found = match (&locks, &mut ready) {
            (Some(locks), _) => args.route_with_keys(locks, &view, &asked),
            (None, Some(ready)) => args.route(ready, &map, &asked)?,
            (None, None) => args.solve(&view, &asked, &mut recorder)?,
        };
        seconds = seconds.min(began.elapsed().as_secs_f64());
        outcome = Some(found);
    }
    let Some(outcome) = outcome else { return Err(Failure::new("nothing was asked")) };

    let mut report = asked.report(&map, seconds);
    let scale = view.scale();
    report.json["scale"] = json!({ "straight": scale.straight(), "diagonal": scale.diagonal() });
    report.json["effort"] = effort_json(outcome.effort());
    match &outcome {
        Outcome::Found(found) => {
            let grid = &map.grid;
            let ends = (plain(grid.cell(asked.start)), plain(grid.cell(found.path.goal())));
            let _ = writeln!(report.text, "path from {} to {}", ends.0, ends.1);
            path_text(&mut report.text, &found.path, &view);
            line(&mut report.text, "guarantee", found.guarantee);
            report.json["outcome"] = "found".into();
            // Under the same key as on other shapes and with --cost-only.
            report.json["cost"] = found.path.cost().into();
            report.json["goal"] = cell_json(grid.cell(found.path.goal()));
            report.json["guarantee"] = guarantee_json(found.guarantee);
        }
        Outcome::Unreachable(unreachable) => {
            report.ending = Ending::Negative;
            report.json["outcome"] = "unreachable".into();
            args.why(&mut report, &view, &asked, unreachable);
            args.explain(&mut report, &view, &asked)?;
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
    let mut others = Vec::new();
    if let Some(path) = outcome.path() {
        args.lay_out(&mut report, path, &view);
        others = args.add_ways(&mut report, path, &view);
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
    let smoothed = shown.map(|path| args.smoothed(&mut report, path, &view)).transpose()?.flatten();
    // A smooth line is drawn instead of its path.
    let replaced = shown.filter(|_| smoothed.is_some());
    let first = match (smoothed, shown) {
        (Some(curve), _) => Some(curve),
        // The reported path may not be among those by different ways.
        (None, Some(path)) if !others.is_empty() && !others.contains(path) => {
            Some(centres(path, &map.grid))
        }
        _ => None,
    };
    let others = others.iter().filter(|&path| Some(path) != replaced);
    let others = others.map(|path| centres(path, &map.grid));
    let lines: Vec<Vec<Vec2>> = first.into_iter().chain(others).collect();
    let lines: Vec<&[Vec2]> = lines.iter().map(Vec::as_slice).collect();
    let picture = Picture {
        grid: &map.grid,
        mover: &mover,
        starts: vec![map.grid.cell(asked.start)],
        goals: asked.goals.iter().map(|&node| map.grid.cell(node)).collect(),
        path: shown.map(Path::nodes),
        straightened: straightened.as_ref().map(|line| &line.nodes[..]),
        lines: &lines,
        layer: Layer::Search(recorder.events()),
    };
    args.draw.draw(&picture, "path", &mut report)?;
    Ok(report)
}
