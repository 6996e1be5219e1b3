//! The folder for Godot: the library, the file that names it, and a small project around both.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cargo::{cargo, run};
use crate::dist::{licences, read, read_text, root, write};

/// The manifest of the binding, which is a workspace of its own.
pub(crate) const MANIFEST: &str = "bindings/godot/Cargo.toml";

/// The files of the project. Opened in its place, its folder has others: a library that was copied into
/// it, and what Godot writes.
const PROJECT: [&str; 4] = ["astride.gdextension", "main.gd", "main.tscn", "project.godot"];

/// Looks whether the compiler is as new as the binding needs, which is newer than the library needs.
///
/// # Errors
///
/// If it is older, or cannot be run.
pub fn find_compiler() -> Result<(), String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let told = Command::new(rustc).arg("--version").current_dir(root()).output();
    let told = told.map_err(|error| format!("rustc cannot be run: {error}"))?;
    let manifest = read_text(&root().join(MANIFEST)).map_err(|error| error.to_string())?;
    check_compiler(&manifest, &String::from_utf8_lossy(&told.stdout))
}

/// Compares what a compiler says of itself with what a manifest needs.
fn check_compiler(manifest: &str, told: &str) -> Result<(), String> {
    let line = manifest.lines().find_map(|line| line.strip_prefix("rust-version = "));
    let needed = line.map(|version| version.trim_matches('"')).unwrap_or_default();
    let own = told.split(' ').nth(1).unwrap_or_default();
    if version(own) >= version(needed) {
        return Ok(());
    }
    Err(format!("it needs Rust {needed}, and this is {own}: rustup update"))
}

/// The first two numbers of a version.
fn version(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.split('.').map(|number| number.parse().ok());
    Some((numbers.next()??, numbers.next()??))
}

/// Builds the library and lays out `out`. Returns the files that were made.
///
/// # Errors
///
/// If it does not build, which takes Rust 1.94, or the folder cannot be laid out.
pub fn make(target: &Path, out: &Path) -> Result<Vec<PathBuf>, String> {
    let place = target.join("godot");
    let mut command = cargo();
    command.args(["build", "--release", "--locked", "--manifest-path", MANIFEST, "--target-dir"]);
    run(command.arg(&place)).map_err(|error| format!("astride-godot was not built: {error}"))?;
    lay_out(&place.join("release"), out).map_err(|error| format!("{}: {error}", out.display()))
}

/// Lays out `out` with the library in `built`. Returns what it wrote, as paths within `out`. Godot opens
/// the folder as a project; for other projects, the library and `astride.gdextension` suffice.
///
/// # Errors
///
/// If a file cannot be read or written.
pub fn lay_out(built: &Path, out: &Path) -> io::Result<Vec<PathBuf>> {
    let (source, mut made) = (root().join("bindings/godot"), Vec::new());
    for name in PROJECT {
        write(out, &mut made, name, &read(&source.join("demo").join(name))?)?;
    }
    let library = library_name();
    write(out, &mut made, &library, &read(&built.join(&library))?)?;
    write(out, &mut made, "README.md", &read(&source.join("README.md"))?)?;
    licences(out, &mut made)?;
    Ok(made)
}

/// The library as Cargo and `astride.gdextension` name it on this platform.
fn library_name() -> String {
    use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
    format!("{DLL_PREFIX}astride_godot{DLL_SUFFIX}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_older_compiler_is_told_what_is_needed() {
        let manifest = "[package]\nrust-version = \"1.94\"\n";
        let told =
            |own: &str| check_compiler(manifest, &format!("rustc {own} (59807616e 2026-04-14)"));
        assert_eq!(told("1.94.0"), Ok(()));
        assert_eq!(told("2.0.0-nightly"), Ok(()));
        let text = "it needs Rust 1.94, and this is 1.93.1: rustup update";
        assert_eq!(told("1.93.1"), Err(text.to_owned()));
    }
}
