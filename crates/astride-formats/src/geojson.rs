//! GeoJSON, as in RFC 7946: roads, meshes and paths for maps on screens.

use std::collections::BTreeMap;
use std::fmt::Write;

use astride::base::Vec2;
use astride::shapes::mesh::Mesh;

use crate::error::FormatError;
use crate::{Coordinates, Roads};

const FORMAT: &str = "GeoJSON";

/// A collection of features as GeoJSON, which geojson.io, QGIS and most maps in browsers show:
/// degrees, longitude first.
///
/// # Examples
///
/// ```
/// use astride_formats::{Coordinates, GeoJson, Property};
/// let way: Vec<Coordinates> = ["43.7347,7.4206", "43.7384,7.4246"].map(|at| at.parse().unwrap()).to_vec();
/// let mut out = GeoJson::new();
/// out.line(&way, &[("ticks", Property::Whole(52_000))]);
/// assert_eq!(
///     out.finish(),
///     "{\"type\":\"FeatureCollection\",\"features\":[\n\
///      {\"type\":\"Feature\",\"properties\":{\"ticks\":52000},\"geometry\":\
///      {\"type\":\"LineString\",\"coordinates\":[[7.4206,43.7347],[7.4246,43.7384]]}}\n]}\n",
/// );
/// ```
#[derive(Clone, Debug, Default)]
pub struct GeoJson {
    /// The features, each with a comma before it but for the first.
    features: String,
}

/// What is said of a feature.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Property<'a> {
    /// A text.
    Text(&'a str),
    /// A number; NaN and infinities are written as `null`.
    Number(f64),
    /// A whole number.
    Whole(u64),
    /// Yes or no.
    Flag(bool),
    /// `null`.
    Nothing,
}

impl GeoJson {
    /// A collection without features.
    pub fn new() -> Self {
        GeoJson::default()
    }

    /// Adds a point.
    pub fn point(&mut self, at: Coordinates, properties: &[(&str, Property<'_>)]) -> &mut Self {
        self.feature(properties, "Point", |out| position(out, at))
    }

    /// Adds a line through some points; a single point becomes a line of no length, and none nothing.
    pub fn line(
        &mut self,
        points: &[Coordinates],
        properties: &[(&str, Property<'_>)],
    ) -> &mut Self {
        // A line has at least two positions.
        match points {
            [] => self,
            &[at] => self.line(&[at, at], properties),
            points => self.feature(properties, "LineString", |out| {
                positions(out, points.iter().copied());
            }),
        }
    }

    /// Adds a polygon by its outline, in either direction.
    pub fn polygon(
        &mut self,
        outline: &[Coordinates],
        properties: &[(&str, Property<'_>)],
    ) -> &mut Self {
        // Seen from a corner: far from 0,0 the products of small sides would drown in rounding.
        let from = outline.first().copied().unwrap_or_default();
        let seen =
            |at: &Coordinates| [at.longitude() - from.longitude(), at.latitude() - from.latitude()];
        let next = outline.iter().cycle().skip(1);
        let twice = outline.iter().zip(next).map(|(here, there)| {
            let ([x, y], [next_x, next_y]) = (seen(here), seen(there));
            x * next_y - next_x * y
        });
        let is_clockwise = twice.sum::<f64>() < 0.0;
        let mut ring = outline.to_vec();
        if is_clockwise {
            ring.reverse();
        }
        ring.extend(ring.first().copied());
        self.feature(properties, "Polygon", |out| {
            out.push('[');
            positions(out, ring.iter().copied());
            out.push(']');
        })
    }

    /// Adds the arcs of a graph whose places have these coordinates: a line for each two that are
    /// connected, with `ticks` from its first end to its second and `ticks_back`, either of them
    /// `null` where there is no arc. Of several arcs the cheapest counts, and places with the same
    /// coordinates are one.
    ///
    /// # Panics
    ///
    /// If an arc names a place without coordinates.
    ///
    /// # Complexity
    ///
    /// O(arcs · log arcs).
    pub fn arcs(
        &mut self,
        coordinates: &[Coordinates],
        arcs: impl IntoIterator<Item = (u32, u32, u32)>,
    ) -> &mut Self {
        let mut lines: BTreeMap<[Coordinates; 2], [Option<u32>; 2]> = BTreeMap::new();
        for (from, to, cost) in arcs {
            let [from, to] = [from, to].map(|place| coordinates[place as usize]);
            if from == to {
                continue;
            }
            let (ends, way) = if from < to { ([from, to], 0) } else { ([to, from], 1) };
            let least = &mut lines.entry(ends).or_default()[way];
            *least = Some(least.map_or(cost, |least| least.min(cost)));
        }
        for (ends, costs) in lines {
            let [there, back] = costs.map(|cost| match cost {
                Some(cost) => Property::Whole(cost.into()),
                None => Property::Nothing,
            });
            self.line(&ends, &[("ticks", there), ("ticks_back", back)]);
        }
        self
    }

    /// Adds roads, as [`arcs`](Self::arcs) does.
    pub fn roads(&mut self, roads: &Roads) -> &mut Self {
        let coordinates: Vec<Coordinates> =
            roads.graph.nodes().map(|node| roads.coordinates(node)).collect();
        self.arcs(&coordinates, roads.graph.all_arcs())
    }

    /// Adds the polygons of a mesh, with their number and their `terrain`; `place` tells where a
    /// point is, such as [`GeoJson::degrees`] or [`Coordinates::moved`].
    ///
    /// # Errors
    ///
    /// If `place` has no coordinates for a vertex.
    pub fn mesh(
        &mut self,
        mesh: &Mesh,
        place: impl Fn(Vec2) -> Option<Coordinates>,
    ) -> Result<&mut Self, FormatError> {
        for polygon in 0..mesh.polygon_count() {
            let outline = GeoJson::placed(&mesh.outline(polygon), &place)?;
            // Class 0 is that of meshes without terrain.
            let class = mesh.class_of(polygon).filter(|&class| class != 0);
            let letter = class.map(|class| char::from(class).to_string());
            let terrain = letter.as_deref().map_or(Property::Nothing, Property::Text);
            let number = ("polygon", Property::Whole(polygon.into()));
            self.polygon(&outline, &[number, ("terrain", terrain)]);
        }
        Ok(self)
    }

    /// Where some points are.
    ///
    /// # Errors
    ///
    /// If `place` has no coordinates for one of them.
    pub fn placed(
        points: &[Vec2],
        place: impl Fn(Vec2) -> Option<Coordinates>,
    ) -> Result<Vec<Coordinates>, FormatError> {
        let placed = |&at: &Vec2| {
            place(at).ok_or_else(|| {
                let found = format!("the point {},{}, which is nowhere on the globe", at.x, at.y);
                let expected =
                    "degrees east and north, or metres from a place whose coordinates are given";
                FormatError::new(FORMAT, found, expected)
            })
        };
        points.iter().map(placed).collect()
    }

    /// A point whose x is degrees east and whose y is degrees north; `None` if they are out of range.
    pub fn degrees(at: Vec2) -> Option<Coordinates> {
        Coordinates::new(at.y, at.x)
    }

    /// The whole text.
    pub fn finish(self) -> String {
        format!("{{\"type\":\"FeatureCollection\",\"features\":[{}\n]}}\n", self.features)
    }

    fn feature(
        &mut self,
        properties: &[(&str, Property<'_>)],
        kind: &str,
        coordinates: impl FnOnce(&mut String),
    ) -> &mut Self {
        let out = &mut self.features;
        out.push_str(if out.is_empty() { "\n" } else { ",\n" });
        out.push_str("{\"type\":\"Feature\",\"properties\":{");
        for (at, (name, value)) in properties.iter().enumerate() {
            out.push_str(if at > 0 { "," } else { "" });
            quoted(out, name);
            out.push(':');
            match value {
                Property::Text(text) => quoted(out, text),
                Property::Number(number) if number.is_finite() => _ = write!(out, "{number}"),
                Property::Whole(number) => _ = write!(out, "{number}"),
                Property::Flag(flag) => _ = write!(out, "{flag}"),
                Property::Number(_) | Property::Nothing => out.push_str("null"),
            }
        }
        let _ = write!(out, "}},\"geometry\":{{\"type\":\"{kind}\",\"coordinates\":");
        coordinates(out);
        out.push_str("}}");
        self
    }
}

/// Longitude first.
fn position(out: &mut String, at: Coordinates) {
    let _ = write!(out, "[{},{}]", at.longitude(), at.latitude());
}

fn positions(out: &mut String, points: impl Iterator<Item = Coordinates>) {
    out.push('[');
    for (at, point) in points.enumerate() {
        out.push_str(if at > 0 { "," } else { "" });
        position(out, point);
    }
    out.push(']');
}

fn quoted(out: &mut String, text: &str) {
    out.push('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => out.extend(['\\', letter]),
            letter if letter < ' ' => _ = write!(out, "\\u{:04x}", u32::from(letter)),
            letter => out.push(letter),
        }
    }
    out.push('"');
}
