//! How does somebody with a key go through a house of two floors, and somebody without?
//!
//! ```text
//! cargo run --release --example house
//! ```

use astride::base::Budget;
use astride::io::FloorDrawing;
use astride::planner::{Ask, Navigator};
use astride::shapes::floors::{FloorMap, FloorMover, FloorPlace, FloorSide};

const HOUSE: &str = "\
floors
A....#...
.....#...
.....#...
floor
....#....
.........
....#...B
stair 0,2,0 0,2,1
stair 8,0,0 8,0,1
";

/// The class of the door between the rooms upstairs.
const DOOR: u8 = 1;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let FloorDrawing { map, starts, goals } = FloorDrawing::parse(HOUSE)?;
    let mut nav = Navigator::new(map);
    nav.edit(|batch| _ = batch.fence((4, 1, 1), FloorSide::East, DOOR))?;
    let owner = nav.add_mover(FloorMover::walker().crosses(DOOR, 5_000)?);

    let ask = Ask::new(starts[0], goals[0]);
    println!("a guest: {:?}", nav.cost(&ask)?);
    let path = nav.find(&ask.mover(owner))?;
    println!("the owner: {} ticks in {} steps", path.cost(), path.step_count());
    let way: Vec<FloorPlace> = path.nodes().iter().map(|&node| nav.map().place(node)).collect();
    draw(nav.map(), &way);

    // What keeps a guest out.
    let closing = nav.explain(&ask, &mut Budget::unlimited())?;
    println!("why a guest cannot pass: {:?}", closing.map(|explanation| explanation.why));
    Ok(())
}

/// Draws the floors one below the other, with a path.
fn draw(map: &FloorMap, way: &[FloorPlace]) {
    let [width, height, floors] = map.size();
    for floor in 0..floors {
        println!("floor {floor}");
        for y in 0..height {
            let row = (0..width).map(|x| {
                let place = FloorPlace { x, y, floor };
                let class = map.class(place).unwrap_or(b' ');
                if way.contains(&place) { '*' } else { char::from(class) }
            });
            println!("  {}", row.collect::<String>());
        }
    }
}
