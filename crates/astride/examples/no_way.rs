//! Why is there no way, and what would open one?

use astride::planner::{Ask, ExplainTerms, Navigator};
use astride::prelude::*;
use astride::shapes::Closing;

const MAP: &str = "
    ....................
    .......########.....
    .......#......#.....
    A......#...B..#.....
    .......#......#.....
    .......########.....
    ....................";

/// The class of the fence that is a locked door.
const DOOR: u8 = 7;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let map = Drawing::parse(MAP)?;
    let ask = Ask::new(map.start()?, map.goal()?);
    let mut nav = Navigator::new(map.grid);
    // A door in the east of the house.
    nav.edit(|batch| _ = batch.set((14, 3), b'.').fence((13, 3), Dir::E, DOOR))?;
    let unlimited = &mut Budget::unlimited();

    let told = nav.explain(&ask, unlimited)?.ok_or("there is a path")?;
    println!("no way: {}", told.why);
    println!("around it are {} blocked cells", told.frontier.len());
    for [from, to] in &told.shut {
        println!("and a step that is shut, from {from} to {to}");
    }
    for cell in told.opening.ok_or("nothing helps")?.cells {
        println!("a cell to break down: {cell}");
    }

    // A thief opens doors and breaks nothing.
    let doors = |closing| matches!(closing, Closing::Step { fence: Some(DOOR), .. });
    let told = nav
        .explain_with(&ask, &ExplainTerms::new().opening(&doors), unlimited)?
        .ok_or("there is a path")?;
    let opening = told.opening.ok_or("nothing helps")?;
    for [inside, outside] in &opening.steps {
        println!("a door to open: between {inside} and {outside}");
    }
    nav.apply(&opening.edit())?;
    println!("through the door it is {} ticks", nav.find(&ask)?.cost());
    Ok(())
}
