//! Astride's own methods, by name.

use astride::base::{Budget, Cell, Cost, NodeId};
use astride::index::{Landmarks, Selection};
use astride::search::Method as Named;
use astride::search::{Outcome, PathQuery, Scratch, Search, astar, bidirectional, dijkstra};
use astride::shapes::square::{
    Clusters, Grid, GridView, IndexOptions, JumpMap, Route, SquareIndex,
};

use crate::Failure;
use crate::clock::timed;
use crate::contestant::{Answer, Contestant, Entry, Found, InProcess, Prepared, Promise, Session};
use crate::desk::{Desk, Settings};
use crate::rules::Rule;

/// Answers a query from node to node; `None` if the method does not take it.
pub(crate) type Ask<'a> = Box<dyn FnMut(NodeId, NodeId) -> Option<Told> + 'a>;

/// What a method says.
pub(crate) enum Told {
    /// All of a search.
    Outcome(Outcome),
    /// Only whether there is a path, the first steps of which can be walked.
    Begins(bool),
}

impl From<Outcome> for Told {
    fn from(outcome: Outcome) -> Told {
        Told::Outcome(outcome)
    }
}

impl Told {
    pub(crate) fn cost(&self) -> Option<Cost> {
        match self {
            Told::Outcome(outcome) => outcome.cost(),
            Told::Begins(_) => None,
        }
    }

    fn answer(&self, grid: &Grid) -> Answer {
        let found = match self {
            Told::Outcome(outcome) => return Answer::of(outcome, grid),
            Told::Begins(true) => Found::Begins,
            Told::Begins(false) => Found::Nothing,
        };
        Answer { found, ..Answer::default() }
    }
}

/// A method that is ready for one view.
pub(crate) struct Ready<'a> {
    pub(crate) ask: Ask<'a>,
    /// Bytes of the index it built, beside the view.
    pub(crate) bytes: usize,
    /// µs it took to build that.
    pub(crate) micros: f64,
}

/// Builds what a method needs.
pub(crate) type Prepare = for<'a> fn(&Desk<'a>) -> Result<Ready<'a>, Failure>;

impl<'a> Ready<'a> {
    pub(crate) fn session(self, grid: &'a Grid) -> Box<dyn Session + 'a> {
        let mut ask = self.ask;
        let ask = move |[from, to]: [Cell; 2]| ask(grid.node(from)?, grid.node(to)?);
        let tell = |told: Option<Told>| Ok(told.ok_or("no answer")?.answer(grid));
        Box::new(InProcess { ask, tell })
    }
}

/// One way of searching.
pub(crate) struct Method {
    /// The word that selects it.
    pub(crate) name: &'static str,
    /// How it is called in results.
    pub(crate) title: &'static str,
    /// The rules it can be compared with peers under.
    pub(crate) rules: &'static [Rule],
    /// Whether it looks at the steps out of cells, which are then worked out beforehand.
    pub(crate) steps: bool,
    pub(crate) promise: Promise,
    /// Builds what it needs; what it returns keeps that and its search memory.
    pub(crate) prepare: Prepare,
}

const RECORDED: &[Rule] = &[Rule::NoCorners];

const ANY: &[Rule] = &Rule::ALL;

/// A search over cells, one from an index, and one of those that no peer compares with.
const fn over_cells(name: &'static str, title: &'static str, prepare: Prepare) -> Method {
    Method { name, title, rules: RECORDED, steps: true, promise: Promise::Exact, prepare }
}
const fn with_index(name: &'static str, title: &'static str, prepare: Prepare) -> Method {
    Method { steps: false, ..over_cells(name, title, prepare) }
}
const fn alone(name: &'static str, title: &'static str, prepare: Prepare) -> Method {
    Method { rules: &[], ..with_index(name, title, prepare) }
}

/// All methods that can be compared or counted; a new one is one entry.
pub(crate) const METHODS: &[Method] = &[
    Method {
        rules: ANY,
        ..over_cells("astar", "A*", |desk| {
            search(desk, |desk, query, cells| {
                Some(astar(&desk.view, &desk.guess, query, cells, &mut ()))
            })
        })
    },
    over_cells("canonical", "A*, canonical", |desk| {
        search(desk, |desk, query, cells| {
            Some(astar(&desk.view, &desk.guess, &query.canonical(), cells, &mut ()))
        })
    }),
    over_cells("dijkstra", "Dijkstra", |desk| {
        search(desk, |desk, query, cells| Some(dijkstra(&desk.view, query, cells, &mut ())))
    }),
    over_cells("bidirectional", "bidirectional", |desk| {
        search(desk, |desk, query, cells| {
            bidirectional(&desk.view, &desk.guess, query, cells, &mut ()).ok()
        })
    }),
    with_index("jps", "jump points", |desk| by_index(desk, Named::Jps)),
    with_index("jump-table", "jump table", |desk| by_index(desk, Named::JumpTable)),
    with_index("jump-boxes", "jump table with boxes", |desk| by_index(desk, Named::JumpBoxes)),
    with_index("jump-landmarks", "jump points with landmarks", |desk| {
        by_index(desk, Named::JumpLandmarks)
    }),
    with_index("labels", "labels", |desk| by_index(desk, Named::Labels)),
    alone("astar-stopped", "A*", |desk| {
        search(desk, |desk, query, cells| {
            let budget = &mut Budget::unlimited().expansions(MOST_EXPANDED);
            Some(Search::astar(&desk.view, &desk.guess, query, cells).run(budget, &mut ()))
        })
    }),
    alone("farthest", "landmarks (farthest)", |desk| {
        by_landmarks(desk, Selection::Farthest, |desk, table, query, cells| {
            let guess = table.heuristic(&desk.view).ok()?.over(desk.guess).for_query(query);
            Some(astar(&desk.view, &guess, query, cells, &mut ()))
        })
    }),
    alone("avoid", "landmarks (avoid)", |desk| {
        by_landmarks(desk, Selection::Avoid, |desk, table, query, cells| {
            let guess = table.heuristic(&desk.view).ok()?.over(desk.guess).for_query(query);
            Some(astar(&desk.view, &guess, query, cells, &mut ()))
        })
    }),
    alone("all-landmarks", "landmarks, all for each guess", |desk| {
        by_landmarks(desk, Selection::Farthest, |desk, table, query, cells| {
            let guess = table.heuristic(&desk.view).ok()?.over(desk.guess);
            Some(astar(&desk.view, &guess, query, cells, &mut ()))
        })
    }),
    alone("landmarks-both-ends", "landmarks, from both ends", |desk| {
        by_landmarks(desk, Selection::Farthest, |desk, table, query, cells| {
            let guess = table.heuristic(&desk.view).ok()?.over(desk.guess).for_query(query);
            bidirectional(&desk.view, &guess, query, cells, &mut ()).ok()
        })
    }),
    Method { promise: Promise::NotOptimal, ..alone("first", "clusters", by_first_steps) },
    Method { promise: Promise::NotOptimal, ..alone("clusters", "clusters", by_clusters) },
    alone("bounded", "clusters and cells", by_bound),
    alone("bounded-landmarks", "clusters and cells, 8 landmarks", by_bound_and_landmarks),
    alone("bounded-jps", "clusters and jump points", by_bound_and_jumps),
];

/// The method of that name.
pub(crate) fn method(name: &str) -> Option<&'static Method> {
    METHODS.iter().find(|method| method.name == name)
}

/// `astar-stopped` gives up after this many nodes; it would have taken longer.
pub(crate) const MOST_EXPANDED: u64 = 20_000_000;

/// A search over cells, which builds nothing.
fn search<'a>(
    desk: &Desk<'a>,
    by: fn(&Desk<'a>, &PathQuery<'_>, &mut Scratch) -> Option<Outcome>,
) -> Result<Ready<'a>, Failure> {
    let desk = desk.clone();
    ready(0, 0.0, move |from, to| {
        by(&desk, &PathQuery::new(from, to), &mut desk.cells.borrow_mut()).map(Told::Outcome)
    })
}

fn by_landmarks<'a>(
    desk: &Desk<'a>,
    selection: Selection,
    by: fn(&Desk<'a>, &Landmarks, &PathQuery<'_>, &mut Scratch) -> Option<Outcome>,
) -> Result<Ready<'a>, Failure> {
    let ((table, micros), desk) = (desk.landmarks(selection)?, desk.clone());
    ready(table.bytes(), micros, move |from, to| {
        by(&desk, &table, &PathQuery::new(from, to), &mut desk.cells.borrow_mut())
            .map(Told::Outcome)
    })
}

/// A method that answers from an index as a user gets it by the name of the method.
fn by_index<'a>(desk: &Desk<'a>, method: Named) -> Result<Ready<'a>, Failure> {
    let options = IndexOptions::default();
    let (index, micros) = timed(|| SquareIndex::build(&desk.view, method, &options, &mut |_| true));
    let (index, desk, mut scratch) = (index?, desk.clone(), Scratch::new());
    ready(index.bytes(), micros, move |from, to| {
        let (query, budget) = (PathQuery::new(from, to), &mut Budget::unlimited());
        index.answer(&desk.view, &query, &mut scratch, budget, &mut ()).ok().map(Told::Outcome)
    })
}

/// The first steps of a route.
fn by_first_steps<'a>(desk: &Desk<'a>) -> Result<Ready<'a>, Failure> {
    by_route(desk, |mut route, clusters, view, scratch| {
        route.next_steps(clusters, view, scratch).ok()?;
        Some(Told::Begins(true))
    })
}

/// A route worked out to its end.
fn by_clusters<'a>(desk: &Desk<'a>) -> Result<Ready<'a>, Failure> {
    by_route(desk, |route, clusters, view, scratch| {
        Some(Outcome::Found(route.finish(clusters, view, scratch).ok()?).into())
    })
}

fn by_route<'a>(
    desk: &Desk<'a>,
    then: fn(Route, &Clusters, &GridView<'a>, &mut Scratch) -> Option<Told>,
) -> Result<Ready<'a>, Failure> {
    over_clusters(desk, move |clusters, view, (from, to), scratch| {
        let budget = &mut Budget::unlimited();
        match clusters.route(view, from, to, scratch, budget).ok()?.into_path() {
            Some(route) => then(route, clusters, view, scratch),
            None => Some(Told::Begins(false)),
        }
    })
}

fn by_bound<'a>(desk: &Desk<'a>) -> Result<Ready<'a>, Failure> {
    over_clusters(desk, |clusters, view, (from, to), scratch| {
        clusters.cheapest(view, from, to, scratch, &mut Budget::unlimited()).ok().map(Told::Outcome)
    })
}

fn by_bound_and_landmarks<'a>(desk: &Desk<'a>) -> Result<Ready<'a>, Failure> {
    let ((landmarks, _), octile) = (desk.landmarks(Selection::default())?, desk.guess);
    over_clusters(desk, move |clusters, view, ends, scratch| {
        let (guess, budget) =
            (landmarks.heuristic(view).ok()?.over(octile), &mut Budget::unlimited());
        clusters.cheapest_guided(view, &guess, ends, scratch, budget).ok().map(Told::Outcome)
    })
}

fn by_bound_and_jumps<'a>(desk: &Desk<'a>) -> Result<Ready<'a>, Failure> {
    let jumps = JumpMap::build(&desk.view)?;
    over_clusters(desk, move |clusters, view, ends, scratch| {
        let budget = &mut Budget::unlimited();
        clusters.cheapest_by_jumps(view, &jumps, ends, scratch, budget).ok().map(Told::Outcome)
    })
}

/// A search between two cells that starts from clusters.
fn over_clusters<'a>(
    desk: &Desk<'a>,
    mut by: impl FnMut(&Clusters, &GridView<'a>, (Cell, Cell), &mut Scratch) -> Option<Told> + 'a,
) -> Result<Ready<'a>, Failure> {
    let ((clusters, micros), view) = (desk.clusters()?, desk.view.clone());
    let mut scratch = Scratch::new();
    ready(clusters.bytes(), micros, move |from, to| {
        let ends = (view.grid().cell(from), view.grid().cell(to));
        by(&clusters, &view, ends, &mut scratch)
    })
}

fn ready<'a>(
    bytes: usize,
    micros: f64,
    ask: impl FnMut(NodeId, NodeId) -> Option<Told> + 'a,
) -> Result<Ready<'a>, Failure> {
    Ok(Ready { ask: Box::new(ask), bytes, micros })
}

/// A method under a rule.
pub(crate) fn contestant(method: &'static Method, rule: Rule) -> Contestant {
    let title = match rule {
        Rule::NoCorners => format!("astride {}", method.title),
        rule => format!("astride {}, {}", method.title, rule.title()),
    };
    let (title, promise) = (title.into(), method.promise);
    Contestant {
        entry: Entry { key: method.name, title, rule, promise, is_own: true },
        prepare: Box::new(move |map, _| {
            let grid = &map.grid;
            let view = grid.seen_by(&rule.mover());
            let view = if method.steps { view.prepared() } else { view };
            let ready = (method.prepare)(&Desk::new(view, Settings::default()))?;
            // A prepared view keeps the allowed steps of each cell in a byte.
            let steps = if method.steps { grid.cell_count() } else { 0 };
            let bytes = Some(ready.bytes as u64 + u64::from(steps));
            Ok(Prepared { session: ready.session(grid), bytes, build_micros: None })
        }),
    }
}
