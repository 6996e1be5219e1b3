//! There is one list of methods, the table of `search/method_table.rs`. What must write their names or
//! numbers again, since it is another language or a page, is compared with it here, and no other file
//! of the sources may write many of them.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn between<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    let (_, behind) = text.split_once(from).unwrap_or_else(|| panic!("there is no {from:?}"));
    behind.split_once(to).unwrap_or_else(|| panic!("there is no {to:?} behind {from:?}")).0
}

/// A row of the table: the variant, the name, and from what it answers.
struct Row {
    variant: String,
    name: String,
    basis: String,
}

fn table() -> Vec<Row> {
    let source = read("crates/astride/src/search/method_table.rs");
    let rows = source.split("MethodRow {").skip(1).filter(|row| row.contains("method: Method::"));
    let word = |row: &str, from, to| between(row, from, to).to_owned();
    let row = |row: &str| Row {
        variant: word(row, "method: Method::", ",")
            .split('(')
            .next()
            .unwrap_or_default()
            .to_owned(),
        name: word(row, "name: \"", "\""),
        basis: word(row, "basis: ", ","),
    };
    rows.map(row).collect()
}

/// The words of `text` that stand between two `quote`s.
fn quoted(text: &str, quote: char) -> Vec<&str> {
    text.split(quote).skip(1).step_by(2).collect()
}

/// The variants of an enumeration with their numbers: `Name = 3,`.
fn numbered(text: &str) -> Vec<(&str, u32)> {
    let lines = text.lines().filter_map(|line| line.trim().strip_suffix(',')?.split_once(" = "));
    lines.filter_map(|(name, number)| Some((name, number.parse().ok()?))).collect()
}

#[test]
fn numbers_and_names_of_other_languages_are_those_of_the_table() {
    let table = table();
    assert!(table.len() > 20, "only {} rows were found", table.len());
    let source = read("crates/astride-capi/src/find.rs");
    let list = between(&source, "const METHODS:", "];");
    let variants: Vec<&str> =
        list.split("Method::").skip(1).filter_map(|after| after.split(['(', ',']).next()).collect();
    let names: Vec<&str> = variants
        .iter()
        .map(|variant| table.iter().find(|row| row.variant == **variant).expect("a row"))
        .map(|row| row.name.as_str())
        .collect();
    for row in table.iter().filter(|row| row.basis == "Steps") {
        assert!(names.contains(&row.name.as_str()), "C has no number for {}", row.name);
    }
    let c = numbered(between(&source, "pub enum AstrideMethod {", "\n}"));
    assert_eq!(c.len(), names.len());
    assert!(c.iter().enumerate().all(|(at, (_, number))| *number == at as u32), "{c:?}");
    for ((c, _), variant) in c.iter().zip(&variants) {
        let is_same =
            c.trim_end_matches("Twice") == *variant || (*c, *variant) == ("JumpPoints", "Jps");
        assert!(is_same, "the number of {c} stands for {variant}");
    }
    let csharp = read("bindings/csharp/Runtime/Grid.cs");
    assert_eq!(numbered(between(&csharp, "public enum Method", "    }")), c);
    let js = read("crates/astride-wasm/package/path.js");
    assert_eq!(quoted(between(&js, "METHODS = Object.freeze([", "]"), '\''), names);
    let types = read("crates/astride-wasm/package/index.d.ts");
    assert_eq!(quoted(between(&types, "export type Method =", ";"), '\''), names);
}

#[test]
fn the_pages_name_every_method() {
    let (methods, options) = (read("docs/methods.md"), read("docs/command-line.md"));
    let option = options.lines().find(|line| line.starts_with("| `--method` |")).expect("a row");
    for Row { variant, name, basis } in table().iter().filter(|row| row.basis != "Mesh") {
        assert!(methods.contains(&format!("`{variant}`")), "docs/methods.md has no {variant}");
        let named = [format!("`{name}`"), format!("`{name}[:W]`")];
        let is_named = named.iter().any(|name| option.contains(name));
        assert!(is_named, "--method in docs/command-line.md has no {name} ({basis})");
    }
}

/// The files that may write many methods, and why.
const LISTS: [(&str, &str); 6] = [
    ("astride/src/search/method_table.rs", "the table"),
    ("astride/src/search/method.rs", "the enumeration and what each is able to do"),
    ("astride/src/search/by_name.rs", "calls each of them"),
    ("astride-play/src/session/names.rs", "explains each of them line by line"),
    ("astride-bench/src/engine.rs", "compares most of them, and others without a name here"),
    ("astride-capi/src/find.rs", "numbers, compared with the table above"),
];

/// How many different methods a source writes, as variants or as names in quotes.
fn written(source: &str, table: &[Row]) -> usize {
    let is_written = |row: &&Row| {
        let variant = format!("Method::{}", row.variant);
        let has_variant = source
            .split(&variant)
            .skip(1)
            .any(|after| !after.starts_with(|letter: char| letter.is_alphanumeric()));
        has_variant || source.contains(&format!("\"{}\"", row.name))
    };
    table.iter().filter(is_written).count()
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
}

#[test]
fn no_other_source_lists_the_methods() {
    let (table, crates) = (table(), root().join("crates"));
    let mut files = Vec::new();
    for library in fs::read_dir(&crates).expect("the crates") {
        let source = library.expect("an entry").path().join("src");
        if source.is_dir() && !source.ends_with("astride-testkit/src") {
            rust_files(&source, &mut files);
        }
    }
    let mut wrong = Vec::new();
    let mut lists = 0;
    for path in files {
        let name = path.strip_prefix(&crates).expect("a crate's").to_string_lossy().into_owned();
        let count = written(&fs::read_to_string(&path).expect("a source"), &table);
        let is_listed = LISTS.iter().any(|(listed, _)| *listed == name);
        lists += usize::from(is_listed && count >= MANY);
        if count >= MANY && !is_listed {
            wrong.push(format!("{name} writes {count} methods, expected Method::TABLE to be read"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(lists, LISTS.len(), "some file is excepted that lists no methods any more");
}

/// This many methods in one file are a list of them: a third of the table.
const MANY: usize = 8;

#[test]
fn a_list_is_noticed() {
    let table = table();
    let list: String = table.iter().map(|row| format!("Method::{}, ", row.variant)).collect();
    let names: String = table.iter().map(|row| format!("\"{}\", ", row.name)).collect();
    assert_eq!([written(&list, &table), written(&names, &table)], [table.len(); 2]);
    assert_eq!(written("Method::WeightedIdaStar(W)", &table), 1, "and not Weighted");
}
