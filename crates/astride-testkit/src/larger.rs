//! Worlds too large for a reference, on which laws are checked.

use crate::generate::{
    GenMap, caves, looped_maze, random_classes, random_obstacles, rooms, terrain,
};
use astride::base::NodeId;
use astride::world::{Corners, Grid, Mover, Neighbours};

/// Maps of every kind, 64 to 128 cells a side; terrain in half of them.
pub fn larger_maps() -> Vec<GenMap> {
    let mut maps = Vec::new();
    for seed in 0..4 {
        let (width, height) = (64 + 21 * seed as usize, 128 - 17 * seed as usize);
        maps.push(caves(seed, width, height, 44, 4));
        maps.push(rooms(seed, width, height, 7, 60));
        maps.push(looped_maze(seed, width, height, 200));
        maps.push(random_obstacles(seed, width, height, 30));
        maps.push(terrain(seed, width, height, 16, 9));
        maps.push(random_classes(seed, width, height, b"...1259W@S"));
    }
    maps
}

/// The usual mover under each rule.
pub fn movers() -> Vec<Mover> {
    let rules = [Corners::Never, Corners::OneFree, Corners::Always];
    let eight = rules.into_iter().map(|rule| Mover::walker().corners(rule));
    eight.chain([Mover::walker().neighbours(Neighbours::Four)]).collect()
}

/// Any cell of a grid.
pub fn random_node(rng: &mut crate::rng::Rng, grid: &Grid) -> NodeId {
    NodeId::new(rng.below(grid.cell_count() as usize) as u32)
}
