//! Many units, one goal: each looks up its next step, and when a gate closes the field is repaired.

use astride::base::{Budget, Dir};
use astride::search::DistanceField;
use astride::shapes::square::{Edit, FlowField, FlowStep, Grid, Mover};
use astride::world::Way;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut grid = Grid::new(16, 7, b'.')?;
    let mut wall = Edit::new();
    for y in 1..6 {
        wall.set((8, y), b'@');
    }
    grid.apply(&wall)?;
    let mover = Mover::walker();
    let goal = grid.node((15, 2)).ok_or("off the map")?;

    let (mut field, mut flow) = (DistanceField::new(), FlowField::new());
    let view = grid.seen_by(&mover);
    field.compute(&view, &[(goal, 0)], Way::Backward, &mut Budget::unlimited());
    flow.derive(&view, &field)?;
    show(&grid, &flow);

    grid.apply(Edit::new().set((8, 0), b'@'))?;
    let view = grid.seen_by(&mover);
    let repair = field.repair(&view)?;
    flow.derive(&view, &field)?;
    println!("the northern gate is closed: {} distances taken back", repair.changed);
    show(&grid, &flow);
    Ok(())
}

fn show(grid: &Grid, flow: &FlowField) {
    for y in 0..grid.height() {
        let letter = |x| match grid.node((x, y)).map(|node| flow.step(node)) {
            Some(FlowStep::Towards(dir)) => match dir {
                Dir::N => '↑',
                Dir::NE => '↗',
                Dir::E => '→',
                Dir::SE => '↘',
                Dir::S => '↓',
                Dir::SW => '↙',
                Dir::W => '←',
                Dir::NW => '↖',
            },
            Some(FlowStep::Arrived) => 'o',
            Some(FlowStep::Link(_)) => '*',
            Some(FlowStep::Unreached) | None => '#',
        };
        println!("{}", (0..grid.width()).map(letter).collect::<String>());
    }
}
