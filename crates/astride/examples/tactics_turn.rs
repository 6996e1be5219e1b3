//! Which way does a hero take in a turn: through a river, around friends, past the enemies' zones of
//! control?

use astride::planner::{Ask, Navigator};
use astride::prelude::*;

/// The class of the fences along the river.
const RIVER: u8 = 1;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let scale = Scale::CLASSIC; // 10 and 14 ticks
    let wader = Mover::walker().scale(scale).crosses(RIVER, 20)?;
    let mut nav = Navigator::with_mover(Grid::new(16, 9, b'.')?, wader);
    let rider = nav.add_mover(Mover::walker().scale(scale));
    nav.edit(|batch| {
        // From the north to the bridge in the south.
        (0..8).for_each(|y| _ = batch.fence((7, y), Dir::E, RIVER));
        batch.fill(CellRect::new(11, 3, 2, 3), b'@');
    })?;
    let hero = Cell::new(2, 1);
    let ask = Ask::new(hero, (14, 4));
    println!("wading through the river costs {} ticks", nav.find(&ask)?.cost());
    println!("a rider takes the bridge for {}", nav.find(&ask.mover(rider))?.cost());

    // The hero is in the set as well, and may stand where it is.
    let friends = nav.add_places();
    nav.set_places(friends, [hero, (7, 1).into(), (7, 2).into(), (7, 3).into()])?;
    let ask = ask.around(friends);
    println!("wading around three friends costs {}", nav.find(&ask)?.cost());

    // Each step to a cell beside an enemy costs 20 ticks more; nobody steps onto one.
    let enemies = [Cell::new(10, 1), Cell::new(10, 6)];
    let zone = |_, to| {
        let Cell { x, y } = nav.grid().cell(to);
        let apart = |enemy: &Cell| x.abs_diff(enemy.x).max(y.abs_diff(enemy.y));
        match enemies.iter().map(apart).min() {
            Some(0) => None,
            Some(1) => Some(20),
            _ => Some(0),
        }
    };
    let path = nav.route_by(&ask, zone, &mut Budget::unlimited())?.found()?.path;
    let cells: Vec<String> = path.cells(nav.grid()).map(|cell| cell.to_string()).collect();
    println!("with the enemies' zones of control, {}: {}", path.cost(), cells.join(" "));
    let range = nav.reach_by(&ask, zone, 60, &mut Budget::unlimited())?;
    println!("with 60 ticks it reaches {} cells", range.nodes().len());
    Ok(())
}
