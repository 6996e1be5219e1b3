//! How do two kinds of movers see the same map?

use astride::prelude::*;
use astride::world::media;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let drawing = Drawing::parse(
        "
        .....ffff.....
        .....ffff.....
        A....ffff....B
        .....ffff.....
        .....wwww.....
        .....wwww.....
        ..............
        ",
    )?;
    let grid = &drawing.grid;
    let (from, to) = (drawing.start()?, drawing.goal()?);

    // Factors multiply the cost of a step into a cell; media say where a mover can be at all.
    let ground = Mover::new().terrain(b'.', 2)?.corners(Corners::OneFree);
    let scout = ground.clone().terrain(b'f', 3)?;
    let boatman = ground.terrain_in(b'.', 2, media::LAND | media::WATER)?;
    let boatman = boatman.terrain_in(b'w', 1, media::WATER)?;

    for (name, mover) in [("scout", scout), ("boatman", boatman)] {
        let outcome = find_path(grid, &mover, from, to)?;
        let path = outcome.path().ok_or("there is no path")?;
        let taken: Vec<Cell> = path.cells(grid).collect();
        println!("the {name} pays {} ticks in {} steps:", path.cost(), path.step_count());
        for y in 0..grid.height() {
            let letter = |x| match grid.class((x, y)) {
                _ if taken.contains(&Cell::new(x, y)) => '*',
                class => class.map_or(' ', char::from),
            };
            println!("  {}", (0..grid.width()).map(letter).collect::<String>());
        }
    }
    Ok(())
}
