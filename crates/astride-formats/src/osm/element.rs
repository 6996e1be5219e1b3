//! The elements of an OpenStreetMap file, in either encoding.

use std::borrow::Cow;

use super::Coordinates;

/// One element of a file, borrowed while it is read.
#[derive(Clone, Copy, Debug)]
pub(super) enum Element<'a> {
    Node { id: i64, at: Coordinates, tags: Tags<'a> },
    Way { id: i64, nodes: &'a [i64], tags: Tags<'a> },
    Relation { members: &'a [Member<'a>], tags: Tags<'a> },
}

/// Receives each element.
pub(super) type Sink<'a> = dyn FnMut(Element<'_>) + 'a;

/// Which elements are requested: files are read once for the roads, and again for their positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Want {
    Nodes,
    WaysAndRelations,
}

/// Keys with their values.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tags<'a>(pub(super) &'a [Tag<'a>]);

pub(super) type Tag<'a> = (Cow<'a, str>, Cow<'a, str>);

impl<'a> Tags<'a> {
    pub(super) fn get(&self, key: &str) -> Option<&'a str> {
        self.0.iter().find(|tag| tag.0 == key).map(|tag| &*tag.1)
    }

    /// The value of the first of these keys that is present.
    pub(super) fn first_of(&self, keys: &[&str]) -> Option<&'a str> {
        keys.iter().find_map(|key| self.get(key))
    }
}

/// A part of a relation.
#[derive(Clone, Debug)]
pub(super) struct Member<'a> {
    pub(super) kind: Kind,
    pub(super) id: i64,
    pub(super) role: Cow<'a, str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Node,
    Way,
    Relation,
}
