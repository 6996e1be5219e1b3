//! `astride convert`: maps from one format to another.

mod others;

use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use astride::io::{Drawing, WorldFile, WriteError, write_map_as, write_world};
use astride::shapes::square::{Edit, Mover, Terrain};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::json;

use crate::changes::ChangeArgs;
use crate::error::Failure;
use crate::foreign::ReadArgs;
use crate::load::{Found, Loaded, coordinates_beside, load_with};
use crate::options::MoverArgs;
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
  astride convert data/road/monaco.osm.gz monaco.gr --profile foot
  astride convert data/voxel/Simple.3dmap simple.astride
  astride convert rooms.obj rooms.mesh
  astride convert data/grid/dao/arena.map rough.map --terrain 3 --seed 7

Exit codes: 0 done, 2 bad input or usage";

/// Converts a map; the ending of the second name says to what.
///
/// Endings are .map, .txt (drawn text) and .astride, any of them with .gz, and .png or .svg for
/// pictures. Hexagons, triangles and floors become .txt or .astride, voxels .3dmap or .astride,
/// graphs and roads .gr or .astride, navigation meshes .mesh. A .gr has a .co beside it for the
/// coordinates, and on standard output it contains them. A file that is there already is kept,
/// unless --force is given.
///
/// A drawn wall `#` becomes `@` in a .map, which has no letter for A and B.
///
/// A world is written whole or not at all: walls between cells, one-way steps, links, movers and
/// classes without a letter go into an .astride only, and other maps are refused with the first
/// thing that would be lost.
///
/// Maps of other programs have a frame and may have links, which are left out, and said to be, where
/// there is no place for them; so are names of places, and starts and goals.
///
/// With --terrain, ground turns into smooth blobs of factor 1, 2, 3 and so on: where the factor is
/// 1 it keeps its letter, elsewhere it becomes the digit of the factor.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The map, of any kind that `astride --help` lists; - is standard input
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
    /// Squares with generated terrain and other changes.
    fn changed(&self, mut map: WorldFile) -> Result<WorldFile, Failure> {
        if let Some(classes) = self.terrain {
            let terrain = Terrain::new(classes, self.seed)
                .map_err(|error| Failure::of_at("--terrain", error))?
                .blob(self.blob)
                .map_err(|error| Failure::of_at("--blob", error))?;
            map.grid = terrain.over(&map.grid).map_err(Failure::of)?;
        }
        self.change.change(&mut map.grid, &Mover::walker())?;
        Ok(map)
    }

    /// The map as a file of this format.
    fn write(&self, found: Found, format: Format) -> Result<Written, Failure> {
        let within = |failure: Failure| failure.within(self.to.display());
        if self.terrain.is_some() && !matches!(found.map, Loaded::Squares(_)) {
            return Err(Failure::at("--terrain", "is for maps of squares"));
        }
        match found.map {
            Loaded::Squares(map) => self.write_squares(*map, found.notes.is_some(), format),
            Loaded::Other(mut map) => {
                self.change.on_other(&mut map, &MoverArgs::usual())?;
                others::write(&map, format).map_err(within)
            }
            Loaded::Mesh(mesh) => {
                self.change.refuse()?;
                others::write_mesh(&mesh, format).map_err(within)
            }
        }
    }

    /// Squares as a file of this format.
    fn write_squares(
        &self,
        map: WorldFile,
        is_foreign: bool,
        format: Format,
    ) -> Result<Written, Failure> {
        let mut map = self.changed(map)?;
        // Maps of other programs have a frame whether or not anybody asked for one.
        let frame = if is_foreign && format.lacks_frame() { map.frame.take() } else { None };
        let mut notes = Vec::new();
        let links = map.grid.links().to_vec();
        // The same holds for their links.
        if is_foreign && format.lacks_frame() && !links.is_empty() {
            let mut edit = Edit::new();
            for link in &links {
                edit.unlink(map.grid.cell(link.from), map.grid.cell(link.to));
            }
            map.grid.apply(&edit).map_err(Failure::of)?;
            let links = count(links.len() as u64, "link");
            notes.push(format!("{links} left out; an .astride can hold them"));
        }
        let marks = match format {
            Format::Map => map.starts.len() + map.goals.len(),
            _ => 0,
        };
        let bytes = format.write(&map).map_err(|failure| failure.within(self.to.display()))?;
        Ok(Written { bytes, marks, has_lost_frame: frame.is_some(), notes, ..Written::default() })
    }
}

/// A file to be written, and what it lacks of the map.
#[derive(Default)]
struct Written {
    bytes: Vec<u8>,
    /// Coordinates, which have a file of their own.
    coordinates: Option<Vec<u8>>,
    /// Starts and goals that are left out.
    marks: usize,
    has_lost_frame: bool,
    /// What else is left out or called otherwise, a line each.
    notes: Vec<String>,
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
        let expected = "expected it to end in .map, .txt, .astride, .3dmap, .gr or .mesh, with .gz or \
                        without, or in .png or .svg";
        return Err(Failure::at(name, format!("no known format, {expected}")));
    };
    let existing = Existing::forced(args.force);
    existing.look_at(&args.to)?;
    let found = load_with(&args.from, &args.read)?;
    let mut written = args.write(found, format)?;
    let beside = match written.coordinates.take() {
        Some(text) if name == "-" => {
            written.bytes.extend(text);
            None
        }
        // The first name is that of a plain file, the second that of a packed one.
        coordinates => coordinates
            .map(|text| (coordinates_beside(&args.to).swap_remove(usize::from(is_packed)), text)),
    };
    if let Some((file, _)) = &beside {
        existing.look_at(file)?;
    }
    if matches!(format, Format::Graph) && name != "-" {
        refuse_coordinates_of_others(&args.to, beside.as_ref().map(|(file, _)| &**file))?;
    }
    let pack = |bytes| if is_packed { packed(bytes) } else { bytes.to_vec() };
    let bytes = pack(&written.bytes);
    let mut text = format!("{name}: {}\n", count(bytes.len() as u64, "byte"));
    let mut json = json!({
        "command": "convert", "file": name, "bytes": bytes.len(),
        "marks_left_out": written.marks, "frame_left_out": written.has_lost_frame,
        "notes": written.notes,
    });
    if written.marks > 0 {
        let marks = count(written.marks as u64, "mark");
        let _ = writeln!(
            text,
            "{marks} of starts and goals left out, which {} cannot hold",
            format.noun()
        );
    }
    if written.has_lost_frame {
        text += "where the cells lie in the world is left out; an .astride can hold it\n";
    }
    written.notes.iter().for_each(|note| _ = writeln!(text, "{note}"));
    let mut report = Report::good(String::new(), json!(null));
    if let Some((file, coordinates)) = &beside {
        let coordinates = pack(coordinates);
        let _ = writeln!(text, "{}: {}", file.display(), count(coordinates.len() as u64, "byte"));
        json["coordinates"] = file.display().to_string().into();
        report.save_unless(file, &coordinates, existing)?;
    }
    report.save_unless(&args.to, &bytes, existing)?;
    (report.text, report.json) = (text, json);
    Ok(report)
}

/// Refuses to write a `.gr` if the coordinates of another one would be read with it instead of `own`.
fn refuse_coordinates_of_others(graph: &Path, own: Option<&Path>) -> Result<(), Failure> {
    let is_own = |file: &Path| own == Some(file);
    let read = coordinates_beside(graph).into_iter().find(|file| is_own(file) || file.is_file());
    match read {
        Some(file) if !is_own(&file) => {
            let message = format!("would be read as the coordinates of {}", graph.display());
            Err(Failure::at(file.display(), message))
        }
        _ => Ok(()),
    }
}

#[derive(Clone, Copy, Debug)]
enum Format {
    Map,
    Drawn,
    World,
    Voxels,
    Graph,
    Mesh,
    Picture(Kind),
}

impl FromStr for Format {
    type Err = &'static str;

    fn from_str(ending: &str) -> Result<Self, Self::Err> {
        match ending {
            "map" => Ok(Format::Map),
            "txt" => Ok(Format::Drawn),
            "astride" => Ok(Format::World),
            "3dmap" => Ok(Format::Voxels),
            "gr" => Ok(Format::Graph),
            "mesh" => Ok(Format::Mesh),
            "png" => Ok(Format::Picture(Kind::Png)),
            "svg" => Ok(Format::Picture(Kind::Svg)),
            _ => Err("expected map, txt, astride, 3dmap, gr, mesh, png or svg"),
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

    /// What a file of this format is called.
    fn noun(self) -> &'static str {
        match self {
            Format::Map => "a .map",
            Format::Drawn => "a drawing",
            Format::World => "an .astride of this shape",
            Format::Voxels => "a .3dmap",
            Format::Graph => "a .gr",
            Format::Mesh => "a .mesh",
            Format::Picture(_) => "a picture",
        }
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
            Format::Voxels | Format::Graph | Format::Mesh => {
                let noun = self.noun();
                let expected = "expected .map, .txt, .astride, .png or .svg";
                Err(Failure::new(format!("{noun} cannot hold a map of squares, {expected}")))
            }
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
