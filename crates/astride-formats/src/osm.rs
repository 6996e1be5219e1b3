//! Roads of OpenStreetMap, as XML or packed; `docs/roads.md` describes how tags are interpreted.
//!
//! A file is read twice, first for the roads and then for their positions, so that memory is used
//! for roads only and not for houses and trees.

mod element;
mod network;
#[cfg(feature = "osm-pbf")]
mod pbf;
mod place;
mod profile;
mod restrictions;
mod roads;
mod turns;
mod xml;

pub use place::{Coordinates, CoordinatesError};
pub use profile::{Limits, Profile};
pub use roads::{Nearest, Roads};

use std::str::FromStr;

use crate::error::FormatError;
use crate::import::{Import, Map, Notes};
use element::{Sink, Want};
use network::Network;

/// The cost of a road.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RoadCost {
    /// Travel time: a tick is a millisecond.
    #[default]
    Time,
    /// Length: a tick is a centimetre.
    Length,
}

impl RoadCost {
    /// The cost of a piece of road in ticks, at least 1.
    fn of(self, metres: f64, kilometres_per_hour: f64) -> u32 {
        let ticks = match self {
            RoadCost::Time => metres * 3600.0 / kilometres_per_hour,
            RoadCost::Length => metres * 100.0,
        };
        (ticks.round() as u32).max(1)
    }
}

impl FromStr for RoadCost {
    type Err = String;

    /// Parses `time` or `length`.
    fn from_str(word: &str) -> Result<Self, String> {
        match word {
            "time" => Ok(RoadCost::Time),
            "length" => Ok(RoadCost::Length),
            _ => Err(format!("{word:?} is no cost of a road, expected time or length")),
        }
    }
}

/// Reads the roads of an OpenStreetMap XML file, such as `.osm`.
///
/// # Errors
///
/// If it is not well-formed, declares a document type, lacks numbers or coordinates, or if its
/// roads are too large for a graph.
///
/// # Complexity
///
/// O(bytes + nodes of the file · log nodes of roads); memory for roads only.
///
/// # Examples
///
/// ```
/// use astride_formats::{Map, Profile, RoadCost, read_osm};
/// let osm = br#"<osm version="0.6">
///   <node id="1" lat="43.70" lon="7.4"/> <node id="2" lat="43.71" lon="7.4"/>
///   <way id="9"><nd ref="1"/><nd ref="2"/><tag k="highway" v="primary"/><tag k="oneway" v="yes"/></way>
/// </osm>"#;
/// let Map::Roads(roads) = read_osm(osm, &Profile::CAR, RoadCost::Length)?.map else { unreachable!() };
/// let [from, to] = [1, 2].map(|id| roads.node(id).unwrap().get());
/// assert_eq!(roads.graph.all_arcs().collect::<Vec<_>>(), [(from, to, 111_195)]);
/// # Ok::<(), astride_formats::FormatError>(())
/// ```
pub fn read_osm(bytes: &[u8], profile: &Profile, cost: RoadCost) -> Result<Import, FormatError> {
    read("OpenStreetMap XML", profile, cost, &|want, sink| xml::each(bytes, want, sink))
}

/// Reads the roads of a packed OpenStreetMap file, `.osm.pbf`.
///
/// # Errors
///
/// If it is damaged, compressed by anything other than zlib, contains a history, or if its roads
/// are too large for a graph.
///
/// # Complexity
///
/// That of [`read_osm`], plus a block of at most 32 MiB.
#[cfg(feature = "osm-pbf")]
pub fn read_osm_pbf(
    bytes: &[u8],
    profile: &Profile,
    cost: RoadCost,
) -> Result<Import, FormatError> {
    read("OpenStreetMap PBF", profile, cost, &|want, sink| pbf::each(bytes, want, sink))
}

/// Visits the requested elements of a file.
type Each<'a> = dyn Fn(Want, &mut Sink<'_>) -> Result<(), FormatError> + 'a;

fn read(
    format: &'static str,
    profile: &Profile,
    cost: RoadCost,
    each: &Each<'_>,
) -> Result<Import, FormatError> {
    let (mut network, mut notes) = (Network::new(profile, cost), Notes::default());
    each(Want::WaysAndRelations, &mut |element| network.take(element))?;
    network.know_all_ways();
    each(Want::Nodes, &mut |element| network.locate(element))?;
    let roads = Roads::of(network.finish(&mut notes), format)?;
    Ok(Import { map: Map::Roads(Box::new(roads)), notes: notes.list() })
}
