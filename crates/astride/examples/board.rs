//! Which lands does an army reach, and what is the way round an enemy, on a board like that of Risk?
//!
//! ```text
//! cargo run --release --example board
//! ```

use astride::planner::{Ask, Navigator};
use astride::prelude::*;
use astride::search::reachable;
use astride::shapes::graph::{Graph, GraphBuilder, GraphPlace};

const BORDERS: [(&str, &str); 12] = [
    ("Alaska", "Northwest"),
    ("Alaska", "Alberta"),
    ("Alaska", "Kamchatka"),
    ("Northwest", "Alberta"),
    ("Northwest", "Ontario"),
    ("Alberta", "Ontario"),
    ("Ontario", "Quebec"),
    ("Quebec", "Greenland"),
    ("Northwest", "Greenland"),
    ("Greenland", "Iceland"),
    ("Kamchatka", "Japan"),
    ("Kamchatka", "Mongolia"),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut builder = GraphBuilder::new();
    for (here, there) in BORDERS {
        let (here, there) = (builder.place(here), builder.place(there));
        builder.both_ways(here, there, 1);
    }
    let board = builder.finish()?;
    let node = |name: &str| board.node_named(name).expect("it is on the board");

    for moves in 1..=3 {
        let query = PathQuery::everywhere(node("Alberta")).within(moves);
        let mut budget = Budget::unlimited();
        let reach = reachable(&board, &query, &mut Scratch::new(), &mut budget, &mut ())?;
        let mut lands: Vec<&str> = reach.nodes().iter().map(|at| board.name(at.node)).collect();
        lands.sort_unstable();
        println!("in {moves} moves from Alberta: {}", lands.join(", "));
    }

    let [from, to] = ["Japan", "Iceland"].map(|name| board.place(node(name)));
    let mut nav = Navigator::new(board);
    println!("Japan to Iceland: {}", way(&nav, &Ask::new(from, to))?);
    // An enemy in Northwest costs five moves to pass.
    let northwest = nav.map().node_named("Northwest").expect("it is on the board");
    let enemy = nav.add_overlay()?;
    nav.overlay_mut(enemy)?.set_at(northwest, 5);
    println!("round an enemy: {}", way(&nav, &Ask::new(from, to).overlay(enemy))?);
    Ok(())
}

/// The lands along a path.
fn way(
    nav: &Navigator<Graph>,
    ask: &Ask<GraphPlace>,
) -> Result<String, Box<dyn std::error::Error>> {
    let path = nav.find(ask)?;
    let names: Vec<&str> = path.nodes().iter().map(|&node| nav.map().name(node)).collect();
    Ok(names.join(" - "))
}
