//! What the answer to a question depends on, as numbers to compare.

/// The state of everything on which the answer to a question depends, as returned by
/// [`Navigator::stamp`](super::Navigator::stamp): for one question, equal stamps mean equal
/// answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stamp {
    /// The number of the attempt, for a tentative world; otherwise 0.
    pub(super) trial: u64,
    pub(super) map: u64,
    pub(super) knowledge: u64,
    pub(super) overlays: u64,
    /// Of the sets of places that are named.
    pub(super) places: u64,
    /// Of the edits that are supposed.
    pub(super) supposed: u64,
    /// Of the indexes that answer.
    pub(super) guided: u64,
}

impl Stamp {
    /// The revision of the map.
    pub fn revision(&self) -> u64 {
        self.map
    }

    /// The state of the world alone: it does not identify the index that answers, so a different
    /// one of several equal paths may be found.
    #[must_use]
    pub fn of_world(self) -> Stamp {
        Stamp { guided: 0, ..self }
    }

    /// All of it in one number, for hashing.
    pub(super) fn word(&self) -> u64 {
        let Stamp { trial, map, knowledge, overlays, places, supposed, guided } = *self;
        let words = [trial, map, knowledge, overlays, places, supposed, guided];
        words.into_iter().fold(0, |word, next| u64::rotate_left(word, 16) ^ next)
    }
}
