//! One map: everybody prepares, is checked, and then takes turns.

use std::time::{Duration, Instant};

use astride::base::Cell;
use astride::io::ScenarioRow;
use astride::search::{PathQuery, Scratch, astar};
use astride::shapes::square::{GridHeuristic, Measure};

use crate::Failure;
use crate::clock::timed;
use crate::contestant::{Contestant, Entry, Lap, Session};
use crate::maps::Case;
use crate::plain::PlainGrid;
use crate::record::Sample;
use crate::rules::Rule;
use crate::stats::{median, spread};
use crate::verdict::{Verdict, judge};

/// Queries that one contestant answers before the next one has its turn: enough to be warm, few
/// enough that all see the same weather.
pub(crate) const BLOCK: usize = 10;

/// How much is asked.
pub(crate) struct Plan {
    /// Rows of each scenario at most.
    pub(crate) rows: usize,
    /// How often each query is timed.
    pub(crate) repeats: usize,
    /// Time a contestant may take for the queries of one map; a slower one gets fewer rows.
    pub(crate) limit: Duration,
    /// Time that a peer in a process of its own may take to build.
    pub(crate) build_limit: Duration,
}

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

impl Question<'_> {
    fn ends(&self) -> (Cell, Cell) {
        (self.row.start, self.row.goal)
    }

    fn best(&self, rule: Rule) -> Option<Best> {
        Rule::ALL.iter().position(|&one| one == rule).and_then(|at| self.best[at])
    }
}

/// A contestant on the map, with the rows it is asked and their times.
struct Player<'a> {
    who: usize,
    entry: Entry,
    plain: PlainGrid,
    session: Box<dyn Session + 'a>,
    /// Which of the questions it is asked, ascending.
    asked: Vec<usize>,
    samples: Vec<Sample>,
    laps: Vec<Vec<Lap>>,
}

/// Times and checks the sampled rows of map number `map` by every contestant.
pub(crate) fn measure(
    case: &Case,
    map: usize,
    lineup: &[Box<dyn Contestant>],
    plan: &Plan,
) -> Result<Measured, Failure> {
    let questions = questions(case, plan.rows, lineup)?;
    let mut built = Vec::new();
    let mut players = Vec::new();
    for (who, contestant) in lineup.iter().enumerate() {
        match enter(case, (map, who), contestant.as_ref(), &questions, plan)? {
            Err(fault) => built.push(Err(fault)),
            Ok((player, what)) => {
                built.push(Ok(what));
                players.push(player);
            }
        }
    }
    for fault in take_turns(&mut players, &questions, plan) {
        built[fault.0] = Err(fault.1);
    }
    players.retain(|player| built[player.who].is_ok());
    let samples = players.into_iter().flat_map(Player::finished).collect();
    Ok(Measured { samples, built })
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
        let node = |cell| grid.node(cell).ok_or_else(|| fail(format!("{cell} is off the map")));
        let query = PathQuery::new(node(row.start)?, node(row.goal)?);
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

/// Prepares a contestant, settles how many rows it gets, and checks its answers. The inner error
/// says why it cannot take part; the outer one that the judge or Astride is wrong.
fn enter<'a>(
    case: &'a Case,
    (map, who): (usize, usize),
    contestant: &dyn Contestant,
    questions: &[Question<'_>],
    plan: &Plan,
) -> Result<Result<(Player<'a>, Built), String>, Failure> {
    let entry = contestant.entry();
    let (prepared, micros) = timed(|| contestant.prepare(&case.map, plan.build_limit));
    let prepared = match prepared {
        Ok(prepared) => prepared,
        // Of Astride itself as well: not every index is possible on every map.
        Err(fault) => return Ok(Err(fault.to_string())),
    };
    let built =
        Built { seconds: prepared.build_micros.unwrap_or(micros) / 1e6, bytes: prepared.bytes };
    let plain = PlainGrid::land_of(&case.map, entry.rule);
    let (asked, samples, laps) = (Vec::new(), Vec::new(), Vec::new());
    let session = prepared.session;
    let mut player = Player { who, entry, plain, session, asked, samples, laps };
    if let Err(fault) = player.settle_rows(questions, plan) {
        if player.entry.is_own {
            return Err(fault);
        }
        return Ok(Err(fault.to_string()));
    }
    for at in player.asked.clone() {
        let question = &questions[at];
        let answer = match player.session.answer(question.row.start, question.row.goal) {
            Ok(answer) => answer,
            Err(fault) if player.entry.is_own => return Err(fault),
            Err(fault) => return Ok(Err(fault.to_string())),
        };
        let place = |cell: Cell| (cell.x as i32, cell.y as i32);
        let (start, goal) = (place(question.row.start), place(question.row.goal));
        let walked = answer.path.as_ref().map(|path| player.plain.walk(path, start, goal));
        let best = question.best(player.entry.rule);
        let ticks = best.map(|best| best.ticks);
        let fail = |problem: String| {
            let title = &player.entry.title;
            format!("{} row {}: {title}: {problem}", case.map.name, question.index)
        };
        let (verdict, ratio) = judge(player.entry.promise, ticks, &answer, walked).map_err(fail)?;
        if player.entry.is_own && verdict != Verdict::Exact {
            return Err(fail(format!("{verdict:?}, {ratio} times the best")).into());
        }
        player.samples.push(Sample {
            map,
            row: question.index,
            who,
            length: best.map_or(0.0, |best| best.length),
            micros: 0.0,
            least_micros: 0.0,
            reset_micros: 0.0,
            expanded: answer.expanded,
            verdict,
            ratio,
        });
    }
    player.laps = vec![Vec::new(); player.samples.len()];
    Ok(Ok((player, built)))
}

impl Player<'_> {
    /// Chooses the rows it is asked: all, or as many, evenly spread, as the time allows, going by
    /// a few of them.
    fn settle_rows(&mut self, questions: &[Question<'_>], plan: &Plan) -> Result<(), Failure> {
        let few = spread(questions.len(), 3);
        let mut laps = Vec::new();
        let mut began = Instant::now();
        // The first time does not count: some compile themselves while they run.
        for _ in 0..2 {
            began = Instant::now();
            for &at in &few {
                self.session.time(&[questions[at].ends()], &mut laps)?;
            }
        }
        let each = began.elapsed().as_secs_f64() / few.len().max(1) as f64;
        let rounds = 1.0 + plan.repeats as f64;
        let allowed = plan.limit.as_secs_f64() / (each * rounds).max(1e-9);
        self.asked = spread(questions.len(), (allowed as usize).max(few.len()));
        Ok(())
    }

    fn finished(mut self) -> Vec<Sample> {
        for (sample, laps) in self.samples.iter_mut().zip(&self.laps) {
            let micros: Vec<f64> = laps.iter().map(|lap| lap.micros).collect();
            let resets: Vec<f64> = laps.iter().map(|lap| lap.reset_micros).collect();
            sample.micros = median(&micros);
            sample.least_micros = micros.iter().copied().fold(f64::INFINITY, f64::min);
            sample.reset_micros = median(&resets);
        }
        self.samples
    }
}

/// Times everybody, block by block of the rows; gives those who failed meanwhile.
fn take_turns(
    players: &mut [Player<'_>],
    questions: &[Question<'_>],
    plan: &Plan,
) -> Vec<(usize, String)> {
    let mut faults: Vec<(usize, String)> = Vec::new();
    let count = players.len();
    for round in 0..plan.repeats {
        for (number, first) in (0..questions.len()).step_by(BLOCK).enumerate() {
            // Everyone goes first, second, third … equally often.
            for turn in 0..count {
                let player = &mut players[(turn + number + round) % count];
                if faults.iter().any(|(who, _)| *who == player.who) {
                    continue;
                }
                let from = player.asked.partition_point(|&at| at < first);
                let to = player.asked.partition_point(|&at| at < first + BLOCK);
                let block: Vec<(Cell, Cell)> =
                    player.asked[from..to].iter().map(|&at| questions[at].ends()).collect();
                let mut laps = Vec::with_capacity(block.len());
                if let Err(fault) = player.session.time(&block, &mut laps) {
                    faults.push((player.who, fault.to_string()));
                }
                for (all, lap) in player.laps[from..to].iter_mut().zip(laps) {
                    all.push(lap);
                }
            }
        }
    }
    faults
}
