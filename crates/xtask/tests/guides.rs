//! The pages in `docs` are those of the module `guides`, and their list has every program.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The names of all pages but the list of them, without the ending.
fn pages() -> BTreeSet<String> {
    let entries = fs::read_dir(root().join("docs")).expect("a folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let names = names.filter_map(|name| Some(name.to_str()?.strip_suffix(".md")?.to_owned()));
    names.filter(|name| name != "README").collect()
}

#[test]
fn the_documentation_of_the_library_has_every_page_under_its_name() {
    let source = fs::read_to_string(root().join("crates/astride/src/guides.rs")).expect("a file");
    let rows = source.lines().filter_map(|line| line.trim().split_once(" = \""));
    let mut listed = BTreeSet::new();
    for (module, page) in rows {
        let page = page.trim_end_matches("\";");
        assert_eq!(module, page.replace('-', "_"), "links between pages count on it");
        assert!(listed.insert(page.to_owned()), "{page} is there twice");
    }
    assert_eq!(listed, pages());
}

#[test]
fn the_list_of_programs_has_every_example_of_the_library() {
    let list = fs::read_to_string(root().join("docs/README.md")).expect("a page");
    let folder = fs::read_dir(root().join("crates/astride/examples")).expect("a folder");
    for file in folder.map(|entry| entry.expect("an entry").file_name()) {
        let link = format!("(../crates/astride/examples/{})", file.to_str().expect("plain names"));
        assert!(list.contains(&link), "docs/README.md has no link {link}");
    }
}
