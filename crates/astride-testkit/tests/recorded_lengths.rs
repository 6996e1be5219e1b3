//! The reference, the scenario reader and the length rule, judged by recorded lengths of real maps.

use astride_testkit::data::{data_dir, skip};
use astride_testkit::reference::dijkstra;
use astride_testkit::scenario::{
    Precision, Row, length_matches, read_map, read_scenario, step_counts,
};
use astride_testkit::square::{Corners, Neighbours, SquareWorld};
use astride_testkit::world::arcs;
use std::path::Path;

fn bytes(folder: &Path, name: &str) -> Vec<u8> {
    let plain = folder.join(name);
    let path = if plain.is_file() { plain } else { folder.join(format!("{name}.gz")) };
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Solves every `stride`-th row of a map and compares; a changed step count must not pass.
fn check(map: &str, stride: usize, precision: Precision) {
    let Some(folder) = data_dir() else {
        skip(&format!("no data folder, recorded lengths of {map} not checked"));
        return;
    };
    let folder = folder.join("grid");
    let drawn = read_map(&bytes(&folder, &format!("{map}.map"))).expect("a good map");
    let rows = read_scenario(&bytes(&folder, &format!("{map}.map.scen"))).expect("a scenario");
    assert_eq!(Precision::of_rows(&rows), precision, "{map}");
    let world =
        SquareWorld::from_classes(&drawn, Neighbours::Eight, Corners::Never, 13_860, 19_601);
    let arcs = arcs(&world);
    for row in rows.iter().step_by(stride) {
        assert_eq!((row.width, row.height), (world.width, world.height), "{row:?}");
        let source = world.index(row.start);
        let distance = dijkstra(world.cells.len(), &arcs, &[source])[world.index(row.goal)];
        check_row(row, distance, precision);
    }
}

fn check_row(row: &Row, distance: Option<u64>, precision: Precision) {
    assert_eq!(distance.is_none(), row.is_without_path(), "{row:?}");
    let Some(cost) = distance else {
        return;
    };
    let (straight, diagonal) = step_counts(cost).expect("costs are made of steps");
    let text = row.length.as_str();
    assert!(precision.length_matches(text, straight, diagonal), "{row:?}: {cost}");
    assert!(length_matches(text, straight, diagonal), "{row:?}: {cost}");
    // The smallest changes a wrong path makes: a step more, a corner cut or walked round, and the
    // exchanges by which √2 is nearly a fraction.
    for (more_straight, more_diagonal) in
        [(1, 0), (0, 1), (2, -1), (-2, 1), (-1, 1), (1, -1), (3, -2), (-3, 2), (7, -5), (17, -12)]
    {
        let straight = straight.checked_add_signed(more_straight);
        let diagonal = diagonal.checked_add_signed(more_diagonal);
        if let (Some(straight), Some(diagonal)) = (straight, diagonal) {
            assert!(!precision.length_matches(text, straight, diagonal), "{row:?}");
            assert!(!length_matches(text, straight, diagonal), "{row:?}");
        }
    }
}

#[test]
fn dao_prints_six_significant_digits() {
    check("dao/arena", 1, Precision::Significant(6));
    check("dao/lak105d", 1, Precision::Significant(6));
}

#[test]
fn dao_rows_without_a_path_are_unreachable() {
    check("dao/lak519d", 9, Precision::Significant(6));
}

#[test]
fn da2_prints_six_significant_digits() {
    check("da2/ht_chantry", 5, Precision::Significant(6));
}

#[test]
fn cities_print_eight_decimals() {
    check("cities/Berlin_0_256", 20, Precision::Decimals(8));
}

#[test]
fn bg512_prints_two_decimals() {
    check("bg512/AR0011SR", 200, Precision::Decimals(2));
}

#[test]
fn mazes_print_six_significant_digits_or_whole_numbers() {
    check("mazes/maze512-4-0", 1500, Precision::Significant(6));
    check("mazes/maze512-1-0", 3000, Precision::Significant(6));
}

#[test]
fn large_maps_print_four_digits_and_two_decimals() {
    check("sc1/AcrosstheCape", 700, Precision::Significant(6));
}
