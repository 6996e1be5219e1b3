//! The layers of tiles, from the lowest to the topmost.

use roxmltree::Node;

use super::canvas::{Bounds, Canvas};
use super::data::Encoding;
use super::geometry::Header;
use super::properties::meaning;
use super::tilesets::Tilesets;
use super::{FORMAT, MOST_DEPTH, Reading, attribute, children, place_of};
use crate::error::{FormatError, quote};
use crate::import::{check_spread, count};

/// The area of tiles: the size of the map, or what the chunks of an infinite one cover.
pub(super) fn bounds(
    map: Node<'_, '_>,
    header: &Header,
    reading: &Reading<'_>,
) -> Result<Bounds, FormatError> {
    let (width, height) = header.size;
    if !header.is_infinite {
        check_spread(FORMAT, u64::from(width) * u64::from(height), reading.bytes)?;
        return Ok(Bounds { left: 0, top: 0, width, height });
    }
    let mut ends = None;
    for chunk in map.descendants().filter(|node| node.has_tag_name("chunk")) {
        let Bounds { left, top, width, height } = chunk_of(chunk)?;
        let [x, y] = [left + i64::from(width), top + i64::from(height)];
        let (first, second, third, fourth) = ends.unwrap_or((left, top, x, y));
        ends = Some((first.min(left), second.min(top), third.max(x), fourth.max(y)));
    }
    let Some((left, top, right, bottom)) = ends else {
        let found = "an infinite map without a chunk of tiles";
        return Err(FormatError::new(FORMAT, found, "at least one"));
    };
    // No chunk extends farther than 2^28 + 2^15 from 0.
    let (width, height) = ((right - left) as u64, (bottom - top) as u64);
    check_spread(FORMAT, width * height, reading.bytes)?;
    Ok(Bounds { left, top, width: width as u32, height: height as u32 })
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
    let expected = "1 to 32768 tiles a side, at most 2^28 from 0";
    Err(FormatError::new(FORMAT, found, expected).at(place_of(chunk)))
}

/// Paints the tiles of all layers on the canvas.
pub(super) fn paint(
    map: Node<'_, '_>,
    header: &Header,
    tilesets: &Tilesets,
    reading: &mut Reading<'_>,
    canvas: &mut Canvas,
) -> Result<(), FormatError> {
    let is_infinite = header.is_infinite;
    let mut painter = Painter { is_infinite, tilesets, reading, canvas, images: 0 };
    painter.group(map, true, 0)?;
    if painter.images > 0 {
        let note = format!("{} left out", count(painter.images, "picture"));
        painter.reading.notes.add(note);
    }
    Ok(())
}

struct Painter<'a, 'b> {
    is_infinite: bool,
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
            let kind = child.tag_name().name();
            let is_moved = child.has_attribute("offsetx") || child.has_attribute("offsety");
            if is_moved && kind != "imagelayer" {
                let name = quote(name_of(child));
                self.reading.notes.add(format!("{kind} {name} is read without its offset"));
            }
            match kind {
                "group" => self.group(child, is_seen, depth + 1)?,
                "layer" => self.layer(child, is_seen)?,
                "imagelayer" => self.images += 1,
                _ => {}
            }
        }
        Ok(())
    }

    /// Hidden layers count only if they themselves define the meaning of their tiles, as layers of
    /// obstacles are often hidden.
    fn layer(&mut self, layer: Node<'_, '_>, is_seen: bool) -> Result<(), FormatError> {
        let name = name_of(layer);
        let named = self.reading.legend.of_word(name);
        let said = meaning(layer, self.reading)?.or(named);
        if !is_seen && said.is_none() {
            let name = quote(name);
            self.reading.notes.add(format!("layer {name}, which is not shown, is left out"));
            return Ok(());
        }
        for data in children(layer, "data") {
            let encoding = Encoding::of(data)?;
            if self.is_infinite {
                for chunk in children(data, "chunk") {
                    self.tiles(chunk, encoding, chunk_of(chunk)?, said)?;
                }
            } else {
                self.tiles(data, encoding, self.bounds_of(layer)?, said)?;
            }
        }
        Ok(())
    }

    /// The area of the tiles of a layer without chunks.
    fn bounds_of(&self, layer: Node<'_, '_>) -> Result<Bounds, FormatError> {
        let (width, height) = (attribute(layer, "width", None)?, attribute(layer, "height", None)?);
        let most = self.canvas.bounds;
        if (1..=most.width).contains(&width) && (1..=most.height).contains(&height) {
            return Ok(Bounds { width, height, ..most });
        }
        let found = format!("{width}x{height} tiles");
        let expected = format!("at most {}x{}, as the map has", most.width, most.height);
        Err(FormatError::new(FORMAT, found, expected).at(place_of(layer)))
    }

    fn tiles(
        &mut self,
        element: Node<'_, '_>,
        encoding: Encoding,
        bounds: Bounds,
        said: Option<u8>,
    ) -> Result<(), FormatError> {
        let Bounds { left, top, width, height } = bounds;
        let count = u64::from(width) * u64::from(height);
        // The meaning of the last tile, as the next one is usually the same.
        let mut last = (0, None);
        encoding.for_each(element, count, |index, number| {
            if number != last.0 {
                let meaning = self.tilesets.meaning(number, &mut self.reading.notes);
                last = (number, meaning.map_err(|error| error.at(place_of(element)))?);
            }
            if let Some(own) = last.1 {
                let (row, column) = (index / u64::from(width), index % u64::from(width));
                self.canvas.put(left + column as i64, top + row as i64, own.or(said));
            }
            Ok(())
        })
    }
}

fn name_of<'a>(layer: Node<'a, '_>) -> &'a str {
    layer.attribute("name").unwrap_or_default()
}
