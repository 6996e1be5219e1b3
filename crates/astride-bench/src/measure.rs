//! One map of a comparison: its rows as queries, and the time that each contestant took for them.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::time::Duration;

use astride::base::Cell;
use astride::io::ScenarioRow;
use astride::search::{Scratch, astar};
use astride::shapes::square::{GridHeuristic, Measure};

use crate::Failure;
use crate::clock;
use crate::contestant::{Contestant, Entry, Prepared};
use crate::maps::{self, Case};
use crate::plain::PlainGrid;
use crate::record::{Sample, summarise};
use crate::rules::Rule;
use crate::sheet::Row;
use crate::stats::{least, median};
use crate::turns::{Checked, Plan, Player, Truth, play};

/// What one contestant took for the rows of one map.
pub(crate) struct Measured {
    /// Its figures, summed up.
    pub(crate) summary: Row,
    pub(crate) samples: Vec<Sample>,
}

/// Times and checks some rows of map number `map` by every contestant; one that works in a process of
/// its own may take `patience` to build. An error in place of a result says why it did not take part.
pub(crate) fn measure(
    case: &Case,
    map: usize,
    lineup: &[Contestant],
    (rows, patience): (usize, Duration),
    plan: &Plan,
) -> Result<Vec<Result<Measured, String>>, Failure> {
    let fail = |fault: Failure| format!("{}: {fault}", case.map.name);
    let rows = case.rows(rows);
    let ends: Vec<[Cell; 2]> = rows.iter().map(|(_, row)| [row.start, row.goal]).collect();
    let lengths = [(); 3].map(|()| RefCell::new(vec![0.0; rows.len()]));
    let mut truths = [0, 1, 2].map(|rule| truth(case, Rule::ALL[rule], &rows, &lengths[rule]));
    // Of Astride itself as well: not every index is possible on every map.
    let entered =
        lineup.iter().map(|one| enter(case, one, patience).unwrap_or_else(Player::absent));
    let mut players: Vec<Player<'_>> = entered.collect();
    play(&mut players, &ends, &mut truths, plan).map_err(fail)?;
    let there = players.iter().filter(|player| player.fault.is_none());
    let asked: BTreeSet<usize> =
        there.flat_map(|player| &player.answers).map(|answer| answer.question).collect();
    let measured =
        players.into_iter().zip(lineup).enumerate().map(|(who, (player, contestant))| {
            if let Some(fault) = player.fault {
                return Err(fault);
            }
            let Entry { rule, promise, .. } = contestant.entry;
            let samples =
                samples_of(player.answers, (map, who), &rows, &lengths[rule as usize].borrow());
            Ok(Measured { summary: summarise(player.row, promise, &samples, asked.len()), samples })
        });
    Ok(measured.collect())
}

/// What is right under a rule: the costs that A* finds, whose paths are walked and, under the recorded
/// rule, have the recorded lengths; and the steps of a grid that shares nothing with the engine. Notes the
/// lengths.
fn truth<'a>(
    case: &'a Case,
    rule: Rule,
    rows: &'a [(usize, &ScenarioRow)],
    lengths: &'a RefCell<Vec<f64>>,
) -> Truth<'a> {
    let grid = &case.map.grid;
    let (view, mut scratch) = (grid.seen_by(&rule.mover()).prepared(), Scratch::new());
    let best = move |at: usize, ends| {
        let (index, row) = rows[at];
        let fail = |problem: String| format!("row {index}: {problem}");
        // Octile is right under every rule, if not the nearest guess.
        let (guess, query) = (GridHeuristic::octile(&view), maps::query(grid, ends)?);
        let outcome = astar(&view, &guess, &query, &mut scratch, &mut ());
        if let Some(path) = outcome.path() {
            path.validate(&view).map_err(|fault| fail(fault.to_string()))?;
        }
        let measure = outcome.path().map(|path| path.measure(grid));
        let is_right = || case.scenario().length_matches(row, measure) || is_rounded(row, measure);
        if rule == Rule::NoCorners && !is_right() {
            let problem = format!("found {measure:?}, recorded is length {}", row.length);
            return Err(fail(problem).into());
        }
        lengths.borrow_mut()[at] = measure.map_or(0.0, |measure| measure.length());
        Ok(outcome.cost())
    };
    let plain = PlainGrid::land_of(&case.map, rule);
    Truth { best: Some(Box::new(best)), step: Box::new(move |from, to| plain.step(from, to)) }
}

/// Prepares a contestant.
fn enter<'a>(
    case: &'a Case,
    contestant: &Contestant,
    patience: Duration,
) -> Result<Player<'a>, Failure> {
    let Entry { title, rule, promise, is_own, .. } = &contestant.entry;
    // Some build on several threads.
    let began = clock::all_threads();
    let Prepared { session, bytes, build_micros } = (contestant.prepare)(&case.map, patience)?;
    let micros = (clock::all_threads() - began).as_secs_f64() * 1e6;
    let mut row = Row::new(&case.map.name, title);
    rule.title().clone_into(&mut row.note);
    row.add("build_seconds", build_micros.unwrap_or(micros) / 1e6);
    bytes.into_iter().for_each(|bytes| row.add("index_bytes", bytes as f64));
    let mut player = Player::new(row, session, *promise, *rule as usize);
    player.is_own = *is_own;
    Ok(player)
}

fn samples_of(
    answers: Vec<Checked>,
    (map, who): (usize, usize),
    rows: &[(usize, &ScenarioRow)],
    lengths: &[f64],
) -> Vec<Sample> {
    let sample = |answer: Checked| {
        let micros = answer.micros();
        let resets: Vec<f64> = answer.laps.iter().map(|lap| lap.reset_micros).collect();
        Sample {
            map,
            row: rows[answer.question].0,
            who,
            length: lengths[answer.question],
            micros: median(&micros),
            least_micros: least(&micros),
            reset_micros: median(&resets),
            expanded: answer.expanded,
            verdict: answer.verdict,
            ratio: answer.ratio.unwrap_or(1.0),
        }
    };
    answers.into_iter().map(sample).collect()
}

/// Whether a recorded length is right up to the rounding of a sum in single precision, with which
/// some scenario files were made. Two different lengths of paths are further apart.
fn is_rounded(row: &ScenarioRow, found: Option<Measure>) -> bool {
    let (Ok(listed), Some(measure)) = (row.length.parse::<f64>(), found) else { return false };
    (measure.length() - listed).abs() <= listed * 2e-6
}
