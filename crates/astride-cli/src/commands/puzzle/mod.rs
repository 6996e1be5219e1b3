//! `astride puzzle`: sliding tiles, boxes in a maze, Sokoban.

mod boxes;
mod sliding;
mod sokoban;

use std::path::Path;
use std::time::{Duration, Instant};

use crate::error::Failure;
use crate::report::{Ending, Report};

const EXAMPLES: &str = "\
Examples:
  echo 8 6 7 2 5 4 3 0 1 | astride puzzle 8 -
  astride puzzle 15 data/puzzle/korf15_optimal.txt
  astride puzzle 15 data/puzzle/korf15_optimal.txt --guess patterns-7-8 --store tiles.bin
  printf '1 7\\nSB....T\\n0 0\\n' | astride puzzle boxes
  astride puzzle sokoban data/puzzle/microban.xsb --seconds 10 --json

Exit codes: 0 all solved, 1 some are not, 2 bad input or usage";

/// Solves puzzles with the fewest moves or pushes.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    puzzle: Puzzle,
}

#[derive(Debug, clap::Subcommand)]
enum Puzzle {
    /// Eight tiles in three rows: fewest moves, one line per instance
    #[command(name = "8")]
    Eight(sliding::EightArgs),
    /// Fifteen tiles in four rows: fewest moves, one line per instance
    #[command(name = "15")]
    Fifteen(sliding::FifteenArgs),
    /// Pushing Boxes (POJ 1475, UVa 589): the judge's format in and out
    Boxes(boxes::Args),
    /// Sokoban levels in XSB: fewest pushes
    Sokoban(sokoban::Args),
}

pub(crate) fn run(args: &Args) -> Result<Report, Failure> {
    match &args.puzzle {
        Puzzle::Eight(args) => sliding::eight(args),
        Puzzle::Fifteen(args) => sliding::fifteen(args),
        Puzzle::Boxes(args) => boxes::run(args),
        Puzzle::Sokoban(args) => sokoban::run(args),
    }
}

/// When a puzzle is given up.
#[derive(Clone, Copy, Debug)]
struct Deadline {
    began: Instant,
    most: Option<Duration>,
}

impl Deadline {
    fn new(most: Option<Duration>) -> Self {
        Deadline { began: Instant::now(), most }
    }

    fn is_over(&self) -> bool {
        self.most.is_some_and(|most| self.began.elapsed() >= most)
    }

    fn seconds(&self) -> f64 {
        self.began.elapsed().as_secs_f64()
    }
}

/// The end of a list of puzzles, with its picture if one was requested and there is something to draw.
fn finish(
    mut report: Report,
    is_all: bool,
    draw: Option<&Path>,
    picture: Option<String>,
) -> Result<Report, Failure> {
    if let Some(path) = draw {
        let picture = picture.ok_or_else(|| Failure::at("--draw", "nothing was solved"))?;
        report.save(path, picture.as_bytes())?;
    }
    if !is_all {
        report.ending = Ending::Negative;
    }
    Ok(report)
}
