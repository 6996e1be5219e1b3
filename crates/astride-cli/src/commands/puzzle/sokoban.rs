//! `astride puzzle sokoban`: levels of a collection, one after another.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use astride::base::{Budget, Spent};
use astride::search::Scratch;
use astride_puzzles::picture;
use astride_puzzles::sokoban::{Answer, Level, read, solve, solve_any};
use clap::builder::RangedU64ValueParser;
use serde_json::{Value, json};

use super::{Deadline, finish};
use crate::describe::effort_json;
use crate::error::Failure;
use crate::load::load_text;
use crate::parse::seconds;
use crate::read::name_of;
use crate::report::{Report, count};

#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The levels in XSB; - is standard input
    levels: PathBuf,

    /// Give up a level after this long
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    seconds: Option<Duration>,

    /// Accept only fewest pushes; without it, levels that take long are solved with any pushes
    #[arg(long)]
    fewest: bool,

    /// Give up a level that takes more memory, in MiB for each of the two searches
    #[arg(long, value_name = "MIB", default_value_t = 2048,
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=1 << 20))]
    memory: usize,

    /// Only this level, counted from 1
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    level: Option<usize>,

    /// Draw the first solution, a frame for each run of pushes, as SVG
    #[arg(long, value_name = "FILE")]
    draw: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> Result<Report, Failure> {
    let path: &Path = &args.levels;
    let levels = read(&load_text(path)?).map_err(|error| Failure::of_at(name_of(path), error))?;
    let chosen = match args.level {
        None => &levels[..],
        Some(number) => levels.get(number - 1..number).ok_or_else(|| {
            Failure::at("--level", format!("there are {} levels, expected 1 to that", levels.len()))
        })?,
    };
    let first = args.level.unwrap_or(1);
    let mut scratch = Scratch::new();
    let (mut text, mut rows, mut solved, mut drawn) = (String::new(), Vec::new(), 0, None);
    let all = Deadline::new(None);
    for (at, level) in chosen.iter().enumerate() {
        let deadline = Deadline::new(args.seconds);
        let answer = args.answer(level, &mut scratch);
        if let (Answer::Solved(solution), None) = (&answer, &drawn) {
            drawn = Some(picture::sokoban(level, &solution.lurd));
        }
        solved += usize::from(matches!(answer, Answer::Solved(_)));
        let _ = write!(text, "{}: ", first + at);
        let mut row = row(level, &answer, &mut text);
        row["number"] = (first + at).into();
        row["timing"] = json!({ "seconds": deadline.seconds() });
        rows.push(row);
    }
    let _ = writeln!(text, "{solved} of {} solved", count(chosen.len() as u64, "level"));
    let json = json!({
        "command": "puzzle",
        "puzzle": "sokoban",
        "solved": solved,
        "levels": Value::Array(rows),
        "timing": { "seconds": all.seconds() },
    });
    let is_all = solved == chosen.len();
    finish(Report::good(text, json), is_all, args.draw.as_deref(), drawn)
}

/// The number of states after which fewest pushes are given up, unless nothing else is accepted.
const MOST_STATES: u64 = 250_000;

impl Args {
    fn answer(&self, level: &Level, scratch: &mut Scratch) -> Answer {
        let deadline = Deadline::new(self.seconds);
        let (mut is_over, mut is_still_over) = (|| deadline.is_over(), || deadline.is_over());
        let budget = || Budget::unlimited().bytes(self.memory << 20);
        let mut fewest = budget().deadline(&mut is_over);
        if self.fewest {
            return solve(level, scratch, &mut fewest);
        }
        let mut any = budget().deadline(&mut is_still_over);
        solve_any(level, scratch, &mut fewest.expansions(MOST_STATES), &mut any)
    }
}

/// One level in JSON and as a line of text.
fn row(level: &Level, answer: &Answer, text: &mut String) -> Value {
    let title = level.title();
    match answer {
        Answer::Solved(solution) => {
            let [pushes, moves] = [count(solution.pushes, "push"), count(solution.moves, "move")];
            let pushes = pushes.replace("pushs", "pushes");
            let is_optimal = solution.guarantee.is_optimal();
            let promise = if is_optimal { "fewest pushes" } else { "not optimal" };
            let remark = if is_optimal { "" } else { " (not optimal)" };
            let _ = writeln!(text, "{pushes}, {moves}{remark}: {}", solution.lurd);
            json!({
                "title": title,
                "outcome": "solved",
                "pushes": solution.pushes,
                "moves": solution.moves,
                "solution": solution.lurd,
                "guarantee": promise,
                "effort": effort_json(solution.effort),
            })
        }
        Answer::Unsolvable { effort } => {
            text.push_str("unsolvable\n");
            json!({ "title": title, "outcome": "unsolvable", "effort": effort_json(*effort) })
        }
        Answer::OutOfBudget { spent, at_least, effort } => {
            let what = if *spent == Spent::Bytes { "memory" } else { "time" };
            let _ = writeln!(text, "out of {what}, at least {at_least} pushes");
            json!({
                "title": title,
                "outcome": format!("out-of-{what}"),
                "at_least": at_least,
                "effort": effort_json(*effort),
            })
        }
        Answer::TooLarge { squares } => {
            let _ = writeln!(text, "too large: {squares} squares for boxes, expected at most 1024");
            json!({ "title": title, "outcome": "too-large", "squares": squares })
        }
    }
}
