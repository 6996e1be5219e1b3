//! `astride convert`: maps from one format to another.

use std::io::Write;
use std::path::PathBuf;
use std::str::FromStr;

use astride::io::{Drawing, WorldFile, WriteError, write_map_as, write_world};
use astride::shapes::square::{Mover, Terrain};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::json;

use crate::changes::ChangeArgs;
use crate::error::Failure;
use crate::foreign::ReadArgs;
use crate::load::{load_with, squares};
use crate::pictures::{Kind, Picture};
use crate::report::{Report, count};
use crate::save::Existing;

const EXAMPLES: &str = "\
Examples:
  astride convert data/grid/dao/arena.map arena.txt
  astride convert arena.txt arena.map.gz
  astride convert data/grid/dao/arena.map arena.astride
  astride convert data/grid/dao/arena.map arena.png
  astride convert data/occupancy/depot.yaml depot.map
  astride convert arena.astride - --as txt
  astride convert data/grid/dao/arena.map rough.map --terrain 3 --seed 7

Exit codes: 0 done, 2 bad input or usage";

/// Converts a map; the ending of the second name says to what.
///
/// Endings are .map, .txt (drawn text) and .astride, any of them with .gz, and .png or .svg for
/// pictures. A file that is there already is kept, unless --force is given.
///
/// A drawn wall `#` becomes `@` in a .map, which has no letter for A and B.
///
/// A world is written whole or not at all: walls between cells, one-way steps, links, movers and
/// classes without a letter go into an .astride only, and other maps are refused with the first
/// thing that would be lost.
///
/// Maps of other programs have a frame, which is left out, and said to be, where there is no place
/// for it.
///
/// With --terrain, ground turns into smooth blobs of factor 1, 2, 3 and so on: where the factor is
/// 1 it keeps its letter, elsewhere it becomes the digit of the factor.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The map: .map, drawn text, .astride or of another program; - is standard input
    from: PathBuf,

    /// The file to write; - is standard output
    to: PathBuf,

    /// What to write, whatever the name ends in; a .map where it is standard output
    #[arg(long = "as", value_name = "FORMAT")]
    format: Option<Format>,

    /// Replace the file if there is one
    #[arg(long)]
    force: bool,

    /// Lay generated terrain of this many classes over the ground: factors 1 to N
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=9))]
    terrain: Option<u32>,

    /// Where the generated terrain lies
    #[arg(long, default_value_t = 0, requires = "terrain", value_name = "S")]
    seed: u64,

    /// How many cells a blob of generated terrain is about across
    #[arg(long, default_value_t = Terrain::BLOB, requires = "terrain", value_name = "CELLS")]
    blob: u32,

    #[command(flatten)]
    change: ChangeArgs,

    #[command(flatten)]
    read: ReadArgs,
}

impl Args {
    /// The map to write: as it was read, or with generated terrain and other changes; and whether
    /// another program made it.
    fn map(&self) -> Result<(WorldFile, bool), Failure> {
        let found = load_with(&self.from, &self.read)?;
        let is_foreign = found.notes.is_some();
        let mut map = squares(&self.from, found.map)?;
        if let Some(classes) = self.terrain {
            let terrain = Terrain::new(classes, self.seed)
                .map_err(|error| Failure::of_at("--terrain", error))?
                .blob(self.blob)
                .map_err(|error| Failure::of_at("--blob", error))?;
            map.grid = terrain.over(&map.grid).map_err(Failure::of)?;
        }
        self.change.change(&mut map.grid, &Mover::walker())?;
        Ok((map, is_foreign))
    }
}

pub(crate) fn run(args: &Args) -> Result<Report, Failure> {
    let name = args.to.display().to_string();
    let (plain, is_packed) = match name.strip_suffix(".gz") {
        Some(plain) => (plain, true),
        None => (&name[..], false),
    };
    let by_name = if name == "-" { Some(Format::Map) } else { Format::of(plain) };
    let format = args.format.or(by_name).filter(|format| !(is_packed && format.is_picture()));
    let Some(format) = format else {
        let expected =
            "expected it to end in .map, .txt or .astride, with .gz or without, or in .png or .svg";
        return Err(Failure::at(name, format!("no known format, {expected}")));
    };
    let existing = Existing::forced(args.force);
    existing.look_at(&args.to)?;
    let (mut map, is_foreign) = args.map()?;
    // Maps of other programs have a frame whether or not anybody asked for one.
    let frame = if is_foreign && format.lacks_frame() { map.frame.take() } else { None };
    let bytes = format.write(&map).map_err(|failure| failure.within(&name))?;
    let bytes = if is_packed { packed(&bytes) } else { bytes };
    let lost = match format {
        Format::Map => map.starts.len() + map.goals.len(),
        _ => 0,
    };
    let mut text = format!("{name}: {}\n", count(bytes.len() as u64, "byte"));
    if lost > 0 {
        let marks = count(lost as u64, "mark");
        text += &format!("{marks} of starts and goals left out, which a .map cannot hold\n");
    }
    if frame.is_some() {
        text += "where the cells lie in the world is left out; an .astride can hold it\n";
    }
    let json = json!({
        "command": "convert", "file": name, "bytes": bytes.len(), "marks_left_out": lost,
        "frame_left_out": frame.is_some(),
    });
    let mut report = Report::good(text, json);
    report.save_unless(&args.to, &bytes, existing)?;
    Ok(report)
}

#[derive(Clone, Copy, Debug)]
enum Format {
    Map,
    Drawn,
    World,
    Picture(Kind),
}

impl FromStr for Format {
    type Err = &'static str;

    fn from_str(ending: &str) -> Result<Self, Self::Err> {
        match ending {
            "map" => Ok(Format::Map),
            "txt" => Ok(Format::Drawn),
            "astride" => Ok(Format::World),
            "png" => Ok(Format::Picture(Kind::Png)),
            "svg" => Ok(Format::Picture(Kind::Svg)),
            _ => Err("expected map, txt, astride, png or svg"),
        }
    }
}

impl Format {
    fn of(name: &str) -> Option<Format> {
        name.rsplit_once('.')?.1.parse().ok()
    }

    fn is_picture(self) -> bool {
        matches!(self, Format::Picture(_))
    }

    fn lacks_frame(self) -> bool {
        matches!(self, Format::Map | Format::Drawn)
    }

    fn write(self, map: &WorldFile) -> Result<Vec<u8>, Failure> {
        let refused = |error: WriteError| match self {
            Format::World => Failure::of(error),
            _ => Failure::of(error).advised("expected a name that ends in .astride, which can"),
        };
        match self {
            Format::Map => {
                // The walls of drawn maps are written as those of `.map` files.
                let letter = |class| if class == b'#' { b'@' } else { class };
                let lost = map.only_grid("a .map file");
                lost.and_then(|()| write_map_as(&map.grid, letter)).map_err(refused)
            }
            Format::Drawn => {
                let lost = map.only_grid("a drawn map");
                let text = lost.and_then(|()| Drawing::write(&map.grid, &map.starts, &map.goals));
                text.map(String::into_bytes).map_err(refused)
            }
            Format::World => write_world(map).map_err(refused),
            Format::Picture(kind) => {
                let mover = Mover::walker();
                let picture = Picture {
                    starts: map.starts.clone(),
                    goals: map.goals.clone(),
                    ..Picture::of(&map.grid, &mover)
                };
                picture.file(kind, None)
            }
        }
    }
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    // The header holds no time and no name, so equal maps give equal files.
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.expect("writing to memory does not fail")
}
