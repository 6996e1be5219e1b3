//! The program of the README: how do I load a map and ask for paths?

use astride::io::read_map;
use astride::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let grid = read_map(&std::fs::read("data/grid/dao/arena.map")?)?;
    let mover = Mover::walker();
    let view = grid.seen_by(&mover);
    let octile = GridHeuristic::octile(&view);
    let mut scratch = Scratch::new(); // one per thread, reused by every call

    for (from, to) in [((1, 11), (46, 47)), ((20, 20), (24, 17))] {
        let node = |cell| grid.node(cell).ok_or("the cell is off the map");
        let query = PathQuery::new(node(from)?, node(to)?);
        let outcome = astar(&view, &octile, &query, &mut scratch, &mut ());
        let Some(path) = outcome.path() else {
            println!("no path from {from:?} to {to:?}");
            continue;
        };
        let length = path.measure(&grid).length();
        println!("{} ticks, {length:.4} cells, {} steps", path.cost(), path.step_count());
        let first: Vec<String> = path.cells(&grid).take(3).map(|cell| cell.to_string()).collect();
        println!("{} ... {}", first.join(" "), grid.cell(path.goal()));
    }
    Ok(())
}
