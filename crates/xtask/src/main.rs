//! `cargo xtask`: folders with the C library, as programs in C, C++ and C# need it.
#![forbid(unsafe_code)]

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use xtask::dist::root;
use xtask::{csharp, dist};

const USAGE: &str = "\
cargo xtask dist   [--out DIR] [--profile NAME]
cargo xtask csharp [--out DIR] [--profile NAME]

Both build the C library, in the profile dist unless another is named.
dist lays out DIR (target/dist-c) with headers, the static and the shared library, and files for
pkg-config and CMake.
csharp lays out DIR (target/dist-csharp) with a package for Unity and a project for .NET.
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

/// Lays out a folder with libraries that lie in another.
type LayOut = fn(&Path, &Path) -> io::Result<Vec<PathBuf>>;

fn run(args: Vec<String>) -> Result<String, String> {
    let mut args = args.into_iter();
    let (lay_out, folder): (LayOut, _) = match args.next().as_deref() {
        Some("dist") => (dist::lay_out, "dist-c"),
        Some("csharp") => (csharp::lay_out, "dist-csharp"),
        _ => return Err(USAGE.to_owned()),
    };
    let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    let target = target.unwrap_or_else(|| root().join("target"));
    let (mut out, mut profile) = (target.join(folder), "dist".to_owned());
    while let Some(option) = args.next() {
        let value = args.next().ok_or_else(|| format!("{option} needs a value\n\n{USAGE}"))?;
        match option.as_str() {
            "--out" => out = PathBuf::from(value),
            "--profile" => profile = value,
            _ => return Err(format!("there is no option {option}\n\n{USAGE}")),
        }
    }
    build(&profile)?;
    // The profile dev is the one whose folder has another name.
    let folder = if profile == "dev" { "debug" } else { &profile };
    let made = lay_out(&target.join(folder), Path::new(&out)).map_err(|error| error.to_string())?;
    let list: Vec<String> = made.iter().map(|file| format!("  {}", file.display())).collect();
    Ok(format!("{}\n{}", out.display(), list.join("\n")))
}

fn build(profile: &str) -> Result<(), String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["build", "--package", "astride-capi", "--profile", profile])
        .current_dir(root())
        .status()
        .map_err(|error| format!("cargo cannot be run: {error}"))?;
    if status.success() { Ok(()) } else { Err("the library was not built".to_owned()) }
}
