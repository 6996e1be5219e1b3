//! Running the rows of a scenario file on squares and checking every answer.

use std::time::Instant;

use astride::base::{Budget, Cost, NodeId};
use astride::io::{Scenario, ScenarioRow};
use astride::planner::{Choice, Guide, Method, solve};
use astride::search::{Guarantee, Outcome, PathQuery, Scratch, Ties};
use astride::shapes::Shape;
use astride::shapes::square::{self, Grid, GridView, Mover, SquareKit};
use rayon::ThreadPoolBuilder;

use crate::error::Failure;
use crate::options::{AskArgs, at_most, cell_json, plain};
use crate::progress::Ticker;
use crate::ready::{Ready, guide};
use crate::tally::{Batch, Listed, Tally, Times, evenly, ratio_as_promised};

/// How to run the rows of a scenario.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub(crate) ask: AskArgs,

    /// On squares, also ask all rows at once on this many threads, and build indexes with as many
    /// [default: build on all cores]
    #[arg(long, value_name = "N", help_heading = "Search",
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,

    /// Give up a row after this many expansions, and count it; indexes answer without a budget
    #[arg(long, value_name = "EXPANSIONS", help_heading = "Search", conflicts_with = "cost_only")]
    pub(crate) budget: Option<u64>,

    /// Run only this many rows, spread evenly over the file
    #[arg(long, value_name = "ROWS", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) limit: Option<u32>,
}

/// Those of all methods that promise a cheapest path on this map for this mover. They are asked instead
/// of listed, so that a new method is included automatically.
pub(crate) fn optimal_methods(grid: &Grid, mover: &Mover, question: Choice) -> Vec<Method> {
    let mut kit = SquareKit::default();
    let is_optimal = |method: &Method| -> bool {
        if method.has_index() {
            let is_promised = method.row().promise.is_optimal();
            return is_promised && grid.refusal(mover, *method, &mut kit).is_none();
        }
        let Ok(grid) = Grid::new(3, 1, b'.') else { return false };
        let view = grid.seen_by(mover);
        let query = PathQuery::new(NodeId::new(0), NodeId::new(2));
        let question = Choice { method: *method, ..question };
        let budget = &mut Budget::unlimited();
        let outcome = solve(&view, question, &query, &mut Scratch::new(), budget, &mut ());
        outcome.is_ok_and(|outcome| outcome.guarantee().is_some_and(Guarantee::is_optimal))
    };
    // What `auto` chooses is among the others.
    let methods = square::methods().map(|row| row.method);
    let named = methods.filter(|&method| method != Method::Auto);
    named.filter(is_optimal).collect()
}

/// Runs the rows one by one with one method, and then all at once if threads are requested.
pub(crate) fn run_rows(
    grid: &Grid,
    mover: &Mover,
    scenario: &Scenario,
    asked: (Choice, Ties),
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
        if ran.costs.is_empty() {
            return Ok(ran.tally);
        }
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
    asked: (Choice, Ties),
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
    let mut tally = Tally::new(asked.0.method, chosen.len(), ready.built.clone());
    for (done, &at) in chosen.iter().enumerate() {
        ticker.at(done as u64);
        let row = &scenario.rows()[at];
        let checked = match ends(grid, row) {
            Err(reason) => Err(reason),
            Ok(()) => {
                let (outcome, least) = ask(&mut ready, row, args)?;
                micros.push(least);
                tally.expanded += outcome.effort().expanded;
                if let Outcome::OutOfBudget(_) = outcome {
                    tally.given_up += 1;
                    continue;
                }
                if outcome.guarantee().is_none_or(Guarantee::is_optimal) {
                    costs.push((at, outcome.cost()));
                }
                check(&view, scenario, row, &outcome)
            }
        };
        match checked {
            Ok(None) => {}
            Ok(Some(ratio)) => tally.accept(ratio),
            Err(reason) => tally.note(at, || listed(scenario, at), reason),
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
    args: &RunArgs,
) -> Result<(Outcome, f64), Failure> {
    let (wish, budget) = (&args.ask, || at_most(args.budget));
    let mut least = f64::INFINITY;
    let mut answer = None;
    for _ in 0..wish.repeat {
        let began = Instant::now();
        if wish.cost_only {
            let cost = ready.cost(row.start, row.goal)?;
            least = least.min(began.elapsed().as_secs_f64() * 1e6);
            std::hint::black_box(cost);
        } else {
            let outcome = ready.route(row.start, row.goal, &mut budget())?;
            least = least.min(began.elapsed().as_secs_f64() * 1e6);
            answer = Some(outcome);
        }
    }
    let outcome = match answer {
        Some(outcome) => outcome,
        None => ready.route(row.start, row.goal, &mut budget())?,
    };
    if wish.cost_only && ready.cost(row.start, row.goal)? != outcome.cost() {
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
            found = costs.into_iter().collect::<Result<_, _>>().map_err(Failure::of)?;
        } else {
            let outcomes = guide.many(grid, &pairs);
            least = least.min(began.elapsed().as_secs_f64());
            let costs = outcomes.into_iter().map(|outcome| outcome.map(|outcome| outcome.cost()));
            found = costs.collect::<Result<_, _>>().map_err(Failure::of)?;
        }
    }
    for (&(at, cost), found) in ran.costs.iter().zip(&found) {
        if cost != *found {
            let reason = format!("{found:?} ticks in a batch, {cost:?} alone");
            ran.tally.note(at, || listed(scenario, at), reason);
        }
    }
    Ok(pairs.len() as f64 / least.max(1e-9))
}

fn listed(scenario: &Scenario, at: usize) -> Listed {
    let row = &scenario.rows()[at];
    Listed {
        line: scenario.line_of(at).unwrap_or_default(),
        names: [plain(row.start), plain(row.goal)],
        ends: [cell_json(row.start), cell_json(row.goal)],
        length: row.length.clone(),
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

/// The ratio to the recorded length if a path is allowed to be longer and is, or what is wrong with
/// an answer.
fn check(
    view: &GridView<'_>,
    scenario: &Scenario,
    row: &ScenarioRow,
    outcome: &Outcome,
) -> Result<Option<f64>, String> {
    let listed = &row.length;
    let Outcome::Found(found) = outcome else {
        for (what, cell) in [("start", row.start), ("goal", row.goal)] {
            if !view.is_free(cell) && !row.is_without_path() {
                return Err(format!("the {what} is blocked, listed length {listed}"));
            }
        }
        let same = scenario.length_matches(row, None);
        return if same { Ok(None) } else { Err(format!("no path, listed length {listed}")) };
    };
    found.path.validate(view).map_err(|fault| format!("invalid path: {fault}"))?;
    let measure = found.path.measure(view.grid());
    if row.is_without_path() {
        return Err(format!("a path of length {:.5}, listed as none", measure.length()));
    }
    if scenario.length_matches(row, Some(measure)) {
        return Ok(None);
    }
    // The listed length is rounded, at worst to six digits or two decimals.
    let recorded = listed.parse::<f64>().unwrap_or(f64::NAN);
    let slack = recorded * 1e-5 + 0.005;
    let ratio = ratio_as_promised(found.guarantee, measure.length(), recorded, slack);
    ratio.map(Some).ok_or_else(|| format!("length {:.5}, listed {listed}", measure.length()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_that_promise_a_cheapest_path_are_found() {
        let grid = Grid::new(3, 3, b'.').expect("a good size");
        let methods = optimal_methods(&grid, &Mover::walker(), Choice::default());
        assert!(methods.contains(&Method::AStar) && methods.contains(&Method::IdaStar));
        assert!(methods.contains(&Method::Labels));
        assert!(methods.iter().all(|method| method.row().promise != Guarantee::None));
    }
}
