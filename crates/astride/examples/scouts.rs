//! Which way do units take that have not seen the whole map?

use astride::planner::{Ask, Navigator};
use astride::prelude::*;

const MAP: &str = "
    ....................
    .......########.....
    .......#......#.....
    A......#......#....B
    .......#......#.....
    .......########.....
    ....................";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let map = Drawing::parse(MAP)?;
    let ask = Ask::new(map.start()?, map.goal()?);
    let mut nav = Navigator::new(map.grid);
    // Scouts take what they have not seen to be free.
    let scouts = nav.add_faction(b'.');
    let ask = ask.faction(scouts);
    println!("the way that they believe in costs {} ticks", nav.find(&ask)?.cost());

    // They see up to 20 cells, and through no wall.
    nav.reveal_around(scouts, ask.from(), 20, |class| class == b'#')?;
    let path = nav.find(&ask)?;
    println!("once they have seen the front of the house it costs {}", path.cost());

    // The world that they believe in is a map like any other.
    let believed = nav.believed(scouts, nav.first_mover())?;
    let cells: Vec<Cell> = path.cells(nav.grid()).collect();
    for y in 0..nav.grid().height() {
        let letter = |x| match Cell::new(x, y) {
            cell if cells.contains(&cell) => '*',
            cell => believed.map().class(cell).map_or(' ', char::from),
        };
        println!("  {}", (0..nav.grid().width()).map(letter).collect::<String>());
    }
    Ok(())
}
