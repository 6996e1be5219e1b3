//! The tests of the pictures, as one program.

mod animations;
mod common;
mod figures;
mod layers;
mod outlines;
mod pictures;
mod shapes;
mod terminals;

#[test]
fn every_file_beside_this_one_is_part_of_it() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    astride_testkit::modules::check_modules(&folder, include_str!("main.rs"));
}
