//! The tests of the command, as one program.

mod any_angle;
mod changes;
mod commands;
mod common;
mod convert;
mod crowd;
mod drive;
mod fleet;
mod foreign;
mod geojson;
mod graphs;
mod hexagons;
mod hostile;
mod lines;
mod mapf;
mod meshes;
mod play;
mod puzzles;
mod replay;
mod scenarios;
mod shipped;
mod side_by_side;
mod simulate;
#[cfg(unix)]
mod terminals;
mod voxels;

#[test]
fn every_file_beside_this_one_is_part_of_it() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    astride_testkit::modules::check_modules(&folder, include_str!("main.rs"));
}
