//! How do I answer many questions on one map without allocating memory for each?

use std::path::Path;

use astride::io::read_map;
use astride::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/grid/dao");
    let grid = read_map(&std::fs::read(folder.join("arena.map"))?)?;
    let scenario = Scenario::read(&std::fs::read(folder.join("arena.map.scen"))?)?;
    let mover = Mover::walker();
    let view = grid.seen_by(&mover);
    let octile = GridHeuristic::octile(&view);

    // One per thread, lent to every call: it grows once and is never cleared.
    let mut scratch = Scratch::new();
    let (mut agreed, mut expanded) = (0, 0);
    for row in scenario.rows() {
        let node = |cell| grid.node(cell).ok_or(format!("{cell} is off the map"));
        let query = PathQuery::new(node(row.start)?, node(row.goal)?);
        let outcome = astar(&view, &octile, &query, &mut scratch, &mut ());
        let measure = outcome.path().map(|path| path.measure(&grid));
        agreed += u32::from(scenario.length_matches(row, measure));
        expanded += outcome.effort().expanded;
    }
    println!("{} queries on {}x{} cells", scenario.rows().len(), grid.width(), grid.height());
    println!("{agreed} paths have the recorded length");
    println!("{expanded} nodes expanded, {} bytes of search memory", scratch.bytes());
    Ok(())
}
