//! Programs in C and C++ under tools that find errors of memory: the sanitizers of the compiler and
//! Valgrind.
//!
//! The sanitizers watch the code of the programs, and when blocks of memory are allocated and freed,
//! also those of the library; Valgrind watches the code of the library as well.

use std::path::Path;
use std::process::Command;

use astride_testkit::data::skip;
use tempfile::TempDir;

use crate::programs::{Language, Link, compile_with, root};

/// What watches a program.
#[derive(Clone, Copy, Debug)]
enum Tool {
    /// AddressSanitizer, which also looks for leaks, and UndefinedBehaviorSanitizer.
    Sanitizers,
    Valgrind,
}

/// Without `possible`: to Valgrind, what threads still hold at the end is possibly lost.
const LEAKS: &str = "definite,indirect";

impl Tool {
    fn flags(self) -> &'static [&'static str] {
        match self {
            Tool::Sanitizers => &["-fsanitize=address,undefined", "-fno-sanitize-recover=all"],
            Tool::Valgrind => &[],
        }
    }

    /// The command that runs a program under this tool. Its status is not 0 if anything was noticed.
    fn command(self, program: &Path) -> Command {
        match self {
            Tool::Sanitizers => Command::new(program),
            Tool::Valgrind => {
                let mut command = Command::new("valgrind");
                command.args(["--quiet", "--error-exitcode=9", "--leak-check=full"]);
                command.arg(format!("--show-leak-kinds={LEAKS}"));
                command.arg(format!("--errors-for-leak-kinds={LEAKS}")).arg(program);
                command
            }
        }
    }

    /// Whether the tool is installed; if not, the test is listed as skipped.
    fn is_here(self, language: Language, test: &str) -> bool {
        if !language.is_here(test) {
            return false;
        }
        let is_here = match self {
            Tool::Sanitizers => {
                let folder = TempDir::new().expect("a folder for a program");
                let program = folder.path().join("nothing");
                let empty = folder.path().join("nothing.c");
                std::fs::write(&empty, "int main(void) { return 0; }\n")
                    .expect("a writable folder");
                let mut compiler = language.command();
                compiler.args(self.flags()).arg(&empty).arg("-o").arg(&program);
                let is_built = compiler.output().is_ok_and(|out| out.status.success());
                is_built && Command::new(&program).status().is_ok_and(|status| status.success())
            }
            Tool::Valgrind => Command::new("valgrind").arg("--version").output().is_ok(),
        };
        if !is_here {
            skip(&format!("{test}\t{self:?} is not here"));
        }
        is_here
    }

    /// What a program of this crate printed under this tool, or what the tool noticed.
    fn watch(self, language: Language, source: &str, args: &[&str]) -> Result<String, String> {
        let folder = TempDir::new().expect("a folder for the program");
        let program = folder.path().join("program");
        let source = root().join("crates/astride-capi").join(source);
        compile_with(language, self.flags(), &source, Link::Static, &program);
        let out = self.command(&program).args(args).output().expect("a program that starts");
        let printed = String::from_utf8_lossy(&out.stdout).into_owned();
        if out.status.success() {
            return Ok(printed);
        }
        Err(format!("{}: {printed}\n{}", out.status, String::from_utf8_lossy(&out.stderr)))
    }

    /// Runs all programs, in which this tool may notice nothing.
    fn watch_all(self, test: &str) {
        let map = root().join("data/grid/dao/den011d.map");
        let map = map.to_str().expect("a plain name");
        let in_c: [(&str, &[&str]); 4] = [
            ("examples/hello.c", &[]),
            ("examples/tower_defence.c", &[]),
            ("tests/c/digest.c", &[map, "100"]),
            // How far the memory of a process grows means nothing under a tool.
            ("tests/c/leaks.c", &["10", "1000000"]),
        ];
        let in_cpp: [(&str, &[&str]); 4] = [
            ("examples/hello.cpp", &[]),
            ("examples/tower_defence.cpp", &[]),
            ("tests/c/owners.cpp", &[]),
            ("tests/c/wrappers.cpp", &[]),
        ];
        for (language, programs) in [(Language::C, &in_c[..]), (Language::Cpp, &in_cpp[..])] {
            if !self.is_here(language, test) {
                continue;
            }
            for (source, args) in programs {
                let seen = self.watch(language, source, args);
                assert!(seen.is_ok(), "{source} under {self:?}, {}", seen.unwrap_err());
            }
        }
    }

    /// Runs a program with each of these faults, which this tool has to notice.
    fn notices(self, test: &str, faults: &[(&str, &str)]) {
        if !self.is_here(Language::C, test) {
            return;
        }
        assert_eq!(self.watch(Language::C, "tests/c/faults.c", &[]).as_deref(), Ok("done\n"));
        for (fault, words) in faults {
            let seen = self.watch(Language::C, "tests/c/faults.c", &[fault]);
            let seen = seen.expect_err("what is wrong is noticed");
            assert!(seen.contains(words), "{fault} under {self:?}: {seen}");
        }
    }
}

#[test]
fn programs_are_clean_under_the_sanitizers() {
    Tool::Sanitizers.watch_all("programs_are_clean_under_the_sanitizers");
}

#[test]
fn programs_are_clean_under_valgrind() {
    Tool::Valgrind.watch_all("programs_are_clean_under_valgrind");
}

#[test]
fn the_tools_notice_what_is_wrong() {
    let test = "the_tools_notice_what_is_wrong";
    let faults =
        [("leak", "LeakSanitizer"), ("free", "heap-use-after-free"), ("shift", "shift exponent")];
    Tool::Sanitizers.notices(test, &faults);
    Tool::Valgrind.notices(test, &[("leak", "lost"), ("free", "Invalid read")]);
}
