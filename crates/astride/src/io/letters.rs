//! The letters of drawn maps whose tiles are not squares.

use super::text::TextError;
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
