//! The tests of the readers, as one program.

mod common;
mod damaged;
mod files;
mod geojson;
mod geotiff;
mod graphs;
mod made;
mod obj;
mod outlines;
mod plans;
mod roads;

#[test]
fn every_file_beside_this_one_is_part_of_it() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    astride_testkit::modules::check_modules(&folder, include_str!("main.rs"));
}
