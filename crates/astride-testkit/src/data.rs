//! Where the recorded benchmark data is, and how a test reports that it ran without it.

use std::io::Write;
use std::path::{Path, PathBuf};

/// The environment variable that names the data folder.
pub const DATA_VARIABLE: &str = "ASTRIDE_DATA";

/// The root of the repository this crate was compiled in.
pub fn repository_root() -> PathBuf {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    crate_folder.ancestors().nth(2).unwrap_or(crate_folder).to_path_buf()
}

/// The folder of recorded data, or `None` if it does not exist.
///
/// `ASTRIDE_DATA` names it; without that variable it is `shared/data` in the repository.
pub fn data_dir() -> Option<PathBuf> {
    let folder = match std::env::var_os(DATA_VARIABLE) {
        Some(folder) => PathBuf::from(folder),
        None => repository_root().join("..").join("shared").join("data"),
    };
    folder.is_dir().then_some(folder)
}

/// The file `target/skipped.txt` of the repository, to which [`skip`] adds a line per skipped
/// test; it is never emptied here.
pub fn skipped_file() -> PathBuf {
    let target = match std::env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => repository_root().join(folder),
        None => repository_root().join("target"),
    };
    target.join("skipped.txt")
}

/// Reports that a test could not run: it writes a line `skipped: …` to standard error, even while
/// the test harness captures output, and the same line to [`skipped_file`].
///
/// # Panics
///
/// If the line cannot be written: a skip that leaves no trace would count as a pass.
pub fn skip(reason: &str) {
    let line = format!("skipped: {reason}\n");
    std::io::stderr().write_all(line.as_bytes()).expect("standard error takes a line");
    append(&skipped_file(), &line).expect("the list of skipped tests takes a line");
}

fn append(path: &Path, line: &str) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    // One write per line, so that the lines of tests in several threads do not mix.
    std::fs::OpenOptions::new().create(true).append(true).open(path)?.write_all(line.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_repository_root_holds_this_crate() {
        assert!(repository_root().join("crates/astride-testkit/src/data.rs").is_file());
    }

    #[test]
    fn skips_are_listed_one_per_line() {
        let path = repository_root()
            .join("target")
            .join(format!("skip-test-{}", std::process::id()))
            .join("skipped.txt");
        append(&path, "skipped: one\n").expect("a writable target folder");
        append(&path, "skipped: two\n").expect("a writable target folder");
        let text = std::fs::read_to_string(&path).expect("the file just written");
        assert_eq!(text, "skipped: one\nskipped: two\n");
        std::fs::remove_dir_all(path.parent().expect("a folder")).expect("a removable folder");
    }
}
