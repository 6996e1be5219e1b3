//! Detecting formats, and reading any of them.

use crate::error::FormatError;
use crate::heights::{Heights, Slope, StepHeight, is_tiff};
use crate::import::{Import, Map};
use crate::legend::Legend;
use crate::obj::is_obj;
use crate::osm::is_pbf;
use crate::pictures::is_picture;
use crate::ros::RosMap;
use crate::{
    Beside, GroundRule, Profile, RoadCost, Up, read_ldtk, read_obj, read_osm, read_osm_pbf,
    read_picture, read_tiled,
};

/// A format that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A ROS YAML file that names a picture.
    Ros,
    /// PGM or PNG.
    Picture,
    /// An ESRI ASCII grid of heights.
    Asc,
    /// A tile of SRTM.
    Hgt,
    /// A GeoTIFF file of heights.
    GeoTiff,
    /// A map of Tiled.
    Tiled,
    /// A project of LDtk.
    Ldtk,
    /// Wavefront OBJ.
    Obj,
    /// OpenStreetMap as XML.
    Osm,
    /// OpenStreetMap, packed.
    OsmPbf,
}

/// The options of the readers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// The meaning of colours and words.
    pub legend: Legend,
    /// The meaning of slopes; if set, pictures are read as heights.
    pub slope: Option<Slope>,
    /// How high steps may lead between cells with heights; if set, pictures are read as heights.
    pub step: Option<StepHeight>,
    /// The side of a cell: of heights in metres, by default what the file says, or 1 for pictures; of
    /// the ground of a level in its unit, by default 0.3.
    pub side: Option<f64>,
    /// The level of an LDtk project.
    pub level: Option<String>,
    /// What the faces of an OBJ file are.
    pub ground: GroundRule,
    /// The axis of an OBJ file that points up; by default y, or z where all faces have the same z.
    pub up: Option<Up>,
    /// The traveller on the roads.
    pub profile: Profile,
    /// The cost of a road.
    pub road_cost: RoadCost,
}

impl Format {
    /// The format of a file by its extension, or by its first bytes if the name is inconclusive;
    /// `None` if it is none of these.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride_formats::Format;
    /// assert_eq!(Format::of("cave.TMX", b"<map/>"), Some(Format::Tiled));
    /// assert_eq!(Format::of("standard input", b"P5 2 2 255 ...."), Some(Format::Picture));
    /// assert_eq!(Format::of("arena.map", b"type octile"), None);
    /// assert_eq!(Format::of("a", br#"{ "jsonVersion": "1.5.3" }"#), Some(Format::Ldtk));
    /// assert_eq!(Format::of("a", br#"{ "version": 1 }"#), None);
    /// ```
    pub fn of(name: &str, bytes: &[u8]) -> Option<Format> {
        let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
        match ending.as_deref() {
            Some("yaml" | "yml") => return Some(Format::Ros),
            Some("asc") => return Some(Format::Asc),
            Some("hgt") => return Some(Format::Hgt),
            Some("tif" | "tiff") => return Some(Format::GeoTiff),
            Some("tmx") => return Some(Format::Tiled),
            Some("ldtk") => return Some(Format::Ldtk),
            Some("obj") => return Some(Format::Obj),
            Some("osm") => return Some(Format::Osm),
            Some("pbf") => return Some(Format::OsmPbf),
            Some("pgm" | "png") => return Some(Format::Picture),
            _ => {}
        }
        let first = without_mark(bytes.trim_ascii_start());
        let head = &first[..first.len().min(4096)];
        let begins = |word: &[u8]| {
            head.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
        };
        let has = |word: &[u8]| head.windows(word.len()).any(|part| part == word);
        if is_picture(bytes) {
            Some(Format::Picture)
        } else if is_tiff(bytes) {
            Some(Format::GeoTiff)
        } else if is_pbf(bytes) {
            Some(Format::OsmPbf)
        } else if begins(b"<osm") || (begins(b"<") && has(b"<osm ")) {
            Some(Format::Osm)
        } else if begins(b"<?xml") || begins(b"<map") || begins(b"<!--") {
            Some(Format::Tiled)
        } else if begins(b"{") && (has(b"\"jsonVersion\"") || has(b"LDtk")) {
            Some(Format::Ldtk)
        } else if begins(b"image:") || (has(b"\nimage:") && has(b"resolution:")) {
            Some(Format::Ros)
        } else if [&b"ncols "[..], b"nrows ", b"ncols\t", b"nrows\t"].into_iter().any(begins) {
            Some(Format::Asc)
        } else if is_obj(first) {
            Some(Format::Obj)
        } else {
            None
        }
    }

    /// Reads a file of this format; `beside` is called for files that it names.
    ///
    /// # Errors
    ///
    /// As for the reader of the format.
    pub fn read(
        self,
        name: &str,
        bytes: &[u8],
        options: &Options,
        beside: &mut Beside<'_>,
    ) -> Result<Import, FormatError> {
        let Options { legend, slope, step, side, level, ground, up, profile, road_cost } = options;
        let bytes = without_mark(bytes);
        let terrain = |heights: Heights| -> Result<Import, FormatError> {
            let heights = match side {
                Some(side) => heights.with_side(*side)?,
                None => heights,
            };
            let mut import = heights.terrain(slope.unwrap_or_default())?;
            if let (Some(step), Map::Squares(world)) = (step, &mut import.map) {
                let steps = heights.steps(&world.grid, *step);
                let applied = world.grid.apply(&steps);
                applied.map_err(|error| {
                    FormatError::new("heights", error.to_string(), "a map that fits into memory")
                })?;
            }
            Ok(import)
        };
        match self {
            Format::Ros => {
                let map = RosMap::parse(bytes)?;
                let image = beside(&map.image).map_err(|error| {
                    FormatError::new("ROS map", error, "the picture of the map")
                })?;
                map.read(&image)
            }
            Format::Picture if slope.is_some() || step.is_some() || side.is_some() => {
                terrain(Heights::from_picture(bytes, side.unwrap_or(1.0))?)
            }
            Format::Picture => read_picture(bytes, legend),
            Format::Asc => terrain(Heights::from_asc(bytes)?),
            Format::Hgt => terrain(Heights::from_hgt(bytes, name)?),
            Format::GeoTiff => terrain(Heights::from_geotiff(bytes)?),
            Format::Tiled => read_tiled(bytes, legend, beside),
            Format::Ldtk => read_ldtk(bytes, legend, level.as_deref(), beside),
            Format::Obj => read_obj(bytes, *ground, *up, *side, legend),
            Format::Osm => read_osm(bytes, profile, *road_cost),
            Format::OsmPbf => read_osm_pbf(bytes, profile, *road_cost),
        }
    }
}

/// A text without the mark of its byte order, with which some editors begin it.
fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}
