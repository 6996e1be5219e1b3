//! The tests of the playground, as one program.

mod code;
mod common;
mod hostile;
mod living;
mod plans;
mod server;
mod session;
mod thinking;
mod tiles;
mod units;

#[test]
fn every_file_beside_this_one_is_part_of_it() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    astride_testkit::modules::check_modules(&folder, include_str!("main.rs"));
}
