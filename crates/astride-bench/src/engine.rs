//! Astride's own methods, by name.

use std::time::Duration;

use astride::base::{Budget, NodeId};
use astride::search::{Outcome, Query, Scratch, astar, bidirectional, dijkstra};
use astride::shapes::square::{
    GridHeuristic, GridView, JumpMap, JumpScratch, JumpSearch, JumpTable, Labels, LabelsOptions,
    LabelsScratch, Neighbours,
};

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

/// Builds what a method needs for a view.
pub(crate) type Prepare = for<'a> fn(GridView<'a>) -> Result<Ready<'a>, Failure>;

/// One way of searching.
pub(crate) struct Method {
    /// The word that selects it.
    pub(crate) name: &'static str,
    /// Behind `astride` in results.
    pub(crate) title: &'static str,
    /// The rules it can be compared under.
    pub(crate) rules: &'static [Rule],
    /// Whether it looks at the steps out of cells, which are then worked out beforehand.
    pub(crate) steps: bool,
    /// Builds what it needs; what it returns keeps that and its search memory.
    pub(crate) prepare: Prepare,
}

const RECORDED: &[Rule] = &[Rule::NoCorners];

const ANY: &[Rule] = &Rule::ALL;

/// A search over cells, and one from an index.
const fn over_cells(name: &'static str, title: &'static str, prepare: Prepare) -> Method {
    Method { name, title, rules: RECORDED, steps: true, prepare }
}
const fn with_index(name: &'static str, title: &'static str, prepare: Prepare) -> Method {
    Method { name, title, rules: RECORDED, steps: false, prepare }
}

/// All methods that can be compared or counted; a new one is one line.
pub(crate) const METHODS: &[Method] = &[
    Method { rules: ANY, ..over_cells("astar", "A*", by_astar) },
    over_cells("canonical", "A*, canonical", by_canonical),
    over_cells("dijkstra", "Dijkstra", by_dijkstra),
    over_cells("bidirectional", "bidirectional", by_both_ends),
    with_index("jps", "jump points", by_jump_points),
    with_index("jump-table", "jump table", by_jump_table),
    with_index("labels", "labels", by_labels),
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

fn by_jump_points(view: GridView<'_>) -> Result<Ready<'_>, Failure> {
    let (map, mut scratch) = (JumpMap::new(&view)?, JumpScratch::new());
    let (grid, bytes) = (view.grid(), map.bytes());
    let ask = move |from, to| {
        let (from, to) = (grid.cell(from), grid.cell(to));
        Some(JumpSearch::new(&map, from, to, &mut scratch).run(&mut Budget::unlimited()))
    };
    Ok(Ready { ask: Box::new(ask), bytes })
}

fn by_jump_table(view: GridView<'_>) -> Result<Ready<'_>, Failure> {
    let (table, mut scratch) = (JumpTable::new(JumpMap::new(&view)?)?, JumpScratch::new());
    let (grid, bytes) = (view.grid(), table.bytes());
    let ask = move |from, to| {
        let (from, to) = (grid.cell(from), grid.cell(to));
        Some(table.search(from, to, &mut scratch).run(&mut Budget::unlimited()))
    };
    Ok(Ready { ask: Box::new(ask), bytes })
}

fn by_labels(view: GridView<'_>) -> Result<Ready<'_>, Failure> {
    let labels = Labels::new(&view, &LabelsOptions::default(), &mut |_| true)?;
    let (grid, bytes, mut scratch) = (view.grid(), labels.bytes(), LabelsScratch::new());
    let ask = move |from, to| Some(labels.path(grid.cell(from), grid.cell(to), &mut scratch));
    Ok(Ready { ask: Box::new(ask), bytes })
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
        let view = grid.seen_by(&self.rule.mover());
        let view = if self.method.steps { view.prepared() } else { view };
        let Ready { mut ask, bytes } = (self.method.prepare)(view)?;
        // A prepared view keeps the allowed steps of each cell in a byte.
        let steps = if self.method.steps { grid.cell_count() } else { 0 };
        let bytes = bytes as u64 + u64::from(steps);
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
