//! The table of features claims nothing without a test, and each test, file and page that it names is
//! there.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
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
        let is_test = source.split("#[test]").skip(1).any(|after| {
            let mut code = after.lines().map(str::trim).filter(|line| !line.is_empty());
            code.find(|line| !line.starts_with("#["))
                .is_some_and(|line| line.starts_with(&format!("fn {test}(")))
        });
        if !is_test {
            return Some(format!("{file}.rs has no test {test}"));
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
