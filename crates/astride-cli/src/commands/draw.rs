//! `astride draw`: a picture of a map.

use std::path::PathBuf;

use serde_json::json;

use crate::error::Failure;
use crate::load::load_map;
use crate::options::MoverArgs;
use crate::pictures::{DrawArgs, Kind, Picture};
use crate::report::Report;

const EXAMPLES: &str = "\
Examples:
  astride draw data/grid/dao/lak303d.map
  astride draw data/grid/dao/lak303d.map -o lak303d.png

Exit codes: 0 done, 2 bad input or usage";

/// Draws a map, to the terminal or as a picture.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The map: .map or drawn text, plain or .gz; - is standard input
    map: PathBuf,

    #[command(flatten)]
    mover: MoverArgs,

    #[command(flatten)]
    draw: DrawArgs,
}

pub(crate) fn run(args: &Args) -> Result<Report, Failure> {
    let draw = args.draw.or_by_name(Kind::for_terminal())?;
    draw.check()?;
    let map = load_map(&args.map)?;
    let mover = args.mover.mover()?;
    let picture = Picture {
        starts: map.starts.clone(),
        goals: map.goals.clone(),
        ..Picture::of(&map.grid, &mover)
    };
    let (width, height) = (map.grid.width(), map.grid.height());
    let json = json!({ "command": "draw", "width": width, "height": height });
    let mut report = Report::good(String::new(), json);
    draw.draw(&picture, "map", &mut report)?;
    Ok(report)
}
