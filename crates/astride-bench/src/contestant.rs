//! The contestants: four searches of Astride, and one of each of two other libraries.
//!
//! All get the same start and goal cells and hand back a full path. Whatever a library lets one
//! build once per map (Astride's prepared view and search memory, petgraph's graph) is built before.

use astride::base::{Cell, NodeId};
use astride::search::{GridHeuristic, Outcome, Query, Scratch, astar, bidirectional, dijkstra};
use astride::world::{Grid, GridView, Mover};
use clap::ValueEnum;
use petgraph::csr::Csr;

use crate::clock::timed;
use crate::maps::Map;
use crate::plain::{Place, PlainGrid, octile};

/// Who takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Contestant {
    /// Astride, A* with the octile heuristic
    Astar,
    /// Astride, A* following only canonical arcs
    Canonical,
    /// Astride, Dijkstra's search
    Dijkstra,
    /// Astride, bidirectional A*
    Bidirectional,
    /// `pathfinding::prelude::astar` on coordinates
    Pathfinding,
    /// `petgraph::algo::astar` on a compressed sparse row graph
    Petgraph,
}

impl Contestant {
    pub(crate) const ALL: [Contestant; 6] = [
        Contestant::Astar,
        Contestant::Canonical,
        Contestant::Dijkstra,
        Contestant::Bidirectional,
        Contestant::Pathfinding,
        Contestant::Petgraph,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Contestant::Astar => "astride A*",
            Contestant::Canonical => "astride A*, canonical",
            Contestant::Dijkstra => "astride Dijkstra",
            Contestant::Bidirectional => "astride bidirectional",
            Contestant::Pathfinding => "pathfinding A*",
            Contestant::Petgraph => "petgraph A*",
        }
    }
}

/// What is kept between the queries on one map.
pub(crate) struct Arena<'a> {
    grid: &'a Grid,
    view: GridView<'a>,
    prepared: GridView<'a>,
    /// µs it took to prepare the view.
    pub(crate) preparing_micros: f64,
    octile: GridHeuristic,
    scratch: Scratch,
    plain: PlainGrid,
    graph: Csr<(), u32>,
    places: Vec<Place>,
}

/// An answer as its library gives it, so that no translation is timed.
pub(crate) enum Answer {
    Engine(Outcome),
    Coordinates { found: Option<(Vec<Place>, u32)>, expanded: u64 },
    Indices(Option<(u32, Vec<u32>)>),
}

impl<'a> Arena<'a> {
    /// Prepares every contestant for one map.
    pub(crate) fn new(map: &'a Map, mover: &Mover, with_graph: bool) -> Self {
        let view = map.grid.seen_by(mover);
        let (prepared, preparing_micros) = timed(|| view.clone().prepared());
        let octile = GridHeuristic::octile(&view);
        let plain = PlainGrid::land_of(map, true);
        let graph = if with_graph { graph_of(&plain) } else { Csr::new() };
        let places = (0..plain.cell_count()).map(|index| plain.place(index)).collect();
        let scratch = Scratch::new();
        let grid = &map.grid;
        Arena { grid, view, prepared, preparing_micros, octile, scratch, plain, graph, places }
    }

    pub(crate) fn view(&self) -> &GridView<'a> {
        &self.view
    }

    /// Answers one query; the only thing that is timed. `None` if a cell is off the map.
    pub(crate) fn solve(&mut self, who: Contestant, from: Cell, to: Cell) -> Option<Answer> {
        let ends = (self.grid.node(from)?, self.grid.node(to)?);
        match who {
            Contestant::Pathfinding => Some(self.by_pathfinding(from, to)),
            Contestant::Petgraph => Some(self.by_petgraph(ends)),
            _ => self.by_engine(who, Query::new(ends.0, ends.1)).map(Answer::Engine),
        }
    }

    fn by_engine(&mut self, who: Contestant, query: Query<'_>) -> Option<Outcome> {
        let (view, scratch) = (&self.prepared, &mut self.scratch);
        match who {
            Contestant::Canonical => {
                let query = query.canonical();
                Some(astar(view, &self.octile, &query, scratch, &mut ()))
            }
            Contestant::Dijkstra => Some(dijkstra(view, &query, scratch, &mut ())),
            Contestant::Bidirectional => {
                bidirectional(view, &self.octile, &query, scratch, &mut ()).ok()
            }
            _ => Some(astar(view, &self.octile, &query, scratch, &mut ())),
        }
    }

    fn by_pathfinding(&self, from: Cell, to: Cell) -> Answer {
        let place = |cell: Cell| (cell.x as i32, cell.y as i32);
        let (start, goal) = (place(from), place(to));
        let mut expanded = 0;
        let found = pathfinding::prelude::astar(
            &start,
            |&at| {
                expanded += 1;
                self.plain.steps_from(at)
            },
            |&at| octile(at, goal),
            |&at| at == goal,
        );
        Answer::Coordinates { found, expanded }
    }

    fn by_petgraph(&self, (start, goal): (NodeId, NodeId)) -> Answer {
        let goal_place = self.places[goal.index()];
        Answer::Indices(petgraph::algo::astar(
            &self.graph,
            start.get(),
            |at| at == goal.get(),
            |edge| *edge.weight(),
            |at| octile(self.places[at as usize], goal_place),
        ))
    }
}

impl Answer {
    /// The cost in ticks, `None` if there is no path.
    pub(crate) fn cost(&self) -> Option<u64> {
        match self {
            Answer::Engine(outcome) => outcome.cost(),
            Answer::Coordinates { found, .. } => found.as_ref().map(|(_, cost)| u64::from(*cost)),
            Answer::Indices(found) => found.as_ref().map(|(cost, _)| u64::from(*cost)),
        }
    }

    /// How many nodes the path has, both ends included; 0 if there is none.
    pub(crate) fn node_count(&self) -> usize {
        match self {
            Answer::Engine(outcome) => outcome.path().map_or(0, |path| path.nodes().len()),
            Answer::Coordinates { found, .. } => found.as_ref().map_or(0, |(path, _)| path.len()),
            Answer::Indices(found) => found.as_ref().map_or(0, |(_, path)| path.len()),
        }
    }

    /// How many nodes were expanded, where the library says so.
    pub(crate) fn expanded(&self) -> Option<u64> {
        match self {
            Answer::Engine(outcome) => Some(outcome.effort().expanded),
            Answer::Coordinates { expanded, .. } => Some(*expanded),
            Answer::Indices(_) => None,
        }
    }
}

/// Every step as an edge; compressed sparse rows are petgraph's fastest form to walk.
fn graph_of(plain: &PlainGrid) -> Csr<(), u32> {
    let edges: Vec<(u32, u32, u32)> = (0..plain.cell_count())
        .filter(|&index| plain.is_free(plain.place(index)))
        .flat_map(|index| {
            let steps = plain.steps_from(plain.place(index));
            let mut row: Vec<_> =
                steps.map(|(to, cost)| (index as u32, plain.index(to) as u32, cost)).collect();
            row.sort_unstable();
            row
        })
        .collect();
    let mut graph = Csr::from_sorted_edges(&edges).expect("rows in order, each sorted");
    // Cells after the last edge are nodes as well.
    while graph.node_count() < plain.cell_count() {
        graph.add_node(());
    }
    graph
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contestants_agree_on_a_tiny_map() {
        let classes = b"......@.@.@...@.@...@.@.@@";
        let grid = Grid::from_classes(13, 2, classes).expect("a whole map");
        let map = Map { name: "tiny".to_owned(), grid };
        let mover = Mover::walker();
        let mut arena = Arena::new(&map, &mover, true);
        let mut found = 0;
        for from in (0..26).map(|node| map.grid.cell(NodeId::new(node))) {
            for to in (0..26).map(|node| map.grid.cell(NodeId::new(node))) {
                let is_free = |cell| map.grid.class(cell) == Some(b'.');
                if !is_free(from) || !is_free(to) {
                    continue;
                }
                let costs = Contestant::ALL.map(|who| arena.solve(who, from, to).unwrap().cost());
                assert!(costs.iter().all(|cost| *cost == costs[0]), "{from} {to}: {costs:?}");
                found += usize::from(costs[0].is_some());
            }
        }
        assert!(found > 50, "{found} paths");
    }
}
