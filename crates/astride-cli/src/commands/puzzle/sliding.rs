//! `astride puzzle 8` and `astride puzzle 15`: fewest moves, one line per instance.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use astride::base::{Budget, TablesError};
use astride_puzzles::picture;
use astride_puzzles::sliding::{Board, EightTable, Goal, Patterns, Slid, read, solve_by_conflicts};
use serde_json::{Value, json};

use super::{Deadline, finish};
use crate::error::Failure;
use crate::load::load_text;
use crate::parse::seconds;
use crate::read::{load_bytes, name_of};
use crate::report::Report;
use crate::save::{Existing, save};

#[derive(clap::Args, Debug)]
pub(super) struct EightArgs {
    #[command(flatten)]
    more: SlidingArgs,
}

#[derive(clap::Args, Debug)]
pub(super) struct FifteenArgs {
    #[command(flatten)]
    more: SlidingArgs,

    /// What guesses are based on
    #[arg(long, value_enum, default_value_t, value_name = "NAME")]
    guess: Guess,

    /// Keep the databases of `patterns-7-8` in this file of 288 MB: it is read if it exists, else
    /// written
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,

    /// Give up an instance after this long
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    seconds: Option<Duration>,
}

#[derive(clap::Args, Debug)]
struct SlidingArgs {
    /// The boards: a line per instance, tiles row by row, 0 for the empty square; in a line with
    /// `|` only the second field counts; - is standard input
    file: PathBuf,

    /// Where the empty square is in the end
    #[arg(long, value_enum, default_value_t, value_name = "PLACE")]
    goal: GoalName,

    /// Print the tiles to move after the lengths
    #[arg(long)]
    moves: bool,

    /// Draw the first solution, a frame per move, as SVG
    #[arg(long, value_name = "FILE")]
    draw: Option<PathBuf>,
}

#[derive(clap::ValueEnum, Clone, Copy, Debug, Default)]
enum GoalName {
    /// 0 1 2 …
    #[default]
    First,
    /// 1 2 … 0
    Last,
}

#[derive(clap::ValueEnum, Clone, Copy, Debug, Default)]
enum Guess {
    /// Pattern databases of 6, 6 and 3 tiles: 6 MB, built in half a second
    #[default]
    Patterns,
    /// Pattern databases of 7 and 8 tiles: a fourteenth of the boards, but half a minute of one core
    /// and 720 MB to build; see --store
    #[value(name = "patterns-7-8")]
    SevenEight,
    /// Manhattan distances and linear conflicts: nothing to build
    Conflicts,
}

/// The report on one board: the tiles to move, as numbered in the file.
enum Told {
    Solved(Vec<u8>),
    Unsolvable,
    Unsolved { at_least: u32 },
}

pub(super) fn eight(args: &EightArgs) -> Result<Report, Failure> {
    let boards = args.more.boards(3)?;
    let table = EightTable::new();
    let solve = |board: &Board| {
        let told = table.solve(board).map_or(Told::Unsolvable, Told::Solved);
        (told, None)
    };
    answer("8", &args.more, &boards, solve)
}

pub(super) fn fifteen(args: &FifteenArgs) -> Result<Report, Failure> {
    let boards = args.more.boards(4)?;
    let began = Deadline::new(None);
    let (patterns, is_new) = args.patterns()?;
    let seconds = began.seconds();
    if let (Some(patterns), Some(path), true) = (&patterns, &args.store, is_new) {
        // Before anything is solved, which may take a long time or be interrupted.
        save(path, &patterns.to_bytes(), Existing::Replaced)?;
    }
    let solve = |board: &Board| {
        let deadline = Deadline::new(args.seconds);
        let mut is_over = || deadline.is_over();
        let mut budget = Budget::unlimited().deadline(&mut is_over);
        match &patterns {
            Some(patterns) => told(patterns.solve(board, &mut budget)),
            None => told(solve_by_conflicts(board, &mut budget)),
        }
    };
    let mut report = answer("15", &args.more, &boards, solve)?;
    if let Some(patterns) = &patterns {
        report.json["patterns"] =
            json!({ "bytes": patterns.bytes(), "timing": { "seconds": seconds } });
    }
    Ok(report)
}

impl FifteenArgs {
    /// The databases, if guesses are based on them, and whether they have just been built.
    fn patterns(&self) -> Result<(Option<Patterns>, bool), Failure> {
        if self.store.is_some() && !matches!(self.guess, Guess::SevenEight) {
            return Err(Failure::at("--store", "expected --guess patterns-7-8 with it"));
        }
        let fail = |error: TablesError| match &self.store {
            Some(path) => Failure::of_at(name_of(path), error),
            None => Failure::of_at("--guess", error),
        };
        match (self.guess, &self.store) {
            (Guess::Conflicts, _) => Ok((None, false)),
            (Guess::Patterns, _) => Ok((Some(Patterns::new()), true)),
            (Guess::SevenEight, Some(path)) if path.exists() => {
                let patterns = Patterns::from_bytes(load_bytes(path)?).map_err(fail)?;
                let sizes: Vec<usize> = patterns.groups().iter().map(|group| group.len()).collect();
                if sizes != [7, 8] {
                    let message = format!(
                        "the databases are of {sizes:?} tiles, expected [7, 8] or a new name for them"
                    );
                    return Err(Failure::at(name_of(path), message));
                }
                Ok((Some(patterns), false))
            }
            (Guess::SevenEight, path) => {
                if path.as_deref() == Some(Path::new("-")) {
                    return Err(Failure::at("--store", "expected the name of a file"));
                }
                // Checked before half a minute of work is done for it.
                path.as_deref().map_or(Ok(()), |path| Existing::Replaced.look_at(path))?;
                let threads = std::thread::available_parallelism().map_or(1, usize::from);
                Ok((Some(Patterns::seven_eight(threads).map_err(fail)?), true))
            }
        }
    }
}

impl SlidingArgs {
    /// The boards of the file, with their lines.
    fn boards(&self, side: usize) -> Result<Vec<(usize, Board)>, Failure> {
        let fail = |error| Failure::of_at(name_of(&self.file), error);
        read(&load_text(&self.file)?, side).map_err(fail)
    }
}

fn told(slid: Slid) -> (Told, Option<u64>) {
    match slid {
        Slid::Solved { tiles, boards } => (Told::Solved(tiles), Some(boards)),
        Slid::Unsolvable => (Told::Unsolvable, None),
        Slid::OutOfBudget { at_least, boards, .. } => (Told::Unsolved { at_least }, Some(boards)),
    }
}

/// Answers every board; `solve` also says how many boards were looked at.
fn answer(
    name: &str,
    args: &SlidingArgs,
    boards: &[(usize, Board)],
    solve: impl Fn(&Board) -> (Told, Option<u64>),
) -> Result<Report, Failure> {
    let goal = match args.goal {
        GoalName::First => Goal::EmptyFirst,
        GoalName::Last => Goal::EmptyLast,
    };
    let (mut text, mut rows, mut solved, mut drawn) = (String::new(), Vec::new(), 0, None);
    for (line, board) in boards {
        let began = Deadline::new(None);
        let (told, looked_at) = solve(&board.towards(goal));
        let mut row = json!({ "line": line, "timing": { "seconds": began.seconds() } });
        if let Some(looked_at) = looked_at {
            row["boards"] = looked_at.into();
        }
        match told {
            Told::Solved(tiles) => {
                solved += 1;
                let tiles = named(tiles, goal, board);
                drawn = drawn.or_else(|| Some((*board, tiles.clone())));
                let _ = write!(text, "{}", tiles.len());
                if args.moves {
                    let words: Vec<String> = tiles.iter().map(u8::to_string).collect();
                    let _ = write!(text, ": {}", words.join(" "));
                }
                text.push('\n');
                row["outcome"] = "solved".into();
                row["moves"] = tiles.len().into();
                row["tiles"] = tiles.into();
            }
            Told::Unsolvable => {
                text.push_str("unsolvable\n");
                row["outcome"] = "unsolvable".into();
            }
            Told::Unsolved { at_least } => {
                let _ = writeln!(text, "out of time, at least {at_least}");
                row["outcome"] = "out-of-time".into();
                row["at_least"] = at_least.into();
            }
        }
        rows.push(row);
    }
    let boards_json = Value::Array(rows);
    let json = json!({
        "command": "puzzle", "puzzle": name, "solved": solved, "boards": boards_json,
    });
    let picture = drawn.map(|(board, tiles)| picture::slides(&board, &tiles));
    let is_all = solved == boards.len();
    finish(Report::good(text, json), is_all, args.draw.as_deref(), picture)
}

/// Tiles as they are numbered on boards with this goal.
fn named(tiles: Vec<u8>, goal: Goal, board: &Board) -> Vec<u8> {
    match goal {
        Goal::EmptyFirst => tiles,
        Goal::EmptyLast => {
            let squares = board.tiles().len() as u8;
            tiles.into_iter().map(|tile| squares - tile).collect()
        }
    }
}
