//! All tests of this crate, as one program.

mod crowd;
mod discs;
mod faults;
mod fleet;
mod formations;
mod fuzzed;
mod guided;
mod joint;
mod maps;
mod paces;
mod steering;
mod threads;
mod tiny;
mod vehicles;

#[test]
fn every_file_beside_this_one_is_part_of_it() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    astride_testkit::modules::check_modules(&folder, include_str!("main.rs"));
}
