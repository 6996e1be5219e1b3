//! The crate `petgraph`: A* over a graph in compressed sparse rows, its fastest form to walk.

use std::rc::Rc;

use astride::base::Cell;
use petgraph::csr::Csr;

use crate::contestant::{Answer, Entry, InProcess, Prepared, Promise};
use crate::peers::{FreeCells, Peer};
use crate::plain::octile;
use crate::rules::Rule;

/// `petgraph::algo::astar` with the cells as nodes.
pub(super) const PEER: Peer = Peer {
    entry: Entry::peer("petgraph", "petgraph A*", Rule::NoCorners, Promise::Exact),
    prepare: |plain| {
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
        let ask = move |[from, to]: [Cell; 2]| {
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
        let tell = move |found: Option<(u32, Vec<u32>)>| {
            let ticks = found.as_ref().map(|&(ticks, _)| u64::from(ticks));
            let path = found
                .map(|(_, nodes)| nodes.iter().map(|&node| places.places[node as usize]).collect());
            Ok(Answer { found: path.into(), ticks, expanded: None })
        };
        Ok(Prepared::new(InProcess { ask, tell }, Some(bytes)))
    },
};
