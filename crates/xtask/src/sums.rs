//! SHA-256 sums of what is shipped, as `sha256sum --check` reads them.

use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::dist::read;

/// The file with a line for each other file.
pub const SUMS: &str = "SHA256SUMS";

/// A line for each file, which is named within `out`.
pub(crate) fn of(out: &Path, files: &[PathBuf]) -> io::Result<String> {
    let mut text = String::new();
    for file in files {
        for byte in Sha256::digest(read(&out.join(file))?) {
            let _ = write!(text, "{byte:02x}");
        }
        // Two spaces, and slashes everywhere: what is read on other systems, too.
        let _ = writeln!(text, "  {}", file.display().to_string().replace('\\', "/"));
    }
    Ok(text)
}
