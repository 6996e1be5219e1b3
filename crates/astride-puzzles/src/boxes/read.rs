//! Mazes as the judges write them.

use super::{MAX_SIDE, Maze};
use crate::PuzzleError;

/// Reads mazes: a line `r c` of rows and columns, 1 to [`MAX_SIDE`] each, then the rows, with `#`
/// rock, `.` free, `S` man, `B` box, `T` target. `0 0` or the end of the text ends the list.
///
/// # Errors
///
/// At the first line that is something else, or a maze without exactly one man, box and target.
pub fn read(text: &str) -> Result<Vec<Maze>, PuzzleError> {
    let mut lines = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim_end()));
    let mut mazes = Vec::new();
    while let Some((at, line)) = lines.next() {
        if line.trim().is_empty() {
            continue;
        }
        let Some((rows, columns)) = size(at, line)? else { break };
        let mut drawn = Vec::with_capacity(rows * columns);
        for row in 0..rows {
            let (line, letters) = lines.next().ok_or_else(|| {
                let message = format!("the maze ends after {row} rows, expected {rows}");
                PuzzleError::new(at + row, message)
            })?;
            let count = letters.chars().count();
            if count != columns {
                let message = format!("the row has {count} squares, expected {columns}");
                return Err(PuzzleError::new(line, message));
            }
            if let Some(letter) = letters.chars().find(|letter| !"#.SBT".contains(*letter)) {
                let message = format!("{letter:?} is no square, expected one of # . S B T");
                return Err(PuzzleError::new(line, message));
            }
            drawn.extend(letters.bytes());
        }
        let only = |letter: u8, name: &str| {
            let mut found = (0..drawn.len()).filter(|&square| drawn[square] == letter);
            match (found.next(), found.next()) {
                (Some(square), None) => Ok(square),
                (None, _) => Err(PuzzleError::new(at, format!("the maze has no {name}"))),
                _ => Err(PuzzleError::new(at, format!("the maze has more than one {name}"))),
            }
        };
        mazes.push(Maze {
            width: columns,
            rock: drawn.iter().map(|&letter| letter == b'#').collect(),
            man: only(b'S', "man (S)")?,
            cargo: only(b'B', "box (B)")?,
            target: only(b'T', "target (T)")?,
        });
    }
    Ok(mazes)
}

/// Rows and columns, or `None` at the end of the list.
fn size(at: usize, line: &str) -> Result<Option<(usize, usize)>, PuzzleError> {
    let numbers: Option<Vec<usize>> =
        line.split_whitespace().map(|word| word.parse().ok()).collect();
    match numbers.as_deref() {
        Some([0, 0]) => Ok(None),
        Some(&[rows, columns]) if (1..=MAX_SIDE).contains(&rows.min(columns)) => {
            let most = rows.max(columns);
            if most > MAX_SIDE {
                let message = format!("{most} is too many, expected at most {MAX_SIDE}");
                return Err(PuzzleError::new(at, message));
            }
            Ok(Some((rows, columns)))
        }
        _ => Err(PuzzleError::new(at, "expected rows and columns such as \"7 11\", or \"0 0\"")),
    }
}
