//! The folder that the command is shipped as, laid out with the program that is tested.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use astride_testkit::data::skip;
use xtask::command::lay_out;
use xtask::sums::SUMS;

/// The folder, and the files in it as `lay_out` names them.
fn shipped() -> (tempfile::TempDir, Vec<PathBuf>) {
    let out = tempfile::tempdir().unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_astride"));
    let made = lay_out(program.parent().unwrap(), out.path()).unwrap();
    (out, made)
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] }).collect()
}

#[test]
fn what_is_shipped_is_whole_and_every_sum_is_right() {
    let (out, mut made) = shipped();
    made.sort();
    let mut there = files_below(out.path());
    there.iter_mut().for_each(|path| *path = path.strip_prefix(out.path()).unwrap().to_owned());
    there.sort();
    assert_eq!(made, there);
    let read = |name: &str| fs::read_to_string(out.path().join(name)).unwrap();
    for name in ["LICENSE-MIT", "LICENSE-APACHE", "README.md"] {
        assert!(read(name).lines().count() > 5, "{name}");
    }
    // Each folder that the page names is there.
    for place in read("README.md").lines().filter_map(|line| line.strip_prefix("| `")) {
        for place in place.split(" | ").next().unwrap().split(", ") {
            let place = place.trim_matches('`');
            assert!(out.path().join(place).exists(), "{place}");
        }
    }
    let sums = read(SUMS);
    let named: Vec<&str> = sums.lines().map(|line| line.split_once("  ").unwrap().1).collect();
    assert_eq!(named.len() + 1, made.len(), "all but the list itself");
    let check = || {
        Command::new("sha256sum")
            .args(["--check", "--strict", SUMS])
            .current_dir(out.path())
            .output()
    };
    match check() {
        Ok(output) => assert!(output.status.success(), "{output:?}"),
        Err(error) => return skip(&format!("sha256sum does not run: {error}")),
    }
    fs::write(out.path().join("LICENSE-MIT"), "other terms").unwrap();
    assert!(!check().unwrap().status.success());
}

#[test]
fn the_program_that_is_shipped_runs_and_each_command_has_a_page() {
    let (out, made) = shipped();
    let run = |arguments: &[&str]| {
        let output = Command::new(out.path().join(&made[0])).args(arguments).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(run(&["--version"]).starts_with("astride "));
    let help = run(&["--help"]);
    let commands = help.split("Commands:").nth(1).unwrap().split("Options:").next().unwrap();
    let commands: Vec<&str> = commands
        .lines()
        .filter_map(|line| line.strip_prefix("  "))
        .filter(|line| line.starts_with(char::is_alphabetic))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|&name| name != "help")
        .collect();
    assert!(commands.len() > 15, "{commands:?}");
    for name in commands {
        let page = out.path().join(format!("share/man/man1/astride-{name}.1"));
        let text = fs::read_to_string(&page).unwrap_or_default();
        assert!(text.contains(&format!(".TH astride-{name} 1")), "{}", page.display());
    }
}

#[test]
fn completions_that_are_shipped_complete_commands_and_options() {
    let (out, _) = shipped();
    for (place, begins) in [
        ("share/zsh/site-functions/_astride", "#compdef astride"),
        ("share/fish/vendor_completions.d/astride.fish", "#"),
        ("share/powershell/astride.ps1", "\nusing namespace"),
    ] {
        let text = fs::read_to_string(out.path().join(place)).unwrap();
        assert!(text.starts_with(begins), "{place}: {text:.80}");
        assert!(text.contains("simulate") && text.contains("cluster-side"), "{place}");
    }
    let script = out.path().join("share/bash-completion/completions/astride");
    let completed = |words: &str| {
        let ask = format!(
            "set -- {words}; . '{}'; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); \
             _astride \"$1\" \"${{!#}}\" \"${{COMP_WORDS[COMP_CWORD - 1]}}\"; echo \"${{COMPREPLY[@]}}\"",
            script.display()
        );
        let output = Command::new("bash").args(["--norc", "-c", &ask]).output()?;
        assert!(output.status.success(), "{output:?}");
        Ok::<String, std::io::Error>(String::from_utf8_lossy(&output.stdout).into_owned())
    };
    match completed("astride conv") {
        Ok(found) => assert_eq!(found.trim(), "convert"),
        Err(error) => return skip(&format!("bash does not run: {error}")),
    }
    assert_eq!(completed("astride bake --cluster-s").unwrap().trim(), "--cluster-side");
}
