//! Small worlds in which everything happens at once.

use crate::rng::Rng;
use crate::square::{Corners, Direction, LAND, Neighbours, RefCell, SquareWorld, WATER};
use std::collections::{BTreeMap, BTreeSet};

/// A random world with walls, one-way steps, links, mixed media, factors 1 to 4 and random rules.
///
/// Meant for a few dozen cells: walls and links are frequent. Some cells have no medium at all,
/// some both; some blocked steps lead nowhere; a link may cost nothing, be a loop, or start or end
/// on an impassable cell.
pub fn rich_world(seed: u64, width: usize, height: usize) -> SquareWorld {
    let mut rng = Rng::new(seed);
    let mut world = SquareWorld {
        width,
        height,
        cells: Vec::new(),
        blocked_steps: BTreeSet::new(),
        links: Vec::new(),
        crossings: BTreeMap::new(),
        neighbours: rng.pick(&[Neighbours::Four, Neighbours::Eight, Neighbours::Eight]),
        corners: rng.pick(&[Corners::Never, Corners::OneFree, Corners::Always]),
        straight: rng.pick(&[1, 10, 13_860]),
        diagonal: 0,
    };
    world.diagonal = match world.straight {
        1 => rng.pick(&[1, 2]),
        10 => 14,
        _ => 19_601,
    };
    let cell_count = width * height;
    for _ in 0..cell_count {
        let factor = if rng.percent(20) { 0 } else { rng.pick(&[1, 1, 1, 2, 3, 4]) };
        let media = rng.pick(&[0, LAND, LAND, LAND, WATER, WATER, LAND | WATER, LAND | WATER]);
        world.cells.push(RefCell { factor, media });
    }
    if cell_count > 0 {
        add_blocked_steps(&mut rng, &mut world);
        for _ in 0..rng.below(4) {
            let from = world.cell_at(rng.below(cell_count));
            let to = world.cell_at(rng.below(cell_count));
            world.links.push((from, to, rng.below(50) as u64));
        }
    }
    world
}

/// A [`rich_world`] that also has fences, in one of three.
pub fn fenced_world(seed: u64, width: usize, height: usize) -> SquareWorld {
    let mut world = rich_world(seed, width, height);
    if !world.cells.is_empty() && seed.is_multiple_of(3) {
        add_fences(&mut Rng::new(!seed), &mut world);
    }
    world
}

/// Fences on some sides, most of them both ways; in some worlds many at once.
fn add_fences(rng: &mut Rng, world: &mut SquareWorld) {
    const STRAIGHT: [Direction; 4] = [Direction::N, Direction::E, Direction::S, Direction::W];
    for _ in 0..rng.below(world.cells.len() + 1) {
        let cell = world.cell_at(rng.below(world.cells.len()));
        let direction = rng.pick(&STRAIGHT);
        let extra = rng.pick(&[0, 0, 3, 25, 40_000]);
        let Some(beyond) = world.neighbour(cell, direction.offset()) else { continue };
        let back = Direction::between(beyond, cell).expect("cells side by side");
        let both = rng.percent(70);
        for side in [(cell, direction), (beyond, back)].into_iter().take(1 + usize::from(both)) {
            world.blocked_steps.insert(side);
            world.crossings.insert(side, extra);
        }
    }
}

fn add_blocked_steps(rng: &mut Rng, world: &mut SquareWorld) {
    for _ in 0..rng.below(world.cells.len() + 1) {
        let cell = world.cell_at(rng.below(world.cells.len()));
        let direction = rng.pick(&Direction::ALL);
        world.blocked_steps.insert((cell, direction));
        let (dx, dy) = direction.offset();
        let (x, y) = (cell.0 as i64 + dx, cell.1 as i64 + dy);
        let inside = x >= 0 && y >= 0 && x < world.width as i64 && y < world.height as i64;
        if inside && rng.percent(50) {
            world.add_wall(cell, (x as usize, y as usize));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::arcs;

    #[test]
    fn equal_seeds_give_equal_worlds() {
        assert_eq!(rich_world(9, 5, 4), rich_world(9, 5, 4));
        assert_ne!(rich_world(9, 5, 4), rich_world(10, 5, 4));
    }

    #[test]
    fn worlds_are_pinned() {
        let hash = |of: fn(u64, usize, usize) -> SquareWorld| {
            (0..100).fold(0_u64, |hash, seed| {
                arcs(&of(seed, 5, 4)).iter().fold(hash, |hash, &(from, to, cost)| {
                    let arc = (from as u64) << 40 | (to as u64) << 32 | cost;
                    (hash.rotate_left(5) ^ arc).wrapping_mul(0x9e37_79b9_7f4a_7c15)
                })
            })
        };
        let hashes = [hash(rich_world), hash(fenced_world)];
        assert_eq!(hashes, [0x39b6_3d48_2b1a_63c0, 0x4b8f_45f7_94b5_3418], "got {hashes:#018x?}");
    }

    #[test]
    fn every_feature_occurs() {
        let worlds: Vec<SquareWorld> = (0..200).map(|seed| rich_world(seed, 4, 4)).collect();
        assert!(worlds.iter().any(|world| world.neighbours == Neighbours::Four));
        for corners in [Corners::Never, Corners::OneFree, Corners::Always] {
            assert!(worlds.iter().any(|world| world.corners == corners));
        }
        assert!(worlds.iter().any(|world| world.links.len() == 3));
        assert!(worlds.iter().any(|world| world.blocked_steps.len() > 8));
        assert!((0..9).any(|seed| fenced_world(seed, 4, 4).crossings.len() > 2));
        for media in 0..4 {
            assert!(worlds.iter().any(|world| world.cells.iter().any(|c| c.media == media)));
        }
    }
}
