//! Levels in XSB, as collections are written.

use super::{Level, Square};
use crate::PuzzleError;

/// The most squares in a level, walls included.
const MOST_SQUARES: usize = 1 << 13;

/// Reads levels: rows of `#` wall, blank, `-` or `_` floor, `.` goal, `$` box, `*` box on a goal, `@`
/// man, `+` man on a goal. A row is a line whose first mark that is no floor is a `#`; rows that
/// follow each other are a level, and the last other line above it, without its `;`, is its title.
///
/// # Errors
///
/// At the first row with another mark, and at the first level without exactly one man, with more
/// boxes than goals, of more than 2¹³ squares, or that the man could leave.
pub fn read(text: &str) -> Result<Vec<Level>, PuzzleError> {
    let mut levels = Vec::new();
    let (mut title, mut rows, mut began) = ("", Vec::new(), 0);
    for (at, line) in text.lines().enumerate() {
        let line = line.trim_end();
        if line.trim_start_matches([' ', '-', '_']).starts_with('#') {
            if rows.is_empty() {
                began = at + 1;
            }
            rows.push(line);
            continue;
        }
        if !rows.is_empty() {
            levels.push(level(std::mem::take(&mut title), &rows, began)?);
            rows.clear();
        }
        if !line.trim().is_empty() {
            title = line.trim().trim_start_matches(';').trim();
        }
    }
    if !rows.is_empty() {
        levels.push(level(title, &rows, began)?);
    }
    Ok(levels)
}

fn level(title: &str, rows: &[&str], began: usize) -> Result<Level, PuzzleError> {
    let width = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
    if width.saturating_mul(rows.len()) > MOST_SQUARES {
        let message = format!("a level of {width} by {} squares is too large", rows.len());
        return Err(PuzzleError::new(began, message));
    }
    let mut squares = vec![Square::Floor; width * rows.len()];
    let mut man = None;
    for (y, row) in rows.iter().enumerate() {
        for (x, mark) in row.chars().enumerate() {
            let at = y * width + x;
            squares[at] = match mark {
                '#' => Square::Wall,
                ' ' | '-' | '_' | '@' => Square::Floor,
                '.' | '+' => Square::Goal,
                '$' => Square::Box,
                '*' => Square::BoxOnGoal,
                other => {
                    let message = format!("{other:?} is no mark, expected one of # @ + $ * . -");
                    return Err(PuzzleError::new(began + y, message));
                }
            };
            if matches!(mark, '@' | '+') && man.replace(at).is_some() {
                return Err(PuzzleError::new(began + y, "a second man, expected one"));
            }
        }
    }
    let man = man.ok_or_else(|| PuzzleError::new(began, "the level has no man (@ or +)"))?;
    let boxes = squares.iter().filter(|square| square.has_box()).count();
    let goals = squares.iter().filter(|square| square.is_goal()).count();
    if boxes > goals {
        let message = format!("{boxes} boxes and {goals} goals, expected a goal for each box");
        return Err(PuzzleError::new(began, message));
    }
    let level = Level { title: title.into(), width, squares, man };
    if level.floor().is_none() {
        return Err(PuzzleError::new(
            began,
            "the man could leave the level, expected walls around",
        ));
    }
    Ok(level)
}
