//! The crate `petgraph`: A* over a graph in compressed sparse rows, its fastest form to walk.

use std::rc::Rc;
use std::time::Duration;

use petgraph::csr::Csr;

use crate::Failure;
use crate::contestant::{Answer, Contestant, Entry, InProcess, Prepared, Promise};
use crate::maps::Map;
use crate::peers::FreeCells;
use crate::plain::{PlainGrid, octile};
use crate::rules::Rule;

/// `petgraph::algo::astar` with the cells as nodes.
pub(super) struct Petgraph;

impl Contestant for Petgraph {
    fn entry(&self) -> Entry {
        let (key, title) = ("petgraph", "petgraph A*".to_owned());
        Entry { key, title, rule: Rule::NoCorners, promise: Promise::Exact, is_own: false }
    }

    fn prepare<'a>(&self, map: &'a Map, _: Duration) -> Result<Prepared<'a>, Failure> {
        let plain = PlainGrid::land_of(map, Rule::NoCorners);
        let cells = Rc::new(FreeCells::of(&plain));
        let edges: Vec<(u32, u32, u32)> = cells.edges(&plain).collect();
        let mut graph: Csr<(), u32> =
            Csr::from_sorted_edges(&edges).map_err(|_| "the edges are not sorted")?;
        // Cells after the last edge are nodes as well.
        while graph.node_count() < cells.places.len() {
            graph.add_node(());
        }
        // An edge has a target and a weight of four bytes each, a node the start of its row.
        let bytes = 8 * (graph.edge_count() + graph.node_count()) as u64;
        let places = Rc::clone(&cells);
        let ask = move |from, to| {
            let (start, goal) = (cells.number(&plain, from)?, cells.number(&plain, to)?);
            let goal_place = cells.places[goal as usize];
            petgraph::algo::astar(
                &graph,
                start,
                |at| at == goal,
                |edge| *edge.weight(),
                |at| octile(cells.places[at as usize], goal_place),
            )
        };
        let walk = move |found: Option<(u32, Vec<u32>)>| {
            let ticks = found.as_ref().map(|&(ticks, _)| u64::from(ticks));
            let path = found
                .map(|(_, nodes)| nodes.iter().map(|&node| places.places[node as usize]).collect());
            Answer { path, ticks, expanded: None }
        };
        Ok(Prepared::new(InProcess { ask, walk }, Some(bytes)))
    }
}
