//! The crate `fast_paths`: contraction hierarchies, with the grid as a graph.

use std::rc::Rc;

use astride::base::Cell;
use fast_paths::{InputGraph, ShortestPath};

use crate::contestant::{Answer, Entry, InProcess, Prepared, Promise};
use crate::peers::{FreeCells, Peer};
use crate::rules::Rule;

/// Bytes of an edge and of a node of a prepared graph: five words; a rank and two row starts.
const EDGE_BYTES: u64 = 40;
const NODE_BYTES: u64 = 24;

/// A prepared graph with one calculator that is kept.
pub(super) const PEER: Peer = Peer {
    entry: Entry::peer("fast_paths", "fast_paths CH", Rule::NoCorners, Promise::Exact),
    prepare: |plain| {
        let cells = Rc::new(FreeCells::of(&plain));
        let mut input = InputGraph::new();
        for (from, to, ticks) in cells.edges(&plain) {
            input.add_edge(from as usize, to as usize, ticks as usize);
        }
        input.freeze();
        let graph = fast_paths::prepare(&input);
        let edges = (graph.get_num_out_edges() + graph.get_num_in_edges()) as u64;
        let bytes = EDGE_BYTES * edges + NODE_BYTES * graph.get_num_nodes() as u64;
        let node_count = graph.get_num_nodes();
        let mut calculator = fast_paths::create_calculator(&graph);
        let places = Rc::clone(&cells);
        let ask = move |[from, to]: [Cell; 2]| {
            let (start, goal) = (cells.number(&plain, from)?, cells.number(&plain, to)?);
            let (start, goal) = (start as usize, goal as usize);
            // Cells without steps after the last edge are unknown to the graph.
            if start.max(goal) >= node_count {
                return (start == goal).then(|| ShortestPath::singular(start));
            }
            calculator.calc_path(&graph, start, goal)
        };
        let tell = move |found: Option<ShortestPath>| {
            let place = |&node: &usize| places.places[node];
            let path = found.as_ref().map(|found| found.get_nodes().iter().map(place).collect());
            let ticks = found.as_ref().map(|found| found.get_weight() as u64);
            Ok(Answer { found: path.into(), ticks, expanded: None })
        };
        Ok(Prepared::new(InProcess { ask, tell }, Some(bytes)))
    },
};
