//! `astride info`: what a map consists of.

mod baked;
mod more;
mod room;

use std::fmt::Write;
use std::path::PathBuf;

use astride::base::{Budget, Cost, NodeId};
use astride::search::DistanceField;
use astride::shapes::square::{Components, Grid, GridView, Mover};
use astride::world::Way;
use serde_json::{Value, json};

use crate::changes::ChangeArgs;
use crate::commands::field::farthest;
use crate::describe::{line, meaning};
use crate::error::Failure;
use crate::foreign::ReadArgs;
use crate::load::{Loaded, load_with};
use crate::meshes;
use crate::options::{MoverArgs, cell_json, plain};
use crate::progress::Ticker;
use crate::report::{Report, count, grouped};
use more::More;
use room::Room;

/// How many of the largest components are listed.
const LISTED: usize = 5;

const EXAMPLES: &str = "\
Examples:
  astride info data/grid/dao/lak303d.map
  astride info data/grid/dao/lak303d.map --corners always --json
  astride info --baked lak303d.labels

Exit codes: 0 done, 1 the indexes are of another map, 2 bad input or usage";

/// Describes a map: size, terrain, parts that are connected, narrow places, room for large bodies,
/// and how long paths get. Or a file of indexes.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The map, of any kind that `astride --help` lists; - is standard input
    #[arg(required_unless_present = "baked")]
    map: Option<PathBuf>,

    /// Describe this file of indexes, made by `astride bake`, and say whether it belongs to the map, if
    /// one is given
    #[arg(long, value_name = "FILE")]
    baked: Option<PathBuf>,

    #[command(flatten)]
    mover: MoverArgs,

    #[command(flatten)]
    change: ChangeArgs,

    #[command(flatten)]
    read: ReadArgs,

    #[command(flatten)]
    disc: meshes::DiscArgs,
}

pub(crate) fn run(args: &Args) -> Result<Report, Failure> {
    if let Some(file) = &args.baked {
        return baked::run(file, args);
    }
    let file = args.map.as_deref().ok_or_else(|| Failure::new("expected a map"))?;
    let found = load_with(file, &args.read)?;
    let mut notes = found.notes.unwrap_or_default();
    let map = args.change.on(found.map, &args.mover)?;
    if !matches!(map, Loaded::Mesh(_)) {
        args.disc.refuse()?;
    }
    let map = match map {
        Loaded::Squares(map) => map,
        Loaded::Other(map) => {
            let mut report = map.seen_by(&args.mover)?.info();
            tell_notes(&mut report, &notes);
            return Ok(report);
        }
        Loaded::Mesh(mesh) => {
            let mut report = meshes::info(mesh, &args.mover, &args.disc)?;
            tell_notes(&mut report, &notes);
            return Ok(report);
        }
    };
    let (grid, mover) = (&map.grid, args.mover.mover()?);
    let view = grid.seen_by(&mover);
    let cells = u64::from(grid.cell_count());
    let terrain = terrain(grid, &mover);
    notes.extend(strange(&terrain, &args.mover));
    let passable: u64 = terrain.iter().filter(|t| t.factor > 0).map(|t| t.cells).sum();
    let parts = Components::build(&view).areas();

    let mut text = String::new();
    let size = format!("{} x {} = {}", grid.width(), grid.height(), count(cells, "cell"));
    line(&mut text, "size", size);
    let share = |part: u64| format!("{:.1} %", part as f64 * 100.0 / cells as f64);
    line(&mut text, "passable", format_args!("{} ({})", count(passable, "cell"), share(passable)));
    for (at, Terrain { class, cells, factor }) in terrain.iter().enumerate() {
        let meaning = meaning((*factor).into());
        let name = if at == 0 { "terrain" } else { "" };
        let letter = char::from(*class);
        let numbers = format!("{:>12} {:>7}", grouped(*cells), share(*cells));
        line(&mut text, name, format_args!("{letter} {numbers}  {meaning}"));
    }
    line(&mut text, "components", grouped(parts.len() as u64));
    for (at, part) in parts.iter().take(LISTED).enumerate() {
        let name = if at == 0 { "largest" } else { "" };
        let size = count(part.cells.into(), "cell");
        let cell = plain(grid.cell(part.first));
        line(&mut text, name, format_args!("{size}, one of them {cell}"));
    }
    let more = More::of(&map);
    more.tell(&mut text);
    let room = Room::of(&view)?;
    room.tell(&mut text, grid);
    let longest = parts.first().and_then(|part| longest(&view, part.first));
    if let Some(Longest { from, to, cost }) = longest {
        let steps = cost as f64 / f64::from(view.scale().straight());
        let ends = format!("from {} to {}", plain(grid.cell(from)), plain(grid.cell(to)));
        let ticks = grouped(cost);
        line(
            &mut text,
            "longest",
            format_args!("path known: {ticks} ticks = {steps:.4} straight steps, {ends}"),
        );
    }
    if !map.starts.is_empty() || !map.goals.is_empty() {
        let starts = count(map.starts.len() as u64, "start");
        let goals = count(map.goals.len() as u64, "goal");
        let _ = writeln!(text, "{:<12}{starts}, {goals}", "drawn");
    }
    let mut json = json!({
        "command": "info",
        "width": grid.width(),
        "height": grid.height(),
        "cells": cells,
        "passable": passable,
        "terrain": terrain.iter().map(Terrain::json).collect::<Vec<_>>(),
        "starts": map.starts.iter().copied().map(cell_json).collect::<Vec<_>>(),
        "goals": map.goals.iter().copied().map(cell_json).collect::<Vec<_>>(),
        "components": parts.len(),
        "largest": parts.iter().take(LISTED).map(|part| {
            json!({ "cells": part.cells, "cell": cell_json(grid.cell(part.first)) })
        }).collect::<Vec<_>>(),
        "longest": longest.map(|Longest { from, to, cost }| json!({
            "from": cell_json(grid.cell(from)), "to": cell_json(grid.cell(to)), "cost": cost,
        })),
    });
    more.add_to(&mut json);
    room.add_to(&mut json, grid);
    let mut report = Report::good(text, json);
    tell_notes(&mut report, &notes);
    Ok(report)
}

/// What was left out of a map of another program, or had to be guessed.
fn tell_notes(report: &mut Report, notes: &[String]) {
    for (at, note) in notes.iter().enumerate() {
        line(&mut report.text, if at == 0 { "notes" } else { "" }, note);
    }
    if !notes.is_empty() {
        report.json["notes"] = json!(notes);
    }
}

/// One letter of the map.
struct Terrain {
    class: u8,
    cells: u64,
    factor: u32,
}

impl Terrain {
    fn json(&self) -> Value {
        let letter = char::from(self.class).to_string();
        json!({ "letter": letter, "cells": self.cells, "factor": self.factor })
    }
}

/// The letters that occur, the most frequent first.
fn terrain(grid: &Grid, mover: &Mover) -> Vec<Terrain> {
    let mut found: Vec<Terrain> = (0..=255u8)
        .map(|class| Terrain {
            class,
            cells: grid.histogram()[class as usize].into(),
            factor: mover.factor(class),
        })
        .filter(|terrain| terrain.cells > 0)
        .collect();
    found.sort_by_key(|terrain| (std::cmp::Reverse(terrain.cells), terrain.class));
    found
}

/// A note on letters that have no meaning and that no option names: usually the text is not a map.
fn strange(terrain: &[Terrain], mover: &MoverArgs) -> Option<String> {
    let is_strange = |&&Terrain { class, factor, .. }: &&Terrain| {
        factor == 0 && class.is_ascii_graphic() && !b"#@OT".contains(&class) && !mover.names(class)
    };
    let name = |terrain: &Terrain| char::from(terrain.class).to_string();
    let letters: Vec<String> = terrain.iter().filter(is_strange).map(name).collect();
    (!letters.is_empty()).then(|| {
        let letters = letters.join(" ");
        format!("letters without a meaning, blocked unless --terrain says otherwise: {letters}")
    })
}

/// Two nodes that lie far apart.
#[derive(Clone, Copy)]
struct Longest {
    from: NodeId,
    to: NodeId,
    cost: Cost,
}

/// A long cheapest path by two sweeps: to the node farthest from `first`, and from there to the
/// node farthest from it. No cheapest path is shorter than half the longest one this way, and most
/// often it is the longest.
fn longest(view: &GridView<'_>, first: NodeId) -> Option<Longest> {
    let mut ticker = Ticker::endless("measuring");
    let mut field = DistanceField::new();
    let mut sweep = |from| {
        let mut tick = || {
            ticker.at(0);
            false
        };
        let budget = &mut Budget::unlimited().deadline(&mut tick);
        field.compute(view, &[(from, 0)], Way::Forward, budget);
        farthest(&field)
    };
    let (from, _) = sweep(first)?;
    let (to, cost) = sweep(from)?;
    Some(Longest { from, to, cost })
}
