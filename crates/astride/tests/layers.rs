//! Imports point left: no room of the library knows a room to its right, and the rooms before the
//! planner open no file, read no clock, start no thread and roll no dice. And no two files side by side
//! import each other.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The rooms, left to right; each may import those before it.
const ROOMS: [&str; 7] = ["base", "world", "path", "search", "index", "shapes", "planner"];

/// What `io` may import: it writes shapes.
const IO_IMPORTS: [&str; 4] = ["base", "world", "path", "shapes"];

/// What the rooms before the planner may not name, as modules of `std` and as words.
const FORBIDDEN_MODULES: [&str; 4] = ["fs", "time", "thread", "net"];
const FORBIDDEN_WORDS: [&str; 4] = ["SystemTime", "Instant", "rand", "thread_rng"];

/// What a file of `room` may not import or name, with the reason; empty if all is well.
fn breaches(room: &str, text: &str) -> Vec<String> {
    let code = without_comments(text);
    let mut faults = Vec::new();
    let place = ROOMS.iter().position(|&name| name == room);
    let allowed: Vec<&str> = match (room, place) {
        ("io", _) => IO_IMPORTS.to_vec(),
        (_, Some(place)) => ROOMS[..place].to_vec(),
        (_, None) => return vec![format!("{room} is no room this test knows")],
    };
    for import in heads(&code, "crate") {
        // Exported macros lie at the root, whichever room they are of: `errors` is of the first.
        if import != room && import != "errors" && !allowed.contains(&import.as_str()) {
            faults.push(format!("{room} imports crate::{import}"));
        }
    }
    if place.is_some_and(|place| place + 1 < ROOMS.len()) {
        for module in heads(&code, "std") {
            if FORBIDDEN_MODULES.contains(&module.as_str()) {
                faults.push(format!("{room} uses std::{module}"));
            }
        }
        let words: BTreeSet<&str> =
            code.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        for word in FORBIDDEN_WORDS.into_iter().filter(|word| words.contains(word)) {
            faults.push(format!("{room} names {word}"));
        }
    }
    faults
}

/// The text without comments. Quotes need no care: no string of the library holds `//` before code.
fn without_comments(text: &str) -> String {
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

/// The first names after `root::`, also those of a group `root::{a::b, c}`.
fn heads(code: &str, root: &str) -> BTreeSet<String> {
    let code: String = code.split_whitespace().collect::<Vec<_>>().join(" ");
    let code = code.replace(":: ", "::").replace(" ::", "::");
    let mut found = BTreeSet::new();
    let marker = format!("{root}::");
    for (at, _) in code.match_indices(&marker) {
        let before = code[..at].chars().next_back();
        if before.is_some_and(|c| c.is_alphanumeric() || c == '_') {
            continue;
        }
        let rest = &code[at + marker.len()..];
        match rest.strip_prefix('{') {
            Some(group) => found.extend(heads_of_group(group)),
            None => _ = found.insert(name(rest)),
        }
    }
    found
}

/// The first name of each item of a group whose opening brace has been read.
fn heads_of_group(group: &str) -> Vec<String> {
    let (mut depth, mut item, mut items) = (0, String::new(), Vec::new());
    for c in group.chars() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => items.push(std::mem::take(&mut item)),
            _ => {}
        }
        item.push(c);
    }
    items.push(item);
    let names = items.iter().map(|item| name(item.trim_start_matches([',', ' '])));
    names.filter(|name| !name.is_empty()).collect()
}

fn name(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// What a file of a shape may not import: other shapes.
fn other_shapes(shape: &str, text: &str) -> Vec<String> {
    let heads = heads(&without_comments(text), "crate::shapes");
    // What all shapes share has a name that begins with a capital.
    let is_shape = |name: &String| name.starts_with(|c: char| c.is_lowercase());
    let others = heads.into_iter().filter(|name| name != shape && is_shape(name));
    others.map(|other| format!("{shape} imports the shape {other}")).collect()
}

fn check_folder(room: &str, folder: &Path, faults: &mut Vec<String>) -> usize {
    let mut files = 0;
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            files += check_folder(room, &path, faults);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("a readable file");
            let mut found = breaches(room, &text);
            let below = path.strip_prefix(source()).expect("a file below the source");
            let mut parts = below.iter().filter_map(|part| part.to_str());
            if let (Some("shapes"), Some(shape), Some(_)) =
                (parts.next(), parts.next(), parts.next())
            {
                found.extend(other_shapes(shape, &text));
            }
            faults.extend(found.into_iter().map(|fault| format!("{}: {fault}", path.display())));
            files += 1;
        }
    }
    files
}

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../src")
}

#[test]
fn imports_point_left() {
    let source = source();
    let mut faults = Vec::new();
    let mut rooms = 0;
    for entry in fs::read_dir(&source).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            let room = path.file_name().and_then(|name| name.to_str()).expect("a plain name");
            assert!(check_folder(room, &path, &mut faults) > 0, "{room} has no file");
            rooms += 1;
        }
    }
    assert!(rooms >= 6, "only {rooms} rooms below {}", source.display());
    assert!(faults.is_empty(), "{faults:#?}");
}

/// Pairs of files or folders side by side that import each other. What both need can move into a file
/// that imports neither: this list only gets shorter. Longer circles, and names that `mod.rs` passes
/// on, are not seen.
const CIRCLES: &[&str] = &[
    "astride-agents::crowd: body and formation",
    "astride-agents::crowd: body and right_of_way",
    "astride-agents::crowd: formation and orders",
    "astride-agents::crowd::formation: march and order",
    "astride-agents::mapf: distances and task",
    "astride-agents::mapf::continuous: clash and graph",
    "astride-cli::commands::mapf: discs and solve",
    "astride-cli::commands::mapf: discs and validate",
    "astride-formats: legend and rule",
    "astride-play::session: board and shelf",
    "astride-play::session: board and tiling",
    "astride-play::session: builtin and open",
    "astride-play::session: plan and tiling",
    "astride-py: grid and picture",
    "astride-py: path and picture",
    "astride-testkit: generate and square",
    "astride::planner::navigator: fields and state",
    "astride::planner::navigator::squares: landmarks and seen",
    "astride::shapes::mesh: locate and polygons",
    "astride::shapes::square: labels and saved",
];

/// Who names whom: the folder, and two of the files and folders in it.
type Named = BTreeSet<[String; 3]>;

/// Adds what the files of a folder name beside themselves, and beside the folders that they are in.
fn note_named(folder: &Path, module: &mut Vec<String>, named: &mut Named) {
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        let stem = path.file_stem().and_then(|stem| stem.to_str()).expect("a plain name");
        let depth = module.len();
        if !["lib", "main", "mod"].contains(&stem) {
            module.push(stem.to_owned());
        }
        if path.is_dir() {
            note_named(&path, module, named);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("a readable file");
            let mut code = without_comments(text.split("mod tests {").next().unwrap_or_default());
            for above in (2..=module.len()).rev() {
                code = code.replace(&"super::".repeat(above), &format!("super{above}::"));
            }
            for above in 1..module.len() {
                let (folder, below) = module.split_at(module.len() - above);
                let up = if above == 1 { "super".to_owned() } else { format!("super{above}") };
                let down = ["crate"].into_iter().chain(folder[1..].iter().map(String::as_str));
                for root in [up, down.collect::<Vec<_>>().join("::")] {
                    let names = heads(&code, &root).into_iter();
                    named.extend(names.map(|name| [folder.join("::"), below[0].clone(), name]));
                }
            }
        }
        module.truncate(depth);
    }
}

#[test]
fn siblings_do_not_import_each_other() {
    let mut named = Named::new();
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for entry in fs::read_dir(crates).expect("a readable folder") {
        let folder = entry.expect("a readable entry").path();
        let name = folder.file_name().and_then(|name| name.to_str()).expect("a plain name");
        if folder.join("src").is_dir() {
            note_named(&folder.join("src"), &mut vec![name.to_owned()], &mut named);
        }
    }
    let is_circle = |[folder, one, other]: &&[String; 3]| {
        one < other && named.contains(&[folder.clone(), other.clone(), one.clone()])
    };
    let found = named
        .iter()
        .filter(is_circle)
        .map(|[folder, one, other]| format!("{folder}: {one} and {other}"));
    let found: BTreeSet<String> = found.collect();
    let listed: BTreeSet<String> = CIRCLES.iter().map(|&pair| pair.to_owned()).collect();
    let new: Vec<&String> = found.difference(&listed).collect();
    let gone: Vec<&String> = listed.difference(&found).collect();
    assert!(new.is_empty(), "move what both need into a file that imports neither: {new:#?}");
    assert!(gone.is_empty(), "opened, so take them off the list: {gone:#?}");
}

/// Everything that lists methods reads their table: a name that only lists would spell stands in no
/// other source.
#[test]
fn methods_are_listed_once() {
    fn search(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("a readable folder") {
            let path = entry.expect("a readable entry").path();
            if path.is_dir() {
                search(&path, found);
            } else if path
                .extension()
                .is_some_and(|extension| extension == "rs" || extension == "mjs")
            {
                let text = fs::read_to_string(&path).expect("a readable file");
                if text.contains("ida-star") {
                    found.push(path);
                }
            }
        }
    }
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    for entry in fs::read_dir(crates).expect("a readable folder") {
        let folder = entry.expect("a readable entry").path().join("src");
        if folder.is_dir() {
            search(&folder, &mut found);
        }
    }
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].ends_with("search/method_table.rs"), "{found:?}");
}

/// Games take both preludes whole, and a name that stands in both can then be used from neither.
#[test]
fn no_name_of_the_prelude_is_one_of_bevys() {
    const BEVYS: &[&str] = &[
        "App",
        "Asset",
        "Assets",
        "Bundle",
        "Camera",
        "Circle",
        "Color",
        "Commands",
        "Component",
        "Cuboid",
        "Dir2",
        "Dir3",
        "Entity",
        "Event",
        "EventReader",
        "EventWriter",
        "Events",
        "Gizmos",
        "GlobalTransform",
        "Handle",
        "Image",
        "In",
        "IntoSystem",
        "IRect",
        "IVec2",
        "IVec3",
        "Local",
        "Mat4",
        "Mesh",
        "Mesh2d",
        "Message",
        "Mut",
        "Name",
        "Node",
        "Observer",
        "On",
        "Or",
        "Parent",
        "Plugin",
        "Plugins",
        "Projection",
        "Quat",
        "Query",
        "Rect",
        "Ref",
        "Res",
        "ResMut",
        "Resource",
        "Scene",
        "Schedule",
        "Segment2d",
        "Single",
        "Sprite",
        "State",
        "States",
        "System",
        "Text",
        "Time",
        "Timer",
        "Transform",
        "Triangle2d",
        "Trigger",
        "URect",
        "UVec2",
        "Update",
        "Val",
        "Vec2",
        "Vec3",
        "Visibility",
        "Window",
        "With",
        "Without",
        "World",
    ];
    let text = fs::read_to_string(source().join("lib.rs")).expect("a readable file");
    let prelude = text.split("pub mod prelude {").nth(1).expect("a prelude");
    let prelude = &prelude[..prelude.find("\n}").expect("its end")];
    let names: Vec<&str> = prelude
        .replace("World as _", "")
        .split(|c: char| !c.is_alphanumeric())
        .filter_map(|word| BEVYS.iter().copied().find(|&name| name == word))
        .collect();
    assert!(names.is_empty(), "{names:?}");
    assert!(prelude.contains("Navigator"));
}

#[test]
fn a_planted_breach_is_caught() {
    let check = |room: &str, code: &str, expected: &[&str]| {
        assert_eq!(breaches(room, code), expected, "{code}");
    };
    check("world", "use crate::search::PathQuery;", &["world imports crate::search"]);
    check("world", "use crate::base::{Cell, Cost};\nuse crate::world::Grid;", &[]);
    check("base", "fn f(p: crate :: path::Path) {}", &["base imports crate::path"]);
    check(
        "path",
        "use crate::{\n    base::{Cell, Dir},\n    search::PathQuery,\n};",
        &["path imports crate::search"],
    );
    check("search", "pub(crate) use crate::planner::Method;", &["search imports crate::planner"]);
    check("search", "use crate::prelude::Grid;", &["search imports crate::prelude"]);
    check("planner", "use crate::search::PathQuery;\nuse std::thread;", &[]);
    check("io", "use crate::search::PathQuery;", &["io imports crate::search"]);
    check("io", "use crate::shapes::square::Measure;\nuse crate::base::Cell;", &[]);
    check("attic", "", &["attic is no room this test knows"]);
    check("search", "use std::time::Duration;", &["search uses std::time"]);
    check("base", "use std::{fmt, fs::File};", &["base uses std::fs"]);
    check("index", "let now = Instant::now();", &["index names Instant"]);
    check("index", "let x = rand::random();", &["index names rand"]);
    check("search", "use crate::shapes::square::Grid;", &["search imports crate::shapes"]);
    let other = "use crate::shapes::square::Grid;\nuse crate::base::Cell;";
    assert_eq!(other_shapes("hex", other), ["hex imports the shape square"]);
    assert!(other_shapes("square", other).is_empty());
    check("world", "/// See `crate::search`, and std::fs.\nstruct Operand;", &[]);
}
