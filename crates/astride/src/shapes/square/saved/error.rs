//! Why an index was not saved, and why bytes are no index for a map.

use super::origin::{CORNER_RULE, corner_rule};
use crate::base::ContainerError;
use crate::index::hubs::PartsError;
use crate::shapes::square::LabelsError;

/// Why an index was not saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SaveError {
    /// It is of another revision of the grid than the view: it has to follow the edits first.
    Stale {
        /// Its name.
        index: &'static str,
        /// The revision that it is for.
        built: u64,
        /// The revision of the view.
        given: u64,
    },
    /// It is of another map or mover than the view.
    OtherWorld {
        /// Its name.
        index: &'static str,
    },
    /// There is one of this kind in the file already.
    Twice {
        /// Its name.
        index: &'static str,
    },
}

errors! { enum SaveError:
    Stale { index, built, given } => ("saved-index-stale",
        "the {index} are for revision {built}, expected revision {given}"),
    OtherWorld { index } => ("saved-index-other-world",
        "the {index} are of another map or mover, expected those of this one"),
    Twice { index } => ("saved-index-twice",
        "there are {index} already, expected one index of each kind"),
}

/// Why a saved index cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LoadError {
    /// The bytes are no saved index, or not as they were written.
    File(ContainerError),
    /// The tables contradict each other or the map.
    Parts(PartsError),
    /// The file holds other indexes only.
    Missing {
        /// The index asked for.
        index: &'static str,
        /// What the file holds.
        found: Vec<&'static str>,
    },
    /// The file holds a table that is of no index known to this version.
    Unknown {
        /// Its name.
        table: String,
    },
    /// It is of a map of another size.
    OtherSize {
        /// Width and height of its map.
        saved: [u32; 2],
        /// Width and height of the one given.
        given: [u32; 2],
    },
    /// It is for a mover that steps by another rule or scale.
    OtherRule {
        /// What differs: "neighbours", "corner rule" (0 never, 1 one free, 2 always), "straight" or
        /// "diagonal" (ticks).
        what: &'static str,
        /// The one saved.
        saved: u32,
        /// Of the mover given.
        given: u32,
    },
    /// It is for a mover to whom the terrain of this map means something else.
    OtherTerrain,
    /// It is of another map of this size, or of this one before it was changed.
    OtherMap,
    /// It is of another map of this size, or of this one at another revision.
    OtherRevision {
        /// The revision it was saved at.
        saved: u64,
        /// The revision of the map given.
        given: u64,
    },
    /// It was made by a version of the library that numbers jump points in another way.
    OtherPoints,
    /// There are no labels for this view.
    Map(LabelsError),
    /// Memory is short.
    Memory,
}

errors! { enum LoadError:
    File(error) => (source error),
    Parts(error) => (source error),
    Missing { index, found } => ("index-missing",
        "the file holds {}, expected {index}", list(found)),
    Unknown { table } => ("index-unknown-table",
        "the file holds a table {table:?}, expected those of known indexes"),
    OtherSize { saved: [a, b], given: [x, y] } => ("index-other-size",
        "the index is of a map of {a}x{b} cells, expected {x}x{y}"),
    OtherRule { what: CORNER_RULE, saved, given } => ("index-other-corner-rule",
        "the index is for a mover with corner rule {}, expected {}",
        corner_rule(*saved), corner_rule(*given)),
    OtherRule { what, saved, given } => ("index-other-rule",
        "the index is for a mover with {what} {saved}, expected {given}"),
    OtherTerrain => ("index-other-terrain",
        "the index is for a mover to whom the terrain means something else, expected one for this \
        mover"),
    OtherMap => ("index-other-map",
        "the index is of another map, or of this one before it was changed, expected one of this \
        map"),
    OtherRevision { saved, given } => ("index-other-revision",
        "the index is of revision {saved} of this map, or of another map, expected one of revision \
        {given}"),
    OtherPoints => ("index-other-points",
        "the labels number jump points in another way, expected those of this version"),
    Map(error) => (source error),
    Memory => ("index-memory", "no memory for the index"),
}

impl From<PartsError> for LoadError {
    fn from(error: PartsError) -> Self {
        LoadError::Parts(error)
    }
}

/// Names in words.
fn list(names: &[&str]) -> String {
    match names {
        [] => "no index".to_owned(),
        [only] => (*only).to_owned(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// A table that is wrong at a place.
pub(in crate::shapes::square) fn wrong(
    part: &'static str,
    at: usize,
    expected: &'static str,
) -> LoadError {
    LoadError::Parts(PartsError::Damaged { part, at, expected })
}

/// That a table is right at a place.
pub(in crate::shapes::square) fn check(
    good: bool,
    part: &'static str,
    at: usize,
    expected: &'static str,
) -> Result<(), LoadError> {
    if good { Ok(()) } else { Err(wrong(part, at, expected)) }
}

/// That an index is of a view and up to date; `revisions` are that of the index and of the view.
pub(in crate::shapes::square) fn check_current(
    index: &'static str,
    is_of_view: bool,
    [built, given]: [u64; 2],
) -> Result<(), SaveError> {
    match is_of_view {
        true => Ok(()),
        false if built != given => Err(SaveError::Stale { index, built, given }),
        false => Err(SaveError::OtherWorld { index }),
    }
}
