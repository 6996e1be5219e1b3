//! One map of a comparison: its rows as questions, and what everybody took for them.

use std::time::Duration;

use astride::io::ScenarioRow;
use astride::search::{Scratch, astar};
use astride::shapes::square::{GridHeuristic, Measure};

use crate::Failure;
use crate::clock::timed;
use crate::contestant::{Contestant, Entry};
use crate::maps::{self, Case};
use crate::plain::PlainGrid;
use crate::record::Sample;
use crate::rules::Rule;
use crate::sheet::Row;
use crate::stats::{least, median};
use crate::turns::{Checked, Plan, Player, Truth, play};

/// What a contestant built for a map.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Built {
    pub(crate) seconds: f64,
    pub(crate) bytes: Option<u64>,
}

/// All that was measured on one map.
pub(crate) struct Measured {
    pub(crate) samples: Vec<Sample>,
    /// By contestant; an error says why it did not take part.
    pub(crate) built: Vec<Result<Built, String>>,
}

/// A recorded row with the best answer under each rule.
struct Question<'a> {
    index: usize,
    row: &'a ScenarioRow,
    best: [Option<Best>; 3],
}

#[derive(Clone, Copy)]
struct Best {
    ticks: u64,
    length: f64,
}

/// Times and checks some rows of map number `map` by every contestant; one that works in a process of
/// its own may take `patience` to build.
pub(crate) fn measure(
    case: &Case,
    map: usize,
    lineup: &[Box<dyn Contestant>],
    (rows, patience): (usize, Duration),
    plan: &Plan,
) -> Result<Measured, Failure> {
    let fail = |fault: Failure| format!("{}: {fault}", case.map.name);
    let questions = questions(case, rows, lineup)?;
    let ends: Vec<_> = questions.iter().map(|one| [one.row.start, one.row.goal]).collect();
    let mut truths = [0, 1, 2].map(|rule| truth(case, rule, &questions));
    let (mut built, mut who, mut players) = (Vec::new(), Vec::new(), Vec::new());
    for (number, contestant) in lineup.iter().enumerate() {
        // Of Astride itself as well: not every index is possible on every map.
        let entered = enter(case, contestant.as_ref(), patience).map_err(|fault| fault.to_string());
        built.push(entered.map(|(player, built)| {
            players.push(player);
            who.push(number);
            built
        }));
    }
    play(&mut players, &ends, &mut truths, plan).map_err(fail)?;
    let mut samples = Vec::new();
    for (who, player) in who.into_iter().zip(players) {
        match player.fault {
            Some(fault) => built[who] = Err(fault),
            None => {
                let rule = lineup[who].entry().rule as usize;
                samples.extend(samples_of(player, (map, who), rule, &questions));
            }
        }
    }
    Ok(Measured { samples, built })
}

/// What is right under a rule: the best answers, and the steps of a grid that shares nothing with the
/// engine.
fn truth<'a>(case: &Case, rule: usize, questions: &'a [Question<'_>]) -> Truth<'a> {
    let plain = PlainGrid::land_of(&case.map, Rule::ALL[rule]);
    let best = move |at: usize, _| Ok(questions[at].best[rule].map(|best| best.ticks));
    Truth { best: Some(Box::new(best)), step: Box::new(move |from, to| plain.step(from, to)) }
}

/// Prepares a contestant.
fn enter<'a>(
    case: &'a Case,
    contestant: &dyn Contestant,
    patience: Duration,
) -> Result<(Player<'a>, Built), Failure> {
    let Entry { title, rule, promise, is_own, .. } = contestant.entry();
    let (prepared, micros) = timed(|| contestant.prepare(&case.map, patience));
    let prepared = prepared?;
    let seconds = prepared.build_micros.unwrap_or(micros) / 1e6;
    let row = Row::new(&case.map.name, &title);
    let mut player = Player::new(row, prepared.session, promise, rule as usize);
    player.is_own = is_own;
    Ok((player, Built { seconds, bytes: prepared.bytes }))
}

fn samples_of(
    player: Player<'_>,
    (map, who): (usize, usize),
    rule: usize,
    questions: &[Question<'_>],
) -> Vec<Sample> {
    let sample = |answer: Checked| {
        let question = &questions[answer.question];
        let micros = answer.micros();
        let resets: Vec<f64> = answer.laps.iter().map(|lap| lap.reset_micros).collect();
        Sample {
            map,
            row: question.index,
            who,
            length: question.best[rule].map_or(0.0, |best| best.length),
            micros: median(&micros),
            least_micros: least(&micros),
            reset_micros: median(&resets),
            expanded: answer.expanded,
            verdict: answer.verdict,
            ratio: answer.ratio.unwrap_or(1.0),
        }
    };
    player.answers.into_iter().map(sample).collect()
}

/// The sampled rows, each answered under every rule that is played; the recorded lengths are
/// checked, and every path is walked.
fn questions<'a>(
    case: &'a Case,
    most: usize,
    lineup: &[Box<dyn Contestant>],
) -> Result<Vec<Question<'a>>, Failure> {
    let grid = &case.map.grid;
    let views = Rule::ALL.map(|rule| grid.seen_by(&rule.mover()).prepared());
    let is_played = Rule::ALL
        .map(|rule| rule == Rule::NoCorners || lineup.iter().any(|one| one.entry().rule == rule));
    let mut scratch = Scratch::new();
    let mut questions = Vec::new();
    for (index, row) in case.rows(most) {
        let fail = |problem: String| format!("{} row {index}: {problem}", case.map.name);
        let query = maps::query(grid, [row.start, row.goal])?;
        let mut best = [None; 3];
        for (at, view) in views.iter().enumerate().filter(|&(at, _)| is_played[at]) {
            // Octile is right under every rule, if not the nearest guess.
            let guess = GridHeuristic::octile(view);
            let outcome = astar(view, &guess, &query, &mut scratch, &mut ());
            let path = outcome.path();
            if let Some(path) = path {
                path.validate(view).map_err(|fault| fail(fault.to_string()))?;
            }
            let measure = path.map(|path| path.measure(grid));
            let is_recorded = Rule::ALL[at] == Rule::NoCorners;
            let is_right = || case.scenario().length_matches(row, measure);
            if is_recorded && !is_right() && !is_rounded(row, measure) {
                let problem = format!("found {measure:?}, recorded is length {}", row.length);
                return Err(fail(problem).into());
            }
            best[at] = path
                .zip(measure)
                .map(|(path, measure)| Best { ticks: path.cost(), length: measure.length() });
        }
        questions.push(Question { index, row, best });
    }
    Ok(questions)
}

/// Whether a recorded length is right up to the rounding of a sum in single precision, with which
/// some scenario files were made. Two different lengths of paths are further apart.
fn is_rounded(row: &ScenarioRow, found: Option<Measure>) -> bool {
    let (Ok(listed), Some(measure)) = (row.length.parse::<f64>(), found) else { return false };
    (measure.length() - listed).abs() <= listed * 2e-6
}
