//! Running the command from the root of the repository.
#![allow(dead_code, reason = "each test program uses a part of it")]

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::Value;

pub(crate) const ARENA: &str = "data/grid/dao/arena.map";

/// What a run printed, and its exit code.
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("astride").unwrap();
    command.current_dir(root()).args(args);
    command
}

pub(crate) fn astride(args: &[&str]) -> Run {
    finish(command(args))
}

pub(crate) fn with_input(args: &[&str], input: &[u8]) -> Run {
    let mut command = command(args);
    command.write_stdin(input);
    finish(command)
}

fn finish(mut command: Command) -> Run {
    let output = command.output().unwrap();
    Run {
        code: output.status.code().expect("it was not killed"),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

impl Run {
    /// The answer of a `--json` run that ended with `code`.
    pub(crate) fn json(&self, code: i32) -> Value {
        assert_eq!((self.code, &self.err[..]), (code, ""));
        serde_json::from_str(&self.out).expect("it is JSON")
    }

    /// Asserts an exit code and pieces of what was printed.
    pub(crate) fn shows(&self, code: i32, pieces: &[&str]) {
        assert_eq!(self.code, code, "{}{}", self.out, self.err);
        for piece in pieces {
            assert!(self.out.contains(piece), "{piece:?} is not in\n{}", self.out);
        }
    }

    /// Asserts exit code 2 and one line on standard error with this in it; of what is printed for
    /// machines, that it says the same.
    pub(crate) fn refuses(&self, piece: &str) {
        assert_eq!(self.code, 2, "{}{}", self.out, self.err);
        if !self.out.is_empty() {
            let json: Value = serde_json::from_str(&self.out).expect("it is JSON");
            assert!(json["error"].as_str().expect("a message").contains(piece), "{json}");
            assert!(json["code"].as_str().is_some_and(|code| code.contains('-')), "{json}");
        }
        assert_eq!(self.err.lines().count(), 1, "{}", self.err);
        assert!(self.err.starts_with("astride: ") && self.err.contains(piece), "{}", self.err);
        assert!(!self.err.contains("panicked"), "{}", self.err);
    }
}
