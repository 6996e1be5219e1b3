//! `cargo xtask`: what is made of the workspace beside its programs, a folder each.
#![forbid(unsafe_code)]

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use xtask::dist::root;
use xtask::{command, csharp, dist, web};

const USAGE: &str = "\
cargo xtask dist    [--out DIR] [--profile NAME]
cargo xtask csharp  [--out DIR] [--profile NAME]
cargo xtask command [--out DIR] [--profile NAME]
cargo xtask npm     [--out DIR]
cargo xtask site    [--out DIR]

dist builds the C library and lays out DIR (target/dist-c) with headers, the static and the shared
library, and files for pkg-config and CMake. The profile is dist unless another is named.

csharp builds the same and lays out DIR (target/dist-csharp) with a package for Unity and a project
for .NET.

command builds the program `astride` and lays out DIR (target/dist-command) with completions for
shells, pages of the manual, licences and the SHA-256 sum of each file.

npm builds the engine as WebAssembly and lays out DIR (target/npm) with the package `astride`.

site lays out DIR (target/site) with the playground as files that need no server of their own.
";

fn main() -> ExitCode {
    match run(std::env::args().skip(1).collect()) {
        Ok(text) => {
            println!("{text}");
            ExitCode::SUCCESS
        }
        Err(text) => {
            eprintln!("{text}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: Vec<String>) -> Result<String, String> {
    let mut args = args.into_iter();
    let command = args.next().unwrap_or_default();
    let folder = match command.as_str() {
        "dist" => "dist-c",
        "csharp" => "dist-csharp",
        "command" => "dist-command",
        "npm" | "site" => &command,
        _ => return Err(USAGE.to_owned()),
    };
    let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    let target = target.unwrap_or_else(|| root().join("target"));
    let (mut out, mut profile) = (target.join(folder), "dist".to_owned());
    while let Some(option) = args.next() {
        let value = args.next().ok_or_else(|| format!("{option} needs a value\n\n{USAGE}"))?;
        match option.as_str() {
            "--out" => out = PathBuf::from(value),
            "--profile" if folder.starts_with("dist") => profile = value,
            _ => return Err(format!("there is no option {option}\n\n{USAGE}")),
        }
    }
    let made = match command.as_str() {
        "npm" => web::npm(&target, &out)?,
        "site" => web::site(&target, &out)?,
        "command" => built("astride-cli", &target, &out, &profile, command::lay_out)?,
        "csharp" => built("astride-capi", &target, &out, &profile, csharp::lay_out)?,
        _ => built("astride-capi", &target, &out, &profile, dist::lay_out)?,
    };
    let list: Vec<String> = made.iter().map(|file| format!("  {}", file.display())).collect();
    Ok(format!("{}\n{}", out.display(), list.join("\n")))
}

/// Builds a package and lays out a folder with it.
fn built(
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

fn build(package: &str, profile: &str) -> Result<(), String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["build", "--package", package, "--profile", profile])
        .current_dir(root())
        .status()
        .map_err(|error| format!("cargo cannot be run: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{package} was not built")) }
}
