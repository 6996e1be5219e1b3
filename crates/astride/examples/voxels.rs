//! How does a drone fly round a tower, by A* and by jump points?
//!
//! ```text
//! cargo run --release --example voxels
//! ```

use astride::prelude::*;
use astride::shapes::voxel::{
    VoxelEdit, VoxelHeuristic, VoxelJumpMap, VoxelJumpSearch, VoxelMap, VoxelMover,
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut map = VoxelMap::new(128, 128, 64)?;
    let tower = VoxelEdit::new().block_box((50, 40, 0), (78, 88, 55)).clone();
    map.apply(&tower)?;
    let drone = VoxelMover::flyer();
    let [from, to] = [(10, 60, 5), (120, 66, 8)].map(|place| map.node(place).expect("on the map"));

    let view = map.seen_by(&drone);
    let (guess, mut scratch) = (VoxelHeuristic::new(&view), Scratch::new());
    let by_steps = astar(&view, &guess, &PathQuery::new(from, to), &mut scratch, &mut ());

    let jumps = VoxelJumpMap::build(&map, &drone)?;
    let mut memory = Scratch::new();
    let by_jumps = VoxelJumpSearch::new(&map, &jumps, from, to, &mut memory)
        .run(&mut Budget::unlimited(), &mut ());

    assert_eq!(by_steps.cost(), by_jumps.cost());
    for (name, outcome) in [("A*", &by_steps), ("jump points", &by_jumps)] {
        let path = outcome.path().ok_or("there is a way")?;
        let (length, effort) = (map.measure(path).length(), outcome.effort());
        println!(
            "{name}: length {length:.3}, expanded {}, {} bytes",
            effort.expanded, effort.bytes
        );
    }
    Ok(())
}
