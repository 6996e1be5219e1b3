//! May I build here? A maze game asks before each building, and says why not.

use astride::planner::{Ask, ExplainTerms, Navigator};
use astride::prelude::*;

const MAP: &str = "
    ###################
    #........#........#
    #........#........#
    A.................B
    #........#........#
    #........#........#
    ###################";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let map = Drawing::parse(MAP)?;
    let way = Ask::new(map.start()?, map.goal()?);
    let mut nav = Navigator::new(map.grid);
    let unlimited = &mut Budget::unlimited();
    let towers = [
        ("a tower in the way", CellRect::new(4, 2, 2, 3)),
        ("a tower in the gate", CellRect::new(9, 3, 1, 1)),
        ("a tower before the gate", CellRect::new(7, 2, 2, 3)),
        ("a wall above", CellRect::new(14, 1, 1, 4)),
    ];
    for (name, place) in towers {
        let mut tower = Edit::new();
        tower.fill(place, b'#');
        if nav.would_part(&tower, &[way])?.is_empty() {
            let cost = nav.route_if(&tower, &way, unlimited)?.found()?.path.cost();
            println!("{name}: yes, and the way costs {} ticks more", cost - nav.find(&way)?.cost());
            nav.apply(&tower)?;
        } else {
            let why = nav
                .explain_with(&way, &ExplainTerms::new().after(&tower), unlimited)?
                .ok_or("there is a path")?
                .why;
            println!("{name}: no, {why}");
        }
    }

    // The rules of a game may ask for more than a way: here, one of at most 20 steps.
    let mut wall = Edit::new();
    wall.fill(CellRect::new(12, 2, 1, 4), b'#');
    let built = nav.apply_if(&wall, |world, scratch| {
        world.path(&way, scratch).is_ok_and(|path| path.step_count() <= 20)
    })?;
    println!("one wall more: {}", built.map_or("no, the way would be too long", |_| "yes"));

    let path = nav.find(&way)?;
    println!("{} buildings stand, and the way is {} steps:", nav.revision(), path.step_count());
    let cells: Vec<Cell> = path.cells(nav.grid()).collect();
    for y in 0..nav.grid().height() {
        let letter = |x| match Cell::new(x, y) {
            cell if cells.contains(&cell) => '*',
            cell => nav.grid().class(cell).map_or(' ', char::from),
        };
        println!("  {}", (0..nav.grid().width()).map(letter).collect::<String>());
    }
    Ok(())
}
