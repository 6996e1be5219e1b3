//! OpenStreetMap as XML: <https://wiki.openstreetmap.org/wiki/OSM_XML>.
//!
//! The file is parsed as a stream, so it takes memory only for one element. Entities cannot be
//! declared: only the five of XML and numeric character references are supported.

use std::borrow::Cow;

use super::Coordinates;
use super::element::{Element, Kind, Member, Sink, Tag, Tags, Want};
use crate::error::{FormatError, Place, quote};

const FORMAT: &str = "OpenStreetMap XML";

/// Calls `sink` with the requested elements of a file.
pub(super) fn each(bytes: &[u8], want: Want, sink: &mut Sink<'_>) -> Result<(), FormatError> {
    let text = str::from_utf8(bytes).map_err(|error| {
        let found = "bytes that are not text";
        FormatError::new(FORMAT, found, "UTF-8").at(Place::Byte(error.valid_up_to()))
    })?;
    let mut scanner = Scanner { text, at: 0 };
    let mut within: Vec<&str> = Vec::new();
    let mut thing = None;
    while let Some(mark) = scanner.next()? {
        let Mark { name, attributes, has_begun, has_ended, at } = mark;
        let wrong = |found: String, expected: &str| scanner.wrong(at, found, expected);
        if has_begun {
            match (&within[..], &mut thing) {
                ([], _) if name != "osm" => {
                    return Err(wrong(format!("a file of <{name}>"), "<osm>"));
                }
                (["osm"], thing) => {
                    *thing = Thing::begin(name, attributes, want).map_err(|(f, e)| wrong(f, e))?;
                }
                ([_, _], Some(thing)) => {
                    thing.add(name, attributes).map_err(|(found, e)| wrong(found, e))?;
                }
                _ => {}
            }
            within.push(name);
        }
        if has_ended {
            if within.pop() != Some(name) {
                return Err(wrong(format!("</{name}>"), "the end of what began last"));
            }
            if within.len() == 1
                && let Some(thing) = thing.take()
            {
                sink(thing.element());
            }
        }
    }
    match within.last() {
        Some(name) => {
            let expected = "a file that is whole";
            Err(scanner.wrong(text.len(), format!("the end within <{name}>"), expected))
        }
        None if scanner.at == 0 => Err(scanner.wrong(0, "no element".into(), "<osm>")),
        None => Ok(()),
    }
}

/// What was found and what was expected.
type Wrong = (String, &'static str);

/// An element, as far as it has been read.
struct Thing<'a> {
    kind: Kind,
    id: i64,
    at: Coordinates,
    nodes: Vec<i64>,
    members: Vec<Member<'a>>,
    tags: Vec<Tag<'a>>,
}

impl<'a> Thing<'a> {
    /// The beginning of an element, if it is requested; deleted elements are skipped.
    fn begin(name: &str, attributes: &'a str, want: Want) -> Result<Option<Self>, Wrong> {
        let kind = match (name, want) {
            ("node", Want::Nodes) => Kind::Node,
            ("way", Want::WaysAndRelations) => Kind::Way,
            ("relation", Want::WaysAndRelations) => Kind::Relation,
            _ => return Ok(None),
        };
        let [id, latitude, longitude, visible, action] =
            values(attributes, ["id", "lat", "lon", "visible", "action"])?;
        if visible.is_some_and(|value| value == "false")
            || action.is_some_and(|value| value == "delete")
        {
            return Ok(None);
        }
        let mut at = Coordinates::default();
        if kind == Kind::Node {
            let degrees = |text: Option<Cow<'_, str>>| text.and_then(|text| text.parse().ok());
            let place = degrees(latitude).zip(degrees(longitude));
            let place =
                place.and_then(|(latitude, longitude)| Coordinates::new(latitude, longitude));
            at = place.ok_or_else(|| {
                let found = format!("a node with {}", quote(attributes.trim()));
                (found, "lat from -90 to 90 and lon from -180 to 180")
            })?;
        }
        let (nodes, members, tags) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Some(Thing { kind, id: number(id, "id")?, at, nodes, members, tags }))
    }

    /// Adds the contents of an element.
    fn add(&mut self, name: &str, attributes: &'a str) -> Result<(), Wrong> {
        match name {
            "tag" => {
                let [key, value] = values(attributes, ["k", "v"])?;
                let tag = key.zip(value).ok_or_else(|| {
                    let found = format!("a tag with {}", quote(attributes.trim()));
                    (found, "a key k and a value v")
                })?;
                self.tags.push(tag);
            }
            "nd" if self.kind == Kind::Way => {
                let [node] = values(attributes, ["ref"])?;
                self.nodes.push(number(node, "ref")?);
            }
            "member" if self.kind == Kind::Relation => {
                let [kind, id, role] = values(attributes, ["type", "ref", "role"])?;
                let kind = match kind.as_deref() {
                    Some("node") => Kind::Node,
                    Some("way") => Kind::Way,
                    _ => Kind::Relation,
                };
                let (id, role) = (number(id, "ref")?, role.unwrap_or_default());
                self.members.push(Member { kind, id, role });
            }
            _ => {}
        }
        Ok(())
    }

    fn element(&self) -> Element<'_> {
        let Thing { kind, id, at, ref nodes, ref members, ref tags } = *self;
        let tags = Tags(tags);
        match kind {
            Kind::Node => Element::Node { id, at, tags },
            Kind::Way => Element::Way { id, nodes, tags },
            Kind::Relation => Element::Relation { members, tags },
        }
    }
}

fn number(text: Option<Cow<'_, str>>, name: &'static str) -> Result<i64, Wrong> {
    let number = text.as_deref().and_then(|text| text.parse().ok());
    number.ok_or_else(|| {
        let found = text.map_or_else(|| "nothing".to_owned(), quote_text);
        (format!("{found} as {name}"), "a whole number")
    })
}

fn quote_text(text: Cow<'_, str>) -> String {
    quote(text.as_bytes())
}

/// The values of some attributes, if present.
fn values<'a, const N: usize>(
    mut attributes: &'a str,
    names: [&str; N],
) -> Result<[Option<Cow<'a, str>>; N], Wrong> {
    let mut values = [const { None }; N];
    loop {
        attributes = attributes.trim_start();
        if attributes.is_empty() {
            return Ok(values);
        }
        let wrong = || (quote(attributes), "attributes name=\"value\"");
        let (name, rest) = attributes.split_once('=').ok_or_else(wrong)?;
        let rest = rest.trim_start();
        let mark = rest.chars().next().filter(|mark| ['"', '\''].contains(mark));
        let (value, rest) = mark.and_then(|mark| rest[1..].split_once(mark)).ok_or_else(wrong)?;
        if let Some(at) = names.iter().position(|&wanted| wanted == name.trim_end()) {
            values[at] = Some(unescaped(value)?);
        }
        attributes = rest;
    }
}

/// A text with its entities replaced.
fn unescaped(text: &str) -> Result<Cow<'_, str>, Wrong> {
    if !text.contains('&') {
        return Ok(Cow::Borrowed(text));
    }
    let mut pieces = text.split('&');
    let mut whole = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let entity = piece.split_once(';').and_then(|(name, rest)| Some((letter(name)?, rest)));
        let (letter, rest) = entity.ok_or_else(|| {
            (quote(format!("&{piece}")), "&amp; &lt; &gt; &quot; &apos; or a number as &#38;")
        })?;
        whole.push(letter);
        whole.push_str(rest);
    }
    Ok(Cow::Owned(whole))
}

/// The character that an entity represents.
fn letter(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let digits = name.strip_prefix('#')?;
            let code = match digits.strip_prefix('x') {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => digits.parse(),
            };
            char::from_u32(code.ok()?)
        }
    }
}

/// The position in a file.
struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

/// `<name …>`, `</name>` or, both begun and ended, `<name …/>`.
struct Mark<'a> {
    name: &'a str,
    attributes: &'a str,
    has_begun: bool,
    has_ended: bool,
    at: usize,
}

impl<'a> Scanner<'a> {
    fn next(&mut self) -> Result<Option<Mark<'a>>, FormatError> {
        loop {
            let Some(skipped) = self.text[self.at..].find('<') else { return Ok(None) };
            let at = self.at + skipped;
            let rest = &self.text[at..];
            let torn = || self.wrong(at, quote(rest), "a file that is whole");
            let end = match rest {
                _ if rest.starts_with("<!--") => rest.find("-->").map(|end| end + 3),
                _ if rest.starts_with("<?") => rest.find("?>").map(|end| end + 2),
                _ if rest.starts_with("<!") => {
                    return Err(self.wrong(at, quote(rest), "elements alone"));
                }
                _ => {
                    let end = end_of(rest).ok_or_else(torn)?;
                    self.at = at + end;
                    return Ok(Some(mark(&rest[1..end - 1], at)));
                }
            };
            self.at = at + end.ok_or_else(torn)?;
        }
    }

    fn wrong(&self, at: usize, found: String, expected: &str) -> FormatError {
        let line = 1 + self.text.as_bytes()[..at].iter().filter(|&&byte| byte == b'\n').count();
        FormatError::new(FORMAT, found, expected).at(Place::Line(line))
    }
}

/// Where a tag ends: after the first `>` that is not in a value.
fn end_of(text: &str) -> Option<usize> {
    let mut quoted = None;
    for (at, byte) in text.bytes().enumerate() {
        match (quoted, byte) {
            (None, b'>') => return Some(at + 1),
            (None, b'"' | b'\'') => quoted = Some(byte),
            (Some(mark), byte) if mark == byte => quoted = None,
            _ => {}
        }
    }
    None
}

/// Parses the text between `<` and `>`.
fn mark(inner: &str, at: usize) -> Mark<'_> {
    let (inner, is_end) = inner.strip_prefix('/').map_or((inner, false), |inner| (inner, true));
    let (inner, is_empty) = inner.strip_suffix('/').map_or((inner, false), |inner| (inner, true));
    let end = inner.find(|letter: char| letter.is_ascii_whitespace()).unwrap_or(inner.len());
    let (name, attributes) = inner.split_at(end);
    Mark { name, attributes, has_begun: !is_end, has_ended: is_end || is_empty, at }
}

#[cfg(test)]
mod tests {
    use super::unescaped;

    #[test]
    fn entities_are_letters() {
        let check = |text, expected: Option<&str>| {
            assert_eq!(unescaped(text).ok().as_deref(), expected, "{text}");
        };
        check("Rue d&apos;Or &amp; &#233;&#xe9;", Some("Rue d'Or & éé"));
        check("&lol;", None);
        check("a & b", None);
        check("&#x110000;", None);
    }
}
