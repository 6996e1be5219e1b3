//! Worlds too large for a reference, on which laws are checked.

use crate::adapter::grid_of;
use crate::generate::{
    GenMap, caves, looped_maze, random_classes, random_obstacles, rooms, terrain,
};
use crate::rng::Rng;
use crate::tally::cases;
use astride::base::{CellRect, Dir, NodeId, Scale};
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

/// Maps of a few thousand cells: scattered obstacles, rooms, caves and a maze.
pub fn middling_maps() -> [GenMap; 6] {
    [
        random_obstacles(1, 90, 70, 10),
        random_obstacles(2, 70, 90, 25),
        random_obstacles(3, 80, 80, 38),
        rooms(4, 90, 90, 9, 60),
        caves(5, 130, 130, 42, 4),
        looped_maze(6, 80, 80, 200),
    ]
}

/// Goes over small maps and [`movers`], with the scales in turn, and tells the number of the map.
pub fn on_small_maps(scales: &[[u32; 2]], mut check: impl FnMut(&Grid, &Mover, u64)) {
    for seed in 0..cases(100, 4000) {
        let mut rng = Rng::new(seed);
        let (width, height) = (2 + rng.below(12), 2 + rng.below(12));
        let grid = grid_of(&random_obstacles(seed, width, height, 5 + 10 * (seed % 5) as u32));
        let [straight, diagonal] = scales[seed as usize % scales.len()];
        let scale = Scale::new(straight, diagonal).expect("a scale");
        movers().into_iter().for_each(|mover| check(&grid, &mover.scale(scale), seed));
    }
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
