//! Astride's own methods, by name.

use std::time::Duration;

use astride::base::NodeId;
use astride::search::{GridHeuristic, Outcome, Query, Scratch, astar, bidirectional, dijkstra};
use astride::world::{GridView, Neighbours};

use crate::Failure;
use crate::contestant::{Answer, Contestant, Entry, InProcess, Prepared, Promise};
use crate::maps::Map;
use crate::rules::Rule;

/// Answers a query from node to node; `None` if the method does not take it.
pub(crate) type Ask<'a> = Box<dyn FnMut(NodeId, NodeId) -> Option<Outcome> + 'a>;

/// A method that is ready for one view.
pub(crate) struct Ready<'a> {
    pub(crate) ask: Ask<'a>,
    /// Bytes of the index it built, beside the view.
    pub(crate) bytes: usize,
}

/// One way of searching.
pub(crate) struct Method {
    /// The word that selects it.
    pub(crate) name: &'static str,
    /// Behind `astride` in results.
    pub(crate) title: &'static str,
    /// The rules it can be compared under.
    pub(crate) rules: &'static [Rule],
    /// Builds what it needs; what it returns keeps that and its search memory.
    pub(crate) prepare: for<'a> fn(GridView<'a>) -> Result<Ready<'a>, Failure>,
}

const RECORDED: &[Rule] = &[Rule::NoCorners];

/// All methods that can be compared or counted; a new one is one line.
pub(crate) const METHODS: &[Method] = &[
    Method { name: "astar", title: "A*", rules: &Rule::ALL, prepare: by_astar },
    Method { name: "canonical", title: "A*, canonical", rules: RECORDED, prepare: by_canonical },
    Method { name: "dijkstra", title: "Dijkstra", rules: RECORDED, prepare: by_dijkstra },
    Method {
        name: "bidirectional",
        title: "bidirectional",
        rules: RECORDED,
        prepare: by_both_ends,
    },
];

/// The method of that name.
pub(crate) fn method(name: &str) -> Option<&'static Method> {
    METHODS.iter().find(|method| method.name == name)
}

// Each of these is a function, since a closure does not take a view of any lifetime.

fn by_astar(view: GridView<'_>) -> Result<Ready<'_>, Failure> {
    let (guess, mut scratch) = (heuristic(&view), Scratch::new());
    ready(move |from, to| Some(astar(&view, &guess, &Query::new(from, to), &mut scratch, &mut ())))
}

fn by_canonical(view: GridView<'_>) -> Result<Ready<'_>, Failure> {
    let (guess, mut scratch) = (heuristic(&view), Scratch::new());
    ready(move |from, to| {
        Some(astar(&view, &guess, &Query::new(from, to).canonical(), &mut scratch, &mut ()))
    })
}

fn by_dijkstra(view: GridView<'_>) -> Result<Ready<'_>, Failure> {
    let mut scratch = Scratch::new();
    ready(move |from, to| Some(dijkstra(&view, &Query::new(from, to), &mut scratch, &mut ())))
}

fn by_both_ends(view: GridView<'_>) -> Result<Ready<'_>, Failure> {
    let (guess, mut scratch) = (heuristic(&view), Scratch::new());
    ready(move |from, to| {
        bidirectional(&view, &guess, &Query::new(from, to), &mut scratch, &mut ()).ok()
    })
}

/// A method without an index.
fn ready<'a>(
    ask: impl FnMut(NodeId, NodeId) -> Option<Outcome> + 'a,
) -> Result<Ready<'a>, Failure> {
    Ok(Ready { ask: Box::new(ask), bytes: 0 })
}

/// The nearest guess that never exceeds the cost under the rule of the view.
fn heuristic(view: &GridView<'_>) -> GridHeuristic {
    match view.neighbours() {
        Neighbours::Four => GridHeuristic::manhattan(view),
        _ => GridHeuristic::octile(view),
    }
}

/// A method under a rule.
pub(crate) struct Engine {
    pub(crate) method: &'static Method,
    pub(crate) rule: Rule,
}

impl Contestant for Engine {
    fn entry(&self) -> Entry {
        let title = match self.rule {
            Rule::NoCorners => format!("astride {}", self.method.title),
            rule => format!("astride {}, {}", self.method.title, rule.title()),
        };
        let (key, rule) = (self.method.name, self.rule);
        Entry { key, title, rule, promise: Promise::Exact, is_own: true }
    }

    fn prepare<'a>(&self, map: &'a Map, _: Duration) -> Result<Prepared<'a>, Failure> {
        let grid = &map.grid;
        let view = grid.seen_by(&self.rule.mover()).prepared();
        let Ready { mut ask, bytes } = (self.method.prepare)(view)?;
        // A prepared view keeps the allowed steps of each cell in a byte.
        let bytes = bytes as u64 + u64::from(grid.cell_count());
        let ask = move |from, to| ask(grid.node(from)?, grid.node(to)?);
        let walk = move |outcome: Option<Outcome>| {
            let Some(outcome) = outcome else { return Answer::default() };
            let place = |node| {
                let cell = grid.cell(node);
                (cell.x as i32, cell.y as i32)
            };
            let path = outcome.path().map(|path| path.nodes().iter().map(|&n| place(n)).collect());
            Answer { path, ticks: outcome.cost(), expanded: Some(outcome.effort().expanded) }
        };
        Ok(Prepared::new(InProcess { ask, walk }, Some(bytes)))
    }
}
