//! Which cells can a unit reach this turn, and how does it get to one of them?

use astride::prelude::*;
use astride::search::reachable;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let drawing = Drawing::parse(
        "
        ...........
        ..22222....
        ..2333..#..
        ....A...#..
        ..#####.#..
        ...........
        ",
    )?;
    let mover = Mover::walker().scale(Scale::CLASSIC);
    let view = drawing.grid.seen_by(&mover);
    let start = drawing.grid.node(drawing.start()?).ok_or("the start is off the map")?;

    let turn = PathQuery::everywhere(start).within(40);
    let budget = &mut Budget::unlimited();
    let reach = reachable(&view, &turn, &mut Scratch::new(), budget, &mut ())?;

    for y in 0..drawing.grid.height() {
        let cell = |x: u32| {
            let node = drawing.grid.node((x, y))?;
            Some(match reach.of(node) {
                Some(reached) => format!("{:3}", reached.cost),
                None if view.is_passable(node) => "  .".to_owned(),
                None => "  #".to_owned(),
            })
        };
        println!("{}", (0..drawing.grid.width()).filter_map(cell).collect::<String>());
    }
    println!("{} cells within 40 ticks", reach.nodes().len());
    let farthest = reach.nodes().iter().max_by_key(|reached| reached.cost).ok_or("no cell")?;
    let path = reach.path_to(farthest.node).ok_or("no path")?;
    let cells: Vec<String> = path.cells(&drawing.grid).map(|cell| cell.to_string()).collect();
    println!("a costliest one costs {}: {}", farthest.cost, cells.join(" "));
    Ok(())
}
