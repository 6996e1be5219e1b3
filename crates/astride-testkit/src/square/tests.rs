//! The rules, drawn as small maps.

use super::*;
use crate::generate::{rich_world, wall_patterns};
use crate::world::{Arc, arcs};

fn world(drawing: &str, corners: Corners) -> SquareWorld {
    let map = GenMap::from_drawing(drawing).expect("a rectangular drawing");
    SquareWorld::from_classes(&map, Neighbours::Eight, corners, 10, 14)
}

/// The directions of the steps out of `cell`, in order.
fn steps(world: &SquareWorld, cell: Cell) -> String {
    let names: Vec<&str> = arcs(world)
        .into_iter()
        .filter(|arc| arc.0 == world.index(cell))
        .map(|arc| Direction::between(cell, world.cell_at(arc.1)).expect("a step").name())
        .collect();
    names.join(" ")
}

/// The directions of the steps out of the top left cell under Never, OneFree and Always.
fn check(drawing: &str, expected: [&str; 3]) {
    check_with(drawing, |_| (), expected);
}

fn check_with(drawing: &str, change: impl Fn(&mut SquareWorld), expected: [&str; 3]) {
    let rules = [Corners::Never, Corners::OneFree, Corners::Always];
    for (corners, expected) in rules.into_iter().zip(expected) {
        let mut world = world(drawing, corners);
        change(&mut world);
        assert_eq!(steps(&world, (0, 0)), expected, "{corners:?} on\n{drawing}");
    }
}

#[test]
fn an_open_corner_lets_all_pass() {
    check("..\n..", ["E SE S"; 3]);
}

#[test]
fn one_blocked_side_stops_never() {
    check(".@\n..", ["S", "SE S", "SE S"]);
    check("..\n@.", ["E", "E SE", "E SE"]);
}

#[test]
fn two_blocked_sides_stop_all_but_always() {
    check(".@\n@.", ["", "", "SE"]);
}

#[test]
fn nobody_steps_into_a_blocked_cell() {
    check("..\n.@", ["E S"; 3]);
    check("@.\n..", [""; 3]);
}

#[test]
fn all_directions_leave_the_middle_and_none_the_map() {
    let world = world("...\n...\n...", Corners::Never);
    assert_eq!(steps(&world, (1, 1)), "N NE E SE S SW W NW");
    assert_eq!(steps(&world, (2, 1)), "N S SW W NW");
    assert_eq!(steps(&world, (1, 2)), "N NE E W NW");
}

#[test]
fn four_neighbours_have_no_diagonals() {
    let mut world = world("...\n...\n...", Corners::Always);
    world.neighbours = Neighbours::Four;
    assert_eq!(steps(&world, (1, 1)), "N E S W");
}

#[test]
fn a_blocked_diagonal_is_blocked_under_every_rule() {
    check_with(
        "..\n..",
        |world| {
            world.blocked_steps.insert(((0, 0), Direction::SE));
        },
        ["E S"; 3],
    );
}

#[test]
fn a_wall_on_one_way_stops_never() {
    check_with("..\n..", |world| world.add_wall((0, 0), (1, 0)), ["S", "SE S", "SE S"]);
    check_with("..\n..", |world| world.add_wall((1, 0), (1, 1)), ["E S", "E SE S", "E SE S"]);
    check_with("..\n..", |world| world.add_wall((0, 1), (1, 1)), ["E S", "E SE S", "E SE S"]);
}

#[test]
fn walls_on_both_ways_stop_always_too() {
    let both = |world: &mut SquareWorld| {
        world.add_wall((0, 0), (1, 0));
        world.add_wall((0, 1), (1, 1));
    };
    check_with("..\n..", both, ["S"; 3]);
    // Walls count even if the side cells are impassable.
    check_with(".@\n@.", both, [""; 3]);
}

#[test]
fn a_wall_and_a_blocked_cell_together_stop_one_free() {
    check_with("..\n@.", |world| world.add_wall((0, 0), (1, 0)), ["", "", "SE"]);
}

#[test]
fn only_the_steps_of_the_way_itself_count() {
    // The step is blocked backward, so it is free forward.
    let back = |world: &mut SquareWorld| {
        world.blocked_steps.insert(((1, 0), Direction::W));
        world.blocked_steps.insert(((1, 1), Direction::N));
    };
    check_with("..\n..", back, ["E SE S"; 3]);
}

#[test]
fn a_blocked_step_is_one_way() {
    let mut world = world("..", Corners::Never);
    world.blocked_steps.insert(((0, 0), Direction::E));
    assert_eq!(steps(&world, (0, 0)), "");
    assert_eq!(steps(&world, (1, 0)), "W");
}

#[test]
fn land_and_water_do_not_mix() {
    check(".W", [""; 3]);
    check("WW", ["E"; 3]);
    check(".W\n..", ["S", "SE S", "SE S"]);
    check(".W\nW.", ["", "", "SE"]);
}

#[test]
fn one_medium_must_serve_the_whole_step() {
    // Both ends are amphibious; the side cells are free, but in different media.
    let change = |world: &mut SquareWorld| {
        world.cells[0].media = LAND | WATER;
        world.cells[3].media = LAND | WATER;
    };
    check_with(".W\n..", change, ["E S", "E SE S", "E SE S"]);
    check_with("..\n..", change, ["E SE S"; 3]);
    check_with(".W\nW.", change, ["E SE S"; 3]);
}

#[test]
fn a_cell_without_a_medium_is_an_island() {
    check_with("..", |world| world.cells[1].media = 0, [""; 3]);
}

#[test]
fn the_entered_cell_sets_the_price() {
    let world = world(".3\n2.", Corners::OneFree);
    let expected = [
        (0, 1, 30),
        (0, 3, 14),
        (0, 2, 20),
        (1, 3, 10),
        (1, 2, 28),
        (1, 0, 10),
        (2, 0, 10),
        (2, 1, 42),
        (2, 3, 10),
        (3, 1, 30),
        (3, 2, 20),
        (3, 0, 14),
    ];
    assert_eq!(arcs(&world), expected);
}

#[test]
fn links_join_passable_cells_of_any_medium() {
    let mut world = world(".@W", Corners::Never);
    world.links =
        vec![((0, 0), (2, 0), 7), ((0, 0), (1, 0), 1), ((1, 0), (0, 0), 1), ((2, 0), (9, 0), 1)];
    assert_eq!(arcs(&world), [(0, 2, 7)]);
}

#[test]
fn letters_mean_what_the_legend_says() {
    let drawn = world(".GS19W@OT#0", Corners::Never);
    let factors: Vec<u32> = drawn.cells.iter().map(|cell| cell.factor).collect();
    assert_eq!(factors, [1, 1, 1, 1, 9, 1, 0, 0, 0, 0, 0]);
    let media: Vec<u8> = drawn.cells.iter().map(|cell| cell.media).collect();
    assert_eq!(media, [1, 1, 1, 1, 1, 2, 0, 0, 0, 0, 0]);
}

#[test]
fn directions_are_numbered_clockwise_from_north() {
    let names: Vec<&str> = Direction::ALL.iter().map(|direction| direction.name()).collect();
    assert_eq!(names, ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]);
    for direction in Direction::ALL {
        let (dx, dy) = direction.offset();
        let to = ((5 + dx) as usize, (5 + dy) as usize);
        assert_eq!(Direction::between((5, 5), to), Some(direction));
    }
    assert_eq!(Direction::between((5, 5), (5, 5)), None);
    assert_eq!(Direction::between((5, 5), (7, 5)), None);
}

#[test]
fn a_looser_corner_rule_keeps_every_arc() {
    for seed in 0..1000 {
        let mut world = rich_world(seed, 4, 4);
        world.neighbours = Neighbours::Four;
        let mut before = arcs(&world);
        world.neighbours = Neighbours::Eight;
        for corners in [Corners::Never, Corners::OneFree, Corners::Always] {
            world.corners = corners;
            let now = arcs(&world);
            assert!(before.iter().all(|arc| now.contains(arc)), "seed {seed}, {corners:?}");
            before = now;
        }
    }
}

#[test]
fn without_one_way_steps_every_arc_has_its_opposite() {
    for map in wall_patterns(3, 3) {
        for corners in [Corners::Never, Corners::OneFree, Corners::Always] {
            let world = SquareWorld::from_classes(&map, Neighbours::Eight, corners, 10, 14);
            let arcs = arcs(&world);
            for &(from, to, cost) in &arcs {
                assert!(arcs.contains(&(to, from, cost)), "{corners:?}, {from} to {to}\n{map}");
            }
        }
    }
}

#[test]
fn a_mirrored_world_has_mirrored_arcs() {
    for seed in 0..500 {
        let world = rich_world(seed, 5, 3);
        let flip = |cell: Cell| (world.width - 1 - cell.0, cell.1);
        let mut mirrored = world.clone();
        for y in 0..world.height {
            for x in 0..world.width {
                mirrored.cells[world.index(flip((x, y)))] = world.cells[world.index((x, y))];
            }
        }
        // Clockwise becomes counterclockwise: N stays, E and W swap.
        mirrored.blocked_steps = world
            .blocked_steps
            .iter()
            .map(|&(cell, direction)| (flip(cell), Direction::ALL[(8 - direction as usize) % 8]))
            .collect();
        mirrored.links =
            world.links.iter().map(|&(from, to, cost)| (flip(from), flip(to), cost)).collect();
        let flip_index = |index| world.index(flip(world.cell_at(index)));
        let mut expected: Vec<Arc> = arcs(&world)
            .into_iter()
            .map(|(from, to, cost)| (flip_index(from), flip_index(to), cost))
            .collect();
        let mut found = arcs(&mirrored);
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected, "seed {seed}");
    }
}
