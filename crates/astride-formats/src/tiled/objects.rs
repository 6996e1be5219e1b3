//! Objects that mark starts and goals.

use astride::base::Vec2;
use roxmltree::Node;

use super::geometry::Header;
use super::{FORMAT, Reading, attribute, children, place_of};
use crate::error::FormatError;
use crate::import::count;
use crate::marks::Mark;

/// The columns and rows of starts and goals, in the order of the file.
#[derive(Default)]
pub(super) struct Marks {
    marks: Vec<(Mark, (i64, i64))>,
}

impl Marks {
    pub(super) fn read(
        map: Node<'_, '_>,
        header: &Header,
        reading: &mut Reading<'_>,
    ) -> Result<Self, FormatError> {
        let (mut marks, mut others) = (Marks::default(), 0);
        // Collision shapes are also groups of objects, but within a tile.
        let groups = map.descendants().filter(|node| node.has_tag_name("objectgroup"));
        let of_map =
            groups.filter(|group| group.parent().is_none_or(|tile| !tile.has_tag_name("tile")));
        for object in of_map.flat_map(|group| children(group, "object")) {
            match mark_of(object) {
                Some(mark) => marks.marks.push((mark, header.at(middle(object)?))),
                None => others += 1,
            }
        }
        if others > 0 {
            let others = count(others, "object");
            reading.notes.add(format!("{others} left out: neither start nor goal"));
        }
        Ok(marks)
    }

    /// Starts and goals on the map, as determined by `place`.
    pub(super) fn on<T>(
        &self,
        place: impl Fn((i64, i64)) -> Option<T>,
        reading: &mut Reading<'_>,
    ) -> (Vec<T>, Vec<T>) {
        let (mut starts, mut goals) = (Vec::new(), Vec::new());
        for &(mark, (column, row)) in &self.marks {
            match (place((column, row)), mark) {
                (Some(place), Mark::Start) => starts.push(place),
                (Some(place), Mark::Goal) => goals.push(place),
                (None, _) => {
                    let note = format!("a start or goal at {column}, {row} is off the map");
                    reading.notes.add(note);
                }
            }
        }
        (starts, goals)
    }
}

/// What an object marks, by its name, its class, or a property that is true.
fn mark_of(object: Node<'_, '_>) -> Option<Mark> {
    let words = ["name", "class", "type"].into_iter().filter_map(|name| object.attribute(name));
    let properties = children(object, "properties").flat_map(|all| children(all, "property"));
    let is_true = |property: &Node<'_, '_>| property.attribute("value") == Some("true");
    let names = properties.filter(is_true).filter_map(|property| property.attribute("name"));
    words.chain(names).find_map(Mark::of)
}

/// The centre of an object in pixels.
fn middle(object: Node<'_, '_>) -> Result<Vec2, FormatError> {
    let number = |name| attribute(object, name, Some(0.0f64));
    let (width, height) = (number("width")?, number("height")?);
    // Tile objects are placed by their lower left corner, all others by their upper left corner.
    let down = if object.has_attribute("gid") { -0.5 } else { 0.5 };
    let point = Vec2::new(number("x")? + width / 2.0, number("y")? + height * down);
    if point.x.is_finite() && point.y.is_finite() {
        return Ok(point);
    }
    Err(FormatError::new(FORMAT, "an object at no place", "numbers").at(place_of(object)))
}
