//! Why a command cannot do what it was asked: one line for standard error, and a code for machines.

use std::fmt;

use astride::base::Coded;

/// Bad input or usage, in one line that says what is wrong, where, and what was expected.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    code: &'static str,
    message: String,
}

impl Failure {
    /// What the command itself finds wrong with its options or files.
    pub(crate) fn new(message: impl fmt::Display) -> Self {
        Failure { code: "bad-input", message: message.to_string() }
    }

    /// The same in the file or argument called `place`.
    pub(crate) fn at(place: impl fmt::Display, message: impl fmt::Display) -> Self {
        Failure::new(format_args!("{place}: {message}"))
    }

    /// What the library refuses.
    pub(crate) fn of(error: impl Coded) -> Self {
        Failure { code: error.code(), message: error.to_string() }
    }

    /// What the library refuses in the file or argument called `place`.
    pub(crate) fn of_at(place: impl fmt::Display, error: impl Coded) -> Self {
        Failure::of(error).within(place)
    }

    /// This failure, which lies in the file or argument called `place`.
    pub(crate) fn within(self, place: impl fmt::Display) -> Self {
        Failure { message: format!("{place}: {}", self.message), ..self }
    }

    /// This failure, with what was expected after a comma.
    pub(crate) fn advised(self, advice: &str) -> Self {
        Failure { message: format!("{}, {advice}", self.message), ..self }
    }

    /// A file that the system will not let us read or write.
    pub(crate) fn io(verb: &str, place: impl fmt::Display, error: &std::io::Error) -> Self {
        let reason = error.to_string();
        let reason = reason.split(" (os error").next().unwrap_or_default().to_lowercase();
        let message = format!("cannot {verb} {place}: {reason}");
        Failure { code: "no-access", message }
    }

    /// The code of the failure, which stays the same when the message is reworded.
    pub(crate) fn code(&self) -> &'static str {
        self.code
    }
}

/// Names and letters come from outside, so whatever could break the line is replaced.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message.chars().try_for_each(|letter| {
            let shown = if letter.is_control() { char::REPLACEMENT_CHARACTER } else { letter };
            write!(f, "{shown}")
        })
    }
}

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
