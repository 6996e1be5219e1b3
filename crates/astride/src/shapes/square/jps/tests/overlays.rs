//! Jumps under overlays: precomputed jumps end where scanned ones do, and landmark estimates are
//! consistent and never too high.

use std::sync::{Arc as Shared, OnceLock};

use super::{Lot, SIZES, random_grid};
use crate::base::{Budget, CellRect, Cost, NodeId};
use crate::index::landmarks::{TollLandmarks, Ways};
use crate::search::{DistanceField, Outcome, PathQuery, Scratch, dijkstra};
use crate::shapes::square::jps::{Over, OverSearch, OverState, planes::JumpMap};
use crate::shapes::square::{Grid, Mover};
use crate::world::{Listed, Overlay, Way, World};

/// Extra ticks on some rectangles and on some single cells.
fn random_overlay(lot: &mut Lot, grid: &Grid) -> Overlay {
    let mut overlay = Overlay::new(grid);
    for _ in 0..lot.below(6) {
        let [x, y] = [lot.below(grid.width()), lot.below(grid.height())];
        let [width, height] = [1 + lot.below(6), 1 + lot.below(6)];
        let ticks = lot.pick(&[1, 900, 14_000, 60_000, Overlay::MOST]);
        overlay.fill(CellRect::new(x, y, width, height), ticks);
    }
    overlay
}

fn random_ends(lot: &mut Lot, grid: &Grid) -> [NodeId; 2] {
    [(); 2].map(|()| NodeId::new(lot.below(grid.cell_count())))
}

/// The whole outcome of a search in slices, except for the bytes, which depend on how lists grew.
fn searched(map: &JumpMap, over: &Over<'_>, ends: [NodeId; 2], slice: u64) -> Outcome {
    let (mut scratch, mut state) = (Scratch::new(), OverState::default());
    loop {
        let mut search = OverSearch::new(map, over, ends, scratch.part(), state);
        let mut outcome = search.run(&mut Budget::unlimited().expansions(slice));
        state = search.state();
        let effort = match &mut outcome {
            Outcome::Found(found) => &mut found.effort,
            Outcome::Unreachable(none) => &mut none.effort,
            Outcome::OutOfBudget(_) => continue,
        };
        effort.bytes = 0;
        return outcome;
    }
}

/// The cost of a cheapest path, by a search without jumps or zones.
fn cheapest(world: &impl World, [from, to]: [NodeId; 2]) -> Option<Cost> {
    dijkstra(world, &PathQuery::new(from, to), &mut Scratch::new(), &mut ()).cost()
}

#[test]
fn jumps_written_down_end_where_those_looked_up_do() {
    let mut lot = Lot(9);
    let mut found = 0;
    for round in 0..4 {
        for size in SIZES {
            // In the last two there is a layer of water below that of land.
            let letters: [&[u8]; 4] = [b"......@", b"..@", b".......WWWWWWW@", b".W"];
            let letters = letters[round];
            let grid = random_grid(&mut lot, size, letters);
            let view = grid.seen_by(&Mover::walker());
            let map = JumpMap::build(&view).expect("a plain map");
            let overlays = [(); 2].map(|()| Shared::new(random_overlay(&mut lot, &grid)));
            let zones = [OnceLock::new(), OnceLock::new()];
            let below = overlays[0].over(&view);
            let both = overlays[1].over(&below);
            let landmarks = TollLandmarks::new(&both, Ways::Same, &mut Budget::unlimited());
            let landmarks = landmarks.expect("room");
            for set in [1, 2, 3] {
                let over = Over::new(Listed::All(&overlays), &zones, set);
                let stops = over.stops_on(&map);
                let guessed = (set == 3).then(|| over.guessed_by(&landmarks));
                for _ in 0..6 {
                    let ends = random_ends(&mut lot, &grid);
                    let cost = match set {
                        1 => cheapest(&below, ends),
                        2 => cheapest(&overlays[1].over(&view), ends),
                        _ => cheapest(&both, ends),
                    };
                    for over in [Some(over), guessed].into_iter().flatten() {
                        let what = format!("round {round}, {size:?}, set {set}, {ends:?}");
                        let looked_up = searched(&map, &over, ends, u64::MAX);
                        assert_eq!(looked_up.cost(), cost, "{what}");
                        let over = over.jumping_on(Some(&stops));
                        for slice in [u64::MAX, 3] {
                            assert_eq!(searched(&map, &over, ends, slice), looked_up, "{what}");
                        }
                        found += u32::from(looked_up.path().is_some());
                    }
                }
            }
        }
    }
    assert!(found > 100, "{found} paths");
}

#[test]
fn guesses_by_landmarks_are_consistent_whether_one_distance_serves_both_ways_or_not() {
    let mut lot = Lot(5);
    for size in SIZES.into_iter().filter(|&(width, height)| width * height < 1000) {
        let grid = random_grid(&mut lot, size, b"....@");
        let view = grid.seen_by(&Mover::walker());
        let mut overlay = random_overlay(&mut lot, &grid);
        let budget = &mut Budget::unlimited();
        let ways = lot.pick(&[Ways::Same, Ways::Differ]);
        let landmarks = TollLandmarks::new(&overlay.over(&view), ways, budget);
        let landmarks = landmarks.expect("a small map");
        for _ in 0..3 {
            let goal = random_ends(&mut lot, &grid)[0];
            let world = overlay.over(&view);
            let extra = |node: NodeId| u64::from(overlay.extra(node));
            let guess = landmarks.aimed_at(goal, extra(goal));
            let estimate = |node| guess.estimate(node, extra(node));
            let mut field = DistanceField::new();
            field.compute(&world, &[(goal, 0)], Way::Backward, budget);
            assert_eq!(estimate(goal), 0);
            for node in (0..grid.cell_count()).map(NodeId::new) {
                if let Some(distance) = field.distance(node) {
                    assert!(estimate(node) <= distance, "{size:?}, {node:?} to {goal:?}");
                }
                world.for_each_arc(node, Way::Forward, |arc| {
                    let through = u64::from(arc.cost) + estimate(arc.node);
                    assert!(estimate(node) <= through, "{size:?}, {node:?} to {:?}", arc.node);
                });
            }
            // Rising extra cost only makes the estimates weaker.
            let at = grid.cell(goal);
            overlay.add(at, 9_000);
            overlay.write(CellRect::new(0, 0, 4, 4), |_, extra| extra + 700);
        }
    }
}
