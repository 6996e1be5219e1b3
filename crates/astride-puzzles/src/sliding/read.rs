//! Boards as text, one per line.

use super::Board;
use crate::PuzzleError;

/// Reads boards of `side` × `side` squares with the lines they stand in: a line an instance, numbers
/// apart by blanks or commas. Of a line with `|` in it the second field holds them, as in lists
/// `number | tiles | …`. Empty lines and lines that begin with `#` are passed over.
///
/// # Errors
///
/// At the first line that is something else.
pub fn read(text: &str, side: usize) -> Result<Vec<(usize, Board)>, PuzzleError> {
    let lines = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim()));
    let boards = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    boards
        .map(|(at, line)| Ok((at, board(line, side).map_err(|m| PuzzleError::new(at, m))?)))
        .collect()
}

fn board(line: &str, side: usize) -> Result<Board, String> {
    let field = line.split('|').nth(1).unwrap_or(line);
    let words = field.split([' ', '\t', ',']).filter(|word| !word.is_empty());
    let count = side.saturating_mul(side);
    let tiles: Vec<u8> = words
        .map(|word| {
            let tile = word.parse().ok().filter(|&tile: &u8| usize::from(tile) < count);
            tile.ok_or_else(|| format!("{word:?} is no tile, expected a number below {count}"))
        })
        .collect::<Result<_, _>>()?;
    if tiles.len() != count {
        return Err(format!("{} tiles, expected {count} with the empty one", tiles.len()));
    }
    Board::new(&tiles)
}
