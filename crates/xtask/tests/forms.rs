//! The page of forms names every public method of the types that a game works with, and what each
//! other language calls it: a method without a row, a name that is not there, and a function of a form
//! that no row names are all seen.
//!
//! `ASTRIDE_BLESS=1` writes the generated lists again; rows are written by hand.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The types, and where their methods are written.
const TYPES: [(&str, &str); 11] = [
    ("Grid", "astride/src/shapes/square"),
    ("Edit", "astride/src/shapes/square"),
    ("Mover", "astride/src/world"),
    ("Navigator", "astride/src/planner/navigator"),
    ("Ask", "astride/src/planner"),
    ("Snapshot", "astride/src/planner/navigator"),
    ("DistanceField", "astride/src/search"),
    ("Reach", "astride/src/search"),
    ("Crowd", "astride-agents/src/crowd"),
    ("Fleet", "astride-agents/src/fleet"),
    ("Plan", "astride-agents/src/mapf"),
];

const HEAD: &str = "\
| in Rust | C | C# | Python | JavaScript | Godot | Bevy |
|---|---|---|---|---|---|---|
";

const ALONE: &str = "In Rust alone: ";

const BESIDES: &str = "## Besides\n\n";

/// What a form has, by name.
type Names = BTreeSet<String>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The texts of all files of a folder and those in it that end so, with their names.
fn texts(folder: &Path, end: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
        if path.is_dir() {
            found.extend(texts(&path, end));
        } else if name.ends_with(end) {
            found.push((name, fs::read_to_string(&path).expect("a text")));
        }
    }
    found.sort();
    found
}

fn word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    &text[..end.unwrap_or(text.len())]
}

/// The type whose own methods an `impl` holds; `None` for those of a trait.
fn implemented(line: &str) -> Option<&str> {
    let mut rest = line.strip_prefix("impl")?;
    if line.contains(" for ") {
        return None;
    }
    if rest.starts_with('<') {
        let mut open = 0;
        let end = rest.find(|c: char| {
            open += i32::from(c == '<') - i32::from(c == '>');
            open == 0
        })?;
        rest = &rest[end + 1..];
    }
    let path = rest.trim_start().split(['<', ' ']).next()?;
    path.rsplit("::").next()
}

/// The types of sources in Rust with their public methods.
fn methods(folder: &Path) -> BTreeMap<String, Names> {
    let mut found: BTreeMap<String, Names> = BTreeMap::new();
    for (_, source) in texts(folder, ".rs") {
        let mut of = None;
        for line in source.lines() {
            if line.starts_with("impl") {
                of = implemented(line);
            } else if line == "}" {
                of = None;
            }
            let name =
                ["    pub fn ", "    pub const fn "].iter().find_map(|is| line.strip_prefix(is));
            if let (Some(of), Some(name)) = (of, name) {
                found.entry(of.to_owned()).or_default().insert(word(name).to_owned());
            }
        }
    }
    found
}

/// The functions of the header, without the prefix that all have.
fn in_c() -> Names {
    let header = text("crates/astride-capi/include/astride.h");
    let calls =
        header.lines().filter_map(|line| line.split_once([' ', '*'])?.1.split_once("astride_"));
    let functions = calls.filter(|(_, rest)| rest[word(rest).len()..].starts_with('('));
    functions.map(|(_, rest)| word(rest).to_owned()).collect()
}

/// `Class.Member`, and `Class` for its constructor.
fn in_csharp() -> Names {
    let mut names = Names::new();
    for (_, source) in texts(&root().join("bindings/csharp/Runtime"), ".cs") {
        let mut class = "";
        for line in source.lines() {
            if let Some(rest) = line.strip_prefix("    public ") {
                let kinds = ["class ", "struct "];
                class = kinds
                    .iter()
                    .find_map(|kind| rest.split_once(kind))
                    .map_or("", |all| word(all.1));
            }
            let Some(rest) = line.strip_prefix("        public ") else { continue };
            if class.is_empty() || ["override ", "operator "].iter().any(|kind| rest.contains(kind))
            {
                continue;
            }
            if rest.contains("this[") {
                names.insert(format!("{class}.this"));
                continue;
            }
            let declared = rest.split(['(', '{', '=', ';']).next().unwrap_or_default().trim_end();
            let is_field = rest[declared.len()..].trim_start().starts_with([';', '=']);
            for name in declared.split(',').take(if is_field { usize::MAX } else { 1 }) {
                let name = name.rsplit(' ').next().unwrap_or_default();
                names.insert(if name == class {
                    class.to_owned()
                } else {
                    format!("{class}.{name}")
                });
            }
        }
    }
    names
}

/// `Class.member`, `Class` for its constructor, and functions.
fn in_python() -> Names {
    let mut names = Names::new();
    let mut class = "";
    for line in text("crates/astride-py/python/astride/_astride.pyi").lines() {
        if let Some(rest) = line.strip_prefix("class ") {
            class = word(rest);
        } else if let Some(rest) = line.strip_prefix("def ") {
            names.insert(word(rest).to_owned());
        } else if let Some(rest) = line.strip_prefix("    ") {
            let name = word(rest.strip_prefix("def ").unwrap_or(rest));
            let is_member = rest.starts_with("def ") || rest[name.len()..].starts_with(": Final");
            if name == "__new__" {
                names.insert(class.to_owned());
            } else if is_member && !name.starts_with('_') && !name.is_empty() {
                names.insert(format!("{class}.{name}"));
            }
        }
    }
    names.retain(|name| !name.starts_with('_'));
    names
}

/// `Class.member`, and `Class` for its constructor.
fn in_javascript() -> Names {
    let mut names = Names::new();
    for file in ["index", "navigator", "all"] {
        let mut class = "";
        for line in text(&format!("crates/astride-wasm/package/{file}.d.ts")).lines() {
            let kinds = ["export class ", "export abstract class ", "export interface "];
            if let Some(rest) = kinds.iter().find_map(|kind| line.strip_prefix(kind)) {
                class = word(rest);
            } else if line.starts_with('}') {
                class = "";
            }
            let Some(rest) = line.strip_prefix("  ").filter(|_| !class.is_empty()) else {
                continue;
            };
            let rest = ["static ", "readonly ", "get ", "set "]
                .iter()
                .fold(rest, |rest, kind| rest.strip_prefix(kind).unwrap_or(rest));
            let name = word(rest);
            if name == "constructor" {
                names.insert(class.to_owned());
            } else if !name.is_empty() && rest[name.len()..].starts_with(['(', '<', ':', '?']) {
                names.insert(format!("{class}.{name}"));
            }
        }
    }
    names
}

/// `Class.method`, signals among them.
fn in_godot() -> Names {
    let mut names = Names::new();
    for (file, class) in
        [("grid", "AstrideGrid"), ("navigator", "AstrideNavigator"), ("crowd", "AstrideCrowd")]
    {
        let source = text(&format!("bindings/godot/src/{file}.rs"));
        for mark in ["#[func", "#[signal"] {
            let calls = source.split(mark).skip(1).filter_map(|rest| rest.split_once("fn "));
            names.extend(calls.map(|(_, rest)| format!("{class}.{}", word(rest))));
        }
    }
    names
}

/// `Type`, and `Type::method`.
fn in_bevy() -> Names {
    let folder = root().join("bindings/bevy/src");
    let mut names = Names::new();
    for (_, source) in texts(&folder, ".rs") {
        let kinds = ["pub struct ", "pub enum "];
        names.extend(source.lines().filter_map(|line| {
            kinds.iter().find_map(|kind| line.strip_prefix(kind)).map(|rest| word(rest).to_owned())
        }));
    }
    for (of, all) in methods(&folder) {
        if names.contains(&of) {
            names.extend(all.iter().map(|name| format!("{of}::{name}")));
        }
    }
    names
}

/// The forms in the order of the columns.
fn forms() -> [(&'static str, Names); 6] {
    [
        ("C", in_c()),
        ("C#", in_csharp()),
        ("Python", in_python()),
        ("JavaScript", in_javascript()),
        ("Godot", in_godot()),
        ("Bevy", in_bevy()),
    ]
}

/// What stands between backticks.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

fn listed<'a>(names: impl Iterator<Item = &'a String>) -> String {
    names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

#[test]
fn every_method_has_a_row_and_every_name_is_there() {
    let path = root().join("docs/forms.md");
    let page = fs::read_to_string(&path).expect("the page");
    let forms = forms();
    let mut named: [Names; 6] = Default::default();
    let mut missing = Vec::new();
    let mut made = page.split("\n## ").next().expect("its beginning").to_owned();
    for (name, folder) in TYPES {
        let all = methods(&root().join("crates").join(folder)).remove(name).expect("methods of it");
        let title = format!("\n## {name}\n");
        let section = page.split_once(&title).unwrap_or_else(|| panic!("no section {name}")).1;
        let section = section.split("\n## ").next().expect("its text");
        let rows: BTreeMap<&str, &str> = section
            .lines()
            .filter(|line| line.starts_with("| `"))
            .map(|row| (quoted(row)[0], row))
            .collect();
        for (method, row) in &rows {
            assert!(all.contains(*method), "{name} has no public method {method}");
            let cells: Vec<&str> = row.split('|').skip(2).collect();
            assert_eq!(cells.len(), 7, "{row}");
            for ((form, names), (cell, named)) in forms.iter().zip(cells.iter().zip(&mut named)) {
                for one in quoted(cell) {
                    if !names.contains(one) {
                        missing.push(format!("{form} has no {one}, which {name}::{method} names"));
                    }
                    named.insert(one.to_owned());
                }
            }
        }
        let covered: String = rows.values().map(|row| format!("{row}\n")).collect();
        let alone = listed(all.iter().filter(|method| !rows.contains_key(method.as_str())));
        made += &format!("{title}\n{HEAD}{covered}");
        if !alone.is_empty() {
            made += &format!("\n{ALONE}{alone}.\n");
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
    made += "\n";
    made += BESIDES;
    made += "What a form has that no row above names:\n\n";
    for ((form, names), named) in forms.iter().zip(&named) {
        made += &format!("- {form}: {}.\n", listed(names.difference(named)));
    }
    if std::env::var_os("ASTRIDE_BLESS").is_some() {
        fs::write(&path, &made).expect("a page that can be written");
    }
    assert!(
        page == made || std::env::var_os("ASTRIDE_BLESS").is_some(),
        "docs/forms.md is out of date: ASTRIDE_BLESS=1 cargo test -p xtask --test forms"
    );
}

#[test]
fn names_are_found_in_each_form() {
    for ((form, names), some) in forms().iter().zip([
        ["navigator_find", "last_error", "world_find"],
        ["Navigator.FindPath", "Navigator", "Ask.Overlays"],
        ["Navigator.find_path", "Path.ticks", "plan"],
        ["Navigator.findPath", "Crowd.arrivedCount", "Path.cells"],
        ["AstrideGrid.get_id_path", "AstrideNavigator.path_found", "AstrideCrowd.on"],
        ["PathRequest::to", "NavCrowd::new", "Follow"],
    ]) {
        for name in some {
            assert!(names.contains(name), "{form}: {name} of {names:?}");
        }
    }
}
