//! Calling Cargo to build what goes into the folders.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::dist::root;

/// The packages for crates.io.
pub(crate) const PUBLISHED: [&str; 5] =
    ["astride", "astride-agents", "astride-draw", "astride-formats", "astride-puzzles"];

/// Where Cargo builds.
pub fn target() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    target.unwrap_or_else(|| root().join("target"))
}

/// Builds a package and lays out a folder with it.
///
/// # Errors
///
/// If it does not build, or the folder cannot be laid out.
pub fn built(
    package: &str,
    target: &Path,
    out: &Path,
    profile: &str,
    lay_out: fn(&Path, &Path) -> io::Result<Vec<PathBuf>>,
) -> Result<Vec<PathBuf>, String> {
    build(package, profile)?;
    // The profile dev is the one whose folder has another name.
    let folder = if profile == "dev" { "debug" } else { profile };
    lay_out(&target.join(folder), out).map_err(|error| error.to_string())
}

/// Builds the documentation of the packages for crates.io; where it lies.
///
/// # Errors
///
/// If it does not build.
pub fn documented(target: &Path) -> Result<PathBuf, String> {
    // A place of its own: what else is documented must not be in its search.
    let place = target.join("site-api");
    let mut command = cargo();
    command.args(["doc", "--no-deps", "--target-dir"]).arg(&place);
    for package in PUBLISHED {
        command.args(["--package", package]);
    }
    run(&mut command).map_err(|error| format!("the API documentation was not built: {error}"))?;
    Ok(place.join("doc"))
}

pub(crate) fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

fn build(package: &str, profile: &str) -> Result<(), String> {
    let mut command = cargo();
    run(command.args(["build", "--package", package, "--profile", profile]))
        .map_err(|error| format!("{package} was not built: {error}"))
}

/// Runs a program at the root of the repository, with its output where ours goes.
pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().display().to_string();
    let status = command.current_dir(root()).status();
    let status = status.map_err(|error| format!("{name} cannot be run: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{name} has failed: {status}")) }
}
