//! Maps of other programs, and the options for reading them.

use std::path::{Path, PathBuf};

use astride_formats::{
    Entry, Format, GroundRule, Import, Legend, Options, PictureRule, PictureRuleError, Profile,
    RoadCost, Slope, StepHeight, Up, unzip,
};
use clap::Args;

use crate::error::Failure;
use crate::read::{MAX_BYTES, load_bytes, name_of};

/// What symbols stand for in maps of other programs.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Maps of other programs")]
pub(crate) struct ReadArgs {
    /// What a colour (#rrggbb), a brightness (0-99) or a word stands for: a letter, or a word such
    /// as free, blocked or water (repeat for more)
    #[arg(long, value_name = "SIGN=TERRAIN")]
    legend: Vec<Entry>,

    /// How pictures are read: dark (what is dark is wall), colours (blue is water, green trees,
    /// grey costly), cost (the darker the costlier), transparent (where nothing is drawn it is free),
    /// or heights (brightness is height, see --slope) [default: dark]
    #[arg(long, value_name = "RULE", value_parser = picture_rule)]
    picture: Option<PictureBy>,

    /// In heights, what is steeper is blocked, and costs grow up to this factor [default: 30,9];
    /// pictures are read as heights then
    #[arg(long, value_name = "DEGREES,FACTOR")]
    slope: Option<Slope>,

    /// In heights, metres up and down that a step from cell to cell may lead, or one number for both;
    /// pictures are read as heights then
    #[arg(long, value_name = "UP,DOWN")]
    max_step: Option<StepHeight>,

    /// In heights, the side of a cell in metres; in an OBJ level, the side of a cell of its ground
    /// [default there: 0.3]
    #[arg(long, value_name = "LENGTH")]
    cell: Option<f64>,

    /// What the faces of an OBJ file are: mesh (a navigation mesh), or the surfaces of a level, on
    /// which a mover needs this headroom, takes steps this high and slopes this steep [default: mesh
    /// if all look up and none is steep, otherwise 2,0.5,45]
    #[arg(long, value_name = "mesh|HEIGHT,STEP,DEGREES")]
    ground: Option<GroundRule>,

    /// The axis of an OBJ file that points up: y, with places x,z, or z, with places x,y [default: y,
    /// or z where all faces have the same z]
    #[arg(long, value_name = "y|z")]
    up: Option<Up>,

    /// The level of an LDtk project
    #[arg(long, value_name = "NAME")]
    level: Option<String>,

    /// Whose roads to take out of OpenStreetMap: car, bicycle or foot [default: car]
    #[arg(long, value_name = "NAME")]
    profile: Option<Profile>,

    /// What a road of OpenStreetMap costs: its time in milliseconds, or its length in centimetres
    /// [default: time]
    #[arg(long, value_name = "time|length")]
    road_cost: Option<RoadCost>,
}

/// How a picture is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PictureBy {
    Rule(PictureRule),
    Heights,
}

fn picture_rule(text: &str) -> Result<PictureBy, String> {
    match text {
        "heights" => Ok(PictureBy::Heights),
        text => {
            let rule = text.parse().map(PictureBy::Rule);
            rule.map_err(|error: PictureRuleError| format!("{error} or heights"))
        }
    }
}

impl ReadArgs {
    fn options(&self) -> Options {
        let (rule, slope) = match self.picture {
            Some(PictureBy::Heights) => {
                (PictureRule::default(), Some(self.slope.unwrap_or_default()))
            }
            Some(PictureBy::Rule(rule)) => (rule, self.slope),
            None => (PictureRule::default(), self.slope),
        };
        let mut legend = Legend::by(rule);
        self.legend.iter().cloned().for_each(|entry| legend.add(entry));
        Options {
            legend,
            slope,
            step: self.max_step,
            side: self.cell,
            level: self.level.clone(),
            ground: self.ground.unwrap_or_default(),
            up: self.up,
            profile: self.profile.clone().unwrap_or_default(),
            road_cost: self.road_cost.unwrap_or_default(),
        }
    }

    /// Reads a file if it is a map of another program; files that it names are beside it.
    pub(crate) fn read(&self, path: &Path, bytes: &[u8]) -> Result<Option<Import>, Failure> {
        let name = name_of(path);
        if matches!(self.picture, Some(PictureBy::Rule(_))) {
            for (option, is_given) in [
                ("--slope", self.slope.is_some()),
                ("--max-step", self.max_step.is_some()),
                ("--cell", self.cell.is_some()),
            ] {
                if is_given {
                    let message = format!("{option} is for heights, expected --picture heights");
                    return Err(Failure::at("--picture", message));
                }
            }
        }
        if bytes.starts_with(b"PK\x03\x04") {
            let (inner, bytes) =
                unzip(bytes, MAX_BYTES).map_err(|error| Failure::of_at(&name, error))?;
            return self.read(&path.with_file_name(inner), &bytes);
        }
        let plain = name.strip_suffix(".gz").unwrap_or(&name);
        let format = Format::of(plain, bytes);
        // Their files have the first bytes and names of these; a layer of LDtk may well be called
        // "agents".
        if matches!(format, None | Some(Format::Ros | Format::Tiled))
            && let Some(message) = team(bytes)
        {
            return Err(Failure::at(&name, message));
        }
        let Some(format) = format else { return Ok(None) };
        let mut beside = |named: &str| {
            let file = path.parent().unwrap_or(Path::new("")).join(named);
            let mut packed = file.clone().into_os_string();
            packed.push(".gz");
            let packed = PathBuf::from(packed);
            let file = if !file.exists() && packed.exists() { packed } else { file };
            load_bytes(&file).map_err(|failure| failure.to_string())
        };
        let import = format.read(plain, bytes, &self.options(), &mut beside);
        import.map(Some).map_err(|error| Failure::of_at(&name, error))
    }
}

/// Why a file about several agents is not a map; `None` if it is not such a file.
fn team(bytes: &[u8]) -> Option<&'static str> {
    let head = &bytes[..bytes.len().min(4096)];
    let first = head.trim_ascii_start();
    let has = |word: &str| head.windows(word.len()).any(|part| part == word.as_bytes());
    let has_agents = has("\"agents\"") || has("\"agentFile\"");
    if first.starts_with(b"<") && has("<graphml") {
        Some(
            "a roadmap of agents, not a map: `astride mapf solve --radius` takes it before their trips",
        )
    } else if first.starts_with(b"<") && has("<agent ") {
        Some("trips of agents, not a map: `astride mapf` takes them after the map or roadmap")
    } else if first.starts_with(b"{") && has_agents {
        Some(
            "a problem of several agents in JSON, not a map: `astride fleet` takes those of the \
              League of Robot Runners",
        )
    } else if first.starts_with(b"agents:") || has("\nagents:") {
        Some("a problem of several agents in YAML, not a map: `astride mapf` takes it")
    } else {
        None
    }
}
