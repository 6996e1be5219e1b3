//! Maps of Tiled, `.tmx`: <https://doc.mapeditor.org/en/stable/reference/tmx-map-format/>.
//!
//! A tile has the meaning given by its properties, or else by the name of its class or terrain, or
//! else by its layer; the topmost tile with a meaning decides. Tiled itself defines no such rule,
//! so the words of the [`Legend`] are looked up where people usually write them.

mod canvas;
mod data;
mod geometry;
mod layers;
mod objects;
mod properties;
mod tilesets;

use astride::base::Cell;
use astride::io::HexDrawing;
use astride::shapes::hex::{Hex, HexMap};
use roxmltree::{Document, Node};

use crate::Beside;
use crate::error::FormatError;
use crate::import::{Import, Map, Notes, Squares, cells, check_spread};
use crate::legend::{Legend, class};
use crate::xml::{self, children, place_of};
use canvas::Canvas;
use geometry::{Geometry, Header};
use objects::Marks;
use tilesets::Tilesets;

const FORMAT: &str = "Tiled map";

/// Groups within groups.
const MOST_DEPTH: u32 = 32;

/// The context for reading the layers, tilesets and objects of a map.
struct Reading<'a> {
    legend: &'a Legend,
    notes: Notes,
    /// The length of the file.
    bytes: u64,
}

/// Reads a Tiled map: orthogonal and isometric ones as squares, staggered ones as squares rotated
/// by 45 degrees, and hexagonal ones as hexagons; of a fixed size or infinite.
///
/// `docs/formats.md` describes the meaning of tiles. `beside` is called for tilesets that the map
/// names.
///
/// # Errors
///
/// If it is not such a map or is damaged, if `beside` does not provide a tileset, or if a property has
/// an invalid value.
///
/// # Complexity
///
/// O(bytes + cells · layers); a byte per cell, and the elements of the file.
///
/// # Examples
///
/// ```
/// use astride_formats::{Legend, Map, read_tiled};
/// let tmx = br#"<map orientation="orthogonal" width="3" height="1" tilewidth="8" tileheight="8">
///   <tileset firstgid="1" name="t">
///     <tile id="1"><properties><property name="cost" type="int" value="4"/></properties></tile>
///     <tile id="2"><properties><property name="blocked" type="bool" value="true"/></properties></tile>
///   </tileset>
///   <layer name="Ground" width="3" height="1"><data encoding="csv">1,2,3</data></layer>
///   <objectgroup><object id="1" name="Start" x="3" y="3"/></objectgroup>
/// </map>"#;
/// let import = read_tiled(tmx, &Legend::default(), &mut |name| Err(format!("no {name}")))?;
/// let Map::Squares(map) = import.map else { unreachable!("squares") };
/// assert_eq!((map.grid.row(0), map.starts.len()), (Some(&b".4@"[..]), 1));
/// # Ok::<(), astride_formats::FormatError>(())
/// ```
pub fn read_tiled(
    bytes: &[u8],
    legend: &Legend,
    beside: &mut Beside<'_>,
) -> Result<Import, FormatError> {
    let text = text_of(bytes)?;
    let document = document_of(text)?;
    let root = document.root_element();
    if !root.has_tag_name("map") {
        let found = format!("a file of <{}>", root.tag_name().name());
        let expected = match root.tag_name().name() {
            "tileset" => "<map>: the map that uses this tileset",
            _ => "<map>",
        };
        return Err(FormatError::new(FORMAT, found, expected));
    }
    let header = Header::read(root)?;
    let mut reading = Reading { legend, notes: Notes::default(), bytes: bytes.len() as u64 };
    let tilesets = Tilesets::read(root, &mut reading, beside)?;
    let mut canvas = Canvas::over(layers::bounds(root, &header, &reading)?)?;
    layers::paint(root, &header, &tilesets, &mut reading, &mut canvas)?;
    let marks = Marks::read(root, &header, &mut reading)?;
    canvas.fill_the_rest(&mut reading);
    match header.geometry {
        Geometry::Square | Geometry::Isometric => squares(&header, canvas, &marks, reading),
        Geometry::Staggered(_) => turned(&header, &canvas, &marks, reading),
        Geometry::Hexagonal(_) => hexagons(&header, &canvas, &marks, reading),
    }
}

/// Rows and columns as they are.
fn squares(
    header: &Header,
    canvas: Canvas,
    marks: &Marks,
    mut reading: Reading<'_>,
) -> Result<Import, FormatError> {
    let Canvas { bounds, classes } = canvas;
    let frame = header.frame(bounds.left, bounds.top, bounds.width, bounds.height)?;
    let cell = |(column, row): (i64, i64)| bounds.cell(column, row).map(Cell::from);
    let (starts, goals) = marks.on(cell, &mut reading);
    let (width, height, frame, links) = (bounds.width, bounds.height, Some(frame), Vec::new());
    let mut squares = Squares { width, height, classes, frame, starts, goals, links };
    marks.join(&mut squares, cell, &mut reading);
    squares.import(FORMAT, reading.notes.list())
}

/// The diamonds of a staggered map as squares whose rows go down to the left.
fn turned(
    header: &Header,
    canvas: &Canvas,
    marks: &Marks,
    mut reading: Reading<'_>,
) -> Result<Import, FormatError> {
    let bounds = &canvas.bounds;
    let corners = bounds.corners().map(|(column, row)| header.place(column, row));
    let [left, top] = [0, 1].map(|axis| corners.map(|corner| [corner.0, corner.1][axis]));
    let least = |numbers: [i64; 4]| numbers.into_iter().min().unwrap_or(0) - 1;
    let span =
        |numbers: [i64; 4]| (numbers.into_iter().max().unwrap_or(0) - least(numbers)) as u64 + 2;
    let (width, height) = (span(left), span(top));
    let count = cells(FORMAT, width, height)?;
    check_spread(FORMAT, count, reading.bytes)?;
    let mut classes = vec![class::UNKNOWN; count as usize];
    for (column, row, class) in canvas.cells() {
        let (x, y) = header.place(column, row);
        let at = (y - least(top)) as u64 * width + (x - least(left)) as u64;
        classes[at as usize] = class;
    }
    let (width, height) = (width as u32, height as u32);
    let frame = header.frame(least(left), least(top), width, height)?;
    let cell = |(column, row): (i64, i64)| {
        bounds.cell(column, row)?;
        let (x, y) = header.place(column, row);
        Some(Cell::new((x - least(left)) as u32, (y - least(top)) as u32))
    };
    let (starts, goals) = marks.on(cell, &mut reading);
    let (frame, links) = (Some(frame), Vec::new());
    let mut squares = Squares { width, height, classes, frame, starts, goals, links };
    marks.join(&mut squares, cell, &mut reading);
    squares.import(FORMAT, reading.notes.list())
}

fn hexagons(
    header: &Header,
    canvas: &Canvas,
    marks: &Marks,
    mut reading: Reading<'_>,
) -> Result<Import, FormatError> {
    let hex = |column, row| {
        let (q, r) = header.place(column, row);
        // The bounds of a canvas are within `i32`.
        Hex::new(q as i32, r as i32)
    };
    let (width, height) = (u64::from(canvas.bounds.width), u64::from(canvas.bounds.height));
    check_spread(FORMAT, (width + height) * width.max(height), reading.bytes)?;
    let tiles: Vec<(Hex, u8)> =
        canvas.cells().map(|(column, row, class)| (hex(column, row), class)).collect();
    let map = HexMap::of_tiles(header.layout(), &tiles).map_err(|error| {
        FormatError::new(FORMAT, error.to_string(), "a map that fits into memory")
    })?;
    let place =
        |(column, row): (i64, i64)| canvas.bounds.cell(column, row).map(|_| hex(column, row));
    let (starts, goals) = marks.on(place, &mut reading);
    marks.leave_out_links(&mut reading);
    let drawing = HexDrawing { map, starts, goals };
    Ok(Import { map: Map::Hexagons(Box::new(drawing)), notes: reading.notes.list() })
}

fn document_of(text: &str) -> Result<Document<'_>, FormatError> {
    xml::document_of(FORMAT, text)
}

fn text_of(bytes: &[u8]) -> Result<&str, FormatError> {
    xml::text_of(FORMAT, bytes)
}

/// A number in an attribute; `usual` if there is none.
fn attribute<T: std::str::FromStr>(
    node: Node<'_, '_>,
    name: &str,
    usual: Option<T>,
) -> Result<T, FormatError> {
    xml::attribute(FORMAT, node, name, usual)
}
