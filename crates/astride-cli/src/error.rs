//! Why a command cannot do what it was asked: one line for standard error.

use std::fmt;

/// Bad input or usage, in one line that says what, where, and what would be right.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Failure(String);

impl Failure {
    pub(crate) fn new(message: impl fmt::Display) -> Self {
        Failure(message.to_string())
    }

    /// A failure that lies in the file or argument called `place`.
    pub(crate) fn at(place: impl fmt::Display, message: impl fmt::Display) -> Self {
        Failure(format!("{place}: {message}"))
    }

    /// A file that the system will not let us read or write.
    pub(crate) fn io(verb: &str, place: impl fmt::Display, error: &std::io::Error) -> Self {
        let reason = error.to_string();
        let reason = reason.split(" (os error").next().unwrap_or_default().to_lowercase();
        Failure(format!("cannot {verb} {place}: {reason}"))
    }
}

/// Names and letters come from outside, so whatever could break the line is replaced.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|letter| {
            let shown = if letter.is_control() { char::REPLACEMENT_CHARACTER } else { letter };
            write!(f, "{shown}")
        })
    }
}

impl std::error::Error for Failure {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_one_line() {
        let failure = Failure::at("a\nb\u{1b}[31m", "no\r\nway");
        assert_eq!(failure.to_string().lines().count(), 1);
        assert!(!failure.to_string().contains('\u{1b}'));
    }
}
