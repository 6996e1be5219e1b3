//! Lines of a text, and errors that say where.

use std::fmt;

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    line: usize,
    column: usize,
    message: String,
}

impl TextError {
    pub(super) fn new(line: usize, column: usize, message: impl Into<String>) -> Self {
        TextError { line, column, message: message.into() }
    }

    /// The line at fault, from 1; 0 if it is the text as a whole.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The column at fault in bytes, from 1; 0 if it is the whole line.
    pub fn column(&self) -> usize {
        self.column
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.column) {
            (0, _) => write!(f, "{}", self.message),
            (line, 0) => write!(f, "line {line}: {}", self.message),
            (line, column) => write!(f, "line {line}, column {column}: {}", self.message),
        }
    }
}

impl std::error::Error for TextError {}

/// The lines of `bytes` without their ends, `\n` or `\r\n`, numbered from 1.
pub(super) fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let body = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    body.split(|&byte| byte == b'\n')
        .map(|line| line.strip_suffix(b"\r").unwrap_or(line))
        .enumerate()
        .map(|(at, line)| (at + 1, line))
}

/// A piece of input for a message: at most 40 characters, quoted.
pub(super) fn quote(bytes: &[u8]) -> String {
    let shown: String =
        String::from_utf8_lossy(&bytes[..bytes.len().min(160)]).chars().take(40).collect();
    let dots = if shown.len() < bytes.len() { "…" } else { "" };
    format!("{:?}{dots}", shown)
}

/// A whole number, or `None` with anything else in it.
pub(super) fn number(bytes: &[u8]) -> Option<u32> {
    let text = str::from_utf8(bytes).ok()?;
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if plain { text.parse().ok() } else { None }
}
