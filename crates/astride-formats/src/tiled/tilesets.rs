//! What the tile numbers of a map mean.

use std::collections::BTreeMap;

use roxmltree::Node;

use super::properties::meaning;
use super::{FORMAT, Reading, attribute, children, document_of, place_of, text_of};
use crate::Beside;
use crate::error::{FormatError, quote};
use crate::import::{self, Notes};
use crate::legend::class;

/// Flip and rotation flags, which do not change what a tile means.
const FLAGS: u32 = 0xf000_0000;

/// The largest number of tilesets that a map may name.
const MOST_SETS: usize = 1024;

/// The tilesets of a map, by their first tile number.
#[derive(Default)]
pub(super) struct Tilesets {
    sets: Vec<Tileset>,
}

struct Tileset {
    first: u32,
    name: String,
    /// How many tiles there are, if that is said.
    count: Option<u32>,
    /// The meaning of a tile that has none of its own.
    all: Option<u8>,
    own: BTreeMap<u32, u8>,
}

impl Tilesets {
    pub(super) fn read(
        map: Node<'_, '_>,
        reading: &mut Reading<'_>,
        beside: &mut Beside<'_>,
    ) -> Result<Self, FormatError> {
        let mut sets: Vec<Tileset> = Vec::new();
        for node in children(map, "tileset") {
            let first: u32 = attribute(node, "firstgid", None)?;
            if first == 0 || first >= FLAGS || sets.last().is_some_and(|set| set.first >= first) {
                let found = format!("firstgid={first}");
                let expected = "more than that of the tileset before, and less than 2^28 · 15";
                return Err(FormatError::new(FORMAT, found, expected).at(place_of(node)));
            }
            if sets.len() == MOST_SETS {
                let found = format!("a tileset after {MOST_SETS} others");
                return Err(FormatError::new(FORMAT, found, "fewer").at(place_of(node)));
            }
            sets.push(match node.attribute("source") {
                None => Tileset::read(first, node, reading)?,
                Some(source) => outside(first, source, reading, beside)
                    .map_err(|error| error.within(format!("tileset {}", quote(source))))?,
            });
        }
        Ok(Tilesets { sets })
    }

    /// What a tile means, if anything; `None` where there is no tile. A tile that its tileset does not
    /// have is noted.
    pub(super) fn meaning(
        &self,
        number: u32,
        notes: &mut Notes,
    ) -> Result<Option<Option<u8>>, FormatError> {
        let number = number & !FLAGS;
        if number == 0 {
            return Ok(None);
        }
        let after = self.sets.partition_point(|set| set.first <= number);
        let Some(set) = after.checked_sub(1).map(|at| &self.sets[at]) else {
            let found = format!("tile {number}, which is of no tileset");
            return Err(FormatError::new(FORMAT, found, "0 or a tile of one"));
        };
        let id = number - set.first;
        if let Some(count) = set.count.filter(|&count| id >= count) {
            let (tiles, name) = (import::count(count as usize, "tile"), quote(&set.name));
            let note = "tiles beyond them are read as tiles without a meaning of their own";
            notes.add(format!("tileset {name} has only {tiles}; {note}"));
        }
        Ok(Some(set.own.get(&id).copied().or(set.all)))
    }
}

/// A tileset in its own file.
fn outside(
    first: u32,
    source: &str,
    reading: &mut Reading<'_>,
    beside: &mut Beside<'_>,
) -> Result<Tileset, FormatError> {
    // Tiled for Windows has written backslashes.
    let bytes = beside(&source.replace('\\', "/")).map_err(|error| {
        FormatError::new(FORMAT, error, "the file of the tileset, which says what its tiles mean")
    })?;
    let document = document_of(text_of(&bytes)?)?;
    let root = document.root_element();
    if !root.has_tag_name("tileset") {
        let found = format!("a file of <{}>", root.tag_name().name());
        return Err(FormatError::new(FORMAT, found, "<tileset>"));
    }
    Tileset::read(first, root, reading)
}

impl Tileset {
    fn read(
        first: u32,
        node: Node<'_, '_>,
        reading: &mut Reading<'_>,
    ) -> Result<Self, FormatError> {
        let all = meaning(node, reading)?;
        let mut own = terrains(node, reading);
        let count = node.attribute("tilecount").and_then(|count| count.trim().parse().ok());
        let mut count: Option<u32> = count;
        for tile in children(node, "tile") {
            let id: u32 = attribute(tile, "id", None)?;
            // Collections of images may have gaps.
            count = count.map(|count| count.max(id.saturating_add(1)));
            let kind = tile.attribute("class").or(tile.attribute("type"));
            let collides = children(tile, "objectgroup")
                .any(|group| children(group, "object").next().is_some());
            let said = meaning(tile, reading)?
                .or(kind.and_then(|kind| reading.legend.of_word(kind)))
                .or(collides.then_some(class::BLOCKED));
            if let Some(class) = said {
                own.insert(id, class);
            }
        }
        let name = node.attribute("name").unwrap_or_default().to_owned();
        Ok(Tileset { first, name, count, all, own })
    }
}

/// What the terrains of a tileset say about its tiles, where the legend knows their names: the
/// terrain that most corners and edges of a tile have and, if several tie, the one listed first.
fn terrains(set: Node<'_, '_>, reading: &Reading<'_>) -> BTreeMap<u32, u8> {
    let name =
        |node: Node<'_, '_>| node.attribute("name").and_then(|name| reading.legend.of_word(name));
    let mut found = BTreeMap::new();
    // Up to version 1.4: corners, by terrain number, counted from 0.
    let types: Vec<Option<u8>> =
        children(set, "terraintypes").flat_map(|all| children(all, "terrain")).map(name).collect();
    for tile in children(set, "tile") {
        let corners = tile.attribute("terrain").unwrap_or_default();
        let corners = corners.split(',').filter_map(|corner| corner.trim().parse::<usize>().ok());
        note_most(&mut found, tile.attribute("id"), corners, &types);
    }
    // Since then: corners and edges, by colour number, counted from 1; 0 is none.
    for wangset in children(set, "wangsets").flat_map(|all| children(all, "wangset")) {
        let colours: Vec<Option<u8>> = children(wangset, "wangcolor").map(name).collect();
        for tile in children(wangset, "wangtile") {
            let places = tile.attribute("wangid").unwrap_or_default().split(',');
            let places =
                places.filter_map(|place| place.trim().parse::<usize>().ok()?.checked_sub(1));
            note_most(&mut found, tile.attribute("tileid"), places, &colours);
        }
    }
    found
}

fn note_most(
    found: &mut BTreeMap<u32, u8>,
    id: Option<&str>,
    places: impl Iterator<Item = usize>,
    classes: &[Option<u8>],
) {
    let mut counts = [0u8; 256];
    for place in places.take(8).filter(|&place| place < classes.len().min(256)) {
        counts[place] += 1;
    }
    let most = counts.into_iter().max().filter(|&most| most > 0);
    let first = most.and_then(|most| counts.iter().position(|&count| count == most));
    let class = first.and_then(|first| classes[first]);
    if let (Some(id), Some(class)) = (id.and_then(|id| id.trim().parse().ok()), class) {
        found.entry(id).or_insert(class);
    }
}
