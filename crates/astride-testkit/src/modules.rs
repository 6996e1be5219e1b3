//! Ensures that no test file is forgotten: one test program holds them all, and its module list is
//! checked.

use std::fs;
use std::path::Path;

/// Checks that every test file and folder beside a `main.rs` is a module of it.
///
/// # Panics
///
/// If `folder` cannot be read, or if `main`, the text of that file, does not declare a module.
pub fn check_modules(folder: &Path, main: &str) {
    let entries = fs::read_dir(folder).expect("a readable folder of tests");
    for entry in entries {
        let path = entry.expect("a readable entry").path();
        let is_file = path.extension().is_some_and(|extension| extension == "rs");
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a plain name");
        if name != "main" && (is_file || path.join("mod.rs").exists()) {
            let line = format!("mod {name};");
            assert!(main.lines().any(|given| given == line), "`{line}` is missing from main.rs");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(main: &str) {
        check_modules(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests"), main);
    }

    #[test]
    fn a_list_of_all_files_is_right() {
        check("//! Tests.\n\nmod recorded_lengths;\n");
    }

    #[test]
    #[should_panic(expected = "`mod recorded_lengths;` is missing")]
    fn a_forgotten_file_is_named() {
        check("//! mod recorded_lengths;\n");
    }
}
