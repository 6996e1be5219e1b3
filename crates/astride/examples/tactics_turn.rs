//! A turn of a tactics game: a river that costs time, zones of control, the nearest healer, and two
//! ways around.

use astride::planner::{Ask, Navigator};
use astride::prelude::*;
use astride::search::{Dissimilar, dissimilar};

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
    let (hero, goal) = (Cell::new(2, 1), Cell::new(14, 4));
    let unlimited = &mut Budget::unlimited();

    let ask = Ask::new(hero, goal);
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
    let path = nav.route_by(&ask, zone, unlimited)?.found()?.path;
    println!("with the enemies' zones of control, a way costs {}:", path.cost());
    let cells: Vec<Cell> = path.cells(nav.grid()).collect();
    for y in 0..nav.grid().height() {
        let letter = |x| match Cell::new(x, y) {
            cell if cells.contains(&cell) => '*',
            cell if enemies.contains(&cell) => 'E',
            _ if x == 7 && (1..4).contains(&y) => 'F',
            cell => nav.grid().class(cell).map_or(' ', char::from),
        };
        let river = |x| if x == 7 && y < 8 { "|" } else { "" };
        let row = (0..nav.grid().width()).map(|x| format!("{}{}", letter(x), river(x)));
        println!("  {}", row.collect::<String>());
    }

    // Of three healers, the one that is cheapest to reach.
    let healers = nav.add_places();
    nav.set_places(healers, [(3, 8), (9, 4)])?;
    nav.request(&Ask::new(hero, (15, 0)).or_to(healers), 0)?;
    nav.work(&mut Budget::unlimited());
    let path = nav.take_done().next().ok_or("no answer")?.answer?.found()?.path;
    println!(
        "the nearest healer is at {}, {} ticks away",
        nav.grid().cell(path.goal()),
        path.cost()
    );

    // Two groups that attack from two sides.
    let view = nav.grid().seen_by(nav.mover(rider)?);
    let node = |x, y| nav.grid().node((x, y)).ok_or("off the map");
    let (from, to) = (node(9, 4)?, node(14, 4)?);
    let wish = Dissimilar { count: 2, most_shared: 40, margin: 10, most_cost: 150 };
    for path in dissimilar(&view, from, to, &wish, unlimited)? {
        let cells: Vec<String> = path.cells(nav.grid()).map(|cell| cell.to_string()).collect();
        println!("a way for {}: {}", path.cost(), cells.join(" "));
    }
    Ok(())
}
