//! What takes part in a comparison: something that prepares itself for a map and answers queries.
//!
//! To add a search of Astride, add a line to [`crate::engine::METHODS`]; to add a peer, a file to
//! [`crate::peers`] and a line to its list.

use std::time::Duration;

use astride::base::{Cell, Cost};
use astride::path::Path;
use astride::search::Outcome;
use astride::shapes::square::Grid;

use crate::clock::timed;
use crate::maps::Map;
use crate::plain::{Place, place};
use crate::rules::Rule;
use crate::{Failure, engine, peers};

/// How good its answers are by its own documentation and arithmetic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Promise {
    /// Optimal, in whole ticks.
    Exact,
    /// Optimal up to this part of the cost: floating point, or another ratio of the step costs.
    Within(f64),
    /// Not optimal by design.
    NotOptimal,
}

/// What a contestant is called and judged by.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// The word that selects it.
    pub(crate) key: &'static str,
    pub(crate) title: String,
    pub(crate) rule: Rule,
    pub(crate) promise: Promise,
    /// Whether it is Astride itself, whose wrong answers end the run.
    pub(crate) is_own: bool,
}

/// Somebody who takes part.
pub(crate) trait Contestant {
    fn entry(&self) -> Entry;

    /// Builds whatever can be built once per map. An error leaves it out, with the reason; one
    /// that works in a process of its own is ended after `patience`.
    fn prepare<'a>(&self, map: &'a Map, patience: Duration) -> Result<Prepared<'a>, Failure>;
}

/// A contestant that is ready for one map.
pub(crate) struct Prepared<'a> {
    pub(crate) session: Box<dyn Session + 'a>,
    /// Bytes of what was built, if known.
    pub(crate) bytes: Option<u64>,
    /// µs it says it took to build, if it has its own clock.
    pub(crate) build_micros: Option<f64>,
}

impl<'a> Prepared<'a> {
    /// Of a session whose building was watched from outside.
    pub(crate) fn new(session: impl Session + 'a, bytes: Option<u64>) -> Self {
        Prepared { session: Box::new(session), bytes, build_micros: None }
    }
}

/// What an answer says of paths.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Found {
    /// All cells from start to goal.
    Path(Vec<Place>),
    /// That there is a path, the first steps of which can be walked.
    Begins,
    /// That there is none.
    #[default]
    Nothing,
    /// Nothing: the search gave up before it knew.
    Unknown,
}

impl From<Option<Vec<Place>>> for Found {
    fn from(path: Option<Vec<Place>>) -> Found {
        path.map_or(Found::Nothing, Found::Path)
    }
}

/// An answer in terms that all contestants share.
#[derive(Debug, Default)]
pub(crate) struct Answer {
    pub(crate) found: Found,
    /// The cost it states, if it counts in ticks.
    pub(crate) ticks: Option<Cost>,
    pub(crate) expanded: Option<u64>,
}

impl Answer {
    /// What a search of Astride on a map found.
    pub(crate) fn of(outcome: &Outcome, grid: &Grid) -> Answer {
        let found = match outcome {
            Outcome::OutOfBudget(_) => Found::Unknown,
            _ => outcome.path().map(|path| places(path, grid)).into(),
        };
        Answer { found, ticks: outcome.cost(), expanded: Some(outcome.effort().expanded) }
    }
}

fn places(path: &Path, grid: &Grid) -> Vec<Place> {
    path.nodes().iter().map(|&node| place(grid.cell(node))).collect()
}

/// The time of one query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Lap {
    pub(crate) micros: f64,
    /// µs to reset what the query before has written, where the caller must do that; counted apart.
    pub(crate) reset_micros: f64,
}

/// Answers queries on one map.
pub(crate) trait Session {
    /// Answers one query to be checked; nothing is timed.
    fn answer(&mut self, ends: [Cell; 2]) -> Result<Answer, Failure>;

    /// Answers some queries and appends the time of each.
    fn time(&mut self, queries: &[[Cell; 2]], laps: &mut Vec<Lap>) -> Result<(), Failure>;
}

/// A session in this process: `ask` alone is timed, `tell` translates what it gave.
pub(crate) struct InProcess<F, T> {
    pub(crate) ask: F,
    pub(crate) tell: T,
}

impl<A, F, T> Session for InProcess<F, T>
where
    F: FnMut([Cell; 2]) -> A,
    T: FnMut(A) -> Result<Answer, Failure>,
{
    fn answer(&mut self, ends: [Cell; 2]) -> Result<Answer, Failure> {
        let answer = (self.ask)(ends);
        (self.tell)(answer)
    }

    fn time(&mut self, queries: &[[Cell; 2]], laps: &mut Vec<Lap>) -> Result<(), Failure> {
        for &ends in queries {
            let (answer, micros) = timed(|| (self.ask)(ends));
            drop(answer);
            laps.push(Lap { micros, reset_micros: 0.0 });
        }
        Ok(())
    }
}

/// Everybody who is asked for: methods of Astride by name (all if none is named), and peers.
///
/// By rules other than that of the recorded rows, Astride only takes part if a peer does.
pub(crate) fn lineup(methods: &[String], peers: &str) -> Result<Vec<Box<dyn Contestant>>, Failure> {
    let compared = || engine::METHODS.iter().filter(|method| !method.rules.is_empty());
    let names = compared().map(|method| method.name);
    check_names("method", methods.iter().map(String::as_str), names.collect())?;
    let peers = chosen_peers(peers)?;
    let has_peer = |rule| peers.iter().any(|peer| peer.entry().rule == rule);
    let mut all: Vec<Box<dyn Contestant>> = Vec::new();
    for rule in Rule::ALL {
        let is_played = rule == Rule::NoCorners || has_peer(rule);
        for method in compared() {
            let is_asked = methods.is_empty() || methods.iter().any(|name| name == method.name);
            if is_played && is_asked && method.rules.contains(&rule) {
                all.push(Box::new(engine::Engine { method, rule }));
            }
        }
    }
    all.extend(peers);
    // Those who compare stand together.
    all.sort_by_key(|one| one.entry().rule);
    Ok(all)
}

fn chosen_peers(asked: &str) -> Result<Vec<Box<dyn Contestant>>, Failure> {
    let mut peers = peers::in_rust();
    let is_named = |name: &str| asked.split(',').any(|word| word == name);
    match asked {
        "none" => return Ok(Vec::new()),
        "rust" => return Ok(peers),
        _ => peers.extend(peers::in_other_languages()),
    }
    if asked != "all" {
        let known = peers.iter().map(|peer| peer.entry().key).collect();
        check_names("peer", asked.split(','), known)?;
        peers.retain(|peer| is_named(peer.entry().key));
    }
    Ok(peers)
}

fn check_names<'a>(
    kind: &str,
    asked: impl Iterator<Item = &'a str>,
    known: Vec<&'static str>,
) -> Result<(), Failure> {
    for name in asked {
        if !known.contains(&name) {
            return Err(
                format!("no {kind} is called {name:?}; there are {}", known.join(", ")).into()
            );
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn titles(methods: &[&str], peers: &str) -> Vec<String> {
        let methods: Vec<String> = methods.iter().map(|&name| name.to_owned()).collect();
        let all = lineup(&methods, peers).expect("known names");
        all.iter().map(|one| one.entry().title).collect()
    }

    #[test]
    fn contestants_are_chosen_by_name() {
        assert_eq!(titles(&["astar"], "none"), ["astride A*"]);
        assert_eq!(titles(&["astar"], "petgraph"), ["astride A*", "petgraph A*"]);
        let four = titles(&["astar"], "hierarchical_pathfinding");
        assert_eq!(four.len(), 3, "A* by two rules, and the peer: {four:?}");
        assert_eq!(four[2], "hierarchical_pathfinding HPA*");
        assert!(titles(&[], "all").len() > titles(&[], "rust").len());
    }

    #[test]
    fn unknown_names_are_refused_with_the_known_ones() {
        let fault = |methods: &[String], peers| lineup(methods, peers).err().unwrap().to_string();
        assert!(fault(&["astra".to_owned()], "none").contains("astar"));
        assert!(fault(&[], "petgraff").contains("petgraph"));
        assert!(fault(&[], "").contains("petgraph"));
    }

    #[test]
    fn titles_are_unique() {
        let mut all = titles(&[], "all");
        all.sort();
        let count = all.len();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
