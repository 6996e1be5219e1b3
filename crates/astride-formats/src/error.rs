//! What is wrong with a file: its format, the position, what was found, what was expected.

use std::fmt;

/// Why a file is not a usable map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError {
    format: &'static str,
    place: Place,
    found: String,
    expected: String,
}

/// A position in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// The file as a whole.
    #[default]
    Whole,
    /// A line, from 1.
    Line(usize),
    /// A byte, from 0.
    Byte(usize),
    /// A named part of it, such as `layer "Ground"`.
    Part(String),
}

impl FormatError {
    /// An error in a file read as `format`: `found` says what was found and `expected` what was
    /// expected.
    pub fn new(
        format: &'static str,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> Self {
        let (found, expected) = (found.into(), expected.into());
        FormatError { format, place: Place::Whole, found, expected }
    }

    /// The same error at a position.
    #[must_use]
    pub fn at(self, place: Place) -> Self {
        FormatError { place, ..self }
    }

    /// The same error in a part of a file, or in another file that it names.
    pub(crate) fn within(self, part: String) -> Self {
        let part = match &self.place {
            Place::Whole => part,
            place => format!("{part}, {place}"),
        };
        self.at(Place::Part(part))
    }

    /// The format as which the file was read, such as `Tiled map`.
    pub fn format(&self) -> &'static str {
        self.format
    }

    /// The position.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// What was found.
    pub fn found(&self) -> &str {
        &self.found
    }

    /// What was expected.
    pub fn expected(&self) -> &str {
        &self.expected
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.format)?;
        if self.place != Place::Whole {
            write!(f, "{}: ", self.place)?;
        }
        write!(f, "{}, expected {}", self.found, self.expected)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Whole => write!(f, "the file"),
            Place::Line(line) => write!(f, "line {line}"),
            Place::Byte(byte) => write!(f, "byte {byte}"),
            Place::Part(part) => write!(f, "{part}"),
        }
    }
}

astride::errors! { struct FormatError:
    _ => "malformed-file":
        "a file is not as its format says, or holds what has no place here; the message says \
        where, and what is expected",
}

/// A piece of a file for a message: at most 40 characters, quoted.
pub(crate) fn quote(text: impl AsRef<[u8]>) -> String {
    let bytes = text.as_ref();
    // A character has at most 4 bytes, so this is more than 40 characters, or all of them.
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(4 * 41)]);
    let mut letters = start.chars();
    let shown: String = letters.by_ref().take(40).collect();
    let dots = if letters.next().is_some() { "…" } else { "" };
    format!("{shown:?}{dots}")
}

#[cfg(test)]
mod tests {
    use super::quote;

    #[test]
    fn what_is_cut_off_is_said() {
        assert_eq!(quote("ä".repeat(40)), format!("\"{}\"", "ä".repeat(40)));
        assert_eq!(quote("ä".repeat(41)), format!("\"{}\"…", "ä".repeat(40)));
        assert_eq!(quote([0xff; 41]), format!("\"{}\"…", "\u{fffd}".repeat(40)));
    }
}
