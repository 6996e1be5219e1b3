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

astride::errors! { struct PuzzleError:
    // a text is no puzzle; the message says in which line, and what is expected
    Self { line, message } => ("malformed-puzzle", "line {line}: {message}"),
}
