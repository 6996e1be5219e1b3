//! The folder in which the command is shipped: program, completions, manual, licences, and their sums.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::dist::{licences, read, root, within, write};
use crate::sums::{self, SUMS};

/// The shells, and where each looks for completions below the folder that the program is put in.
/// PowerShell looks nowhere: its profile has to read the file.
const SHELLS: [(&str, &str); 4] = [
    ("bash", "share/bash-completion/completions/astride"),
    ("zsh", "share/zsh/site-functions/_astride"),
    ("fish", "share/fish/vendor_completions.d/astride.fish"),
    ("powershell", "share/powershell/astride.ps1"),
];

const MANUAL: &str = "share/man/man1";

/// Lays out `out`, with the program that lies in `built`. Returns what it wrote, as paths within
/// `out`. What its folders `bin` and `share` hold can be copied into those of `/usr/local` as it is.
///
/// The program is run to write completions and manual, so they are of the same version.
///
/// # Errors
///
/// If a file cannot be read or written, or the program does not run.
pub fn lay_out(built: &Path, out: &Path) -> io::Result<Vec<PathBuf>> {
    let name = format!("astride{}", std::env::consts::EXE_SUFFIX);
    let program = built.join(&name);
    let mut made = Vec::new();
    let bin = out.join("bin");
    fs::create_dir_all(&bin)?;
    // A copy, and not new bytes under the name, since it has to stay a program.
    fs::copy(&program, bin.join(&name)).map_err(|error| within(&program, &error))?;
    made.push(Path::new("bin").join(&name));
    for (shell, place) in SHELLS {
        let script = run(&program, ["completions", shell])?;
        write(out, &mut made, place, script.as_bytes())?;
    }
    let manual = out.join(MANUAL);
    fs::create_dir_all(&manual)?;
    let options = ["manual", "--force", "--json"].map(OsStr::new);
    let pages = run(&program, options.into_iter().chain([manual.as_os_str()]))?;
    let pages = pages.split('"').filter(|name| name.ends_with(".1"));
    made.extend(pages.map(|page| Path::new(MANUAL).join(page)));
    let readme = read(&root().join("crates/astride-cli/README.md"))?;
    write(out, &mut made, "README.md", &readme)?;
    licences(out, &mut made)?;
    let sums = sums::of(out, &made)?;
    write(out, &mut made, SUMS, sums.as_bytes())?;
    Ok(made)
}

fn run(
    program: &Path,
    arguments: impl IntoIterator<Item = impl AsRef<OsStr>>,
) -> io::Result<String> {
    let output = Command::new(program).args(arguments).output();
    let output = output.map_err(|error| within(program, &error))?;
    if !output.status.success() {
        return Err(io::Error::other(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    String::from_utf8(output.stdout).map_err(io::Error::other)
}
