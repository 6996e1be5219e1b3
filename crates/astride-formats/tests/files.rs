//! What is known of files of others, counted by a program that shares nothing with the readers.

use std::path::Path;

use astride::io::write_map;
use astride::prelude::*;
use astride::search::DistanceField;
use astride::shapes::square::Metric;
use astride::world::Way;
use astride_formats::{Heights, Options, StepHeight};

use crate::common::{bytes_of, counts, hexagons, import, import_with, rows, squares};

/// Checks the size and the cells of each class; every map can be written as a `.map`, and a search
/// on it finds its way from the first free cell to the last one that is reached.
fn check(name: &str, size: (u32, u32), expected: &str) {
    let Some(import) = import(name) else { return };
    let world = squares(import);
    assert_eq!((world.grid.width(), world.grid.height()), size, "{name}");
    assert_eq!(counts(world.grid.histogram()), expected, "{name}");
    // A `.map` has no links.
    let mut bare = world.grid.clone();
    let mut edit = Edit::new();
    for link in world.grid.links() {
        edit.unlink(bare.cell(link.from), bare.cell(link.to));
    }
    bare.apply(&edit).unwrap();
    let text = write_map(&bare).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(astride::io::read_map(&text).unwrap().fingerprint(), bare.fingerprint());
    answers(name, &world.grid);
}

fn answers(name: &str, grid: &Grid) {
    let mover = Mover::walker();
    let view = grid.seen_by(&mover);
    let nodes = (0..grid.cell_count()).map(NodeId::new);
    let mut free = nodes.filter(|&node| view.is_passable(node));
    let Some(start) = free.next() else { return };
    let mut field = DistanceField::new();
    field.compute(&view, &[(start, 0)], Way::Forward, &mut Budget::unlimited());
    let goal = free.rfind(|&node| field.distance(node).is_some()).unwrap_or(start);
    let query = PathQuery::new(start, goal);
    let guess = GridHeuristic::new(&view, Metric::Octile);
    let outcome = astar(&view, &guess, &query, &mut Scratch::new(), &mut ());
    assert!(outcome.cost().is_some(), "{name}");
    assert_eq!(outcome.cost(), field.distance(goal), "{name}");
}

#[test]
fn maps_of_ros() {
    check("occupancy/depot.yaml", (604, 307), ".179481 @5947");
    check("occupancy/depot_keepout.yaml", (604, 307), ".154215 @31213");
    check("occupancy/depot_speed.yaml", (604, 307), ".123746 24228 325017 528702 @3735");
    check("occupancy/tb3_sandbox.yaml", (384, 384), ".7903 @870 O138683");
}

#[test]
fn a_map_of_ros_lies_where_its_origin_says() {
    let Some(import) = import("occupancy/tb3_sandbox.yaml") else { return };
    let frame = squares(import).frame.unwrap();
    let lower_left = frame.centre((0, 383).into());
    assert!((lower_left.x + 9.975).abs() < 1e-9 && (lower_left.y + 9.975).abs() < 1e-9);
    let above = frame.centre((0, 0).into());
    assert!((above.y - 9.175).abs() < 1e-9, "{above:?}");
}

#[test]
fn the_picture_of_a_map_of_ros_alone() {
    // Light is free: 254 and 205 of `depot`, as a legend may change.
    check("occupancy/depot.pgm.gz", (604, 307), ".179481 @5947");
    let mut options = Options::default();
    options.legend.add("205=unknown".parse().unwrap());
    let Some(import) = import_with("occupancy/depot.pgm.gz", &options) else { return };
    assert_eq!(counts(squares(import).grid.histogram()), ".170587 @5947 O8894");
}

#[test]
fn heights() {
    let hugo = ".3 2159 3117 4459 5767 6209 7337 877 91 @23 O2028";
    check("terrain/hugo_site.asc", (76, 55), hugo);
    let gully = ".93 2103 360 482 5108 6169 7175 8121 942 @135 O2739";
    check("terrain/west_bijou_gully.asc", (43, 89), gully);
    let basin = ".4 411 5234 61583 7502 84280 9667 @32719";
    check("terrain/Square_TestBasin.asc.gz", (200, 200), basin);
    let tile = ".1064080 219389 321058 424267 538374 645189 750640 848995 923006 @105808 O1595";
    check("terrain/N43E007.hgt.zip", (1201, 1201), tile);
    let hill = ".79 2269 3202 4174 5128 6161 7169 8184 9127 @192 O43";
    check("formats/hill.tif", (48, 36), hill);
}

#[test]
fn steps_between_heights_are_those_of_the_rule() {
    for (name, up, down) in [("hugo_site.asc", 0.8, 2.0), ("Square_TestBasin.asc.gz", 1.0, 1.0)] {
        let Some((_, bytes)) = bytes_of(&format!("terrain/{name}")) else { continue };
        let heights = Heights::from_asc(&bytes).unwrap();
        let step = Some(StepHeight::new(up, down).unwrap());
        let options = Options { step, ..Options::default() };
        let Some(import) = import_with(&format!("terrain/{name}"), &options) else { continue };
        let (grid, mut counts) = (squares(import).grid, [0, 0]);
        let level = |cell: Cell| {
            heights.at(cell.x, cell.y).map(|height| (f64::from(height) * 100.0).round())
        };
        for cell in (0..grid.cell_count()).map(|node| grid.cell(NodeId::new(node))) {
            for dir in Dir::ALL {
                let Some(there) = cell.step(dir).filter(|&there| grid.node(there).is_some()) else {
                    continue;
                };
                let rise = level(cell).zip(level(there)).map(|(from, to)| to - from);
                let is_high = |rise: f64| rise > up * 100.0 || rise < -down * 100.0;
                let is_forbidden = grid.is_step_forbidden(cell, dir);
                assert_eq!(is_forbidden, rise.is_some_and(is_high), "{name}: {cell} {dir:?}");
                counts[usize::from(is_forbidden)] += 1;
            }
        }
        assert!(counts.iter().all(|&count| count > 500), "{name}: {counts:?}");
        answers(name, &grid);
    }
}

#[test]
fn a_tile_of_srtm_lies_in_degrees() {
    let Some(import) = import("terrain/N43E007.hgt.zip") else { return };
    assert!(import.notes.is_empty(), "{:?}", import.notes);
    let frame = squares(import).frame.unwrap();
    let corner = frame.centre((0, 0).into());
    assert!((corner.x - 7.0).abs() < 1e-9 && (corner.y - 44.0).abs() < 1e-9, "{corner:?}");
}

#[test]
fn maps_of_tiled() {
    check("tiles/tiled/libtiled-java/csvmap.tmx", (100, 100), ".107 O9893");
    check("tiles/tiled/libtiled-java/desert.tmx", (40, 40), ".1600");
    check("tiles/tiled/libtiled-java/sewers.tmx", (50, 50), ".2500");
    check("tiles/tiled/northstar/demo_16.tmx", (16, 16), ".256");
    check("tiles/tiled/rs-tiled/tiled_base64_zlib.tmx", (100, 100), ".161 O9839");
    check("tiles/tiled/rs-tiled/tiled_base64_zstandard.tmx", (100, 100), ".161 O9839");
    check("tiles/tiled/rs-tiled/tiled_base64_zlib_infinite.tmx", (64, 64), ".2304 O1792");
    check("tiles/tiled/rs-tiled/tiled_csv.tmx", (100, 100), ".161 O9839");
    check("tiles/tiled/rs-tiled/tiled_csv_wangsets.tmx", (30, 20), ".600");
    check("tiles/tiled/rs-tiled/tiled_flipped.tmx", (2, 2), ".4");
    check("tiles/tiled/rs-tiled/tiled_group_layers.tmx", (8, 8), ".27 O37");
    check("tiles/tiled/rs-tiled/tiled_object_groups.tmx", (10, 10), ".100");
}

#[test]
fn an_infinite_map_keeps_its_coordinates() {
    let Some(import) = import("tiles/tiled/rs-tiled/tiled_base64_zlib_infinite.tmx") else {
        return;
    };
    let frame = squares(import).frame.unwrap();
    assert_eq!(frame.signed((0, 0).into()), Some((-32, 0)));
    let middle = frame.centre((32, 0).into());
    assert_eq!((middle.x, middle.y), (16.0, 16.0));
}

#[test]
fn isometric_maps_lie_on_diamonds_and_water_is_water() {
    let Some(import) = import("tiles/tiled/libtiled-java/isometric_grass_and_water.tmx") else {
        return;
    };
    let world = squares(import);
    assert_eq!(counts(world.grid.histogram()), ISOMETRIC);
    let frame = world.frame.unwrap();
    let [top, right, ..] = frame.corners((0, 0).into());
    let corners = [(top.x, 800.0), (top.y, 0.0), (right.x, 832.0), (right.y, 16.0)];
    assert!(corners.into_iter().all(|(found, right): (f64, f64)| (found - right).abs() < 1e-9));
}

/// Tiles with three or four corners of water, and of those with two the ones where it is listed
/// first; counted by their numbers in the file.
const ISOMETRIC: &str = ".525 W100";

#[test]
fn a_hexagonal_map_is_one_of_hexagons() {
    let Some(import) = import("tiles/tiled/libtiled-java/hexagonal-mini.tmx") else { return };
    let map = hexagons(import).map;
    assert_eq!((map.tiles().count(), counts(map.histogram())), (400, ".400".into()));
    assert_eq!(
        (map.class((0, 0)), map.class((19, 0)), map.class((20, 0))),
        (Some(b'.'), Some(b'.'), None)
    );
    // Odd rows are shifted to the right, so rows further down begin further left.
    assert!(map.node((-9, 19)).is_some() && map.node((-10, 19)).is_none());
    assert!(map.node((0, 1)).is_some() && map.node((-1, 1)).is_none());
}

#[test]
fn a_staggered_map_is_one_of_squares_turned_by_45_degrees() {
    let Some(import) = import("tiles/tiled/libtiled-java/staggered.tmx") else { return };
    assert_eq!(import.notes, ["81 cells without a tile: free, since no tile is"]);
    let world = squares(import);
    assert_eq!(counts(world.grid.histogram()), ".81 O144");
    let frame = world.frame.unwrap();
    // The tile in column 0 of row 0, and the one below it on the right.
    let first = frame.from_signed(0, 0).unwrap();
    let middle = frame.centre(first);
    assert_eq!((middle.x, middle.y, world.grid.class(first)), (16.0, 16.0, Some(b'.')));
    let next = frame.centre(frame.from_signed(1, 0).unwrap());
    assert_eq!((next.x, next.y), (32.0, 32.0));
}

#[test]
fn torn_zstandard_and_large_windows_are_refused() {
    let Some((path, bytes)) = bytes_of("tiles/tiled/rs-tiled/tiled_base64_zstandard.tmx") else {
        return;
    };
    let text = String::from_utf8(bytes).unwrap();
    let data = text.split_once("compression=\"zstd\">").unwrap().1.trim_start();
    let begin = text.len() - data.len();
    let error_of = |text: &str| {
        let error = crate::common::read(&path, text.as_bytes(), &Options::default());
        error.unwrap_err().to_string()
    };
    for (place, letter, expected) in [(begin, "A", "magic"), (begin + 60, "", "unexpectedeof")] {
        let torn = match letter {
            "" => format!("{}</data></layer></map>", &text[..place]),
            letter => format!("{}{letter}{}", &text[..place], &text[place + 1..]),
        };
        let error = error_of(&torn);
        assert!(error.contains("packed data that is whole") && error.contains(expected), "{error}");
    }
    // A frame of any length with a window of 64 MiB.
    let wide = format!("{}KLUv/QCAAAAA</data></layer></map>", &text[..begin]);
    let error = error_of(&wide);
    assert!(error.contains("a window of 67108864 bytes, expected at most 8388608"), "{error}");
}

#[test]
fn a_second_frame_of_zstandard_is_refused() {
    let read = |width: u32, data: &str| {
        let size = format!("width='{width}' height='1'");
        let map = format!("<map orientation='orthogonal' {size} tilewidth='8' tileheight='8'>");
        let layer = format!("<layer {size}><data encoding='base64' compression='zstd'>");
        let text = format!("{map}{layer}{data}</data></layer></map>");
        crate::common::read(Path::new("a.tmx"), text.as_bytes(), &Options::default())
    };
    // A frame of thirteen bytes with one tile, and two of them.
    read(1, "KLUv/SAEIQAAAAAAAA==").expect("a map of one tile");
    for width in [1, 2] {
        let error = read(width, "KLUv/SAEIQAAAAAAACi1L/0gBCEAAAAAAAA=").unwrap_err().to_string();
        assert!(error.contains("13 bytes after the first frame, expected one frame"), "{error}");
    }
}

#[test]
fn projects_of_ldtk() {
    check("tiles/ldtk/AutoLayers_1_basic.ldtk.gz", (37, 26), ".478 @484");
    check("tiles/ldtk/Entities.ldtk.gz", (51, 29), ".410 @1069");
    // Three levels side by side on the grid of the world.
    check("tiles/ldtk/Typical_TopDown_example.ldtk.gz", (64, 16), ".661 @363");
    // The eight levels of one depth, from -480, -640 to 992, 352 in pixels.
    check("tiles/ldtk/WorldMap_Free_layout.ldtk.gz", (92, 62), ".767 @1886 O2757 W294");
}

#[test]
fn starts_goals_and_levels_of_ldtk() {
    let Some(import) = import("tiles/ldtk/Entities.ldtk.gz") else { return };
    let world = squares(import);
    assert_eq!((world.starts, world.goals), (vec![(4, 22).into()], vec![(0, 3).into()]));
    // Two teleporters that refer to each other.
    let ends =
        world.grid.links().iter().map(|link| [link.from, link.to].map(|at| world.grid.cell(at)));
    let [one, other] = [(8, 6), (5, 15)].map(Cell::from);
    assert_eq!(ends.collect::<Vec<_>>(), [[one, other], [other, one]]);
    let of_level = |level: &str| {
        let options = Options { level: Some(level.into()), ..Options::default() };
        import_with("tiles/ldtk/Typical_TopDown_example.ldtk.gz", &options)
    };
    let Some(import) = of_level("World_Level_0") else { return };
    assert_eq!(import.notes.len(), 1, "{:?}", import.notes);
    let world = squares(import);
    assert_eq!(
        (counts(world.grid.histogram()), world.starts),
        (".312 @200".into(), vec![(10, 10).into()])
    );
    // Layers of 8 and of 16 pixels: cells are the finer ones.
    let options = Options { level: Some("Tiles_and_intgrid".into()), ..Options::default() };
    let name = "tiles/ldtk/Test_file_for_API_showing_all_features.ldtk.gz";
    let Some(import) = import_with(name, &options) else { return };
    let grid = squares(import).grid;
    assert_eq!((grid.width(), grid.height()), (32, 20));
}

#[test]
fn a_tower_of_our_own() {
    let world = squares(import("formats/tower.tmx").expect("it is in the corpus"));
    let cell = |node| world.grid.cell(node);
    let links = world.grid.links().iter().map(|link| (cell(link.from), cell(link.to), link.cost));
    let [stairs, landing, portal, start] = [(5, 0), (7, 0), (12, 5), (0, 0)].map(Cell::from);
    assert_eq!(
        links.collect::<Vec<_>>(),
        [(stairs, landing, 55_440), (landing, stairs, 55_440), (portal, start, 13_860)]
    );
    assert_eq!((world.starts, world.goals), (vec![start], vec![(11, 5).into()]));
}

#[test]
fn a_village_of_our_own() {
    let import = import("formats/village.tmx").expect("it is in the corpus");
    assert_eq!(
        import.notes,
        ["1 object left out: neither start, goal nor link", "1 cell without a tile: blocked"]
    );
    let world = squares(import);
    assert_eq!(
        rows(&world),
        "..@.WW......\n\
         .@@.WW......\n\
         .@@3WW..SS..\n\
         ..3.....SSS.\n\
         .....WW..SS.\n\
         @@...WW....O"
    );
    assert_eq!((world.starts, world.goals), (vec![(0, 0).into()], vec![(11, 0).into()]));
}
