//! Why an index was not saved, and why bytes are not an index for a map.

use super::fingerprint::{CORNER_RULE, corner_rule};
use crate::base::ContainerError;
use crate::index::hubs::PartsError;
use crate::shapes::square::LabelsError;

/// Why an index was not saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SaveError {
    /// Its revision of the grid differs from that of the view: it has to follow the edits first.
    Stale {
        /// Its name.
        index: &'static str,
        /// Its revision.
        built: u64,
        /// The revision of the view.
        given: u64,
    },
    /// It belongs to another map or mover than the view.
    OtherWorld {
        /// Its name.
        index: &'static str,
    },
    /// The file already contains one of this kind.
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
    /// The bytes are not a saved index, or not as they were written.
    File(ContainerError),
    /// The tables contradict each other or the map.
    Parts(PartsError),
    /// The file contains only other indexes.
    Missing {
        /// The index requested.
        index: &'static str,
        /// The indexes in the file.
        found: Vec<&'static str>,
    },
    /// The file contains a table that belongs to no index known to this version.
    Unknown {
        /// Its name.
        table: String,
    },
    /// It belongs to a map of another size.
    OtherSize {
        /// Width and height of its map.
        saved: [u32; 2],
        /// Width and height of the one given.
        given: [u32; 2],
    },
    /// It belongs to a mover with another step rule or scale.
    OtherRule {
        /// What differs: "neighbours", "corner rule" (0 never, 1 one free, 2 always), "straight" or
        /// "diagonal" (ticks).
        what: &'static str,
        /// The value saved.
        saved: u32,
        /// The value of the mover given.
        given: u32,
    },
    /// It belongs to a mover for which the terrain of this map has another meaning.
    OtherTerrain,
    /// It belongs to another map of this size, or to an earlier state of this one.
    OtherMap,
    /// It belongs to another map of this size, or to this one at another revision.
    OtherRevision {
        /// The revision at which it was saved.
        saved: u64,
        /// The revision of the map given.
        given: u64,
    },
    /// It was written by a version of the library that numbers jump points differently.
    OtherPoints,
    /// Labels are not available for this view.
    Map(LabelsError),
    /// Not enough memory.
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

/// A list of names in words.
fn list(names: &[&str]) -> String {
    match names {
        [] => "no index".to_owned(),
        [only] => (*only).to_owned(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// The error that a table is wrong at an index.
pub(in crate::shapes::square) fn wrong(
    part: &'static str,
    at: usize,
    expected: &'static str,
) -> LoadError {
    LoadError::Parts(PartsError::Damaged { part, at, expected })
}

/// Checks that a table is correct at an index.
pub(in crate::shapes::square) fn check(
    good: bool,
    part: &'static str,
    at: usize,
    expected: &'static str,
) -> Result<(), LoadError> {
    if good { Ok(()) } else { Err(wrong(part, at, expected)) }
}

/// Checks that an index belongs to a view and is up to date; `revisions` are that of the index and
/// of the view.
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
