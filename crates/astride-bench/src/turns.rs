//! Measuring in turns: all contestants answer the same queries, every answer is checked against its
//! world, and then all are timed, none of them always first.

use std::ops::Range;
use std::time::{Duration, Instant};

use astride::base::{Cell, Cost};
use astride::search::{Heuristic, Outcome, Scratch, astar};
use astride::shapes::square::{Grid, GridHeuristic};
use astride::world::World;

use crate::Failure;
use crate::clock::timed;
use crate::contestant::{Answer, Found, InProcess, Lap, Promise, Session};
use crate::maps;
use crate::plain::Place;
use crate::sheet::Row;
use crate::stats::{median, spread};
use crate::verdict::{Step, Verdict, judge, walk};

/// How often everybody is asked, and in which order.
#[derive(Clone, Copy)]
pub(crate) struct Plan {
    /// How often each question is timed, after its answer was checked; the median counts.
    pub(crate) rounds: usize,
    /// How many questions one answers before the next one has its turn.
    pub(crate) block: usize,
    /// Time that one may take for all of them; a slower one is asked fewer.
    pub(crate) limit: Option<Duration>,
}

impl Default for Plan {
    /// Blocks are long enough to be warm, and short enough that all see the same weather.
    fn default() -> Self {
        Plan { rounds: 1, block: 10, limit: None }
    }
}

/// What is right in one world.
pub(crate) struct Truth<'a> {
    /// The least cost of a question, by its number and its ends; without this, what the first of those
    /// says who promise it.
    pub(crate) best: Option<Best<'a>>,
    pub(crate) step: Step<'a>,
}

/// Finds the least cost of a question, by its number and its ends.
pub(crate) type Best<'a> = Box<dyn FnMut(usize, [Cell; 2]) -> Result<Option<Cost>, Failure> + 'a>;

impl<'a> Truth<'a> {
    /// Paths lead by the arcs of a world; nobody but those who are asked knows the least costs.
    pub(crate) fn of(world: &'a impl World, grid: &'a Grid) -> Self {
        let node = |(x, y): Place| grid.node((u32::try_from(x).ok()?, u32::try_from(y).ok()?));
        let step = move |from, to| world.arc_cost(node(from)?, node(to)?).map(Cost::from);
        Truth { best: None, step: Box::new(step) }
    }

    /// The same, with A* to know the least costs.
    pub(crate) fn by_astar(world: &'a impl World, grid: &'a Grid, guess: GridHeuristic) -> Self {
        let mut search = by_astar(world, grid, guess);
        let best = move |_, ends| Ok(search(ends)?.cost());
        Truth { best: Some(Box::new(best)), ..Truth::of(world, grid) }
    }
}

/// Answers questions on a map by A* in a world that is laid over it.
pub(crate) fn by_astar<'a>(
    world: &'a impl World,
    grid: &'a Grid,
    guess: impl Heuristic + 'a,
) -> impl FnMut([Cell; 2]) -> Result<Outcome, Failure> + 'a {
    let mut scratch = Scratch::new();
    move |ends| Ok(astar(world, &guess, &maps::query(grid, ends)?, &mut scratch, &mut ()))
}

/// Somebody who is asked.
pub(crate) struct Player<'a> {
    /// Its figures beside those of the questions.
    pub(crate) row: Row,
    session: Box<dyn Session + 'a>,
    promise: Promise,
    /// Which of the truths holds for it.
    world: usize,
    /// Whether it is Astride itself, whose wrong answers end the run.
    pub(crate) is_own: bool,
    /// Which questions it is asked, ascending.
    asked: Vec<usize>,
    /// What became of these.
    pub(crate) answers: Vec<Checked>,
    /// Why it did not go on.
    pub(crate) fault: Option<String>,
}

/// An answer beside the right one, and the times it took.
pub(crate) struct Checked {
    /// The number of the question.
    pub(crate) question: usize,
    pub(crate) verdict: Verdict,
    /// Cost over the best cost, if there is a path.
    pub(crate) ratio: Option<f64>,
    pub(crate) expanded: Option<u64>,
    pub(crate) laps: Vec<Lap>,
}

impl Checked {
    pub(crate) fn micros(&self) -> Vec<f64> {
        self.laps.iter().map(|lap| lap.micros).collect()
    }
}

impl<'a> Player<'a> {
    /// One of Astride.
    pub(crate) fn new(
        row: Row,
        session: Box<dyn Session + 'a>,
        promise: Promise,
        world: usize,
    ) -> Self {
        let (asked, answers, fault) = (Vec::new(), Vec::new(), None);
        Player { row, session, promise, world, is_own: true, asked, answers, fault }
    }

    /// One that could not be prepared, and why; it is asked nothing.
    pub(crate) fn absent(fault: Failure) -> Self {
        let session = InProcess { ask: |_| (), tell: |()| Ok(Answer::default()) };
        let player = Player::new(Row::default(), Box::new(session), Promise::NotOptimal, 0);
        Player { fault: Some(fault.to_string()), ..player }
    }

    /// A search of Astride that promises cheapest paths of a map.
    pub(crate) fn search(
        who: &str,
        grid: &'a Grid,
        ask: impl FnMut([Cell; 2]) -> Result<Outcome, Failure> + 'a,
        world: usize,
    ) -> Self {
        let tell = |outcome: Result<Outcome, Failure>| Ok(Answer::of(&outcome?, grid));
        Player::new(Row::new("", who), Box::new(InProcess { ask, tell }), Promise::Exact, world)
    }

    /// Adds up the questions timed since the last time.
    pub(crate) fn sum_up(&mut self) -> Row {
        let mut row = self.row.clone();
        for answer in &mut self.answers {
            answer.expanded.into_iter().for_each(|count| row.add("expanded", count as f64));
            answer.ratio.into_iter().for_each(|ratio| row.add("ratio", ratio));
            row.add("µs", median(&answer.micros()));
            answer.laps.clear();
        }
        row
    }

    fn is_asked(&self, question: usize) -> bool {
        self.fault.is_none() && self.asked.binary_search(&question).is_ok()
    }

    /// Lets others go no further than their first fault; one of Astride ends the run.
    fn note<T>(&mut self, result: Result<T, Failure>) -> Result<Option<T>, Failure> {
        match result {
            Ok(value) => Ok(Some(value)),
            Err(fault) if self.is_own => Err(format!("{}: {fault}", self.row.who).into()),
            Err(fault) => {
                self.fault = Some(fault.to_string());
                Ok(None)
            }
        }
    }

    /// Chooses the questions it is asked: all, or as many, evenly spread, as the time allows, going
    /// by a few of them.
    fn settle(&mut self, questions: &[[Cell; 2]], plan: &Plan) -> Result<(), Failure> {
        self.asked = (0..questions.len()).collect();
        let Some(limit) = plan.limit else { return Ok(()) };
        let few = spread(questions.len(), 3);
        let mut began = Instant::now();
        // The first time does not count: some compile themselves while they run.
        for _ in 0..2 {
            began = Instant::now();
            for &at in &few {
                self.session.time(&[questions[at]], &mut Vec::new())?;
            }
        }
        let each = began.elapsed().as_secs_f64() / few.len().max(1) as f64;
        let allowed = limit.as_secs_f64() / (each * (1.0 + plan.rounds as f64)).max(1e-9);
        self.asked = spread(questions.len(), (allowed as usize).max(few.len()));
        Ok(())
    }

    /// Answers those of the questions below `end` that come next.
    fn time(&mut self, questions: &[[Cell; 2]], block: Range<usize>) -> Result<(), Failure> {
        let [from, to] =
            [block.start, block.end].map(|end| self.asked.partition_point(|&at| at < end));
        let block: Vec<_> = self.asked[from..to].iter().map(|&at| questions[at]).collect();
        let mut laps = Vec::with_capacity(block.len());
        self.session.time(&block, &mut laps)?;
        self.answers[from..to].iter_mut().zip(laps).for_each(|(all, lap)| all.laps.push(lap));
        Ok(())
    }

    fn judge(
        &mut self,
        question: usize,
        ends: [Cell; 2],
        answer: &Answer,
        best: Option<Cost>,
        step: &Step<'_>,
    ) -> Result<(), Failure> {
        let fail = |who: &str, problem| format!("{who}: {} to {}: {problem}", ends[0], ends[1]);
        let walked = |path: &[Place]| walk(path, ends, step);
        let (verdict, ratio) = judge(self.promise, best, answer, walked)
            .map_err(|problem| fail(&self.row.who, problem))?;
        let is_kept = match verdict {
            Verdict::Exact => true,
            Verdict::Near | Verdict::Longer => self.promise == Promise::NotOptimal,
            Verdict::Wrong(_) => false,
        };
        if self.is_own && !is_kept {
            return Err(fail(&self.row.who, format!("{verdict:?}, the least is {best:?}")).into());
        }
        let (expanded, laps) = (answer.expanded, Vec::new());
        self.answers.push(Checked { question, verdict, ratio, expanded, laps });
        Ok(())
    }
}

/// Asks everybody all questions, each first to check the answer by the truth of their world, and then
/// as often as planned to time it.
///
/// # Errors
///
/// A wrong answer, or none, of Astride itself.
pub(crate) fn play(
    players: &mut [Player<'_>],
    questions: &[[Cell; 2]],
    truths: &mut [Truth<'_>],
    plan: &Plan,
) -> Result<(), Failure> {
    for player in players.iter_mut().filter(|player| player.fault.is_none()) {
        let settled = player.settle(questions, plan);
        player.note(settled)?;
    }
    for (question, &ends) in questions.iter().enumerate() {
        check(players, question, ends, truths)?;
    }
    take_turns(players, questions, plan)
}

/// Holds all answers to one question to what was promised.
fn check(
    players: &mut [Player<'_>],
    question: usize,
    ends: [Cell; 2],
    truths: &mut [Truth<'_>],
) -> Result<(), Failure> {
    let mut answers = Vec::new();
    for (who, player) in players.iter_mut().enumerate().filter(|(_, one)| one.is_asked(question)) {
        let answer = player.session.answer(ends);
        answers.extend(player.note(answer)?.map(|answer| (who, answer)));
    }
    for (world, truth) in truths.iter_mut().enumerate() {
        let mut theirs = answers.iter().filter(|(who, _)| players[*who].world == world).peekable();
        if theirs.peek().is_none() {
            continue;
        }
        let best = match &mut truth.best {
            Some(best) => best(question, ends)?,
            None => {
                let knows = |(who, answer): &&&(usize, Answer)| {
                    players[*who].promise == Promise::Exact && answer.found != Found::Unknown
                };
                theirs.clone().find(|one| knows(&one)).and_then(|(_, answer)| answer.ticks)
            }
        };
        for (who, answer) in theirs.collect::<Vec<_>>() {
            players[*who].judge(question, ends, answer, best, &truth.step)?;
        }
    }
    Ok(())
}

/// Times everybody, block by block of the questions, so that everybody goes first, second, third …
/// equally often.
pub(crate) fn take_turns(
    players: &mut [Player<'_>],
    questions: &[[Cell; 2]],
    plan: &Plan,
) -> Result<(), Failure> {
    for round in 0..plan.rounds {
        for (number, first) in (0..questions.len()).step_by(plan.block).enumerate() {
            // Whoever does not go on leaves no gap: otherwise the next one would go first too often.
            let there: Vec<usize> =
                (0..players.len()).filter(|&who| players[who].fault.is_none()).collect();
            for turn in 0..there.len() {
                let player = &mut players[there[(turn + number + round) % there.len()]];
                let timed = player.time(questions, first..first.saturating_add(plan.block));
                player.note(timed)?;
            }
        }
    }
    Ok(())
}

/// Lets everybody work in turns, and adds the µs of each to its figure; the first round warms up.
pub(crate) fn work_in_turns<const N: usize>(
    rounds: usize,
    row: &mut Row,
    mut works: [(&'static str, &mut dyn FnMut()); N],
) {
    for round in 0..=rounds {
        for turn in 0..N {
            let (figure, work) = &mut works[(turn + round) % N];
            let ((), micros) = timed(work);
            if round > 0 {
                row.add(figure, micros);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use astride::shapes::square::Mover;

    use super::*;

    /// Says what it is told to, or stops, and notes when it is timed.
    struct Says<'a>(Option<Found>, char, &'a RefCell<String>);

    impl Session for Says<'_> {
        fn answer(&mut self, _: [Cell; 2]) -> Result<Answer, Failure> {
            Ok(Answer { found: self.0.clone().ok_or("it stopped")?, ..Answer::default() })
        }

        fn time(&mut self, queries: &[[Cell; 2]], laps: &mut Vec<Lap>) -> Result<(), Failure> {
            for _ in queries {
                std::thread::sleep(Duration::from_millis(1));
                self.2.borrow_mut().push(self.1);
                laps.push(Lap { micros: 1.0, reset_micros: 0.0 });
            }
            Ok(())
        }
    }

    /// What becomes of the first of those who are asked about the one way there is, and who is timed when.
    fn played(
        all: &[Option<Found>],
        is_own: bool,
        (count, plan): (usize, Plan),
    ) -> Result<(Vec<Checked>, Option<String>, String), Failure> {
        let (grid, log) = (Grid::new(3, 1, b'.')?, RefCell::default());
        let view = grid.seen_by(&Mover::walker());
        let mut players = Vec::new();
        for (found, name) in all.iter().zip('a'..) {
            let session = Box::new(Says(found.clone(), name, &log));
            let player = Player::new(Row::default(), session, Promise::Exact, 0);
            players.push(Player { is_own, ..player });
        }
        let mut truths = [Truth::by_astar(&view, &grid, GridHeuristic::octile(&view))];
        play(&mut players, &vec![[(0, 0).into(), (2, 0).into()]; count], &mut truths, &plan)?;
        let Player { answers, fault, .. } = players.swap_remove(0);
        let log = log.borrow().clone();
        Ok((answers, fault, log))
    }

    fn way() -> Option<Found> {
        Some(Found::Path(vec![(0, 0), (1, 0), (2, 0)]))
    }

    #[test]
    fn a_wrong_answer_of_astride_ends_the_run_and_one_of_others_is_told() {
        let back = Found::Path(vec![(2, 0), (1, 0), (0, 0)]);
        let round = Found::Path(vec![(0, 0), (1, 0), (0, 0), (1, 0), (2, 0)]);
        let jump = Found::Path(vec![(0, 0), (2, 0)]);
        let off = Found::Path(vec![(0, 0), (0, -1), (2, 0)]);
        let once = (1, Plan::default());
        assert!(played(&[way()], true, once).is_ok());
        for wrong in [back, round, jump, off, Found::Nothing] {
            let saying = |is_own| played(&[Some(wrong.clone())], is_own, once);
            assert!(saying(true).is_err(), "{wrong:?}");
            let (answers, fault, _) = saying(false).expect("others go on");
            assert!(fault.is_none() && answers[0].verdict != Verdict::Exact, "{wrong:?}");
        }
        assert!(played(&[None], true, once).is_err());
        let (answers, fault, log) = played(&[None], false, once).expect("a peer");
        assert_eq!((answers.len(), fault.as_deref(), log.as_str()), (0, Some("it stopped"), ""));
    }

    #[test]
    fn everybody_goes_first_equally_often() {
        let plan = Plan { rounds: 2, block: 2, limit: None };
        let (answers, _, log) = played(&[way(), way()], true, (4, plan)).expect("right");
        assert_eq!(log, "aabbbbaabbaaaabb");
        assert!(answers.iter().all(|answer| answer.laps.len() == 2));
        // Also beside one that stopped.
        let (.., log) = played(&[way(), None, way()], false, (4, plan)).expect("peers");
        assert_eq!(log, "aaccccaaccaaaacc");
    }

    #[test]
    fn a_slow_one_is_asked_fewer() {
        let plan = Plan { limit: Some(Duration::from_millis(20)), ..Plan::default() };
        let (answers, ..) = played(&[way()], true, (100, plan)).expect("right");
        assert!((3..=10).contains(&answers.len()), "{}", answers.len());
        assert_eq!(answers.last().map(|answer| answer.question), Some(99));
    }

    #[test]
    fn the_first_round_of_works_warms_up() {
        let (mut row, mut log) = (Row::default(), RefCell::new(String::new()));
        let write = |word| *log.borrow_mut() += word;
        work_in_turns(2, &mut row, [("a", &mut || write("a")), ("b", &mut || write("b"))]);
        assert_eq!(
            (log.get_mut().as_str(), row.of("a").len(), row.of("b").len()),
            ("abbaab", 2, 2)
        );
    }
}
