//! Worlds too large for a reference, on which laws are checked.

use crate::generate::{
    GenMap, caves, looped_maze, random_classes, random_obstacles, rooms, terrain,
};
use crate::rng::Rng;
use astride::base::{CellRect, Dir, NodeId};
use astride::shapes::square::{Corners, Edit, Grid, Mover, Neighbours};

/// Maps of every kind, with sides of 64 to 128 cells; half of them have terrain.
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

/// The usual mover under each rule; it crosses fences of classes 0 and 1.
pub fn movers() -> Vec<Mover> {
    let rules = [Corners::Never, Corners::OneFree, Corners::Always];
    let eight = rules.into_iter().map(|rule| Mover::walker().corners(rule));
    let all = eight.chain([Mover::walker().neighbours(Neighbours::Four)]);
    let crossing = |mover: Mover| mover.crosses(0, 900).and_then(|mover| mover.crosses(1, 0));
    all.map(|mover| crossing(mover).expect("few ticks")).collect()
}

/// Any cell of a grid.
pub fn random_node(rng: &mut Rng, grid: &Grid) -> NodeId {
    NodeId::new(rng.below(grid.cell_count() as usize) as u32)
}

/// Adds a change of some kind to `edit`, usually of a single cell. The grid may refuse it.
pub fn random_change(edit: &mut Edit, grid: &Grid, rng: &mut Rng) {
    let cell = grid.cell(random_node(rng, grid));
    let other = grid.cell(random_node(rng, grid));
    let side = rng.pick(&Dir::STRAIGHT);
    let class = rng.pick(b"...@@W59");
    match rng.below(14) {
        0..=5 => edit.set(cell, class),
        6 => edit.fill(CellRect::new(cell.x, cell.y, 3, 2), class),
        7 => edit.wall(cell, side),
        8 => edit.forbid_step(cell, rng.pick(&Dir::ALL)),
        12 => edit.fence(cell, side, rng.below(3) as u8),
        13 => edit.fence_step(cell, side, rng.below(3) as u8),
        9 => edit.link(cell, other, 1 + rng.below(90_000) as u32),
        _ => match grid.links().first() {
            Some(link) => edit.unlink(grid.cell(link.from), grid.cell(link.to)),
            None => edit.remove_wall(cell, side),
        },
    };
}
