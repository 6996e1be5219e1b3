//! Running the rows of a scenario file and checking every answer.

use std::time::Instant;

use astride::base::{Budget, NodeId};
use astride::io::{Scenario, ScenarioRow};
use astride::path::Measure;
use astride::planner::{Method, Question, solve};
use astride::search::{Found, Guarantee, Outcome, Query, Scratch, Ties};
use astride::world::{Grid, GridView, Mover};
use serde_json::{Value, json};

use crate::error::Failure;
use crate::options::{cell_json, plain};
use crate::progress::Ticker;

/// How many mismatches are kept in full.
const KEPT: usize = 10;

/// How to run the rows of a scenario.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct RunArgs {
    /// Ask every row so often, and keep the least time
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..))]
    repeat: u16,

    /// Run only so many rows, taken evenly from the file
    #[arg(long, value_name = "ROWS", value_parser = clap::value_parser!(u32).range(1..))]
    limit: Option<u32>,
}

/// One row whose answer is not the recorded one.
#[derive(Debug)]
pub(crate) struct Mismatch {
    /// From 1.
    pub(crate) row: usize,
    pub(crate) reason: String,
    json: Value,
}

/// What came of the rows of one scenario under one method.
#[derive(Debug)]
pub(crate) struct Tally {
    pub(crate) method: Method,
    pub(crate) rows: usize,
    /// The first of them.
    pub(crate) mismatches: Vec<Mismatch>,
    pub(crate) mismatch_count: usize,
    pub(crate) expanded: u64,
    pub(crate) times: Times,
}

/// Times of single queries, in microseconds.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Times {
    pub(crate) mean: f64,
    pub(crate) median: f64,
    pub(crate) p99: f64,
    pub(crate) most: f64,
}

impl Tally {
    pub(crate) fn mean_expanded(&self) -> f64 {
        self.expanded as f64 / self.rows.max(1) as f64
    }

    pub(crate) fn json(&self) -> Value {
        json!({
            "method": self.method.to_string(),
            "rows": self.rows,
            "mismatches": self.mismatch_count,
            "first_mismatches": self.mismatches.iter().map(|m| m.json.clone()).collect::<Vec<_>>(),
            "expanded": self.expanded,
            "expanded_mean": self.mean_expanded(),
            "timing": {
                "mean_us": self.times.mean,
                "median_us": self.times.median,
                "p99_us": self.times.p99,
                "max_us": self.times.most,
            },
        })
    }
}

impl Times {
    fn of(mut micros: Vec<f64>) -> Self {
        micros.sort_by(f64::total_cmp);
        let Some(&most) = micros.last() else { return Times::default() };
        let at = |share: f64| micros[((micros.len() - 1) as f64 * share).round() as usize];
        let mean = micros.iter().sum::<f64>() / micros.len() as f64;
        Times { mean, median: at(0.5), p99: at(0.99), most }
    }
}

/// Those of all methods that promise a cheapest path on this map for this mover: asked, not
/// listed, so that a new method is among them by itself.
pub(crate) fn optimal_methods(mover: &Mover, question: Question) -> Vec<Method> {
    let is_optimal = |method: &Method| -> bool {
        let Ok(grid) = Grid::new(3, 1, b'.') else { return false };
        let view = grid.seen_by(mover);
        let query = Query::new(NodeId::new(0), NodeId::new(2));
        let question = Question { method: *method, ..question };
        let budget = &mut Budget::unlimited();
        let outcome = solve(&view, question, &query, &mut Scratch::new(), budget, &mut ());
        outcome.is_ok_and(|outcome| outcome.guarantee().is_some_and(Guarantee::is_optimal))
    };
    Method::ALL.into_iter().filter(is_optimal).collect()
}

/// Runs the rows one by one with one method.
pub(crate) fn run_rows(
    grid: &Grid,
    mover: &Mover,
    scenario: &Scenario,
    (question, ties): (Question, Ties),
    args: &RunArgs,
) -> Result<Tally, Failure> {
    let view = grid.seen_by(mover);
    let chosen = evenly(scenario.rows().len(), args.limit);
    let mut ticker = Ticker::of(chosen.len() as u64, question.method.to_string());
    let mut scratch = Scratch::new();
    let mut micros = Vec::with_capacity(chosen.len());
    let mut tally = Tally {
        method: question.method,
        rows: chosen.len(),
        mismatches: Vec::new(),
        mismatch_count: 0,
        expanded: 0,
        times: Times::default(),
    };
    for (done, &at) in chosen.iter().enumerate() {
        ticker.at(done as u64);
        let row = &scenario.rows()[at];
        let checked = match ends(grid, row) {
            Err(reason) => Err(reason),
            Ok((start, goal)) => {
                let query = Query::new(start, goal).ties(ties);
                let mut least = f64::INFINITY;
                let mut answer = None;
                for _ in 0..args.repeat {
                    let budget = &mut Budget::unlimited();
                    let began = Instant::now();
                    let outcome = solve(&view, question, &query, &mut scratch, budget, &mut ());
                    least = least.min(began.elapsed().as_secs_f64() * 1e6);
                    answer = Some(outcome.map_err(Failure::new)?);
                }
                micros.push(least);
                match answer {
                    Some(outcome) => {
                        tally.expanded += outcome.effort().expanded;
                        check(&view, scenario, row, &outcome)
                    }
                    None => Ok(()),
                }
            }
        };
        if let Err(reason) = checked {
            tally.mismatch_count += 1;
            if tally.mismatches.len() < KEPT {
                tally.mismatches.push(Mismatch::of(at + 1, row, reason));
            }
        }
    }
    tally.times = Times::of(micros);
    Ok(tally)
}

impl Mismatch {
    fn of(number: usize, row: &ScenarioRow, reason: String) -> Self {
        let json = json!({
            "row": number,
            "from": cell_json(row.start),
            "to": cell_json(row.goal),
            "listed": row.length,
            "reason": reason,
        });
        let ends = format!("{} to {}", plain(row.start), plain(row.goal));
        Mismatch { row: number, reason: format!("{ends}: {reason}"), json }
    }
}

/// Row numbers, from 0: all, or `limit` of them at equal distances.
fn evenly(rows: usize, limit: Option<u32>) -> Vec<usize> {
    match limit.map(|limit| limit as usize) {
        Some(limit) if limit < rows => (0..limit).map(|at| at * rows / limit).collect(),
        _ => (0..rows).collect(),
    }
}

/// The nodes of a row, if it is about this map.
fn ends(grid: &Grid, row: &ScenarioRow) -> Result<(NodeId, NodeId), String> {
    let (width, height) = (grid.width(), grid.height());
    if (row.width, row.height) != (width, height) {
        let (columns, rows) = (row.width, row.height);
        return Err(format!("listed for {columns}x{rows} cells, the map has {width}x{height}"));
    }
    let node = |cell| grid.node(cell).ok_or_else(|| format!("{} is off the map", plain(cell)));
    Ok((node(row.start)?, node(row.goal)?))
}

/// What is wrong with an answer, if anything.
fn check(
    view: &GridView<'_>,
    scenario: &Scenario,
    row: &ScenarioRow,
    outcome: &Outcome,
) -> Result<(), String> {
    let listed = &row.length;
    let Outcome::Found(found) = outcome else {
        for (what, cell) in [("start", row.start), ("goal", row.goal)] {
            if !view.is_free(cell) && !row.is_without_path() {
                return Err(format!("the {what} is blocked, listed length {listed}"));
            }
        }
        let same = scenario.length_matches(row, None);
        return if same { Ok(()) } else { Err(format!("no path, listed length {listed}")) };
    };
    found.path.validate(view).map_err(|fault| format!("invalid path: {fault}"))?;
    let measure = found.path.measure(view.grid());
    if row.is_without_path() {
        return Err(format!("a path of length {:.5}, listed as none", measure.length()));
    }
    if scenario.length_matches(row, Some(measure)) || is_as_promised(found, row, measure) {
        return Ok(());
    }
    Err(format!("length {:.5}, listed {listed}", measure.length()))
}

/// Whether a path that is not promised to be a cheapest one keeps what is promised: never shorter
/// than the listed length, and not too long.
fn is_as_promised(found: &Found, row: &ScenarioRow, measure: Measure) -> bool {
    let Ok(listed) = row.length.parse::<f64>() else { return false };
    // The listed length is rounded, at worst to six digits or two decimals.
    let slack = listed * 1e-5 + 0.005;
    let most = match found.guarantee {
        Guarantee::Optimal => return false,
        Guarantee::Within(weight) => listed * weight.as_f64() + slack,
        Guarantee::FewestSteps | Guarantee::None => f64::INFINITY,
    };
    (listed - slack..=most).contains(&measure.length())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_sampled_evenly() {
        assert_eq!(evenly(10, None).len(), 10);
        assert_eq!(evenly(10, Some(99)).len(), 10);
        assert_eq!(evenly(10, Some(4)), [0, 2, 5, 7]);
    }

    #[test]
    fn methods_that_promise_a_cheapest_path_are_found() {
        let methods = optimal_methods(&Mover::walker(), Question::default());
        assert!(methods.contains(&Method::AStar) && methods.contains(&Method::IdaStar));
        assert!(!methods.contains(&Method::Greedy));
    }

    #[test]
    fn times_are_ranked() {
        let times = Times::of((1..=100).rev().map(f64::from).collect());
        assert!((times.mean - 50.5).abs() < 1e-9 && times.p99 > 98.0 && times.most > 99.5);
    }
}
