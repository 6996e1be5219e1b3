//! Recorded queries on maps, and whether answers agree with them.

use std::sync::Arc;
use std::time::Instant;

use astride::io::{RoadRow, VoxelScenario, read_road_queries};
use astride::path::Path;
use astride::planner::Method;
use astride::search::{Outcome, PathQuery, Scratch, Ties};
use astride::shapes::voxel::VoxelMap;

use super::Shaped;
use crate::error::Failure;
use crate::options::at_most;
use crate::progress::Ticker;
use crate::read::{load_bytes, name_of};
use crate::ready::Built;
use crate::scenarios::RunArgs;
use crate::tally::{Listed, Tally, Times, evenly, ratio_as_promised};

type CheckRow = dyn Fn(Option<&Path>) -> Result<(), String>;

/// Reads the rows of a file of recorded questions.
pub(super) type ReadRows = Box<dyn Fn(&[u8]) -> Result<Vec<Row>, String>>;

/// A recorded question: the names of its ends, and its answer.
pub(crate) struct Row {
    /// The line of the file.
    pub(crate) line: usize,
    pub(crate) from: String,
    pub(crate) to: String,
    /// The cost or length as printed.
    pub(crate) listed: String,
    /// What is wrong with a path, or with there being none.
    check: Box<CheckRow>,
    /// The recorded length, if the row lists one, in the unit of the file.
    recorded: Option<f64>,
    /// How far it may be from the exact one.
    slack: f64,
    /// The length of a path in that unit.
    length: Box<dyn Fn(&Path) -> f64>,
}

impl Row {
    /// The ratio to the recorded length if a path may be longer and is, or what is wrong with an answer.
    fn judge(&self, outcome: &Outcome) -> Result<Option<f64>, String> {
        (self.check)(outcome.path()).map(|()| None).or_else(|reason| {
            let (Outcome::Found(found), Some(recorded)) = (outcome, self.recorded) else {
                return Err(reason);
            };
            let length = (self.length)(&found.path);
            let ratio = ratio_as_promised(found.guarantee, length, recorded, self.slack);
            ratio.map(Some).ok_or(reason)
        })
    }
}

impl Shaped {
    /// Reads recorded questions about the map.
    pub(crate) fn rows(&self, file: &std::path::Path) -> Result<Vec<Row>, Failure> {
        let read = self.read_rows.as_ref().ok_or_else(|| {
            let shape = self.board.shape();
            Failure::new(format!("no format records questions about maps of {shape}"))
        })?;
        read(&load_bytes(file)?).map_err(|error| Failure::at(name_of(file), error))
    }

    /// Asks recorded questions one by one and checks every answer; `seconds` went into
    /// [`prepare`](Self::prepare).
    pub(crate) fn run_rows(
        &mut self,
        rows: &[Row],
        (method, seconds): (Method, f64),
        ties: Ties,
        args: &RunArgs,
    ) -> Result<Tally, Failure> {
        let refused = |error| Failure::of_at(format!("--method {method}"), error);
        let chosen = evenly(rows.len(), args.limit);
        // Boards do not say how much memory an index takes.
        let bytes = (!method.has_index()).then_some(0);
        let built = Built { seconds, bytes, why: method.to_string() };
        let mut tally = Tally::new(method, chosen.len(), built);
        let mut ticker = Ticker::of(chosen.len() as u64, method.to_string());
        let (mut scratch, mut micros) = (Scratch::new(), Vec::with_capacity(chosen.len()));
        for (done, &at) in chosen.iter().enumerate() {
            ticker.at(done as u64);
            let row = &rows[at];
            let listed = || Listed {
                line: row.line,
                names: [row.from.clone(), row.to.clone()],
                ends: [row.from.clone().into(), row.to.clone().into()],
                length: row.listed.clone(),
            };
            let node = |name: &String| self.board.node(name).map_err(|error| error.to_string());
            let (start, goal) = match node(&row.from).and_then(|from| Ok((from, node(&row.to)?))) {
                Ok(ends) => ends,
                Err(reason) => {
                    tally.note(at, listed, reason);
                    continue;
                }
            };
            let query = PathQuery { ties, ..PathQuery::new(start, goal) };
            let (mut least, mut answer, mut cost) = (f64::INFINITY, None, None);
            // A search finds the path in any case, and has to keep to the budget.
            let is_search = !method.has_index() || method == Method::Landmarks;
            let is_alone = args.ask.cost_only && !is_search;
            if is_alone {
                for _ in 0..args.ask.repeat {
                    let began = Instant::now();
                    let found = self.board.cost(method, [start, goal], &mut scratch);
                    least = least.min(began.elapsed().as_secs_f64() * 1e6);
                    cost = Some(found.map_err(refused)?);
                }
            }
            // Where only costs are timed, the path is found as well, so that it can be checked.
            for _ in 0..if is_alone { 1 } else { args.ask.repeat } {
                let (began, budget) = (Instant::now(), &mut at_most(args.budget));
                let found = self.board.answer(method, &query, &mut scratch, budget, None);
                if !is_alone {
                    least = least.min(began.elapsed().as_secs_f64() * 1e6);
                }
                answer = Some(found.map_err(refused)?);
            }
            let Some(outcome) = answer else { continue };
            micros.push(least);
            tally.expanded += outcome.effort().expanded;
            if let Outcome::OutOfBudget(_) = outcome {
                tally.given_up += 1;
                continue;
            }
            if cost.is_some_and(|cost| cost != outcome.cost()) {
                let reason = "the cost alone is not that of the path".to_owned();
                tally.note(at, listed, reason);
                continue;
            }
            let walked = outcome.path().map_or(Ok(()), |path| self.board.check(path));
            let checked = walked.map_err(|fault| format!("invalid path: {fault}"));
            match checked.and_then(|()| row.judge(&outcome)) {
                Ok(None) => {}
                Ok(Some(ratio)) => tally.accept(ratio),
                Err(reason) => tally.note(at, listed, reason),
            }
        }
        tally.times = Times::of(micros);
        Ok(tally)
    }
}

/// Reads the recorded distances of a road network.
pub(super) fn road_rows(bytes: &[u8]) -> Result<Vec<Row>, String> {
    let rows = read_road_queries(bytes).map_err(|error| error.to_string())?;
    let row = |RoadRow { line, start, goal, cost }: RoadRow| {
        let check = move |path: Option<&Path>| match (path.map(Path::cost), cost) {
            (found, listed) if found == listed => Ok(()),
            (Some(found), Some(listed)) => {
                Err(format!("a path of {found}, and {listed} is listed"))
            }
            (Some(found), None) => Err(format!("a path of {found}, and none is listed")),
            (None, _) => Err("no path, and one is listed".to_owned()),
        };
        Row {
            line,
            from: start.to_string(),
            to: goal.to_string(),
            listed: cost.map_or("-1".to_owned(), |cost| cost.to_string()),
            check: Box::new(check),
            recorded: cost.map(|cost| cost as f64),
            slack: 0.0,
            length: Box::new(|path| path.cost() as f64),
        }
    };
    Ok(rows.into_iter().map(row).collect())
}

/// The rows of a MovingAI `.3dscen` file.
pub(super) fn voxel_rows(map: &Arc<VoxelMap>, bytes: &[u8]) -> Result<Vec<Row>, String> {
    let scenario = VoxelScenario::read(bytes).map_err(|error| error.to_string())?;
    let rows = scenario.rows().iter().cloned().map(|row| {
        let map = Arc::clone(map);
        let recorded = row.length.parse::<f64>().ok();
        let decimals = row.length.split_once('.').map_or(0, |(_, decimals)| decimals.len() as i32);
        let measured = Arc::clone(&map);
        Row {
            line: row.line,
            from: row.start.to_string(),
            to: row.goal.to_string(),
            listed: row.length.clone(),
            check: Box::new(move |path| {
                let listed = &row.length;
                let path = path.ok_or_else(|| format!("no path, listed length {listed}"))?;
                let measure = map.measure(path);
                let wrong = || format!("length {:.8}, listed {listed}", measure.length());
                if row.matches(measure) { Ok(()) } else { Err(wrong()) }
            }),
            recorded,
            // The files use √2 and √3 to nine digits.
            slack: 0.5 * 10f64.powi(-decimals) + recorded.unwrap_or(0.0) * 1e-9,
            length: Box::new(move |path| measured.measure(path).length()),
        }
    });
    Ok(rows.collect())
}
