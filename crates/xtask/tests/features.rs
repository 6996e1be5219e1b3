//! The table of features claims nothing without a test, and each test, file and page that it names is
//! there.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Under these, tests run by default.
const DEFAULTS: [&str; 2] = ["#[cfg(feature = \"parallel\")]", "#[cfg(test)]"];

/// Whether some lines leave out what they stand above, or may.
fn leaves_out(attributes: &str) -> bool {
    let attributes =
        DEFAULTS.iter().fold(attributes.to_owned(), |left, usual| left.replace(usual, ""));
    ["#[ignore", "#[cfg", "#![cfg"].iter().any(|attribute| attributes.contains(attribute))
}

/// Whether an attribute that belongs to a line leaves it out.
fn is_left_out(lines: &[&str], line: usize) -> bool {
    let is_before = |line: &&&str| {
        !line.is_empty()
            && (line.trim_start().starts_with("//") || !line.ends_with([';', '{', '}']))
    };
    let above: Vec<&str> = lines[..line].iter().rev().take_while(is_before).copied().collect();
    above.iter().any(|line| leaves_out(line))
}

/// Whether a module around what comes next is left out. Sources are formatted, so it is indented less.
fn is_inside_left_out(before: &str) -> bool {
    let lines: Vec<&str> = before.lines().collect();
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut inner = lines.last().map_or(0, |line| indent(line));
    (0..lines.len()).rev().any(|at| {
        let is_around = lines[at].ends_with('{') && indent(lines[at]) < inner;
        if is_around {
            inner = indent(lines[at]);
        }
        is_around && is_left_out(&lines, at)
    })
}

/// Whether a file has a test of this name that always runs; what is wrong with it if not.
fn is_run(source: &str, test: &str) -> Result<(), &'static str> {
    let name = format!("fn {test}(");
    let mut wrong = "has no test";
    for (at, _) in source.match_indices(&name) {
        // Attributes stand in the paragraph that ends with the function.
        let before = &source[..at];
        let above = ["\n\n", "{\n"].iter().filter_map(|end| before.rfind(end)).max().unwrap_or(0);
        let attributes = &before[above..];
        let is_test = |(_, behind): (&str, &str)| !behind.contains("fn ");
        if attributes.rsplit_once("#[test]").is_some_and(is_test) {
            if !leaves_out(attributes) && !is_inside_left_out(before) {
                return Ok(());
            }
            wrong = "does not always run";
        }
    }
    Err(wrong)
}

/// Why the tests of a file are not always compiled, as far as that stands in it or in the file that
/// lists it.
fn left_out(path: &Path) -> Option<&'static str> {
    let source = fs::read_to_string(path).ok()?;
    let is_inner = |line: &str| ["//", "#!"].iter().any(|begin| line.starts_with(*begin));
    let mut inner = source.lines().take_while(|line| line.is_empty() || is_inner(line));
    if inner.any(leaves_out) {
        return Some("is left out by an attribute");
    }
    let (stem, folder) = (path.file_stem()?.to_str()?, path.parent()?);
    let is_inside = folder.components().any(|part| part.as_os_str() == "tests");
    if !is_inside || stem == "main" {
        return None;
    }
    let (module, folder) = match stem {
        "mod" => (folder.file_name()?.to_str()?, folder.parent()?),
        stem => (stem, folder),
    };
    // A folder without either has a program for each file.
    let list =
        ["mod.rs", "main.rs"].iter().find_map(|name| fs::read_to_string(folder.join(name)).ok())?;
    let lines: Vec<&str> = list.lines().collect();
    let listing = format!("mod {module};");
    let line = lines.iter().position(|line| line.trim_start_matches("pub(crate) ") == listing);
    let Some(line) = line else { return Some("is listed nowhere") };
    is_left_out(&lines, line).then_some("is left out by an attribute where it is listed")
}

/// What is wrong with one row; nothing if it is right.
fn fault(row: &str) -> Option<String> {
    let cells: Vec<&str> = row.split('|').map(str::trim).collect();
    let [_, feature, here, shown, _] = cells[..] else { return Some("not three cells".into()) };
    let tests: Vec<(&str, &str)> =
        shown.split('`').skip(1).step_by(2).filter_map(|name| name.split_once(".rs::")).collect();
    if feature.is_empty() || !["yes", "part", "no"].contains(&here) {
        return Some(format!("`{here}` is none of yes, part and no"));
    }
    if (here == "no") != tests.is_empty() {
        return Some("a test for each yes and part, none for a no".into());
    }
    if here == "part" && !shown.contains("; ") {
        return Some("a part says which part".into());
    }
    for (file, test) in tests {
        let path = root().join("crates").join(format!("{file}.rs"));
        let Ok(source) = fs::read_to_string(&path) else {
            return Some(format!("there is no file {}", path.display()));
        };
        if let Err(why) = is_run(&source, test) {
            return Some(format!("{file}.rs {why} {test}"));
        }
        if let Some(why) = left_out(&path) {
            return Some(format!("{file}.rs {why}"));
        }
    }
    let pages = shown.split("](").skip(1).filter_map(|after| after.split(')').next());
    pages
        .map(|page| root().join("docs").join(page))
        .find(|page| !page.exists())
        .map(|page| format!("there is no page {}", page.display()))
}

fn rows(page: &str) -> impl Iterator<Item = &str> {
    let is_row = |line: &&str| line.starts_with("| ") && !line.starts_with("| feature |");
    page.lines().filter(is_row)
}

#[test]
fn every_claim_of_the_table_of_features_names_a_test_that_is_there() {
    let page = fs::read_to_string(root().join("docs/features.md")).expect("the page");
    let faults: Vec<String> =
        rows(&page).filter_map(|row| fault(row).map(|fault| format!("{row}\n  {fault}"))).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let names: BTreeSet<&str> = rows(&page).filter_map(|row| row.split('|').nth(1)).collect();
    assert_eq!(names.len(), rows(&page).count(), "a feature stands there twice");
    let count = |here: &str| {
        rows(&page).filter(|row| row.split('|').nth(2).map(str::trim) == Some(here)).count()
    };
    let sum = format!(
        "{} rows: yes {}, part {}, no {}.",
        rows(&page).count(),
        count("yes"),
        count("part"),
        count("no")
    );
    assert!(page.lines().any(|line| line == sum), "expected: {sum}");
}

#[test]
fn a_test_that_does_not_always_run_is_no_evidence() {
    assert_eq!(is_run("#[test]\nfn a() {}\n\n#[ignore]\n#[test]\nfn b() {}\n", "a"), Ok(()));
    for usual in DEFAULTS {
        assert_eq!(is_run(&format!("{usual}\n#[test]\nfn a() {{}}\n"), "a"), Ok(()));
        let inside = format!("{usual}\nmod tests {{\n    #[test]\n    fn a() {{}}\n}}\n");
        assert_eq!(is_run(&inside, "a"), Ok(()));
    }
    let beside =
        "#[cfg(unix)]\nmod b {\n    fn c() {}\n}\n\nmod d {\n    #[test]\n    fn a() {}\n}\n";
    assert_eq!(is_run(beside, "a"), Ok(()));
    for attribute in
        ["#[ignore]", "#[ignore = \"slow\"]", "#[cfg(windows)]", "#[cfg_attr(unix, ignore)]"]
    {
        for source in [
            format!("#[test]\n{attribute}\nfn a() {{}}\n"),
            format!("#[test]\nfn b() {{}}\n\n/// So.\n{attribute}\n#[test]\nfn a() {{}}\n"),
            format!("mod tests {{\n    {attribute}\n    #[test]\n    fn a() {{}}\n}}\n"),
            format!(
                "{attribute}\n#[path = \"b\"]\nmod b {{\n    fn c() {{}}\n\n    #[test]\n    fn a() {{}}\n}}\n"
            ),
        ] {
            assert_eq!(is_run(&source, "a"), Err("does not always run"), "{source}");
        }
    }
    for between in ["\n", "\n\n"] {
        let source = format!("#[test]\nfn b() {{}}{between}fn a() {{}}\n");
        assert_eq!(is_run(&source, "a"), Err("has no test"));
    }

    for above in ["#[cfg(unix)]", "#[cfg(unix)]\n#[macro_use]", "#[cfg(any(\n    unix,\n))]"] {
        let list = format!("mod a;\n{above}\nmod b;\nmod c;\n");
        let lines: Vec<&str> = list.lines().collect();
        let out: Vec<&str> = (0..lines.len())
            .filter(|&at| lines[at].starts_with("mod") && is_left_out(&lines, at))
            .map(|at| lines[at])
            .collect();
        assert_eq!(out, ["mod b;"], "{list}");
    }

    let crates = root().join("crates");
    assert_eq!(left_out(&crates.join("astride/tests/voxels/mod.rs")), None);
    assert_eq!(left_out(&crates.join("astride/tests/voxels/sight.rs")), None);
    assert_eq!(left_out(&crates.join("astride/src/search/reach.rs")), None);
    let on_unix = left_out(&crates.join("astride-cli/tests/terminals.rs"));
    assert_eq!(on_unix, Some("is left out by an attribute where it is listed"));
    let server = left_out(&crates.join("astride-play/tests/server.rs"));
    assert_eq!(server, Some("is left out by an attribute"));
}

#[test]
fn a_row_that_claims_too_much_is_caught() {
    let test = "xtask/tests/features.rs::a_row_that_claims_too_much_is_caught";
    assert_eq!(fault(&format!("| a | yes | `{test}` |")), None);
    assert_eq!(fault("| a | no | |"), None);
    for row in [
        "| a | yes | |".to_owned(),
        "| a | maybe | |".to_owned(),
        format!("| a | no | `{test}` |"),
        format!("| a | part | `{test}` |"),
        format!("| a | yes | `{test}_not` |"),
        "| a | yes | `xtask/tests/nowhere.rs::it` |".to_owned(),
        "| a | yes | `xtask/tests/features.rs::root` |".to_owned(),
        format!("| a | yes | `{test}`, [it](nowhere.md) |"),
    ] {
        assert!(fault(&row).is_some(), "{row}");
    }
}
