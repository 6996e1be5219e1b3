//! Laws that distances obey in every world of every shape; a violation shows without a reference.

use crate::world::RefWorld;

/// Checks that `distance(from, to)` obeys the laws of a world: nothing is cheaper than staying; no
/// detour is cheaper than the direct distance; no arc is cheaper than the distance between its
/// ends; and if every arc has an opposite arc of the same cost, both directions cost the same.
///
/// # Errors
///
/// The first violation.
pub fn check_laws(
    world: &RefWorld,
    distance: impl Fn(usize, usize) -> Option<u64>,
) -> Result<(), String> {
    let n = world.passable.len();
    let is_symmetric = is_symmetric(world);
    for &(from, to, cost) in &world.arcs {
        if distance(from, to).is_none_or(|least| least > cost) {
            return Err(format!("{from} to {to}: {:?}, an arc costs {cost}", distance(from, to)));
        }
    }
    for a in 0..n {
        if world.passable[a] && distance(a, a) != Some(0) {
            return Err(format!("{a} to itself: {:?}", distance(a, a)));
        }
        for b in 0..n {
            let there = distance(a, b);
            if is_symmetric && there != distance(b, a) {
                return Err(format!("{a} to {b}: {there:?}, and back {:?}", distance(b, a)));
            }
            for c in 0..n {
                if let (Some(first), Some(second)) = (there, distance(b, c))
                    && distance(a, c).is_none_or(|direct| direct > first + second)
                {
                    return Err(format!("{a} to {c}: the way by {b} is cheaper"));
                }
            }
        }
    }
    Ok(())
}

/// Whether every arc has an opposite of the same cost.
pub fn is_symmetric(world: &RefWorld) -> bool {
    let mut there = world.arcs.clone();
    let mut back: Vec<_> = there.iter().map(|&(from, to, cost)| (to, from, cost)).collect();
    there.sort_unstable();
    back.sort_unstable();
    there == back
}

/// The world with `node` blocked.
pub fn blocked(world: &RefWorld, node: usize) -> RefWorld {
    let mut world = world.clone();
    world.passable[node] = false;
    world.arcs.retain(|&(from, to, _)| from != node && to != node);
    world
}

/// Blocking a node never makes a path between other nodes cheaper: compares the distances in two
/// worlds that differ only in that node.
///
/// # Errors
///
/// The first path that became cheaper.
pub fn check_blocking(
    before: impl Fn(usize, usize) -> Option<u64>,
    after: impl Fn(usize, usize) -> Option<u64>,
    nodes: usize,
) -> Result<(), String> {
    for from in 0..nodes {
        for to in 0..nodes {
            let (open, shut) = (before(from, to), after(from, to));
            if shut.is_some_and(|shut| open.is_none_or(|open| shut < open)) && from != to {
                return Err(format!("{from} to {to}: {open:?}, and {shut:?} with a node less"));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{fenced_world, random_classes};
    use crate::hex::HexWorld;
    use crate::reference::all_pairs;
    use crate::rng::Rng;
    use crate::world::Shape;

    fn obeys(world: &RefWorld, rng: &mut Rng) {
        let n = world.passable.len();
        let pairs = all_pairs(n, &world.arcs);
        check_laws(world, |from, to| pairs[from][to]).expect("a reference that obeys");
        let fewer = blocked(world, rng.below(n));
        let after = all_pairs(n, &fewer.arcs);
        check_blocking(|a, b| pairs[a][b], |a, b| after[a][b], n).expect("longer ways");
        // A judge that notices nothing is useless.
        let Some(&(from, to, cost)) = world.arcs.iter().find(|arc| arc.0 != arc.1 && arc.2 > 0)
        else {
            return;
        };
        let lying = |a, b| if (a, b) == (from, to) { Some(cost + 1) } else { pairs[a][b] };
        assert!(check_laws(world, lying).is_err(), "a distance above an arc");
        let lying = |a, b| if (a, b) == (from, to) { pairs[a][b].map(|_| 0) } else { pairs[a][b] };
        let is_least = pairs[from][to] == Some(0);
        assert!(is_least || check_blocking(|a, b| pairs[a][b], lying, n).is_err());
    }

    #[test]
    fn squares_and_hexagons_obey_the_laws() {
        for seed in 0..60 {
            let mut rng = Rng::new(seed);
            obeys(&fenced_world(seed, 4, 4).write(), &mut rng);
            let map = random_classes(seed, 5, 4, b"...@29");
            let mut hexes = HexWorld::from_classes(&map, 10);
            let even = HexWorld { factors: vec![2; 20], ..hexes.clone() };
            assert!(is_symmetric(&even.write()));
            for _ in 0..rng.below(4) {
                let cell = hexes.cell_at(rng.below(20));
                let beside: Vec<_> = hexes.neighbours(cell).collect();
                let other = rng.pick(&beside);
                hexes.add_wall(cell, other);
            }
            obeys(&hexes.write(), &mut rng);
        }
    }
}
