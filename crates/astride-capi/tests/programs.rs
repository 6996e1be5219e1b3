//! Programs in C and C++ that use the library as its users do: out of the folder that
//! `cargo xtask dist` lays out, and of nothing else.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

use astride_testkit::data::{repository_root, skip};
use tempfile::TempDir;

use crate::header::{functions, generated};

pub(crate) fn root() -> PathBuf {
    repository_root()
}

/// Whether the heavy forms of the tests are wanted.
pub(crate) fn is_slow() -> bool {
    std::env::var_os("ASTRIDE_SLOW_TESTS").is_some_and(|value| value == "1")
}

/// What a program has to be linked with beside the static library.
const NEEDED: [&str; 3] = ["-lpthread", "-lm", "-ldl"];

/// The folder of a release, made of the libraries that this test was built with.
pub(crate) fn dist() -> &'static Path {
    static DIST: OnceLock<PathBuf> = OnceLock::new();
    DIST.get_or_init(|| {
        let built =
            std::env::current_exe().expect("a program").parent().expect("a folder").to_path_buf();
        let out = folder_of_this_run("dist");
        xtask::dist::lay_out(&built, &out).expect("libraries beside the tests");
        out
    })
}

/// How long a folder of an earlier run stays: another run may still be using it.
const KEPT: Duration = Duration::from_secs(3600);

/// An empty folder for all tests of this process. Nothing that is `static` is dropped, so it is a later
/// run that removes it.
pub(crate) fn folder_of_this_run(name: &str) -> PathBuf {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("capi");
    fs::create_dir_all(&place).expect("a folder for tests");
    for entry in fs::read_dir(&place).expect("the folder").flatten() {
        let made = entry.metadata().and_then(|data| data.modified());
        if made.is_ok_and(|made| made.elapsed().is_ok_and(|age| age > KEPT)) {
            // Another run may remove it at the same time.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
    let out = place.join(format!("{name}-{}", std::process::id()));
    // The number may be that of an earlier process.
    let _ = fs::remove_dir_all(&out);
    fs::create_dir(&out).expect("a new folder");
    out
}

/// A language with its compiler.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Language {
    C,
    Cpp,
}

impl Language {
    pub(crate) fn command(self) -> Command {
        let (variable, usual, standard) = match self {
            Language::C => ("CC", "cc", "-std=c11"),
            Language::Cpp => ("CXX", "c++", "-std=c++17"),
        };
        let mut command = Command::new(std::env::var_os(variable).unwrap_or_else(|| usual.into()));
        command.args([standard, "-O1", "-g", "-Wall", "-Wextra", "-Werror"]);
        // Flags such as those of sanitizers, for the program and the link.
        command.args(std::env::var("ASTRIDE_CFLAGS").unwrap_or_default().split_whitespace());
        command
    }

    /// Whether there is a compiler; if not, the test says that it did nothing.
    pub(crate) fn is_here(self, test: &str) -> bool {
        let is_here =
            self.command().arg("--version").output().is_ok_and(|out| out.status.success());
        if !is_here {
            skip(&format!("{test}\tthere is no compiler for {self:?}"));
        }
        is_here
    }
}

/// How a program is linked.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Link {
    Static,
    Shared,
}

/// Compiles a program, and panics with what the compiler says if it does not.
pub(crate) fn compile(language: Language, source: &Path, link: Link, program: &Path) {
    compile_with(language, &[], source, link, program);
}

/// The same with further flags.
pub(crate) fn compile_with(
    language: Language,
    flags: &[&str],
    source: &Path,
    link: Link,
    program: &Path,
) {
    let mut command = language.command();
    command.args(flags);
    command.arg("-I").arg(dist().join("include")).arg(source).arg("-o").arg(program);
    let folder = dist().join("lib");
    match link {
        Link::Static => command.arg(folder.join("libastride.a")).args(NEEDED),
        Link::Shared => command
            .arg(format!("-L{}", folder.display()))
            .arg("-lastride")
            .arg(format!("-Wl,-rpath,{}", folder.display())),
    };
    let out = command.output().expect("a compiler");
    let told = String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "{} does not compile:\n{told}", source.display());
}

/// Runs a program that must succeed; what it printed.
pub(crate) fn run(program: &Path, args: &[&str]) -> String {
    let out = Command::new(program).args(args).output().expect("a program that starts");
    let printed = String::from_utf8_lossy(&out.stdout).into_owned();
    let told = String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "{} {}: {printed}\n{told}", program.display(), out.status);
    printed
}

/// Compiles a program of this crate in both ways and runs it; what it printed, which must be the same.
pub(crate) fn same_both_ways(language: Language, source: &str, args: &[&str]) -> String {
    let [one, other] = both_ways(language, source, args);
    assert_eq!(one, other);
    one
}

/// Compiles a program of this crate with the static and with the shared library and runs both; what
/// they printed.
pub(crate) fn both_ways(language: Language, source: &str, args: &[&str]) -> [String; 2] {
    let folder = TempDir::new().expect("a folder for programs");
    let source = root().join("crates/astride-capi").join(source);
    [Link::Static, Link::Shared].map(|link| {
        let program = folder.path().join(format!("{link:?}"));
        compile(language, &source, link, &program);
        run(&program, args)
    })
}

#[test]
fn hello_in_c() {
    if Language::C.is_here("hello_in_c") {
        assert_eq!(same_both_ways(Language::C, "examples/hello.c", &[]), "6 steps\n");
    }
}

#[test]
fn hello_in_cpp() {
    if Language::Cpp.is_here("hello_in_cpp") {
        let printed = same_both_ways(Language::Cpp, "examples/hello.cpp", &[]);
        assert!(printed.starts_with("(1, 2) ") && printed.ends_with("6 steps\n"), "{printed}");
    }
}

#[test]
fn a_game_of_tower_defence() {
    // The tests of the wheel and of the npm package play the same game.
    let game = include_str!("tower_defence.txt");
    for (language, source) in
        [(Language::C, "examples/tower_defence.c"), (Language::Cpp, "examples/tower_defence.cpp")]
    {
        if language.is_here("a_game_of_tower_defence") {
            assert_eq!(same_both_ways(language, source, &[]), game, "{source}");
        }
    }
}

#[test]
fn owners_in_cpp_free_what_they_hold() {
    if Language::Cpp.is_here("owners_in_cpp_free_what_they_hold") {
        assert_eq!(same_both_ways(Language::Cpp, "tests/c/owners.cpp", &[]), "all is well\n");
    }
}

#[test]
fn every_wrapper_in_cpp_calls_its_function() {
    if Language::Cpp.is_here("every_wrapper_in_cpp_calls_its_function") {
        assert_eq!(same_both_ways(Language::Cpp, "tests/c/wrappers.cpp", &[]), "all is well\n");
    }
    let read = |name| fs::read_to_string(root().join("crates/astride-capi/include").join(name));
    let wrappers = read("astride.hpp").expect("the header");
    for (name, _) in functions(&generated()) {
        let is_called = wrappers.match_indices(&name).any(|(at, _)| {
            !wrappers[at + name.len()..].starts_with(|c: char| c.is_ascii_lowercase() || c == '_')
        });
        assert!(is_called, "astride.hpp has nothing for {name}");
    }
}

#[test]
fn making_and_freeing_leaks_nothing() {
    if Language::C.is_here("making_and_freeing_leaks_nothing") {
        let rounds = if is_slow() { "1000000" } else { "10000" };
        let printed = same_both_ways(Language::C, "tests/c/leaks.c", &[rounds]);
        assert_eq!(printed, "no growth\n");
    }
}

/// The programs that a page shows: blocks of C, C++ and CMake in the order of the page.
pub(crate) fn blocks(page: &str, language: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join(page)).expect("the page");
    let begin = format!("```{language}\n");
    let parts = text.split(begin.as_str()).skip(1);
    parts.map(|part| part.split("```").next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn the_programs_on_the_pages_run() {
    let folder = TempDir::new().expect("a folder for programs");
    for (language, name, extension) in [(Language::C, "c", "c"), (Language::Cpp, "cpp", "cpp")] {
        if !language.is_here("the_programs_on_the_pages_run") {
            continue;
        }
        let mut count = 0;
        for page in ["README.md", "docs/c.md"] {
            for text in blocks(page, name) {
                let source = folder.path().join(format!("{count}.{extension}"));
                fs::write(&source, &text).expect("a writable folder");
                let program = source.with_extension("out");
                compile(language, &source, Link::Shared, &program);
                assert_ne!(run(&program, &[]), "", "{page} prints nothing:\n{text}");
                count += 1;
            }
        }
        assert!(count > 0, "no page shows a program in {name}");
    }
}

#[test]
fn the_hello_program_of_the_readme_has_at_most_15_lines() {
    let hello =
        fs::read_to_string(root().join("crates/astride-capi/examples/hello.c")).expect("it");
    assert!(hello.lines().count() <= 15);
    assert!(blocks("README.md", "c").contains(&hello), "the README shows another program");
}

#[test]
fn pkg_config_knows_the_flags() {
    let test = "pkg_config_knows_the_flags";
    if !Language::C.is_here(test) {
        return;
    }
    let asked = Command::new("pkg-config")
        .args(["--cflags", "--libs", "astride"])
        .env("PKG_CONFIG_PATH", dist().join("lib/pkgconfig"))
        .output();
    let Ok(out) = asked else {
        skip(&format!("{test}\tthere is no pkg-config"));
        return;
    };
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let flags = String::from_utf8(out.stdout).expect("a text");
    let folder = TempDir::new().expect("a folder for the program");
    let built = Language::C
        .command()
        .arg(root().join("crates/astride-capi/examples/hello.c"))
        .args(flags.split_whitespace())
        .arg("-o")
        .arg(folder.path().join("hello"))
        .status();
    assert!(built.expect("a compiler").success());
}

#[test]
fn a_project_of_cmake_builds_and_runs() {
    let test = "a_project_of_cmake_builds_and_runs";
    if !Language::C.is_here(test) || !Language::Cpp.is_here(test) {
        return;
    }
    let folder = TempDir::new().expect("a folder for the project");
    let examples = root().join("crates/astride-capi/examples");
    for name in ["hello.c", "hello.cpp"] {
        fs::copy(examples.join(name), folder.path().join(name)).expect("a writable folder");
    }
    let lists = blocks("docs/c.md", "cmake").pop().expect("the page shows a project");
    fs::write(folder.path().join("CMakeLists.txt"), lists).expect("a writable folder");
    let cmake = |args: &[&str]| {
        let prefix = format!("-DCMAKE_PREFIX_PATH={}", dist().display());
        let mut command = Command::new("cmake");
        command.args(args).current_dir(folder.path());
        if args[0] == "-S" {
            command.arg(prefix);
        }
        command.output()
    };
    let Ok(made) = cmake(&["-S", ".", "-B", "build"]) else {
        skip(&format!("{test}\tthere is no cmake"));
        return;
    };
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let built = cmake(&["--build", "build"]).expect("cmake");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stdout));
    for name in ["hello", "hello_static", "hello_cpp"] {
        assert!(run(&folder.path().join("build").join(name), &[]).contains("6 steps"), "{name}");
    }
}
