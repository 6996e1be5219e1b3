//! What the engine looks for in the library: its entry, and the names that the guide promises.

use std::path::PathBuf;
use std::{env, fs};

const CLASSES: [&str; 3] = ["AstrideGrid", "AstrideNavigator", "AstrideCrowd"];

/// The library, which Cargo builds beside the tests.
fn library() -> PathBuf {
    let name = format!("{}astride_godot{}", env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX);
    env::current_exe().expect("this test").with_file_name(name)
}

#[test]
fn the_library_has_the_entry_that_the_engine_is_told_of() {
    let settings = include_str!("../demo/astride.gdextension");
    let entry = settings.lines().find_map(|line| line.strip_prefix("entry_symbol = "));
    let entry = entry.expect("an entry").trim_matches('"');
    let bytes = fs::read(library()).expect("the library");
    let text = String::from_utf8_lossy(&bytes);
    assert!(text.contains(&format!("{entry}\0")), "the name of {entry} is among the symbols");
    assert!(!text.contains(&format!("{entry}_of_nobody\0")));
}

#[test]
fn every_method_of_the_guide_is_registered() {
    let guide = include_str!("../../../docs/godot.md");
    let bytes = fs::read(library()).expect("the library");
    let text = String::from_utf8_lossy(&bytes);
    let names = guide.split('`').skip(1).step_by(2).filter_map(|code| code.split_once('('));
    let own = |name: &&str| {
        !name.is_empty() && name.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_')
    };
    let mut count = 0;
    for name in names.map(|(name, _)| name).filter(own) {
        // Nothing but its registration calls a method of a class, so one without would be left out.
        let symbol = |class: &str| format!("{}{class}{}{name}", class.len(), name.len());
        let is_there = CLASSES.iter().any(|class| text.contains(&symbol(class)));
        assert!(is_there, "`{name}` of the guide is no method of the library");
        count += 1;
    }
    assert!(count > 30, "{count} methods");
}
