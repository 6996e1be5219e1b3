//! Where do units go when the player clicks on a wall?

use std::path::Path;

use astride::base::Budget;
use astride::io::read_map;
use astride::planner::{Ask, Navigator};
use astride::prelude::*;
use astride::shapes::square::Near;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/grid/dao");
    let mut nav = Navigator::new(read_map(&std::fs::read(folder.join("lak303d.map"))?)?);
    let ogre = nav.add_mover_sized(Mover::walker(), 3)?;

    // A click on rock, and a unit that has to get there.
    let click = Cell::new(78, 60);
    let unit = nav.snap((127, 124))?;
    println!("nearest to the click {click}: {}", nav.snap(click)?);
    println!("that the unit can reach: {}", nav.snap(Near::new(click).reached_from(unit))?);
    println!(
        "with room for an ogre: {}",
        nav.snap_for(&Ask::new(click, click).mover(ogre), click, &mut Budget::unlimited())?
    );
    if let Err(error) = nav.snap(Near::new(click).within(1)) {
        println!("error: {error}");
    }

    // The way there, without a search of the whole map.
    let outcome = nav.route_or_nearest(&Ask::new(unit, click), &mut Budget::unlimited())?;
    if let Some(path) = outcome.path().or(outcome.nearest()) {
        let (goal, expanded) = (nav.grid().cell(path.goal()), outcome.effort().expanded);
        println!("to {goal}: {} ticks, {expanded} jump points expanded", path.cost());
    }
    Ok(())
}
