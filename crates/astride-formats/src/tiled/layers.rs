//! The layers of tiles, from the lowest to the topmost.

use roxmltree::Node;

use super::canvas::{Bounds, Canvas};
use super::data::Encoding;
use super::geometry::Header;
use super::properties::meaning;
use super::tilesets::Tilesets;
use super::{FORMAT, MOST_DEPTH, Reading, attribute, children, place_of};
use crate::error::FormatError;
use crate::import::{check_spread, count};

/// Where tiles may lie: the size of the map, or what the chunks of an infinite one cover.
pub(super) fn bounds(map: Node<'_, '_>, header: &Header) -> Result<Bounds, FormatError> {
    let (width, height) = header.size;
    if !header.is_infinite {
        // A letter of base64 is three quarters of a byte, which unpacks to 258 tiles at most.
        let letters = map.document().input_text().len() as u64;
        check_size(u64::from(width) * u64::from(height), 258 * letters)?;
        return Ok(Bounds { left: 0, top: 0, width, height });
    }
    let (mut used, mut ends) = (0u64, None);
    for chunk in map.descendants().filter(|node| node.has_tag_name("chunk")) {
        let Bounds { left, top, width, height } = chunk_of(chunk)?;
        used = used.saturating_add(u64::from(width) * u64::from(height));
        let [x, y] = [left + i64::from(width), top + i64::from(height)];
        let (first, second, third, fourth) = ends.unwrap_or((left, top, x, y));
        ends = Some((first.min(left), second.min(top), third.max(x), fourth.max(y)));
    }
    let Some((left, top, right, bottom)) = ends else {
        let found = "an infinite map without a chunk of tiles";
        return Err(FormatError::new(FORMAT, found, "one at least"));
    };
    // The ends are sums of numbers within `i32` and `u32`.
    let (width, height) = ((right - left) as u64, (bottom - top) as u64);
    check_spread(FORMAT, width.saturating_mul(height), used)?;
    Ok(Bounds { left, top, width: width as u32, height: height as u32 })
}

/// Refuses sizes that the tiles of the file cannot fill, but for small ones.
fn check_size(cells: u64, most: u64) -> Result<(), FormatError> {
    if cells <= most.max(1 << 20) {
        return Ok(());
    }
    let found = format!("the map has {cells} cells, but the file cannot hold their tiles");
    Err(FormatError::new(FORMAT, found, format!("at most {most}")))
}

fn chunk_of(chunk: Node<'_, '_>) -> Result<Bounds, FormatError> {
    let number = |name| attribute::<i32>(chunk, name, None).map(i64::from);
    let (left, top) = (number("x")?, number("y")?);
    let (width, height) = (attribute(chunk, "width", None)?, attribute(chunk, "height", None)?);
    let is_good = |length: u32| (1..=1 << 15).contains(&length);
    let is_near = |first: i64| first.abs() <= 1 << 28;
    if is_good(width) && is_good(height) && is_near(left) && is_near(top) {
        return Ok(Bounds { left, top, width, height });
    }
    let found = format!("a chunk of {width}x{height} tiles at {left}, {top}");
    Err(FormatError::new(FORMAT, found, "1 to 32768 tiles a side, at most 2^28 from 0"))
}

/// Puts the tiles of all layers onto the canvas.
pub(super) fn paint(
    map: Node<'_, '_>,
    tilesets: &Tilesets,
    reading: &mut Reading<'_>,
    canvas: &mut Canvas,
) -> Result<(), FormatError> {
    let mut painter = Painter { tilesets, reading, canvas, images: 0 };
    painter.group(map, true, 0)?;
    if painter.images > 0 {
        let note = format!("{} left out", count(painter.images, "picture"));
        painter.reading.note(note);
    }
    Ok(())
}

struct Painter<'a, 'b> {
    tilesets: &'a Tilesets,
    reading: &'a mut Reading<'b>,
    canvas: &'a mut Canvas,
    images: usize,
}

impl Painter<'_, '_> {
    fn group(&mut self, group: Node<'_, '_>, is_seen: bool, depth: u32) -> Result<(), FormatError> {
        if depth > MOST_DEPTH {
            let found = format!("a group within {depth} others");
            let expected = format!("at most {MOST_DEPTH}");
            return Err(FormatError::new(FORMAT, found, expected).at(place_of(group)));
        }
        for child in group.children().filter(Node::is_element) {
            let is_seen = is_seen && child.attribute("visible") != Some("0");
            match child.tag_name().name() {
                "group" => self.group(child, is_seen, depth + 1)?,
                "layer" => self.layer(child, is_seen)?,
                "imagelayer" => self.images += 1,
                _ => {}
            }
        }
        Ok(())
    }

    /// Layers that are not shown count only if they say themselves what their tiles mean, as
    /// layers of obstacles often are not shown.
    fn layer(&mut self, layer: Node<'_, '_>, is_seen: bool) -> Result<(), FormatError> {
        let name = layer.attribute("name").unwrap_or_default();
        let named = self.reading.legend.of_word(name);
        let said = meaning(layer, self.reading)?.or(named);
        if !is_seen && said.is_none() {
            self.reading.note(format!("layer {name:?}, which is not shown, is left out"));
            return Ok(());
        }
        for data in children(layer, "data") {
            let encoding = Encoding::of(data)?;
            let mut chunks = children(data, "chunk").peekable();
            if chunks.peek().is_none() {
                let (width, height): (u32, u32) =
                    (attribute(layer, "width", None)?, attribute(layer, "height", None)?);
                let bounds = Bounds { left: 0, top: 0, width, height };
                self.tiles(data, encoding, bounds, said)?;
            }
            for chunk in chunks {
                self.tiles(chunk, encoding, chunk_of(chunk)?, said)?;
            }
        }
        Ok(())
    }

    fn tiles(
        &mut self,
        part: Node<'_, '_>,
        encoding: Encoding,
        bounds: Bounds,
        said: Option<u8>,
    ) -> Result<(), FormatError> {
        let Bounds { left, top, width, height } = bounds;
        let count = u64::from(width) * u64::from(height);
        // What the last tile was, as the next one is mostly the same.
        let mut last = (0, None);
        encoding.for_each(part, count, |index, number| {
            if number != last.0 {
                let meaning = self.tilesets.meaning(number);
                last = (number, meaning.map_err(|error| error.at(place_of(part)))?);
            }
            if let Some(own) = last.1 {
                let (row, column) =
                    (index / u64::from(width.max(1)), index % u64::from(width.max(1)));
                self.canvas.put(left + column as i64, top + row as i64, own.or(said));
            }
            Ok(())
        })
    }
}
