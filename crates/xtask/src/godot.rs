//! The folder for Godot: the library, the file that names it, and a small project around both.

use std::io;
use std::path::{Path, PathBuf};

use crate::cargo::{cargo, run};
use crate::dist::{licences, read, root, write};

/// The manifest of the binding, which is a workspace of its own.
pub(crate) const MANIFEST: &str = "bindings/godot/Cargo.toml";

/// The files of the project. Opened in its place, its folder has others: a library that was copied into
/// it, and what Godot writes.
const PROJECT: [&str; 4] = ["astride.gdextension", "main.gd", "main.tscn", "project.godot"];

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
