//! What a file or a text of a map is: a MovingAI map, a drawing, a world of ours, or none of these.

use std::path::Path;

use astride::base::{ContainerError, TablesError};
use astride::io::{
    Drawing, FloorDrawing, HexDrawing, TriangleDrawing, is_graph, is_mesh, read_map, read_world,
};
use astride::shapes::square::Grid;
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
    if let Some(what) = other_name(name).or_else(|| other_text(bytes)) {
        return Err(refused(name, what));
    }
    let text = str::from_utf8(bytes)
        .map_err(|error| refused(name, &format!("is no text at byte {}", error.valid_up_to())))?;
    let line = text.trim_start().lines().next().unwrap_or_default();
    let is_drawn = line.trim().chars().all(|letter| " .GSW@OTE123456789#AB□■".contains(letter));
    if ending(name).as_deref() == Some("map") && !is_drawn {
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

fn ending(name: &str) -> Option<String> {
    let lower = name.to_ascii_lowercase();
    let plain = lower.strip_suffix(".gz").unwrap_or(&lower);
    plain.rsplit_once('.').map(|(_, ending)| ending.to_owned())
}

/// What a file is by the ending of its name, if the wheel does not read it.
fn other_name(name: &str) -> Option<&'static str> {
    Some(match ending(name)?.as_str() {
        "yaml" | "yml" => "is a map of ROS, which Python does not read",
        "pgm" | "png" | "jpg" | "jpeg" | "tif" | "tiff" => {
            "is a picture, which Python does not read: make a grid of its array with from_array"
        }
        "asc" | "hgt" => "holds heights, which Python does not read",
        "tmx" | "ldtk" | "obj" => "is a level of an editor, which Python does not read",
        "osm" | "pbf" | "gr" | "co" | "graphml" => "holds roads, which Python does not read",
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

/// What a text is by how it begins, if it is no map of squares: by the rules of the command `astride`.
fn other_text(bytes: &[u8]) -> Option<&'static str> {
    let first = bytes.trim_ascii_start();
    let head = &first[..first.len().min(4096)];
    let is_at_start = |word: &&str| {
        head.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()))
    };
    let starts = |words: &[&str]| words.iter().any(is_at_start);
    let has = |word: &str| head.windows(word.len()).any(|part| part == word.as_bytes());
    let is_drawn = |is_one: fn(&str) -> bool| str::from_utf8(bytes).is_ok_and(is_one);
    if first.is_empty() {
        Some("is empty")
    } else if begins(first, b"version") {
        Some("is a scenario")
    } else if starts(&["<?xml", "<map", "<!--", "<osm"]) || (starts(&["<"]) && has("<osm ")) {
        Some("is XML")
    } else if starts(&["image:"]) || (has("\nimage:") && has("resolution:")) {
        Some("is a map of ROS, which Python does not read")
    } else if starts(&["ncols ", "nrows ", "ncols\t", "nrows\t"]) {
        Some("holds heights, which Python does not read")
    } else if begins(first, b"P2") || begins(first, b"P5") {
        Some("is a picture, which Python does not read")
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
