//! What is made for JavaScript: the npm package, and the site as a folder for any host of files.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cargo::{cargo, run};
use crate::dist::{read_text, root, within, write};
use crate::pages;

/// The kind of machine that programs in WebAssembly are built for.
const TARGET: &str = "wasm32-unknown-unknown";

/// The programs of the package, and what of the library each has.
const PROGRAMS: [(&str, &[&str]); 3] = [
    ("astride.wasm", &["--no-default-features"]),
    ("navigator.wasm", &["--no-default-features", "--features", "whole"]),
    ("all.wasm", &[]),
];

/// Leads from the folder of the API documentation to that of the library.
const ONWARD: &str = "\
<!doctype html>
<html lang=\"en\">
<meta charset=\"utf-8\">
<title>Astride API</title>
<meta http-equiv=\"refresh\" content=\"0; url=astride/index.html\">
<a href=\"astride/index.html\">The documentation of the library</a>
</html>
";

/// The folder of the crate that holds what is not compiled.
fn source() -> PathBuf {
    root().join("crates/astride-wasm")
}

/// Lays out the package `astride` in `out`; the files that were made.
///
/// # Errors
///
/// If the target is not installed, the engine does not build, or `out` cannot be written.
pub fn npm(target: &Path, out: &Path) -> Result<Vec<PathBuf>, String> {
    let mut made = Vec::new();
    // Both are built to one place, so each is copied away before the next.
    for (name, features) in PROGRAMS {
        let program = compile(target, "astride-capi", features)?;
        let place = target.join(TARGET).join(name);
        fs::copy(&program, &place).map_err(|error| format!("{}: {error}", place.display()))?;
    }
    let lay = |made: &mut Vec<PathBuf>| -> io::Result<()> {
        clear(out)?;
        let package = source().join("package");
        for entry in fs::read_dir(&package)? {
            let path = entry?.path();
            if path.is_file() {
                copy(&path, &out.join(path.file_name().unwrap_or_default()), made)?;
            }
        }
        for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
            copy(&root().join(licence), &out.join(licence), made)?;
        }
        for (program, _) in PROGRAMS {
            copy(&target.join(TARGET).join(program), &out.join(program), made)?;
        }
        Ok(())
    };
    lay(&mut made).map_err(|error| format!("{}: {error}", out.display()))?;
    made.sort();
    Ok(made)
}

/// Lays out the site in `out`: the playground, the documentation in `docs`, and that of the library, if
/// it is given, in `api`. It needs no server but one that gives out files.
///
/// # Errors
///
/// As [`npm`].
pub fn site(target: &Path, out: &Path, api: Option<&Path>) -> Result<Vec<PathBuf>, String> {
    lay_out_site(&compile(target, "astride-wasm", &[])?, out, api)
}

/// Lays out the site around a program that is built already.
///
/// # Errors
///
/// If a file cannot be read or written, or a link of a page leads nowhere.
pub fn lay_out_site(
    program: &Path,
    out: &Path,
    api: Option<&Path>,
) -> Result<Vec<PathBuf>, String> {
    let page = root().join("crates/astride-play/page");
    let mut made = Vec::new();
    let lay = |made: &mut Vec<PathBuf>| -> io::Result<()> {
        clear(out)?;
        copy_all(&page, out, made)?;
        let index = out.join("index.html");
        fs::write(&index, without_server(&read_text(&index)?))?;
        copy(&source().join("site/transport.js"), &out.join("js/transport.js"), made)?;
        copy(&source().join("site/worker.js"), &out.join("session/worker.js"), made)?;
        copy(program, &out.join("session/session.wasm"), made)?;
        if let Some(api) = api {
            // Thousands of files: the folder stands for them.
            copy_all(api, &out.join("api"), &mut Vec::new())?;
            made.push(out.join("api"));
            // rustdoc links to a page of all crates that it does not make.
            fs::write(out.join("api/index.html"), ONWARD)?;
        }
        let tokens = without_script(&read_text(&page.join("css/tokens.css"))?);
        let tokens =
            tokens.ok_or_else(|| io::Error::other("css/tokens.css has no dark colours"))?;
        let style = tokens + &read_text(&source().join("site/pages.css"))?;
        let mut written = pages::lay_out(&root(), out)?;
        write(out, &mut written, "docs/pages.css", style.as_bytes())?;
        made.extend(written.iter().map(|name| out.join(name)));
        Ok(())
    };
    lay(&mut made).map_err(|error| format!("{}: {error}", out.display()))?;
    made.sort();
    made.dedup();
    Ok(made)
}

/// What the page gets in a folder without a server: what it may load, which a server says in a
/// header, and where the documentation is.
fn without_server(html: &str) -> String {
    let policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
                  style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; font-src 'self'; \
                  manifest-src 'self'; base-uri 'none'; form-action 'none'";
    let meta = format!(
        "<head>\n  <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n  \
         <link rel=\"help\" href=\"docs/index.html\">"
    );
    html.replacen("<head>", &meta, 1)
}

/// The colours and sizes of the playground for pages without a script, which take the colours of the
/// system.
fn without_script(tokens: &str) -> Option<String> {
    let (light, rest) = tokens.split_once(":root[data-theme=\"dark\"]")?;
    let (dark, _) = rest.split_once("\n}\n")?;
    Some(format!("{light}@media (prefers-color-scheme: dark) {{\n:root{dark}\n}}\n}}\n\n"))
}

/// Looks whether the compiler has the target.
///
/// # Errors
///
/// If it has not, or cannot be run.
pub fn find_target() -> Result<(), String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let asked = ["--print", "target-libdir", "--target", TARGET];
    let told = Command::new(rustc).args(asked).current_dir(root()).output();
    let told = told.map_err(|error| format!("rustc cannot be run: {error}"))?;
    if Path::new(String::from_utf8_lossy(&told.stdout).trim()).is_dir() {
        return Ok(());
    }
    Err(format!("the target {TARGET} is missing: rustup target add {TARGET}"))
}

/// Builds a crate as a program in WebAssembly; where it lies.
fn compile(target: &Path, package: &str, features: &[&str]) -> Result<PathBuf, String> {
    find_target()?;
    // Half of the usual inlining at this level makes a program a twentieth smaller.
    let flags =
        std::env::var("RUSTFLAGS").unwrap_or_default() + " -Cllvm-args=-inline-threshold=25";
    let mut command = cargo();
    command
        .env("RUSTFLAGS", flags.trim_start())
        .args(["rustc", "--lib", "--crate-type", "cdylib", "--profile", "wasm"])
        .args(["--target", TARGET, "--package", package])
        .args(features);
    run(&mut command).map_err(|error| format!("{package} was not built for {TARGET}: {error}"))?;
    Ok(target.join(TARGET).join("wasm").join(format!("{}.wasm", package.replace('-', "_"))))
}

/// What lies in a folder that was laid out here, so that no other is emptied.
pub(crate) const MARK: &str = ".laid-out-by-xtask";

/// Makes a folder, or empties one of an earlier build, so that no file of it stays.
pub(crate) fn clear(out: &Path) -> io::Result<()> {
    if out.is_dir() && fs::read_dir(out)?.next().is_some() {
        if !out.join(MARK).is_file() {
            let text = "the folder has other files in it, expected an empty one or none";
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, text));
        }
        fs::remove_dir_all(out)?;
    }
    fs::create_dir_all(out)?;
    fs::write(out.join(MARK), "")
}

/// Copies a folder but for files of tools, whose names begin with a dot: rustdoc leaves a lock.
fn copy_all(from: &Path, to: &Path, made: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(from).map_err(|error| within(from, &error))? {
        let entry = entry?;
        let (path, place) = (entry.path(), to.join(entry.file_name()));
        if entry.file_name().as_encoded_bytes().starts_with(b".") {
            continue;
        }
        if path.is_dir() {
            copy_all(&path, &place, made)?;
        } else {
            copy(&path, &place, made)?;
        }
    }
    Ok(())
}

fn copy(from: &Path, to: &Path, made: &mut Vec<PathBuf>) -> io::Result<()> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).map_err(|error| within(folder, &error))?;
    }
    fs::copy(from, to).map_err(|error| within(from, &error))?;
    made.push(to.to_path_buf());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_told_what_it_may_load() {
        let page = fs::read_to_string(root().join("crates/astride-play/page/index.html")).unwrap();
        let told = without_server(&page);
        assert!(told.contains("wasm-unsafe-eval") && told.contains("docs/index.html"), "{told}");
    }
}
