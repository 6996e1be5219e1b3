//! Why is there no way, what would open one, and which way do scouts believe in?

use astride::planner::{Ask, Navigator};
use astride::prelude::*;
use astride::shapes::Closing;
use astride::shapes::square::bounded_line;

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
    let scouts = nav.add_faction(b'.');
    let unlimited = &mut Budget::unlimited();

    let list = |cells: &[Cell]| cells.iter().map(Cell::to_string).collect::<Vec<_>>().join(" ");
    let told = nav.explain(&ask, unlimited)?.ok_or("there is a path")?;
    println!("no way: {}", told.why);
    println!("around it are {} blocked cells", told.frontier.len());
    for [from, to] in &told.shut {
        println!("and a step that is shut, from {from} to {to}");
    }
    let nearest = told.nearest.ok_or("the start is blocked")?;
    println!("the nearest cell is {}", nav.grid().cell(nearest.goal()));
    println!("cells to break down: {}", list(&told.opening.ok_or("nothing helps")?.cells));

    // A thief opens doors and breaks nothing.
    let doors = |closing| matches!(closing, Closing::Step { fence: Some(DOOR), .. });
    let told = nav.explain_opening(&ask, &doors, unlimited)?.ok_or("there is a path")?;
    let opening = told.opening.ok_or("nothing helps")?;
    for [inside, outside] in &opening.steps {
        println!("doors to open: between {inside} and {outside}");
    }

    // Scouts who have seen nothing believe in a straight way; then they see the house.
    let ask = ask.faction(scouts);
    println!("the scouts' way costs {} ticks", nav.find(&ask)?.cost());
    nav.reveal_around(scouts, ask.from(), 20, |class| class == b'#')?;
    let path = nav.find(&ask)?;
    println!("once they have seen the front of the house it costs {}", path.cost());

    // The world that they believe in is a map like any other: here is a line for a point in it.
    let believed = nav.believed(scouts, nav.first_mover())?;
    let (from, to) = (path.start(), path.goal());
    let line = bounded_line(&believed.view(), from, to, unlimited, &mut Scratch::new());
    let line = line.found()?.path;
    println!(
        "a line of {:.2} cells, at most {:.3} times the shortest",
        line.line.length,
        line.factor()
    );
    let cells: Vec<Cell> = path.cells(nav.grid()).collect();
    for y in 0..nav.grid().height() {
        let letter = |x| match Cell::new(x, y) {
            cell if cells.contains(&cell) => '*',
            cell => believed.map().class(cell).map_or(' ', char::from),
        };
        println!("  {}", (0..nav.grid().width()).map(letter).collect::<String>());
    }
    nav.apply(&opening.edit())?;
    println!("through the door it is {} ticks", nav.find(&Ask::new(ask.from(), ask.to()))?.cost());
    Ok(())
}
