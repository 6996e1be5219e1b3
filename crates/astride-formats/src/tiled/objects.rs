//! Objects that mark starts, goals and links.

use std::collections::BTreeMap;

use astride::base::{Cell, Vec2};
use roxmltree::Node;

use super::geometry::Header;
use super::{FORMAT, Reading, attribute, children, place_of};
use crate::error::{FormatError, quote};
use crate::import::{Squares, count};
use crate::marks::{Mark, Passage};

/// A column and a row.
type At = (i64, i64);

/// The columns and rows of starts, goals and links, in the order of the file.
#[derive(Default)]
pub(super) struct Marks {
    marks: Vec<(Mark, At)>,
    passages: Vec<Passage<At>>,
    /// Where the objects are to which passages lead, by number and by name; `None` if there are
    /// several of a name.
    targets: BTreeMap<String, Option<At>>,
}

impl Marks {
    pub(super) fn read(
        map: Node<'_, '_>,
        header: &Header,
        reading: &mut Reading<'_>,
    ) -> Result<Self, FormatError> {
        let mut marks = Marks::default();
        // Collision shapes are also groups of objects, but within a tile.
        let groups = map.descendants().filter(|node| node.has_tag_name("objectgroup"));
        let of_map =
            groups.filter(|group| group.parent().is_none_or(|tile| !tile.has_tag_name("tile")));
        let objects: Vec<_> = of_map.flat_map(|group| children(group, "object")).collect();
        for &object in &objects {
            if let Some(mark) = mark_of(object) {
                marks.marks.push((mark, header.at(middle(object)?)));
            } else if words(object).any(Passage::<At>::is_one) {
                let at = header.at(middle(object)?);
                marks.passages.push(passage(object, at, reading));
            }
        }
        let wanted = marks.passages.iter().flat_map(|passage| passage.to.iter().cloned());
        marks.targets = wanted.map(|name| (name, None)).collect();
        let mut named = BTreeMap::new();
        for &object in &objects {
            for name in ["id", "name"].into_iter().filter_map(|word| object.attribute(word)) {
                if marks.targets.contains_key(name) {
                    let named: &mut Vec<_> = named.entry(name.to_owned()).or_default();
                    // Its number may be its name as well.
                    if named.last() != Some(&object) {
                        named.push(object);
                    }
                }
            }
        }
        marks.targets.retain(|name, _| named.contains_key(name));
        for (name, at) in &mut marks.targets {
            // A number is of one object; a name may be of several.
            if let [object] = named[name][..] {
                *at = Some(header.at(middle(object)?));
            }
        }
        let is_other = |object: &&Node<'_, '_>| {
            let mut names = ["id", "name"].into_iter().filter_map(|word| object.attribute(word));
            let is_mark = mark_of(**object).is_some() || words(**object).any(Passage::<At>::is_one);
            !is_mark && !names.any(|name| marks.targets.contains_key(name))
        };
        let others = objects.iter().filter(is_other).count();
        if others > 0 {
            let others = count(others, "object");
            reading.notes.add(format!("{others} left out: neither start, goal nor link"));
        }
        Ok(marks)
    }

    /// Joins the cells between which passages lead, as determined by `place`.
    pub(super) fn join(
        &self,
        squares: &mut Squares,
        place: impl Fn(At) -> Option<Cell>,
        reading: &mut Reading<'_>,
    ) {
        let passages: Vec<_> = self
            .passages
            .iter()
            .map(|passage| {
                let Passage { name, from, to, cost, is_one_way } = passage.clone();
                Passage { name, from: place(from), to, cost, is_one_way }
            })
            .collect();
        let find = |name: &str| match self.targets.get(name) {
            Some(Some(at)) => Ok(place(*at)),
            Some(None) => Err("there are several objects called"),
            None => Err("there is no object"),
        };
        squares.join(&passages, find, &mut reading.notes);
    }

    /// Says that links are left out, on maps that have none.
    pub(super) fn leave_out_links(&self, reading: &mut Reading<'_>) {
        if !self.passages.is_empty() {
            let links = count(self.passages.len(), "link");
            reading.notes.add(format!("{links} left out: maps of hexagons have none"));
        }
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

/// The name and the class of an object.
fn words<'a>(object: Node<'a, '_>) -> impl Iterator<Item = &'a str> {
    ["name", "class", "type"].into_iter().filter_map(move |name| object.attribute(name))
}

/// The names and values of the properties of an object.
fn properties<'a>(object: Node<'a, '_>) -> impl Iterator<Item = (&'a str, &'a str)> {
    let all = children(object, "properties").flat_map(|all| children(all, "property"));
    all.filter_map(|property| {
        let value = property.attribute("value").or(property.text()).unwrap_or_default();
        Some((property.attribute("name")?, value.trim()))
    })
}

/// What an object marks, by its name, its class, or a property that is true.
fn mark_of(object: Node<'_, '_>) -> Option<Mark> {
    let names = properties(object).filter(|&(_, value)| value == "true").map(|(name, _)| name);
    words(object).chain(names).find_map(Mark::of)
}

/// An object that leads to another.
fn passage(object: Node<'_, '_>, at: At, reading: &mut Reading<'_>) -> Passage<At> {
    let name = object.attribute("name").filter(|name| !name.is_empty());
    let name = match name {
        Some(name) => quote(name),
        None => match object.attribute("id") {
            Some(id) => format!("object {}", quote(id)),
            None => "an object without a number".to_owned(),
        },
    };
    let mut passage = Passage::new(&name, at);
    for (property, value) in properties(object) {
        // Tiled writes 0 for a reference that is not set.
        if Passage::<At>::leads(property) && !value.is_empty() && value != "0" {
            passage.to.push(value.to_owned());
        } else {
            passage.take(property, value, &mut reading.notes);
        }
    }
    passage
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
