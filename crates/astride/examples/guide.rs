//! How do I keep answering while the map is edited, without choosing a method myself?

use std::path::Path;

use astride::io::read_map;
use astride::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/grid/dao");
    let mut grid = read_map(&std::fs::read(folder.join("lak303d.map"))?)?;
    let (from, to) = (Cell::new(127, 124), Cell::new(100, 1));
    let pairs = vec![(from, to); 500];

    let mut guide = Guide::new(Mover::walker());
    let (mut scratch, mut budget) = (Scratch::new(), Budget::unlimited());
    // Questions come in; every now and then the guide takes to something better.
    for _ in 0..3 {
        println!("{}", guide.prepare(&grid)?);
        let outcome = guide.route(&grid, from, to, &mut scratch, &mut budget)?;
        println!("  {} ticks", outcome.found()?.path.cost());
        guide.many(&grid, &pairs);
    }

    // A door closes on the path; what was built for the old map is not used again.
    let outcome = guide.route(&grid, from, to, &mut scratch, &mut budget)?;
    let path = outcome.found()?.path;
    let door = grid.cell(path.nodes()[path.step_count() / 2]);
    grid.apply(Edit::new().set(door, b'@'))?;
    println!("{}", guide.prepare(&grid)?);
    let outcome = guide.route(&grid, from, to, &mut scratch, &mut budget)?;
    println!("  {} ticks with {door} closed", outcome.found()?.path.cost());
    Ok(())
}
