//! OpenStreetMap as PBF: <https://wiki.openstreetmap.org/wiki/PBF_Format>.
//!
//! A file is a sequence of blocks, each compressed separately, and a block is a Protocol Buffers
//! message: numbered fields that are integers or bytes. Blocks are decompressed one at a time and
//! never exceed the limits of the format.

mod wire;

use std::borrow::Cow;
use std::io::Read;

use flate2::read::ZlibDecoder;

use super::Coordinates;
use super::element::{Element, Kind, Member, Sink, Tag, Tags, Want};
use crate::detect::is_pbf;
use crate::error::{FormatError, Place, quote};
use wire::{Fields, Value, Varints, signed};

const FORMAT: &str = "OpenStreetMap PBF";

/// The maximum sizes in bytes of a block header, and of a decompressed block, according to the
/// format.
const MOST_HEADER: usize = 64 << 10;
const MOST_BLOCK: usize = 32 << 20;

/// The maximum number of bytes that a byte of the file may expand to; numbers are stored as small
/// differences before compression, so real files expand by a factor of two to five.
const MOST_GROWTH: usize = 64;

/// The features that a file may require of its readers.
const FEATURES: [&[u8]; 2] = [b"OsmSchema-V0.6", b"DenseNodes"];

/// What is wrong within a block.
type Wrong = &'static str;

const TORN: Wrong = "a message that is torn";

/// Calls `sink` with the requested elements of a file.
pub(super) fn each(bytes: &[u8], want: Want, sink: &mut Sink<'_>) -> Result<(), FormatError> {
    let (mut at, mut unpacked) = (0, 0);
    if !is_pbf(bytes) {
        let found = format!("the file begins with {}", quote(&bytes[..bytes.len().min(16)]));
        return Err(FormatError::new(FORMAT, found, "a block OSMHeader"));
    }
    while at < bytes.len() {
        let wrong = |found: Wrong| {
            FormatError::new(FORMAT, found, "blocks that are whole").at(Place::Byte(at))
        };
        let (kind, packed, end) = next_block(bytes, at).ok_or_else(|| wrong("a torn block"))?;
        let most = MOST_GROWTH.saturating_mul(bytes.len()).saturating_add(1 << 20);
        let most = most.saturating_sub(unpacked);
        let block = unpack(packed, most).map_err(|error| error.at(Place::Byte(at)))?;
        unpacked += block.len();
        match kind {
            b"OSMHeader" => check_header(&block).map_err(|error| error.at(Place::Byte(at)))?,
            b"OSMData" => read_block(&block, want, sink).map_err(wrong)?,
            _ => {}
        }
        at = end;
    }
    Ok(())
}

/// The kind and the message of the block at an offset, and where it ends.
fn next_block(bytes: &[u8], at: usize) -> Option<(&[u8], &[u8], usize)> {
    let length = bytes.get(at..at + 4)?.try_into().ok().map(u32::from_be_bytes)? as usize;
    let begin = at + 4;
    let header = bytes.get(begin..begin.checked_add(length)?).filter(|_| length <= MOST_HEADER)?;
    let (mut kind, mut size) = (None, None);
    for field in Fields::of(header) {
        match field.ok()? {
            (1, Value::Bytes(bytes)) => kind = Some(bytes),
            (3, Value::Number(number)) => size = usize::try_from(number).ok(),
            _ => {}
        }
    }
    let begin = begin + length;
    let end = begin.checked_add(size?)?;
    Some((kind?, bytes.get(begin..end)?, end))
}

/// The bytes of a block, at most `most` of them.
fn unpack(message: &[u8], most: usize) -> Result<Cow<'_, [u8]>, FormatError> {
    let torn = || FormatError::new(FORMAT, "a torn block", "blocks that are whole");
    let (mut size, mut packed) = (0, None);
    for field in Fields::of(message) {
        match field.map_err(|_| torn())? {
            (1, Value::Bytes(raw)) => return Ok(Cow::Borrowed(raw)),
            (2, Value::Number(number)) => size = usize::try_from(number).unwrap_or(usize::MAX),
            (3, Value::Bytes(bytes)) => packed = Some(bytes),
            (4..=7, Value::Bytes(_)) => {
                let found = "a block packed with lzma, lz4 or zstd";
                let expected = "zlib or none: convert it with osmium cat";
                return Err(FormatError::new(FORMAT, found, expected));
            }
            _ => {}
        }
    }
    if size > MOST_BLOCK.min(most) {
        let found = format!("a block of {size} bytes");
        let expected =
            format!("at most {MOST_BLOCK}, and in all {MOST_GROWTH} times those of the file");
        return Err(FormatError::new(FORMAT, found, expected));
    }
    let mut block = Vec::with_capacity(size + 1);
    let unpacked = ZlibDecoder::new(packed.ok_or_else(torn)?).take(size as u64 + 1);
    let is_whole = { unpacked }.read_to_end(&mut block).is_ok() && block.len() == size;
    if is_whole { Ok(Cow::Owned(block)) } else { Err(torn()) }
}

/// Refuses a file that requires unsupported features.
fn check_header(block: &[u8]) -> Result<(), FormatError> {
    for field in Fields::of(block) {
        let field = field.map_err(|found| FormatError::new(FORMAT, found, "a header"))?;
        if let (4, Value::Bytes(feature)) = field
            && !FEATURES.contains(&feature)
        {
            let found = format!("the file needs {}", quote(feature));
            let expected = "a plain extract of OsmSchema-V0.6 with DenseNodes";
            return Err(FormatError::new(FORMAT, found, expected));
        }
    }
    Ok(())
}

/// What all elements of a block share.
struct Block<'a> {
    strings: Vec<&'a [u8]>,
    /// Degrees are `offset + granularity · number`, in steps of 10⁻⁹.
    granularity: i64,
    offsets: [i64; 2],
}

fn read_block(bytes: &[u8], want: Want, sink: &mut Sink<'_>) -> Result<(), Wrong> {
    let mut block = Block { strings: Vec::new(), granularity: 100, offsets: [0; 2] };
    let mut groups = Vec::new();
    for field in Fields::of(bytes) {
        match field? {
            (1, Value::Bytes(table)) => {
                for string in Fields::of(table) {
                    if let (1, Value::Bytes(string)) = string? {
                        block.strings.push(string);
                    }
                }
            }
            (2, Value::Bytes(group)) => groups.push(group),
            (17, Value::Number(number)) => block.granularity = number as i64,
            (19, Value::Number(number)) => block.offsets[0] = number as i64,
            (20, Value::Number(number)) => block.offsets[1] = number as i64,
            _ => {}
        }
    }
    for group in groups {
        for field in Fields::of(group) {
            match (field?, want) {
                ((1, Value::Bytes(node)), Want::Nodes) => block.node(node, sink)?,
                ((2, Value::Bytes(nodes)), Want::Nodes) => block.dense(nodes, sink)?,
                ((3, Value::Bytes(way)), Want::WaysAndRelations) => block.way(way, sink)?,
                ((4, Value::Bytes(relation)), Want::WaysAndRelations) => {
                    block.relation(relation, sink)?;
                }
                _ => {}
            }
        }
    }
    Ok(())
}

impl<'a> Block<'a> {
    fn node(&self, bytes: &[u8], sink: &mut Sink<'_>) -> Result<(), Wrong> {
        let (mut id, mut at, mut keys, mut values) = (0, [0; 2], Varints::NONE, Varints::NONE);
        for field in Fields::of(bytes) {
            match field? {
                (1, Value::Number(number)) => id = signed(number),
                (2, Value::Bytes(numbers)) => keys = Varints(numbers),
                (3, Value::Bytes(numbers)) => values = Varints(numbers),
                (8, Value::Number(number)) => at[0] = signed(number),
                (9, Value::Number(number)) => at[1] = signed(number),
                _ => {}
            }
        }
        let (at, tags) = (self.place(at)?, self.tags(keys, values)?);
        sink(Element::Node { id, at, tags: Tags(&tags) });
        Ok(())
    }

    /// Dense nodes: each is stored as the difference from the previous one, and all their tags in
    /// sequence, with a 0 after those of each node.
    fn dense(&self, bytes: &[u8], sink: &mut Sink<'_>) -> Result<(), Wrong> {
        let mut rows = [Varints::NONE; 4];
        for field in Fields::of(bytes) {
            match field? {
                (1, Value::Bytes(numbers)) => rows[0] = Varints(numbers),
                (8, Value::Bytes(numbers)) => rows[1] = Varints(numbers),
                (9, Value::Bytes(numbers)) => rows[2] = Varints(numbers),
                (10, Value::Bytes(numbers)) => rows[3] = Varints(numbers),
                _ => {}
            }
        }
        let [ids, latitudes, longitudes, mut words] = rows;
        let (mut latitudes, mut longitudes) = (latitudes.sums(), longitudes.sums());
        let mut tags = Vec::new();
        for id in ids.sums() {
            let next = |row: &mut dyn Iterator<Item = Result<i64, Wrong>>| {
                row.next().ok_or("fewer coordinates than nodes")?
            };
            let at = self.place([next(&mut latitudes)?, next(&mut longitudes)?])?;
            tags.clear();
            while let Some(key) = words.next() {
                let key = key?;
                if key == 0 {
                    break;
                }
                let value = words.next().ok_or("a key without a value")??;
                tags.push((self.string(key)?, self.string(value)?));
            }
            sink(Element::Node { id: id?, at, tags: Tags(&tags) });
        }
        Ok(())
    }

    fn way(&self, bytes: &[u8], sink: &mut Sink<'_>) -> Result<(), Wrong> {
        let (mut id, mut nodes) = (0, Vec::new());
        let (mut keys, mut values) = (Varints::NONE, Varints::NONE);
        for field in Fields::of(bytes) {
            match field? {
                (1, Value::Number(number)) => id = number as i64,
                (2, Value::Bytes(numbers)) => keys = Varints(numbers),
                (3, Value::Bytes(numbers)) => values = Varints(numbers),
                (8, Value::Bytes(numbers)) => {
                    nodes = Varints(numbers).sums().collect::<Result<_, _>>()?;
                }
                _ => {}
            }
        }
        let tags = self.tags(keys, values)?;
        sink(Element::Way { id, nodes: &nodes, tags: Tags(&tags) });
        Ok(())
    }

    fn relation(&self, bytes: &[u8], sink: &mut Sink<'_>) -> Result<(), Wrong> {
        let (mut keys, mut values) = (Varints::NONE, Varints::NONE);
        let (mut roles, mut ids, mut kinds) = (Varints::NONE, Varints::NONE, Varints::NONE);
        for field in Fields::of(bytes) {
            match field? {
                (2, Value::Bytes(numbers)) => keys = Varints(numbers),
                (3, Value::Bytes(numbers)) => values = Varints(numbers),
                (8, Value::Bytes(numbers)) => roles = Varints(numbers),
                (9, Value::Bytes(numbers)) => ids = Varints(numbers),
                (10, Value::Bytes(numbers)) => kinds = Varints(numbers),
                _ => {}
            }
        }
        let tags = self.tags(keys, values)?;
        let mut members = Vec::new();
        for id in ids.sums() {
            let role = self.string(roles.next().ok_or("a member without a role")??)?;
            let kind = match kinds.next().ok_or("a member without a kind")?? {
                0 => Kind::Node,
                1 => Kind::Way,
                _ => Kind::Relation,
            };
            members.push(Member { kind, id: id?, role });
        }
        sink(Element::Relation { members: &members, tags: Tags(&tags) });
        Ok(())
    }

    fn tags(&self, keys: Varints<'_>, mut values: Varints<'_>) -> Result<Vec<Tag<'a>>, Wrong> {
        let tag = |key: Result<u64, Wrong>| {
            let value = values.next().ok_or("a key without a value")??;
            Ok((self.string(key?)?, self.string(value)?))
        };
        keys.map(tag).collect()
    }

    fn string(&self, at: u64) -> Result<Cow<'a, str>, Wrong> {
        let string = usize::try_from(at).ok().and_then(|at| self.strings.get(at));
        string.map(|string| String::from_utf8_lossy(string)).ok_or("a string that is not there")
    }

    fn place(&self, [latitude, longitude]: [i64; 2]) -> Result<Coordinates, Wrong> {
        let degrees = |number: i64, offset: i64| {
            (i128::from(offset) + i128::from(self.granularity) * i128::from(number)) as f64 / 1e9
        };
        let [north, east] = self.offsets;
        let place = Coordinates::new(degrees(latitude, north), degrees(longitude, east));
        place.ok_or("a node off the globe")
    }
}
