//! `astride draw`: a picture of a map.

use std::path::PathBuf;

use serde_json::json;

use crate::changes::ChangeArgs;
use crate::error::Failure;
use crate::foreign::ReadArgs;
use crate::layers::LayerArgs;
use crate::load::{Loaded, load_with};
use crate::meshes;
use crate::options::MoverArgs;
use crate::pictures::{DrawArgs, Kind, Layer, Picture};
use crate::report::Report;

const EXAMPLES: &str = "\
Examples:
  astride draw data/grid/dao/lak303d.map
  astride draw data/grid/dao/lak303d.map -o lak303d.png
  astride draw data/grid/dao/lak303d.map --layer regions --draw colour
  astride draw data/grid/dao/arena.map --layer fog --at 20,20 -o fog.png
  astride draw data/road/monaco.osm.gz -o monaco.geojson
  astride draw rooms.mesh --origin 43.73,7.42 -o rooms.geojson

Exit codes: 0 done, 2 bad input or usage";

/// Draws a map, to the terminal or as a picture, and what an index says of it.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The map, of any kind that `astride --help` lists; - is standard input
    map: PathBuf,

    #[command(flatten)]
    mover: MoverArgs,

    #[command(flatten)]
    change: ChangeArgs,

    #[command(flatten)]
    read: ReadArgs,

    #[command(flatten)]
    layer: LayerArgs,

    #[command(flatten)]
    draw: DrawArgs,
}

pub(crate) fn run(args: &Args) -> Result<Report, Failure> {
    args.draw.check()?;
    args.layer.check()?;
    let map = args.change.on(load_with(&args.map, &args.read)?.map, &args.mover)?;
    let map = match (map, args.layer.name()) {
        (Loaded::Squares(map), _) => map,
        (_, Some(name)) => {
            return Err(Failure::at(format!("--layer {name}"), "is for maps of squares"));
        }
        (Loaded::Other(map), None) => return map.seen_by(&args.mover)?.draw(&args.draw),
        (Loaded::Mesh(mesh), None) => return meshes::draw(&mesh, &args.mover, &args.draw),
    };
    let draw = args.draw.or_by_name(Kind::for_terminal())?;
    let mover = args.mover.mover()?;
    let built = args.layer.build(&map.grid, &mover, &map.starts)?;
    let picture = Picture {
        starts: args.layer.eyes(&map.starts),
        goals: map.goals.clone(),
        layer: Layer::Built(built.layer()),
        ..Picture::of(&map.grid, &mover)
    };
    let (width, height) = (map.grid.width(), map.grid.height());
    let mut json = json!({ "command": "draw", "width": width, "height": height });
    if let Some(name) = args.layer.name() {
        json["layer"] = name.into();
    }
    let mut report = Report::good(String::new(), json);
    draw.draw(&picture, "map", &mut report)?;
    Ok(report)
}
