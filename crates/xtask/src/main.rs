//! `cargo xtask`: what is built from the workspace besides its programs, a folder each.
#![forbid(unsafe_code)]

use std::path::PathBuf;
use std::process::ExitCode;

use xtask::cargo::{built, documented, target};
use xtask::dist::root;
use xtask::{command, csharp, dist, godot, release, web};

const USAGE: &str = "\
cargo xtask dist    [--out DIR] [--profile NAME]
cargo xtask csharp  [--out DIR] [--profile NAME]
cargo xtask command [--out DIR] [--profile NAME]
cargo xtask godot   [--out DIR]
cargo xtask npm     [--out DIR]
cargo xtask site    [--out DIR] [--no-api]
cargo xtask release [--out DIR] [--profile NAME] [--only PART,PART]

dist builds the C library and lays out DIR (target/dist-c) with headers, the static and the shared
library, and files for pkg-config and CMake. The profile is dist unless another is named.

csharp builds the same and lays out DIR (target/dist-csharp) with a package for Unity, one for NuGet,
and a project for .NET.

command builds the program `astride` and lays out DIR (target/dist-command) with completions for
shells, pages of the manual, licences and the SHA-256 sum of each file.

godot builds the library for Godot and lays out DIR (target/dist-godot) with it in a small project.

npm builds the engine as WebAssembly and lays out DIR (target/npm) with the package `astride`.

site lays out DIR (target/site) with the playground, the documentation and the API documentation of
the packages for crates.io, as files that need no server of their own. --no-api leaves the last out.

release makes all of these, the packages for crates.io and the wheel for Python, each in a folder of
its own in DIR (dist), with the SHA-256 sum of each file and a bill of materials in the form of
CycloneDX. A part whose tool is not installed is skipped, unless --only names it.
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
        "godot" => "dist-godot",
        "npm" | "site" => &command,
        "release" => "dist",
        _ => return Err(USAGE.to_owned()),
    };
    let target = target();
    let place = if command == "release" { root() } else { target.clone() };
    let (mut out, mut profile) = (place.join(folder), "dist".to_owned());
    let mut only: Vec<String> = Vec::new();
    let mut has_api = true;
    while let Some(option) = args.next() {
        if option == "--no-api" && command == "site" {
            has_api = false;
            continue;
        }
        let value = args.next().ok_or_else(|| format!("{option} needs a value\n\n{USAGE}"))?;
        match option.as_str() {
            "--out" => out = PathBuf::from(value),
            "--profile" if folder.starts_with("dist") && command != "godot" => profile = value,
            "--only" if command == "release" => {
                only = value.split(',').map(str::to_owned).collect()
            }
            _ => return Err(format!("there is no option {option}\n\n{USAGE}")),
        }
    }
    if command == "release" {
        let parts = release::chosen(&only)?;
        let told = release::make(&parts, &target, &out, &profile, !only.is_empty())?;
        return Ok(format!("{}\n  {}", out.display(), told.join("\n  ")));
    }
    let made = match command.as_str() {
        "godot" => godot::make(&target, &out)?,
        "npm" => web::npm(&target, &out)?,
        "site" => {
            // The API documentation takes minutes: what is missing is said before.
            web::find_target()?;
            let api = if has_api { Some(documented(&target)?) } else { None };
            web::site(&target, &out, api.as_deref())?
        }
        "command" => built("astride-cli", &target, &out, &profile, command::lay_out)?,
        "csharp" => built("astride-capi", &target, &out, &profile, csharp::lay_out)?,
        _ => built("astride-capi", &target, &out, &profile, dist::lay_out)?,
    };
    let list: Vec<String> = made.iter().map(|file| format!("  {}", file.display())).collect();
    Ok(format!("{}\n{}", out.display(), list.join("\n")))
}
