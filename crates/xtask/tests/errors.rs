//! Errors of the libraries and the command are written by one macro, a code never means two things, and
//! `docs/errors.md` is what the source makes of it; `ASTRIDE_BLESS=1` writes it again.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

const PAGE: &str = "\
# Errors

Every error of the libraries has a code: a short name that stays as it is when the message is reworded.
Programs compare the code; people read the message.

```rust
use astride::base::{Cell, Coded};
use astride::shapes::square::{Edit, Grid};

let mut grid = Grid::new(20, 10, b'.')?;
let error = grid.apply(Edit::new().set(Cell::new(20, 0), b'#')).unwrap_err();
assert_eq!(error.code(), \"rect-off-map\");
# Ok::<(), Box<dyn std::error::Error>>(())
```

An error that wraps another has the other's code and returns it from `source()`; the outer message makes sense without the inner one.
The [command](command-line.md#for-machines) prints the code with `--json`, [C](c.md) has `astride_last_error_code`, and exceptions have it in [Python](python.md) and [JavaScript](javascript.md) as `code` and in [C#](csharp.md) as `Code`; there it is empty where the binding refuses before the engine is asked.

In the table, which is generated from the source, `…` stands for a number or a name.

| code | error | what happened, and what would be right |
|---|---|---|
";

/// What one code stands for: the types that have it, and the message.
#[derive(Debug, Default)]
struct Meaning {
    types: Vec<String>,
    message: String,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> {
    fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path())
}

/// All sources of the crates but those of the references, which share no code with the engine, by
/// their paths from the folder of the crates.
fn sources() -> Vec<(PathBuf, String)> {
    let crates = root().join("crates");
    let libraries = entries(&crates).filter(|path| !path.ends_with("astride-testkit"));
    let engines = ["bevy", "godot"].map(|name| root().join("crates/../bindings").join(name));
    let mut folders: Vec<_> = libraries.chain(engines).map(|path| path.join("src")).collect();
    folders.retain(|folder| folder.is_dir());
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for path in entries(&folder) {
            if path.is_dir() && !path.ends_with("tests") {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = fs::read_to_string(&path).expect("a source");
                files.push((path.strip_prefix(&crates).expect("a crate's").to_owned(), text));
            }
        }
    }
    files.sort();
    files
}

/// The first literal of a piece of source as it reads, and what comes behind it.
fn literal(source: &str) -> Option<(String, &str)> {
    let (_, inside) = source.split_once('"')?;
    let (mut text, mut letters) = (String::new(), inside.char_indices());
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return Some((text, &inside[at + 1..])),
            '\\' => match letters.next()?.1 {
                '\n' => while letters.as_str().starts_with(' ') && letters.next().is_some() {},
                other => text.push(other),
            },
            letter => text.push(letter),
        }
    }
    None
}

/// A message of `format!` with dots in the place of its arguments.
fn dotted(message: &str) -> String {
    let mut pieces = message.split('{');
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.filter_map(|piece| piece.split_once('}')).fold(first, |all, (_, text)| all + "…" + text)
}

/// The rows of all tables of a source with a code of their own: type, code, and the message, or the
/// comment above the row if there is one.
fn rows(source: &str) -> Vec<(String, String, String)> {
    let mut rows = Vec::new();
    let library = source.split("\n#[cfg(test)]\nmod tests").next().unwrap_or_default();
    for table in library.split("errors! { ").skip(1) {
        let (head, table) = table.split_once(":\n").expect("a head");
        let head = head.trim_start_matches("enum ").trim_start_matches("struct ");
        let name = head.split(['(', '<']).next().unwrap_or_default();
        let table = table.split("\n}").next().unwrap_or_default();
        let mut pieces = table.split(" => ");
        let mut before = pieces.next().unwrap_or_default();
        for piece in pieces {
            if piece.starts_with(['"', '(']) && !piece.starts_with("(s") {
                let (code, behind) = literal(piece).expect("a code");
                let (message, _) = literal(behind).expect("a message");
                let comment = before.rsplit_once("// ").and_then(|(_, text)| text.split_once('\n'));
                let what = comment.map_or_else(|| dotted(&message), |(text, _)| text.to_owned());
                rows.push((name.to_owned(), code, what));
            }
            before = piece;
        }
    }
    rows
}

/// What all codes mean, and what is wrong with the sources.
fn codes(sources: &[(PathBuf, String)]) -> (BTreeMap<String, Meaning>, Vec<String>) {
    let (mut codes, mut faults) = (BTreeMap::<String, Meaning>::new(), Vec::new());
    for (path, source) in sources {
        let is_by_hand = |line: &&str| line.starts_with("impl") && line.contains("Error for ");
        let by_hand = source.lines().filter(is_by_hand);
        faults.extend(by_hand.map(|line| format!("{}: {line}: use errors!", path.display())));
        let mut folders = path.iter().map(|part| part.to_string_lossy().replace('-', "_"));
        let library = folders.find(|part| {
            part.starts_with("astride_") || ["bevy", "godot"].contains(&part.as_str())
        });
        let library = library.map_or_else(String::new, |library| match library.as_str() {
            "bevy" => "bevy_astride::".into(),
            "godot" => "astride_godot::".into(),
            _ => library + "::",
        });
        for (name, code, message) in rows(source) {
            // What maps of floors, hexagons and triangles have in common goes by their own names.
            let name = library.clone()
                + &name.replace("TileFault", "FloorError`, `HexError`, `TriangleError");
            let is_plain = |letter: char| letter.is_ascii_lowercase() || letter == '-';
            if !code.chars().all(is_plain) || !code.contains('-') {
                faults.push(format!("{name}: {code:?} is no code, expected words with hyphens"));
            }
            let meaning = codes.entry(code.clone()).or_default();
            if meaning.types.is_empty() {
                meaning.message = message;
            } else if meaning.message != message {
                faults.push(format!("{code}: {:?} and {message:?}", meaning.message));
            }
            if !meaning.types.contains(&name) {
                meaning.types.push(name);
            }
        }
    }
    (codes, faults)
}

#[test]
fn errors_are_written_by_the_macro_and_codes_mean_one_thing() {
    let (codes, faults) = codes(&sources());
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(codes.len() > 200, "only {} codes were found", codes.len());
}

#[test]
fn the_page_of_codes_is_that_of_this_source() {
    let mut page = PAGE.to_owned();
    for (code, Meaning { types, message }) in codes(&sources()).0 {
        page +=
            &format!("| `{code}` | `{}` | {} |\n", types.join("`, `"), message.replace('|', "\\|"));
    }
    let path = root().join("docs/errors.md");
    if std::env::var_os("ASTRIDE_BLESS").is_some() {
        fs::write(&path, &page).expect("a writable file");
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    let differs = found.lines().zip(page.lines()).find(|(found, expected)| found != expected);
    assert!(found == page, "docs/errors.md is out of date: {differs:?}; set ASTRIDE_BLESS=1");
}

#[test]
fn a_table_that_is_wrong_is_caught() {
    let faults = |source: &str| codes(&[(PathBuf::new(), source.to_owned())]).1.len();
    let table = "errors! { enum E<P> where [P: Copy]:\n    A { .. } => (\"is-a\", \"a {b} \\\n        c\"),\n    \
                 B(b) => (source b),\n    C => \"is-c\": \"c\",\n}\n";
    let of_e = |code: &str, what: &str| ("E".to_owned(), code.to_owned(), what.to_owned());
    assert_eq!(rows(table), [of_e("is-a", "a … c"), of_e("is-c", "c")]);
    assert_eq!(faults(table), 0);
    assert_eq!(faults(&format!("{table}{table}")), 0, "one code for one message");
    for wrong in [
        table.replace("is-a", "is-c"),
        table.replace("is-a", "Is-a"),
        table.replace("is-a", "a"),
        format!("{table}impl std::error::Error for F {{}}\n"),
    ] {
        assert_eq!(faults(&wrong), 1, "{wrong}");
    }
}
