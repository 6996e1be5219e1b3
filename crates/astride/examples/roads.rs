//! How long do ambulances take through Monaco, how far do they get in ten seconds, and which other
//! ways are there?
//!
//! ```text
//! cargo run --release --example roads
//! ```

use std::fs;
use std::path::Path as File;

use astride::base::Cost;
use astride::index::hierarchy::Hierarchy;
use astride::index::hubs::SparseGraph;
use astride::io::{read_graph, read_positions};
use astride::prelude::*;
use astride::search::{alternatives, reachable};
use astride::shapes::graph::GraphPlace;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = File::new(env!("CARGO_MANIFEST_DIR")).join("../../data/road");
    let mut roads = read_graph(&fs::read(folder.join("monaco.time.gr"))?)?;
    roads.set_positions(&read_positions(&fs::read(folder.join("monaco.co"))?, &roads)?)?;
    let node = |place: u32| roads.node(GraphPlace(place)).expect("it is on the map");

    // From three stations to three patients: ticks are milliseconds.
    let (stations, patients) = ([332, 17, 401], [155, 260, 48]);
    let hierarchy = Hierarchy::build(&SparseGraph::of_world(&roads)?)?;
    let [from, to] = [stations, patients].map(|places| places.map(|place| node(place).get()));
    let matrix = hierarchy.matrix(&from, &to, &mut Scratch::new());
    println!("seconds from each station to patients {patients:?}");
    for (station, row) in stations.iter().zip(&matrix) {
        let seconds: Vec<String> = row
            .iter()
            .map(|&ticks| match ticks == Cost::MAX {
                true => "-".to_owned(),
                false => format!("{:.1}", ticks as f64 / 1000.0),
            })
            .collect();
        println!("  {station:>3}: {}", seconds.join("  "));
    }

    // What is reached within five, ten and twenty seconds.
    for seconds in [5, 10, 20] {
        let query = PathQuery::everywhere(node(332)).within(seconds * 1000);
        let mut budget = Budget::unlimited();
        let reach = reachable(&roads, &query, &mut Scratch::new(), &mut budget, &mut ())?;
        println!("within {seconds} s of station 332: {} places", reach.nodes().len());
    }

    // The three cheapest ways without loops.
    let mut budget = Budget::unlimited();
    let ways = alternatives(&roads, node(332), node(155), 3, &mut Scratch::new(), &mut budget)?;
    for way in &ways {
        println!("a way of {:.1} s over {} places", way.cost() as f64 / 1000.0, way.nodes().len());
    }
    Ok(())
}
