//! The answer: the edges along which each agent drives, with the times.

use std::fmt::Write;

/// A drive along an edge. Times are whole multiples of 2⁻³⁰, which `f64` holds exactly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Move {
    /// The vertex that is left.
    pub from: u32,
    /// The vertex that is reached.
    pub to: u32,
    /// When `from` is left.
    pub start: f64,
    /// When `to` is reached.
    pub end: f64,
}

/// The moves of every agent in order; between two moves, and after the last, it waits.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    /// The moves, by agent.
    pub ways: Vec<Vec<Move>>,
}

impl Plan {
    /// When an agent reaches its goal for good.
    ///
    /// # Panics
    ///
    /// If there is no such agent.
    pub fn arrival(&self, agent: usize) -> f64 {
        self.ways[agent].last().map_or(0.0, |last| last.end)
    }

    /// The sum of all arrivals.
    pub fn sum_of_costs(&self) -> f64 {
        (0..self.ways.len()).map(|agent| self.arrival(agent)).sum()
    }

    /// The last arrival.
    pub fn makespan(&self) -> f64 {
        (0..self.ways.len()).map(|agent| self.arrival(agent)).fold(0.0, f64::max)
    }

    /// The plan as text: a line `agents N`, then a line `agent from to start end` for each move.
    pub fn to_text(&self) -> String {
        let mut text = format!("agents {}\n", self.ways.len());
        for (agent, way) in self.ways.iter().enumerate() {
            for Move { from, to, start, end } in way {
                let _ = writeln!(text, "{agent} {from} {to} {start} {end}");
            }
        }
        text
    }

    /// Reads what [`to_text`](Plan::to_text) writes; empty lines are skipped.
    ///
    /// # Errors
    ///
    /// If a line is not a move of one of the agents, or there are more than a million agents.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride_agents::mapf::continuous::Plan;
    /// let text = "agents 2\n0 7 8 0 1.5\n";
    /// let plan = Plan::from_text(text.as_bytes())?;
    /// assert_eq!((plan.arrival(0), plan.arrival(1), plan.to_text()), (1.5, 0.0, text.into()));
    /// # Ok::<(), astride_agents::mapf::continuous::TimedPlanError>(())
    /// ```
    pub fn from_text(bytes: &[u8]) -> Result<Self, TimedPlanError> {
        let text = String::from_utf8_lossy(bytes);
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let (at, head) = lines.next().unwrap_or((0, ""));
        let count = head.strip_prefix("agents ").and_then(|count| count.trim().parse().ok());
        let count = count.filter(|&count: &usize| count <= 1_000_000);
        let count =
            count.ok_or_else(|| TimedPlanError::new(at, head, "\"agents\" and how many"))?;
        let mut ways = vec![Vec::new(); count];
        for (at, line) in lines {
            let (agent, step) = read_move(line)
                .filter(|&(agent, _)| agent < count)
                .ok_or_else(|| TimedPlanError::new(at, line, "\"agent from to start end\""))?;
            ways[agent].push(step);
        }
        Ok(Plan { ways })
    }
}

fn read_move(line: &str) -> Option<(usize, Move)> {
    let mut words = line.split_whitespace();
    let agent = words.next()?.parse().ok()?;
    let (from, to) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    let mut time = || words.next()?.parse().ok().filter(|time: &f64| time.is_finite());
    let step = Move { from, to, start: time()?, end: time()? };
    words.next().is_none().then_some((agent, step))
}

/// Why a text is not a plan of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimedPlanError {
    line: usize,
    found: String,
    expected: &'static str,
}

impl TimedPlanError {
    fn new(at: usize, line: &str, expected: &'static str) -> Self {
        TimedPlanError { line: at + 1, found: line.chars().take(40).collect(), expected }
    }

    /// The line, counted from 1.
    pub fn line(&self) -> usize {
        self.line
    }
}

astride::errors! { struct TimedPlanError:
    Self { line, found, expected } => ("malformed-timed-plan",
        "line {line}: has {found:?}, expected {expected}"),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_plan_is_refused_by_line() {
        let check = |text: &[u8], expected: &str| {
            assert_eq!(Plan::from_text(text).unwrap_err().to_string(), expected);
        };
        let head = "expected \"agents\" and how many";
        check(b"", &format!("line 1: has \"\", {head}"));
        check(b"agents 9999999999", &format!("line 1: has \"agents 9999999999\", {head}"));
        let step = "expected \"agent from to start end\"";
        for wrong in ["1 0 1 0 1", "0 0 1 0", "0 0 1 0 1 2", "0 0 1 0 NaN", "0 0 -1 0 1"] {
            let text = format!("agents 1\n\n{wrong}\n");
            check(text.as_bytes(), &format!("line 3: has {wrong:?}, {step}"));
        }
        check(b"agents 1\n\xff", &format!("line 2: has \"\u{fffd}\", {step}"));
    }
}
