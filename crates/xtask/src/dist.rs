//! The folder that programs in C and C++ are built against: headers, libraries, pkg-config, CMake.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The root of the repository.
pub fn root() -> PathBuf {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    crate_folder.ancestors().nth(2).unwrap_or(crate_folder).to_path_buf()
}

/// What a program has to link beside the static library.
const NEEDED: &str = if cfg!(windows) {
    "-lkernel32 -lntdll -luserenv -lws2_32 -ldbghelp"
} else if cfg!(target_os = "macos") {
    "-liconv -lSystem -lc -lm"
} else {
    "-lgcc_s -lutil -lrt -lpthread -lm -ldl -lc"
};

/// The libraries as Cargo names them, and as users know them. A shared library of Windows keeps its
/// name, since the library to link with has it written inside.
const LIBRARIES: &[(&str, &str)] = if cfg!(windows) {
    &[
        ("astride_capi.lib", "astride.lib"),
        ("astride_capi.dll", "astride_capi.dll"),
        ("astride_capi.dll.lib", "astride_capi.dll.lib"),
    ]
} else if cfg!(target_os = "macos") {
    &[("libastride_capi.a", "libastride.a"), ("libastride_capi.dylib", "libastride.dylib")]
} else {
    &[("libastride_capi.a", "libastride.a"), ("libastride_capi.so", "libastride.so")]
};

/// Lays out `out`, with the libraries that lie in `built`. Returns what it wrote, as paths within
/// `out`. The folder can be moved: no file has its place written inside.
///
/// # Errors
///
/// If a file cannot be read or written.
pub fn lay_out(built: &Path, out: &Path) -> io::Result<Vec<PathBuf>> {
    let capi = root().join("crates/astride-capi");
    let mut made = Vec::new();
    for header in ["astride.h", "astride.hpp"] {
        let text = read(&capi.join("include").join(header))?;
        write(out, &mut made, &format!("include/{header}"), &text)?;
    }
    for (cargo_name, name) in LIBRARIES {
        write(out, &mut made, &format!("lib/{name}"), &read(&built.join(cargo_name))?)?;
    }
    for (template, name) in [
        ("astride.pc.in", "lib/pkgconfig/astride.pc"),
        ("astride-config.cmake.in", "lib/cmake/astride/astride-config.cmake"),
        ("astride-config-version.cmake.in", "lib/cmake/astride/astride-config-version.cmake"),
    ] {
        let text = read_text(&capi.join("cmake").join(template))?;
        let text = text.replace("@VERSION@", env!("CARGO_PKG_VERSION")).replace("@NEEDED@", NEEDED);
        write(out, &mut made, name, text.as_bytes())?;
    }
    licences(out, &mut made)?;
    Ok(made)
}

pub(crate) fn licences(out: &Path, made: &mut Vec<PathBuf>) -> io::Result<()> {
    for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
        write(out, made, licence, &read(&root().join(licence))?)?;
    }
    Ok(())
}

/// All files under a folder, in order.
pub(crate) fn files(folder: &Path, within: &Path) -> io::Result<Vec<PathBuf>> {
    let mut all = Vec::new();
    let mut entries = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = within.join(entry.file_name());
        match entry.file_type()?.is_dir() {
            true => all.extend(files(&entry.path(), &path)?),
            false => all.push(path),
        }
    }
    Ok(all)
}

pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    fs::read(path).map_err(|error| within(path, &error))
}

pub(crate) fn read_text(path: &Path) -> io::Result<String> {
    fs::read_to_string(path).map_err(|error| within(path, &error))
}

/// An error with the file that it is about.
pub(crate) fn within(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

pub(crate) fn write(
    out: &Path,
    made: &mut Vec<PathBuf>,
    name: &str,
    bytes: &[u8],
) -> io::Result<()> {
    let path = out.join(name);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| within(folder, &error))?;
    }
    fs::write(&path, bytes).map_err(|error| within(&path, &error))?;
    made.push(PathBuf::from(name));
    Ok(())
}
