//! Maps of other programs, and the options for reading them.

use std::path::{Path, PathBuf};

use astride_formats::{Entry, Format, Import, Legend, Options, Profile, RoadCost, Slope, unzip};
use clap::Args;

use crate::error::Failure;
use crate::load::{MAX_BYTES, load_bytes, name_of};

/// What signs stand for in maps of other programs.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Maps of other programs")]
pub(crate) struct ReadArgs {
    /// What a colour (#rrggbb), a brightness (0-99) or a word stands for: a letter, or a word such
    /// as free, blocked or water (repeat for more)
    #[arg(long, value_name = "SIGN=TERRAIN")]
    legend: Vec<Entry>,

    /// In heights, what is steeper is blocked, and costs grow up to this factor [default: 30,9];
    /// pictures are read as heights then
    #[arg(long, value_name = "DEGREES,FACTOR")]
    slope: Option<Slope>,

    /// In heights, metres a side of a cell
    #[arg(long, value_name = "METRES")]
    cell: Option<f64>,

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

impl ReadArgs {
    fn options(&self) -> Options {
        let mut legend = Legend::default();
        self.legend.iter().cloned().for_each(|entry| legend.add(entry));
        Options {
            legend,
            slope: self.slope,
            side: self.cell,
            level: self.level.clone(),
            profile: self.profile.clone().unwrap_or_default(),
            road_cost: self.road_cost.unwrap_or_default(),
        }
    }

    /// Reads a file if it is a map of another program; files that it names lie beside it.
    pub(crate) fn read(&self, path: &Path, bytes: &[u8]) -> Result<Option<Import>, Failure> {
        let name = name_of(path);
        if bytes.starts_with(b"PK\x03\x04") {
            let (inner, bytes) =
                unzip(bytes, MAX_BYTES).map_err(|error| Failure::of_at(&name, error))?;
            return self.read(&path.with_file_name(inner), &bytes);
        }
        let plain = name.strip_suffix(".gz").unwrap_or(&name);
        let Some(format) = Format::of(plain, bytes) else { return Ok(None) };
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
