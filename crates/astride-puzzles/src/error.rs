//! What is wrong with the text of a puzzle.

use std::fmt;

/// A text that is no puzzle: the line, and what would be right there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleError {
    line: usize,
    message: String,
}

impl PuzzleError {
    pub(crate) fn new(line: usize, message: impl fmt::Display) -> Self {
        PuzzleError { line, message: message.to_string() }
    }

    /// The line that is wrong, from 1.
    pub fn line(&self) -> usize {
        self.line
    }
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for PuzzleError {}
