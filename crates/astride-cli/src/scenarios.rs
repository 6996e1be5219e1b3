//! Running the rows of a scenario file and checking every answer.

use std::time::Instant;

use astride::base::{Budget, Cost, NodeId};
use astride::io::{Scenario, ScenarioRow};
use astride::planner::{Guide, Method, Question, solve};
use astride::search::{Found, Guarantee, Outcome, Query, Scratch, Ties};
use astride::shapes::square::{Grid, GridView, JumpMap, Measure, Mover};
use rayon::ThreadPoolBuilder;
use serde_json::{Value, json};

use crate::error::Failure;
use crate::options::{AskArgs, cell_json, plain};
use crate::progress::Ticker;
use crate::ready::{Built, Ready, guide};

/// How many mismatches are kept in full.
const KEPT: usize = 10;

/// How to run the rows of a scenario.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub(crate) ask: AskArgs,

    /// Also ask all rows at once on this many threads, and build indexes with as many; all cores
    /// build unless said otherwise
    #[arg(long, value_name = "N", help_heading = "Search",
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Run only this many rows, taken evenly from the file
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
    pub(crate) built: Built,
    pub(crate) batch: Option<Batch>,
}

/// All rows at once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Batch {
    pub(crate) threads: u16,
    pub(crate) per_second: f64,
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

    fn note(&mut self, at: usize, row: &ScenarioRow, reason: String) {
        self.mismatch_count += 1;
        if self.mismatches.len() < KEPT {
            self.mismatches.push(Mismatch::of(at + 1, row, reason));
        }
    }

    pub(crate) fn json(&self) -> Value {
        json!({
            "method": self.method.to_string(),
            "rows": self.rows,
            "mismatches": self.mismatch_count,
            "first_mismatches": self.mismatches.iter().map(|m| m.json.clone()).collect::<Vec<_>>(),
            "expanded": self.expanded,
            "expanded_mean": self.mean_expanded(),
            "index": self.built.json(),
            "threads": self.batch.map(|batch| batch.threads),
            "timing": {
                "per_second": self.batch.map(|batch| batch.per_second),
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
pub(crate) fn optimal_methods(grid: &Grid, mover: &Mover, question: Question) -> Vec<Method> {
    let has_jump_points = JumpMap::new(&grid.seen_by(mover)).is_ok();
    let is_optimal = |method: &Method| -> bool {
        if method.has_index() {
            return has_jump_points;
        }
        let Ok(grid) = Grid::new(3, 1, b'.') else { return false };
        let view = grid.seen_by(mover);
        let query = Query::new(NodeId::new(0), NodeId::new(2));
        let question = Question { method: *method, ..question };
        let budget = &mut Budget::unlimited();
        let outcome = solve(&view, question, &query, &mut Scratch::new(), budget, &mut ());
        outcome.is_ok_and(|outcome| outcome.guarantee().is_some_and(Guarantee::is_optimal))
    };
    // What `auto` chooses is among the others.
    let named = Method::all().filter(|&method| method != Method::Auto);
    named.filter(is_optimal).collect()
}

/// Runs the rows one by one with one method, and then all at once if threads are asked for.
pub(crate) fn run_rows(
    grid: &Grid,
    mover: &Mover,
    scenario: &Scenario,
    asked: (Question, Ties),
    args: &RunArgs,
    baked: Option<&[u8]>,
) -> Result<Tally, Failure> {
    let Some(threads) = args.threads else {
        return run_one_by_one(grid, mover, scenario, asked, args, baked).map(|ran| ran.tally);
    };
    let pool = ThreadPoolBuilder::new().num_threads(threads.into()).build();
    let pool = pool.map_err(|error| Failure::at("--threads", error))?;
    pool.install(|| {
        let mut ran = run_one_by_one(grid, mover, scenario, asked, args, baked)?;
        let guide = guide(grid, mover, asked.0.method, ran.costs.len() as u64, baked)?;
        let per_second = run_at_once(grid, scenario, &guide, args, &mut ran)?;
        ran.tally.batch = Some(Batch { threads, per_second });
        Ok(ran.tally)
    })
}

/// The tally, and what each row cost that was promised to be a cheapest path.
struct Ran {
    tally: Tally,
    costs: Vec<(usize, Option<Cost>)>,
}

fn run_one_by_one(
    grid: &Grid,
    mover: &Mover,
    scenario: &Scenario,
    asked: (Question, Ties),
    args: &RunArgs,
    baked: Option<&[u8]>,
) -> Result<Ran, Failure> {
    let view = grid.seen_by(mover);
    let chosen = evenly(scenario.rows().len(), args.limit);
    let queries = chosen.len() as u64 * u64::from(args.ask.repeat);
    let mut ready = Ready::new(grid, mover, asked, queries, baked)?;
    let mut ticker = Ticker::of(chosen.len() as u64, asked.0.method.to_string());
    let mut micros = Vec::with_capacity(chosen.len());
    let mut costs = Vec::with_capacity(chosen.len());
    let mut tally = Tally {
        method: asked.0.method,
        rows: chosen.len(),
        mismatches: Vec::new(),
        mismatch_count: 0,
        expanded: 0,
        times: Times::default(),
        built: ready.built.clone(),
        batch: None,
    };
    for (done, &at) in chosen.iter().enumerate() {
        ticker.at(done as u64);
        let row = &scenario.rows()[at];
        let checked = match ends(grid, row) {
            Err(reason) => Err(reason),
            Ok(()) => {
                let (outcome, least) = ask(&mut ready, row, &args.ask)?;
                micros.push(least);
                tally.expanded += outcome.effort().expanded;
                if outcome.guarantee().is_none_or(Guarantee::is_optimal) {
                    costs.push((at, outcome.cost()));
                }
                check(&view, scenario, row, &outcome)
            }
        };
        if let Err(reason) = checked {
            tally.note(at, row, reason);
        }
    }
    tally.times = Times::of(micros);
    Ok(Ran { tally, costs })
}

/// The answer to a row and the least time it took, in microseconds. Where only costs are timed,
/// the path is found as well, so that it can be checked.
fn ask(
    ready: &mut Ready<'_>,
    row: &ScenarioRow,
    args: &AskArgs,
) -> Result<(Outcome, f64), Failure> {
    let mut least = f64::INFINITY;
    let mut answer = None;
    for _ in 0..args.repeat {
        let began = Instant::now();
        if args.cost_only {
            let cost = ready.cost(row.start, row.goal)?;
            least = least.min(began.elapsed().as_secs_f64() * 1e6);
            std::hint::black_box(cost);
        } else {
            let outcome = ready.route(row.start, row.goal, &mut Budget::unlimited())?;
            least = least.min(began.elapsed().as_secs_f64() * 1e6);
            answer = Some(outcome);
        }
    }
    let outcome = match answer {
        Some(outcome) => outcome,
        None => ready.route(row.start, row.goal, &mut Budget::unlimited())?,
    };
    if args.cost_only && ready.cost(row.start, row.goal)? != outcome.cost() {
        return Err(Failure::new(
            "the cost alone is not that of the path, which is a mistake of ours",
        ));
    }
    Ok((outcome, least))
}

/// Asks all rows as one batch, checks that the costs are those found one by one, and gives the
/// answers per second.
fn run_at_once(
    grid: &Grid,
    scenario: &Scenario,
    guide: &Guide,
    args: &RunArgs,
    ran: &mut Ran,
) -> Result<f64, Failure> {
    let rows = scenario.rows();
    let pairs: Vec<_> = ran.costs.iter().map(|&(at, _)| (rows[at].start, rows[at].goal)).collect();
    let mut least = f64::INFINITY;
    let mut found: Vec<Option<Cost>> = Vec::new();
    for _ in 0..args.ask.repeat {
        let began = Instant::now();
        if args.ask.cost_only {
            let costs = guide.many_costs(grid, &pairs);
            least = least.min(began.elapsed().as_secs_f64());
            found = costs.into_iter().collect::<Result<_, _>>().map_err(Failure::new)?;
        } else {
            let outcomes = guide.many(grid, &pairs);
            least = least.min(began.elapsed().as_secs_f64());
            let costs = outcomes.into_iter().map(|outcome| outcome.map(|outcome| outcome.cost()));
            found = costs.collect::<Result<_, _>>().map_err(Failure::new)?;
        }
    }
    for (&(at, cost), found) in ran.costs.iter().zip(&found) {
        if cost != *found {
            ran.tally.note(at, &rows[at], format!("{found:?} ticks in a batch, {cost:?} alone"));
        }
    }
    Ok(pairs.len() as f64 / least.max(1e-9))
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

/// Whether a row is about this map.
fn ends(grid: &Grid, row: &ScenarioRow) -> Result<(), String> {
    let (width, height) = (grid.width(), grid.height());
    if (row.width, row.height) != (width, height) {
        let (columns, rows) = (row.width, row.height);
        return Err(format!("listed for {columns}x{rows} cells, the map has {width}x{height}"));
    }
    let node = |cell| grid.node(cell).ok_or_else(|| format!("{} is off the map", plain(cell)));
    node(row.start).and(node(row.goal)).map(|_| ())
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
        let grid = Grid::new(3, 3, b'.').expect("a good size");
        let methods = optimal_methods(&grid, &Mover::walker(), Question::default());
        assert!(methods.contains(&Method::AStar) && methods.contains(&Method::IdaStar));
        assert!(methods.contains(&Method::Labels) && !methods.contains(&Method::Greedy));
    }

    #[test]
    fn times_are_ranked() {
        let times = Times::of((1..=100).rev().map(f64::from).collect());
        assert!((times.mean - 50.5).abs() < 1e-9 && times.p99 > 98.0 && times.most > 99.5);
    }
}
