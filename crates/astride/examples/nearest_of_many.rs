//! Which of many goals is the cheapest to reach, and what if none can be?

use astride::prelude::*;
use astride::search::Unreachable;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let drawing = Drawing::parse(
        "
        B.......#..
        .......##.B
        ...A...#...
        ........###
        ..####.....
        .....#....B
        ",
    )?;
    let grid = &drawing.grid;
    let view = grid.seen_by(&Mover::walker());
    let octile = GridHeuristic::octile(&view);
    let start = grid.node(drawing.start()?).ok_or("the start is off the map")?;
    let goals: Vec<NodeId> = drawing.goals.iter().filter_map(|&cell| grid.node(cell)).collect();
    let mut scratch = Scratch::new();

    print!("{}", Drawing::write(grid, &drawing.starts, &drawing.goals)?);
    let nearest = PathQuery::to_nearest(start, &goals);
    let outcome = astar(&view, &octile, &nearest, &mut scratch, &mut ());
    if let Some(path) = outcome.path() {
        let goal = grid.cell(path.goal());
        println!("of {} goals {goal} is the nearest: {} steps", goals.len(), path.step_count());
    }

    // The goal in the upper right corner is walled in.
    let walled = PathQuery::to_nearest(start, &goals[1..2]).or_nearest();
    let outcome = astar(&view, &octile, &walled, &mut scratch, &mut ());
    if let Outcome::Unreachable(Unreachable { why, nearest: Some(path), .. }) = outcome {
        println!("{} cannot be reached: {why}", grid.cell(goals[1]));
        println!("{} is as near as one gets", grid.cell(path.goal()));
    }
    Ok(())
}
