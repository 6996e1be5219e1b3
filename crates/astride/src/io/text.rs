//! The lines of a text, and errors with positions.

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

    /// The line with the error, from 1; 0 for the text as a whole.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The column of the error in bytes, from 1; 0 for the whole line.
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

errors! { struct TextError:
    _ => "malformed-text":
        "a text is not as its format says; the message says in which line, and what is expected",
}

/// The lines of `bytes` without their ends, `\n` or `\r\n`, numbered from 1.
pub(super) fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let body = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    body.split(|&byte| byte == b'\n')
        .map(|line| line.strip_suffix(b"\r").unwrap_or(line))
        .enumerate()
        .map(|(at, line)| (at + 1, line))
}

/// The lines of a scenario after the first one, which must declare version 1; trimmed.
pub(super) fn versioned(bytes: &[u8]) -> Result<impl Iterator<Item = (usize, &[u8])>, TextError> {
    let mut lines = lines(bytes).map(|(line, text)| (line, text.trim_ascii()));
    let first = lines.next().map_or(&b""[..], |(_, text)| text);
    match words(first).take(3).collect::<Vec<_>>()[..] {
        [word, b"1" | b"1.0"] if word.eq_ignore_ascii_case(b"version") => Ok(lines),
        _ => {
            let message = format!("first line is {}, expected \"version 1\"", quote(first));
            Err(TextError::new(1, 0, message))
        }
    }
}

/// The words of a line.
pub(super) fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

/// Parses a word of a line as an integer.
pub(super) fn whole(line: usize, word: &[u8], what: &str) -> Result<u32, TextError> {
    number(word).ok_or_else(|| {
        let message = format!("{what} is {}, expected a whole number", quote(word));
        TextError::new(line, 0, message)
    })
}

/// A decimal number as printed, with at most 32 digits and a point.
pub(super) fn decimal(line: usize, word: &[u8], what: &str) -> Result<String, TextError> {
    let is_plain = word.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.');
    let text = str::from_utf8(word).ok().filter(|_| is_plain && word.len() <= 32);
    let text = text.filter(|text| text.parse::<f64>().is_ok()).map(str::to_owned);
    text.ok_or_else(|| {
        let message = format!("{what} is {}, expected a decimal number", quote(word));
        TextError::new(line, 0, message)
    })
}

/// A piece of input for a message: at most 40 characters, quoted.
pub(super) fn quote(bytes: &[u8]) -> String {
    // A character has at most 4 bytes, so this is more than 40 characters, or all of them.
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(4 * 41)]);
    let mut letters = start.chars();
    let shown: String = letters.by_ref().take(40).collect();
    let dots = if letters.next().is_some() { "…" } else { "" };
    format!("{shown:?}{dots}")
}

/// An integer, or `None` if it contains anything else.
pub(super) fn number(bytes: &[u8]) -> Option<u32> {
    let text = str::from_utf8(bytes).ok()?;
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if plain { text.parse().ok() } else { None }
}
