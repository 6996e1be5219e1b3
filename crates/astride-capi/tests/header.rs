//! `include/astride.h` and the table in `docs/c.md` are what this source makes of them.
//!
//! After a wanted change, write both again with `ASTRIDE_BLESS=1`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use cbindgen::{Config, DocumentationLength, EnumConfig, ExportConfig, Language, RenameRule};

use crate::programs::root;

const PREAMBLE: &str = "\
/* Astride: pathfinding on grids, from C.
 *
 * Generated from the source of the library; do not edit.
 *
 * Every function that can fail returns an AstrideStatus: 0 is success, positive numbers are answers
 * that are not a path, negative numbers are errors, and astride_last_error() then has a text. In the
 * comments the prefix ASTRIDE_STATUS_ is left out. Any function that takes a handle may also return
 * BAD_POINTER, BAD_HANDLE, BUSY or PANICKED, and any that takes a structure BAD_SIZE.
 *
 * What is made by a function whose last argument is the place for a handle is yours, and must be freed
 * by the function that its type names. Cells, bytes and texts that are lent belong to the library and
 * are valid for as long as stated. Structures begin with struct_size: set it to sizeof, and fields that
 * later versions add are 0. In options, and where a function says so, 0 means the default.
 *
 * Threads: a handle may be read by any number of threads at once; a call that changes it needs
 * exclusive access. A call that breaks this rule returns BUSY. Functions that take a const pointer
 * read. No function waits for another, and there is no state besides the handles except the text of
 * the latest error, of which each thread has its own.
 *
 * What cannot be checked is up to you: a handle must not be used after it is freed, or while it is
 * being freed, and a list must be as long as you say.
 *
 * Costs are in ticks: 13860 for a straight step and 19601 for a diagonal one, times the factor of
 * the terrain that is entered, unless a mover says otherwise. Cells are counted from (0, 0) at the
 * top left. Answers are the same on every machine.
 */";

pub(crate) fn crate_folder() -> PathBuf {
    root().join("crates/astride-capi")
}

pub(crate) fn generated() -> String {
    let enums = [
        "AstrideAssignment",
        "AstrideCorners",
        "AstrideCrowdMode",
        "AstrideDir",
        "AstrideFleetEventKind",
        "AstrideFormation",
        "AstrideGuarantee",
        "AstrideIndexKind",
        "AstrideKeep",
        "AstrideMethod",
        "AstrideNeighbours",
        "AstridePlanMethod",
        "AstridePlanObjective",
        "AstrideRobotAction",
        "AstrideShape",
        "AstrideStage",
        "AstrideStanding",
        "AstrideUpkeep",
        "AstrideWay",
        "AstrideWhy",
    ];
    let config = Config {
        language: Language::C,
        cpp_compat: true,
        header: Some(PREAMBLE.to_owned()),
        include_guard: Some("ASTRIDE_H".to_owned()),
        no_includes: true,
        usize_is_size_t: true,
        sys_includes: vec!["stddef.h".to_owned(), "stdint.h".to_owned()],
        documentation_length: DocumentationLength::Full,
        line_length: 100,
        tab_width: 4,
        enumeration: EnumConfig {
            rename_variants: RenameRule::QualifiedScreamingSnakeCase,
            ..EnumConfig::default()
        },
        export: ExportConfig {
            include: enums.map(str::to_owned).to_vec(),
            ..ExportConfig::default()
        },
        ..Config::default()
    };
    // It follows the modules by itself.
    let source = crate_folder().join("src/lib.rs");
    let builder = cbindgen::Builder::new().with_config(config).with_src(source);
    let mut header = Vec::new();
    builder.generate().expect("a source that can be read").write(&mut header);
    String::from_utf8(header).expect("a text")
}

/// Compares a file with what it should be, or writes it.
pub(crate) fn hold(path: &Path, expected: &str) {
    if std::env::var_os("ASTRIDE_BLESS").is_some() {
        fs::write(path, expected).expect("a writable file");
        return;
    }
    let found = fs::read_to_string(path).unwrap_or_default();
    let differs = found.lines().zip(expected.lines()).position(|(is, should)| is != should);
    assert!(
        found == expected,
        "{} is out of date, first in line {}; run the tests with ASTRIDE_BLESS=1",
        path.display(),
        differs.map_or(0, |line| line + 1)
    );
}

#[test]
fn the_header_is_that_of_this_source() {
    hold(&crate_folder().join("include/astride.h"), &generated());
}

#[test]
fn the_version_of_the_header_is_that_of_the_crate() {
    let parts =
        env!("CARGO_PKG_VERSION").split('.').map(|part| part.parse::<u32>().expect("a number"));
    let version = parts.fold(0, |sum, part| sum * 1000 + part);
    assert_eq!(astride_capi::astride_version(), version);
}

/// The functions with the first sentence of what is said of each.
pub(crate) fn functions(header: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut comment = String::new();
    for line in header.lines() {
        if line.starts_with("/**") {
            comment.clear();
        } else if let Some(text) = line.strip_prefix(" * ") {
            comment = format!("{comment} {text}");
        }
        let call = line.split('(').next().unwrap_or_default();
        let name = call.rsplit([' ', '*']).next().unwrap_or_default();
        let is_prototype =
            line.contains('(') && !line.starts_with(' ') && name.starts_with("astride_");
        if is_prototype {
            let sentence = comment.split(". ").next().unwrap_or_default().trim();
            found.push((name.to_owned(), sentence.trim_end_matches('.').to_owned()));
        }
    }
    found
}

#[test]
fn the_page_lists_all_functions() {
    let path = root().join("docs/c.md");
    let page = fs::read_to_string(&path).expect("the page");
    let (open, close) = ("<!-- functions: generated -->\n", "<!-- end of functions -->\n");
    let (before, rest) = page.split_once(open).expect("the beginning of the table");
    let (_, after) = rest.split_once(close).expect("the end of the table");
    let all = functions(&generated());
    let names: BTreeSet<&String> = all.iter().map(|(name, _)| name).collect();
    assert!(names.len() > 60 && names.len() == all.len(), "{} functions", all.len());
    let rows: String = all.iter().map(|(name, text)| format!("| `{name}` | {text} |\n")).collect();
    let table = format!("{open}| function | what it does |\n|---|---|\n{rows}{close}");
    hold(&path, &format!("{before}{table}{after}"));
}
