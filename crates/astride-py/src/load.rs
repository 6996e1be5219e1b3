//! What a file or a text of a map is: a MovingAI map, a drawing, a world of ours, or none of these.

use std::path::Path;

use astride::base::{ContainerError, TablesError};
use astride::io::{
    Drawing, FloorDrawing, HexDrawing, TriangleDrawing, is_graph, is_mesh, read_map, read_world,
};
use astride::shapes::square::Grid;
use astride_formats::Format;
use pyo3::prelude::*;

use crate::error::{Answer, Kind, Refusal};

/// The bytes of a file, unpacked if they are gzip.
pub(crate) fn bytes_of(py: Python<'_>, file: &Path) -> Answer<Vec<u8>> {
    Ok(py.import("astride._files")?.call_method1("bytes_of", (file,))?.extract()?)
}

fn refused(name: &str, what: &str) -> Refusal {
    let text = format!("{name} {what}, expected a MovingAI map, a drawn map or an .astride world");
    Refusal::new(Kind::BadData, text)
}

/// The map that bytes hold; `name` is that of the file.
pub(crate) fn grid_from(name: &str, bytes: &[u8]) -> Answer<Grid> {
    match read_world(bytes) {
        Err(TablesError::File(ContainerError::OtherFile)) => {}
        Err(TablesError::File(ContainerError::Kind { found, .. })) => {
            return Err(refused(name, other_tables(found)));
        }
        world => return Ok(world?.grid),
    }
    // With the mark of its byte order some editors begin a text.
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let first = bytes.trim_ascii_start();
    // A header that lacks its first line is torn; no drawing begins with these words.
    if [&b"type"[..], b"height", b"width"].into_iter().any(|word| begins(first, word)) {
        return Ok(read_map(bytes)?);
    }
    let plain = plain(name);
    let other = || other_name(ending(&plain)).or_else(|| other_text(bytes));
    if let Some(what) = Format::of(&plain, bytes).map(foreign).or_else(other) {
        return Err(refused(name, what));
    }
    let text = str::from_utf8(bytes)
        .map_err(|error| refused(name, &format!("is no text at byte {}", error.valid_up_to())))?;
    let line = text.trim_start().lines().next().unwrap_or_default();
    let is_drawn = line.trim().chars().all(|letter| " .GSW@OTE123456789#AB□■".contains(letter));
    if ending(&plain) == "map" && !is_drawn {
        let text = format!("{name} is not a MovingAI map; give a drawing another ending");
        return Err(Refusal::new(Kind::BadData, text));
    }
    Ok(Drawing::parse(text)?.grid)
}

/// Whether the first word of a text is this one, in any case.
fn begins(first: &[u8], word: &[u8]) -> bool {
    let is_whole = first.get(word.len()).is_none_or(u8::is_ascii_whitespace);
    is_whole && first.get(..word.len()).is_some_and(|found| found.eq_ignore_ascii_case(word))
}

/// The name of a file in small letters, without the ending of gzip.
fn plain(name: &str) -> String {
    let lower = name.to_ascii_lowercase();
    lower.strip_suffix(".gz").unwrap_or(&lower).to_owned()
}

/// The ending of a plain name.
fn ending(plain: &str) -> &str {
    plain.rsplit_once('.').map_or("", |(_, ending)| ending)
}

/// What a file of another program is.
fn foreign(format: Format) -> &'static str {
    match format {
        Format::Ros => "is a map of ROS, which Python does not read",
        Format::Picture => PICTURE,
        Format::Asc | Format::Hgt | Format::GeoTiff => "holds heights, which Python does not read",
        Format::Tiled => "is XML, as of Tiled, which Python does not read",
        Format::Ldtk | Format::Obj => "is a level of an editor, which Python does not read",
        Format::Osm | Format::OsmPbf => "holds roads, which Python does not read",
    }
}

const PICTURE: &str =
    "is a picture, which Python does not read: make a grid of its array with from_array";

/// What a file is by its ending, if that is none of a map of squares or of another program.
fn other_name(ending: &str) -> Option<&'static str> {
    Some(match ending {
        "jpg" | "jpeg" => PICTURE,
        "gr" | "co" | "graphml" => "holds roads, which Python does not read",
        "mesh" | "3dmap" => "is of another shape, which Python does not read",
        "scen" | "3dscen" => "is a scenario: see astride.scale.scenario",
        "xsb" => "is a puzzle, which Python does not read",
        _ => return None,
    })
}

/// What tables of ours hold, if it is no map of squares.
fn other_tables(kind: [u8; 4]) -> &'static str {
    match &kind {
        b"navi" => "is a saved navigator, which Navigator.load opens",
        b"labl" => "holds baked labels, which Grid.open opens",
        _ => "holds an index or a map of another shape, which Python does not read",
    }
}

/// What a text is by how it begins, if it is no map of squares and of no other program.
fn other_text(bytes: &[u8]) -> Option<&'static str> {
    let first = bytes.trim_ascii_start();
    let is_drawn = |is_one: fn(&str) -> bool| str::from_utf8(bytes).is_ok_and(is_one);
    if first.is_empty() {
        Some("is empty")
    } else if begins(first, b"version") {
        Some("is a scenario")
    } else if is_graph(bytes) {
        Some("holds roads, which Python does not read")
    } else if is_mesh(bytes)
        || begins(first, b"voxel")
        || [HexDrawing::is_one, FloorDrawing::is_one, TriangleDrawing::is_one]
            .into_iter()
            .any(is_drawn)
    {
        Some("is of another shape, which Python does not read")
    } else if first.starts_with(b"{") && first.contains(&b'"') {
        Some("is JSON")
    } else {
        None
    }
}
