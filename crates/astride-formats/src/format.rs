//! Reading any of the formats.

use crate::detect::{Format, without_mark};
use crate::error::FormatError;
use crate::heights::{Heights, Slope, StepHeight};
use crate::import::{Import, Map};
use crate::legend::Legend;
use crate::ros::RosMap;
use crate::{
    Beside, GroundRule, Profile, RoadCost, Up, read_ldtk, read_obj, read_osm, read_osm_pbf,
    read_picture, read_tiled,
};

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
