//! Everything that is shipped, built here into one folder, with the sum of each file and the bill of
//! materials.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cargo::{PUBLISHED, built, documented, run};
use crate::dist::{files, read, root, write};
use crate::sbom::{SBOM, Shipped, bill};
use crate::sums::{self, SUMS};
use crate::{command, csharp, dist, godot, web};

/// A part of a release, in a folder of its name.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Its name, and that of its folder.
    pub name: &'static str,
    /// What it is, in a line.
    pub line: &'static str,
    /// The manifest of the workspace that it is built from, and the packages that are shipped.
    shipped: (&'static str, &'static [&'static str]),
    make: fn(&Work<'_>) -> Result<(), Fault>,
}

/// Where to build, and where to lay out.
struct Work<'a> {
    target: &'a Path,
    out: &'a Path,
    profile: &'a str,
}

/// Why a part was not made.
enum Fault {
    /// A tool is not there.
    Missing(String),
    Failed(String),
}

impl From<String> for Fault {
    fn from(text: String) -> Self {
        Fault::Failed(text)
    }
}

const WORKSPACE: &str = "Cargo.toml";

/// All parts.
pub const PARTS: [Part; 8] = [
    Part {
        name: "c",
        line: "headers and libraries for C and C++",
        shipped: (WORKSPACE, &["astride-capi"]),
        make: |work| {
            Ok(_ = built("astride-capi", work.target, work.out, work.profile, dist::lay_out)?)
        },
    },
    Part {
        name: "csharp",
        line: "packages for Unity and .NET",
        shipped: (WORKSPACE, &["astride-capi"]),
        make: |work| {
            Ok(_ = built("astride-capi", work.target, work.out, work.profile, csharp::lay_out)?)
        },
    },
    Part {
        name: "command",
        line: "the program astride, with completions and manual",
        shipped: (WORKSPACE, &["astride-cli"]),
        make: |work| {
            Ok(_ = built("astride-cli", work.target, work.out, work.profile, command::lay_out)?)
        },
    },
    Part {
        name: "godot",
        line: "the library for Godot, in a small project",
        shipped: (godot::MANIFEST, &["astride-godot"]),
        make: |work| {
            godot::find_compiler().map_err(Fault::Missing)?;
            Ok(_ = godot::make(work.target, work.out)?)
        },
    },
    Part {
        name: "npm",
        line: "the package for JavaScript",
        shipped: (WORKSPACE, &["astride-capi"]),
        make: |work| in_web(web::npm, work),
    },
    Part {
        name: "site",
        line: "the playground and the documentation as files",
        shipped: (WORKSPACE, &["astride-wasm"]),
        make: |work| in_web(|target, out| web::site(target, out, Some(&documented(target)?)), work),
    },
    Part {
        name: "crates",
        line: "the packages for crates.io",
        shipped: (WORKSPACE, &PUBLISHED),
        make: packages,
    },
    Part {
        name: "python",
        line: "the wheel for this platform",
        shipped: ("crates/astride-py/Cargo.toml", &["astride-py"]),
        make: wheel,
    },
];

/// The parts with these names, or all.
///
/// # Errors
///
/// If there is no part of a name.
pub fn chosen(names: &[String]) -> Result<Vec<Part>, String> {
    let part = |name: &String| {
        let all = || PARTS.map(|part| part.name).join(", ");
        let found = PARTS.into_iter().find(|part| part.name == name);
        found.ok_or_else(|| format!("there is no part {name:?}, expected one of {}", all()))
    };
    if names.is_empty() { Ok(PARTS.to_vec()) } else { names.iter().map(part).collect() }
}

/// Makes these parts in `out`, which is emptied; a line for each says what came of it.
///
/// # Errors
///
/// If a part fails, or one lacks its tool and `is_whole` says that none may be missing.
pub fn make(
    parts: &[Part],
    target: &Path,
    out: &Path,
    profile: &str,
    is_whole: bool,
) -> Result<Vec<String>, String> {
    web::clear(out).map_err(|error| format!("{}: {error}", out.display()))?;
    let (mut made, mut lines) = (Vec::new(), Vec::new());
    for part in parts {
        let folder = out.join(part.name);
        match (part.make)(&Work { target, out: &folder, profile }) {
            Ok(()) => {
                lines.push(format!("{:8}  {}", part.name, part.line));
                made.push(*part);
            }
            Err(Fault::Missing(text)) if !is_whole => {
                lines.push(format!("{:8}  skipped: {text}", part.name));
            }
            Err(Fault::Missing(text) | Fault::Failed(text)) => {
                return Err(format!("{}: {text}", part.name));
            }
        }
    }
    finish(&made, out)?;
    Ok(lines)
}

/// Adds the bill of materials of these parts, and the sums of all files that lie in `out`.
///
/// # Errors
///
/// If Cargo cannot say what they are made of, or a file cannot be read or written.
pub fn finish(parts: &[Part], out: &Path) -> Result<(), String> {
    let manifests: Vec<PathBuf> = parts.iter().map(|part| root().join(part.shipped.0)).collect();
    let shipped: Vec<Shipped<'_>> = manifests
        .iter()
        .zip(parts)
        .map(|(manifest, part)| Shipped { manifest, roots: part.shipped.1 })
        .collect();
    let bill = bill(&shipped, env!("CARGO_PKG_VERSION"))?;
    let sum = || {
        let mut all = Vec::new();
        write(out, &mut all, SBOM, bill.as_bytes())?;
        let mut files = files(out, Path::new(""))?;
        files.retain(|file| !file.ends_with(web::MARK) && file != Path::new(SUMS));
        let text = sums::of(out, &files)?;
        write(out, &mut all, SUMS, text.as_bytes())
    };
    sum().map_err(|error| format!("{}: {error}", out.display()))
}

fn in_web(
    lay_out: fn(&Path, &Path) -> Result<Vec<PathBuf>, String>,
    work: &Work<'_>,
) -> Result<(), Fault> {
    web::find_target().map_err(Fault::Missing)?;
    lay_out(work.target, work.out)?;
    Ok(())
}

/// The packages are built once more from what is packed.
fn packages(work: &Work<'_>) -> Result<(), Fault> {
    need("bash")?;
    run(Command::new("bash").arg(".ci/package"))?;
    let packed = root().join("target/packages");
    let copy = || {
        let mut made = Vec::new();
        for file in files(&packed, Path::new(""))? {
            let name = file.display().to_string();
            if name.ends_with(".crate") {
                write(work.out, &mut made, &name, &read(&packed.join(&file))?)?;
            }
        }
        Ok(())
    };
    copy().map_err(|error: std::io::Error| Fault::Failed(error.to_string()))
}

fn wheel(work: &Work<'_>) -> Result<(), Fault> {
    need("maturin")?;
    // It runs at the root of the repository, while `out` may be relative to another folder.
    let out = std::path::absolute(work.out).map_err(|error| error.to_string())?;
    fs::create_dir_all(&out).map_err(|error| error.to_string())?;
    let mut command = Command::new("maturin");
    command.args([
        "build",
        "--release",
        "--locked",
        "--manifest-path",
        "crates/astride-py/Cargo.toml",
    ]);
    command.arg("--target-dir").arg(work.target.join("python")).arg("--out").arg(out);
    Ok(run(&mut command)?)
}

/// Whether a program can be run.
fn need(program: &str) -> Result<(), Fault> {
    let is_here = Command::new(program).arg("--version").output().is_ok();
    if is_here { Ok(()) } else { Err(Fault::Missing(format!("{program} is not installed"))) }
}
