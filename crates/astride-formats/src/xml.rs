//! Files that are XML: read whole, with limits on what makes reading slow.

use roxmltree::{Document, Error, Node, ParsingOptions};

use crate::error::{FormatError, Place, quote};

/// The most nodes that a file may have; a map of a million cells, each an element, has fewer.
const MOST_NODES: u32 = 1 << 22;

/// The most namespaces of a file and attributes of an element; the time to read grows with the cube of
/// the first and the square of the second, and the files read here have few of both.
const MOST_NAMESPACES: usize = 64;
const MOST_ATTRIBUTES: usize = 4096;

pub(crate) fn text_of<'a>(format: &'static str, bytes: &'a [u8]) -> Result<&'a str, FormatError> {
    str::from_utf8(bytes).map_err(|error| {
        let place = Place::Byte(error.valid_up_to());
        FormatError::new(format, "bytes that are not UTF-8", "XML in UTF-8").at(place)
    })
}

pub(crate) fn document_of<'a>(
    format: &'static str,
    text: &'a str,
) -> Result<Document<'a>, FormatError> {
    let refused = |most: usize, what: &str| {
        let found = format!("more than {most} {what}");
        Err(FormatError::new(format, found, format!("those of a {format}")))
    };
    if text.matches("xmlns").nth(MOST_NAMESPACES).is_some() {
        return refused(MOST_NAMESPACES, "namespaces");
    }
    // Between two `<` there are only the equals signs of one tag and of the text after it.
    if text.split('<').any(|tag| tag.matches('=').nth(MOST_ATTRIBUTES).is_some()) {
        return refused(MOST_ATTRIBUTES, "attributes of an element");
    }
    let options = ParsingOptions { nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| {
        let place = match error {
            Error::NoRootNode | Error::UnclosedRootNode | Error::UnexpectedEndOfStream => {
                Place::Line(text.lines().count().max(1))
            }
            Error::DtdDetected | Error::NodesLimitReached => Place::Whole,
            _ => Place::Line(error.pos().row as usize),
        };
        FormatError::new(format, error.to_string(), "XML that is whole").at(place)
    })
}

/// A number in an attribute; `usual` if there is none.
pub(crate) fn attribute<T: std::str::FromStr>(
    format: &'static str,
    node: Node<'_, '_>,
    name: &str,
    usual: Option<T>,
) -> Result<T, FormatError> {
    let refused = |found| FormatError::new(format, found, "a number").at(place_of(node));
    match node.attribute(name) {
        None => usual.ok_or_else(|| refused(format!("no {name}"))),
        Some(text) => text.trim().parse().map_err(|_| refused(format!("{name}={}", quote(text)))),
    }
}

/// An element of the file as messages call it.
pub(crate) fn place_of(node: Node<'_, '_>) -> Place {
    let line = node.document().text_pos_at(node.range().start).row;
    Place::Part(format!("<{}> in line {line}", node.tag_name().name()))
}

/// The elements in another one that have this name.
pub(crate) fn children<'a, 'i>(
    node: Node<'a, 'i>,
    name: &str,
) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(move |child| child.has_tag_name(name))
}
