//! The letters of drawn maps whose tiles are not squares.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

use super::text::TextError;
use super::write_error::Loss;
use crate::world::Terrain;

/// The tiles of some rows of letters, without spaces.
pub(super) struct Letters<P> {
    /// Places and their classes.
    pub(super) tiles: Vec<(P, u8)>,
    /// Places drawn as `A`.
    pub(super) starts: Vec<P>,
    /// Places drawn as `B`.
    pub(super) goals: Vec<P>,
}

/// Reads lines, numbered from 0 in their text; `place` returns the place of the letter in a column
/// and row. `_` is not part of the map.
pub(super) fn letters<'a, P: Copy>(
    lines: impl Iterator<Item = (usize, &'a str)>,
    place: impl Fn(u32, u32) -> P,
) -> Result<Letters<P>, TextError> {
    let mut found = Letters { tiles: Vec::new(), starts: Vec::new(), goals: Vec::new() };
    for (row, (line, letters)) in (0..).zip(lines) {
        let drawn = letters.char_indices().filter(|(_, letter)| *letter != ' ');
        for (column, (at, letter)) in (0..).zip(drawn) {
            let here = place(column, row);
            let class = match letter {
                '_' => Terrain::VOID,
                'A' => {
                    found.starts.push(here);
                    b'.'
                }
                'B' => {
                    found.goals.push(here);
                    b'.'
                }
                '#' => b'@',
                '!'..='~' => letter as u8,
                _ => {
                    let message = format!("{letter:?} is no terrain, expected an ASCII letter");
                    return Err(TextError::new(line + 1, at + 1, message));
                }
            };
            if class != Terrain::VOID {
                found.tiles.push((here, class));
            }
        }
    }
    Ok(found)
}

/// The letter that [`letters`] reads as this class.
fn letter_of(class: u8) -> Option<char> {
    match class {
        b'@' => Some('#'),
        b'#' | b'A' | b'B' | b'_' => None,
        b'!'..=b'~' => Some(class.into()),
        _ => None,
    }
}

/// What is to be drawn as letters, tile by tile.
pub(super) struct Drawn<'a, P> {
    /// Tiles of the map and their classes.
    pub(super) tiles: Vec<(P, u8)>,
    pub(super) starts: &'a [P],
    pub(super) goals: &'a [P],
}

impl<P: Copy + Ord + Display> Drawn<'_, P> {
    /// What letters cannot express; `is_shut` says whether something stands on a side of a tile.
    pub(super) fn losses(&self, is_shut: impl Fn(P) -> bool) -> Vec<Loss> {
        let tiles = || self.tiles.iter().copied();
        let side = tiles().find(|&(place, _)| is_shut(place));
        let side = side.map(|(place, _)| Loss::Side { place: place.to_string() });
        let class = tiles().find(|&(_, class)| letter_of(class).is_none());
        let class = class.map(|(place, class)| Loss::TileClass { class, place: place.to_string() });
        let marks: Vec<P> = self.starts.iter().chain(self.goals).copied().collect();
        // Extended, since collecting compiles a sort for each kind of place.
        let (mut wanted, mut free) = (BTreeSet::new(), BTreeSet::new());
        wanted.extend(marks.iter().copied());
        let is_free = |&(place, class): &(P, u8)| class == b'.' && wanted.contains(&place);
        free.extend(tiles().filter(is_free).map(|(place, _)| place));
        // The second mark of a tile finds it taken.
        let lost = marks.iter().find(|&place| !free.contains(place) || !wanted.remove(place));
        let mark = lost.map(|place| Loss::TileMark { place: place.to_string() });
        side.into_iter().chain(class).chain(mark).collect()
    }

    /// Rows of letters, all of the same length; `at` returns the column and the row of a tile within
    /// the size, and what no tile is at is `_`.
    pub(super) fn rows(
        &self,
        [width, height]: [usize; 2],
        at: impl Fn(P) -> [usize; 2],
    ) -> Vec<String> {
        let mark = |letter| move |&place: &P| (place, letter);
        let mut marks = BTreeMap::new();
        marks.extend(self.starts.iter().map(mark('A')));
        marks.extend(self.goals.iter().map(mark('B')));
        let mut rows = vec![vec![b'_'; width]; height];
        for &(place, class) in &self.tiles {
            let letter = marks.get(&place).copied().or(letter_of(class)).unwrap_or('_');
            let [column, row] = at(place);
            rows[row][column] = letter as u8;
        }
        rows.into_iter().map(|row| row.into_iter().map(char::from).collect()).collect()
    }
}
