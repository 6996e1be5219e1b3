//! How do I lead many units to one goal?

use astride::prelude::*;
use astride::search::{DistanceField, FieldStatus};
use astride::world::Way;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let drawing = Drawing::parse(
        "
        A.....#.....
        ......#..A..
        ..##..#.....
        ..##.....#..
        A.....####..
        .......B....
        ",
    )?;
    let grid = &drawing.grid;
    let view = grid.seen_by(&Mover::walker());
    let goal = grid.node(drawing.goal()?).ok_or("the goal is off the map")?;

    // Backward: from each node to the goal. One computation serves every unit.
    let mut field = DistanceField::new();
    let status = field.compute(&view, &[(goal, 0)], Way::Backward, &mut Budget::unlimited());
    assert_eq!(status, FieldStatus::Complete);

    println!("distances in tenths of a cell:");
    for y in 0..grid.height() {
        let shown = |x| match grid.node((x, y)).and_then(|node| field.distance(node)) {
            Some(ticks) => format!("{:4}", ticks * 10 / u64::from(Scale::EXACT.straight())),
            None => "   #".to_owned(),
        };
        println!("{}", (0..grid.width()).map(shown).collect::<String>());
    }
    for &unit in &drawing.starts {
        let node = grid.node(unit).ok_or("a unit is off the map")?;
        let next = field.next_from(&view, node)?.map(|next| grid.cell(next).to_string());
        let path = field.path_from(&view, node)?.ok_or("a unit is cut off")?;
        let next = next.unwrap_or("nowhere".to_owned());
        println!("the unit at {unit} goes to {next} first, {} steps in all", path.step_count());
    }
    Ok(())
}
