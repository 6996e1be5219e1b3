//! The answer of a command: text for people, JSON for machines, and an exit code.

use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde_json::{Value, json};

use crate::error::Failure;
use crate::save::{Existing, save, write_out};

/// How a command ended, apart from [`Failure`](crate::error::Failure).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// All is well; a path was found.
    Good,
    /// There is no path, or answers differ from the recorded ones.
    Negative,
    /// The budget ran out first.
    OutOfBudget,
}

/// The exit code for bad input or usage.
const BAD_INPUT: u8 = 2;

impl Ending {
    pub(crate) fn code(self) -> u8 {
        match self {
            Ending::Good => 0,
            Ending::Negative => 1,
            Ending::OutOfBudget => 3,
        }
    }
}

/// One answer in both forms.
#[derive(Debug)]
pub(crate) struct Report {
    pub(crate) text: String,
    pub(crate) json: Value,
    pub(crate) ending: Ending,
    /// Standard output holds a file, and nothing else may go there.
    is_taken: bool,
}

impl Report {
    pub(crate) fn good(text: String, json: Value) -> Self {
        Report { text, json, ending: Ending::Good, is_taken: false }
    }

    /// Refuses to write a file to standard output beside JSON, for which there is no other place.
    pub(crate) fn check_places(as_json: bool, files: &[&Option<PathBuf>]) -> Result<(), Failure> {
        let is_out = |file: &&Option<PathBuf>| file.as_deref() == Some(Path::new("-"));
        match as_json && files.iter().any(is_out) {
            true => Err(Failure::new(
                "--json and a file written to - are both for standard output, expected the name of \
                 a file",
            )),
            false => Ok(()),
        }
    }

    /// Writes a file that belongs to the answer; `-` is standard output.
    pub(crate) fn save(&mut self, path: &Path, bytes: &[u8]) -> Result<(), Failure> {
        self.save_unless(path, bytes, Existing::Replaced)
    }

    /// As [`save`](Self::save), but an existing file may be kept.
    pub(crate) fn save_unless(
        &mut self,
        path: &Path,
        bytes: &[u8],
        existing: Existing,
    ) -> Result<(), Failure> {
        self.is_taken |= path == Path::new("-");
        save(path, bytes, existing)
    }

    /// Prints the answer; a closed pipe is not an error.
    pub(crate) fn print(self, as_json: bool) -> ExitCode {
        let body = match (self.is_taken, as_json) {
            (true, _) => String::new(),
            (false, true) => format!("{}\n", self.json),
            (false, false) => self.text,
        };
        match write_out(body.as_bytes()) {
            Ok(()) => ExitCode::from(self.ending.code()),
            Err(error) => refuse(&Failure::io("write", "to standard output", &error), false),
        }
    }
}

/// Reports why a command failed: a line on standard error, and for machines the same on standard
/// output, where they look for the answer.
pub(crate) fn refuse(failure: &Failure, as_json: bool) -> ExitCode {
    complain(&failure.to_string());
    if as_json {
        let json = json!({ "error": failure.to_string(), "code": failure.code() });
        // A caller that does not read it has the exit code.
        let _ = write_out(format!("{json}\n").as_bytes());
    }
    ExitCode::from(BAD_INPUT)
}

/// One line on standard error; if even that is closed, the message is lost.
pub(crate) fn complain(message: &str) {
    let _ = writeln!(std::io::stderr(), "astride: {message}");
}

/// One line on standard error about what does not change the answer or the exit code.
pub(crate) fn warn(message: impl fmt::Display) {
    complain(&Failure::new(format_args!("warning: {message}")).to_string());
}

/// A count with its noun: `1 cell`, `2 cells`.
pub(crate) fn count(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}

/// Digits in groups of three, for reading: `1 234 567`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(' ');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_come_in_groups_of_three() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1 000"), (1_234_567, "1 234 567")] {
            assert_eq!(grouped(number), text);
        }
        assert_eq!(count(1, "cell"), "1 cell");
        assert_eq!(count(0, "cell"), "0 cells");
    }
}
