//! Regions and gates: the laws they are held to, judged by the reference's steps.

use std::collections::BTreeSet;
use std::io::Read;

use astride::io::{Drawing, read_map};
use astride::shapes::square::{Edit, Grid, Mover, Regions, RegionsError, RegionsOptions};
use astride_testkit::adapter::{
    build_world, engine_corners, engine_neighbours, grid_of, read_world, supported,
};
use astride_testkit::data::repository_root;
use astride_testkit::generate::{caves, random_obstacles, rich_world, rooms, wall_patterns};
use astride_testkit::larger::{movers, random_change};
use astride_testkit::rng::Rng;
use astride_testkit::square::{Corners, Neighbours};
use astride_testkit::tally::is_slow_run;
use astride_testkit::world::arcs;

fn build(grid: &Grid, mover: &Mover, options: RegionsOptions) -> Regions {
    Regions::build(&grid.seen_by(mover), options).expect("good options")
}

/// Checks all that is promised of regions.
fn check(grid: &Grid, mover: &Mover, options: RegionsOptions, place: &str) {
    let view = grid.seen_by(mover);
    let regions = build(grid, mover, options);
    let mut world = read_world(grid, mover);
    world.links.clear();
    let steps = arcs(&world);
    let count = grid.cell_count() as usize;
    let cell = |at: usize| (at as u32 % grid.width(), at as u32 / grid.width());
    let label = |at: usize| regions.region_at(cell(at));
    // Each free cell is in one region, and these are numbered by their first cells.
    let mut sizes: Vec<u32> = Vec::new();
    for at in 0..count {
        assert_eq!(label(at).is_some(), view.is_free(cell(at)), "{place}: {:?}", cell(at));
        let Some(region) = label(at) else { continue };
        assert!(region as usize <= sizes.len(), "{place}: region {region} comes too early");
        if region as usize == sizes.len() {
            sizes.push(0);
        }
        sizes[region as usize] += 1;
    }
    let told: Vec<u32> = regions.regions().iter().map(|region| region.cell_count).collect();
    assert_eq!(sizes, told, "{place}");
    // Regions are connected: joining cells within regions leaves one set per region.
    let mut sets: Vec<usize> = (0..count).collect();
    fn root(sets: &mut [usize], mut at: usize) -> usize {
        while sets[at] != at {
            sets[at] = sets[sets[at]];
            at = sets[at];
        }
        at
    }
    let mut used = BTreeSet::new();
    for &(from, to, _) in &steps {
        if label(from) == label(to) {
            let (a, b) = (root(&mut sets, from), root(&mut sets, to));
            sets[a] = b;
            continue;
        }
        // From one region to another only through a gate between the two.
        let (a, b) = (label(from).unwrap(), label(to).unwrap());
        let pair = (a.min(b), a.max(b));
        let ends = [cell(from), cell(to)];
        let through = regions.gates().iter().enumerate().find(|(_, gate)| {
            let is_here = gate.cells().iter().any(|cell| ends.contains(&(cell.x, cell.y)));
            gate.regions() == pair && is_here
        });
        let (at, _) = through.unwrap_or_else(|| panic!("{place}: {ends:?} passes no gate"));
        used.insert(at);
    }
    let roots: BTreeSet<usize> =
        (0..count).filter(|&at| label(at).is_some()).map(|at| root(&mut sets, at)).collect();
    assert_eq!(roots.len(), sizes.len(), "{place}: a region falls apart");
    assert_eq!(used.len(), regions.gates().len(), "{place}: a gate joins nothing");
    // No step leads from one gate to another, and neither side is too small.
    let lines: BTreeSet<Vec<(u32, u32)>> = (regions.gates().iter())
        .map(|gate| gate.cells().iter().map(|cell| (cell.x, cell.y)).collect())
        .collect();
    let mut line_of = vec![None; count];
    for (number, line) in lines.iter().enumerate() {
        for &(x, y) in line {
            let of_cell = &mut line_of[(y * grid.width() + x) as usize];
            assert_eq!(of_cell.replace(number), None, "{place}: two gates in one cell");
        }
    }
    for &(from, to, _) in &steps {
        if let (Some(a), Some(b)) = (line_of[from], line_of[to]) {
            assert_eq!(a, b, "{place}: gates touch at {:?}", cell(from));
        }
    }
    for gate in regions.gates() {
        assert!(gate.width() >= 1);
        for region in [gate.regions().0, gate.regions().1] {
            let between = |&at: &usize| label(at) == Some(region) && line_of[at].is_none();
            let cells = (0..count).filter(between).count();
            assert!(cells >= options.least_cells as usize, "{place}: {gate:?}");
        }
    }
}

/// Options that find as many gates as there can be, and the usual ones.
fn all_options() -> [RegionsOptions; 2] {
    let usual = RegionsOptions::default();
    [usual, usual.narrow_percent(100).least_cells(0)]
}

#[test]
fn all_small_wall_patterns_keep_the_laws_under_all_rules() {
    let rules = [
        (Neighbours::Four, Corners::Never),
        (Neighbours::Eight, Corners::Never),
        (Neighbours::Eight, Corners::OneFree),
        (Neighbours::Eight, Corners::Always),
    ];
    for (neighbours, corners) in rules {
        let mover = Mover::walker()
            .neighbours(engine_neighbours(neighbours))
            .corners(engine_corners(corners));
        for (width, height) in [(1, 1), (4, 1), (3, 3), (4, 3)] {
            for (number, map) in wall_patterns(width, height).enumerate() {
                let place = format!("{width}x{height} pattern {number}, {corners:?}");
                check(&grid_of(&map), &mover, all_options()[1], &place);
            }
        }
    }
}

#[test]
fn worlds_with_terrain_walls_and_one_way_steps_keep_the_laws() {
    for seed in 0..if is_slow_run() { 20_000 } else { 400 } {
        let (grid, mover) = build_world(&supported(&rich_world(seed, 9, 7)));
        for options in all_options() {
            check(&grid, &mover, options, &format!("rich world {seed}"));
        }
    }
}

#[test]
fn caves_rooms_and_rubble_keep_the_laws() {
    for seed in 0..if is_slow_run() { 400 } else { 12 } {
        let maps = [
            caves(seed, 60, 45, 42, 4),
            rooms(seed, 50, 50, 7, 60),
            random_obstacles(seed, 40, 40, 10),
            random_obstacles(seed, 40, 40, 35),
        ];
        for (number, map) in maps.iter().enumerate() {
            for options in all_options() {
                let place = format!("map {number} of seed {seed}");
                check(&grid_of(map), &Mover::walker(), options, &place);
            }
        }
    }
}

#[test]
fn two_rooms_and_a_corridor_have_a_gate_at_the_door() {
    let drawing = Drawing::parse(
        "
        .........##########
        .........##.......#
        ..................#
        ..................#
        .........##.......#
        .........##.......#
        .........##.......#
        ",
    )
    .unwrap();
    let regions = build(&drawing.grid, &Mover::walker(), RegionsOptions::default());
    assert_eq!(regions.regions().len(), 2);
    assert_eq!(regions.gates().len(), 1);
    assert_eq!(regions.gates()[0].width(), 2);
    assert_eq!(regions.gates_of(1).map(|(other, _)| other).collect::<Vec<_>>(), [0]);
    assert_eq!((regions.region_at((0, 0)), regions.region_at((18, 0))), (Some(0), None));
    assert_eq!((regions.region_at((19, 0)), regions.region_at((0, 7))), (None, None));
    assert_eq!(regions.regions()[0].squared_radius, 16);
}

#[test]
fn regions_after_edits_are_those_of_the_edited_map() {
    let edits = if is_slow_run() { 1_000_000 / 16 } else { 40 };
    let (mut kept, mut rebuilt) = (0, 0);
    for seed in 0..16u64 {
        let mut rng = Rng::new(seed);
        let maps = [rooms(seed, 20, 16, 5, 60), caves(seed, 22, 15, 40, 3)];
        let mut grid = grid_of(&maps[seed as usize % 2]);
        let mover = rng.pick(&[0, 1, 2, 3]);
        let mover = movers()[mover].clone();
        let options = rng.pick(&all_options()).least_cells(4);
        let mut regions = build(&grid, &mover, options);
        for round in 0..edits {
            let mut edit = Edit::new();
            random_change(&mut edit, &grid, &mut rng);
            if grid.apply(&edit).is_err() || rng.percent(20) {
                continue;
            }
            let updated = regions.update(&grid.seen_by(&mover)).expect("good options");
            (kept, rebuilt) =
                (kept + u32::from(!updated.rebuilt), rebuilt + u32::from(updated.rebuilt));
            let built = build(&grid, &mover, options);
            assert!(regions == built, "seed {seed}, round {round}: {edit:?}");
            let again = regions.update(&grid.seen_by(&mover));
            assert_eq!(again, Ok(Default::default()));
        }
        let flyer = Mover::walker().terrain(b'@', 1).expect("a factor");
        assert!(!regions.is_of(&grid.seen_by(&flyer)));
    }
    println!("{kept} left as they are, {rebuilt} rebuilt");
    assert!(kept > 16 && rebuilt > 16, "{kept} kept, {rebuilt} rebuilt");
}

#[test]
fn more_than_all_of_the_width_is_refused() {
    let grid = Grid::new(3, 3, b'.').unwrap();
    let options = RegionsOptions::default().narrow_percent(101);
    let error = Regions::build(&grid.seen_by(&Mover::walker()), options);
    assert_eq!(error, Err(RegionsError::Percent(101)));
    assert_eq!(error.unwrap_err().to_string(), "narrow_percent is 101, expected 0 to 100");
}

fn map(path: &str) -> Grid {
    let bytes = std::fs::read(repository_root().join("data/grid").join(path)).expect(path);
    let mut plain = Vec::new();
    if path.ends_with(".gz") {
        flate2::read::MultiGzDecoder::new(&bytes[..]).read_to_end(&mut plain).expect(path);
    } else {
        plain = bytes;
    }
    read_map(&plain).expect(path)
}

#[test]
fn real_maps_keep_the_laws() {
    for path in ["dao/arena.map", "dao/den011d.map", "dao/lak105d.map", "da2/ht_chantry.map"] {
        check(&map(path), &Mover::walker(), RegionsOptions::default(), path);
    }
}

/// Walls stand in every 32nd row and column, so rooms and doors can be counted without looking for
/// narrow places.
#[test]
fn each_room_of_a_map_of_rooms_is_a_region_and_each_door_a_gate() {
    let grid = map("rooms/32room_000.map.gz");
    let view = grid.seen_by(&Mover::walker());
    let corners = (0..16).flat_map(|row| (0..16).map(move |column| (32 * column, 32 * row)));
    let inside = |n: u32| move |k: u32| n + k;
    let rooms = corners
        .clone()
        .filter(|&(x, y)| (1..32).any(|dy| (1..32).any(|dx| view.is_free((x + dx, y + dy)))));
    let doors = corners.clone().flat_map(|(x, y)| {
        let to_the_left =
            (1..32).map(inside(y)).map(move |y| [(x, y), (x.wrapping_sub(1), y), (x + 1, y)]);
        let above =
            (1..32).map(inside(x)).map(move |x| [(x, y), (x, y.wrapping_sub(1)), (x, y + 1)]);
        to_the_left.chain(above)
    });
    let doors: BTreeSet<(u32, u32)> = doors
        .filter(|cells| cells.iter().all(|&cell| view.is_free(cell)))
        .map(|cells| cells[0])
        .collect();
    let regions = build(&grid, &Mover::walker(), RegionsOptions::default());
    let gates: BTreeSet<_> =
        regions.gates().iter().flat_map(|gate| gate.cells()).map(|cell| (cell.x, cell.y)).collect();
    assert_eq!(gates, doors);
    assert_eq!(regions.regions().len(), rooms.count());
    assert!(regions.gates().iter().all(|gate| gate.width() == 1));
}
