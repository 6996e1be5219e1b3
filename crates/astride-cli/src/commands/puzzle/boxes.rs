//! `astride puzzle boxes`: input and answers in the formats of the contest.

use std::path::{Path, PathBuf};

use astride_puzzles::boxes::{answers, read, solve};
use serde_json::{Value, json};

use crate::error::Failure;
use crate::load::load_text;
use crate::read::name_of;
use crate::report::Report;

#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The mazes: `r c`, then r rows of `# . S B T`; ended by `0 0`; - is standard input
    #[arg(default_value = "-")]
    file: PathBuf,
}

/// A maze without a solution has an answer, too: it is not a failure here.
pub(super) fn run(args: &Args) -> Result<Report, Failure> {
    let path: &Path = &args.file;
    let mazes = read(&load_text(path)?).map_err(|error| Failure::of_at(name_of(path), error))?;
    let told = |moves: Option<String>| match moves {
        None => json!({ "outcome": "impossible" }),
        Some(moves) => json!({
            "outcome": "solved",
            "pushes": moves.chars().filter(char::is_ascii_uppercase).count(),
            "moves": moves.len(),
            "solution": moves,
        }),
    };
    let mazes_json: Vec<Value> = mazes.iter().map(|maze| told(solve(maze))).collect();
    let json = json!({ "command": "puzzle", "puzzle": "boxes", "mazes": mazes_json });
    Ok(Report::good(answers(&mazes), json))
}
