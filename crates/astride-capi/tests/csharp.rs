//! The package for C# as its users meet it: laid out, compiled and run, and complete.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use astride::io::read_map;
use astride_testkit::data::skip;
use astride_testkit::digest::answers;
use tempfile::TempDir;

use crate::header::{functions, generated, hold};
use crate::programs::{blocks, folder_of_this_run, is_slow, root};

/// The laid out packages and the library compiled from them; `None` without Mono.
fn built(test: &str) -> Option<&'static Path> {
    static BUILT: OnceLock<Option<PathBuf>> = OnceLock::new();
    let built = BUILT.get_or_init(|| {
        let is_here = |program: &str| Command::new(program).arg("--version").output().is_ok();
        if !is_here("mcs") || !is_here("mono") {
            return None;
        }
        let libraries = std::env::current_exe().expect("a program");
        let out = folder_of_this_run("csharp");
        xtask::csharp::lay_out(libraries.parent().expect("a folder"), &out)
            .expect("libraries beside the tests");
        let sources = out.join("unity/Runtime/*.cs");
        let library = format!("-out:{}", out.join("Astride.dll").display());
        // With a file of documentation, so that what has none is an error.
        let pages = format!("-doc:{}", out.join("Astride.xml").display());
        let sources = sources.display().to_string();
        compile(&["-unsafe", "-target:library", "-warn:4", &pages, &library, &sources]);
        Some(out)
    });
    if built.is_none() {
        skip(&format!("{test}\tthere is no Mono"));
    }
    built.as_deref()
}

fn told(out: &Output) -> String {
    [&out.stdout, &out.stderr].map(|bytes| String::from_utf8_lossy(bytes)).concat()
}

fn compile(args: &[&str]) {
    // The newest that this compiler has is less than Unity's C# 7.3.
    let out = Command::new("mcs").args(["-langversion:6", "-warnaserror"]).args(args).output();
    let out = out.expect("a compiler");
    assert!(out.status.success(), "{args:?} does not compile:\n{}", told(&out));
}

/// Compiles files against the library and runs the program; what it printed.
fn run(built: &Path, name: &str, sources: &[&Path], args: &[&str]) -> String {
    let program = built.join(format!("{name}.exe"));
    let library = format!("-r:{}", built.join("Astride.dll").display());
    let sources: Vec<String> = sources.iter().map(|path| path.display().to_string()).collect();
    let mut all = vec![library, format!("-out:{}", program.display())];
    all.extend(sources);
    compile(&all.iter().map(String::as_str).collect::<Vec<_>>());
    let plugins = built.join("dotnet/runtimes/linux-x64/native");
    let out = Command::new("mono")
        .arg(program)
        .args(args)
        .env("LD_LIBRARY_PATH", plugins)
        .env("DYLD_LIBRARY_PATH", built.join("dotnet/runtimes/osx-arm64/native"))
        // A small one is full soon, so that few calls show whether each allocates.
        .env("MONO_GC_PARAMS", "nursery-size=512k")
        .output();
    let out = out.expect("mono");
    assert!(out.status.success(), "{name}: {}", told(&out));
    String::from_utf8(out.stdout).expect("a text")
}

fn tests() -> PathBuf {
    xtask::csharp::source().join("Tests~")
}

#[test]
fn the_hello_program_of_the_readme_runs() {
    let hello = fs::read_to_string(tests().join("Hello.cs")).expect("the program");
    assert!(hello.lines().count() <= 15);
    for page in ["README.md", "docs/csharp.md", "bindings/csharp/README.md"] {
        assert!(blocks(page, "cs").contains(&hello), "{page} shows another program");
    }
    let Some(built) = built("the_hello_program_of_the_readme_runs") else { return };
    let printed = run(built, "Hello", &[&tests().join("Hello.cs")], &[]);
    assert_eq!(printed.lines().last(), Some("(3, 2)"));
}

#[test]
fn what_the_classes_promise_holds() {
    let Some(built) = built("what_the_classes_promise_holds") else { return };
    let args: &[&str] = if is_slow() { &["overhead"] } else { &[] };
    let printed = run(built, "Checks", &[&tests().join("Checks.cs")], args);
    println!("{printed}");
    assert_eq!(printed.lines().last(), Some("held"));
}

#[test]
fn many_answers_in_c_sharp_are_those_of_the_library() {
    let Some(built) = built("many_answers_in_c_sharp_are_those_of_the_library") else { return };
    let queries = if is_slow() { 100_000 } else { 2_000 };
    let map = root().join("data/grid/dao/den011d.map");
    let grid = read_map(&fs::read(&map).expect("a map of the repository")).expect("a good map");
    let args = [map.to_str().expect("a plain name"), &queries.to_string()];
    let printed = run(built, "Digest", &[&tests().join("Digest.cs")], &args);
    assert_eq!(printed.trim(), format!("{:016x}", answers(&grid, queries)));
}

#[test]
fn the_drawn_cases_cost_in_c_sharp_what_was_worked_out() {
    let Some(built) = built("the_drawn_cases_cost_in_c_sharp_what_was_worked_out") else { return };
    let cases = root().join("corpus/cases.tsv");
    let args = [cases.to_str().expect("a plain name")];
    let printed = run(built, "Drawn", &[&tests().join("Drawn.cs")], &args);
    assert!(printed.trim().parse().is_ok_and(|count: u32| count > 40), "{printed}");
}

#[test]
fn the_sample_for_unity_walks_round_a_wall() {
    let Some(built) = built("the_sample_for_unity_walks_round_a_wall") else { return };
    let sample = built.join("unity/Samples~/GridTutorial");
    let [test, stub] = ["SampleTest.cs", "UnityStub.cs"].map(|name| tests().join(name));
    let [grid, unit] = ["GridManager.cs", "ClickToWalk.cs"].map(|name| sample.join(name));
    let printed = run(built, "Sample", &[&test, &stub, &grid, &unit], &[]);
    // Nine cells of a wall; 22 lines of the grid and 20 of the path: 9 down, 9 up and 2 across more.
    let lines = [
        "at (9, 0)",
        "9 cubes, 42 lines",
        "at (6, 3) by the wall",
        "at (6, 3) after a click off the map",
        "at (6, 9), round what was built, 0 cells of it entered",
    ];
    assert_eq!(printed.lines().collect::<Vec<_>>(), lines);
}

/// The parameters of each function, by its name: how many there are.
fn arities(text: &str) -> BTreeMap<String, usize> {
    let mut found = BTreeMap::new();
    for (at, _) in text.match_indices("astride_") {
        let rest = &text[at..];
        let name: String =
            rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
        let Some(list) = rest[name.len()..].strip_prefix('(') else { continue };
        let list = list.split(");").next().unwrap_or_default().trim();
        let count = if list.is_empty() || list == "void" { 0 } else { list.split(',').count() };
        found.insert(name, count);
    }
    found
}

#[test]
fn the_declarations_are_those_of_the_header() {
    let native = xtask::csharp::source().join("Runtime/Native.cs");
    let declared = arities(&fs::read_to_string(native).expect("the declarations"));
    let header = generated();
    let real = arities(&header);
    for (name, count) in &declared {
        assert_eq!(real.get(name), Some(count), "{name} is declared otherwise in the header");
    }
    let rows: String = functions(&header)
        .iter()
        .filter(|(name, _)| !declared.contains_key(name))
        .map(|(name, text)| format!("| `{name}` | {text} |\n"))
        .collect();
    let path = root().join("docs/csharp.md");
    let page = fs::read_to_string(&path).expect("the page");
    let (open, close) = ("<!-- not covered: generated -->\n", "<!-- end of functions -->\n");
    let (before, rest) = page.split_once(open).expect("the beginning of the table");
    let (_, after) = rest.split_once(close).expect("the end of the table");
    let table = format!("{open}| function | what it does |\n|---|---|\n{rows}{close}");
    hold(&path, &format!("{before}{table}{after}"));
}

/// `BadPointer` as a constant of C: `BAD_POINTER`.
fn in_capitals(name: &str) -> String {
    let words = name.char_indices().flat_map(|(at, letter)| {
        let gap = (at > 0 && letter.is_uppercase()).then_some('_');
        gap.into_iter().chain(letter.to_uppercase())
    });
    words.collect()
}

#[test]
fn the_numbers_are_those_of_the_header() {
    let header = generated();
    let folder = xtask::csharp::source().join("Runtime");
    let mut seen = 0;
    for file in fs::read_dir(folder).expect("the sources") {
        let text = fs::read_to_string(file.expect("a file").path()).expect("a text");
        for kind in text.split("public enum ").skip(1) {
            let (name, rest) = kind.split_once('\n').expect("a name");
            let name = in_capitals(name.trim()).replace("DIRECTION", "DIR");
            let body = rest.split_once("\n    }").expect("its end").0;
            let lines: Vec<&str> = body.lines().filter(|line| line.contains(" = ")).collect();
            for line in &lines {
                let (word, number) = line.trim().split_once(" = ").expect("a number");
                let word: String = match name == "DIR" {
                    true => word.chars().filter(|letter| letter.is_uppercase()).collect(),
                    false => in_capitals(word),
                };
                let constant = format!("ASTRIDE_{name}_{word} = {number}\n");
                assert!(header.contains(&constant), "the header has no {constant}");
            }
            let real = header.matches(&format!("    ASTRIDE_{name}_")).count();
            assert_eq!(lines.len(), real, "{name} has another count of numbers in the header");
            seen += 1;
        }
    }
    assert!(seen > 10, "{seen} kinds");
}

#[test]
fn the_packages_have_the_version_of_the_crate() {
    let version = env!("CARGO_PKG_VERSION");
    for (file, line) in [
        ("package.json", format!("\"version\": \"{version}\"")),
        ("Astride.csproj", format!("<Version>{version}</Version>")),
    ] {
        let text = fs::read_to_string(xtask::csharp::source().join(file)).expect("a file of it");
        assert!(text.contains(&line), "{file} has another version");
    }
}

#[test]
fn all_that_unity_imports_has_its_number() {
    let out = TempDir::new().expect("a folder for the packages");
    let libraries = std::env::current_exe().expect("a program");
    let made = xtask::csharp::lay_out(libraries.parent().expect("a folder"), out.path())
        .expect("libraries beside the tests");
    let mut numbers = BTreeMap::new();
    for file in made.iter().filter(|file| file.starts_with("unity")) {
        let name = file.display().to_string();
        if name.ends_with(".meta") {
            let text = fs::read_to_string(out.path().join(file)).expect("what was made");
            let number = text.lines().nth(1).expect("a number").to_owned();
            assert_eq!(number.len(), "guid: ".len() + 32, "{name}: {number}");
            assert_eq!(numbers.insert(number, name.clone()), None, "{name} has that of another");
        } else if !name.contains('~') {
            assert!(out.path().join(format!("{name}.meta")).exists(), "{name} has none");
        }
    }
    assert!(numbers.len() > 15, "{} numbers", numbers.len());
}
